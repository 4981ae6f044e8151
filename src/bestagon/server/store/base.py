"""Where tables are loaded: what every storage can do, the rows it holds and how it fails."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import msgspec

from bestagon.core.errors import BestagonError

OPEN: Final = "open"
RUNNING: Final = "running"
OVER: Final = "over"
STATUSES: Final = (OPEN, RUNNING, OVER)

LONGEST_NAME: Final = 64
"""How many characters an id, a key or another short text may have."""
MOST_OPTIONS: Final = 256 * 1024
"""How many bytes options may have: a user's own data file is among them."""
MOST_SETUP: Final = 64 * 1024
MOST_SECRET: Final = 64
MOST_DATA: Final = 64 * 1024
"""How many bytes the data of one event may have."""
MOST_INFO: Final = 8 * 1024
MOST_META: Final = 64 * 1024
MOST_VISITORS: Final = 64
MOST_EVENTS: Final = 100_000
"""How many events a table may have, so that loading one stays bounded."""
MOST_LISTED: Final = 10_000
"""How many entries a list of tables may be asked for."""
MOST_WAITING: Final = 20_000
"""How many writes may wait; a storage that is further behind refuses more."""
MOST_NUMBER: Final = 2**63 - 1


class StoreError(BestagonError):
    """Anything that storage refuses or fails at."""


class Conflict(StoreError):
    """Another event has that number, or there would be a gap."""

    def __init__(self, table: str, n: int) -> None:
        """Tell how many events the table has now."""
        super().__init__(f"table {table} has {n} events by now, so the next is number {n}")
        self.n = n
        """How many events the table has: the number of the next."""


class Duplicate(StoreError):
    """The actor has used that idempotency key at this table before: nothing was done again."""

    def __init__(self, table: str, n: int) -> None:
        """Tell which event was the first."""
        super().__init__(f"this key was used for event {n} of table {table}")
        self.n = n
        """The number of the event the key was first used for."""


class NoTable(StoreError):
    """No table has that id."""


class TableExists(StoreError):
    """A table has that id already."""


class BadRow(StoreError):
    """Something that may not be stored: too long, or no text of ours; the message names the field."""


class StoreUnavailable(StoreError):
    """The storage cannot do it now: no room, no connection, too slow. What was asked may or may not have been done; ask again later."""


class StoreInUse(StoreError):
    """Another process has the storage open and it is made for one."""


class NewerSchema(StoreError):
    """The storage was written by a newer program than this one."""


class BadStore(StoreError):
    """A storage address that cannot be understood, or something there that is no storage of ours."""


class TableRow(msgspec.Struct, frozen=True):
    """What never changes about a table."""

    id: str
    created: int
    """Milliseconds since the epoch."""
    game: str
    rules: int
    """The version of the game's rules."""
    players: int
    options: bytes
    """JSON."""
    secret: bytes
    """The secret of the sealed dice; it leaves the server when the game is over."""
    setup: bytes
    """JSON of the server's own: name, clock, seats, hashes of invitations."""


class EventRow(msgspec.Struct, frozen=True):
    """One thing that happened at a table."""

    n: int
    """Its number at the table, counted from 0 without gaps."""
    at: int
    """Milliseconds since the epoch."""
    kind: str
    seat: int
    """-1 where there is none."""
    actor: str
    """The visitor's id; empty for the server."""
    key: str
    """The visitor's idempotency key; empty for none."""
    data: bytes
    """JSON, of which storage knows nothing."""


class Summary(msgspec.Struct, frozen=True):
    """What lists of tables need; overwritten with every event."""

    status: str
    """open, running or over."""
    public: bool
    visitors: tuple[str, ...]
    """Who holds a seat."""
    due: int
    """Milliseconds since the epoch when the server itself must act next; 0 for never."""
    info: bytes
    """JSON for a line in a list."""


class Stored(msgspec.Struct, frozen=True):
    """A whole table, as it was at one moment."""

    row: TableRow
    events: list[EventRow]
    summary: Summary


Heard = Callable[[str, int], None]
Missed = Callable[[], None]


class Store(ABC):
    """A storage. Every method may raise StoreUnavailable; the storage lives on and the next call may succeed.

    A call that is cancelled may still be done.
    """

    shared = False
    """Whether other processes may use it at the same time."""

    @abstractmethod
    async def open(self) -> None:
        """Connect, bring the schema up to date and be ready; NewerSchema, StoreInUse or BadStore say why not."""

    @abstractmethod
    async def close(self) -> None:
        """Finish what was asked for and let go of everything."""

    @abstractmethod
    async def create(self, row: TableRow, summary: Summary, events: Sequence[EventRow] = ()) -> None:
        """Store a new table, with all its events where it comes from elsewhere; TableExists where the id is taken."""

    @abstractmethod
    async def append(self, table: str, event: EventRow, summary: Summary) -> None:
        """Add an event durably and replace the summary.

        Duplicate if its actor has used its key before, else Conflict unless its number is the next, NoTable where there is none.
        """

    @abstractmethod
    async def dump(self, table: str) -> Stored | None:
        """Return everything about a table, None where there is none."""

    async def load(self, table: str) -> tuple[TableRow, list[EventRow]] | None:
        """Return a table and its events, None where there is none."""
        found = await self.dump(table)
        return (found.row, found.events) if found else None

    @abstractmethod
    async def events(self, table: str, since: int) -> list[EventRow]:
        """Return the events of a table from number `since` on; none where there is no such table."""

    async def news(self, since: Mapping[str, int]) -> dict[str, list[EventRow]]:
        """Return for each table its events from a number on; a storage that several processes share asks once for all."""
        return {table: await self.events(table, n) for table, n in since.items()}

    @abstractmethod
    async def lobby(self, limit: int) -> list[tuple[str, Summary]]:
        """Return the public tables that are open or running, newest first."""

    @abstractmethod
    async def mine(self, visitor: str, limit: int) -> list[tuple[str, Summary]]:
        """Return the tables where a visitor holds a seat, newest first."""

    @abstractmethod
    async def due(self, now: int, limit: int) -> list[str]:
        """Return the tables where the server must act by now and that nobody leases, the longest due first."""

    @abstractmethod
    async def lease(self, table: str, owner: str, until: int, now: int) -> bool:
        """Take or prolong the right to act for the server at a table; False while another owner has it, or where there is no table."""

    @abstractmethod
    async def release(self, table: str, owner: str) -> None:
        """Give a lease back; nothing happens where another owner has it."""

    @abstractmethod
    async def ids(self, after: str, limit: int) -> list[str]:
        """Return table ids in order, from the first one after `after`; '' for the beginning."""

    @abstractmethod
    async def get_meta(self, key: str) -> bytes | None:
        """Return a small value of the server's own, None where it was never put."""

    @abstractmethod
    async def put_meta(self, key: str, value: bytes) -> None:
        """Keep a small value of the server's own."""

    @abstractmethod
    async def init_meta(self, key: str, value: bytes) -> bytes:
        """Return the value of a key, which becomes `value` if it has none; all processes get the same."""

    @abstractmethod
    def watch(self, heard: Heard, missed: Missed) -> None:
        """Say, before `open`, whom to call in the event loop when another process appends.

        `heard(table, n)` after event n of a table; `missed()` after a time of deafness, when any table may have changed.
        A storage for one process calls neither.
        """


def open_store(url: str, *, readonly: bool = False) -> Store:
    """Return the storage an address names, not yet opened; BadStore where it names none.

    `sqlite:///tables.db` is a file beside you, `sqlite:////srv/tables.db` one by its whole path, `postgresql://user@host/name` a database.
    With `readonly` nothing is written or migrated, and a file that another process serves can be read.
    """
    scheme, separator, rest = url.partition("://")
    if separator and scheme == "sqlite" and rest.startswith("/") and len(rest) > 1:
        from bestagon.server.store.sqlite.store import SqliteStore

        return SqliteStore(rest[1:], readonly=readonly)
    if separator and scheme in ("postgresql", "postgres"):
        try:
            from bestagon.server.store.postgres.store import PostgresStore
        except ImportError as error:
            raise BadStore(f"PostgreSQL needs `pip install 'bestagon[postgres]'`: {error}") from None
        return PostgresStore(url, readonly=readonly)
    # Not the whole address: it may hold a password.
    raise BadStore(f"storage is named as sqlite:///FILE or postgresql://USER@HOST/NAME, not as {scheme[:20]!r}")
