"""What the Pocket Hexes evaluator must get right."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from tests.games.pocket_hexes.boards import BLANK, BLANK_SMALL, FLOWER, SMALL, TWO_RINGS, moves, new, play, started, table

from bestagon.bots.levels import NAMES, level
from bestagon.bots.mcts import Search
from bestagon.core.actions import room
from bestagon.core.dice import fast
from bestagon.core.evaluator import Evaluator
from bestagon.engine.rollout import first_seat
from bestagon.games.pocket_hexes import GAME
from bestagon.games.pocket_hexes.rules.state import PocketPosition


def best(position: PocketPosition, seat: int) -> str:
    """Return the action that leads to the highest value."""
    evaluator = GAME.evaluator()

    def value(text: str) -> float:
        after = position.copy()
        after.play(seat, GAME.parse_action(position, seat, text))
        return float(evaluator.value(after, seat))

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
    position.fill_box(0, 20)
    position.over = True
    evaluator = GAME.evaluator()
    assert evaluator.value(position, 0) == pytest.approx(1e6, rel=1e-3)
    assert evaluator.value(position, 1) == pytest.approx(-1e6, rel=1e-3)


def test_a_greedy_player_beats_a_random_one() -> None:
    evaluator = GAME.evaluator()
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
                base.determinize(seat, dice)
                most = float("-inf")
                for i in range(position.legal(seat, out)):
                    after.copy_from(base)
                    after.play(seat, int(out[i]))
                    value = evaluator.value(after, seat)
                    if value > most:
                        action, most = int(out[i]), value
            position.play(seat, action)
        assert position.payoff(0) == 1.0
        assert position.score(0) > 20


def test_estimates_are_payoffs() -> None:
    evaluator, dice = GAME.evaluator(), fast(2)
    for players in (1, 2, 3, 6):
        position = started(players, sheet="small")
        out = room(position)
        while not position.over:
            estimates = [evaluator.estimate(position, seat) for seat in range(players)]
            assert all(-1.0 <= estimate <= 1.0 for estimate in estimates)
            assert players == 1 or sum(estimates) == pytest.approx(0.0)
            seat = first_seat(position.acting())
            position.play(seat, position.pick(seat, dice, out))
        assert [evaluator.estimate(position, seat) for seat in range(players)] == [position.payoff(seat) for seat in range(players)]


def test_an_estimate_does_not_depend_on_earlier_ones() -> None:
    evaluator, dice = GAME.evaluator(), fast(3)
    position, other = started(2, sheet="small"), started(2)
    out = room(other)
    while not position.over:
        seat = first_seat(position.acting())
        position.play(seat, position.pick(seat, dice, out))
        if not other.over and dice.below(4) == 0:
            seat = first_seat(other.acting())
            other.play(seat, other.pick(seat, dice, out))
            assert evaluator.estimate(other, 1) == GAME.evaluator().estimate(other, 1)
        assert evaluator.estimate(position, 0) == GAME.evaluator().estimate(position, 0)


def test_a_seat_that_resigned_expects_nothing() -> None:
    position = started(3, sheet="small")
    position.resign(1)
    evaluator = GAME.evaluator()
    assert evaluator.estimate(position, 1) == -1.0
    assert evaluator.estimate(position, 0) > 0.0 < evaluator.estimate(position, 2)


def test_a_won_game_is_estimated_higher_than_a_lost_one() -> None:
    evaluator = GAME.evaluator()
    position = table(BLANK_SMALL, BLANK_SMALL, dice="1 6 7 9 12 20", data=SMALL, boxes=([18] * 8, [1] * 8))
    assert evaluator.estimate(position, 0) > 0.9
    assert evaluator.estimate(position, 1) < -0.9
    good = table(BLANK_SMALL, dice="1 6 7 9 12 20", data=SMALL, boxes=([18] * 8,))
    bad = table(BLANK_SMALL, dice="1 6 7 9 12 20", data=SMALL, boxes=([1] * 8,))
    assert evaluator.estimate(good, 0) > evaluator.estimate(bad, 0)


def test_playouts_are_legal_and_score_well() -> None:
    evaluator, dice = GAME.evaluator(), fast(4)
    for players in (1, 2, 6):
        position = started(players, sheet="small")
        out = room(position)
        while not position.over:
            seat = first_seat(position.acting())
            action = evaluator.playout(position, seat, dice, out)
            assert action in [int(out[i]) for i in range(position.legal(seat, out))]
            position.play(seat, action)
        assert max(position.score(seat) for seat in range(players)) > 10


def test_a_playout_does_not_end_the_game_while_behind() -> None:
    evaluator = GAME.evaluator()
    position = table(TWO_RINGS, BLANK_SMALL, dice="1 6 7 9 12 20", data=SMALL, boxes=([1] * 8, [20] * 4))
    play(position, 0, "d12 d4", "d20 c4")
    assert GAME.action_text(position, 0, evaluator.playout(position, 0, fast(1), room(position))) == "skip c3"


def test_priors_agree_with_the_value_one_action_ahead() -> None:
    evaluator, dice = GAME.evaluator(), fast(5)
    position = started(2)
    out, quick = room(position), vec[float]([0.0] * int(position.max_legal))
    loss, writes = 0.0, 0
    while not position.over:
        seat = first_seat(position.acting())
        n = position.legal(seat, out)
        if n > 6:
            evaluator.priors(position, seat, out, n, quick)
            values = [_value_after(evaluator, position, seat, int(out[i])) for i in range(n)]
            loss += max(values) - values[max(range(n), key=lambda i: quick[i])]
            writes += 1
        position.play(seat, evaluator.playout(position, seat, dice, out))
    assert writes > 20
    assert loss / writes < 5000.0, "on average the favourite is at most a tenth of a point worse"


def _value_after(evaluator: Evaluator, position: PocketPosition, seat: int, action: int) -> float:
    after = position.copy()
    after.play(seat, action)
    return float(evaluator.value(after, seat))


def test_a_search_scores_a_high_ring() -> None:
    position = table("2 2 2 12 2 2 .", BLANK, dice="1 6 8 9 12 20")
    action = Search(GAME.evaluator(), iterations=100).choose(position, 0, fast(1))
    assert GAME.action_text(position, 0, int(action)) in ("d12 c2", "d20 c2")
    position.play(0, action)
    position.mask(0)
    action = Search(GAME.evaluator(), iterations=100).choose(position, 0, fast(1))
    assert GAME.action_text(position, 0, int(action)) == "score b2"


LOST = "2 2 2 18 2 2 ."
"""A sheet on which c2 closes a ring of 18."""


def chosen(position: PocketPosition, name: str, seed: int) -> str:
    """Return what a level plays."""
    found = level("pocket-hexes", name)
    player = Search(GAME.evaluator(), min(found.iterations, 60), 0.0, found.temperature, found.cutoff)
    return GAME.action_text(position, 0, int(player.choose(position.copy(), 0, fast(seed))))


@pytest.mark.parametrize("name", NAMES)
def test_points_are_taken_where_the_game_is_lost(name: str) -> None:
    position = table(LOST, BLANK, dice="1 6 8 9 12 20", boxes=([1] * 4, [20] * 9))
    play(position, 0, "d20 c2")
    assert [chosen(position, name, seed) for seed in range(8)] == ["score b2"] * 8


def test_a_search_without_priors_prefers_points_where_the_game_is_lost() -> None:
    position = table(LOST, BLANK, dice="1 6 8 9 12 20", boxes=([1] * 4, [20] * 9))
    play(position, 0, "d20 c2")
    flat = GAME.evaluator()
    flat.prior_temperature = 0.0
    best, other = Search(flat, 40).think(position.copy(), 0, fast(1)).choices
    assert GAME.action_text(position, 0, best.action) == "score b2"
    assert other.value < best.value < -0.99


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("theirs", [0, 10, 20])
def test_no_level_skips_a_high_ring_with_boxes_to_spare(name: str, theirs: int) -> None:
    position = table("2 2 2 11 2 2 .", BLANK, dice="1 6 8 9 12 20", boxes=([1] * 4, [theirs] * 4))
    play(position, 0, "d20 c2")
    assert [chosen(position, name, seed) for seed in range(6)] == ["score b2"] * 6


LAST_TURN = (
    "everyone 0 2,4,1,1,1,12 ..7i/..774/551471/.55770./5c5590/.666b/....|7,5,7,9,7,4,7,5|1d20:e3 "
    "31../07667/i7567c/.95518./.5577./5080./....|5,7,7,5,6,5,5,7,7|0~d5 5588/.4077/41d77./1i986c./.959b./.71b./....|"
    "8,13,9,7,5,7,9,-3|0~b3+d5 .09./8779./.77602/.779b12/.715b./.c75i/51..|9,6,11,7,7,5,7|0~e3"
)
"""Player 2 has filled nine boxes. Player 1 has one left, a completed ring around a 5, and no better one to complete."""


def test_in_the_last_turn_no_ring_is_skipped_for_better_ones_that_cannot_come() -> None:
    position = new(4, sheet="small")
    GAME.parse_position(position, LAST_TURN)
    score, skip = Search(GAME.evaluator()).prior_ratios(position, 0, fast(1))
    assert score == 1.0
    assert skip < 0.01
    for name in NAMES:
        assert {chosen(position, name, seed) for seed in range(8)} == {"score e3"}


def test_in_the_last_turn_a_ring_is_skipped_for_a_better_one_that_can_come() -> None:
    position = new(4, sheet="small")
    # An 11 in d1 completes the ring around the 7 in d2.
    GAME.parse_position(position, LAST_TURN.replace("2,4,1,1,1,12", "2,4,1,1,11,12").replace(".55770.", ".75770."))
    score, skip = Search(GAME.evaluator()).prior_ratios(position, 0, fast(1))
    assert skip == 1.0
    assert score < 0.1
