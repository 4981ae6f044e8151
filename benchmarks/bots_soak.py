"""Soak test: thousands of games between levels, with random numbers of players and options, at checked tables.

python benchmarks/bots_soak.py [--games 10000] [--jobs 2] [--seed 1] [--level expert] [--busy 8]

An illegal move, a crash, an endless game, a move of more than a second of CPU or of more than two by the clock is an error; the exit
code is then 1. `--level` seats only this level, `--busy` keeps the processors busy with so many other processes meanwhile.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from typing import NamedTuple

from bestagon.bots.levels import NAMES, level
from bestagon.bots.self_play import MAX_ACTIONS
from bestagon.core import registry
from bestagon.core.dice import fast
from bestagon.core.errors import BadOption
from bestagon.core.game import Game
from bestagon.core.option import Option, Value
from bestagon.core.table import open_table

SLOWEST = 1.0
"""Limit of a move's CPU time in seconds."""
SLOWEST_BY_CLOCK = 2.0
"""Limit of a move's time by the clock in seconds."""
WEIGHTS = (45, 30, 20, 4, 1)
"""Relative frequencies of the levels, weakest first."""
EXAMPLES = ("hex", "tictactoe")
"""Games that are not ours to soak."""


def some_value(option: Option, chance: random.Random) -> Value:
    """Return a random valid value, half of the time the default."""
    if option.data or chance.random() < 0.5:
        return option.default
    if isinstance(option.default, bool):
        return chance.random() < 0.5
    return chance.choice(option.choices) if option.choices else chance.randint(option.low, min(option.high, option.low + 9))


def some_options(game: Game, players: int, chance: random.Random) -> dict[str, Value]:
    """Return a random valid combination of options."""
    while True:
        try:
            options = game.complete(players, {option.name: some_value(option, chance) for option in game.options})
            game.setup(players, options)
        except BadOption:
            continue
        return options


class Played(NamedTuple):
    """What one game was like."""

    what: str
    actions: int
    slowest: float
    """The slowest move's CPU time in seconds."""
    slowest_by_clock: float


def play(name: str, seed: int, only: str | None) -> Played:
    """Play one game of random levels, or only of the one that is named."""
    chance = random.Random(f"{name} {seed}")
    game = registry.game(name)
    players = chance.choice(game.players)
    options = some_options(game, players, chance)
    levels = [level(name, only or found) for found in chance.choices(NAMES, WEIGHTS, k=players)]
    seated = [found.player(game) for found in levels]
    table = open_table(game, players, seed, options)
    dice = fast(seed)
    slowest = slowest_by_clock = 0.0
    while not table.over:
        if len(table.steps) > MAX_ACTIONS:
            raise SystemExit(f"{name}, seed {seed}: the game does not end")
        seat = chance.choice(table.acting)
        masked = table.position
        masked.mask(seat)
        start, by_clock = time.process_time(), time.perf_counter()
        action = int(seated[seat].choose(masked, seat, dice))
        slowest = max(slowest, time.process_time() - start)
        slowest_by_clock = max(slowest_by_clock, time.perf_counter() - by_clock)
        table.play(action, seat=seat)
    return Played(f"{name} {players}", len(table.steps), slowest, slowest_by_clock)


def spin() -> None:
    """Keep a processor busy."""
    while True:
        pass


@contextmanager
def busy_processors(processes: int) -> Iterator[None]:
    """Keep the processors busy with so many processes."""
    spinning = [multiprocessing.Process(target=spin, daemon=True) for _ in range(processes)]
    for process in spinning:
        process.start()
    try:
        yield
    finally:
        for process in spinning:
            process.kill()


def main() -> int:
    """Play all games and print the errors."""
    arguments = argparse.ArgumentParser(description="games between levels that must not go wrong")
    arguments.add_argument("--games", type=int, default=10_000)
    arguments.add_argument("--jobs", type=int, default=2)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--level", choices=NAMES)
    arguments.add_argument("--busy", type=int, default=0)
    given = arguments.parse_args()
    names = [name for name in registry.all_games() if name not in EXAMPLES]
    counted: Counter[str] = Counter()
    actions = bad = 0
    slowest = slowest_by_clock = 0.0
    with busy_processors(given.busy), ProcessPoolExecutor(given.jobs) as pool:
        waiting = {pool.submit(play, names[i % len(names)], given.seed + i, given.level): i for i in range(given.games)}
        for future in as_completed(waiting):
            name, seed = names[waiting[future] % len(names)], given.seed + waiting[future]
            try:
                played = future.result()
            except Exception as error:
                bad += 1
                print(f"\n{name}, seed {seed}: {type(error).__name__}: {error}")
                continue
            counted[played.what] += 1
            actions += played.actions
            slowest = max(slowest, played.slowest)
            slowest_by_clock = max(slowest_by_clock, played.slowest_by_clock)
            if played.slowest > SLOWEST or played.slowest_by_clock > SLOWEST_BY_CLOCK:
                bad += 1
                print(f"\n{name}, seed {seed}: a move took {played.slowest:.2f} s of CPU and {played.slowest_by_clock:.2f} s by the clock")
            figures = f"{counted.total()} games, {actions} moves, slowest {slowest:.2f} s of CPU, {slowest_by_clock:.2f} s by the clock"
            print(f"\r{figures}", end="", flush=True)
    print("\n" + ", ".join(f"{what} players: {count}" for what, count in sorted(counted.items())))
    print(f"{counted.total()} games, {actions} moves, {bad} went wrong")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
