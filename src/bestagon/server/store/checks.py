"""What may be stored: sizes and texts that every storage holds alike."""

from __future__ import annotations

from collections.abc import Sequence

from bestagon.server.store.base import (
    LONGEST_NAME,
    MOST_DATA,
    MOST_EVENTS,
    MOST_INFO,
    MOST_LISTED,
    MOST_META,
    MOST_NUMBER,
    MOST_OPTIONS,
    MOST_SECRET,
    MOST_SETUP,
    MOST_VISITORS,
    STATUSES,
    BadRow,
    EventRow,
    Summary,
    TableRow,
)


def is_name(text: str) -> bool:
    """Tell whether a short text can be an id or a key: printable ASCII, not too long, not empty."""
    return 0 < len(text) <= LONGEST_NAME and text.isascii() and text.isprintable()


def check_name(what: str, text: str, *, empty: bool = False) -> None:
    """Refuse a short text that cannot be stored; BadRow."""
    if not (is_name(text) or (empty and text == "")):
        raise BadRow(f"{what} must be 1 to {LONGEST_NAME} printable ASCII characters, not {text[: LONGEST_NAME + 1]!r}")


def check_row(row: TableRow) -> None:
    """Refuse a table that cannot be stored; BadRow names the field."""
    check_name("table id", row.id)
    check_name("game", row.game)
    for what, number in (("created", row.created), ("rules", row.rules), ("players", row.players)):
        check_number(what, number)
    _size("options", row.options, MOST_OPTIONS)
    _size("secret", row.secret, MOST_SECRET)
    _size("setup", row.setup, MOST_SETUP)


def check_event(event: EventRow) -> None:
    """Refuse an event that cannot be stored; BadRow names the field."""
    if not 0 <= event.n < MOST_EVENTS:
        raise BadRow(f"event number must be from 0 to {MOST_EVENTS - 1}, not {event.n}")
    check_number("event time", event.at)
    check_number("seat", event.seat, -1)
    check_name("event kind", event.kind)
    check_name("actor", event.actor, empty=True)
    check_name("idempotency key", event.key, empty=True)
    _size("event data", event.data, MOST_DATA)


def check_summary(summary: Summary) -> None:
    """Refuse a summary that cannot be stored; BadRow names the field."""
    if summary.status not in STATUSES:
        raise BadRow(f"status must be one of {', '.join(STATUSES)}, not {summary.status[:20]!r}")
    if len(summary.visitors) > MOST_VISITORS:
        raise BadRow(f"a table has at most {MOST_VISITORS} visitors with a seat, not {len(summary.visitors)}")
    for visitor in summary.visitors:
        check_name("visitor", visitor)
    check_number("due", summary.due)
    _size("info", summary.info, MOST_INFO)


def check_history(events: Sequence[EventRow]) -> None:
    """Refuse events that are not a whole history: numbered from 0 without gaps, no key of an actor used twice; BadRow."""
    used = set()
    for n, event in enumerate(events):
        check_event(event)
        if event.n != n:
            raise BadRow(f"event {n} has the number {event.n}")
        if event.key and (event.actor, event.key) in used:
            raise BadRow(f"event {n} uses a key of its actor a second time")
        used.add((event.actor, event.key))


def check_meta(key: str, value: bytes) -> None:
    """Refuse a value of the server's own that cannot be stored; BadRow."""
    check_name("meta key", key)
    _size("meta value", value, MOST_META)


def check_limit(limit: int) -> None:
    """Refuse to list nothing or too much at once; BadRow."""
    if not 1 <= limit <= MOST_LISTED:
        raise BadRow(f"a list has 1 to {MOST_LISTED} entries, not {limit}")


def check_number(what: str, number: int, low: int = 0) -> None:
    """Refuse a number that cannot be stored; BadRow."""
    if not low <= number <= MOST_NUMBER:
        raise BadRow(f"{what} must be a whole number from {low} up to 63 bits, not {number}")


def _size(what: str, data: bytes, most: int) -> None:
    if len(data) > most:
        raise BadRow(f"{what} may have {most} bytes, not {len(data)}")
