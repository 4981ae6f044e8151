"""Pictures of games: in the middle of play for the home page, and as they begin for a new table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from bestagon.core.dice import fast
from bestagon.core.errors import BestagonError
from bestagon.core.game import Game
from bestagon.core.option import Value
from bestagon.core.position import SPECTATOR, Position
from bestagon.engine.rollout import any_action, first_seat
from bestagon.server.errors import ApiError
from bestagon.server.protocol.tables import Preview
from bestagon.server.tables import scene_json

GAMES: Final = 8
"""Random games to search for the fullest board."""
MAX_STEPS: Final = 150
INTERVAL: Final = 5
"""Steps between two candidates."""


def sample(game: Game) -> bytes:
    """Return stage and scene of a random game, always the same one, in the current language."""
    fullest = max((_fullest(game, seed) for seed in range(GAMES)), key=lambda found: found[0])[1]
    fullest.mask(SPECTATOR)
    return msgspec.json.encode(_preview(game, fullest))


def setup_preview(game: Game, players: int, options: Mapping[str, Value]) -> Preview:
    """Return how a game with these players and options may begin, with always the same dice; ApiError if they do not fit."""
    try:
        count = game.check_players(players)
        position = game.new_position(count, game.complete(count, options))
    except BestagonError as error:
        raise ApiError("bad_option", str(error)) from None
    position.start(fast(1))
    position.mask(SPECTATOR)
    return _preview(game, position)


def _preview(game: Game, masked: Position) -> Preview:
    return Preview(msgspec.Raw(scene_json.stage(game, masked)[1]), scene_json.scene(game, masked, SPECTATOR))


def _fullest(game: Game, seed: int) -> tuple[int, Position]:
    """Return the position of a random game with the most occupied cells, and their number."""
    players = game.usual_players
    position = game.setup(players, game.complete(players, {}))
    position.start(fast(seed))
    choices = fast(seed)
    best = (-1, position.copy())
    for step in range(MAX_STEPS):
        seat = first_seat(position.acting())
        position.play(seat, any_action(position, seat, choices))
        if position.over:
            break
        if step % INTERVAL == 0:
            scene = game.scene(position, SPECTATOR)
            occupied = sum(len(field.cells) for field in scene.boards.values())
            best = max(best, (occupied, position.copy()), key=lambda found: found[0])
    return best
