"""Actions of a root that are tried in the same determinizations."""

from __future__ import annotations

import zlib

import pytest
from librt.vecs import vec
from mypy_extensions import i32

from bestagon.bots.mcts import RACE_SHARE, Search
from bestagon.bots.mcts_race import MIN_ROUNDS, Race
from bestagon.bots.mcts_tree import Tree
from bestagon.core import registry
from bestagon.core.dice import Dice, fast
from bestagon.core.evaluator import Evaluator
from bestagon.core.position import Position


def tree_with(*priors: float) -> Tree:
    tree = Tree()
    tree.clear(2, 100)
    for action, prior in enumerate(priors):
        tree.add(0, action, 0, prior)
    return tree


def started(
    *priors: float, iterations: int = 0, scale: float = 0.0, rounds: float = 0.0, groups: dict[int, int] | None = None
) -> tuple[Race, Tree]:
    """Return a race between actions with these priors; `groups` tells those that are not in group 0."""
    tree, race = tree_with(*priors), Race()
    race.begin(tree, vec[i32]([0] + [(groups or {}).get(action, 0) for action in range(len(priors))]), iterations, scale, rounds)
    return race, tree


def starters(race: Race, tree: Tree) -> list[int]:
    """Return the actions in the race."""
    return [int(tree.action[int(race.nodes[i])]) for i in range(int(race.count))]


def play_round(race: Race, tree: Tree, dice: Dice, payoffs: dict[int, float]) -> None:
    for _ in range(int(race.count)):
        action = int(tree.action[race.next(dice)])
        race.add(payoffs[action])


def test_all_actions_of_a_round_have_the_same_world_and_rounds_differ() -> None:
    race, _ = started(0.5, 0.3, 0.2)
    dice = fast(1)
    worlds = []
    for _ in range(6):
        race.next(dice)
        worlds.append(race.world_dice().to_bytes())
        race.add(0.0)
    assert worlds[0] == worlds[1] == worlds[2] != worlds[3] == worlds[4] == worlds[5]


def test_few_iterations_let_only_the_highest_priors_start() -> None:
    race, tree = started(*(0.01 * n for n in range(1, 31)), iterations=100)
    assert starters(race, tree) == [29, 28, 27, 26, 25, 24]


def test_the_best_of_each_group_start_before_higher_priors() -> None:
    priors = [0.01 * n for n in range(1, 31)]
    race, tree = started(*priors, iterations=100, groups={0: 1, 3: 2, 4: 2, 5: 2})
    assert starters(race, tree) == [29, 5, 0, 28, 4, 27]


def test_if_groups_are_more_than_places_the_highest_priors_start() -> None:
    priors = [0.01 * n for n in range(1, 31)]
    race, tree = started(*priors, iterations=100, groups={n: n for n in range(10)})
    assert starters(race, tree) == [29, 9, 8, 7, 6, 5]


def test_an_action_that_falls_behind_drops_out_whatever_the_worlds_are_like() -> None:
    race, tree = started(0.4, 0.3, 0.3)
    for n in range(int(MIN_ROUNDS)):
        luck = (-1) ** n * 0.5
        noise = 0.01 * (n % 3)
        play_round(race, tree, fast(n), {0: luck + noise, 1: luck + 0.3, 2: luck - 0.3 - noise})
    assert race.count == 1
    assert tree.action[race.leader()] == 1


@pytest.mark.parametrize(("rounds", "leader"), [(0.0, 1), (100.0, 0)])
def test_priors_count_like_rounds(rounds: float, leader: int) -> None:
    race, tree = started(0.6, 0.2, scale=0.1, rounds=rounds)
    for n in range(4):
        play_round(race, tree, fast(n), {0: 0.0, 1: 0.1})
    assert tree.action[race.leader()] == leader


class Paired(Evaluator):
    """Prefers one action; notes the worlds in which it estimates."""

    def __init__(self) -> None:
        super().__init__(1, 0)
        self.prior_temperature = 1.0
        self.depth = 1
        self.paired = True
        self.worlds: list[bytes] = []

    def sample_belief(self, masked: Position, seat: int, dice: Dice) -> None:
        super().sample_belief(masked, seat, dice)
        self.worlds.append(masked.dice.to_bytes())

    def value(self, position: Position, seat: int) -> float:
        return 0.0

    def estimate(self, position: Position, seat: int) -> float:
        cells = position.to_bytes()
        return (zlib.crc32(cells) % 7) / 10.0 if seat == 0 else 0.0


def opening() -> tuple[Position, int]:
    """Return a masked position and its seat."""
    game = registry.game("pocket-hexes")
    position = game.setup(2, game.complete(2, {}))
    position.start(fast(5))
    seat = int(position.acting() & -position.acting()).bit_length() - 1
    position.mask(seat)
    return position, seat


def test_the_leader_of_a_paired_search_is_the_most_visited() -> None:
    position, seat = opening()
    search = Search(Paired(), 400, 0.0, 0.0)
    report = search.think(position, seat, fast(2))
    assert report.iterations == 400
    assert report.choices[0].action == int(search.tree.action[search.race.leader()])
    assert report.choices[0].visits > report.choices[1].visits


def test_a_choice_is_made_as_soon_as_the_race_is_over() -> None:
    position, seat = opening()
    search = Search(Paired(), 400, 0.0, 0.0)
    best = search.think(position.copy(), seat, fast(2)).choices[0].action
    assert search.choose(position, seat, fast(2)) == best
    assert int(search.tree.visits[0]) <= RACE_SHARE * 400 + 1


@pytest.mark.parametrize("repeats", [False, True])
def test_searches_meet_the_same_worlds_where_the_evaluator_wants_it(repeats: bool) -> None:
    position, seat = opening()
    met = []
    for seed in (1, 2):
        evaluator = Paired()
        evaluator.repeats_worlds = repeats
        Search(evaluator, 64, 0.0, 0.0).think(position.copy(), seat, fast(seed))
        met.append(evaluator.worlds[1:])  # The first one is that of the priors.
    assert (met[0] == met[1]) == repeats
    assert len(set(met[0])) > 2


def test_each_seat_meets_worlds_of_its_own() -> None:
    """Two experts of Hex Roller filled their sheets alike for a whole game: they compared the same actions in the same worlds."""
    game = registry.game("hex-roller")
    position = game.setup(2, game.complete(2, {}))
    position.start(fast(5))
    met = []
    for seat in range(2):
        evaluator = Paired()
        evaluator.repeats_worlds = True
        Search(evaluator, 64, 0.0, 0.0).think(position.copy(), seat, fast(1))
        met.append(set(evaluator.worlds[1:]))
    assert len(met[0]) > 2
    assert not met[0] & met[1]
