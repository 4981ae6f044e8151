"""Games leave nothing behind: positions must not be part of cycles, since the garbage collector does not see them (decision 226)."""

from __future__ import annotations

import gc
import random
import sys

import pytest

from bestagon.core import registry
from bestagon.core.story import story
from bestagon.core.table import Table

MOVES = 40
GAMES = 8
LEFT = 100
"""How many objects may be left: fewer than games have positions. Caches may grow by a few."""


def play_and_tell(name: str) -> None:
    """Play a game for some moves, with its scenes, stories and copies for every seat."""
    game = registry.game(name)
    players = max(game.players)
    table = Table(game, players, game.complete(players, {}), 3, b"")
    chance = random.Random(5)
    for _ in range(MOVES):
        if table.over:
            return
        before = table.position
        step = table.play(chance.choice(table.moves()))
        after = table.position
        for seat in range(players):
            story(game, before, after, step.seat, step.action, seat)
            masked = after.copy()
            masked.mask(seat)
            game.scene(masked, seat)


@pytest.mark.parametrize("name", sorted(registry.all_games()))
def test_nothing_of_a_game_is_left(name: str) -> None:
    for _ in range(2):  # fills the caches
        play_and_tell(name)
    # Also empties the interpreter's own lists of freed objects.
    gc.collect()
    before = sys.getallocatedblocks()
    for _ in range(GAMES):
        play_and_tell(name)
    gc.collect()
    left = sys.getallocatedblocks() - before
    assert left < LEFT, f"{left} objects of {GAMES} games of {name} are still there"
