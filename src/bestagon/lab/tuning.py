"""Fits the weights of an evaluator by self-play: simultaneous perturbation, resumable after every step."""

from __future__ import annotations

import random
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any, Final

import msgspec

from bestagon.bots.mcts import Search
from bestagon.bots.players import Player, play_out
from bestagon.bots.self_play import MAX_ACTIONS, player_dice
from bestagon.core import registry
from bestagon.core.dice import Dice, fast
from bestagon.core.errors import BadOption, BadRecord
from bestagon.core.game import Game
from bestagon.core.option import Value
from bestagon.core.position import Position
from bestagon.lab.parallel import map_parallel
from bestagon.lab.ratings import interval

SMALLEST: Final = 0.1
"""Weights nearer to 0 are changed as if they were this large."""
PORTION: Final = 8
"""Seeds that a process plays at a time."""

Weights = dict[str, float]


@dataclass(frozen=True)
class TuningPlan:
    """Everything that decides the steps of a tuning."""

    game: str
    players: int
    options: dict[str, Value]
    names: str
    """A pattern for the names of the weights to fit, such as `rivals_*`."""
    iterations: int
    """Search iterations of the players; 0 plays by priors."""
    seeds: int
    """Seeds for each step, each played from both sides."""
    change: float
    """The relative change of the weights that a step tries."""
    rate: float
    """How far a step moves for each unit of points won by the better side."""
    seed: int


@dataclass(frozen=True)
class TuningStep:
    """The weights after a step, and the share of points that the first of the two that it compared won."""

    number: int
    share: float
    weights: Weights


@dataclass(frozen=True)
class Comparison:
    """Two sets of weights on some seeds."""

    first: Weights
    second: Weights
    seeds: tuple[int, ...]


@dataclass(frozen=True)
class ComparedGames:
    """Points of the first set of weights, and the CPU seconds that each took for its decisions."""

    points: tuple[float, ...]
    """For each seed, from 0 to 1."""
    seconds: tuple[float, float]


class TimedPlayer(Player):
    """Another player with a stopwatch."""

    def __init__(self, base: Player) -> None:
        """Measure this player."""
        self.base = base
        self.seconds = 0.0

    def choose(self, masked: Position, seat: int, dice: Dice) -> int:
        """Return the other player's choice."""
        start = process_time()
        chosen = self.base.choose(masked, seat, dice)
        self.seconds += process_time() - start
        return int(chosen)


def start_weights(plan: TuningPlan) -> Weights:
    """Return the weights of the game's evaluator; BadOption if none fit the pattern."""
    found = registry.game(plan.game).evaluator().tunable()
    if not any(fnmatch(name, plan.names) for name in found):
        known = ", ".join(found) or "none"
        raise BadOption(f"{plan.game} has no weights {plan.names!r} to tune; its weights are: {known}")
    return found


def compare(plan: TuningPlan, comparison: Comparison) -> ComparedGames:
    """Play each seed from every seat, with the second weights on all others; alone, compare the scores of both."""
    game = registry.game(plan.game)
    first, second = (TimedPlayer(_player(game, plan, weights)) for weights in (comparison.first, comparison.second))
    points = tuple(_points(game, plan, first, second, seed) for seed in comparison.seeds)
    return ComparedGames(points, (first.seconds, second.seconds))


def _player(game: Game, plan: TuningPlan, weights: Weights) -> Player:
    evaluator = game.evaluator()
    evaluator.tune(weights)
    return Search(evaluator, plan.iterations, temperature=0.0)


def _points(game: Game, plan: TuningPlan, first: Player, second: Player, seed: int) -> float:
    position = game.setup(plan.players, plan.options)
    if plan.players == 1:
        scores = []
        for player in (first, second):
            position.start(fast(seed))
            play_out(position, [player], player_dice(seed), MAX_ACTIONS)
            scores.append(int(position.score(0)))
        return 0.5 + 0.5 * ((scores[0] > scores[1]) - (scores[0] < scores[1]))
    total = 0.0
    for seat in range(plan.players):
        position.start(fast(seed))
        play_out(position, [first if one == seat else second for one in range(plan.players)], player_dice(seed), MAX_ACTIONS)
        total += 0.5 + 0.5 * float(position.payoff(seat))
    return total / plan.players


def compared(plan: TuningPlan, first: Weights, second: Weights, seeds: Sequence[int], jobs: int) -> Generator[ComparedGames, None, None]:
    """Yield the results of a comparison in portions, played on several cores."""
    portions = [Comparison(first, second, tuple(seeds[i : i + PORTION])) for i in range(0, len(seeds), PORTION)]
    yield from map_parallel(partial(compare, plan), portions, jobs)


def tuned(plan: TuningPlan, path: Path, steps: int, jobs: int) -> Generator[TuningStep, None, None]:
    """Yield so many steps, those that a file has first, and append each new one to it at once.

    A step changes all weights at random, half of them up, compares the result with the opposite change on the same seeds, and moves the
    weights towards the better side.
    """
    done = resume(path, plan)
    weights = done[-1].weights if done else start_weights(plan)
    scale = {name: max(abs(value), SMALLEST) for name, value in start_weights(plan).items() if fnmatch(name, plan.names)}
    yield from done[:steps]
    for number in range(len(done) + 1, steps + 1):
        signs = random.Random(f"{plan.seed}/{number}")
        change = {name: signs.choice((-1.0, 1.0)) * size for name, size in scale.items()}
        up, down = (_moved(weights, change, sign * plan.change) for sign in (1.0, -1.0))
        first = plan.seed + number * plan.seeds
        with closing(compared(plan, up, down, range(first, first + plan.seeds), jobs)) as results:
            points = [point for result in results for point in result.points]
        share = sum(points) / len(points)
        weights = _moved(weights, change, plan.rate * (2.0 * share - 1.0))
        step = TuningStep(number, round(share, 4), weights)
        with path.open("ab") as file:
            file.write(msgspec.json.encode(step) + b"\n")
        yield step


def _moved(weights: Weights, change: Mapping[str, float], by: float) -> Weights:
    return {name: round(value + by * change.get(name, 0.0), 6) for name, value in weights.items()}


def resume(path: Path, plan: TuningPlan) -> list[TuningStep]:
    """Return the steps in a file, which is made if there is none; BadOption if it belongs to another plan."""
    if not path.is_file():
        path.write_bytes(msgspec.json.encode(plan) + b"\n")
        return []
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    lines = whole.splitlines()
    try:
        if not lines or msgspec.json.decode(lines[0], type=TuningPlan) != plan:
            raise BadOption(f"{path} belongs to another tuning: repeat its command, or choose another file")
        steps = [msgspec.json.decode(line, type=TuningStep) for line in lines[1:]]
    except msgspec.DecodeError as error:
        raise BadRecord(f"{path}: not the steps of a tuning: {error}") from None
    path.write_bytes(whole)  # without a line that was not finished
    return steps


def mean_weights(steps: Sequence[TuningStep]) -> Weights:
    """Return the mean of the weights over the second half of the steps, which has less noise than the last."""
    half = steps[len(steps) // 2 :]
    return {name: round(sum(step.weights[name] for step in half) / len(half), 4) for name in half[0].weights}


def evidence(plan: TuningPlan, steps: int, results: Sequence[ComparedGames]) -> dict[str, Any]:
    """Return how the fitted weights did against those of the evaluator: points with their interval, and time."""
    points = [point for result in results for point in result.points]
    share = sum(points) / len(points)
    low, high = interval(share, len(points))
    seconds = [sum(result.seconds[side] for result in results) for side in range(2)]
    return {
        "plan": msgspec.to_builtins(plan),
        "steps": steps,
        "seeds": len(points),
        "share": round(share, 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "time": round(seconds[0] / seconds[1], 3) if seconds[1] else 1.0,
        "better": low > 0.5,
    }
