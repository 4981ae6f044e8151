"""What can be asked over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from importlib.metadata import PackageNotFoundError, version

import msgspec

from bestagon.bots.levels import elos, levels_of
from bestagon.core import registry
from bestagon.core.errors import UnknownGame
from bestagon.core.game import Game
from bestagon.core.option import Option
from bestagon.core.position import SPECTATOR
from bestagon.core.record import Record
from bestagon.server.content.lessons import lesson_view
from bestagon.server.content.previews import sample
from bestagon.server.content.rule_examples import example_pictures
from bestagon.server.errors import ApiError
from bestagon.server.http.dispatch import Request, Response
from bestagon.server.http.limits import Limits
from bestagon.server.jobs.hints import Hints
from bestagon.server.metrics import Metrics
from bestagon.server.protocol.learn import Advice, Attempt, Hint, LessonView, Rules
from bestagon.server.protocol.tables import (
    Created,
    Done,
    GameInfo,
    Health,
    Link,
    Lobby,
    LobbyEntry,
    Me,
    OptionInfo,
    Rematch,
    Sit,
    TableInfo,
    TableView,
    Token,
)
from bestagon.server.settings import Settings
from bestagon.server.store.base import OVER, Summary, TableExists, TableRow
from bestagon.server.tables.commands import Command
from bestagon.server.tables.factory import TableFactory
from bestagon.server.tables.live import LiveTable
from bestagon.server.tables.manager import TableManager
from bestagon.server.tables.sanitize import nameless
from bestagon.server.tables.views import table_info
from bestagon.server.tokens import SECRET_BYTES, Keys, hashed, set_cookie

LINES = 200
"""How many tables a list shows at most."""
AN_HOUR = [(b"cache-control", b"public, max-age=3600"), (b"vary", b"accept-language")]
FOREVER = [(b"cache-control", b"public, max-age=31536000, immutable")]


def program_version() -> str:
    """Return the version of this program."""
    try:
        return version("bestagon")
    except PackageNotFoundError:
        return "unknown"


class Api:
    """The endpoints' work."""

    def __init__(
        self,
        settings: Settings,
        keeper: TableManager,
        keys: Keys,
        opener: TableFactory,
        limits: Limits,
        metrics: Metrics,
        entropy: Callable[[int], bytes],
        hints: Hints,
    ) -> None:
        """Work on the tables of a keeper."""
        self._settings = settings
        self._keeper = keeper
        self._keys = keys
        self._opener = opener
        self._limits = limits
        self._metrics = metrics
        self._entropy = entropy
        self._hints = hints

    # About the server and the visitor.

    async def health(self, call: Request) -> Health:
        """Tell whether storage answers."""
        await self._keeper.store.get_meta("alive")
        return Health(True, program_version())

    async def metrics(self, call: Request) -> Response:
        """Return the counts."""
        return Response(self._metrics.text().encode(), b"text/plain; version=0.0.4; charset=utf-8", [(b"cache-control", b"no-store")])

    async def games(self, call: Request) -> list[GameInfo]:
        """Return the games."""
        return [
            GameInfo(
                name=game.name,
                title=game.title,
                summary=game.translator(game.summary),
                players=list(game.players),
                usual_players=game.usual_players,
                options=[_option(game, option) for option in game.options],
                levels=[level.name for level in levels_of(game.name)],
                elo=elos(game.name),
                extra=not registry.is_ours(game),
                lessons=len(game.lessons()),
            )
            for game in registry.all_games().values()
        ]

    async def rules(self, call: Request) -> Rules:
        """Return a game's rules."""
        game = _game(call)
        return Rules(game.name, game.title, game.rules(), example_pictures(game), len(game.lessons()))

    async def sample(self, call: Request) -> Response:
        """Return a picture of a game in the middle of play."""
        return Response(await asyncio.to_thread(sample, _game(call)), b"application/json", AN_HOUR)

    async def lesson(self, call: Request) -> LessonView:
        """Return where somebody is in a lesson."""
        body: Attempt = call.body
        return lesson_view(_game(call), call.place("lesson"), body.actions)

    async def me(self, call: Request) -> Me:
        """Return who asks and where they play."""
        found = await self._keeper.store.mine(call.visitor, LINES) if call.visitor else []
        return Me(bool(call.visitor), [_line(table, summary) for table, summary in found])

    async def enter(self, call: Request) -> Me:
        """Give a browser its cookie, unless it has one."""
        if not call.visitor:
            self._limits.visitor(call.address)
            call.cookie = set_cookie(self._keys.visitor_token(self._entropy(SECRET_BYTES)), self._settings.https)
            return Me(True, [])
        return await self.me(call)

    async def token(self, call: Request) -> Token:
        """Give a program a token: a visitor of its own."""
        self._limits.visitor(call.address)
        return Token(self._keys.visitor_token(self._entropy(SECRET_BYTES)))

    # Tables.

    async def lobby(self, call: Request) -> Lobby:
        """Return the public tables."""
        return Lobby([_line(table, summary) for table, summary in await self._keeper.store.lobby(LINES)])

    async def create(self, call: Request) -> Created:
        """Open a table."""
        await self._room_for(call.visitor)
        row = self._opener.new(call.body, call.visitor, call.key, self._keeper.now())
        await self._store(row)
        async with self._keeper.table(row.id) as kept:
            return Created(row.id, kept.live.version, self._opener.invitations(kept.live))

    async def go_on(self, call: Request) -> Created:
        """Open a table that goes on from a moment of a record."""
        self._limits.record(call.visitor)
        await self._room_for(call.visitor)
        row = await asyncio.to_thread(self._opener.go_on, call.body, call.visitor, call.key, self._keeper.now())
        await self._store(row)
        async with self._keeper.table(row.id) as kept:
            return Created(row.id, kept.live.version, {})

    async def _room_for(self, visitor: str) -> None:
        self._limits.table(visitor)
        mine = await self._keeper.store.mine(visitor, LINES)
        if sum(summary.status != OVER for _, summary in mine) >= self._settings.my_tables:
            raise ApiError("too_many", f"you have {self._settings.my_tables} tables that are not over: finish or leave some first")

    async def _store(self, row: TableRow) -> None:
        """Store a new table; one that the same request has stored before is left as it is."""
        live = LiveTable(row)
        summary = live.summary()
        try:
            await self._keeper.store.create(row, summary)
        except TableExists:
            return
        self._keeper.changed(row.id, summary.due)

    async def table(self, call: Request) -> TableInfo:
        """Return what stays the same at a table."""
        async with self._keeper.table(call.params["table"]) as kept:
            live = kept.live
            owner = call.visitor == live.setup.owner
            return table_info(live, call.visitor, self._opener.invitations(live) if owner else {})

    async def view(self, call: Request) -> TableView:
        """Return the table as a seat may see it."""
        seat = call.number("seat", SPECTATOR, SPECTATOR)
        since = call.number("since", 0, 0)
        async with self._keeper.table(call.params["table"]) as kept:
            await self._keeper.certain(kept, partial(check_viewer, visitor=call.visitor, seat=seat))
            return kept.view.whole(seat, since, self._keeper.now())

    async def stage(self, call: Request) -> Response:
        """Return the part of the scene that never changes."""
        async with self._keeper.table(call.params["table"]) as kept:
            data = kept.view.find_stage(call.params["stage"])
            if data is None:
                raise ApiError("no_page", "there is no such stage here", kept.live.version)
            return Response(data, b"application/json", FOREVER)

    async def record(self, call: Request) -> Response:
        """Return the record of a game that is over, with the secret of its dice."""
        async with self._keeper.table(call.params["table"]) as kept:
            text = (await self._keeper.certain(kept, _record)).to_json()
        return Response(text.encode(), b"application/json", [(b"cache-control", b"no-cache")])

    # Commands.

    async def command(self, call: Request) -> Done:
        """Do what a visitor asks of a table."""
        asked = Command(call.body, call.visitor, call.key, self._keeper.now())
        if isinstance(call.body, Sit) and call.body.token:
            asked.token = hashed(call.body.token)
        async with self._keeper.table(call.params["table"]) as kept:
            done = await self._keeper.commit(kept, asked.event, call.visitor, call.key)
            return Done(done.version, done.seat)

    async def link(self, call: Request) -> Done:
        """Make a link to a seat."""
        body: Link = call.body
        token = self._keys.link(call.params["table"], body.seat, call.visitor, call.key)
        asked = Command(body, call.visitor, call.key, self._keeper.now(), hashed(token))
        async with self._keeper.table(call.params["table"]) as kept:
            done = await self._keeper.commit(kept, asked.event, call.visitor, call.key)
            return Done(done.version, done.seat, token)

    async def hint(self, call: Request) -> Hint:
        """Return what a strong player would do."""
        body: Advice = call.body
        async with self._keeper.table(call.params["table"]) as kept:
            await self._keeper.certain(kept, partial(check_viewer, visitor=call.visitor, seat=body.seat))
            live = kept.live
            asked = await self._keeper.certain(kept, partial(self._hints.question, seat=body.seat))
        if not self._limits.hints.enter(call.visitor):
            raise ApiError("too_many", "one hint at a time: another is being thought about")
        try:
            return await self._hints.find(live.game, live.version, asked)
        finally:
            self._limits.hints.leave(call.visitor)

    async def rematch(self, call: Request) -> Done:
        """Open a table for the same people."""
        body: Rematch = call.body
        await self._room_for(call.visitor)

        def again(live: LiveTable) -> tuple[TableRow, Command]:
            row = self._opener.again(live, body.first, call.visitor, call.key, self._keeper.now())
            asked = Command(body, call.visitor, call.key, self._keeper.now(), row.id)
            if live.repeated(call.visitor, call.key) is None:
                asked.event(live)
            return row, asked

        async with self._keeper.table(call.params["table"]) as kept:
            row, asked = await self._keeper.certain(kept, again)
            if kept.live.repeated(call.visitor, call.key) is None:
                await self._store(row)
            done = await self._keeper.commit(kept, asked.event, call.visitor, call.key)
            return Done(done.version, done.seat, table=row.id)


def _game(call: Request) -> Game:
    """Return the game that a call is about; ApiError where there is none."""
    try:
        return registry.game(call.params["game"])
    except UnknownGame as error:
        raise ApiError("no_game", str(error)) from None


def _option(game: Game, option: Option) -> OptionInfo:
    """Return an option in words."""
    translate = game.translator
    words = [translate(choice) if isinstance(choice, str) else str(choice) for choice in option.choices]
    return OptionInfo(
        option.name,
        translate(option.text),
        option.kind(),
        option.default,
        list(option.choices),
        words,
        option.low,
        option.high,
        option.data,
    )


def check_viewer(live: LiveTable, visitor: str, seat: int) -> None:
    """Refuse a seat that the visitor does not hold; everybody may be a spectator."""
    if seat == SPECTATOR:
        return
    if seat >= live.row.players:
        raise ApiError("no_seat", f"there is no seat {seat}: the seats are 0 to {live.row.players - 1}", live.version)
    if not live.holds(visitor, seat):
        raise ApiError("not_your_seat", f"you do not hold seat {seat}", live.version)


def _record(live: LiveTable) -> Record:
    if live.status != OVER:
        raise ApiError("not_over", "the record is there when the game is over", live.version)
    return Record.of(live.table, reveal=True)


def _line(table: str, summary: Summary) -> LobbyEntry:
    info = msgspec.json.decode(summary.info)
    game = registry.all_games().get(info["game"])
    # Older tables have a name for everybody, and tell no kinds.
    if game is not None and "kinds" in info:
        seats = enumerate(zip(info["seats"], info["kinds"], info["levels"], strict=True))
        info["seats"] = [name or nameless(game, seat, kind, level) for seat, (name, kind, level) in seats]
    return msgspec.convert({"table": table, "status": summary.status, **info}, LobbyEntry)
