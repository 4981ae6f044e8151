"""Analyses of records, a few decisions at a time, for as long as a client polls for more."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from functools import partial
from typing import Final

from bestagon.bots.analysis import Verdict, adviser, mistakes, requests_for
from bestagon.bots.worker_pool import Busy, Owner, ThinkRequest, WorkerFailed, WorkerPool
from bestagon.core import registry
from bestagon.core.errors import BestagonError
from bestagon.i18n import language
from bestagon.server.errors import ApiError
from bestagon.server.jobs.content_jobs import ContentJobs, Sliced, in_one_slice
from bestagon.server.limits.limits import Limits
from bestagon.server.limits.networks import customer
from bestagon.server.protocol.records import Analysis, Decision
from bestagon.server.tables.records import read_record

POLL_SECONDS: Final = 1.0
"""How long one request judges decisions."""
MIN_REGRET: Final = 0.1
"""Cost of a mistake; people need not hear of smaller ones."""
MAX_ANALYSES: Final = 24
"""Cache size: the least recently used analysis is dropped. One of 3,000 actions takes 3 MB."""
ADDRESS_ANALYSES: Final = 8
VISITOR_ANALYSES: Final = 4
"""How many of them one address and one visitor may have started: more push out their own."""


class _Job:
    """The decisions of a record and the verdicts so far."""

    def __init__(self, owner: Owner, requests: list[ThinkRequest], final: tuple[float, ...]) -> None:
        self.owner = owner
        """Who started it."""
        self.requests = requests
        self.final = final
        self.verdicts: list[Verdict] = []
        self.decisions: dict[str, list[Decision]] = {}
        """The verdicts as clients show them, by language."""
        self.lock = asyncio.Lock()


class AnalysisJobs:
    """Judges records in the bots' processes; all clients of a record share its analysis."""

    def __init__(self, workers: WorkerPool | None, limits: Limits, content: ContentJobs) -> None:
        """Judge with these workers; without any there are no analyses."""
        self._workers = workers
        self._limits = limits
        self._content = content
        self._jobs: OrderedDict[str, _Job] = OrderedDict()

    async def start(self, text: str, owner: Owner) -> Analysis:
        """Return the analysis of a record after judging for a moment; ApiError if the record is invalid."""
        analysis = analysis_id(text)
        if analysis not in self._jobs:
            job = _Job(owner, *await self._content.run(in_one_slice(_read, text), owner.member, owner.group))
            self._jobs.setdefault(analysis, job)
            self._drop_excess(owner)
        return await self.resume(analysis, owner)

    async def resume(self, analysis: str, owner: Owner) -> Analysis:
        """Return a cached analysis after judging for a moment, at least one decision more; ApiError if it is not cached.

        It is judged for the owner, a visitor in a network. Nothing is judged between requests, so an analysis stops when no client polls.
        """
        job = self._jobs.get(analysis)
        if job is None:
            raise ApiError("no_analysis", "there is no such analysis here (any more): send the record again")
        self._jobs.move_to_end(analysis)
        known, end = len(job.verdicts), asyncio.get_running_loop().time() + POLL_SECONDS
        while len(job.verdicts) < len(job.requests) and (len(job.verdicts) == known or asyncio.get_running_loop().time() < end):
            await self._judge_next(job, owner)
        verdicts = list(job.verdicts)
        decisions = await self._decisions(job, verdicts, owner)
        costly = mistakes(verdicts, len(verdicts), MIN_REGRET)
        return Analysis(analysis, decisions, len(job.requests), list(job.final), [verdict.move for verdict in costly])

    def _drop_excess(self, owner: Owner) -> None:
        """Drop what is too much in the cache after an owner has started an analysis, the least recently used first."""
        address = [name for name, job in self._jobs.items() if customer(job.owner.group) == customer(owner.group)]
        visitor = [name for name in address if self._jobs[name].owner.member == owner.member]
        for found, most in ((visitor, VISITOR_ANALYSES), (address, ADDRESS_ANALYSES), (list(self._jobs), MAX_ANALYSES)):
            kept = [name for name in found if name in self._jobs]
            for name in kept[: max(0, len(kept) - most)]:
                del self._jobs[name]

    async def _decisions(self, job: _Job, verdicts: list[Verdict], owner: Owner) -> list[Decision]:
        """Return verdicts in the current language; new ones are content of the owner, since there may be thousands."""
        known = job.decisions.get(language(), [])
        if len(known) < len(verdicts):
            found = await self._content.run(_worded(known, job.requests, verdicts), owner.member, owner.group)
            if len(found) > len(job.decisions.get(language(), [])):
                job.decisions[language()] = found
            known = found
        return known[: len(verdicts)]

    async def _judge_next(self, job: _Job, owner: Owner) -> None:
        """Judge the next decision, unless another request has done so meanwhile."""
        known = len(job.verdicts)
        async with job.lock:
            if len(job.verdicts) > known:
                return
            if self._workers is None:
                raise ApiError("no_bots", "this server runs no bots, so there are no analyses")
            self._limits.check_thinking(owner.member, owner.group)
            try:
                spend = partial(self._limits.spend_thinking, owner.member, "analyses")
                job.verdicts.append(await self._workers.judge(job.requests[known], Owner(customer(owner.group), owner.member), spend))
            except (Busy, WorkerFailed) as error:
                raise ApiError("busy", f"the analysis cannot continue now: {error}") from None


def analysis_id(text: str) -> str:
    """Return the id of a record's analysis: the SHA-256 of its text."""
    return hashlib.sha256(text.encode()).hexdigest()


def _read(text: str) -> tuple[list[ThinkRequest], tuple[float, ...]]:
    """Return a record's decisions and final results; ApiError if the record is invalid."""
    record = read_record(text)
    try:
        return requests_for(record, adviser(record.game), 0)
    except BestagonError as error:
        raise ApiError("bad_record", str(error)) from None


def _worded(known: list[Decision], requests: list[ThinkRequest], verdicts: list[Verdict]) -> Sliced[list[Decision]]:
    """Return all verdicts in the current language, of which the first are known."""
    found = list(known)
    for request, verdict in zip(requests[len(found) :], verdicts[len(found) :], strict=False):
        found.append(_decision(request, verdict))
        yield
    return found


def _decision(request: ThinkRequest, verdict: Verdict) -> Decision:
    """Return a verdict as a client shows it."""
    found = Decision(verdict.move, verdict.seat, verdict.before, verdict.after, list(verdict.chances), points=round(verdict.points))
    if verdict.choice != request.played:
        game = registry.game(request.game)
        masked = game.load(request.masked, request.players, request.options)
        found.better = verdict.best
        found.words = game.describe(masked, verdict.seat, verdict.choice, verdict.seat)
        found.cells = game.cells(masked, verdict.seat, verdict.choice, verdict.seat)
    return found
