"""Handlers about records, from a finished table or a file: replays and analyses."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from bestagon.server.content.replays import replay
from bestagon.server.errors import ApiError
from bestagon.server.http.context import Context
from bestagon.server.http.dispatch import Request, Response
from bestagon.server.jobs.analysis import analysis_id
from bestagon.server.protocol.records import Analysis, Show


async def show_record(context: Context, request: Request) -> Response:
    """Return a record as scenes."""
    context.limits.check_record(request.visitor)
    body: Show = request.body
    found = await asyncio.to_thread(replay, body.record)
    return Response(found, b"application/json", [(b"cache-control", b"no-store"), (b"content-encoding", b"gzip")])


async def start_analysis(context: Context, request: Request) -> Analysis:
    """Return the analysis of a record after judging some decisions."""
    body: Show = request.body
    if analysis_id(body.record) not in context.analyses:
        context.limits.check_record(request.visitor)
    with _limited(context, request):
        return await context.analyses.start(body.record)


async def poll_analysis(context: Context, request: Request) -> Analysis:
    """Return a known analysis after judging some more decisions."""
    with _limited(context, request):
        return await context.analyses.resume(request.params["analysis"])


@contextmanager
def _limited(context: Context, request: Request) -> Iterator[None]:
    if not context.limits.analyses.acquire(request.visitor):
        raise ApiError("too_many", "too many analyses at once: try again in a moment")
    try:
        yield
    finally:
        context.limits.analyses.release(request.visitor)
