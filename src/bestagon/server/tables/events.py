"""A table's set-up and events: one struct for each kind of event, and their JSON in storage."""

from __future__ import annotations

import hashlib
from typing import ClassVar, Final, Literal

import msgspec
from msgspec import Struct, field

from bestagon.core.option import Value
from bestagon.server.errors import ApiError
from bestagon.server.protocol.tables import AskKind, Clock, SeatKind
from bestagon.server.store.base import EventRow, TableRow


class SeatSetup(Struct, frozen=True, omit_defaults=True):
    """The initial state of a seat."""

    kind: SeatKind
    name: str = ""
    level: str = ""
    token: str = ""
    """Hash of the invitation."""
    holders: tuple[str, ...] = ()
    """The visitors who hold the seat, or for whom it is reserved."""


class TableSetup(Struct, frozen=True, omit_defaults=True):
    """What was decided when the table was opened."""

    owner: str
    seats: tuple[SeatSetup, ...]
    name: str = ""
    public: bool = False
    clock: Clock = Clock()
    level: str = ""
    """Of the bot that replaces a player whose time has run out."""
    pace: int = 0
    """Milliseconds a bot waits before its move."""
    previous: str = ""
    origin: str = ""
    """The record, without its options, that this table continues."""
    link: str = ""
    """Hash of the table's first link, which opens a private table to those who have it; empty for none."""
    fingerprint: str = ""
    """Of the request that opened the table; older tables have none."""
    dice: tuple[int, ...] | None = None
    """What real dice showed before the first action; None if the server rolls."""


class EventBody(Struct, frozen=True, omit_defaults=True, kw_only=True, gc=False):
    """The part of an event that its kind decides.

    A field whose name in storage differs from its name here was first stored under that name, and stored events are never rewritten.
    """

    kind: ClassVar[str] = ""
    """The name in storage and in the log."""
    fingerprint: str = field(default="", name="print")
    """In storage, the fingerprint of the command, so that its key cannot be used for another one; older events have none."""


class Sat(EventBody, frozen=True):
    """A visitor took a seat."""

    kind: ClassVar[str] = "sit"
    name: str = field(default="", name="text")
    token: str = ""
    """Hash of the link that was used; empty for none."""


class Left(EventBody, frozen=True):
    """A player left the seat."""

    kind: ClassVar[str] = "leave"


class Renamed(EventBody, frozen=True):
    """A player took another name."""

    kind: ClassVar[str] = "rename"
    name: str = field(name="text")


class ActionPlayed(EventBody, frozen=True):
    """An action was played; the code that makes this event has just checked that the action is legal."""

    kind: ClassVar[str] = "action"
    action: int
    dice: tuple[int, ...] = ()
    """What real dice showed."""


class ActionStored(EventBody, frozen=True):
    """An action as it comes from storage, to be parsed and checked: notation stays readable if action ids ever change."""

    kind: ClassVar[str] = "action"
    notation: str = field(name="text")
    dice: tuple[int, ...] = ()


class Resigned(EventBody, frozen=True):
    """A player resigned."""

    kind: ClassVar[str] = "resign"
    dice: tuple[int, ...] = ()


class Undone(EventBody, frozen=True):
    """A player took back the latest action without asking."""

    kind: ClassVar[str] = "undo"


class Asked(EventBody, frozen=True):
    """A player asked the others for consent."""

    kind: ClassVar[str] = "ask"
    what: AskKind = field(name="text")


class Answered(EventBody, frozen=True):
    """A player answered the open question, or withdrew it."""

    kind: ClassVar[str] = "answer"
    answer: Literal["yes", "no"] = field(name="text")


class Chatted(EventBody, frozen=True):
    """A player wrote a message."""

    kind: ClassVar[str] = "chat"
    text: str


class LinkMade(EventBody, frozen=True):
    """A link to a seat, or to the table (seat -1), was made; it replaces any earlier one."""

    kind: ClassVar[str] = "link"
    token: str
    """Its hash."""


class Watched(EventBody, frozen=True):
    """A visitor used a link to see a private table."""

    kind: ClassVar[str] = "watch"
    token: str
    """Hash of the link; the visitor may watch as long as it is valid."""


class DeviceEnded(EventBody, frozen=True):
    """A device lost its hold of a seat, by its own wish or by an earlier device's."""

    kind: ClassVar[str] = "end_device"
    device: int


class RematchOpened(EventBody, frozen=True):
    """A table for the same people was opened."""

    kind: ClassVar[str] = "rematch"
    table: str


class TimedOut(EventBody, frozen=True):
    """A seat's clock ran out."""

    kind: ClassVar[str] = "timeout"


class DowntimeGranted(EventBody, frozen=True):
    """The clocks got back the time during which no server was running."""

    kind: ClassVar[str] = "given"
    since: int
    until: int


class TableEvent(Struct, frozen=True, gc=False):
    """One thing that happened at a table."""

    n: int
    """Its number at the table, counted from 0 without gaps."""
    at: int
    """Milliseconds since the epoch."""
    seat: int
    """-1 for none."""
    actor: str
    """The visitor's id; empty for the server."""
    key: str
    """The visitor's idempotency key; empty for none."""
    body: EventBody
    fingerprint: str = ""
    """Of the command that the key belongs to; empty if unknown."""


_STORED: Final = (
    *(Sat, Left, Renamed, ActionStored, Resigned, Undone, Asked, Answered),
    *(Chatted, LinkMade, Watched, DeviceEnded, RematchOpened, TimedOut, DowntimeGranted),
)
_decoders: Final = {body.kind: msgspec.json.Decoder(body) for body in _STORED}
options_decoder: Final = msgspec.json.Decoder(dict[str, Value])
setup_decoder: Final = msgspec.json.Decoder(TableSetup)
encode: Final = msgspec.json.Encoder().encode


def fingerprint(body: Struct) -> str:
    """Return a short hash of a request's body and its type; an idempotency key belongs to one of them."""
    return hashlib.blake2b(type(body).__name__.encode() + encode(body), digest_size=8).hexdigest()


def owner_of(row: TableRow) -> str:
    """Return the visitor who opened a stored table; empty if another program wrote it."""
    try:
        return setup_decoder.decode(row.setup).owner
    except msgspec.DecodeError:
        return ""


def from_row(row: EventRow) -> TableEvent:
    """Return a stored event; ApiError if another program wrote it."""
    try:
        body = _decoders[row.kind].decode(row.data)
    except (KeyError, msgspec.DecodeError) as error:
        raise ApiError("rules_changed", f"event {row.n} of this table was not written by this program: {error}") from None
    return TableEvent(row.n, row.at, row.seat, row.actor, row.key, body, body.fingerprint)


def to_row(event: TableEvent, body: EventBody) -> EventRow:
    """Return an event as it is stored, with the stored form of its body."""
    if body.fingerprint != event.fingerprint:
        body = msgspec.structs.replace(body, fingerprint=event.fingerprint)
    return EventRow(event.n, event.at, body.kind, event.seat, event.actor, event.key, encode(body))
