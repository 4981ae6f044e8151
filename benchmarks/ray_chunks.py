"""Time of chunks of 1,000 random games on Ray with one and two workers, beside one process and the local pool of two.

    pip install 'bestagon[ray]'
    python benchmarks/ray_chunks.py --seconds 5 --rounds 2
    python benchmarks/ray_chunks.py --seconds 0.5 --rounds 5    # the first and the last tasks, which are small, count more

Ray runs already and its workers have imported bestagon. The best round counts, because other processes disturb the others.
Wall time says something only if two cores are free. CPU time of the worker's main thread, pickling included, against that of one
process says what Ray costs on a busy machine, too; set RAY_worker_niceness=0 there, or Ray gives way to everybody else.
"""

from __future__ import annotations

import argparse
import logging
import time
from collections.abc import Callable, Iterable
from functools import partial

import psutil
import ray

from bestagon.bots.self_play import TalliedGames, tally_games
from bestagon.compiled_build import is_compiled
from bestagon.core import registry
from bestagon.lab.parallel import map_parallel

NAMES = ("beerhex", "hex-roller", "hex-dice", "pocket-hexes", "hexagone")
GAMES = 1000
TRIAL = 20
"""Chunks that are played first, to find out how many take the given time."""


def worker_seconds() -> float:
    """Return the CPU time so far of the main threads of Ray's workers, which run the tasks."""
    processes = [process for process in psutil.Process().children(recursive=True) if process.name().startswith("ray::")]
    threads = [thread for process in processes for thread in process.threads() if thread.id == process.pid]
    return sum(thread.user_time + thread.system_time for thread in threads)


def seconds(run: Callable[[], Iterable[object]]) -> tuple[float, float, float]:
    """Return the wall time of a run, and the CPU time of this process and of the workers."""
    wall, own, workers = time.perf_counter(), time.process_time(), worker_seconds()
    for _ in run():
        pass
    return time.perf_counter() - wall, time.process_time() - own, worker_seconds() - workers


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long one process plays in each round (default 5)")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("games", nargs="*", default=list(NAMES), help=f"by default {' '.join(NAMES)}")
    given = parser.parse_args()
    best: dict[tuple[str, str], tuple[float, ...]] = {}
    runs: dict[str, tuple[partial[TalliedGames], list[range]]] = {}
    for name in given.games:
        game = registry.game(name)
        players = game.usual_players
        play = partial(tally_games, name, players, game.complete(players, {}), ["random"] * players)
        trial = seconds(partial(map, play, chunks_of(TRIAL)))[1]
        runs[name] = play, chunks_of(max(1, round(given.seconds * TRIAL / trial)))
    for workers in (1, 2):
        ray.init("local", num_cpus=workers, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
        for name, (play, chunks) in runs.items():
            places: dict[str, Callable[[], Iterable[object]]] = {
                "one process" if workers == 1 else f"pool of {workers}": partial(map_parallel, play, chunks, workers),
                f"Ray, {workers} at work": partial(map_parallel, play, chunks, workers, "ray"),
            }
            seconds(partial(map_parallel, play, chunks_of(TRIAL), workers, "ray"))
            for _ in range(given.rounds):
                for place, run in places.items():
                    found = seconds(run)
                    best[name, place] = tuple(map(min, best.get((name, place), found), found))
        ray.shutdown()
    print(f"{'compiled' if is_compiled() else 'uncompiled'}; chunks of {GAMES} random games, best of {given.rounds} rounds")
    for name, (_, chunks) in runs.items():
        alone, one, two = (best[name, place][0] for place in ("one process", "Ray, 1 at work", "Ray, 2 at work"))
        print(f"{name}: {len(chunks)} chunks; Ray with two workers {one / two:.2f}x one, one worker {one / alone - 1:+.1%} of no Ray")
        for (of, place), (wall, own, theirs) in best.items():
            if of == name:
                print(f"    {place:14} {wall:6.2f} s   CPU time here {own:6.2f} s, of Ray's workers {theirs:6.2f} s")


def chunks_of(count: int) -> list[range]:
    """Return the seeds of so many chunks."""
    return [range(i * GAMES, (i + 1) * GAMES) for i in range(count)]


if __name__ == "__main__":
    main()
