"""Speed of the engine in CPU time and size of positions, for `bestagon bench` and benchmarks/engine.py."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from bestagon.core.actions import legal_actions
from bestagon.core.dice import fast
from bestagon.core.game import Game
from bestagon.core.option import Value
from bestagon.core.table import open_table
from bestagon.engine.rollout import Trace, fresh_rollouts, rollouts

MAX_TRACE: Final = 20_000
"""Length of the longest game that is traced."""


@dataclass(frozen=True)
class Speed:
    """Measured speed of one game."""

    game: str
    players: int
    games: float
    """Random games per second, including set-up."""
    steps: float
    """Actions per second."""
    length: float
    """Actions per game."""
    legal: float
    """Nanoseconds per call of `legal`."""
    listed: float
    """Actions listed per call of `legal`."""
    play: float
    """Nanoseconds per call of `play`."""
    size: int
    """Size of a position after a random game in bytes."""


def rate(work: Callable[[int], object], seconds: float) -> float:
    """Return the units of work per second of CPU time, measured over at least `seconds`."""
    n = 1
    while True:
        start = time.process_time()
        work(n)
        spent = time.process_time() - start
        if spent >= seconds:
            return n / spent
        n = n * 2 if spent < seconds / 10 else max(n + 1, int(n * seconds * 1.2 / spent))


def measure(game: Game, players: int, options: Mapping[str, Value], seconds: float = 1.0) -> Speed:
    """Measure a game with random players."""
    position = game.setup(players, options)
    dice = fast(1)
    steps = games = 0

    def play(n: int) -> None:
        nonlocal steps, games
        steps += int(fresh_rollouts(position, dice, n))
        games += n

    games_per_second = rate(play, seconds)
    length = steps / games
    legal, listed, one_play = _calls(game, players, options, seconds)
    return Speed(game.name, players, games_per_second, games_per_second * length, length, legal, listed, one_play, len(position.to_bytes()))


def _calls(game: Game, players: int, options: Mapping[str, Value], seconds: float) -> tuple[float, float, float]:
    """Return nanoseconds per `legal`, actions listed by it, and nanoseconds per `play`, over the same random games."""
    position = game.setup(players, options)
    traces: list[Trace] = []
    for seed in range(100):
        position.start(fast(seed))
        traces.append(Trace(position, fast(seed + 1000), MAX_TRACE))
    total = sum(int(trace.n) for trace in traces)
    listed = 0

    def repeat(legal_calls: int) -> Callable[[int], None]:
        def work(times: int) -> None:
            nonlocal listed
            for _ in range(times):
                listed = sum(int(trace.again(position, legal_calls)) for trace in traces)

        return work

    bare = 1 / rate(repeat(0), seconds)
    with_legal = 1 / rate(repeat(4), seconds)
    return (with_legal - bare) / 4 / total * 1e9, listed / 4 / total, bare / total * 1e9


def rollout_rate(game: Game, options: Mapping[str, Value], seconds: float) -> float:
    """Return random games per second from one started position, as a tree search plays them."""
    position = game.setup(2, options)
    position.start(fast(1))
    dice = fast(2)
    return rate(lambda n: rollouts(position, dice, n), seconds)


def table_overhead(game: Game, **options: Value) -> tuple[float, float, int]:
    """Return microseconds for `moves` + `play` at a Table, the engine's share of them, and the number of moves.

    Times the first action of many games and takes the best of several rounds.
    """
    count, rounds = 500, 9
    position = open_table(game, 2, 0, options).position
    first = position.copy()

    def at_table() -> float:
        tables = [open_table(game, 2, seed, options) for seed in range(count)]
        start = time.process_time()
        for table in tables:
            table.play(table.moves()[3])
        return time.process_time() - start

    def engine() -> float:
        start = time.process_time()
        for _ in range(count):
            position.copy_from(first)
            legal_actions(position, 0)
            position.play(0, 3)
        return time.process_time() - start

    through = min(at_table() for _ in range(rounds))
    alone = min(engine() for _ in range(rounds))
    return through / count * 1e6, alone / count * 1e6, len(legal_actions(first, 0))
