"""Work spread over processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import TypeVar

Part = TypeVar("Part")
Done = TypeVar("Done")


def spread(work: Callable[[Part], Done], parts: Sequence[Part], jobs: int) -> Iterator[Done]:
    """Yield what the work makes of every part, as it comes; one job, or one part, needs no other process."""
    if jobs == 1 or len(parts) <= 1:
        yield from map(work, parts)
        return
    with ProcessPoolExecutor(min(jobs, len(parts))) as pool:
        try:
            waiting = [pool.submit(work, part) for part in parts]
            for future in as_completed(waiting):
                yield future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
