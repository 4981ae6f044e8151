"""What can be done with a record: show it, judge it, go on from it."""

from __future__ import annotations

import asyncio

from bestagon.server.content.replays import replay
from bestagon.server.errors import ApiError
from bestagon.server.http.dispatch import Request, Response
from bestagon.server.http.limits import Limits
from bestagon.server.jobs.analysis import AnalysisJobs
from bestagon.server.protocol.records import Analysis, Show


class RecordHandlers:
    """The endpoints about records; where a record comes from, a table that is over or a file, makes no difference."""

    def __init__(self, analyst: AnalysisJobs, limits: Limits) -> None:
        """Let an analyst judge."""
        self._analyst = analyst
        self._limits = limits

    async def show(self, request: Request) -> Response:
        """Return a record as pictures."""
        self._limits.record(request.visitor)
        body: Show = request.body
        found = await asyncio.to_thread(replay, body.record)
        return Response(found, b"application/json", [(b"cache-control", b"no-store"), (b"content-encoding", b"gzip")])

    async def analyse(self, request: Request) -> Analysis:
        """Return what is known of a record's decisions, after judging a few more."""
        body: Show = request.body
        if not self._analyst.knows(body.record):
            self._limits.record(request.visitor)
        if not self._limits.analyses.enter(request.visitor):
            raise ApiError("too_many", "too many analyses at once: try again in a moment")
        try:
            return await self._analyst.look(body.record)
        finally:
            self._limits.analyses.leave(request.visitor)
