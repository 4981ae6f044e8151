"""Soak test: thousands of games between levels, with random numbers of players and options, at checked tables.

python benchmarks/bots_soak.py [--games 10000] [--jobs 2] [--seed 1]

An illegal move, a crash, an endless game or a move of more than a second is an error; the exit code is then 1.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed

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
WEIGHTS = (45, 30, 20, 4, 1)
"""Relative frequencies of the levels, weakest first."""


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


def play(name: str, seed: int) -> tuple[str, int, float]:
    """Play one game; return its description, the number of actions and the slowest move's CPU time."""
    chance = random.Random(f"{name} {seed}")
    game = registry.game(name)
    players = chance.choice(game.players)
    options = some_options(game, players, chance)
    levels = [level(name, found) for found in chance.choices(NAMES, WEIGHTS, k=players)]
    seated = [found.player(game) for found in levels]
    table = open_table(game, players, seed, options)
    dice = fast(seed)
    slowest = 0.0
    while not table.over:
        if len(table.steps) > MAX_ACTIONS:
            raise SystemExit(f"{name}, seed {seed}: the game does not end")
        seat = chance.choice(table.acting)
        masked = table.position
        masked.mask(seat)
        start = time.process_time()
        action = int(seated[seat].choose(masked, seat, dice))
        slowest = max(slowest, time.process_time() - start)
        table.play(action, seat=seat)
    return f"{name} {players}", len(table.steps), slowest


def main() -> int:
    """Play all games and print the errors."""
    arguments = argparse.ArgumentParser(description="games between levels that must not go wrong")
    arguments.add_argument("--games", type=int, default=10_000)
    arguments.add_argument("--jobs", type=int, default=2)
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    names = [name for name in registry.all_games() if name != "hex"]
    played: Counter[str] = Counter()
    actions = 0
    slowest = 0.0
    bad = 0
    with ProcessPoolExecutor(given.jobs) as pool:
        waiting = {pool.submit(play, names[i % len(names)], given.seed + i): i for i in range(given.games)}
        for future in as_completed(waiting):
            name, seed = names[waiting[future] % len(names)], given.seed + waiting[future]
            try:
                what, steps, longest = future.result()
            except Exception as error:
                bad += 1
                print(f"{name}, seed {seed}: {type(error).__name__}: {error}")
                continue
            played[what] += 1
            actions += steps
            slowest = max(slowest, longest)
            if longest > SLOWEST:
                bad += 1
                print(f"{name}, seed {seed}: a move took {longest:.2f} s")
            print(f"\r{played.total()} games, {actions} moves, slowest {slowest:.2f} s", end="", flush=True)
    print("\n" + ", ".join(f"{what} players: {count}" for what, count in sorted(played.items())))
    print(f"{played.total()} games, {actions} moves, {bad} went wrong")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
