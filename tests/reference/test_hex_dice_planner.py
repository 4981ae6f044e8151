"""The one-turn planner of Hex Dice sees what a turn can win, and loses to a search."""

from __future__ import annotations

import pytest
from tests.reference.hex_dice import Reference
from tests.reference.hex_dice_board import Unit
from tests.reference.hex_dice_planner import choose
from tests.reference.planner_match import play_against

from bestagon.bots.player_factory import make_player
from bestagon.compiled_build import is_compiled
from bestagon.core.dice import fast
from bestagon.games.hex_dice import GAME


def battle(units: dict[str, Unit]) -> Reference:
    """Return a game for two in which seat 0, whose base is g2, is on turn."""
    dice = fast(1)
    game = Reference(2, GAME.complete(2, {}), lambda n: int(dice.below(n)))
    game.base = {0: game.cells["g2"], 1: game.cells["g12"]}
    game.units = {game.cells[name]: unit for name, unit in units.items()}
    game.start_turn(0)
    return game


def test_it_enters_the_base() -> None:
    assert choose(battle({"g9": Unit(0, 1), "c1": Unit(1, 5)}), 0) == "g9-g12"


def test_it_takes_a_unit_that_nothing_protects() -> None:
    assert choose(battle({"g5": Unit(0, 4), "g6": Unit(1, 2), "a1": Unit(1, 6)}), 0) == "g5-g6"


def test_it_merges_to_enter_the_base() -> None:
    # HD 4.6: 4 and 5 make a unit that becomes a 1 and goes on, three steps forward.
    assert choose(battle({"g8": Unit(0, 5), "g9": Unit(0, 4), "c1": Unit(1, 6)}), 0) == "g8-g9"


@pytest.mark.skipif(not is_compiled(), reason="takes minutes uncompiled")
def test_a_search_beats_it() -> None:
    player = make_player("search:400", GAME, reuse=False)
    assert sum(play_against("hex-dice", choose, player, seed % 2, seed) for seed in range(4)) >= 2
