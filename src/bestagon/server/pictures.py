"""A masked position as a client draws it."""

from __future__ import annotations

import hashlib

import msgspec

from bestagon.core.game import Game
from bestagon.core.position import SPECTATOR, Position
from bestagon.core.rollout import legal_actions
from bestagon.server.payload import encode


def scene(game: Game, masked: Position, seat: int) -> msgspec.Raw:
    """Return what changes, as JSON."""
    actions = legal_actions(masked, seat) if seat != SPECTATOR else []
    choices = [{"a": action, "t": game.action_text(masked, seat, action)} for action in actions]
    prompt = game.prompt(masked, seat) if actions else ""
    return msgspec.Raw(encode({"text": game.draw(masked), "prompt": prompt, "choices": choices}))


def stage(game: Game, masked: Position) -> tuple[str, bytes]:
    """Return what never changes as JSON, and the name it is fetched by."""
    data = encode({"game": game.name})
    return hashlib.sha256(data).hexdigest()[:16], data
