"""Analyses are shared by all clients and continue only while one of them polls."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from tests.server.serving import settings

import bestagon
from bestagon.bots.analysis import Verdict
from bestagon.bots.worker_pool import Owner, ThinkRequest, WorkerPool
from bestagon.core.record import Record
from bestagon.i18n import language, use_language
from bestagon.server.errors import ApiError
from bestagon.server.jobs import analysis
from bestagon.server.jobs.analysis import AnalysisJobs, analysis_id
from bestagon.server.jobs.content_jobs import ContentJobs
from bestagon.server.limits.limits import Limits
from bestagon.server.metrics import Metrics
from bestagon.server.protocol.records import Decision

ANN = Owner("192.0.2.1", "ann")


def jobs(workers: WorkerPool) -> AnalysisJobs:
    """Analyses that nothing limits."""
    limits = Limits(settings(""), time.monotonic, Metrics())
    return AnalysisJobs(workers, limits, ContentJobs(limits, 4, 4))


@pytest.fixture(scope="module")
def workers() -> Iterator[WorkerPool]:
    with WorkerPool(1) as found:
        yield found


def game(*texts: str) -> str:
    table = bestagon.start("hex", seed=7, size=3)
    for text in texts:
        table.play(text)
    return Record.of(table).to_json()


def test_two_clients_share_the_work(workers: WorkerPool, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    judge = WorkerPool.judge

    async def counted(self: WorkerPool, request: ThinkRequest, *rest: Any) -> Verdict:
        asked.append(request.move)
        return await judge(self, request, *rest)

    monkeypatch.setattr(WorkerPool, "judge", counted)
    text = game("a1", "b2", "c3", "c1")

    async def both() -> None:
        one = jobs(workers)
        found = await asyncio.gather(*(one.start(text, ANN) for _ in range(2)))
        while len(found[0].decisions) < 4:
            found = await asyncio.gather(*(one.start(text, ANN) for _ in range(2)))
        assert found[0] == found[1]
        assert len(found[0].decisions) == found[0].total == 4

    asyncio.run(both())
    assert asked == [1, 2, 3, 4]


def test_nothing_is_judged_between_polls(workers: WorkerPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "POLL_SECONDS", 0.0)
    text = game("a1", "b2", "c3", "c1")

    async def some() -> list[int]:
        one = jobs(workers)
        return [len((await one.start(text, ANN)).decisions) for _ in range(5)]

    assert asyncio.run(some()) == [1, 2, 3, 4, 4]


def test_decisions_are_worded_in_the_thread_for_content(workers: WorkerPool, monkeypatch: pytest.MonkeyPatch) -> None:
    worded: list[tuple[str, bool]] = []
    decision = analysis._decision

    def watched(request: ThinkRequest, verdict: Verdict) -> Decision:
        worded.append((language(), threading.current_thread() is threading.main_thread()))
        return decision(request, verdict)

    monkeypatch.setattr(analysis, "_decision", watched)
    text = game("a1", "b2", "c3", "c1")

    async def in_two_languages() -> None:
        one = jobs(workers)
        while len((await one.start(text, ANN)).decisions) < 4:
            pass
        with use_language("de"):
            assert len((await one.start(text, ANN)).decisions) == 4
        assert len((await one.start(text, ANN)).decisions) == 4

    asyncio.run(in_two_languages())
    assert worded == [("en", False)] * 4 + [("de", False)] * 4


def test_the_least_recently_used_analysis_is_dropped(workers: WorkerPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "MAX_ANALYSES", 2)
    texts = [game("a1"), game("b2"), game("c3")]

    async def start_all() -> list[bool]:
        one = jobs(workers)
        for text in (*texts[:2], texts[0], texts[2]):
            await one.start(text, ANN)
        return [analysis_id(text) in one._jobs for text in texts]

    assert asyncio.run(start_all()) == [True, False, True]


def test_one_address_pushes_out_its_own_analyses(workers: WorkerPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "POLL_SECONDS", 0.0)
    cells = [f"{letter}{number}" for letter in "abc" for number in (1, 2, 3)]

    async def many() -> None:
        one = jobs(workers)
        mine = await one.start(game("b2"), ANN)
        eve = [Owner("192.0.2.2", f"eve {n // 5}") for n in range(analysis.MAX_ANALYSES + 1)]
        texts = [game(first, second) for first in cells for second in cells if first != second and "b2" not in (first, second)]
        for owner, text in zip(eve, texts, strict=False):
            await one.start(text, owner)
        found = [job.owner for job in one._jobs.values()]
        assert len([owner for owner in found if owner.group == "192.0.2.2"]) == analysis.ADDRESS_ANALYSES
        assert max(found.count(owner) for owner in eve) <= analysis.VISITOR_ANALYSES
        # Ann's is still there, though all others were used later.
        assert (await one.resume(mine.id, ANN)).total == 1

    asyncio.run(many())


def test_a_failing_worker_is_an_api_error() -> None:
    with WorkerPool(1) as closed:
        pass
    with pytest.raises(ApiError, match="cannot continue now: the worker pool is closed"):
        asyncio.run(jobs(closed).start(game("a1"), ANN))


def test_an_analysis_that_was_dropped_must_be_started_again(workers: WorkerPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "MAX_ANALYSES", 1)
    first, second = game("a1"), game("b2")

    async def story() -> None:
        one = jobs(workers)
        started = await one.start(first, ANN)
        assert await one.resume(started.id, ANN) == started
        await one.start(second, ANN)
        with pytest.raises(ApiError, match="send the record again"):
            await one.resume(started.id, ANN)
        assert (await one.start(first, ANN)).id == started.id

    asyncio.run(story())
