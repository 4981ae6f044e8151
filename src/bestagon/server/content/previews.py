"""A picture of each game in the middle of play, for pages that present the games."""

from __future__ import annotations

from typing import Final

import msgspec

from bestagon.core.dice import fast
from bestagon.core.game import Game
from bestagon.core.position import SPECTATOR, Position
from bestagon.engine.rollout import any_action, first_seat
from bestagon.i18n import language
from bestagon.server.protocol.tables import Preview
from bestagon.server.tables import scene_json

GAMES: Final = 8
"""So many games are looked at for the fullest board."""
LONGEST: Final = 150
EVERY: Final = 5
"""The steps between looks."""
_made: dict[tuple[str, str], bytes] = {}


def sample(game: Game) -> bytes:
    """Return stage and scene of a game played at random, the same each time, in the language that is spoken."""
    key = (game.name, language())
    if key not in _made:
        _made[key] = _make(game)
    return _made[key]


def _make(game: Game) -> bytes:
    fullest = max((_fullest(game, seed) for seed in range(GAMES)), key=lambda found: found[0])[1]
    fullest.mask(SPECTATOR)
    found = Preview(msgspec.Raw(scene_json.stage(game, fullest)[1]), scene_json.scene(game, fullest, SPECTATOR))
    return msgspec.json.encode(found)


def _fullest(game: Game, seed: int) -> tuple[int, Position]:
    """Return a game's fullest moment before its end, and how much lies on the boards then."""
    players = game.usual_players
    position = game.setup(players, game.complete(players, {}))
    position.start(fast(seed))
    choices = fast(seed)
    best = (-1, position.copy())
    for step in range(LONGEST):
        seat = first_seat(position.acting())
        position.play(seat, any_action(position, seat, choices))
        if position.over:
            break
        if step % EVERY == 0:
            scene = game.scene(position, SPECTATOR)
            spots = sum(len(field.cells) for field in scene.boards.values())
            best = max(best, (spots, position.copy()), key=lambda found: found[0])
    return best
