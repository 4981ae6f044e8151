"""The evaluator sees claims coming, its own and those of others."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from tests.games.hexagone.boards import fresh, legal, play, table

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
    assert abs(evaluator.value(position, 0) - position.payoff(0) * 1e6) < 1000
    assert len(phases) > 3


@pytest.mark.parametrize(("players", "teams"), [(2, False), (3, False), (4, False), (4, True)])
def test_estimates_are_payoffs_and_exact_at_the_end(players: int, teams: bool) -> None:
    evaluator = GAME.evaluator()
    position = GAME.setup(players, {"kids": False, "teams": teams, "data": ""})
    position.start(fast(players))
    dice, out = fast(7), room(position)
    while not position.over:
        before = position.to_bytes()
        estimates = [evaluator.estimate(position, seat) for seat in range(players)]
        assert all(-1.0 <= estimate <= 1.0 for estimate in estimates)
        assert abs(sum(estimates)) < 1e-9
        assert estimates == [GAME.evaluator().estimate(position, seat) for seat in range(players)]
        assert position.to_bytes() == before
        seat = int(position.acting()).bit_length() - 1
        position.play(seat, position.pick(seat, dice, out))
    assert [evaluator.estimate(position, seat) for seat in range(players)] == [position.payoff(seat) for seat in range(players)]


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


@pytest.mark.parametrize("players", [2, 4])
def test_priors_are_values_one_action_ahead(players: int) -> None:
    evaluator = GAME.evaluator()
    position = fresh(players, seed=players)
    dice, out = fast(9), room(position)
    quick, slow = vec[float]([0.0] * int(position.max_legal)), vec[float]([0.0] * int(position.max_legal))
    steps = 0
    while not position.over:
        seat = position.turn
        if steps % 20 == 0:
            before = position.to_bytes()
            n = position.legal(seat, out)
            evaluator.priors(position, seat, out, n, quick)
            assert position.to_bytes() == before
            Evaluator.priors(evaluator, position, seat, out, n, slow)
            assert [quick[i] for i in range(n)] == pytest.approx([slow[i] for i in range(n)])
        position.play(seat, position.pick(seat, dice, out))
        steps += 1


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
