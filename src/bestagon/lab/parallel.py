"""Work distributed over processes of this machine, or over Ray."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import TypeVar

from bestagon.lab.ray_pool import map_on_ray

Item = TypeVar("Item")
Output = TypeVar("Output")


def map_parallel(work: Callable[[Item], Output], items: Sequence[Item], jobs: int, on: str | None = None) -> Generator[Output, None, None]:
    """Yield the outputs as they are ready; a single job or item runs in this process.

    `on` names a Ray to run on instead: `ray` on this machine, or `ray://HOST:PORT`, of which all cores are used.
    Close the generator (`contextlib.closing`) to stop early: that cancels the items not yet begun.
    """
    if on is not None:
        yield from map_on_ray(work, items, jobs, on)
        return
    if jobs == 1 or len(items) <= 1:
        yield from map(work, items)
        return
    pool = ProcessPoolExecutor(min(jobs, len(items)))
    try:
        waiting = [pool.submit(work, item) for item in items]
        for future in as_completed(waiting):
            yield future.result()
    finally:
        # Not `with`, which would wait for every item, begun or not.
        pool.shutdown(wait=True, cancel_futures=True)
