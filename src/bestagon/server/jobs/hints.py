"""Hints: what a strong player would do with the seat's knowledge, and why."""

from __future__ import annotations

import asyncio
from functools import partial

from bestagon.bots.analysis import Verdict, adviser, request_for
from bestagon.bots.worker_pool import Busy, Owner, ThinkRequest, WorkerFailed, WorkerPool
from bestagon.core.game import Game
from bestagon.server.errors import ApiError
from bestagon.server.limits.limits import Limits
from bestagon.server.limits.networks import customer
from bestagon.server.protocol.learn import Hint
from bestagon.server.tables.live import LiveTable


class Hints:
    """Asks the workers for hints; only what the seat may know leaves the table."""

    def __init__(self, workers: WorkerPool | None, limits: Limits) -> None:
        """Use these workers; without any there are no hints."""
        self._workers = workers
        self._limits = limits

    def request(self, live: LiveTable, seat: int) -> ThinkRequest:
        """Return the request for the workers; ApiError if the seat gets no hint."""
        if self._workers is None:
            raise ApiError("no_bots", "this server runs no bots, so there are no hints", live.version)
        if live.setup.clock.kind != "none":
            raise ApiError("no_hints", "there are no hints at a table with a clock", live.version)
        live.check_running()
        if seat not in live.acting:
            raise ApiError("not_your_turn", f"seat {seat} may not act now", live.version)
        return request_for(live.game.name, live.table.options, live.masked(seat), seat, adviser(live.game.name))

    async def find(self, game: Game, version: int, request: ThinkRequest, visitor: str, network: str) -> Hint:
        """Return the hint for a visitor; ApiError if the bots are busy or the visitor's thinking time is used up."""
        assert self._workers is not None
        self._limits.check_thinking(visitor, network)
        try:
            spend = partial(self._limits.spend_thinking, visitor, "hints")
            verdict = await self._workers.judge(request, Owner(customer(network), visitor), spend)
        except (Busy, WorkerFailed):
            raise ApiError("busy", "the bots are busy: try again in a moment", version) from None
        return await asyncio.to_thread(_hint, game, version, request, verdict)


def _hint(game: Game, version: int, request: ThinkRequest, verdict: Verdict) -> Hint:
    """Return a verdict in words, made only from what the seat may know."""
    masked, seat = game.load(request.masked, request.players, request.options), request.seat
    choice = next(one for one in game.scene(masked, seat).choices if one.action == verdict.choice)
    chance = verdict.before if request.players > 1 else None
    return Hint(version, choice.action, choice.label, choice.picks, chance, game.reasons(masked, seat, choice.action))
