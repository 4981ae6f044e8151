"""What a search believes that others hold: hexagons that players keep are likelier than those that they play at once."""

from __future__ import annotations

from mypy_extensions import i64
from tests.games.hexagone.boards import play, table

from bestagon.core.dice import fast
from bestagon.games.hexagone import GAME
from bestagon.games.hexagone.ai.evaluator import HexagoneEvaluator
from bestagon.games.hexagone.board import BASIC, CRACKED, MOVE, TOTALS
from bestagon.games.hexagone.rules.state import HexagonePosition

WORLDS = 600


def held(position: HexagonePosition, kind: i64, seat: int = 1, believing: bool = True) -> float:
    """Return how many hexagons of a kind a seat holds in the mean of many determinizations of seat 0."""
    evaluator, dice, total = GAME.evaluator(), fast(1), 0
    assert isinstance(evaluator, HexagoneEvaluator)
    evaluator.believing = believing
    sizes = [int(position.pool_size(pool)) for pool in range(7)]
    for _ in range(WORLDS):
        world = position.copy()
        assert isinstance(world, HexagonePosition)
        world.mask(0)
        evaluator.sample_belief(world, 0, dice)
        assert [int(world.pool_size(pool)) for pool in range(7)] == sizes
        for k in range(7):
            placed = int(world.board.count(i64(k))) if k < BASIC else 0
            assert placed + sum(int(world.pools[8 * pool + k]) for pool in range(7)) == TOTALS[k]
        total += int(world.pools[8 * seat + kind])
    return total / WORLDS


def test_kept_hexagons_are_rarely_cracked_and_often_specials() -> None:
    position = table("g g b", "gcb", "gggccc", row="C01")
    assert held(position, CRACKED) < 0.8 * held(position, CRACKED, believing=False)
    assert held(position, MOVE) > 1.5 * held(position, MOVE, believing=False)


def test_every_other_hand_is_dealt_so() -> None:
    position = table("g g b", "gcb", "gggcc", "gcbbb", row="C01", players=3)
    for seat in (1, 2):
        assert held(position, MOVE, seat) > 1.3 * held(position, MOVE, seat, believing=False)


def test_hexagons_that_were_just_drawn_are_a_fair_sample() -> None:
    """A hand of three was drawn at the end of the last turn; with an empty bag it is known."""
    position = table("g g b", "gcb", "gcb", row="C01")
    assert held(position, CRACKED) == held(position, CRACKED, believing=False)
    assert held(table("g g b", "gcb", "gcbbMM", row="C01", bag=""), MOVE) == 2


def test_what_a_seat_knows_from_its_own_exchange_decides() -> None:
    """HG 3.3: nobody holds what the seat has returned since (rules/memory.py)."""
    position = table("g g b", "gcM", "gcbbg", row="C01")
    for text in ("pass", "return move", "exchange", "pass", "exchange"):
        play(position, text)
    assert len(position.memory) > 0
    assert held(position, MOVE) == held(position, MOVE, believing=False)
