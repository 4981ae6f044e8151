"""Scenes and stages in JSON."""

from __future__ import annotations

import msgspec

from bestagon.core.game import Game
from bestagon.core.position import Position
from bestagon.scene.model import Scene, Stage, stage_id

encoder = msgspec.json.Encoder()


def scene(game: Game, masked: Position, seat: int) -> msgspec.Raw:
    """Return the scene of a masked position for a seat, or -1 for a spectator."""
    return encode(game.scene(masked, seat))


def encode(drawn: Scene | Stage) -> msgspec.Raw:
    """Encode a scene or a stage."""
    return msgspec.Raw(encoder.encode(drawn))


def stage(game: Game, masked: Position) -> tuple[str, bytes]:
    """Return the id and the JSON of the part of the scene that never changes."""
    found = game.stage(masked)
    return stage_id(found), encoder.encode(found)
