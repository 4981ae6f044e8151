"""Games that the Pocket Hexes evaluator plays to the end."""

from __future__ import annotations

import pytest
from tests.games.pocket_hexes.boards import BLANK_SMALL, SMALL, started, table

from bestagon.core.actions import room
from bestagon.core.dice import Dice, fast
from bestagon.engine.rollout import first_seat
from bestagon.games.pocket_hexes import GAME
from bestagon.games.pocket_hexes.ai.ends import PocketEnds
from bestagon.games.pocket_hexes.ai.futures import MAX_TURNS, PocketFuture
from bestagon.games.pocket_hexes.ai.sheet_run import PocketSheetRun
from bestagon.games.pocket_hexes.ai.weights import HAND_MADE
from bestagon.games.pocket_hexes.ai.write_gains import PocketWriteGains
from bestagon.games.pocket_hexes.board import EVERYONE, FIRST
from bestagon.games.pocket_hexes.rules.state import PocketPosition


@pytest.mark.parametrize("sheet", ["small", "standard"])
@pytest.mark.parametrize("seed", range(6))
def test_a_game_alone_ends_as_the_rules_end_it(sheet: str, seed: int) -> None:
    """Every position of a game of playouts has the final score that the game ends with, until a penalty lets it choose a die."""
    position = started(1, seed=seed, sheet=sheet)
    evaluator, out = GAME.evaluator(), room(position)
    run, future = PocketSheetRun(position, PocketWriteGains(HAND_MADE)), PocketFuture()
    expected = []
    while not position.over:
        if position.phase in (FIRST, EVERYONE):
            future.begin(position, 0, Dice())
            run.play(position, 0, future)
            expected.append(int(run.score))
        else:
            expected.clear()
        position.play(0, evaluator.playout(position, 0, fast(0), out))
    assert set(expected) <= {int(position.score(0))}


def test_what_the_seat_writes_does_not_change_what_is_remembered_of_its_rivals() -> None:
    """Final scores are the same with and without a memory."""
    dice = fast(3)
    for players in (2, 3, 6):
        position = started(players, seed=players, sheet="small")
        out, memory = room(position), PocketEnds(PocketWriteGains(HAND_MADE))
        while not position.over:
            seat = first_seat(position.acting())
            for i in range(min(4, int(position.legal(seat, out)))):
                after = position.copy()
                after.play(seat, int(out[i]))
                assert isinstance(after, PocketPosition)
                if not after.over:
                    assert final_scores(memory, after, seat) == final_scores(PocketEnds(PocketWriteGains(HAND_MADE)), after, seat)
            position.play(seat, position.pick(seat, dice, out))


def final_scores(ends: PocketEnds, position: PocketPosition, seat: int) -> list[int]:
    """Return the scores at the end."""
    ends.find(position, seat)
    return [int(ends.scores[other]) for other in range(position.seats)]


def test_the_dice_of_a_future_are_those_of_the_rules() -> None:
    position = started(2, seed=5)
    future = PocketFuture()
    future.begin(position, 0, Dice())
    evaluator, out = GAME.evaluator(), room(position)
    at = 0
    while not position.over:
        before, phase, turn = position.rolled, position.phase, position.active
        seat = first_seat(position.acting())
        action = evaluator.playout(position, seat, fast(0), out)
        position.play(seat, action)
        if phase == FIRST and position.phase == EVERYONE:
            changed = [die for die in range(6) if (before ^ position.rolled) >> (8 * die) & 255]
            assert len(changed) <= 1
            assert not changed or future.roll_again(before, changed[0], at) == position.rolled
            at += 1
        elif position.active != turn:
            assert future.roll(at) == position.rolled
            at += 6
    assert at > 40


def test_the_side_that_is_far_ahead_wins_every_world() -> None:
    for seed in range(20):
        position = table(BLANK_SMALL, BLANK_SMALL, dice="1 6 7 9 12 20", data=SMALL, boxes=([18] * 8, [1] * 8), seed=seed)
        future = PocketFuture()
        future.begin(position, 0, Dice())
        run = PocketSheetRun(position, PocketWriteGains(HAND_MADE))
        run.play(position, 1, future)
        assert 0 < future.end < MAX_TURNS - 1
        run.play(position, 0, future)
        assert run.turn <= future.end
        assert run.score > future.scores[MAX_TURNS + run.turn]
