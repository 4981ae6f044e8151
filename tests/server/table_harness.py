"""Live tables without a server: commands in, events out, a manual clock."""

from __future__ import annotations

from typing import Any

import msgspec

from bestagon.core.position import SPECTATOR
from bestagon.server.protocol.tables import Act, CommandBody, Create, Sit
from bestagon.server.store.base import EventRow
from bestagon.server.tables.commands import Command
from bestagon.server.tables.events import EventBody, TableEvent
from bestagon.server.tables.factory import TableFactory
from bestagon.server.tables.live import LiveTable
from bestagon.server.tables.views import Viewer
from bestagon.server.tokens import Keys, hashed

KEYS = Keys(b"k" * 32)


class TableHarness:
    """A table and everything that happened at it."""

    def __init__(self, game: str, secret: int = 3, pace: int = 0, **asked: Any) -> None:
        factory = TableFactory(KEYS, lambda n: bytes([secret]) * n, pace)
        self.factory = factory
        self.now = 1_000_000
        self.live = factory.new(msgspec.convert({"game": game, "public": True, **asked}, Create), "ann", "key", self.now)
        self.row = self.live.row
        self.events: list[EventRow] = []

    def do(self, visitor: str, command: CommandBody, key: str = "", token: str = "") -> TableEvent:
        """Execute a visitor's command; an ApiError changes nothing."""
        token = hashed(command.token) if isinstance(command, Sit) and command.token else token
        return self.take(Command(command, visitor, key, self.now, token).event(self.live))

    def act(self, visitor: str, seat: int, action: int | str, version: int | None = None) -> TableEvent:
        return self.do(visitor, Act(seat, action, self.live.version if version is None else version))

    def server(self, seat: int, body: EventBody) -> TableEvent:
        return self.take(TableEvent(self.live.version, self.now, seat, "", "", body))

    def take(self, event: TableEvent) -> TableEvent:
        self.live.apply(event)
        self.events.append(self.live.to_row(event))
        return event

    def again(self, n: int | None = None) -> LiveTable:
        """Rebuild the table from its row and its first events."""
        return LiveTable(self.row, self.events[:n])


def everything(live: LiveTable) -> list[object]:
    """Return the whole state of a table: what it shows to everybody, what it hides, and what it would allow."""
    viewer = Viewer(live)
    views = [msgspec.json.encode(viewer.whole(seat, 0, live.at)) for seat in range(SPECTATOR, live.row.players)]
    clocks = live.clocks
    private = [
        live.truth.to_bytes(),
        live.summary(),
        live.valid_since,
        [step.barrier for step in live.steps],
        live.other_events,
        sorted((who, sorted(held)) for who, held in live.seats_held.items()),
        live.granted_until,
    ]
    question = (live.question.what, live.question.seat, sorted(live.question.agreed)) if live.question else None
    seats = [(seat.kind, seat.name, seat.level, seat.token, seat.devices, sorted(seat.ended)) for seat in live.seats]
    links = [live.link, live.link_maker, sorted(live.guests.items()), sorted(live._known)]
    rest = [private, question, seats, links, clocks.left, clocks.since, live.version, live.status, live.next]
    return [views, repr(rest)]
