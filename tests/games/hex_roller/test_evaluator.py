"""Better sheets and actions are valued higher, and random actions are drawn uniformly."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.games.hex_roller.boards import at, finish, legal, new, play, seat

from bestagon.core.actions import room
from bestagon.core.dice import fast
from bestagon.engine.rollout import first_seat
from bestagon.games.hex_roller import GAME
from bestagon.games.hex_roller.rules.state import RollerPosition

OPEN = """
    3 . . . 3 .
     4 . . 4 . .
    5 . . . 5 x
     6 . 6 7 . 7
    8 . . . . 8"""


def best(position: RollerPosition) -> str:
    """Return the choice of a player that looks one action ahead."""
    evaluator = GAME.evaluator()
    values = {}
    for text in legal(position):
        after = position.copy()
        after.play(0, GAME.parse_action(position, 0, text))
        values[text] = evaluator.value(after, 0)
    return max(values, key=lambda text: values[text])


def test_a_pair_is_joined_where_it_can_be() -> None:
    assert best(at("33444467", seat(OPEN, step="write2:7:3x3", bonuses="+2d"), seat(), turn=3)) == "a2"
    assert best(at("33344478", seat(OPEN.replace(" 4 . . 4", " 4 6 6 4"), step="write1:3x3@a1"), seat(), turn=3)) == "a2"
    assert best(at("34455567", seat(OPEN, step="take2:3", bonuses="+2d"), seat(), turn=3)) == "take 5"  # it fills the middle, too


def test_numbers_are_boxed_for_the_longer_straight() -> None:
    position = at("33345678", seat(OPEN, step="box:4:5", red="34-", green="73-"), seat(), turn=3)
    assert best(position) == "red 5 green 4"


def test_a_bonus_is_kept_where_it_gains_nothing() -> None:
    position = at("33345678", seat(OPEN, step="last:4:5", bonuses="+2"), seat(), turn=3)
    assert best(position) == "done"


def test_a_two_that_fills_the_middle_is_used() -> None:
    position = at("33345678", seat(OPEN.replace("5 . . . 5 x", "5 5 . 5 5 x"), step="last:5:7"), seat(), turn=3)
    assert best(position) == "2 c3"


def test_a_game_that_is_over_is_worth_its_result() -> None:
    position = finish(new(2))
    evaluator = GAME.evaluator()
    better = 0 if position.score(0) > position.score(1) else 1
    assert evaluator.value(position, better) > 9e5
    assert evaluator.value(position, 1 - better) < -9e5


def test_every_legal_action_is_picked_equally_often() -> None:
    position = play(at("33345678", seat(OPEN)), "take 3")
    dice, out = fast(3), room(position)
    texts = legal(position)
    picked = Counter(GAME.action_text(position, 0, position.pick(0, dice, out)) for _ in range(200 * len(texts)))
    assert set(picked) == set(texts)
    assert all(130 < times < 280 for times in picked.values())


def test_estimates_are_payoffs() -> None:
    evaluator, dice = GAME.evaluator(), fast(2)
    for players in (1, 2, 3, 8):
        position = new(players)
        out = room(position)
        while not position.over:
            estimates = [evaluator.estimate(position, who) for who in range(players)]
            assert all(-1.0 <= estimate <= 1.0 for estimate in estimates)
            assert players == 1 or sum(estimates) == pytest.approx(0.0)
            who = first_seat(position.acting())
            position.play(who, position.pick(who, dice, out))
        assert [evaluator.estimate(position, who) for who in range(players)] == [position.payoff(who) for who in range(players)]


def test_an_estimate_does_not_depend_on_what_was_judged_before() -> None:
    evaluator, dice = GAME.evaluator(), fast(3)
    position, other = new(2, data=""), new(2)
    out = room(position)
    while not position.over:
        who = first_seat(position.acting())
        position.play(who, position.pick(who, dice, out))
        if not other.over and dice.below(3) == 0:
            who = first_seat(other.acting())
            other.play(who, other.pick(who, dice, out))
            assert evaluator.estimate(other, 1) == GAME.evaluator().estimate(other, 1)
            evaluator.value(other, 0)
        assert evaluator.estimate(position, 0) == GAME.evaluator().estimate(position, 0)


def test_a_score_depends_on_the_dice_of_the_world_and_on_nothing_else_that_is_hidden() -> None:
    position = at("33344478", seat(OPEN, step="take2:3"), seat(OPEN), turn=1)
    evaluator = GAME.evaluator()
    scores = []
    for seed in (1, 1, 2, 3, 4):
        world = position.copy()
        world.mask(0)
        world.determinize(0, fast(seed))
        scores.append(evaluator.points(world, 0))
    assert scores[0] == scores[1]
    assert len(set(scores)) > 1


def test_a_score_at_the_end_of_a_round_is_that_of_the_round_after_it() -> None:
    """A world that has already rolled for the next round is judged like one that is about to."""
    evaluator = GAME.evaluator()
    for seed in range(8):
        before, after = (at("33345678", seat(OPEN, step="last:4:5", bonuses="+2"), turn=1) for _ in range(2))
        before.determinize(0, fast(seed))
        after.determinize(0, fast(seed))
        play(after, "done")
        assert (before.round, after.round) == (1, 2)
        assert evaluator.points(before, 0) == evaluator.points(after, 0)


def test_the_last_round_is_counted_exactly() -> None:
    sheet = seat(OPEN.replace("5 . . . 5 x", "5 5 . 5 5 x"), step="last:5:7")
    before, after = (at("33345678", sheet, seat(), turn=3) for _ in range(2))
    play(after, "2 c3")
    assert GAME.evaluator().points(before, 0) == after.score(0) > before.score(0)


def test_a_seat_that_resigned_expects_nothing() -> None:
    position = new(3)
    position.resign(1)
    evaluator = GAME.evaluator()
    assert evaluator.estimate(position, 1) == -1.0
    assert evaluator.estimate(position, 0) > 0.0 < evaluator.estimate(position, 2)


def test_a_won_game_is_estimated_higher_than_a_lost_one() -> None:
    full = OPEN.replace("3 . . . 3 .", "3 3 3 3 3 3").replace("4 . . 4 . .", "4 4 4 4 4 4").replace("5 . . . 5 x", "5 5 5 5 5 x")
    position = at("33345678", seat(full, red="34-", green="43-"), seat(OPEN, red="77-", green="88-"), turn=3)
    evaluator = GAME.evaluator()
    assert evaluator.estimate(position, 0) > 0.8
    assert evaluator.estimate(position, 1) < -0.8
    good = at("33345678", seat(full, red="34-", green="43-"), turn=3)
    bad = at("33345678", seat(OPEN, red="77-", green="88-"), turn=3)
    assert evaluator.estimate(good, 0) > evaluator.estimate(bad, 0)


def test_playouts_are_legal_and_score_well() -> None:
    evaluator, dice = GAME.evaluator(), fast(4)
    for players in (1, 2, 8):
        position = new(players, data="")
        out = room(position)
        while not position.over:
            who = first_seat(position.acting())
            action = evaluator.playout(position, who, dice, out)
            assert action in [int(out[i]) for i in range(position.legal(who, out))]
            position.play(who, action)
        assert sum(position.score(who) for who in range(players)) > 30 * players


def test_a_playout_keeps_a_bonus_that_gains_nothing() -> None:
    evaluator, dice = GAME.evaluator(), fast(5)
    position = at("33345678", seat(OPEN, step="last:4:5", bonuses="+2"), seat(), turn=2)
    out = room(position)
    assert {GAME.action_text(position, 0, evaluator.playout(position, 0, dice, out)) for _ in range(20)} == {"done"}
