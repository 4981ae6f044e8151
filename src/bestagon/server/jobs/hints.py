"""Hints: what a strong player would do who knows what the seat knows, and why."""

from __future__ import annotations

import asyncio
from typing import Final

from bestagon.bots.analysis import UNDECIDED, DecisionQuery, Verdict
from bestagon.bots.levels import SLOWEST, level
from bestagon.bots.worker_pool import Busy, WorkerFailed, WorkerPool
from bestagon.core.game import Game
from bestagon.server.errors import ApiError
from bestagon.server.protocol.learn import Hint
from bestagon.server.store.base import OPEN, OVER
from bestagon.server.tables.live import LiveTable

LEVEL: Final = "strong"
ITERATIONS: Final = 300
"""Of the search where that level plays by first impressions."""


class Hints:
    """Asks the workers; nothing but what the seat may know leaves the table."""

    def __init__(self, workers: WorkerPool | None) -> None:
        """PendingQuestion these workers; without any there are no hints."""
        self._workers = workers

    def question(self, live: LiveTable, seat: int) -> DecisionQuery:
        """Return what to ask about a table; ApiError where the seat gets no hint."""
        if self._workers is None:
            raise ApiError("no_bots", "no bots think on this server, so there are no hints", live.version)
        if live.setup.clock.kind != "none":
            raise ApiError("no_hints", "there are no hints at a table with a clock", live.version)
        if live.status == OPEN:
            raise ApiError("not_started", "the game begins when every seat is taken", live.version)
        if live.status == OVER:
            raise ApiError("over", "the game is over", live.version)
        if seat not in live.acting:
            raise ApiError("not_your_turn", f"seat {seat} may not act now", live.version)
        iterations = level(live.game.name, LEVEL).iterations or ITERATIONS
        masked = live.masked(seat).to_bytes()
        options = live.table.options
        return DecisionQuery(0, live.game.name, live.row.players, options, masked, seat, UNDECIDED, iterations, live.version, SLOWEST)

    async def find(self, game: Game, version: int, question: DecisionQuery) -> Hint:
        """Return the hint; ApiError where too many are being thought about."""
        assert self._workers is not None
        try:
            verdict = await self._workers.judge(question)
        except (Busy, WorkerFailed):
            raise ApiError("busy", "the bots are busy: try again in a moment", version) from None
        return await asyncio.to_thread(hint, game, version, question, verdict)


def hint(game: Game, version: int, question: DecisionQuery, verdict: Verdict) -> Hint:
    """Return a verdict in words, made from what the seat may know and nothing else."""
    masked, seat = game.load(question.masked, question.players, question.options), question.seat
    choice = next(one for one in game.scene(masked, seat).choices if one.action == verdict.choice)
    chance = verdict.before if question.players > 1 else None
    return Hint(version, choice.action, choice.label, choice.picks, chance, game.reasons(masked, seat, choice.action))
