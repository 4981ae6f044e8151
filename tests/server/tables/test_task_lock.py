"""The lock of a table: one task at a time, in order, and none is lost when others are cancelled."""

from __future__ import annotations

import asyncio

from bestagon.server.tables.loaded import TaskLock


class Work:
    """Tasks that hold a lock one after the other."""

    def __init__(self) -> None:
        self.lock = TaskLock()
        self.done: list[int] = []
        self.inside = 0

    async def do(self, number: int, seconds: float = 0.0) -> None:
        if not self.lock.take():
            await self.lock.wait()
        try:
            self.inside += 1
            assert self.inside == 1
            await asyncio.sleep(seconds)
            self.done.append(number)
        finally:
            self.inside -= 1
            self.lock.release()


def test_tasks_take_turns_in_order() -> None:
    async def story() -> None:
        work = Work()
        await asyncio.gather(*(work.do(number) for number in range(10)))
        assert work.done == list(range(10))
        assert work.lock.take()

    asyncio.run(story())


def test_nobody_overtakes_a_task_that_was_handed_the_lock() -> None:
    async def story() -> None:
        work = Work()
        assert work.lock.take()
        waiting = asyncio.create_task(work.do(1))
        await asyncio.sleep(0)
        work.lock.release()
        # The waiting task has not run yet.
        assert not work.lock.take()
        await waiting
        assert work.done == [1]

    asyncio.run(story())


def test_cancelled_tasks_leave_the_lock_to_the_next() -> None:
    async def story(after_handing_over: bool) -> None:
        work = Work()
        assert work.lock.take()
        first, second = asyncio.create_task(work.do(1)), asyncio.create_task(work.do(2))
        await asyncio.sleep(0)
        if after_handing_over:
            work.lock.release()
            first.cancel()
        else:
            first.cancel()
            work.lock.release()
        await asyncio.wait_for(second, 10)
        assert first.cancelled()
        assert work.done == [2]
        assert work.lock.take()

    for after_handing_over in (False, True):
        asyncio.run(story(after_handing_over))
