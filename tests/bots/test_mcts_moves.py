"""Sampling of moves, selection by priors, and reuse of the tree."""

from __future__ import annotations

from collections import Counter

import pytest
from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.bots.mcts import Report, Search
from bestagon.core import registry
from bestagon.core.actions import legal_actions
from bestagon.core.dice import Dice, fast
from bestagon.core.evaluator import Evaluator
from bestagon.core.game import Game
from bestagon.core.position import Position


def at_start(game: Game, **options: int) -> Position:
    position = game.setup(2, game.complete(2, options))
    position.start(fast(1))
    return position


def masked(position: Position, seat: int) -> Position:
    copy = position.copy()
    copy.mask(seat)
    return copy


class Rows(Evaluator):
    """Gives cell c of a Hex board the prior 2 ** -c."""

    def priors(self, position: Position, seat: i64, actions: vec[i32], n: i64, weights: vec[float]) -> None:
        for i in range(n):
            weights[i] = 0.5 ** float(actions[i])


def rows() -> Evaluator:
    evaluator = Rows()
    evaluator.prior_temperature = 1.0
    return evaluator


def by_priors(temperature: float, cutoff: float) -> Counter[int]:
    position = at_start(registry.game("hex"), size=3)
    search = Search(rows(), temperature=temperature, cutoff=cutoff)
    dice = fast(5)
    return Counter(int(search.choose(masked(position, 0), 0, dice)) for _ in range(4000))


def test_without_a_temperature_the_best_prior_is_played() -> None:
    assert by_priors(0.0, 0.0) == {0: 4000}


def test_moves_are_sampled_in_proportion_to_priors() -> None:
    drawn = by_priors(1.0, 0.0)
    for cell in range(4):
        assert drawn[cell] / 4000 == pytest.approx(0.5 ** (cell + 1), abs=0.03)


def by_visits(temperature: float, power: float) -> Counter[int]:
    position, evaluator = at_start(registry.game("hex"), size=3), rows()
    evaluator.visit_power = power
    search = Search(evaluator, 40, temperature=temperature, cutoff=0.0)
    dice = fast(5)
    return Counter(int(search.choose(masked(position, 0), 0, dice)) for _ in range(300))


def test_an_evaluator_says_how_strictly_visits_are_sampled() -> None:
    assert by_visits(1.0, 1.0) == by_visits(4.0, 4.0)
    assert by_visits(1.0, 4.0).most_common(1)[0][1] > by_visits(1.0, 1.0).most_common(1)[0][1]


def test_a_temperature_of_two_samples_by_the_square_root() -> None:
    drawn = by_priors(2.0, 0.0)
    assert drawn[2] / drawn[0] == pytest.approx(0.5, abs=0.1)


def test_moves_below_the_cutoff_are_never_sampled() -> None:
    assert set(by_priors(5.0, 0.2)) == {0, 1, 2}


def test_a_search_is_led_by_priors_but_not_misled() -> None:
    # Red wins at a3, which has a low prior.
    game = registry.game("hex")
    position = at_start(game, size=3)
    game.parse_position(position, "RB./RB./.B. R -")
    report = Search(rows(), iterations=300).think(position, 0, fast(1))
    assert game.action_text(position, 0, report.choices[0].action) == "a3"
    assert report.choices[0].values == [1.0, -1.0]
    assert report.line[0] == (0, report.choices[0].action)


def test_widening_expands_the_best_priors_first() -> None:
    evaluator = rows()
    evaluator.widening = 1.0
    position = at_start(registry.game("hex"), size=5)
    search = Search(evaluator, iterations=400)
    search.think(masked(position, 0), 0, fast(1))
    tree = search.tree
    widths = Counter(int(tree.parent[node]) for node in range(1, int(tree.nodes)))
    assert widths[0] == 25
    for node in range(1, int(tree.nodes)):
        if tree.visits[node] > 1:
            assert widths[node] <= int(tree.visits[node]) ** 0.5 + 1


def test_moves_are_sampled_by_visits() -> None:
    position = at_start(registry.game("hex"), size=4)
    search = Search(Evaluator(), iterations=50, temperature=1.0)
    drawn = {int(search.choose(masked(position, 0), 0, fast(seed))) for seed in range(30)}
    assert len(drawn) > 3


def test_stopping_early_does_not_change_the_choice() -> None:
    position = at_start(registry.game("hex"), size=4)
    for seed in range(10):
        search = Search(Evaluator(), iterations=500)
        whole = search.think(masked(position, 0), 0, fast(seed))
        assert search.choose(masked(position, 0), 0, fast(seed)) == whole.choices[0].action


def replies(game: Game, position: Position, seat: int, search: Search, dice: Dice) -> tuple[Report, Report]:
    """Search, play two actions of the principal variation, and search again."""
    first = search.think(masked(position, seat), seat, dice)
    for mover, action in first.line[:2]:
        position.play(mover, action)
    return first, search.think(masked(position, seat), seat, dice)


def test_the_tree_is_reused_after_the_reply() -> None:
    position = at_start(registry.game("hex"), size=4)
    first, second = replies(registry.game("hex"), position, 0, Search(Evaluator(), iterations=2000, reuse=True), fast(3))
    assert 0 < second.reused < first.choices[0].visits
    assert second.iterations == 2000
    assert sum(choice.visits for choice in second.choices) >= second.iterations - 1


def test_the_reused_tree_has_the_statistics_of_before() -> None:
    position = at_start(registry.game("hex"), size=4)
    search = Search(Evaluator(), iterations=3000, reuse=True)
    report = search.think(masked(position, 0), 0, fast(3))
    tree = search.tree
    reply = tree.most_visited(tree.most_visited(0))
    known = [tree.mean(reply, 0), tree.mean(reply, 1)]
    visits = int(tree.visits[reply])
    below = sorted((int(tree.action[n]), int(tree.visits[n])) for n in range(1, int(tree.nodes)) if tree.parent[n] == reply)
    for mover, action in report.line[:2]:
        position.play(mover, action)
    search.iterations = 1
    again = search.think(masked(position, 0), 0, fast(4))
    assert again.reused == again.iterations == visits
    assert again.values == known
    assert sorted((choice.action, choice.visits) for choice in again.choices) == below
    for node in range(1, int(tree.nodes)):
        assert tree.parent[node] < node
        assert tree.visits[node] <= tree.visits[int(tree.parent[node])]


def test_the_tree_is_reused_after_any_reply_to_a_sampled_move() -> None:
    position = at_start(registry.game("hex"), size=3)
    search = Search(Evaluator(), iterations=3000, temperature=3.0, cutoff=0.0, reuse=True)
    position.play(0, search.choose(masked(position, 0), 0, fast(8)))
    position.play(1, legal_actions(position, 1)[2])
    assert search.think(masked(position, 0), 0, fast(4)).reused > 0


def test_chance_prevents_reuse() -> None:
    game = registry.game("pocket-hexes")
    position = at_start(game)
    dice = fast(2)
    search = Search(Evaluator(), iterations=200, reuse=True)
    rolled = position.dice.drawn
    while not position.over and position.dice.drawn == rolled:
        seat = next(s for s in range(2) if int(position.acting()) >> s & 1)
        position.play(seat, search.choose(masked(position, seat), seat, dice))
    seat = next(s for s in range(2) if int(position.acting()) >> s & 1)
    assert search.think(masked(position, seat), seat, dice).reused == 0


def test_another_game_starts_a_new_tree() -> None:
    search = Search(Evaluator(), iterations=100, reuse=True)
    search.think(masked(at_start(registry.game("hex"), size=4), 0), 0, fast(1))
    assert search.think(masked(at_start(registry.game("hex"), size=5), 0), 0, fast(1)).reused == 0
    assert search.think(masked(at_start(registry.game("beerhex")), 0), 0, fast(1)).reused == 0
