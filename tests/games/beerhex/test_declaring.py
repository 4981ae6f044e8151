"""Levels declare the lines that they must know to be finished, also with clue tokens, where they forget their own symbols."""

from __future__ import annotations

from collections import Counter

import pytest

from bestagon.bots.levels import NAMES
from bestagon.bots.player_factory import make_player
from bestagon.core.dice import fast
from bestagon.games.beerhex import GAME
from bestagon.games.beerhex.board import DECLARE, TURN, connects
from bestagon.games.beerhex.rules.state import BeerHexPosition

GUESSES = 40


def declarations(level: str, games: int) -> Counter[str]:
    """Return how often a level could and did declare in games of one set with clue tokens against itself."""
    found: Counter[str] = Counter()
    player = make_player(level, GAME)
    for seed in range(games):
        position = GAME.setup(2, GAME.complete(2, {"clues": True, "sets": 1}))
        assert isinstance(position, BeerHexPosition)
        position.start(fast(seed))
        dice = fast(1000 + seed)
        while not position.over:
            seat = int(position.turn)
            masked = position.copy()
            masked.mask(seat)
            sure = position.phase == TURN and _is_surely_connected(masked, seat)
            action = int(player.choose(masked, seat, dice))
            found["sure"] += sure
            found["sure and declared"] += sure and action == DECLARE
            found["declared"] += action == DECLARE
            found["declared wrongly"] += action == DECLARE and not connects(position.symbols(seat), seat)
            position.play(seat, action)
    return found


def _is_surely_connected(masked: object, seat: int) -> bool:
    assert isinstance(masked, BeerHexPosition)
    for seed in range(GUESSES):
        world = masked.copy()
        assert isinstance(world, BeerHexPosition)
        world.determinize(seat, fast(seed))
        if not connects(world.symbols(seat), seat):
            return False
    return True


@pytest.mark.parametrize("level", NAMES)
def test_a_line_that_the_seat_must_know_to_be_finished_is_declared(level: str) -> None:
    found = declarations(level, 4)
    assert found["sure"] > 0
    assert found["sure and declared"] == found["sure"]


@pytest.mark.parametrize("level", ["friendly", "casual", "skilled"])
def test_declarations_are_mostly_right(level: str) -> None:
    found = declarations(level, 60)
    assert found["declared"] >= 40
    assert found["declared wrongly"] <= 0.12 * found["declared"]
