"""Handlers about records, from a finished table or a file: replays and analyses."""

from __future__ import annotations

from contextlib import AbstractContextManager

from bestagon.bots.worker_pool import Owner
from bestagon.server.content.replays import replay
from bestagon.server.http.context import Context
from bestagon.server.http.dispatch import Request, Response
from bestagon.server.protocol.records import Analysis, Show


async def show_record(context: Context, request: Request) -> Response:
    """Return a record as scenes."""
    body: Show = request.body
    found = await context.content.run(replay(body.record), request.visitor, request.network)
    return Response(found, b"application/json", [(b"cache-control", b"no-store"), (b"content-encoding", b"gzip")])


async def start_analysis(context: Context, request: Request) -> Analysis:
    """Return the analysis of a record after judging some decisions."""
    body: Show = request.body
    with _limited(context, request):
        return await context.analyses.start(body.record, Owner(request.network, request.visitor))


async def poll_analysis(context: Context, request: Request) -> Analysis:
    """Return a known analysis after judging some more decisions."""
    with _limited(context, request):
        return await context.analyses.resume(request.params["analysis"], Owner(request.network, request.visitor))


def _limited(context: Context, request: Request) -> AbstractContextManager[None]:
    return context.limits.hold("analyses", context.limits.analyses, request.visitor, request.network)
