"""Which attacks and declarations a search of BeerHex does not even try."""

from __future__ import annotations

from tests.games.beerhex.boards import board, fresh, masked, play

from bestagon.bots.mcts import Search
from bestagon.core.dice import fast
from bestagon.games.beerhex import GAME
from bestagon.games.beerhex.rules.state import BeerHexPosition

SEEMS_CONNECTED = """
    . . . . .
     . Gg . . .
      Ss Ss Ss Ss Ss
       . Gg . . .
        . Gg . . .
"""
CUT_OFF = """
    . . Gg! . .
     . . Gg! . .
      Ss . Gg! . Ss
       . . Gg! . .
        . . Gg! . .
"""


def tried(position: BeerHexPosition, iterations: int = 60) -> list[str]:
    """Return what a search of the seat to move tries, its choice first."""
    seat = int(position.turn)
    report = Search(GAME.evaluator(), iterations, temperature=0.0).think(masked(position, seat), seat, fast(1))
    return [GAME.action_text(position, seat, choice.action) for choice in report.choices]


def test_nobody_is_attacked_who_does_not_even_seem_to_be_connected() -> None:
    """From a game of two experts, who both attacked like this: c3 is a bluff, and the attack costs Gold its turn."""
    position = fresh(next(seed for seed in range(9) if int(fresh(seed, sets=1).turn) == 1), sets=1)
    play(position, "e1 own", "d1 own", "d2 own", "c2 own", "e2 other", "c1 other", "b4 own", "c4 own", "c3 other")
    assert not [text for text in tried(position) if text.startswith("attack")]


def test_a_seeming_connection_is_attacked() -> None:
    found = tried(board(SEEMS_CONNECTED, sets=1))
    assert found[0].startswith("attack")
    assert [text for text in found if text.startswith("c2 ")]


def test_that_the_opponent_cannot_connect_is_declared_only_if_no_cap_can_change_it() -> None:
    assert "cannot" not in tried(board(SEEMS_CONNECTED, sets=1))
    assert "cannot" not in tried(board(CUT_OFF.replace("Gg!", ".", 1), sets=1))
    assert "cannot" in tried(board(CUT_OFF, sets=1))
