"""What the insight of Pocket Hexes must know."""

from __future__ import annotations

import pytest
from tests.games.pocket_hexes.boards import BLANK, BLANK_SMALL, FLOWER, SMALL, TWO_RINGS, moves, new, play, started, table

from bestagon.core.dice import fast
from bestagon.core.rollout import first_seat, room
from bestagon.games.pocket_hexes import GAME
from bestagon.games.pocket_hexes.position import PocketPosition


def best(position: PocketPosition, seat: int) -> str:
    """Return the action with the greatest value afterwards."""
    insight = GAME.insight()

    def value(text: str) -> float:
        after = position.copy()
        after.play(seat, GAME.parse_action(position, seat, text))
        return float(insight.value(after, seat))

    return max(moves(position, seat), key=value)


def test_a_high_ring_is_closed_and_scored() -> None:
    position = table("2 2 2 12 2 2 .", BLANK, dice="1 6 8 9 12 20")
    assert best(position, 0) in ("d12 c2", "d20 c2")
    play(position, 0, "d20 c2")
    assert best(position, 0) == "score b2"


def test_the_last_box_is_not_filled_to_lose() -> None:
    position = table(TWO_RINGS, BLANK_SMALL, dice="1 6 7 9 12 20", data=SMALL, boxes=([1] * 8, [20] * 4))
    play(position, 0, "d12 d4", "d20 c4")
    assert best(position, 0) == "skip c3"


def test_the_last_box_is_filled_to_win() -> None:
    position = table("2 2 2 2 2 2 .", "1 1 . . . . .", dice="1 2 8 9 12 20", boxes=([15] * 8, [1]))
    play(position, 0, "d20 c2")
    assert best(position, 0) == "score b2"


def test_a_game_that_is_over_is_worth_its_payoff() -> None:
    position = new(2, data=FLOWER)
    position.box(0, 20)
    position.over = True
    insight = GAME.insight()
    assert insight.value(position, 0) == pytest.approx(1e6, rel=1e-3)
    assert insight.value(position, 1) == pytest.approx(-1e6, rel=1e-3)


def test_a_greedy_player_beats_a_random_one() -> None:
    insight = GAME.insight()
    position = started(2, sheet="small")
    base, after = position.blank(), position.blank()
    out, dice = room(position), fast(1)
    for seed in range(3):
        position.start(fast(seed))
        while not position.over:
            seat = first_seat(position.acting())
            action = int(position.pick(seat, dice, out))
            if seat == 0:
                base.copy_from(position)
                base.mask(seat)
                base.imagine(seat, dice)
                most = float("-inf")
                for i in range(position.legal(seat, out)):
                    after.copy_from(base)
                    after.play(seat, int(out[i]))
                    value = insight.value(after, seat)
                    if value > most:
                        action, most = int(out[i]), value
            position.play(seat, action)
        assert position.payoff(0) == 1.0
        assert position.score(0) > 20
