"""An event loop on a simulated clock: time passes only when nothing is left to do, and then at once."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine, Generator, Mapping
from contextvars import Context, ContextVar, copy_context
from typing import Any, Protocol, TypeVar

T = TypeVar("T")
BEGIN = 1000.0
"""The simulated time in seconds at which every run begins."""


class TaskOwner(Protocol):
    """A simulated process, which owns the tasks that start in its context."""

    tasks: dict[asyncio.Task[Any], None]
    dead: bool


OWNER: ContextVar[TaskOwner | None] = ContextVar("OWNER", default=None)
"""The simulated process in whose context the code runs; tasks and callbacks inherit it."""


class _SkippingSelector(selectors.BaseSelector):
    """Waits for nothing: instead of sleeping until the next timer it moves the clock there."""

    def __init__(self, between: Callable[[], None]) -> None:
        self.now = BEGIN
        self.steps = 0
        self._between = between
        self._keys: dict[Any, selectors.SelectorKey] = {}

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.steps += 1
        self._between()
        if timeout is None:
            raise RuntimeError("the simulation waits for something that cannot happen")
        if timeout > 0:
            self.now += timeout
        return []

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        # Only the loop's own pipe, through which other threads would wake it: there are none.
        self._keys[fileobj] = key = selectors.SelectorKey(fileobj, fileobj, events, data)
        return key

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        return self._keys.pop(fileobj)

    def get_map(self) -> Mapping[Any, selectors.SelectorKey]:
        return self._keys


class SimulatedLoop(asyncio.SelectorEventLoop):
    """The event loop. `between` is called between any two rounds of callbacks, so between any two awaits of a task."""

    def __init__(self, between: Callable[[], None], thread_seconds: Callable[[], float]) -> None:
        self._skipping = _SkippingSelector(between)
        self._thread_seconds = thread_seconds
        super().__init__(self._skipping)

    @property
    def steps(self) -> int:
        """How many rounds of callbacks there were."""
        return self._skipping.steps

    def time(self) -> float:
        """Return the simulated time in seconds."""
        return self._skipping.now

    def call_at(self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None) -> asyncio.TimerHandle:  # type: ignore[override]
        """Set a timer; a process that is dead sets none."""
        handle = super().call_at(when, callback, *args, context=context)
        owner = OWNER.get() if context is None else context.get(OWNER)
        if owner is not None and owner.dead:
            handle.cancel()
        return handle

    def create_task(
        self, coro: Generator[Any, None, T] | Coroutine[Any, Any, T], *, name: object = None, context: Context | None = None
    ) -> asyncio.Task[T]:
        """Create a task that belongs to the simulated process of its context."""
        inherited = copy_context() if context is None else context
        task: asyncio.Task[T] = super().create_task(coro, name=name, context=inherited)
        owner = inherited.get(OWNER)
        if owner is not None:
            owner.tasks[task] = None
            task.add_done_callback(lambda done: owner.tasks.pop(done, None))
            if owner.dead:
                task.cancel()
        return task

    def run_in_executor(self, executor: object, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # type: ignore[override]
        """Run a function for a thread a little later, in this thread."""
        future: asyncio.Future[T] = self.create_future()

        def run() -> None:
            if future.done():
                return
            try:
                future.set_result(func(*args))
            except Exception as error:
                future.set_exception(error)

        self.call_later(self._thread_seconds(), run)
        return future
