"""Handlers about visitors: cookies, tokens and the lists of tables."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from bestagon.core import registry
from bestagon.i18n import language, use_language
from bestagon.server.http.context import Context
from bestagon.server.http.dispatch import Request
from bestagon.server.protocol.tables import Lobby, LobbyEntry, Me, Token
from bestagon.server.store.base import Summary
from bestagon.server.tables.sanitize import shown_names
from bestagon.server.tokens import SECRET_BYTES, set_cookie

MAX_LISTED = 200
"""Length of the list of a visitor's tables."""


async def get_me(context: Context, request: Request) -> Me:
    """Return the visitor's tables."""
    found = await context.manager.store.mine(request.visitor, MAX_LISTED) if request.visitor else []
    return Me(bool(request.visitor), [_entry(table, summary) for table, summary in found])


async def enter(context: Context, request: Request) -> Me:
    """Give a browser a cookie, unless it has one."""
    if request.visitor:
        return await get_me(context, request)
    request.cookie = set_cookie(_new_token(context, request), context.settings.https)
    return Me(True, [])


async def create_token(context: Context, request: Request) -> Token:
    """Create a visitor for a program and return its token."""
    return Token(_new_token(context, request))


def _new_token(context: Context, request: Request) -> str:
    context.limits.check_new_visitor(request.network)
    return context.keys.visitor_token(context.entropy(SECRET_BYTES))


async def get_lobby(context: Context, request: Request) -> Lobby:
    """Return the public tables."""
    return Lobby([_entry(table, summary) for table, summary in await context.public_tables.list()])


def _entry(table: str, summary: Summary) -> LobbyEntry:
    return _known_entry(table, summary.status, summary.info, language())


@lru_cache(maxsize=4096)
def _known_entry(table: str, status: str, listed: bytes, spoken: str) -> LobbyEntry:
    """Return a line of a list, cached: anybody may request lists of two hundred."""
    info = msgspec.json.decode(listed)
    game = registry.all_games().get(info["game"])
    # Summaries by older versions name every seat and have no kinds.
    if game is not None and "kinds" in info:
        with use_language(spoken):
            info["seats"] = shown_names(game, table, list(zip(info["seats"], info["kinds"], strict=True)))
    return msgspec.convert({"table": table, "status": status, **info}, LobbyEntry)
