"""The queries of SQLite, each as a function on a connection."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any, Final

from bestagon.server.store.base import (
    TABLE_EVENTS,
    Conflict,
    Duplicate,
    EventRow,
    Lease,
    NoTable,
    StoredTable,
    Summary,
    TableExists,
    TableRow,
    Usage,
)
from bestagon.server.store.packed_rows import packed

RESERVE: Final = 256
"""Unused pages that stay in the file for new tables."""
INCREMENTAL: Final = 2
"""SQLite's number for files that can shrink in portions."""
EVENT: Final = "n, at, kind, seat, actor, key, data"
SUMMARY: Final = "status, public, visitors, due, info, owner"
EVENTS: Final = f"SELECT {EVENT} FROM events WHERE table_id = ? AND n >= ? ORDER BY n"
INSERT_EVENT: Final = f"INSERT INTO events (table_id, {EVENT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
LOBBY: Final = f"SELECT table_id, {SUMMARY} FROM summaries WHERE public AND status <> 'over' ORDER BY created DESC LIMIT ?"
MINE: Final = (
    f"SELECT table_id, {SUMMARY} FROM holders JOIN summaries USING (table_id) WHERE visitor = ? ORDER BY holders.created DESC LIMIT ?"
)
DUE: Final = "SELECT table_id FROM summaries WHERE due > 0 AND due <= ? AND lease_until <= ? ORDER BY due LIMIT ?"
COUNT: Final = "SELECT coalesce(max(n) + 1, 0) FROM events WHERE table_id = ?"
REPLACE: Final = "UPDATE summaries SET status = ?, public = ?, visitors = ?, due = ?, info = ? WHERE table_id = ?"
KEEP_LEASE: Final = "UPDATE summaries SET lease_until = ? WHERE table_id = ? AND lease_owner = ?"
POSTPONE: Final = "UPDATE summaries SET due = ? WHERE table_id = ? AND due > 0 AND due <= ?"
UNFINISHED: Final = (
    "SELECT count(*) FROM (SELECT table_id FROM summaries WHERE owner = ?1 AND owner <> '' AND status <> 'over' UNION "
    "SELECT table_id FROM holders JOIN summaries USING (table_id) WHERE visitor = ?1 AND status <> 'over')"
)
EXPIRED: Final = """
SELECT created, table_id, (SELECT coalesce(max(n) + 1, 0) FROM events WHERE events.table_id = summaries.table_id) FROM summaries
WHERE status = ? AND (created, table_id) > (?, ?) AND created <= ? AND lease_until <= ?
AND coalesce((SELECT at FROM events WHERE events.table_id = summaries.table_id ORDER BY n DESC LIMIT 1), 0) <= ?
ORDER BY created, table_id LIMIT ?
"""
EXPIRED_UNSEATED: Final = EXPIRED.replace("status = ?", "status = ? AND visitors = ''")
EXCESS: Final = """
SELECT table_id, count FROM (
    SELECT table_id, count, used, status = 'over' AS finished,
        sum(CASE WHEN ?1 THEN ?2 + count ELSE 1 END)
            OVER (PARTITION BY owner ORDER BY status = 'over', used DESC, table_id ROWS UNBOUNDED PRECEDING) AS kept
    FROM (
        SELECT table_id, owner, status,
            (SELECT coalesce(max(n) + 1, 0) FROM events WHERE events.table_id = summaries.table_id) AS count,
            coalesce((SELECT at FROM events WHERE events.table_id = summaries.table_id ORDER BY n DESC LIMIT 1), created) AS used
        FROM summaries
    )
) ORDER BY NOT ?1 AND finished DESC, kept DESC, used LIMIT ?3
"""
"""`kept` is what the visitor has stored at this table and at those that are kept longer: the largest goes first."""
ROTATE: Final = """
INSERT INTO generations (visitor, generation, key) VALUES (?, ?, ?)
ON CONFLICT (visitor) DO UPDATE SET generation = excluded.generation, key = excluded.key
WHERE generations.generation < excluded.generation OR (generations.generation = excluded.generation AND generations.key = excluded.key)
"""
FIRST: Final = "SELECT n FROM events WHERE table_id = ? AND actor = ? AND key = ? AND key <> ''"
KEYS: Final = "SELECT actor, key FROM events WHERE table_id = ? AND key <> ''"


def create(connection: sqlite3.Connection, *, row: TableRow, summary: Summary, events: Sequence[EventRow]) -> None:
    """Store a new table with its events; raise TableExists if the id is taken."""
    if connection.execute("SELECT 1 FROM tables WHERE id = ?", (row.id,)).fetchone():
        raise TableExists(f"there is a table {row.id} already")
    fields = (row.id, row.created, row.game, row.rules, row.players, row.options, row.secret, row.setup)
    connection.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?)", fields)
    connection.executemany(INSERT_EVENT, [event_fields(row.id, event) for event in events])
    connection.execute(
        f"INSERT INTO summaries (table_id, created, {SUMMARY}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (row.id, row.created, *_summary_fields(summary), summary.owner),
    )
    _update_holders(connection, row.id, row.created, set(), set(summary.visitors))


def append(
    connection: sqlite3.Connection, *, table: str, event: EventRow, summary: Summary, lease: Lease | None, keys: set[int] | None
) -> set[int] | None:
    """Append an event and replace the summary; raise Duplicate, Conflict or NoTable.

    `keys` has the hashes of all keys that were used at the table. If it is None, they are read and returned.
    """
    found = connection.execute("SELECT created, visitors FROM summaries WHERE table_id = ?", (table,)).fetchone()
    if found is None:
        raise NoTable(f"there is no table {table}")
    created, before = found
    count = connection.execute(COUNT, (table,)).fetchone()[0]
    if count != event.n:
        raise _duplicate(connection, table, event) or Conflict(table, count)
    read = {key_hash(actor, key) for actor, key in connection.execute(KEYS, (table,))} if keys is None else None
    if event.key and key_hash(event.actor, event.key) in (keys or read or ()):
        # Two keys may have the same hash.
        duplicate = _duplicate(connection, table, event)
        if duplicate is not None:
            raise duplicate
    connection.execute(REPLACE, (*_summary_fields(summary), table))
    _update_holders(connection, table, created, set(_visitors(before)), set(summary.visitors))
    if lease is not None:
        connection.execute(KEEP_LEASE, (lease.until, table, lease.owner))
    connection.execute(INSERT_EVENT, event_fields(table, event))
    return read


def key_hash(actor: str, key: str) -> int:
    """Return a number for an actor's idempotency key, valid in this process."""
    return hash((actor, key))


def _duplicate(connection: sqlite3.Connection, table: str, event: EventRow) -> Duplicate | None:
    """Return the error for a key that was used before, or None."""
    first = connection.execute(FIRST, (table, event.actor, event.key)).fetchone()
    return Duplicate(table, first[0]) if first else None


def dump(connection: sqlite3.Connection, *, table: str) -> StoredTable | None:
    """Return a consistent copy of a whole table, or None."""
    connection.execute("BEGIN")
    try:
        found = _row(connection, table)
        return None if found is None else StoredTable(found[0], events(connection, table=table, since=0), found[1])
    finally:
        connection.execute("COMMIT")


def load(connection: sqlite3.Connection, *, table: str) -> tuple[TableRow, Sequence[EventRow]] | None:
    """Return a consistent copy of a table without its summary, or None; many events are packed as they are read."""
    connection.execute("BEGIN")
    try:
        found = _row(connection, table)
        return None if found is None else (found[0], packed(connection.execute(EVENTS, (table, 0))))
    finally:
        connection.execute("COMMIT")


def _row(connection: sqlite3.Connection, table: str) -> tuple[TableRow, Summary] | None:
    """Return a table without its events, or None."""
    row = connection.execute("SELECT id, created, game, rules, players, options, secret, setup FROM tables WHERE id = ?", (table,))
    found = row.fetchone()
    if found is None:
        return None
    summary = connection.execute(f"SELECT {SUMMARY} FROM summaries WHERE table_id = ?", (table,)).fetchone()
    # Without one it is being deleted.
    return None if summary is None else (TableRow(*found), _summary(summary))


def exists(connection: sqlite3.Connection, *, table: str) -> bool:
    """Tell whether there is a table that is not being deleted."""
    return connection.execute("SELECT 1 FROM summaries WHERE table_id = ?", (table,)).fetchone() is not None


def events(connection: sqlite3.Connection, *, table: str, since: int) -> list[EventRow]:
    """Return the events of a table from a number on."""
    return [EventRow(*row) for row in connection.execute(EVENTS, (table, since))]


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


def all_meta(connection: sqlite3.Connection) -> dict[str, bytes]:
    """Return all of the server's own values."""
    return dict(connection.execute("SELECT key, value FROM meta"))


def expired(
    connection: sqlite3.Connection, *, status: str, before: int, now: int, limit: int, after: tuple[int, str], unseated: bool
) -> list[tuple[int, str, int]]:
    """Return tables without an event or a lease since a time, the oldest first."""
    return connection.execute(EXPIRED_UNSEATED if unseated else EXPIRED, (status, *after, before, now, before, limit)).fetchall()


def excess(connection: sqlite3.Connection, *, by_size: bool, limit: int) -> list[tuple[str, int]]:
    """Return the tables that should go first if too much is stored."""
    return connection.execute(EXCESS, (by_size, TABLE_EVENTS, limit)).fetchall()


def delete(connection: sqlite3.Connection, *, table: str, count: int) -> bool:
    """Delete what makes a table visible, if it has this number of events."""
    if connection.execute(COUNT, (table,)).fetchone()[0] != count:
        return False
    if connection.execute("DELETE FROM summaries WHERE table_id = ?", (table,)).rowcount != 1:
        return False
    connection.execute("DELETE FROM holders WHERE table_id = ?", (table,))
    connection.execute("INSERT INTO deleted VALUES (?)", (table,))
    return True


def purge(connection: sqlite3.Connection, *, limit: int) -> int:
    """Delete rows of deleted tables, then give pages back that no table needs."""
    done = 0
    while done < limit:
        found = connection.execute("SELECT table_id FROM deleted LIMIT 1").fetchone()
        if found is None:
            break
        # The oldest events first, as the primary key has them.
        some = "DELETE FROM events WHERE table_id = ?1 AND n < (SELECT min(n) FROM events WHERE table_id = ?1) + ?2"
        events_gone = connection.execute(some, (found[0], limit - done)).rowcount
        done += events_gone
        if done < limit:
            connection.execute("DELETE FROM tables WHERE id = ?", found)
            connection.execute("DELETE FROM deleted WHERE table_id = ?", found)
            done += 1
    return done or _shrink(connection, limit)


def _shrink(connection: sqlite3.Connection, most: int) -> int:
    """Give unused pages back to the file system, except a reserve for new tables; 0 for a file that cannot shrink in portions."""
    before = _pragma(connection, "freelist_count")
    if before > RESERVE and _pragma(connection, "auto_vacuum") == INCREMENTAL:
        connection.execute(f"PRAGMA incremental_vacuum({min(most, before - RESERVE)})").fetchall()
    return before - _pragma(connection, "freelist_count")


def usage(connection: sqlite3.Connection, *, now: int, disk_free: int) -> Usage:
    """Return how much is stored."""
    tables = connection.execute("SELECT count(*) FROM summaries").fetchone()[0]
    waiting = connection.execute("SELECT count(*) FROM summaries WHERE due > 0 AND due <= ?", (now,)).fetchone()[0]
    pages, free, page = (_pragma(connection, name) for name in ("page_count", "freelist_count", "page_size"))
    return Usage(tables, waiting, (pages - free) * page, pages * page, disk_free)


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    found: int = connection.execute(f"PRAGMA {name}").fetchone()[0]
    return found


def version(connection: sqlite3.Connection) -> int:
    """Return the version of the schema."""
    found: int = connection.execute("SELECT coalesce(max(version), 0) FROM schema_version").fetchone()[0]
    return found


def rotate(connection: sqlite3.Connection, *, visitor: str, generation: int, key: str) -> int | None:
    """Begin the generation of credentials after this one; None if this one was revoked before."""
    return generation + 1 if connection.execute(ROTATE, (visitor, generation + 1, key)).rowcount == 1 else None


def generations(connection: sqlite3.Connection) -> dict[str, int]:
    """Return the valid generations of credentials."""
    return dict(connection.execute("SELECT visitor, generation FROM generations").fetchall())


def _update_holders(connection: sqlite3.Connection, table: str, created: int, before: set[str], after: set[str]) -> None:
    """Store the difference between the holders of seats before and after."""
    for visitor in before - after:
        connection.execute("DELETE FROM holders WHERE visitor = ? AND table_id = ?", (visitor, table))
    for visitor in after - before:
        connection.execute("INSERT INTO holders (visitor, table_id, created) VALUES (?, ?, ?)", (visitor, table, created))


def event_fields(table: str, event: EventRow) -> tuple[object, ...]:
    """Return the values of INSERT_EVENT."""
    return (table, event.n, event.at, event.kind, event.seat, event.actor, event.key, event.data)


def _summary_fields(summary: Summary) -> tuple[object, ...]:
    # One per line: ids contain no line breaks.
    return (summary.status, int(summary.public), "\n".join(summary.visitors), summary.due, summary.info)


def _visitors(text: str) -> list[str]:
    return text.split("\n") if text else []


def _summary(fields: Sequence[Any]) -> Summary:
    status, public, visitors, due_at, info, owner = fields
    return Summary(status, bool(public), tuple(_visitors(visitors)), due_at, info, owner)
