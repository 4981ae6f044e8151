"""Teaches hexaGONE with two players: bots play each other, and the network that judges positions is fitted to their games.

    python benchmarks/hexagone_learning.py play FILE --seed 1 --minutes 10
    python benchmarks/hexagone_learning.py fit FILE... [--out two_players.json]

`play` appends games to a file: start it again with another seed, several times at once with a file each. The bots use the weights in
ai/two_players.json, so a generation is: play, fit, copy the result there, and again. `fit` prints how well the network predicts games
it has not seen, beside the sum of plans and hands that other tables use (docs/measurements.md).
"""

from __future__ import annotations

import argparse
import json
import pickle
import random
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from mypy_extensions import i64

from bestagon.bots.mcts import Search
from bestagon.core.actions import room
from bestagon.core.dice import Dice, fast
from bestagon.core.weight_file import in_units
from bestagon.games.hexagone import GAME
from bestagon.games.hexagone.ai.evaluator import HexagoneEvaluator
from bestagon.games.hexagone.ai.learned import HIDDEN
from bestagon.games.hexagone.ai.network import FEATURES, NUMBERS, STAGES
from bestagon.games.hexagone.board import BAG, BASIC
from bestagon.games.hexagone.rules.moves import STARTING
from bestagon.games.hexagone.rules.state import HexagonePosition

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
LAMBDA = 0.2
"""The share of later positions in what a position learns; the rest is the prediction for the next one."""
CLASSES = (1, 7, 13, 21, 31, 41)
"""Numbers of hexagons in the bag at which a class of positions begins; errors of a class count by the luck that is left in it."""
HELD_OUT = 8
"""One game in so many is not learned from."""
EPOCHS = (12, 6, 6, 6, 6)
"""For the results, then for a mix of results and predictions."""
BATCH = 512
RATE = 3e-3
DECAY = 3e-2
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


def play(file: Path, seed: int, minutes: float) -> None:
    """Play games for a while."""
    chance = random.Random(seed)
    searches = [Search(evaluator(), temperature=0.0) for _ in range(2)]
    quick = evaluator()
    end = time.monotonic() + 60 * minutes
    games = 0
    with file.open("ab") as out:
        while time.monotonic() < end:
            seed += 1
            dice = fast(seed + 10**9)
            position = set_up()
            position.start(fast(seed))
            if chance.random() >= WHOLE:
                if not warm_up(position, quick, chance.randrange(WARM_UP), dice):
                    continue
                deal_anew(position, chance, dice)
            found = play_game(position, searches, chance, dice)
            pickle.dump((found, [int(position.score(seat)) for seat in range(2)]), out)
            games += 1
            if games % 100 == 0:
                print(f"{games} games, {end - time.monotonic():.0f} s left", flush=True)


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


def play_game(position: HexagonePosition, searches: list[Search], chance: random.Random, dice: Dice) -> list[bytes]:
    """Play a game to its end and return the positions at which turns began."""
    slips = chance.choice(SLIPS)
    quick = [chance.choice(QUICK) for _ in range(2)]
    found: list[bytes] = []
    while not position.over:
        seat = int(position.turn)
        if position.phase == STARTING:
            found.append(position.to_bytes())
        masked = position.copy()
        masked.mask(seat)
        search, slip = searches[seat], chance.random() < slips
        search.iterations = 0 if slip else quick[seat]
        search.temperature = 2.0 if slip else 0.0
        position.play(seat, search.choose(masked, seat, dice))
    return found


# Lessons.


class Lessons(NamedTuple):
    """One row for each position; leads and results are the mover's."""

    inputs: Array
    movers: Array
    leads: Array
    results: Array
    sums: Array
    """The difference that the sum of plans and hands expects."""
    payoffs: Array
    """The payoff that follows from it."""
    games: Array


def recorded(files: list[Path]) -> Iterator[tuple[list[bytes], list[int]]]:
    """Yield the positions and the final scores of each game."""
    for file in files:
        with file.open("rb") as source:
            while True:
                try:
                    yield pickle.load(source)
                except EOFError:
                    break


def lessons(files: list[Path]) -> Lessons:
    """Return the features of all recorded positions."""
    judge, position = evaluator(), set_up()
    judge.learned = False
    rows = []
    for game, (found, scores) in enumerate(recorded(files)):
        for state in found:
            position.from_bytes(state)
            mover = int(position.turn)
            active, numbers = judge.network.features(position)
            inputs = np.zeros(FEATURES, np.float32)
            inputs[active] = 1.0
            inputs[NUMBERS:] = numbers
            lead = int(position.points[mover] - position.points[1 - mover])
            payoff = judge.estimate(position, mover)
            expected = judge.points(position, mover) - judge.points(position, 1 - mover)
            rows.append((inputs, mover, lead, scores[mover] - scores[1 - mover], expected, payoff, game))
    kinds = (np.float32, np.int32, np.float32, np.float32, np.float32, np.float32, np.int32)
    return Lessons(*(np.array(column, kind) for column, kind in zip(zip(*rows, strict=True), kinds, strict=True)))


# The fit.


class Network:
    """The network of ai/network.py: a hidden layer whose first unit is linear, the others are rectified."""

    def __init__(self, chance: np.random.Generator) -> None:
        """Begin with small weights."""
        self.weights: list[Array] = [
            chance.normal(0, 0.15, (FEATURES, HIDDEN)).astype(np.float32),
            np.full(HIDDEN, 0.1, np.float32),
            chance.normal(0, 0.3, HIDDEN).astype(np.float32),
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

    def points(self, inputs: Array) -> Array:
        """Return the points for many rows."""
        return np.concatenate([self.predict(part)[2] for part in np.array_split(inputs, len(inputs) // 20000 + 1)])

    def learn(self, inputs: Array, targets: Array, importance: Array, epochs: int, rate: float, chance: np.random.Generator) -> None:
        """Follow the gradient of the squared error (Adam, with a rate that falls like a cosine)."""
        means = [np.zeros_like(one) for one in self.weights]
        squares = [np.zeros_like(one) for one in self.weights]
        steps, step = epochs * (len(inputs) // BATCH), 0
        for _ in range(epochs):
            order = chance.permutation(len(inputs))
            for i in range(0, len(order) - BATCH + 1, BATCH):
                rows = order[i : i + BATCH]
                counts, said, points = self.predict(inputs[rows])
                errors = importance[rows] * (points - targets[rows]) / (POINTS * BATCH)
                back = np.outer(errors, self.weights[2]) * counts
                step += 1
                now = rate * min(1.0, step / 100) * (0.51 + 0.5 * np.cos(np.pi * step / steps))
                for k, slope in enumerate((inputs[rows].T @ back, back.sum(0), said.T @ errors, errors.sum(keepdims=True))):
                    means[k] = 0.9 * means[k] + 0.1 * slope
                    squares[k] = 0.999 * squares[k] + 0.001 * slope * slope
                    change = means[k] / (1 - 0.9**step) / (np.sqrt(squares[k] / (1 - 0.999**step)) + 1e-8)
                    self.weights[k] -= now * (change + (DECAY * self.weights[k] if k in (0, 2) else 0.0))


def fit(found: Lessons) -> dict[str, list[int]]:
    """Fit the network: first to the results, then to a mix of results and its own predictions for later positions."""
    chance = np.random.default_rng(1)
    unseen = found.games % HELD_OUT == 0
    rests = found.results - found.leads
    stages = found.inputs[:, :STAGES].argmax(1)
    bags = np.where(stages < 2, 0, np.where(stages <= 16, stages - 1, 3 * stages - 34))
    classes = np.digitize(bags, CLASSES)
    spreads = np.array([rests[(classes == one) & ~unseen].std() for one in range(len(CLASSES) + 1)], np.float32)
    importance = spreads[classes] ** -2
    importance /= importance.mean()
    network = Network(chance)
    targets = rests
    for turn, epochs in enumerate(EPOCHS):
        network.learn(found.inputs[~unseen], targets[~unseen], importance[~unseen], epochs, RATE if turn == 0 else RATE / 2, chance)
        points = network.points(found.inputs)
        targets = later_targets(found, points)
    scales = fit_scales(found.leads + points, np.sign(found.results), bags, stages, ~unseen)
    payoffs = np.tanh((found.leads + points) / scales[stages])
    for one in range(len(CLASSES) + 1):
        rows = unseen & (classes == one)
        errors = [((guess - rests) ** 2)[rows].mean() for guess in (points, found.sums - found.leads)]
        errors += [((guess - np.sign(found.results)) ** 2)[rows].mean() for guess in (payoffs, found.payoffs)]
        print(f"from {(0, *CLASSES)[one]} in the bag, {rows.sum()} positions: squared errors", *(f"{error:.3f}" for error in errors))
    layer, biases, outputs, bias = network.weights
    arrays = {"inputs": layer, "biases": biases, "outputs": POINTS * np.concatenate([outputs, bias]), "scales": scales}
    return {name: in_units(array.ravel().tolist()) for name, array in arrays.items()}


def later_targets(found: Lessons, points: Array) -> Array:
    """Return for each position a mix of the predictions for those that follow it and the result."""
    sign = np.where(found.movers == 0, 1, -1)
    expected, targets = sign * (found.leads + points), sign * found.results
    for i in range(len(targets) - 2, -1, -1):
        if found.games[i] == found.games[i + 1]:
            targets[i] = (1 - LAMBDA) * expected[i + 1] + LAMBDA * targets[i + 1]
    mixed: Array = sign * targets - found.leads
    return mixed


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
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--out", type=Path, default=Path("two_players.json"))
    given = parser.parse_args()
    if given.step == "play":
        play(given.files[0], given.seed, given.minutes)
        return
    found = lessons(given.files)
    print(f"{found.games[-1] + 1} games, {len(found.games)} positions", flush=True)
    given.out.write_text(json.dumps(fit(found), separators=(",", ":")), encoding="utf-8")


if __name__ == "__main__":
    main()
