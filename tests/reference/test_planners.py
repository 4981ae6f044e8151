"""The one-turn planners of BeerHex, Hex Roller and Pocket Hexes see what a turn can win, and lose to a search."""

from __future__ import annotations

import pytest
from tests.reference import beerhex, beerhex_planner, hex_roller, hex_roller_planner, pocket_hexes, pocket_hexes_planner
from tests.reference.adapters import BUILDERS
from tests.reference.planner_match import Choose, play_against

from bestagon.bots.player_factory import make_player
from bestagon.compiled_build import is_compiled
from bestagon.core import registry
from bestagon.core.dice import fast

PLANNERS: dict[str, Choose] = {
    "beerhex": beerhex_planner.choose,
    "hex-roller": hex_roller_planner.choose,
    "pocket-hexes": pocket_hexes_planner.choose,
}


def begun(name: str) -> object:
    """Return the second implementation of a game for two."""
    dice = fast(3)
    return BUILDERS[name](2, registry.game(name).complete(2, {}), lambda n: int(dice.below(n)))


def test_it_declares_a_line_of_its_own_caps() -> None:
    game = begun("beerhex")
    assert isinstance(game, beerhex.Reference)
    game.seat, game.turns = beerhex.GOLD, 9
    game.board = {f"c{row}": beerhex.Cap(beerhex.GOLD, beerhex.GOLD) for row in beerhex.ROWS}
    assert beerhex_planner.choose(game, beerhex.GOLD) == "declare"


def test_it_knows_nothing_of_caps_that_lie_face_down() -> None:
    """BH 3.3: the other's symbols change nothing."""
    choices = set()
    for symbol in (beerhex.GOLD, beerhex.SILVER):
        game = begun("beerhex")
        assert isinstance(game, beerhex.Reference)
        game.seat, game.turns = beerhex.GOLD, 5
        game.board = {f"c{row}": beerhex.Cap(beerhex.GOLD, beerhex.GOLD) for row in "124"}
        game.board["c3"] = beerhex.Cap(beerhex.SILVER, symbol)
        choices.add(beerhex_planner.choose(game, beerhex.GOLD))
    assert len(choices) == 1


def test_it_completes_and_scores_a_ring() -> None:
    game = begun("pocket-hexes")
    assert isinstance(game, pocket_hexes.Reference)
    seat = game.active
    centre = next(cell for cell in game.order if len(game.near[cell]) == 6)
    *around, last = game.near[centre]
    game.sheets[seat].numbers = {centre: 12, **dict.fromkeys(around, 15)}
    game.values = dict(zip(pocket_hexes.DICE, (1, 2, 3, 4, 5, 20), strict=True))
    assert pocket_hexes_planner.choose(game, seat) == f"d20 {last}"
    game.play(seat, f"d20 {last}")
    assert pocket_hexes_planner.choose(game, seat) == f"score {centre}"


def test_filling_an_area_is_worth_more_than_its_promise() -> None:
    """HR 4.1."""
    game = begun("hex-roller")
    assert isinstance(game, hex_roller.Reference)
    paper = game.papers[0]
    letter = next(letter for letter in game.areas.values() if letter != game.middle)
    empty = [cell for cell, one in game.areas.items() if one == letter and cell in game.empty(paper)]
    worths = []
    for n in range(len(empty) + 1):
        paper.written = dict.fromkeys(empty[:n], 2)
        worths.append(hex_roller_planner.worth(game, paper))
    assert worths[-1] > worths[-2] + 0.5


@pytest.mark.long
@pytest.mark.skipif(not is_compiled(), reason="takes minutes uncompiled")
@pytest.mark.parametrize("name", list(PLANNERS))
def test_a_search_beats_it(name: str) -> None:
    player = make_player("search:200", registry.game(name), reuse=False)
    assert sum(play_against(name, PLANNERS[name], player, seed, seed) for seed in range(2)) >= 1
