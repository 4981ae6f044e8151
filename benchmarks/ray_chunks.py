"""Time of chunks of 1,000 random games on Ray with one and two workers, beside one process and the local pool of two.

    pip install 'bestagon[ray]'
    python benchmarks/ray_chunks.py --rounds 5

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

from bestagon.bots.self_play import play_games
from bestagon.compiled_build import is_compiled
from bestagon.core import registry
from bestagon.lab.parallel import map_parallel

CHUNKS = {"beerhex": 120, "hex-roller": 80, "hex-dice": 40, "pocket-hexes": 40, "hexagone": 24}
"""How many chunks of a game are played: about as long for each."""
GAMES = 1000


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
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("games", nargs="*", default=list(CHUNKS), help=f"by default {' '.join(CHUNKS)}")
    given = parser.parse_args()
    work = {}
    for name in given.games:
        game = registry.game(name)
        players = game.usual_players
        work[name] = partial(play_games, name, players, game.complete(players, {}), ["random"] * players)
    best: dict[tuple[str, str], tuple[float, ...]] = {}
    for workers in given.workers:
        ray.init("local", num_cpus=workers, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
        for name, play in work.items():
            chunks = [range(i * GAMES, (i + 1) * GAMES) for i in range(CHUNKS[name])]
            places: dict[str, Callable[[], Iterable[object]]] = {
                "one process": partial(map, play, chunks),
                f"Ray, {workers} at work": partial(map_parallel, play, chunks, workers, "ray"),
                f"pool of {workers}": partial(map_parallel, play, chunks, workers),
            }
            for run in places.values():
                seconds(run)
            for _ in range(given.rounds):
                for place, run in places.items():
                    found = seconds(run)
                    best[name, place] = tuple(map(min, best.get((name, place), found), found))
        ray.shutdown()
    print(f"{'compiled' if is_compiled() else 'uncompiled'}; chunks of {GAMES} random games, best of {given.rounds} rounds")
    for (name, place), (wall, own, theirs) in best.items():
        print(f"{name:13} {CHUNKS[name]:4} chunks, {place:16} {wall:6.2f} s   CPU time here {own:6.2f} s, of Ray's workers {theirs:6.2f} s")


if __name__ == "__main__":
    main()
