"""The search plays legally, is deterministic, sees only masked positions, and finds winning moves."""

from __future__ import annotations

import time

import pytest
from librt.vecs import vec
from mypy_extensions import i32, i64
from tests.conformance.cases import Case, all_cases, legal, random_step, seats_of, usual_cases

import bestagon
from bestagon.bots.levels import levels_of
from bestagon.bots.mcts import MIN_ITERATIONS, Report, Search
from bestagon.bots.self_play import play_games
from bestagon.core import registry
from bestagon.core.dice import Dice, fast
from bestagon.core.evaluator import Evaluator
from bestagon.core.position import Position


def statistics(report: Report) -> list[object]:
    """Return everything in a report."""
    choices = [(choice.action, choice.visits, choice.prior, choice.value, choice.values) for choice in report.choices]
    return [choices, report.values, report.line, report.iterations]


def check_search(search: Search, case: Case, seed: int) -> None:
    """Check the search in some positions of a random game."""
    position = case.started(seed)
    dice = fast(seed + 1)
    for _ in range(40):
        if position.over:
            return
        if dice.below(8) == 0:
            for seat in seats_of(int(position.acting()), case.players):
                masked = position.copy()
                masked.mask(seat)
                other = masked.copy()
                other.determinize(seat, dice)
                other.mask(seat)
                first = search.think(masked.copy(), seat, fast(7))
                assert {choice.action for choice in first.choices} <= set(legal(position, seat))
                assert sum(choice.visits for choice in first.choices) == first.iterations == search.iterations
                assert all(-1 <= value <= 1 for choice in first.choices for value in choice.values)
                # Positions that look equal to the seat give equal statistics.
                assert statistics(search.think(other, seat, fast(7))) == statistics(first)
        random_step(position, dice)


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_the_search_sees_only_the_mask_and_is_deterministic(case: Case) -> None:
    check_search(Search(case.game.evaluator(), iterations=20), case, 3)


@pytest.mark.parametrize("case", usual_cases(), ids=str)
def test_the_base_evaluator_works_for_every_game(case: Case) -> None:
    check_search(Search(Evaluator(), iterations=60), case, 5)


@pytest.mark.parametrize("case", usual_cases(), ids=str)
def test_progressive_widening_works_for_every_game(case: Case) -> None:
    evaluator = case.game.evaluator()
    evaluator.prior_temperature = evaluator.prior_temperature or 5.0
    evaluator.widening = 1.5
    check_search(Search(evaluator, iterations=60), case, 5)


class Counting(Evaluator):
    """Counts the calls of `priors`."""

    def __init__(self, expand_after: int) -> None:
        """Expand nodes after this number of visits."""
        super().__init__()
        self.prior_temperature = 1.0
        self.expand_after = expand_after
        self.calls = 0

    def priors(self, position: Position, seat: i64, actions: vec[i32], n: i64, weights: vec[float]) -> None:
        """Count the call."""
        self.calls += 1
        super().priors(position, seat, actions, n, weights)


def test_expanding_later_computes_fewer_priors() -> None:
    game = registry.game("hex")
    position = game.setup(2, game.complete(2, {"size": 4}))
    position.start(fast(1))
    early, late = Counting(1), Counting(8)
    for evaluator in (early, late):
        report = Search(evaluator, iterations=300).think(position.copy(), 0, fast(2))
        assert report.iterations == 300
        assert any(choice.visits > 8 for choice in report.choices)
    assert 1 < late.calls < early.calls / 2


def test_it_wins_when_it_can_and_blocks_when_it_must() -> None:
    game = registry.game("hex")
    for text, seat, wanted in [("R../RB./.B. R -", 0, "a3"), (".../BB./R.. R -", 0, "c2")]:
        position = game.setup(2, game.complete(2, {"size": 3}))
        game.parse_position(position, text)
        choice = Search(Evaluator(), iterations=800).choose(position, seat, fast(1))
        assert game.action_text(position, seat, int(choice)) == wanted


def test_the_evaluator_limits_the_depth_of_the_tree() -> None:
    game = registry.game("hex")
    position = game.setup(2, game.complete(2, {"size": 3}))
    position.start(fast(1))
    position.mask(0)
    for depth in (1, 2):
        evaluator = Evaluator()
        evaluator.depth = depth
        assert len(Search(evaluator, iterations=400).think(position, 0, fast(1)).line) == depth


class Believer(Evaluator):
    """Counts the calls of `sample_belief`."""

    asked = 0

    def sample_belief(self, masked: Position, seat: int, dice: Dice) -> None:
        """Count the call."""
        self.asked += 1
        super().sample_belief(masked, seat, dice)


def test_a_search_samples_a_belief_in_every_iteration() -> None:
    game = registry.game("beerhex")
    position = game.setup(2, game.complete(2, {}))
    position.start(fast(1))
    believer = Believer()
    Search(believer, iterations=25).think(position, int(position.acting()) >> 1, fast(1))
    assert believer.asked == 25


class Slow(Evaluator):
    """Determinizes slowly."""

    def sample_belief(self, masked: Position, seat: int, dice: Dice) -> None:
        """Sleep before sampling."""
        time.sleep(0.02)
        super().sample_belief(masked, seat, dice)


def test_the_time_limit_ends_a_search() -> None:
    game = registry.game("hex")
    position = game.setup(2, game.complete(2, {}))
    position.start(fast(1))
    position.mask(0)
    assert Search(Evaluator(), seconds=0.5).think(position, 0, fast(1)).iterations > 10
    # Sleeping costs its thread no time; the clock ends it after twice the limit, and no iteration begins that would last longer.
    assert 1 <= Search(Slow(), iterations=100, seconds=0.05).think(position, 0, fast(1)).iterations <= 5


class Busy(Evaluator):
    """Determinizes at a high cost."""

    def sample_belief(self, masked: Position, seat: int, dice: Dice) -> None:
        """Use 2 ms of the thread's time before sampling."""
        end = time.thread_time() + 0.002
        while time.thread_time() < end:
            pass
        super().sample_belief(masked, seat, dice)


def test_the_time_limit_counts_what_the_thread_runs_and_leaves_a_minimum_of_iterations() -> None:
    game = registry.game("hex")
    position = game.setup(2, game.complete(2, {}))
    position.start(fast(1))
    position.mask(0)
    before = time.thread_time()
    assert Search(Busy(), iterations=10_000, seconds=0.1).think(position, 0, fast(1)).iterations >= MIN_ITERATIONS
    assert time.thread_time() - before < 0.2
    # The minimum takes 16 ms and the limit is 10; the clock would end it after 20.
    assert Search(Busy(), iterations=10_000, seconds=0.01).think(position, 0, fast(1)).iterations <= MIN_ITERATIONS


@pytest.mark.parametrize("case", usual_cases(), ids=str)
def test_no_search_prefers_a_low_prior_among_equal_visits(case: Case) -> None:
    """From one iteration on, at every temperature of a level: what the game's own priors rank low needs visits to be played."""
    budgets = [1, 2, 3, 5, 8, 13, 21]
    heats = sorted({0.0, *(one.temperature for one in levels_of(case.game.name) if one.iterations)})
    position, dice = case.started(4), fast(9)
    for _ in range(12):
        if position.over:
            break
        for seat in seats_of(int(position.acting()), case.players):
            masked = position.copy()
            masked.mask(seat)
            budget, heat = budgets[int(dice.below(len(budgets)))], heats[int(dice.below(len(heats)))]
            search = Search(case.game.evaluator(), iterations=budget, temperature=heat, cutoff=0.0)
            chosen, tree = int(search.choose(masked, seat, fast(3))), search.tree
            children = [node for node in range(1, int(tree.nodes)) if tree.parent[node] == 0]
            played = next((node for node in children if tree.action[node] == chosen), None)
            if played is not None:
                better = [node for node in children if tree.prior[node] > tree.prior[played]]
                assert 2 * len(better) < len(children) or all(tree.visits[node] < tree.visits[played] for node in better)
        random_step(position, dice)


def test_a_search_needs_a_limit() -> None:
    with pytest.raises(ValueError, match="a limit on iterations or seconds"):
        Search(Evaluator())


@pytest.mark.parametrize("name", ["hex", "beerhex"])
def test_search_beats_random(name: str) -> None:
    options = {"hex": {"size": 5}, "beerhex": {"sets": 1}}[name]
    completed = bestagon.all_games()[name].complete(2, options)
    first = play_games(name, 2, completed, ["search", "random"], range(10))
    second = play_games(name, 2, completed, ["random", "search"], range(10))
    assert sum(o.places[0] == 1 for o in first) + sum(o.places[1] == 1 for o in second) >= 18
