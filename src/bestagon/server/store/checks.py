"""Limits and formats that every storage enforces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bestagon.server.store.base import STATUSES, BadRow, EventRow, Summary, TableRow

LONGEST_NAME: Final = 64
"""Maximum length of an id, a key or another short text, in characters."""
MOST_OPTIONS: Final = 256 * 1024
"""Maximum size of the options in bytes: they may contain a user's own data file."""
MOST_SETUP: Final = 64 * 1024
MOST_SECRET: Final = 64
MOST_DATA: Final = 64 * 1024
"""Maximum size of one event's data in bytes."""
MOST_INFO: Final = 8 * 1024
MOST_META: Final = 64 * 1024
MOST_VISITORS: Final = 64
MOST_EVENTS: Final = 100_000
"""Maximum number of events at a table, which bounds the time to load it."""
MOST_LISTED: Final = 10_000
"""Maximum length of a list of tables."""
MOST_NUMBER: Final = 2**63 - 1
USUAL_NUMBER: Final = 2**60
"""Numbers below it are compared without boxing them."""


def is_name(text: str) -> bool:
    """Tell whether a text is a valid id or key: printable ASCII, neither empty nor too long."""
    return 0 < len(text) <= LONGEST_NAME and text.isascii() and text.isprintable()


def check_name(what: str, text: str, *, empty: bool = False) -> None:
    """Raise BadRow for an invalid id or key."""
    if not (is_name(text) or (empty and text == "")):
        raise BadRow(f"{what} must be 1 to {LONGEST_NAME} printable ASCII characters, not {text[: LONGEST_NAME + 1]!r}")


def check_table(row: TableRow, summary: Summary, events: Sequence[EventRow]) -> None:
    """Raise BadRow for an invalid table or summary, events that are not numbered from 0 without gaps, or a key used twice."""
    check_name("table id", row.id)
    check_name("game", row.game)
    for what, number in (("created", row.created), ("rules", row.rules), ("players", row.players)):
        check_number(what, number)
    _size("options", row.options, MOST_OPTIONS)
    _size("secret", row.secret, MOST_SECRET)
    _size("setup", row.setup, MOST_SETUP)
    _check_summary(summary)
    used = set()
    for n, event in enumerate(events):
        _check_event(event)
        if event.n != n:
            raise BadRow(f"event {n} has the number {event.n}")
        if event.key and (event.actor, event.key) in used:
            raise BadRow(f"event {n} repeats a key of its actor")
        used.add((event.actor, event.key))


def check_append(table: str, event: EventRow, summary: Summary | None) -> None:
    """Raise BadRow for an invalid table id, event or summary; None if the summary was checked before."""
    if not _is_usual(table, event):
        # This says what is wrong, or finds that it is only unusual.
        _check_event(event)
        check_name("table id", table)
    if summary is not None:
        _check_summary(summary)


def _is_usual(table: str, event: EventRow) -> bool:
    """Tell whether a row is like most and valid. One check of all names together costs a third of what one for each does."""
    kind, actor, key = event.kind, event.actor, event.key
    if not (0 < len(table) <= LONGEST_NAME and 0 < len(kind) <= LONGEST_NAME and len(actor) <= LONGEST_NAME and len(key) <= LONGEST_NAME):
        return False
    if not (0 <= event.n < MOST_EVENTS and 0 <= event.at < USUAL_NUMBER and -1 <= event.seat < USUAL_NUMBER):
        return False
    names = table + kind + actor + key
    return len(event.data) <= MOST_DATA and names.isascii() and names.isprintable()


def _check_event(event: EventRow) -> None:
    if not 0 <= event.n < MOST_EVENTS:
        raise BadRow(f"event number must be from 0 to {MOST_EVENTS - 1}, not {event.n}")
    check_number("event time", event.at)
    check_number("seat", event.seat, -1)
    check_name("event kind", event.kind)
    check_name("actor", event.actor, empty=True)
    check_name("idempotency key", event.key, empty=True)
    _size("event data", event.data, MOST_DATA)


def _check_summary(summary: Summary) -> None:
    _check_status(summary.status)
    if len(summary.visitors) > MOST_VISITORS:
        raise BadRow(f"a table has at most {MOST_VISITORS} holders of seats, not {len(summary.visitors)}")
    for visitor in summary.visitors:
        check_name("visitor", visitor)
    check_name("owner", summary.owner, empty=True)
    check_number("due", summary.due)
    _size("info", summary.info, MOST_INFO)


def _check_status(status: str) -> None:
    if status not in STATUSES:
        raise BadRow(f"status must be one of {', '.join(STATUSES)}, not {status[:20]!r}")


def check_lease(owner: str, until: int, now: int) -> None:
    """Raise BadRow for an invalid owner or time of a lease."""
    check_name("lease owner", owner)
    check_number("now", now)
    check_number("until", until)


def check_expired(status: str, before: int, now: int, limit: int) -> None:
    """Raise BadRow for invalid arguments of a query for old tables."""
    _check_status(status)
    check_number("before", before)
    check_number("now", now)
    check_limit(limit)


def check_rotation(visitor: str, generation: int, key: str) -> None:
    """Raise BadRow for an invalid visitor, generation of credentials or key."""
    check_name("visitor", visitor)
    check_number("generation", generation)
    check_name("idempotency key", key, empty=True)


def check_meta(key: str, value: bytes) -> None:
    """Raise BadRow for an invalid value of the server itself."""
    check_name("meta key", key)
    _size("meta value", value, MOST_META)


def check_limit(limit: int) -> None:
    """Raise BadRow for an invalid length of a list."""
    if not 1 <= limit <= MOST_LISTED:
        raise BadRow(f"a list has 1 to {MOST_LISTED} entries, not {limit}")


def check_number(what: str, number: int, low: int = 0) -> None:
    """Raise BadRow for a number out of range."""
    if not low <= number <= MOST_NUMBER:
        raise BadRow(f"{what} must be a whole number from {low} to 2**63 - 1, not {number}")


def _size(what: str, data: bytes, most: int) -> None:
    if len(data) > most:
        raise BadRow(f"{what} may have at most {most} bytes, not {len(data)}")
