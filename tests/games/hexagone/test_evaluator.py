"""The evaluator sees claims coming, its own and those of others."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from tests.games.hexagone.boards import fresh, legal, play, table

from bestagon.bots.player_factory import make_player
from bestagon.core.actions import legal_actions, room
from bestagon.core.dice import fast
from bestagon.core.evaluator import Evaluator
from bestagon.games.hexagone import GAME
from bestagon.games.hexagone.board import BAG
from bestagon.games.hexagone.rules.moves import CLAIMING, PLAYING
from bestagon.games.hexagone.rules.state import HexagonePosition


def best(position: HexagonePosition) -> str:
    """Return the action of the seat to move with the best value after it."""
    evaluator, seat = GAME.evaluator(), int(position.turn)
    values = {}
    for text in legal(position):
        after = position.copy()
        after.determinize(seat, fast(1))
        after.play(seat, GAME.parse_action(position, seat, text))
        values[text] = evaluator.value(after, seat)
    return max(values, key=lambda text: values[text])


def test_it_completes_a_card_and_claims_it() -> None:
    position = table("g g", "gb", "g", row="C02")
    assert best(position) in ("blue p18", "blue p15")
    play(position, best(position))
    assert best(position).startswith("claim C02")


def test_it_claims_the_card_with_more_points() -> None:
    position = table("g c b", "", "g", row="C01 C02", phase=CLAIMING)
    assert best(position) == "claim C02 p16 p17 p18"


def test_it_sees_what_a_move_and_a_swap_can_do() -> None:
    line = "C01 * 9\n  g g g g"
    moving = table("g g g\n . b g", "M", "g", row="C01", data=line)
    assert best(moving) == "move q18"
    play(moving, "move q18")
    assert best(moving) in ("to p19", "to p15")
    swapping = table("g g b g\n   g", "S", "g", row="C01", data=line)
    assert best(swapping) == "swap p18"
    play(swapping, "swap p18", "with q17")
    assert best(swapping) == "claim C01 p16 p17 p18 p19"


def test_it_leaves_nothing_to_the_next_player() -> None:
    evaluator = GAME.evaluator()
    near = table("g g b", "g", "gg", row="C02", phase=PLAYING)
    far = table("g b g", "g", "gg", row="C02", phase=PLAYING)
    for position in (near, far):
        position.turn = 1
    assert evaluator.value(near, 0) < evaluator.value(far, 0)
    assert evaluator.value(near, 1) > evaluator.value(far, 1)


def test_a_team_leaves_cards_to_the_partner_and_none_to_opponents() -> None:
    evaluator = GAME.evaluator()
    near = table("g g b", "g", "gg", "gg", "gg", row="C02", phase=PLAYING, players=4, teams=True)
    far = table("g b g", "g", "gg", "gg", "gg", row="C02", phase=PLAYING, players=4, teams=True)
    for turn, better in ((1, far), (2, near), (3, far)):
        near.turn = far.turn = turn
        worse = near if better is far else far
        assert evaluator.value(better, 0) > evaluator.value(worse, 0)


def test_a_team_counts_the_points_and_prospects_of_both_members() -> None:
    evaluator = GAME.evaluator()
    position = table("g g b", "g", "g", "g", "g", row="C02", players=4, teams=True)
    before = [evaluator.estimate(position, seat) for seat in range(4)]
    assert before[0] == before[2] == -before[1] == -before[3]
    for member in (0, 2):
        ahead = position.copy()
        assert isinstance(ahead, HexagonePosition)
        ahead.points[member] += 5
        assert evaluator.estimate(ahead, 0) > before[0]
        assert evaluator.estimate(ahead, 2) == evaluator.estimate(ahead, 0)
        assert evaluator.value(ahead, 0) == evaluator.value(position, 0) + 5
    stronger = table("g g b", "g", "g", "gbSDM", "g", row="C02", players=4, teams=True)
    assert evaluator.estimate(stronger, 0) > before[0]


def test_value_restores_the_position() -> None:
    evaluator = GAME.evaluator()
    position = fresh(3, seed=12)
    dice, out = fast(12), room(position)
    phases = set()
    while not position.over:
        before = position.to_bytes()
        for seat in range(3):
            evaluator.value(position, seat)
        assert position.to_bytes() == before
        phases.add(int(position.phase))
        position.play(position.turn, position.pick(position.turn, dice, out))
    assert evaluator.value(position, 0) == position.score(0) - max(position.score(1), position.score(2))
    assert len(phases) > 3


@pytest.mark.parametrize(("players", "teams"), [(2, False), (3, False), (4, False), (4, True)])
def test_estimates_are_payoffs_and_exact_at_the_end(players: int, teams: bool) -> None:
    evaluator = GAME.evaluator()
    position = GAME.setup(players, {"kids": False, "teams": teams, "data": ""})
    position.start(fast(players))
    dice, out = fast(7), room(position)
    steps = 0
    while not position.over:
        if steps % 8 == 0:
            before = position.to_bytes()
            estimates = [evaluator.estimate(position, seat) for seat in range(players)]
            assert all(-1.0 <= estimate <= 1.0 for estimate in estimates)
            assert abs(sum(estimates)) < 1e-9
            again = GAME.evaluator()
            assert estimates == [again.estimate(position, seat) for seat in range(players)]
            assert position.to_bytes() == before
        steps += 1
        seat = int(position.acting()).bit_length() - 1
        position.play(seat, position.pick(seat, dice, out))
    payoffs = [position.payoff(seat) for seat in range(players)]
    assert [evaluator.estimate(position, seat) for seat in range(players)] == pytest.approx(payoffs, abs=0.03)


def test_an_estimate_takes_resignations_into_account() -> None:
    position = fresh(3, seed=4)
    position.resign((position.turn + 1) % 3)
    resigned = [seat for seat in range(3) if position.resigned(seat)]
    estimates = [GAME.evaluator().estimate(position, seat) for seat in range(3)]
    assert estimates[resigned[0]] == -1.0
    assert all(-1.0 <= estimate <= 1.0 for estimate in estimates)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_playouts_are_legal_and_terminate(players: int) -> None:
    evaluator = GAME.evaluator()
    for seed in range(6):
        position = fresh(players, seed=seed)
        dice, out = fast(seed), room(position)
        steps = 0
        while not position.over:
            seat = int(position.turn)
            action = evaluator.playout(position, seat, dice, out)
            assert action in legal_actions(position, seat)
            # Random actions in between reach phases that playouts seldom reach.
            position.play(seat, action if steps % 3 else position.pick(seat, dice, out))
            steps += 1
            assert steps < 5000


def test_a_playout_completes_a_card_and_claims_it() -> None:
    evaluator = GAME.evaluator()
    position = table("g g", "gb", "g", row="C02")
    dice, out = fast(3), room(position)
    for _ in range(3):
        position.play(0, evaluator.playout(position, 0, dice, out))
    assert position.score(0) > 0


def prior_texts(position: HexagonePosition) -> list[str]:
    """Return the legal actions of the seat to move, best prior first."""
    evaluator, seat, out = GAME.evaluator(), int(position.turn), room(position)
    found = vec[float]([0.0] * int(position.max_legal))
    n = position.legal(seat, out)
    evaluator.priors(position, seat, out, n, found)
    return [GAME.action_text(position, seat, int(out[i])) for i in sorted(range(n), key=lambda i: -found[i])]


def test_priors_are_not_below_the_values_one_action_ahead() -> None:
    evaluator = GAME.evaluator()
    position = fresh(2, seed=2)
    dice, out = fast(9), room(position)
    quick, slow = vec[float]([0.0] * int(position.max_legal)), vec[float]([0.0] * int(position.max_legal))
    steps = planned = 0
    while not position.over:
        seat = position.turn
        if steps % 20 == 0:
            before = position.to_bytes()
            n = position.legal(seat, out)
            evaluator.priors(position, seat, out, n, quick)
            assert position.to_bytes() == before
            Evaluator.priors(evaluator, position, seat, out, n, slow)
            ratios = [quick[i] / slow[i] for i in range(n) if slow[i] > 1e-9]
            planned += sum(ratio > 1.001 * min(ratios) for ratio in ratios)
        position.play(seat, position.pick(seat, dice, out))
        steps += 1
    assert 0 < planned < steps


def test_a_plan_claims_two_cards_that_share_a_hexagon() -> None:
    deck = "C01 * 5\n  g g g\n\nC02 * 5\n  g g\n   g"
    position = table("g . g\n   g", "cg", "g", row="C01 C02", data=deck)
    assert prior_texts(position)[0] == "gray p17"  # a cracked one would serve one card only
    while not position.over and position.turn == 0:
        play(position, prior_texts(position)[0])
    assert position.score(0) == 10


def test_a_draw_agon_is_played_before_a_placement() -> None:
    assert prior_texts(table("g g", "gbD", "g", row="C02"))[0] == "draw"


@pytest.mark.parametrize("lead", [-30, 30])
def test_the_last_turn_takes_points_that_change_nothing(lead: int) -> None:
    position = table("g g", "gbg", "g", row="C02", bag="")
    position.closing = 0
    position.points[0 if lead > 0 else 1] = abs(lead)
    claimed = position.score(0)
    player = make_player("search:60/t0", GAME, reuse=False)
    while not position.over:
        masked = position.copy()
        masked.mask(0)
        position.play(0, player.choose(masked, 0, fast(4)))
    assert position.score(0) > claimed


def test_the_points_of_a_partner_count_like_ones_own() -> None:
    evaluator = GAME.evaluator()
    estimates = []
    for scorer in (0, 2):
        position = fresh(4, seed=3, teams=True)
        position.points[scorer] = 25
        estimates.append([evaluator.estimate(position, seat) for seat in range(4)])
    assert estimates[0] == estimates[1]
    assert estimates[0][0] == estimates[0][2] > 0.3


def test_the_same_lead_counts_more_when_the_bag_is_empty() -> None:
    early, late = table("g g b", "g", "g", row="C02"), table("g g b", "g", "g", row="C02")
    for position in (early, late):
        position.points[0] = 20
    for kind in range(7):
        late.pools[8 * BAG + kind] = 0
    evaluator = GAME.evaluator()
    assert 0.0 < evaluator.estimate(early, 0) < evaluator.estimate(late, 0) < 1.0


def test_an_estimate_prefers_a_winning_position() -> None:
    evaluator = GAME.evaluator()
    won, lost = table("g g b", "g", "g", row="C02"), table("g g b", "g", "g", row="C02")
    won.points[0] = 60
    lost.points[1] = 60
    even = evaluator.estimate(table("g g b", "g", "g", row="C02"), 0)
    assert evaluator.estimate(lost, 0) < -0.5 < even < 0.5 < evaluator.estimate(won, 0)
