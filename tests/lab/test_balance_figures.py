from __future__ import annotations

import pytest

from bestagon.lab.balance.comparison import changes
from bestagon.lab.balance.estimates import holm, mean, paired, share, t_quantile, t_tail
from bestagon.lab.balance.measured_game import MeasuredGame
from bestagon.lab.balance.metrics import Metric, edges_for, histogram, leader_curve, metrics, use_figures, use_names
from bestagon.lab.balance.plan import BalanceCell, BalanceTask
from bestagon.lab.balance.traces import figures, lead_changes, moments
from bestagon.lab.balance.wording import ban_finding, change_finding, figure_name, seat_finding, stated

CELL = BalanceCell(2, ("casual",))


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    # Published values of the Wilson score interval at 95 % without continuity correction (Newcombe 1998, table I).
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_intervals(won: int, games: int, low: float, high: float) -> None:
    found = share([1.0] * won + [0.0] * (games - won))
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-4)
    assert found.n == games


def test_students_t() -> None:
    # From printed tables of the distribution.
    assert [round(t_quantile(freedom), 3) for freedom in (1, 2, 10, 30, 120)] == [12.706, 4.303, 2.228, 2.042, 1.980]
    assert t_tail(2.571, 5) == pytest.approx(0.05, abs=1e-4)
    assert t_tail(0.0, 7) == 1.0
    found = mean([1.0, 2.0, 3.0, 4.0, 5.0])
    assert (found.value, round(found.low, 3), round(found.high, 3)) == (3.0, 1.037, 4.963)


def test_pairs_are_compared_game_by_game() -> None:
    found = paired([10.0, 20.0, 30.0, 40.0], [11.0, 22.0, 31.0, 42.0])
    # The differences 1, 2, 1, 2 have a mean of 1.5 and a standard error of 0.2887: t = 5.196 with 3 degrees of freedom.
    assert (found.value, found.n) == (1.5, 4)
    assert (found.low, found.high) == pytest.approx((0.581, 2.419), abs=1e-3)
    assert found.p == pytest.approx(0.01385, abs=1e-4)
    assert paired([1.0, 1.0], [1.0, 1.0]).p == 1.0
    assert paired([1.0, 1.0], [2.0, 2.0]).p == 0.0


def test_holm_corrects_for_the_number_of_tests() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1.0, 1.0]


def test_a_runaway_leader() -> None:
    trace = [(0.5, 0.5), (0.7, 0.3), (0.85, 0.15), (0.9, 0.1), (1.0, 0.0)]
    found = figures(trace, [0])
    assert (found.lead_changes, found.drama, found.decided) == (0, 0.0, 0.5)
    assert (found.quarter, found.half, found.three_quarters) == (True, True, True)


def test_a_comeback() -> None:
    trace = [(0.5, 0.5), (0.8, 0.2), (0.7, 0.3), (0.4, 0.6), (0.0, 1.0)]
    found = figures(trace, [1])
    assert (found.lead_changes, found.decided) == (1, 1.0)
    assert found.drama == pytest.approx((0.6 + 0.4) / 2)
    assert (found.quarter, found.half, found.three_quarters) == (False, False, True)


def test_the_lead_changes_only_by_more_than_the_error() -> None:
    assert lead_changes([(0.52, 0.48), (0.49, 0.51), (0.53, 0.47)]) == 0
    assert lead_changes([(0.6, 0.4), (0.46, 0.54), (0.6, 0.4)]) == 0
    assert lead_changes([(0.6, 0.4), (0.4, 0.6), (0.6, 0.4)]) == 2
    assert lead_changes([(0.6, 0.3, 0.3), (0.2, 0.3, 0.7), (0.2, 0.8, 0.3)]) == 2


def test_moments_are_evenly_spaced() -> None:
    assert moments(100, 4) == [0, 25, 50, 75]
    assert moments(3, 12) == [0, 1, 2]


def game(number: int, places: tuple[int, ...], scores: tuple[int, ...], *uses: dict[str, int], cell: BalanceCell = CELL) -> MeasuredGame:
    trace = ((0.5, 0.5), (0.9, 0.1), (1.0, 0.0)) if number == 0 else ()
    counted = uses or ({}, {})
    return MeasuredGame(BalanceTask(0, cell, number), "full", places, scores, ("a", "b"), 10 + number, 30, 2, False, counted, trace, 0, 1)


def test_figures_of_games() -> None:
    games = [
        game(0, (1, 2), (7, 3), {"action/attack": 2}, {}),
        game(1, (1, 1), (4, 4), {"action/attack": 1}, {"action/attack": 1}),
        game(2, (2, 1), (2, 9), {}, {"card/C1": 1}),
    ]
    assert use_names(games) == ["action/attack", "card/C1"]
    found = {metric.key: metric for metric in metrics(CELL, games, use_names(games), ["full", "base"])}
    assert found["seat/0"].values == (1.0, 0.5, 0.0)
    assert found["shared"].values == (0.0, 1.0, 0.0)
    assert found["actions"].values == (10.0, 11.0, 12.0)
    assert found["choices"].values == (3.0, 30 / 11, 2.5)
    assert found["margin"].values == (4.0, 0.0, 7.0)
    assert found["lead-changes"].values == (0.0, None, None)
    assert found["ending/base"].values == (0.0, 0.0, 0.0)
    assert found["use/action/attack"].values == (1.0, 1.0, 0.0)
    use = use_figures("action/attack", games)
    assert use.won_with is not None
    assert use.won_without is not None
    assert (use.used.value, use.times.value) == (0.5, 4 / 6)
    assert (use.won_with.value, use.won_without.value) == pytest.approx((2 / 3, 1 / 3))
    assert use.gap == 0.0, "three games prove nothing"
    assert leader_curve(games, 2) == [(0.0, 0.5), (0.5, 1.0)]


def test_points_between_levels_and_wins_of_the_restricted() -> None:
    pair = BalanceCell(2, ("a", "b"))
    (skill,) = metrics(pair, [game(0, (1, 2), (1, 0), cell=pair), game(1, (1, 1), (0, 0), cell=pair)], [], [])
    assert skill.values == (0.0, 0.5), "b is the higher level"
    assert stated([skill], [""]) == "B takes 25 % (3 to 80) of the points from a."
    banned = BalanceCell(2, ("a",), "attack")
    (ban,) = metrics(banned, [game(n, (2, 1), (0, 1), cell=banned) for n in range(20)], [], [])
    estimate = ban.estimate()
    assert estimate is not None
    assert (
        ban_finding(banned, estimate) == "a player who never plays “attack” wins 0 % (0 to 16) of the games instead of 50 %: it is needed"
    )


def test_seats_are_told_with_their_intervals() -> None:
    def seats(first: list[float]) -> list[Metric]:
        return [Metric("seat/0", "", "share", tuple(first)), Metric("seat/1", "", "share", tuple(1 - part for part in first))]

    assert seat_finding(CELL, seats([1.0] * 70 + [0.0] * 30), False) == (
        "the first player wins 70 % (60 to 78) of the games, more than a fair 50 %"
    )
    assert seat_finding(CELL, seats([1.0, 0.0] * 20), True) == (
        "seat 1 wins 50 % (35 to 65) of the games: 40 games show no advantage of any seat"
    )


def test_significant_changes_come_first_and_are_told() -> None:
    before = [
        Metric("noise", "Noise is {}", "number", tuple(float(n % 5) for n in range(40))),
        Metric("actions", "A game takes {} actions", "number", tuple(50.0 + n % 3 for n in range(40))),
    ]
    after = [
        Metric("noise", "Noise is {}", "number", tuple(float(n % 7) - 0.8 for n in range(40))),
        Metric("actions", "A game takes {} actions", "number", tuple(44.0 + n % 4 for n in range(40))),
    ]
    found = changes({CELL: before}, {CELL: after})
    assert [(change.key, change.significant) for change in found] == [("actions", True), ("noise", False)]
    assert change_finding(found[0]) == "A game takes 45.5 instead of 51.0 actions: −5.47 (−5.92 to −5.03)."
    assert figure_name(found[0]) == "actions in a game"


def test_parts_stay_between_nothing_and_all() -> None:
    found = Metric("only", "", "part", (0.0, 0.0, 0.1)).estimate()
    assert found is not None
    assert (found.low, found.high > 0.1) == (0.0, True)


def test_histograms_cover_every_number() -> None:
    edges = edges_for([3.0, 41.0, 97.0])
    assert len(edges) <= 25
    assert (edges[0] <= 3, edges[-1] > 97) == (True, True)
    assert sum(histogram([3.0, 41.0, 97.0], edges)) == pytest.approx(1)
    assert edges_for([1.0, 1.0]) == [1.0, 2.0]
