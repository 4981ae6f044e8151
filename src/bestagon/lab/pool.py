"""Work spread over processes."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import TypeVar

Part = TypeVar("Part")
Done = TypeVar("Done")


def spread(work: Callable[[Part], Done], parts: Sequence[Part], jobs: int) -> Generator[Done, None, None]:
    """Yield what the work makes of every part, as it comes; one job, or one part, needs no other process.

    Whoever may stop early closes the generator (`contextlib.closing`): what has not begun is cancelled then.
    """
    if jobs == 1 or len(parts) <= 1:
        yield from map(work, parts)
        return
    pool = ProcessPoolExecutor(min(jobs, len(parts)))
    try:
        waiting = [pool.submit(work, part) for part in parts]
        for future in as_completed(waiting):
            yield future.result()
    finally:
        # Not `with`: leaving that way would wait for every part, begun or not.
        pool.shutdown(wait=True, cancel_futures=True)
