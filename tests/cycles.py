"""What is large must not be left in reference cycles: it would stay in memory until the garbage collector finds it."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def none_in_cycles(kind: type = BaseException) -> Iterator[None]:
    """Fail if objects of a kind that the block made are left in cycles; the block must not refer to them any more.

    By default these are errors: their tracebacks refer to everything that was called.
    """
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        yield
        gc.collect()
        left = [repr(one) for one in gc.garbage if isinstance(one, kind)]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
        gc.collect()
    assert not left, f"{len(left)} are left in cycles, such as {left[0]}"
