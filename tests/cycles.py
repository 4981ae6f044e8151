"""Errors must not be left in reference cycles: what their tracebacks refer to would stay until the garbage collector finds it."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_errors_left() -> Iterator[None]:
    """Fail if an error that was raised in the block is left in a cycle; the block itself must not keep it."""
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        yield
        gc.collect()
        left = [repr(one) for one in gc.garbage if isinstance(one, BaseException)]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
        gc.collect()
    assert not left, f"{len(left)} errors are left in cycles, such as {left[0]}"
