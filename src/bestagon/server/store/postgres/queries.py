"""The queries of PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import psycopg
from psycopg import errors

from bestagon.server.store.base import EventRow, Lease, Summary, TableExists, TableRow

CHANNEL: Final = "bestagon"
"""The channel for notifications of the form `table n origin`."""
VISITORS: Final = "bestagon_visitors"
"""The channel for notifications of the form `visitor generation origin`."""
EVENT: Final = "n, at, kind, seat, actor, key, data"
CHANGED: Final = "status, public, visitors, due, info"
"""The part of a summary that events replace."""
SUMMARY: Final = f"{CHANGED}, owner"

# Many appends in one statement: one round trip, one transaction, one commit. NOTIFY takes a lock during the commit, so that commits
# cannot overlap, and one commit for each append was ten times slower. Summaries are locked in the order of their ids, so that two
# processes cannot deadlock; of two events with the same number the second finds the count changed and is not added.
APPEND: Final = f"""
WITH given AS MATERIALIZED (
    SELECT table_id, {EVENT}, status, public, string_to_array(visitors, E'\\n') AS visitors, due, info, lease_owner, lease_until
    FROM unnest(
        %s::text[], %s::bigint[], %s::bigint[], %s::text[], %s::bigint[], %s::text[], %s::text[], %s::bytea[],
        %s::text[], %s::boolean[], %s::text[], %s::bigint[], %s::bytea[], %s::text[], %s::bigint[]
    ) AS given (table_id, {EVENT}, {CHANGED}, lease_owner, lease_until)
), locked AS MATERIALIZED (
    SELECT table_id, count, visitors FROM bestagon.summaries WHERE table_id = ANY (%s) ORDER BY table_id FOR UPDATE
), counted AS (
    UPDATE bestagon.summaries
    SET count = locked.count + 1,
        status = given.status, public = given.public, visitors = given.visitors, due = given.due, info = given.info,
        lease_until = CASE WHEN summaries.lease_owner = given.lease_owner THEN given.lease_until ELSE summaries.lease_until END
    FROM given JOIN locked USING (table_id)
    WHERE summaries.table_id = given.table_id AND locked.count = given.n AND NOT EXISTS (
        SELECT FROM bestagon.events
        WHERE events.table_id = given.table_id AND events.actor = given.actor AND events.key = given.key AND events.key <> ''
    )
    RETURNING summaries.table_id, given.n, summaries.created, locked.visitors AS before, given.visitors AS after
), added AS (
    INSERT INTO bestagon.events (table_id, {EVENT})
    SELECT table_id, {EVENT} FROM given JOIN counted USING (table_id, n)
), gone AS (
    DELETE FROM bestagon.holders
    USING (SELECT table_id, unnest(before) AS visitor, after FROM counted WHERE before <> after) AS old
    WHERE holders.table_id = old.table_id AND holders.visitor = old.visitor AND old.visitor <> ALL (old.after)
), come AS (
    INSERT INTO bestagon.holders (visitor, table_id, created)
    SELECT unnest(after), table_id, created FROM counted WHERE before <> after
    ON CONFLICT DO NOTHING
)
SELECT table_id, pg_notify('{CHANNEL}', table_id || ' ' || n || ' ' || %s) FROM counted
"""
COUNT: Final = "SELECT count FROM bestagon.summaries WHERE table_id = %s"
FIRST: Final = "SELECT n FROM bestagon.events WHERE table_id = %s AND actor = %s AND key = %s AND key <> ''"

CREATE: Final = "INSERT INTO bestagon.tables VALUES (%s, %s, %s, %s, %s, %s, %s, %s)"
CREATE_EVENT: Final = f"INSERT INTO bestagon.events (table_id, {EVENT}) VALUES (%s, %s, %s, %s, %s, %s, %s, %s)"
CREATE_SUMMARY: Final = f"INSERT INTO bestagon.summaries (table_id, created, count, {SUMMARY}) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)"
CREATE_HOLDER: Final = "INSERT INTO bestagon.holders (visitor, table_id, created) VALUES (%s, %s, %s)"

TABLE: Final = f"""
SELECT id, tables.created, game, rules, players, options, secret, setup, count, {SUMMARY}
FROM bestagon.tables JOIN bestagon.summaries ON table_id = id WHERE id = %s
"""
EVENTS: Final = f"SELECT {EVENT} FROM bestagon.events WHERE table_id = %s AND n >= %s AND n < %s ORDER BY n"
NEW_EVENTS: Final = f"""
SELECT events.table_id, {EVENT} FROM unnest(%s::text[], %s::bigint[]) AS asked (table_id, since)
JOIN bestagon.events ON events.table_id = asked.table_id AND events.n >= asked.since ORDER BY events.table_id, n
"""
LOBBY: Final = f"SELECT table_id, {SUMMARY} FROM bestagon.summaries WHERE public AND status <> 'over' ORDER BY created DESC LIMIT %s"
MINE: Final = f"""
SELECT table_id, {SUMMARY} FROM bestagon.holders JOIN bestagon.summaries USING (table_id)
WHERE visitor = %s ORDER BY holders.created DESC LIMIT %s
"""
DUE: Final = "SELECT table_id FROM bestagon.summaries WHERE due > 0 AND due <= %s AND lease_until <= %s ORDER BY due LIMIT %s"
POSTPONE: Final = "UPDATE bestagon.summaries SET due = %s WHERE table_id = %s AND due > 0 AND due <= %s"
UNFINISHED: Final = """
SELECT count(*) FROM (
    SELECT table_id FROM bestagon.summaries WHERE owner = %s AND owner <> '' AND status <> 'over' UNION
    SELECT table_id FROM bestagon.holders JOIN bestagon.summaries USING (table_id) WHERE visitor = %s AND status <> 'over'
) AS found
"""
LEASE: Final = """
UPDATE bestagon.summaries SET lease_owner = %s, lease_until = %s WHERE table_id = %s AND (lease_owner = %s OR lease_until <= %s)
"""
RELEASE: Final = "UPDATE bestagon.summaries SET lease_owner = '', lease_until = 0 WHERE table_id = %s AND lease_owner = %s"
IDS: Final = "SELECT id FROM bestagon.tables WHERE id > %s ORDER BY id LIMIT %s"
GET_META: Final = "SELECT value FROM bestagon.meta WHERE key = %s"
PUT_META: Final = "INSERT INTO bestagon.meta VALUES (%s, %s) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
INIT_META: Final = "INSERT INTO bestagon.meta VALUES (%s, %s) ON CONFLICT (key) DO NOTHING"
ROTATE: Final = f"""
WITH rotated AS (
    INSERT INTO bestagon.generations AS known (visitor, generation, key) VALUES (%s, %s, %s)
    ON CONFLICT (visitor) DO UPDATE SET generation = excluded.generation, key = excluded.key
    WHERE known.generation < excluded.generation OR (known.generation = excluded.generation AND known.key = excluded.key)
    RETURNING visitor, generation
)
SELECT generation, pg_notify('{VISITORS}', visitor || ' ' || generation || ' ' || %s) FROM rotated
"""
GENERATIONS: Final = "SELECT visitor, generation FROM bestagon.generations"

ALL_META: Final = "SELECT key, value FROM bestagon.meta"
EXPIRED: Final = """
SELECT created, table_id, count FROM bestagon.summaries
WHERE status = %s AND (created, table_id) > (%s, %s) AND created <= %s AND lease_until <= %s
AND coalesce((SELECT at FROM bestagon.events WHERE events.table_id = summaries.table_id ORDER BY n DESC LIMIT 1), 0) <= %s
ORDER BY created, table_id LIMIT %s
"""
EXPIRED_UNSEATED: Final = EXPIRED.replace("status = %s", "status = %s AND visitors = '{}'")
EXCESS: Final = """
SELECT table_id, count FROM (
    SELECT table_id, count, used, status = 'over' AS finished,
        sum(CASE WHEN %s::boolean THEN %s::bigint + count ELSE 1 END)
            OVER (PARTITION BY owner ORDER BY status = 'over', used DESC, table_id ROWS UNBOUNDED PRECEDING) AS kept
    FROM (
        SELECT table_id, owner, status, count, coalesce(
            (SELECT at FROM bestagon.events WHERE events.table_id = summaries.table_id ORDER BY n DESC LIMIT 1), created
        ) AS used FROM bestagon.summaries
    ) AS tables
) AS ranked
ORDER BY NOT %s::boolean AND finished DESC, kept DESC, used LIMIT %s
"""
DELETE: Final = """
WITH gone AS (
    DELETE FROM bestagon.summaries WHERE table_id = %s AND count = %s RETURNING table_id
), held AS (
    DELETE FROM bestagon.holders USING gone WHERE holders.table_id = gone.table_id
)
INSERT INTO bestagon.deleted SELECT table_id FROM gone
"""
NEXT_DELETED: Final = "SELECT table_id FROM bestagon.deleted LIMIT 1 FOR UPDATE SKIP LOCKED"
DELETE_EVENTS: Final = """
DELETE FROM bestagon.events WHERE table_id = %s AND n < (SELECT min(n) FROM bestagon.events WHERE table_id = %s) + %s
"""
DELETE_TABLE: Final = "DELETE FROM bestagon.tables WHERE id = %s"
DELETED: Final = "DELETE FROM bestagon.deleted WHERE table_id = %s"
USAGE: Final = """
SELECT (SELECT count(*) FROM bestagon.summaries), (SELECT count(*) FROM bestagon.summaries WHERE due > 0 AND due <= %s),
    pg_database_size(current_database())
"""
IDENTITY: Final = "SELECT min(applied) FILTER (WHERE version = 1), max(version) FROM bestagon.schema_version"


async def create(connection: psycopg.AsyncConnection[Any], row: TableRow, summary: Summary, events: Sequence[EventRow]) -> None:
    """Store a new table with its events; raise TableExists if the id is taken."""
    visitors = set(summary.visitors)
    try:
        async with connection.transaction(), connection.pipeline():
            fields = (row.id, row.created, row.game, row.rules, row.players, row.options, row.secret, row.setup)
            await connection.execute(CREATE, fields)
            cursor = connection.cursor()
            if events:
                await cursor.executemany(CREATE_EVENT, [_event_fields(row.id, event) for event in events])
            summed = (summary.status, summary.public, list(summary.visitors), summary.due, summary.info, summary.owner)
            await connection.execute(CREATE_SUMMARY, (row.id, row.created, len(events), *summed))
            if visitors:
                await cursor.executemany(CREATE_HOLDER, [(visitor, row.id, row.created) for visitor in visitors])
    except errors.UniqueViolation:
        raise TableExists(f"there is a table {row.id} already") from None


async def purge(connection: psycopg.AsyncConnection[Any], limit: int) -> int:
    """Delete rows of deleted tables, of one table at a time, which no other process deletes meanwhile."""
    async with connection.transaction():
        found = await (await connection.execute(NEXT_DELETED)).fetchone()
        if found is None:
            return 0
        table = found[0]
        done = (await connection.execute(DELETE_EVENTS, (table, table, limit))).rowcount
        if done < limit:
            await connection.execute(DELETE_TABLE, (table,))
            await connection.execute(DELETED, (table,))
            done += 1
        return done


def append_fields(table: str, event: EventRow, summary: Summary, lease: Lease | None) -> tuple[object, ...]:
    """Return one row of the columns of APPEND."""
    # Visitors one per line: PostgreSQL has no ragged arrays, and ids contain no line breaks.
    return (
        *_event_fields(table, event),
        summary.status,
        summary.public,
        "\n".join(summary.visitors),
        summary.due,
        summary.info,
        lease.owner if lease else "",
        lease.until if lease else 0,
    )


def summary_of(fields: Sequence[Any]) -> Summary:
    """Return the summary from the columns of SUMMARY."""
    status, public, visitors, due, info, owner = fields
    return Summary(status, public, tuple(visitors), due, info, owner)


def _event_fields(table: str, event: EventRow) -> tuple[object, ...]:
    return (table, event.n, event.at, event.kind, event.seat, event.actor, event.key, event.data)
