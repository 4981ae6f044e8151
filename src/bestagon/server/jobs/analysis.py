"""Records looked at by a search, a decision at a time, as long as somebody asks for more."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import OrderedDict
from typing import Final

from bestagon.bots.analysis import DecisionQuery, Verdict, final_chances, mistakes, questions
from bestagon.bots.worker_main import WorkerFailed
from bestagon.bots.worker_pool import Busy, WorkerPool
from bestagon.core import registry
from bestagon.core.errors import BestagonError
from bestagon.i18n import language
from bestagon.server.errors import ApiError
from bestagon.server.protocol.records import Analysis, Decision
from bestagon.server.tables.records import read_record

ITERATIONS: Final = 3000
"""Imagined games for each decision, where there is time."""
SECONDS: Final = 0.12
"""The longest that one of the three looks at a decision takes."""
PATIENCE: Final = 1.0
"""Seconds for which one request goes on judging."""
MISTAKE: Final = 0.1
"""What a mistake costs at least: short searches differ by chance as well."""
MOST: Final = 24
"""How many records are remembered with their verdicts."""


class _Work:
    """A record, its decisions, and what is known of them."""

    def __init__(self, asked: list[DecisionQuery], final: tuple[float, ...]) -> None:
        self.asked = asked
        self.final = final
        self.verdicts: list[Verdict] = []
        self.told: dict[str, list[Decision]] = {}
        """The verdicts as clients show them, by language."""
        self.lock = asyncio.Lock()


class AnalysisJobs:
    """Judges records in the processes of bots; what is known of a record is loaded for whoever asks next."""

    def __init__(self, workers: WorkerPool | None) -> None:
        """Let these workers think; without any there is no analysis."""
        self._workers = workers
        self._known: OrderedDict[str, _Work] = OrderedDict()

    def knows(self, text: str) -> bool:
        """Tell whether a record has been looked at lately, so that it is cheap to ask for more of it."""
        return _key(text) in self._known

    async def look(self, text: str) -> Analysis:
        """Return what is known of a record, after judging for a moment, at least one decision more unless all are judged.

        Nothing is done beyond that, so an analysis ends when nobody asks for more of it.
        """
        work = await self._find(text)
        known, end = len(work.verdicts), time.monotonic() + PATIENCE
        while len(work.verdicts) < len(work.asked) and (len(work.verdicts) == known or time.monotonic() < end):
            await self._next(work)
        costly = mistakes(work.verdicts, len(work.verdicts), MISTAKE)
        return Analysis(_told(work), len(work.asked), list(work.final), [verdict.move for verdict in costly])

    async def _find(self, text: str) -> _Work:
        key = _key(text)
        work = self._known.get(key)
        if work is None:
            work = self._known.setdefault(key, _Work(*await asyncio.to_thread(_ask, text)))
        self._known.move_to_end(key)
        if len(self._known) > MOST:
            self._known.popitem(last=False)
        return work

    async def _next(self, work: _Work) -> None:
        """Judge the next decision, unless somebody else who asks has done so meanwhile."""
        known = len(work.verdicts)
        async with work.lock:
            if len(work.verdicts) > known:
                return
            if self._workers is None:
                raise ApiError("no_bots", "no bots think on this server, so nothing can be analysed")
            try:
                work.verdicts.append(await self._workers.judge(work.asked[known]))
            except (Busy, WorkerFailed) as error:
                raise ApiError("busy", f"the analysis cannot go on now: {error}") from None


def _key(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _ask(text: str) -> tuple[list[DecisionQuery], tuple[float, ...]]:
    """Return all decisions of a record and how it came out; ApiError where it is not sound."""
    record = read_record(text)
    try:
        return questions(record, ITERATIONS, 0, SECONDS), final_chances(record)
    except BestagonError as error:
        raise ApiError("bad_record", str(error)) from None


def _told(work: _Work) -> list[Decision]:
    """Return all verdicts in the language that is spoken."""
    told = work.told.setdefault(language(), [])
    for question, verdict in zip(work.asked[len(told) :], work.verdicts[len(told) :], strict=False):
        told.append(_decision(question, verdict))
    return list(told)


def _decision(question: DecisionQuery, verdict: Verdict) -> Decision:
    """Return a verdict as a client shows it."""
    found = Decision(verdict.move, verdict.seat, verdict.before, verdict.after, list(verdict.chances))
    if verdict.choice != question.action:
        game = registry.game(question.game)
        masked = game.load(question.masked, question.players, question.options)
        found.better = verdict.best
        found.words = game.describe(masked, verdict.seat, verdict.choice, verdict.seat)
        found.cells = game.cells(masked, verdict.seat, verdict.choice, verdict.seat)
    return found
