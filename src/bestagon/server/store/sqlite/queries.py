"""The queries of SQLite, each as a function on a connection."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any, Final

from bestagon.server.store.base import Conflict, Duplicate, EventRow, Lease, NoTable, StoredTable, Summary, TableExists, TableRow

EVENT: Final = "n, at, kind, seat, actor, key, data"
SUMMARY: Final = "status, public, visitors, due, info, owner"
INSERT_EVENT: Final = f"INSERT INTO events (table_id, {EVENT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
LOBBY: Final = f"SELECT table_id, {SUMMARY} FROM summaries WHERE public AND status <> 'over' ORDER BY created DESC LIMIT ?"
MINE: Final = (
    f"SELECT table_id, {SUMMARY} FROM holders JOIN summaries USING (table_id) WHERE visitor = ? ORDER BY holders.created DESC LIMIT ?"
)
DUE: Final = "SELECT table_id FROM summaries WHERE due > 0 AND due <= ? AND lease_until <= ? ORDER BY due LIMIT ?"
COUNT: Final = (
    "UPDATE summaries SET count = count + 1 "
    "WHERE table_id = ? AND count = ? AND status = ? AND public = ? AND visitors = ? AND due = ? AND info = ?"
)
REPLACE: Final = "UPDATE summaries SET count = count + 1, status = ?, public = ?, visitors = ?, due = ?, info = ? WHERE table_id = ?"
KEEP_LEASE: Final = "UPDATE summaries SET lease_until = ? WHERE table_id = ? AND lease_owner = ?"
POSTPONE: Final = "UPDATE summaries SET due = ? WHERE table_id = ? AND due > 0 AND due <= ?"
UNFINISHED: Final = (
    "SELECT count(*) FROM (SELECT table_id FROM summaries WHERE owner = ?1 AND owner <> '' AND status <> 'over' UNION "
    "SELECT table_id FROM holders JOIN summaries USING (table_id) WHERE visitor = ?1 AND status <> 'over')"
)
FIRST: Final = "SELECT n FROM events WHERE table_id = ? AND actor = ? AND key = ? AND key <> ''"


def create(connection: sqlite3.Connection, *, row: TableRow, summary: Summary, events: Sequence[EventRow]) -> None:
    """Store a new table with its events; raise TableExists if the id is taken."""
    if connection.execute("SELECT 1 FROM tables WHERE id = ?", (row.id,)).fetchone():
        raise TableExists(f"there is a table {row.id} already")
    fields = (row.id, row.created, row.game, row.rules, row.players, row.options, row.secret, row.setup)
    connection.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?)", fields)
    connection.executemany(INSERT_EVENT, [_event_fields(row.id, event) for event in events])
    connection.execute(
        f"INSERT INTO summaries (table_id, created, count, {SUMMARY}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (row.id, row.created, len(events), *_summary_fields(summary), summary.owner),
    )
    _update_holders(connection, row.id, row.created, set(), set(summary.visitors))


def append(connection: sqlite3.Connection, *, table: str, event: EventRow, summary: Summary, lease: Lease | None) -> None:
    """Append an event and replace the summary; raise Duplicate, Conflict or NoTable."""
    after = _summary_fields(summary)
    # Usually only the count changes, and no index has to be updated.
    if connection.execute(COUNT, (table, event.n, *after)).rowcount != 1:
        _replace(connection, table, event, summary, after)
    if lease is not None:
        connection.execute(KEEP_LEASE, (lease.until, table, lease.owner))
    try:
        connection.execute(INSERT_EVENT, _event_fields(table, event))
    except sqlite3.IntegrityError:
        raise _duplicate(connection, table, event) or Conflict(table, event.n) from None


def _replace(connection: sqlite3.Connection, table: str, event: EventRow, summary: Summary, after: tuple[object, ...]) -> None:
    """Count an event and store a changed summary."""
    found = connection.execute("SELECT count, created, visitors FROM summaries WHERE table_id = ?", (table,)).fetchone()
    if found is None:
        raise NoTable(f"there is no table {table}")
    count, created, before = found
    if count != event.n:
        raise _duplicate(connection, table, event) or Conflict(table, count)
    connection.execute(REPLACE, (*after, table))
    _update_holders(connection, table, created, set(_visitors(before)), set(summary.visitors))


def _duplicate(connection: sqlite3.Connection, table: str, event: EventRow) -> Duplicate | None:
    """Return the error for a key that was used before, or None."""
    first = connection.execute(FIRST, (table, event.actor, event.key)).fetchone()
    return Duplicate(table, first[0]) if first else None


def dump(connection: sqlite3.Connection, *, table: str) -> StoredTable | None:
    """Return a consistent copy of a whole table, or None."""
    connection.execute("BEGIN")
    try:
        row = connection.execute("SELECT id, created, game, rules, players, options, secret, setup FROM tables WHERE id = ?", (table,))
        found = row.fetchone()
        if found is None:
            return None
        summary = connection.execute(f"SELECT {SUMMARY} FROM summaries WHERE table_id = ?", (table,)).fetchone()
        return StoredTable(TableRow(*found), events(connection, table=table, since=0), _summary(summary))
    finally:
        connection.execute("COMMIT")


def events(connection: sqlite3.Connection, *, table: str, since: int) -> list[EventRow]:
    """Return the events of a table from a number on."""
    found = connection.execute(f"SELECT {EVENT} FROM events WHERE table_id = ? AND n >= ? ORDER BY n", (table, since))
    return [EventRow(*row) for row in found]


def lobby(connection: sqlite3.Connection, *, limit: int) -> list[tuple[str, Summary]]:
    """Return the public tables that are open or running, newest first."""
    return [(table, _summary(rest)) for table, *rest in connection.execute(LOBBY, (limit,))]


def mine(connection: sqlite3.Connection, *, visitor: str, limit: int) -> list[tuple[str, Summary]]:
    """Return the tables where a visitor holds a seat, newest first."""
    return [(table, _summary(rest)) for table, *rest in connection.execute(MINE, (visitor, limit))]


def due(connection: sqlite3.Connection, *, now: int, limit: int) -> list[str]:
    """Return the tables where the server must act and that have no lease."""
    return [table for (table,) in connection.execute(DUE, (now, now, limit))]


def postpone(connection: sqlite3.Connection, *, table: str, now: int, until: int) -> None:
    """Make a table that is due by now due later."""
    connection.execute(POSTPONE, (until, table, now))


def unfinished(connection: sqlite3.Connection, *, visitor: str) -> int:
    """Return how many tables that are not over a visitor owns or holds a seat at."""
    found: int = connection.execute(UNFINISHED, (visitor,)).fetchone()[0]
    return found


def lease(connection: sqlite3.Connection, *, table: str, owner: str, until: int, now: int) -> bool:
    """Take or extend a lease; False while another owner has it."""
    asked = "UPDATE summaries SET lease_owner = ?, lease_until = ? WHERE table_id = ? AND (lease_owner = ? OR lease_until <= ?)"
    return connection.execute(asked, (owner, until, table, owner, now)).rowcount == 1


def release(connection: sqlite3.Connection, *, table: str, owner: str) -> None:
    """Give a lease back."""
    asked = "UPDATE summaries SET lease_owner = '', lease_until = 0 WHERE table_id = ? AND lease_owner = ?"
    connection.execute(asked, (table, owner))


def ids(connection: sqlite3.Connection, *, after: str, limit: int) -> list[str]:
    """Return table ids in order."""
    return [table for (table,) in connection.execute("SELECT id FROM tables WHERE id > ? ORDER BY id LIMIT ?", (after, limit))]


def get_meta(connection: sqlite3.Connection, *, key: str) -> bytes | None:
    """Return one of the server's own values."""
    found = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return found[0] if found else None


def put_meta(connection: sqlite3.Connection, *, key: str, value: bytes) -> None:
    """Store one of the server's own values."""
    connection.execute("INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", (key, value))


def init_meta(connection: sqlite3.Connection, *, key: str, value: bytes) -> bytes:
    """Return the value of a key, set to `value` if it has none."""
    connection.execute("INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO NOTHING", (key, value))
    found: bytes = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()[0]
    return found


def _update_holders(connection: sqlite3.Connection, table: str, created: int, before: set[str], after: set[str]) -> None:
    """Store the difference between the holders of seats before and after."""
    for visitor in before - after:
        connection.execute("DELETE FROM holders WHERE visitor = ? AND table_id = ?", (visitor, table))
    for visitor in after - before:
        connection.execute("INSERT INTO holders (visitor, table_id, created) VALUES (?, ?, ?)", (visitor, table, created))


def _event_fields(table: str, event: EventRow) -> tuple[object, ...]:
    return (table, event.n, event.at, event.kind, event.seat, event.actor, event.key, event.data)


def _summary_fields(summary: Summary) -> tuple[object, ...]:
    # One a line: ids contain no line breaks.
    return (summary.status, int(summary.public), "\n".join(summary.visitors), summary.due, summary.info)


def _visitors(text: str) -> list[str]:
    return text.split("\n") if text else []


def _summary(fields: Sequence[Any]) -> Summary:
    status, public, visitors, due_at, info, owner = fields
    return Summary(status, bool(public), tuple(_visitors(visitors)), due_at, info, owner)
