"""Steps per second of our environments and of PettingZoo's connect_four_v3, in CPU time, alternating in one run.

    pip install 'bestagon[rl]' pygame
    python benchmarks/rl.py --seconds 2

Both play random legal actions through the raw AEC environment: `last`, choose by the mask, `step`. The choice is the same code for
both and is part of the time.
"""

from __future__ import annotations

import argparse
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy

from bestagon.compiled_build import is_compiled
from bestagon.rl import aec

GAMES = {"beerhex": 4.0, "hex-roller": 4.0, "pocket-hexes": 4.0, "hex-dice": 2.0, "hexagone": 2.0}
"""The games and how many times as fast as connect_four_v3 they should be."""
ROUNDS = 3
"""How often both sides are measured in turn; the best counts."""


def connect_four() -> Any:  # noqa: ANN401  # PettingZoo has no types.
    """Return their environment without its wrappers."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        from pettingzoo.classic.connect_four.connect_four import raw_env
    return raw_env()


def steps_per_second(env: Any, seconds: float) -> float:  # noqa: ANN401
    """Return how many actions per second of CPU time random games have, without those of agents that are done."""
    choose = numpy.random.default_rng(1).random
    steps, start, spent, seed = 0, time.process_time(), 0.0, 0
    while spent < seconds:
        env.reset(seed=seed)
        seed += 1
        while env.agents:
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
                continue
            legal = seen["action_mask"].view(numpy.bool_).nonzero()[0]
            env.step(int(legal[int(choose() * len(legal))]))
            steps += 1
        spent = time.process_time() - start
    return steps / spent


def main() -> None:
    """Print a table; the exit code is 1 if a game is slower than it should be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU time of one measurement")
    seconds: float = parser.parse_args().seconds
    sides: dict[str, Callable[[], Any]] = {"connect_four_v3": connect_four}
    sides.update({name: lambda name=name: aec(name, seed=1) for name in GAMES})  # type: ignore[misc]
    best = dict.fromkeys(sides, 0.0)
    for _ in range(ROUNDS):
        for name, make in sides.items():
            best[name] = max(best[name], steps_per_second(make(), seconds))
    theirs = best["connect_four_v3"]
    print(f"{'compiled' if is_compiled() else 'uncompiled'}; steps per second of CPU time, random legal actions, best of {ROUNDS}")
    for name, rate in best.items():
        aim = f", aim {GAMES[name]:.0f}x" if name in GAMES else ""
        print(f"{name:16} {rate:10,.0f}  {rate / theirs:6.2f}x{aim}")
    raise SystemExit(any(best[name] < aim * theirs for name, aim in GAMES.items()))


if __name__ == "__main__":
    main()
