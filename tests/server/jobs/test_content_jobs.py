"""Replays and lessons of one visitor keep neither the event loop nor other visitors waiting."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections.abc import Generator
from typing import Any

import pytest
from tests.server.serving import settings

from bestagon.i18n import language, use_language
from bestagon.server.errors import ApiError
from bestagon.server.jobs.content_jobs import ContentJobs, Sliced, in_one_slice
from bestagon.server.limits.limits import Limits
from bestagon.server.metrics import Metrics


def content(each: int = 4, most: int = 64, **given: Any) -> ContentJobs:
    return ContentJobs(Limits(settings("", **given), time.monotonic, Metrics()), each, most)


def burn(seconds: float, stop: threading.Event) -> Generator[None, None, str]:
    """Use the processor in small steps."""
    end = time.thread_time() + seconds
    while time.thread_time() < end and not stop.is_set():
        sum(range(1000))
        yield
    return "done"


def test_a_lesson_is_served_while_another_visitors_replays_run() -> None:
    stop = threading.Event()

    async def story() -> None:
        jobs = content()
        hogs = [asyncio.create_task(jobs.run(burn(600, stop), "eve", "192.0.2.1")) for _ in range(4)]
        await asyncio.sleep(0.1)
        for _ in range(20):
            assert await jobs.run(in_one_slice(lambda: "lesson"), "ann", "192.0.2.2") == "lesson"
        assert not any(hog.done() for hog in hogs)
        stop.set()
        assert await asyncio.gather(*hogs) == ["done"] * 4
        await jobs.close()

    asyncio.run(story())


def test_work_in_the_event_loop_is_refused_by_the_name_that_its_caller_gives() -> None:
    used = [0.0]

    def work() -> str:
        used[0] += 1.0
        return "done"

    async def story() -> None:
        metrics = Metrics()
        jobs = ContentJobs(Limits(settings(""), time.monotonic, metrics), 4, 64, lambda: used[0])
        assert jobs.run_now(work, "eve", "192.0.2.1", "drawn maps") == "done"
        with pytest.raises(ApiError, match="too many drawn maps from one address"):
            jobs.run_now(work, "eve", "192.0.2.1", "drawn maps")
        assert jobs.run_now(work, "ann", "192.0.2.2", "drawn maps") == "done"
        metrics.publish(0, 0)
        assert 'limit="drawn maps"' in metrics.text().decode()
        await jobs.close()

    asyncio.run(story())


def test_a_visitor_over_the_allowance_is_told_when_to_retry() -> None:
    async def story() -> None:
        jobs = content(visitor_content=0.36)
        jobs._limits.spend_content("eve", "", 1.5)
        with pytest.raises(ApiError, match="too many replays and lessons by one visitor") as found:
            await jobs.run(in_one_slice(lambda: 1), "eve", "192.0.2.1")
        # A second of work in three hours: half a second is missing.
        assert found.value.retry_after == pytest.approx(5010, abs=50)
        assert await jobs.run(in_one_slice(lambda: 1), "ann", "192.0.2.1") == 1
        await jobs.close()

    asyncio.run(story())


def test_the_queue_of_one_visitor_is_short_and_a_full_one_serves_small_users() -> None:
    stop = threading.Event()

    async def story() -> None:
        jobs = content(each=2, most=3)
        running = asyncio.create_task(jobs.run(burn(600, stop), "eve", "192.0.2.1"))
        await asyncio.sleep(0.05)
        waiting = [asyncio.create_task(jobs.run(burn(600, stop), "eve", "192.0.2.1")) for _ in range(4)]
        await asyncio.sleep(0.05)
        refused = [task for task in waiting if task.done()]
        assert refused
        assert all("already" in str(task.exception()) for task in refused)
        assert await jobs.run(in_one_slice(lambda: 1), "ann", "192.0.2.2") == 1
        stop.set()
        await asyncio.gather(running, *waiting, return_exceptions=True)
        await jobs.close()

    asyncio.run(story())


def test_errors_languages_and_cancelled_requests() -> None:
    stop = threading.Event()

    def fail() -> None:
        raise ApiError("no_lesson", "there is none")

    async def story() -> None:
        jobs = content()
        with pytest.raises(ApiError, match="there is none"):
            await jobs.run(in_one_slice(fail), "ann", "net")
        with use_language("de"):
            assert await jobs.run(in_one_slice(language), "ann", "net") == "de"
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(jobs.run(burn(600, stop), "ann", "net"), 0.05)
        # The thread has dropped what nobody waits for.
        assert await jobs.run(in_one_slice(lambda: 1), "ann", "net") == 1
        end = time.monotonic() + 30
        while len(jobs._waiting) and time.monotonic() < end:
            await asyncio.sleep(0.01)
        assert len(jobs._waiting) == 0
        await jobs.close()

    asyncio.run(story())


def test_shared_content_is_made_once_for_each_language() -> None:
    made = []

    def make(name: str) -> Sliced[str]:
        made.append(language())
        yield
        return f"{name} {language()}"

    async def story() -> None:
        jobs = content(each=1, most=1)
        assert await asyncio.gather(*(jobs.once(make, "hex") for _ in range(30))) == ["hex en"] * 30
        with use_language("de"):
            assert await jobs.once(make, "hex") == "hex de"
        assert await jobs.once(make, "hex") == "hex en"
        with pytest.raises(ZeroDivisionError):
            await jobs.once(lambda number: in_one_slice(lambda: number // 0), 1)
        await jobs.close()

    asyncio.run(story())
    assert made == ["en", "de"]


def test_shared_content_is_neither_refused_nor_dropped_however_many_ask() -> None:
    stop = threading.Event()

    def make(name: str) -> Sliced[str]:
        yield
        return f"{name} {language()}"

    async def ask(jobs: ContentJobs, spoken: str) -> list[str]:
        # As a page of another language that is loaded at the same time.
        with use_language(spoken):
            return await asyncio.gather(*(jobs.once(make, f"game {number}") for number in range(8)))

    async def story() -> None:
        jobs = content(each=2, most=3, all_content=0.001)
        hogs = [asyncio.create_task(jobs.run(burn(600, stop), f"eve {number}", f"192.0.2.{number}")) for number in range(5)]
        await asyncio.sleep(0.05)
        pages = await asyncio.wait_for(asyncio.gather(*(ask(jobs, spoken) for spoken in ("en", "de", "en"))), 60)
        assert pages == [[f"game {number} {spoken}" for number in range(8)] for spoken in ("en", "de", "en")]
        assert not all(hog.done() for hog in hogs)
        stop.set()
        await asyncio.gather(*hogs, return_exceptions=True)
        await jobs.close()

    asyncio.run(story())


def test_the_visitors_jobs_go_on_between_shared_ones() -> None:
    stop = threading.Event()

    async def story() -> None:
        jobs = content()
        shared = [asyncio.create_task(jobs.once(lambda number: burn(600, stop), number)) for number in range(3)]
        await asyncio.sleep(0.05)
        assert await asyncio.wait_for(jobs.run(in_one_slice(lambda: "lesson"), "ann", "192.0.2.2"), 60) == "lesson"
        assert not any(one.done() for one in shared)
        stop.set()
        await asyncio.gather(*shared)
        await jobs.close()

    asyncio.run(story())


def test_many_replays_of_one_address_are_named_long_before_they_are_refused(caplog: pytest.LogCaptureFixture) -> None:
    metrics = Metrics()
    limits = Limits(settings(""), lambda: 0.0, metrics)
    for _ in range(20):
        limits.spend_content("ann", "192.0.2.1", 0.125)
        limits.spend_content("eve", "192.0.2.2", 0.25)
    lines = [record for record in caplog.records if record.getMessage() == "many replays and lessons"]
    assert [record.network for record in lines] == ["192.0.2.2"]  # type: ignore[attr-defined]
    assert b"bestagon_heavy_content_total 8.0" in metrics.text()


def test_the_event_loop_waits_less_for_the_interpreter_while_content_is_made() -> None:
    usual = sys.getswitchinterval()

    async def story() -> None:
        jobs = content()
        assert await jobs.run(in_one_slice(sys.getswitchinterval), "ann", "192.0.2.1") < 0.001
        await jobs.close()

    asyncio.run(story())
    assert sys.getswitchinterval() == usual


def test_a_full_queue_is_named(caplog: pytest.LogCaptureFixture) -> None:
    stop = threading.Event()

    async def story() -> None:
        jobs = content(each=2)
        running = [asyncio.create_task(jobs.run(burn(600, stop), "eve", "192.0.2.1")) for _ in range(4)]
        done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_EXCEPTION)
        assert any(isinstance(one.exception(), ApiError) for one in done)
        stop.set()
        await asyncio.gather(*running, return_exceptions=True)
        await jobs.close()

    asyncio.run(story())
    lines = [record for record in caplog.records if record.getMessage() == "limit reached"]
    assert [record.limit for record in lines] == ["waiting replays and lessons"]  # type: ignore[attr-defined]


def test_a_job_fails_if_there_can_be_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    def submit(*given: object) -> None:
        raise RuntimeError("can't start new thread")

    async def story() -> None:
        jobs = content()
        async with asyncio.timeout(20):
            with monkeypatch.context() as changed:
                changed.setattr(jobs._thread, "submit", submit)
                for work in (jobs.run(in_one_slice(lambda: "late"), "ann", "192.0.2.1"), jobs.once(in_one_slice, lambda: "shared")):
                    with pytest.raises(RuntimeError, match="new thread"):
                        await work
            assert await jobs.run(in_one_slice(lambda: "lesson"), "ann", "192.0.2.1") == "lesson"
        await jobs.close()

    asyncio.run(story())
