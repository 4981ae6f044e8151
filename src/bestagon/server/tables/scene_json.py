"""A masked position as a client draws it, in JSON."""

from __future__ import annotations

import msgspec

from bestagon.core.game import Game
from bestagon.core.position import Position
from bestagon.scene.model import Scene, stage_id

encoder = msgspec.json.Encoder()


def scene(game: Game, masked: Position, seat: int) -> msgspec.Raw:
    """Return what a seat, or -1 for a spectator, sees now."""
    return encode(game.scene(masked, seat))


def encode(drawn: Scene) -> msgspec.Raw:
    """Return a scene in JSON."""
    return msgspec.Raw(encoder.encode(drawn))


def stage(game: Game, masked: Position) -> tuple[str, bytes]:
    """Return what never changes, after the id it is known by."""
    found = game.stage(masked)
    return stage_id(found), encoder.encode(found)
