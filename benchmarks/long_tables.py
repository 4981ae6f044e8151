"""Tables that a stranger has made as long as the server allows, by acting and undoing, written into a store."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Final

import msgspec

from bestagon.core.actions import legal_actions
from bestagon.server.errors import ApiError
from bestagon.server.protocol.tables import Act, CommandBody, Create, Undo
from bestagon.server.store.base import EventRow, StoredTable, TableRow, open_store
from bestagon.server.tables.commands import Command
from bestagon.server.tables.factory import TableFactory
from bestagon.server.tables.live import LiveTable
from bestagon.server.tokens import Keys

GAME: Final = "hexagone"
"""The game whose lines take most memory."""
PLAYERS: Final = 4
LONGEST: Final = 5760
"""Events of a long table."""


def long_table() -> StoredTable:
    """Return a public table of one stranger, who acts for all seats and takes back what can be taken back."""
    create = msgspec.convert({"game": GAME, "public": True, "players": PLAYERS, "seats": [{"kind": "me"}] * PLAYERS}, Create)
    live = TableFactory(Keys(b"k" * 32), random.Random(1).randbytes, 0).new(create, "stranger", "key", 1)
    rows: list[EventRow] = []

    def do(body: CommandBody) -> bool:
        key = f"0123456789abcdef-{len(rows)}"
        try:
            event = Command(body, "stranger", key, 2).event(live)
            live.apply(event)
        except ApiError:
            return False
        rows.append(live.to_row(event))
        return True

    while len(rows) < LONGEST and live.status == "running":
        seat = live.acting[0]
        actions = legal_actions(live.masked(seat), seat)
        do(Act(seat, actions[len(rows) % len(actions)], live.version))
        if live.undo(seat):
            do(Undo(seat))
    return StoredTable(live.row, rows, live.summary())


def store_long_tables(path: Path, count: int) -> None:
    """Write copies of a long table into a new file: half of them of one stranger, the others of one each."""
    stored = long_table()

    async def write() -> None:
        store = open_store(f"sqlite:///{path}")
        await store.open()
        try:
            for number in range(count):
                live = LiveTable(_copy(stored.row, number))
                await store.create(live.row, stored.summary, stored.events)
        finally:
            await store.close()

    asyncio.run(write())


def _copy(row: TableRow, number: int) -> TableRow:
    owner = "stranger" if number % 2 else f"stranger {number}"
    setup = row.setup.replace(b'"owner":"stranger"', f'"owner":"{owner}"'.encode())
    return TableRow(f"long-{number}", row.created, row.game, row.rules, row.players, row.options, row.secret, setup)
