"""Handlers about tables: opening, viewing and the commands of players."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from bestagon.core.position import SPECTATOR
from bestagon.core.record import Record
from bestagon.scene.beats import WhyNot
from bestagon.server.errors import ApiError
from bestagon.server.http.context import Context
from bestagon.server.http.dispatch import Request, Response
from bestagon.server.jobs.content_jobs import in_one_slice
from bestagon.server.protocol.learn import Advice, Hint
from bestagon.server.protocol.tables import Create, Created, Done, Link, LogPage, Rematch, Sit, TableInfo, TableView, Watch, Why
from bestagon.server.store.base import OVER, RUNNING
from bestagon.server.tables.commands import Command
from bestagon.server.tables.committed import check_same_command
from bestagon.server.tables.events import TableEvent
from bestagon.server.tables.factory import rematch_key
from bestagon.server.tables.live import LiveTable
from bestagon.server.tables.payers import LONG
from bestagon.server.tables.views import LOG_LINES, check_access, check_viewer, table_info
from bestagon.server.tokens import hashed

CACHE_CONTROL = {True: b"public, max-age=31536000, immutable", False: b"private, max-age=31536000, immutable"}
"""How long a stage is cached; that of a private table not by proxies, which would show it to others."""
RECORD_CACHE = {True: b"no-cache", False: b"private, no-store"}
"""Whether a record is stored: that of a private table nowhere, since access to it may end."""
OLD_PAGES = "old log pages"
"""The limit of pages that have to be replayed."""


async def create(context: Context, request: Request) -> Created:
    """Open a table."""
    body: Create = request.body
    make = partial(context.factory.new, body, request.visitor, request.key, context.manager.now())
    table = context.keys.table(request.visitor, request.key)
    with context.limits.opening(request.visitor, table) as others:
        if body.real_dice:
            # Real dice are asked for one throw at a time, and all these requests open one table.
            live = await _make_slowly(context, request, make)
            await _check_room(context, request, table, others)
        else:
            await _check_room(context, request, table, others)
            own_data = any(isinstance(value, str) and "\n" in value for value in body.options.values())
            live = await _make_slowly(context, request, make) if own_data else make()
        return await _create(context, live)


async def go_on(context: Context, request: Request) -> Created:
    """Open a table that continues a record."""
    make = partial(context.factory.go_on, request.body, request.visitor, request.key, context.manager.now())
    table = context.keys.table(request.visitor, request.key)
    with context.limits.opening(request.visitor, table) as others:
        await _check_room(context, request, table, others)
        return await _create(context, await _make_slowly(context, request, make))


async def _make_slowly(context: Context, request: Request, make: Callable[[], LiveTable]) -> LiveTable:
    """Return a table whose set-up takes long, or can be requested any number of times: made as content, and charged to the visitor."""
    return await context.content.run(in_one_slice(make), request.visitor, request.network)


async def _create(context: Context, live: LiveTable) -> Created:
    """Store a new table; a repeated request gets the table that the first one created."""
    await context.manager.create(live)
    async with context.manager.table(live.id) as loaded:
        first = loaded.live
        check_same_command(first.setup.fingerprint, live.setup.fingerprint, first.version)
        return Created(live.id, first.version, context.factory.invitations(first), context.factory.link(first))


async def _check_room(context: Context, request: Request, table: str, others: int) -> None:
    """Raise ApiError if a visitor may not open another table; a repeated request finds its table and costs nothing.

    `others` is how many were being opened before this one: each of them is counted, or stored by now.
    """
    if await context.manager.exists(table):
        return
    context.limits.check_owned(await context.manager.store.unfinished(request.visitor) + others, context.settings.my_tables)
    context.limits.check_new_table(request.visitor, request.network)


async def get_table(context: Context, request: Request) -> TableInfo:
    """Return what never changes at a table."""
    async with context.manager.table(request.params["table"]) as loaded:
        await context.manager.read_committed(loaded, partial(check_access, visitor=request.visitor))
        live = loaded.live
        owner = request.visitor == live.setup.owner
        link = context.factory.link(live) if owner or live.seats_of(request.visitor) else ""
        return table_info(live, request.visitor, context.factory.invitations(live) if owner else {}, link)


async def get_view(context: Context, request: Request) -> TableView:
    """Return the table as a seat may see it."""
    seat = request.query_number("seat", SPECTATOR, SPECTATOR)
    since = request.query_number("since", 0, 0)
    async with context.manager.table(request.params["table"]) as loaded:
        await context.manager.read_committed(loaded, partial(check_viewer, visitor=request.visitor, seat=seat), since)
        context.manager.look(loaded)
        return loaded.view.whole(seat, since, context.manager.now())


async def why_not(context: Context, request: Request) -> WhyNot:
    """Explain why something cannot be chosen by a seat."""
    body: Why = request.body
    async with context.manager.table(request.params["table"]) as loaded:
        await context.manager.read_committed(loaded, partial(check_viewer, visitor=request.visitor, seat=body.seat))
        live = loaded.live
        if live.status != RUNNING:
            raise ApiError("over" if live.status == OVER else "not_started", "the game is not running", live.version)
        return live.game.why_not(live.masked(body.seat), body.seat, body.picks)


async def get_log(context: Context, request: Request) -> LogPage:
    """Return earlier lines of a table's log as a seat may see them."""
    seat = request.query_number("seat", SPECTATOR, SPECTATOR)
    before, limit = request.query_number("before", 0, 0), request.query_number("limit", LOG_LINES, 1)
    async with context.manager.table(request.params["table"]) as loaded:
        await context.manager.read_committed(loaded, partial(check_viewer, visitor=request.visitor, seat=seat))
        page = partial(loaded.view.log_page, seat, before, limit)
        if loaded.view.is_recent(before):
            return page()
        # Not in the thread for content: players would wait for the table meanwhile.
        return context.content.run_now(page, request.visitor, request.network, OLD_PAGES)


async def get_stage(context: Context, request: Request) -> Response:
    """Return the part of the scene that never changes."""
    async with context.manager.table(request.params["table"]) as loaded:
        await context.manager.read_committed(loaded, partial(check_access, visitor=request.visitor))
        data = loaded.view.find_stage(request.params["stage"])
        if data is None:
            raise ApiError("no_page", "this table has no such stage", loaded.live.version)
        return Response(data, b"application/json", [(b"cache-control", CACHE_CONTROL[loaded.live.setup.public])])


async def get_record(context: Context, request: Request) -> Response:
    """Return the record of a finished game, with the secret of its dice."""
    async with context.manager.table(request.params["table"]) as loaded:
        record = await context.manager.read_committed(loaded, partial(_record, visitor=request.visitor))
        cached = RECORD_CACHE[loaded.live.setup.public]
    if len(record.actions) <= LONG:
        text = record.to_json()
    else:
        # A game may have thousands of actions, and anybody who sees the table can ask for its record again and again.
        text = await context.content.run(in_one_slice(record.to_json), request.visitor, request.network)
    return Response(text.encode(), b"application/json", [(b"cache-control", cached)])


def _record(live: LiveTable, visitor: str) -> Record:
    check_access(live, visitor)
    if live.status != OVER:
        raise ApiError("not_over", "the record is available when the game is over", live.version)
    return live.record()


async def command(context: Context, request: Request) -> Done:
    """Execute a visitor's command at a table."""
    asked = Command(request.body, request.visitor, request.key, context.manager.now())
    # Not isinstance, which is slow for structs.
    if type(request.body) is Sit and request.body.token:
        asked.token = hashed(request.body.token)
    return await _commit(context, request, asked)


async def chat(context: Context, request: Request) -> Done:
    """Send a chat message."""
    asked = Command(request.body, request.visitor, request.key, context.manager.now())

    def make(live: LiveTable) -> TableEvent:
        event = asked.event(live)
        # Only now: strangers must not use up a table's limit, nor fill memory with the names of tables that do not exist.
        context.limits.check_chat(request.visitor, request.network, live.id)
        return event

    async with context.manager.table(request.params["table"]) as loaded:
        done = await context.manager.commit(loaded, make, request.visitor, request.key, asked.fingerprint)
        return Done(done.version, done.seat)


async def _commit(context: Context, request: Request, asked: Command, token: str = "") -> Done:
    manager = context.manager
    # Every move comes here, and `async with` costs two more coroutines.
    loaded = await manager.acquire(request.params["table"])
    try:
        done = await manager.commit(loaded, asked.event, request.visitor, request.key, asked.fingerprint, on_stored=request.on_stored)
        return Done(done.version, done.seat, token)
    finally:
        manager.release(loaded)


async def watch(context: Context, request: Request) -> Done:
    """See a private table by a link; nothing changes for a visitor who may see it anyway."""
    body: Watch = request.body
    asked = Command(body, request.visitor, request.key, context.manager.now(), hashed(body.token))
    async with context.manager.table(request.params["table"]) as loaded:
        if loaded.live.may_see(request.visitor):
            return Done(loaded.live.version)
        done = await context.manager.commit(loaded, asked.event, request.visitor, request.key, asked.fingerprint)
        return Done(done.version)


async def create_link(context: Context, request: Request) -> Done:
    """Create a link to a seat or to the table."""
    body: Link = request.body
    token = context.keys.link(request.params["table"], body.seat, request.visitor, request.key)
    asked = Command(body, request.visitor, request.key, context.manager.now(), hashed(token))
    return await _commit(context, request, asked, token)


async def get_hint(context: Context, request: Request) -> Hint:
    """Return what a strong player would do."""
    body: Advice = request.body
    async with context.manager.table(request.params["table"]) as loaded:
        await context.manager.read_committed(loaded, partial(check_viewer, visitor=request.visitor, seat=body.seat))
        live = loaded.live
        asked = await context.manager.read_committed(loaded, partial(context.hints.request, seat=body.seat))
    with context.limits.hold("hints", context.limits.hints, request.visitor, request.network):
        return await context.hints.find(live.game, live.version, asked, request.visitor, request.network)


async def rematch(context: Context, request: Request) -> Done:
    """Open a new table for the same people."""
    body: Rematch = request.body
    key = rematch_key(request.params["table"], request.key)
    asked = Command(body, request.visitor, request.key, context.manager.now(), context.keys.table(request.visitor, key))

    def is_new(live: LiveTable) -> bool:
        """Tell whether this is not a repeated request; ApiError if there can be no rematch."""
        if live.find_committed(request.visitor, request.key, asked.fingerprint) is not None:
            return False
        asked.event(live)
        return True

    async with context.manager.table(request.params["table"]) as loaded:
        if await context.manager.read_committed(loaded, is_new):
            make = partial(context.factory.rematch, loaded.live, body.first, request.visitor, request.key, asked.now, body.dice)
            new = await _make_slowly(context, request, make) if loaded.live.table.real_dice else make()
            # Only now: real dice are asked for one throw at a time, and all these requests open one table.
            with context.limits.opening(request.visitor, asked.token) as others:
                await _check_room(context, request, asked.token, others)
                await context.manager.create(new)
        refused: ApiError
        try:
            done = await context.manager.commit(loaded, asked.event, request.visitor, request.key, asked.fingerprint)
            return Done(done.version, done.seat, table=asked.token)
        except ApiError as error:
            # Nothing is awaited in a handler (decision 164).
            refused = error
        if refused.name == "already_asked":
            # Another process was faster, and nobody will ever come to this table. After any other refusal the request may be repeated.
            await context.manager.discard(asked.token)
        raise refused
