"""How long the event loop is blocked while one visitor requests replays and lessons without a pause.

`python benchmarks/content_lag.py` runs the server's content jobs in this process. Prints percentiles of the loop's lag, alone and
under load, and how long another visitor's lesson takes.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from contextlib import suppress

import bestagon
from bestagon.core import registry
from bestagon.core.dice import fast
from bestagon.core.record import Record
from bestagon.server.content.lessons import lesson_view
from bestagon.server.content.replays import replay
from bestagon.server.errors import ApiError
from bestagon.server.jobs.content_jobs import ContentJobs, in_one_slice
from bestagon.server.limits.limits import Limits
from bestagon.server.metrics import Metrics
from bestagon.server.settings import Settings

TURN = 0.002
"""Seconds between two measurements of the lag."""


def long_record(name: str) -> str:
    """Return a record of a random game."""
    table = bestagon.start(name, seed=5)
    dice = fast(1)
    while not table.over:
        moves = table.moves()
        table.play(moves[int(dice.below(len(moves)))])
    return Record.of(table).to_json()


async def lag(seconds: float) -> list[float]:
    """Return how late the event loop was, in milliseconds, sorted."""
    found = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        started = time.perf_counter()
        await asyncio.sleep(TURN)
        found.append((time.perf_counter() - started - TURN) * 1000)
    return sorted(found)


def say(what: str, times: list[float]) -> None:
    """Print percentiles."""
    at = [times[int((len(times) - 1) * part)] for part in (0.5, 0.99, 1.0)]
    print(f"{what:24} median {at[0]:7.2f} ms   99 % {at[1]:7.2f} ms   worst {at[2]:7.2f} ms   of {len(times)}")


async def main(seconds: float, name: str) -> None:
    """Measure."""
    settings = Settings(visitor_content=1e9, address_content=1e9, all_content=4e9)
    content = ContentJobs(Limits(settings, time.monotonic, Metrics()), settings.visitor_jobs, settings.max_jobs)
    record, game = long_record(name), registry.game(name)

    async def hammer() -> None:
        while True:
            with suppress(ApiError):
                await content.run(replay(record), "eve", "192.0.2.1")

    async def learn() -> list[float]:
        times = []
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            started = time.perf_counter()
            await content.run(in_one_slice(lesson_view, game, 1, []), "ann", "192.0.2.2")
            times.append((time.perf_counter() - started) * 1000)
            await asyncio.sleep(0.05)
        return sorted(times)

    say("loop, alone", await lag(seconds))
    say("lesson, alone", await learn())
    hogs = [asyncio.create_task(hammer()) for _ in range(settings.visitor_jobs)]
    lags, lessons = await asyncio.gather(lag(seconds), learn())
    say("loop, with replays", lags)
    say("lesson, with replays", lessons)
    for hog in hogs:
        hog.cancel()
    await content.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--game", default="hex-dice")
    given = parser.parse_args()
    asyncio.run(main(given.seconds, given.game))
