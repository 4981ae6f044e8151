"""Teaches hexaGONE with two players: bots play each other, and the network that judges positions is fitted to their games.

    python benchmarks/hexagone_learning.py play FILE --seed 1 --games 10000
    python benchmarks/hexagone_learning.py fit FILE... [--networks 3] [--hidden 24] [--out two_players.json]

`play` plays until the file has so many games, and goes on where it was stopped; several files with a seed each can be played at once. The
bots use the weights in ai/two_players.json, so a generation is: play, fit, copy the result there (with HIDDEN of ai/learned.py, which `fit`
prints), compile, and again. `fit` makes one network of several, whose mean it says, and prints how well they predict games they have not
seen, beside the network in use and the sum of plans and hands that other tables use (docs/measurements.md).
"""

from __future__ import annotations

import argparse
import json
import pickle
import random
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np
from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.bots.mcts import Search
from bestagon.core.actions import room
from bestagon.core.dice import Dice, fast
from bestagon.core.weight_file import in_units
from bestagon.games.hexagone import GAME
from bestagon.games.hexagone.ai.evaluator import HexagoneEvaluator
from bestagon.games.hexagone.ai.learned import SCALES
from bestagon.games.hexagone.ai.network import FEATURES, NUMBER_COUNT, NUMBERS, STAGES
from bestagon.games.hexagone.board import BAG, BASIC
from bestagon.games.hexagone.rules.moves import DRAW_TWO, ROW, STARTING
from bestagon.games.hexagone.rules.state import HexagonePosition

PLAIN = -1.0
"""Stands for a player that draws, carries out the best plan, and keeps all other specials."""
WHOLE = 0.3
"""The share of games that are learned from the first turn on. Others begin with a position that no bot wanted:"""
WARM_UP = 19
"""after fewer turns than this, played by a quick policy,"""
HAND_SIZES = (1, 2, 3, 3, 4, 4, 5, 5, 6, 6)
"""with hands dealt anew. Else what bots keep would only tell how the game stands, not what it is worth to keep it."""
QUICK = (80, 120, 200)
"""Iterations of the bots."""
SLIPS = (0.0, 0.02, 0.06)
"""How often bots try something else."""
OTHERS = 0.3
"""The share of games in which one seat does not search, since the network should know positions that other players bring about."""
HABITS = (PLAIN, PLAIN, 0.0, 0.4)
"""How such a seat plays: by priors at one of these temperatures, or PLAIN."""
LAMBDA = 0.2
"""How much of what comes after the next position counts in what a position learns, beside the prediction for the next one."""
DRAWS = 8
"""Draws and cards over which that prediction is averaged, so that nothing is learned from luck."""
CLASSES = (1, 7, 13, 21, 31, 41)
"""Numbers of hexagons in the bag at which a class of positions begins; errors of a class count by the luck that is left in it."""
HELD_OUT = 8
"""One game in so many is not learned from."""
EPOCHS = (12, 6, 6, 6, 6)
"""For the rest of the score: for results, then for a mix of results and predictions."""
PAYOFF_LAMBDA = 0.9
PAYOFF_ROUNDS, PAYOFF_EPOCHS = 3, 4
"""For the payoff, after these."""
BATCH = 512
RATE, PAYOFF_RATE = 3e-3, 1e-3
DECAY, PAYOFF_DECAY = 1e-1, 3e-2
POINTS = 10.0
"""The network's output times this is in points."""
Array = np.ndarray[Any, Any]


def set_up() -> HexagonePosition:
    """Return a position that has not started."""
    position = GAME.setup(2, GAME.complete(2, {}))
    assert isinstance(position, HexagonePosition)
    return position


def evaluator() -> HexagoneEvaluator:
    """Return the evaluator of the game."""
    made = GAME.evaluator()
    assert isinstance(made, HexagoneEvaluator)
    return made


# Games.


class Turn(NamedTuple):
    """A turn of a recorded game."""

    state: bytes
    """The position when it begins,"""
    last: bytes
    """and before its last action, so that other draws and cards can follow it."""
    action: int
    """The last action."""


class Played(NamedTuple):
    """A recorded game."""

    turns: list[Turn]
    scores: list[int]
    other: int
    """The seat that did not search, else -1."""


def play(file: Path, seed: int, games: int) -> None:
    """Play until the file contains so many games; each has a seed of its own."""
    searches = [Search(evaluator(), temperature=0.0) for _ in range(2)]
    quick = evaluator()
    with file.open("a+b") as out:
        done = end = 0
        out.seek(0)
        for _ in recorded(out):
            done, end = done + 1, out.tell()
        out.truncate(end)
        begun, already = time.monotonic(), done
        while done < games:
            chance, dice = random.Random(f"{seed}/{done}"), fast((seed << 32) + 2 * done + 1)
            position = set_up()
            position.start(fast((seed << 32) + 2 * done))
            if chance.random() >= WHOLE:
                while not warm_up(position, quick, chance.randrange(WARM_UP), dice):
                    position.start(fast(chance.getrandbits(60)))
                deal_anew(position, chance, dice)
            turns, scores, other = play_game(position, searches, quick, chance, dice)
            pickle.dump(([tuple(turn) for turn in turns], scores, other), out)
            out.flush()
            done += 1
            left = (games - done) * (time.monotonic() - begun) / (done - already)
            bar = "#" * (40 * done // games)
            print(f"\r[{bar:40}] {done} of {games} games, {left:.0f} s left ", end="", flush=True)
    print()


def warm_up(position: HexagonePosition, quick: HexagoneEvaluator, turns: int, dice: Dice) -> bool:
    """Play some turns; return whether the game goes on and hands can be dealt anew."""
    out = room(position)
    while not position.over:
        if position.phase == STARTING:
            if position.closing >= 0:
                return False
            if turns == 0 or position.pool_size(BAG) <= 3:
                return True
            turns -= 1
        seat = position.turn
        position.play(seat, quick.playout(position, seat, dice, out))
    return False


def deal_anew(position: HexagonePosition, chance: random.Random, dice: Dice) -> None:
    """Give both seats other hands, mostly, and place or remove some hexagons at random."""
    position.memory = type(position.memory)()
    for seat in range(2):
        size = held = int(position.pool_size(seat))
        if chance.random() < 0.5:
            size = chance.choice(HAND_SIZES)
        if size != held or chance.random() < 0.7:
            position.pour(seat, BAG)
            bag = int(position.pool_size(BAG))
            for i in range(size if size < bag else min(held, bag)):
                position.deal(BAG, seat, bag - i, dice)
    board, pools = position.board, position.pools
    for _ in range(chance.choice((0, 0, 1, 2, 3))):
        kinds = [kind for kind in range(int(BASIC)) for _ in range(int(pools[8 * BAG + kind]))]
        if kinds and position.pool_size(BAG) > 4:
            kind = chance.choice(kinds)
            pools[8 * BAG + kind] -= 1
            board.put(i64(board.fringe[chance.randrange(int(board.fringe_count))]), i64(kind))
    for _ in range(chance.choice((0, 0, 1, 2))):
        spots = [*board.grays[: board.gray_count], *board.blues[: board.blue_count]]
        if len(spots) > 6:
            pools[8 * BAG + board.take(chance.choice(spots))] += 1


def play_game(position: HexagonePosition, searches: list[Search], quick: HexagoneEvaluator, chance: random.Random, dice: Dice) -> Played:
    """Play a game to its end."""
    slips = chance.choice(SLIPS)
    iterations = [chance.choice(QUICK) for _ in range(2)]
    other = chance.randrange(2) if chance.random() < OTHERS else -1
    habit = chance.choice(HABITS)
    out = room(position)
    turns: list[Turn] = []
    begin = last = b""
    action = 0
    while not position.over:
        seat = int(position.turn)
        if position.phase == STARTING:
            if begin:
                turns.append(Turn(begin, last, action))
            begin = position.to_bytes()
        last = position.to_bytes()
        if seat == other and habit < 0.0:
            action = plain_action(position, quick, seat, dice, out)
        else:
            masked = position.copy()
            masked.mask(seat)
            search, slip = searches[seat], chance.random() < slips
            by_priors = slip or seat == other
            search.iterations = 0 if by_priors else iterations[seat]
            search.temperature = 2.0 if slip else habit if seat == other else 0.0
            action = int(search.choose(masked, seat, dice))
        position.play(seat, action)
    turns.append(Turn(begin, last, action))
    return Played(turns, [int(position.score(seat)) for seat in range(2)], other)


def plain_action(position: HexagonePosition, quick: HexagoneEvaluator, seat: int, dice: Dice, out: vec[i32]) -> int:
    """Return the action of a player that draws, plays the best plan, and never a Move-agon, Swap-agon or Bomb-agon."""
    count = position.legal(seat, out)
    if any(out[i] == DRAW_TWO for i in range(count)):
        return int(DRAW_TWO)
    return int(quick.playout(position, seat, dice, out))


# Lessons.


class Lessons(NamedTuple):
    """One row for each position at which a turn begins; leads and results are the mover's."""

    active: Array
    numbers: Array
    leads: Array
    results: Array
    used: Array
    """The rest of the score that the network in use predicts."""
    sums: Array
    """The rest that the sum of plans and hands expects."""
    payoffs: Array
    """The payoff that follows from the sum."""
    games: Array
    taught: Array
    """Whether the other seat, which a search would play for, does search."""
    next_active: Array
    """The features when the next turn begins, after DRAWS other draws and cards; -1 if the game is over then."""
    next_numbers: Array
    next_leads: Array
    """The mover's lead then."""
    next_used: Array


def recorded(source: BinaryIO) -> Iterator[Played]:
    """Yield the games of a file, but for one at its end that is not whole."""
    while True:
        try:
            turns, scores, other = pickle.load(source)
        except (EOFError, pickle.UnpicklingError):
            break
        yield Played([Turn(*turn) for turn in turns], scores, other)


def all_recorded(files: list[Path]) -> Iterator[Played]:
    """Yield the games of all files."""
    for file in files:
        with file.open("rb") as source:
            yield from recorded(source)


def lessons(files: list[Path]) -> Lessons:
    """Return the features of all recorded positions, and of those that other draws would have led to."""
    judge, position, after = evaluator(), set_up(), set_up()
    judge.learned = False
    rows: list[tuple[Any, ...]] = []
    for game, (turns, scores, other) in enumerate(all_recorded(files)):
        for n, turn in enumerate(turns):
            position.from_bytes(turn.state)
            mover = int(position.turn)
            lead = int(position.points[mover] - position.points[1 - mover])
            expected = judge.points(position, mover) - judge.points(position, 1 - mover) - lead
            payoff = judge.estimate(position, mover)
            used = judge.network.rest(position)
            position.from_bytes(turn.state)
            active, numbers = judge.network.features(position)
            position.from_bytes(turn.last)
            later = [what_follows(judge, position, after, mover, turn.action, 100 * n + k) for k in range(DRAWS)]
            result = scores[mover] - scores[1 - mover]
            rows.append((active, numbers, lead, result, used, expected, payoff, game, other in (-1, mover), *zip(*later, strict=True)))
        if game % 50 == 0:
            print(f"\rfeatures of {game} games ", end="", flush=True)
    print()
    kinds = ["i2", "f2", *["f4"] * 5, "i4", "?", "i2", "f2", "f4", "f4"]
    return Lessons(*(np.array(column, kind) for column, kind in zip(zip(*rows, strict=True), kinds, strict=True)))


def what_follows(
    judge: HexagoneEvaluator, before: HexagonePosition, after: HexagonePosition, mover: int, action: int, seed: int
) -> tuple[list[int], list[float], int, float]:
    """Return the features when the next turn begins, the mover's lead, and the rest that the network in use predicts."""
    after.copy_from(before)
    after.dice.copy_from(fast(seed))
    after.play(mover, action)
    lead = int(after.points[mover] - after.points[1 - mover])
    if after.over:
        return [-1] * (1 + int(ROW)), [0.0] * NUMBER_COUNT, int(after.score(mover) - after.score(1 - mover)), 0.0
    used = judge.network.rest(after)
    active, numbers = judge.network.features(after)
    return active, numbers, lead, used


# The fit.


class Network:
    """The network of ai/network.py: a hidden layer whose first unit is linear, the others are rectified."""

    def __init__(self, hidden: int, chance: np.random.Generator) -> None:
        """Begin with small weights."""
        self.weights: list[Array] = [
            chance.normal(0, 0.15, (FEATURES, hidden)).astype(np.float32),
            np.full(hidden, 0.1, np.float32),
            chance.normal(0, 0.3, hidden).astype(np.float32),
            np.zeros(1, np.float32),
        ]

    def predict(self, inputs: Array) -> tuple[Array, Array, Array]:
        """Return which hidden units count, what they say, and the points."""
        layer, biases, outputs, bias = self.weights
        hidden = inputs @ layer + biases
        counts = hidden > 0
        counts[:, 0] = True
        said = hidden * counts
        return counts, said, POINTS * (said @ outputs + bias[0])

    def points(self, active: Array, numbers: Array) -> Array:
        """Return the points for many rows; 0 where the game is over."""
        parts = np.array_split(np.arange(len(active)), len(active) // 20000 + 1)
        found = np.concatenate([self.predict(dense(active[part], numbers[part]))[2] for part in parts])
        return np.where(active[:, 0] < 0, 0.0, found).astype(np.float32)

    def learn(self, lessons: Aim, epochs: int, rate: float, decay: float, chance: np.random.Generator) -> None:
        """Follow the gradient of the squared error (Adam, with a rate that falls like a cosine)."""
        means = [np.zeros_like(one) for one in self.weights]
        squares = [np.zeros_like(one) for one in self.weights]
        steps, step = epochs * (len(lessons.inputs) // BATCH), 0
        for _ in range(epochs):
            order = chance.permutation(len(lessons.inputs))
            for i in range(0, len(order) - BATCH + 1, BATCH):
                rows = order[i : i + BATCH]
                part = lessons.inputs[rows]
                counts, said, points = self.predict(part)
                errors = lessons.slopes(points, rows) / BATCH
                back = np.outer(errors, self.weights[2]) * counts
                step += 1
                now = rate * min(1.0, step / 100) * (0.51 + 0.5 * np.cos(np.pi * step / steps))
                for k, slope in enumerate((part.T @ back, back.sum(0), said.T @ errors, errors.sum(keepdims=True))):
                    means[k] = 0.9 * means[k] + 0.1 * slope
                    squares[k] = 0.999 * squares[k] + 0.001 * slope * slope
                    change = means[k] / (1 - 0.9**step) / (np.sqrt(squares[k] / (1 - 0.999**step)) + 1e-8)
                    self.weights[k] -= now * (change + (decay * self.weights[k] if k in (0, 2) else 0.0))


class Aim(ABC):
    """What a network should say."""

    def __init__(self, inputs: Array, targets: Array) -> None:
        """Take one row for each position."""
        self.inputs = inputs
        self.targets = targets

    @abstractmethod
    def slopes(self, points: Array, rows: Array) -> Array:
        """Return how fast the error of these rows grows with the points that the network says."""


class Points(Aim):
    """The rest of the score."""

    def __init__(self, inputs: Array, targets: Array, importance: Array) -> None:
        """Take the rows and how much each of them counts."""
        super().__init__(inputs, targets)
        self.importance = importance

    def slopes(self, points: Array, rows: Array) -> Array:
        """Return how fast the error of these rows grows with the points that the network says."""
        slopes: Array = self.importance[rows] * (points - self.targets[rows]) / POINTS
        return slopes


class Payoffs(Aim):
    """The payoff that follows from the lead and the rest."""

    def __init__(self, inputs: Array, targets: Array, leads: Array, scales: Array) -> None:
        """Take the rows, and the lead that is worth tanh(1) of the payoff in each."""
        super().__init__(inputs, targets)
        self.leads = leads
        self.scales = scales

    def slopes(self, points: Array, rows: Array) -> Array:
        """Return how fast the error of these rows grows with the points that the network says."""
        payoffs = np.tanh((self.leads[rows] + points) / self.scales[rows])
        slopes: Array = POINTS * 10 * (payoffs - self.targets[rows]) * (1 - payoffs * payoffs) / self.scales[rows]
        return slopes


def dense(active: Array, numbers: Array) -> Array:
    """Return one column for each feature."""
    inputs = np.zeros((len(active), FEATURES), np.float32)
    np.put_along_axis(inputs, np.maximum(active, 0).astype(np.int64), 1.0, 1)
    inputs[:, NUMBERS:] = numbers
    return inputs


class Ensemble:
    """Networks whose mean counts."""

    def __init__(self, networks: list[Network]) -> None:
        """Take the networks."""
        self.networks = networks

    def points(self, active: Array, numbers: Array) -> Array:
        """Return the points for many rows."""
        total = np.zeros(len(active), np.float32)
        for network in self.networks:
            total += network.points(active, numbers)
        return total / np.float32(len(self.networks))

    def joined(self) -> list[Array]:
        """Return the weights of one network that says the same: its linear unit is the mean of theirs."""
        count = len(self.networks)
        layers, biases, outputs, ends = zip(*(network.weights for network in self.networks), strict=True)
        straight = sum(layer[:, :1] * output[0] for layer, output in zip(layers, outputs, strict=True)) / count
        bias = sum(one[:1] * output[0] for one, output in zip(biases, outputs, strict=True)) / count
        return [
            np.concatenate([straight, *(layer[:, 1:] for layer in layers)], 1),
            np.concatenate([bias, *(one[1:] for one in biases)]),
            np.concatenate([np.ones(1, np.float32), *(output[1:] / count for output in outputs)]),
            sum(ends) / count,
        ]


def without_luck(found: Lessons, ahead: Array, later: Array, share: float) -> Array:
    """Return for each position what follows from it, without the luck of draws and cards.

    `ahead` is what each position is worth to its mover, `later` what the next one is worth to the same seat after each of DRAWS draws; the
    mean of these counts for what really came, and only `share` of how much the game then went on better than expected.
    """
    means: Array = later.mean(1)
    targets: Array = means.copy()
    for i in range(len(targets) - 2, -1, -1):
        if found.games[i] == found.games[i + 1]:
            targets[i] = means[i] + share * -(targets[i + 1] - ahead[i + 1])
    return targets


def bags_of(found: Lessons) -> tuple[Array, Array]:
    """Return the stage and about how many hexagons are in the bag."""
    stages = found.active[:, 0].astype(np.int64)
    return stages, np.where(stages < 2, 0, np.where(stages <= 16, stages - 1, 3 * stages - 34))


def expected_later(found: Lessons, network: Network | Ensemble) -> Array:
    """Return the final lead that the network expects after each draw."""
    shape = found.next_leads.shape
    flat = network.points(found.next_active.reshape(-1, found.next_active.shape[2]), found.next_numbers.reshape(-1, NUMBER_COUNT))
    later: Array = found.next_leads - flat.reshape(shape)
    return later


def fit_points(found: Lessons, learned: Array, hidden: int, seed: int) -> Network:
    """Fit a network to the rest of the score: first as the network in use expects it, then as it expects it itself."""
    chance = np.random.default_rng(seed)
    _, bags = bags_of(found)
    classes = np.digitize(bags, CLASSES)
    network = Network(hidden, chance)
    inputs = dense(found.active[learned], found.numbers[learned])
    ahead, later = found.leads + found.used, found.next_leads - found.next_used
    importance: Array = np.zeros(0)
    for turn, count in enumerate(EPOCHS):
        targets = without_luck(found, ahead, later, 1.0 if turn == 0 else LAMBDA) - found.leads
        if turn == 0:
            spreads = np.array([targets[(classes == one) & learned].std() for one in range(len(CLASSES) + 1)], np.float32)
            importance = spreads[classes[learned]] ** -2
            importance /= importance.mean()
        network.learn(Points(inputs, targets[learned], importance), count, RATE if turn == 0 else RATE / 2, DECAY, chance)
        if turn + 1 < len(EPOCHS):
            ahead, later = found.leads + network.points(found.active, found.numbers), expected_later(found, network)
    return network


def fit_payoffs(found: Lessons, learned: Array, networks: list[Network], scales: Array) -> None:
    """Go on with the payoff that the mean of the networks leads to: points that decide nothing teach nothing then."""
    stages, _ = bags_of(found)
    inputs = dense(found.active[learned], found.numbers[learned])
    chance = np.random.default_rng(len(networks))
    for _ in range(PAYOFF_ROUNDS):
        all_networks = Ensemble(networks)
        targets = payoffs_without_luck(
            found, all_networks.points(found.active, found.numbers), expected_later(found, all_networks), scales, PAYOFF_LAMBDA
        )
        aim = Payoffs(inputs, targets[learned], found.leads[learned], scales[stages[learned]])
        for network in networks:
            network.learn(aim, PAYOFF_EPOCHS, PAYOFF_RATE, PAYOFF_DECAY, chance)


def payoffs_without_luck(found: Lessons, points: Array, later: Array, scales: Array, share: float) -> Array:
    """Return for each position the payoff that follows from it, without the luck of draws and cards."""
    stages, _ = bags_of(found)
    after = found.next_active[:, :, 0]
    ends = np.sign(found.next_leads)
    expected = np.where(after < 0, ends, np.tanh(later / scales[np.maximum(after, 0)]))
    return without_luck(found, np.tanh((found.leads + points) / scales[stages]), expected, share)


def fit(found: Lessons, count: int, hidden: int, seed: int) -> dict[str, list[int]]:
    """Fit several networks, print the errors of their mean in games that they have not seen, and return its weights."""
    unseen = found.taught & (found.games % HELD_OUT == 0)
    learned = found.taught & (found.games % HELD_OUT != 0)
    stages, bags = bags_of(found)
    networks = [fit_points(found, learned, hidden, seed + k) for k in range(count)]
    points = Ensemble(networks).points(found.active, found.numbers)
    scales = fit_scales(found.leads + points, np.sign(found.results), bags, stages, learned)
    old_scales = np.array([SCALES[stage] for stage in range(STAGES)])
    truth = payoffs_without_luck(found, found.used, found.next_leads - found.next_used, old_scales, 1.0)
    judged = {"sum": found.payoffs, "in use": np.tanh((found.leads + found.used) / old_scales[stages])}
    judged["points"] = np.tanh((found.leads + points) / scales[stages])
    fit_payoffs(found, learned, networks, scales)
    singles = [np.tanh((found.leads + one.points(found.active, found.numbers)) / scales[stages]) for one in networks]
    points = Ensemble(networks).points(found.active, found.numbers)
    judged["payoffs"] = np.tanh((found.leads + points) / scales[stages])
    judged |= {f"network {k}": single for k, single in enumerate(singles, 1)}
    compare(found, unseen, judged, truth)
    layer, biases, outputs, bias = Ensemble(networks).joined()
    print(f"HIDDEN is {len(biases)}")
    arrays = {"inputs": layer, "biases": biases, "outputs": POINTS * np.concatenate([outputs, bias]), "scales": scales}
    return {name: in_units(array.ravel().tolist()) for name, array in arrays.items()}


def compare(found: Lessons, unseen: Array, judged: dict[str, Array], truth: Array) -> None:
    """Print mean squared errors of the payoff: without luck by class and over all, then of the payoffs that games really had."""
    _, bags = bags_of(found)
    classes = np.digitize(bags, CLASSES)
    print("positions", *(int((unseen & (classes == one)).sum()) for one in range(len(CLASSES) + 1)), int(unseen.sum()))
    results = np.sign(found.results)
    used = judged["in use"]
    for name, payoffs in judged.items():
        errors = (payoffs - truth) ** 2
        parts = [errors[unseen & (classes == one)].mean() for one in range(len(CLASSES) + 1)] + [errors[unseen].mean()]
        print(f"{name:10}", *(f"{part:.4f}" for part in parts), f"results {((payoffs - results) ** 2)[unseen].mean():.4f}", end=" ")
        for aim in (truth, results):
            less, error = difference(((payoffs - aim) ** 2 - (used - aim) ** 2)[unseen], found.games[unseen])
            print(f"{less:+.4f} ({error:.4f})", end=" ")
        print(flush=True)


def difference(errors: Array, games: Array) -> tuple[float, float]:
    """Return the mean and its standard error, by games, whose positions share their luck."""
    totals = np.bincount(games, errors - errors.mean())
    return float(errors.mean()), float(np.sqrt((totals**2).sum()) / len(errors))


def fit_scales(expected: Array, payoffs: Array, bags: Array, stages: Array, learned: Array) -> Array:
    """Return for each stage the lead that is worth tanh(1) of the payoff."""

    def best(rows: Array) -> float:
        choices = np.arange(1.0, 40.0, 0.5)
        return float(choices[np.argmin([((np.tanh(expected[rows] / scale) - payoffs[rows]) ** 2).mean() for scale in choices])])

    limits = (1, *CLASSES[1:], 49)
    middles = [(low + high - 1) / 2 for low, high in pairwise(limits)]
    fitted = [best(learned & (bags >= low) & (bags < high)) for low, high in pairwise(limits)]
    scales = np.array([np.interp(stage - 1 if stage <= 16 else 3 * stage - 34, middles, fitted) for stage in range(STAGES)])
    for stage in range(2):
        scales[stage] = best(learned & (stages == stage))
    return scales


def main() -> None:
    """Play or fit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=["play", "fit"])
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=8000)
    parser.add_argument("--networks", type=int, default=3)
    parser.add_argument("--hidden", type=int, default=24)
    parser.add_argument("--out", type=Path, default=Path("two_players.json"))
    given = parser.parse_args()
    if given.step == "play":
        play(given.files[0], given.seed, given.games)
        return
    found = lessons(given.files)
    print(f"{found.games[-1] + 1} games, {len(found.games)} positions", flush=True)
    given.out.write_text(json.dumps(fit(found, given.networks, given.hidden, given.seed), separators=(",", ":")), encoding="utf-8")


if __name__ == "__main__":
    main()
