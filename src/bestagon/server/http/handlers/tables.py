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
from bestagon.server.store.base import OVER, Summary
from bestagon.server.tables.commands import Command
from bestagon.server.tables.factory import TableFactory
from bestagon.server.tables.live import LiveTable
from bestagon.server.tables.manager import TableManager
from bestagon.server.tables.sanitize import default_name
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
        manager: TableManager,
        keys: Keys,
        factory: TableFactory,
        limits: Limits,
        metrics: Metrics,
        entropy: Callable[[int], bytes],
        hints: Hints,
    ) -> None:
        """Work on the tables of a manager."""
        self._settings = settings
        self._manager = manager
        self._keys = keys
        self._factory = factory
        self._limits = limits
        self._metrics = metrics
        self._entropy = entropy
        self._hints = hints

    # About the server and the visitor.

    async def health(self, request: Request) -> Health:
        """Tell whether storage answers."""
        await self._manager.store.get_meta("alive")
        return Health(True, program_version())

    async def metrics(self, request: Request) -> Response:
        """Return the counts."""
        return Response(self._metrics.text().encode(), b"text/plain; version=0.0.4; charset=utf-8", [(b"cache-control", b"no-store")])

    async def games(self, request: Request) -> list[GameInfo]:
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

    async def rules(self, request: Request) -> Rules:
        """Return a game's rules."""
        game = _game(request)
        return Rules(game.name, game.title, game.rules(), example_pictures(game), len(game.lessons()))

    async def sample(self, request: Request) -> Response:
        """Return a picture of a game in the middle of play."""
        return Response(await asyncio.to_thread(sample, _game(request)), b"application/json", AN_HOUR)

    async def lesson(self, request: Request) -> LessonView:
        """Return where somebody is in a lesson."""
        body: Attempt = request.body
        return lesson_view(_game(request), request.place("lesson"), body.actions)

    async def me(self, request: Request) -> Me:
        """Return who asks and where they play."""
        found = await self._manager.store.mine(request.visitor, LINES) if request.visitor else []
        return Me(bool(request.visitor), [_line(table, summary) for table, summary in found])

    async def enter(self, request: Request) -> Me:
        """Give a browser its cookie, unless it has one."""
        if not request.visitor:
            self._limits.visitor(request.address)
            request.cookie = set_cookie(self._keys.visitor_token(self._entropy(SECRET_BYTES)), self._settings.https)
            return Me(True, [])
        return await self.me(request)

    async def token(self, request: Request) -> Token:
        """Give a program a token: a visitor of its own."""
        self._limits.visitor(request.address)
        return Token(self._keys.visitor_token(self._entropy(SECRET_BYTES)))

    # Tables.

    async def lobby(self, request: Request) -> Lobby:
        """Return the public tables."""
        return Lobby([_line(table, summary) for table, summary in await self._manager.store.lobby(LINES)])

    async def create(self, request: Request) -> Created:
        """Open a table."""
        await self._room_for(request.visitor)
        live = self._factory.new(request.body, request.visitor, request.key, self._manager.now())
        await self._manager.create(live)
        async with self._manager.table(live.id) as loaded:
            return Created(live.id, loaded.live.version, self._factory.invitations(loaded.live))

    async def go_on(self, request: Request) -> Created:
        """Open a table that goes on from a moment of a record."""
        self._limits.record(request.visitor)
        await self._room_for(request.visitor)
        live = await asyncio.to_thread(self._factory.go_on, request.body, request.visitor, request.key, self._manager.now())
        await self._manager.create(live)
        async with self._manager.table(live.id) as loaded:
            return Created(live.id, loaded.live.version, {})

    async def _room_for(self, visitor: str) -> None:
        self._limits.table(visitor)
        mine = await self._manager.store.mine(visitor, LINES)
        if sum(summary.status != OVER for _, summary in mine) >= self._settings.my_tables:
            raise ApiError("too_many", f"you have {self._settings.my_tables} tables that are not over: finish or leave some first")

    async def table(self, request: Request) -> TableInfo:
        """Return what stays the same at a table."""
        async with self._manager.table(request.params["table"]) as loaded:
            live = loaded.live
            owner = request.visitor == live.setup.owner
            return table_info(live, request.visitor, self._factory.invitations(live) if owner else {})

    async def view(self, request: Request) -> TableView:
        """Return the table as a seat may see it."""
        seat = request.number("seat", SPECTATOR, SPECTATOR)
        since = request.number("since", 0, 0)
        async with self._manager.table(request.params["table"]) as loaded:
            await self._manager.read_committed(loaded, partial(check_viewer, visitor=request.visitor, seat=seat))
            return loaded.view.whole(seat, since, self._manager.now())

    async def stage(self, request: Request) -> Response:
        """Return the part of the scene that never changes."""
        async with self._manager.table(request.params["table"]) as loaded:
            data = loaded.view.find_stage(request.params["stage"])
            if data is None:
                raise ApiError("no_page", "there is no such stage here", loaded.live.version)
            return Response(data, b"application/json", FOREVER)

    async def record(self, request: Request) -> Response:
        """Return the record of a game that is over, with the secret of its dice."""
        async with self._manager.table(request.params["table"]) as loaded:
            text = (await self._manager.read_committed(loaded, _record)).to_json()
        return Response(text.encode(), b"application/json", [(b"cache-control", b"no-cache")])

    # Commands.

    async def command(self, request: Request) -> Done:
        """Do what a visitor asks of a table."""
        asked = Command(request.body, request.visitor, request.key, self._manager.now())
        if isinstance(request.body, Sit) and request.body.token:
            asked.token = hashed(request.body.token)
        async with self._manager.table(request.params["table"]) as loaded:
            done = await self._manager.commit(loaded, asked.event, request.visitor, request.key)
            return Done(done.version, done.seat)

    async def link(self, request: Request) -> Done:
        """Make a link to a seat."""
        body: Link = request.body
        token = self._keys.link(request.params["table"], body.seat, request.visitor, request.key)
        asked = Command(body, request.visitor, request.key, self._manager.now(), hashed(token))
        async with self._manager.table(request.params["table"]) as loaded:
            done = await self._manager.commit(loaded, asked.event, request.visitor, request.key)
            return Done(done.version, done.seat, token)

    async def hint(self, request: Request) -> Hint:
        """Return what a strong player would do."""
        body: Advice = request.body
        async with self._manager.table(request.params["table"]) as loaded:
            await self._manager.read_committed(loaded, partial(check_viewer, visitor=request.visitor, seat=body.seat))
            live = loaded.live
            asked = await self._manager.read_committed(loaded, partial(self._hints.question, seat=body.seat))
        if not self._limits.hints.enter(request.visitor):
            raise ApiError("too_many", "one hint at a time: another is being thought about")
        try:
            return await self._hints.find(live.game, live.version, asked)
        finally:
            self._limits.hints.leave(request.visitor)

    async def rematch(self, request: Request) -> Done:
        """Open a table for the same people."""
        body: Rematch = request.body
        await self._room_for(request.visitor)

        def again(live: LiveTable) -> tuple[LiveTable, Command]:
            new = self._factory.rematch(live, body.first, request.visitor, request.key, self._manager.now())
            command = Command(body, request.visitor, request.key, self._manager.now(), new.id)
            if live.find_committed(request.visitor, request.key) is None:
                command.event(live)
            return new, command

        async with self._manager.table(request.params["table"]) as loaded:
            new, command = await self._manager.read_committed(loaded, again)
            if loaded.live.find_committed(request.visitor, request.key) is None:
                await self._manager.create(new)
            done = await self._manager.commit(loaded, command.event, request.visitor, request.key)
            return Done(done.version, done.seat, table=new.id)


def _game(request: Request) -> Game:
    """Return the game that a request is about; ApiError where there is none."""
    try:
        return registry.game(request.params["game"])
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
    if not live.is_holder(visitor, seat):
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
        info["seats"] = [name or default_name(game, seat, kind, level) for seat, (name, kind, level) in seats]
    return msgspec.convert({"table": table, "status": summary.status, **info}, LobbyEntry)
