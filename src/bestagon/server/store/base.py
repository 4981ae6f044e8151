"""The interface of every storage: its rows, operations and errors."""

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
MOST_WAITING: Final = 20_000
"""Maximum number of queued writes; more are refused."""
SERVER_KEY: Final = "key"
"""Key of the server's secret key among its own values."""
TABLE_EVENTS: Final = 30
"""As many events take about as much space as a table without any."""
CHECKED: Final = "checked"
"""Key of the value that `check` writes."""


class StoreError(BestagonError):
    """Base class of all storage errors."""


class Conflict(StoreError):
    """The event's number is not the next one."""

    def __init__(self, table: str, n: int) -> None:
        """Name the number of the next event."""
        super().__init__(f"table {table} has {n} events, so the next one is number {n}")
        self.n = n
        """The number of the next event."""


class Duplicate(StoreError):
    """The actor has used this idempotency key at this table before; nothing was stored."""

    def __init__(self, table: str, n: int) -> None:
        """Name the first event."""
        super().__init__(f"event {n} of table {table} has this key already")
        self.n = n
        """The number of the event that has the key."""


class NoTable(StoreError):
    """No table has this id."""


class TableExists(StoreError):
    """A table has this id already."""


class BadRow(StoreError):
    """A value cannot be stored because it is too long or malformed; the message names the field."""


class StoreUnavailable(StoreError):
    """The storage failed for now: disk full, no connection, timeout. The operation may or may not have been done; retry later."""


class StoreInUse(StoreError):
    """Another process has opened a storage for a single process."""


class NewerSchema(StoreError):
    """The storage was written by a newer version of this program."""


class BadStore(StoreError):
    """The address of a storage is invalid, or the storage there was not created by this program."""


class TableRow(msgspec.Struct, frozen=True):
    """The part of a table that never changes."""

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
    """The secret of the sealed dice, which is published when the game is over."""
    setup: bytes
    """JSON: name, clock, seats, hashes of invitations."""


class EventRow(msgspec.Struct, frozen=True, gc=False):
    """A stored event."""

    n: int
    """Its number at the table, counted from 0 without gaps."""
    at: int
    """Milliseconds since the epoch."""
    kind: str
    seat: int
    """-1 for none."""
    actor: str
    """The visitor's id; empty for the server."""
    key: str
    """The visitor's idempotency key; empty for none."""
    data: bytes
    """JSON, which storage does not interpret."""


class Summary(msgspec.Struct, frozen=True, gc=False):
    """What lists of tables show; replaced with every event."""

    status: str
    """open, running or over."""
    public: bool
    visitors: tuple[str, ...]
    """The holders of seats."""
    due: int
    """When the server must act, in milliseconds since the epoch; 0 for never."""
    info: bytes
    """JSON for a line of a list."""
    owner: str = ""
    """The visitor who opened the table; never replaced."""


class Lease(msgspec.Struct, frozen=True):
    """The change of an owner's lease that an event makes."""

    owner: str
    until: int
    """Milliseconds since the epoch; 0 to give it back."""


class StoredTable(msgspec.Struct, frozen=True):
    """A consistent copy of a whole table."""

    row: TableRow
    events: list[EventRow]
    summary: Summary


class Usage(msgspec.Struct, frozen=True):
    """How much is stored."""

    tables: int
    due: int
    """Tables where the server must act now."""
    used: int
    """Bytes of the database in use."""
    size: int
    """Bytes of the database, with space that deleted tables have left."""
    disk_free: int
    """Free bytes on its disk; -1 if unknown."""


OnAppend = Callable[[str, int], None]
"""Called with the table and the number of an event that another process has appended."""
OnGap = Callable[[], None]
"""Called after notifications may have been lost."""
OnRotate = Callable[[str, int], None]
"""Called with a visitor and the generation of credentials that another process has begun for them."""


def ignore(visitor: str, generation: int) -> None:
    """Ignore a notification."""


class Store(ABC):
    """A storage. Every method may raise StoreUnavailable, after which the next call may succeed.

    A cancelled call may still be carried out.
    """

    shared = False
    """Whether several processes can use it at the same time."""

    @abstractmethod
    async def open(self) -> None:
        """Connect and migrate the schema; raise NewerSchema, StoreInUse or BadStore."""

    @abstractmethod
    async def close(self) -> None:
        """Finish pending calls and release all resources."""

    @abstractmethod
    async def create(self, row: TableRow, summary: Summary, events: Sequence[EventRow] = ()) -> None:
        """Store a new table, with its events if it is imported; raise TableExists if the id is taken."""

    @abstractmethod
    async def append(self, table: str, event: EventRow, summary: Summary, lease: Lease | None = None) -> None:
        """Append an event durably and replace the summary, and extend or end a lease that its owner still has.

        Raise Duplicate if the actor has used the key before, else Conflict if the number is not the next, NoTable if there is no table.
        """

    @abstractmethod
    async def dump(self, table: str) -> StoredTable | None:
        """Return a whole table, or None."""

    async def load(self, table: str) -> tuple[TableRow, Sequence[EventRow]] | None:
        """Return a table and its events, or None. A storage may pack the events of a long table (PackedRows)."""
        found = await self.dump(table)
        return (found.row, found.events) if found else None

    @abstractmethod
    async def exists(self, table: str) -> bool:
        """Tell whether there is a table, without reading it."""

    @abstractmethod
    async def events(self, table: str, since: int) -> list[EventRow]:
        """Return the events of a table from number `since` on; none if there is no such table."""

    async def new_events(self, since: Mapping[str, int]) -> dict[str, list[EventRow]]:
        """Return for each table its events from a number on; shared storages use one query for all."""
        return {table: await self.events(table, n) for table, n in since.items()}

    @abstractmethod
    async def lobby(self, limit: int) -> list[tuple[str, Summary]]:
        """Return the public tables that are open or running, newest first."""

    @abstractmethod
    async def mine(self, visitor: str, limit: int) -> list[tuple[str, Summary]]:
        """Return the tables where a visitor holds a seat, newest first."""

    @abstractmethod
    async def due(self, now: int, limit: int) -> list[str]:
        """Return the tables where the server must act by now and that have no lease, the longest due first."""

    @abstractmethod
    async def postpone(self, table: str, now: int, until: int) -> None:
        """Make a table that is due by now due later, so that it does not keep others waiting; the next event replaces that."""

    @abstractmethod
    async def unfinished(self, visitor: str) -> int:
        """Return how many tables that are not over a visitor owns or holds a seat at."""

    @abstractmethod
    async def lease(self, table: str, owner: str, until: int, now: int) -> bool:
        """Take or extend the exclusive right to act for the server at a table; False while another owner has it, or without a table."""

    @abstractmethod
    async def release(self, table: str, owner: str) -> None:
        """Give a lease back, unless another owner has it."""

    @abstractmethod
    async def ids(self, after: str, limit: int) -> list[str]:
        """Return table ids in order, starting after `after`; empty for the beginning."""

    @abstractmethod
    async def get_meta(self, key: str) -> bytes | None:
        """Return one of the server's own values, or None."""

    @abstractmethod
    async def put_meta(self, key: str, value: bytes) -> None:
        """Store one of the server's own values."""

    @abstractmethod
    async def init_meta(self, key: str, value: bytes) -> bytes:
        """Return the value of a key, set to `value` if it has none; all processes get the same."""

    @abstractmethod
    async def all_meta(self) -> dict[str, bytes]:
        """Return all of the server's own values."""

    @abstractmethod
    async def expired(
        self, status: str, before: int, now: int, limit: int, *, after: tuple[int, str] = (-1, ""), unseated: bool = False
    ) -> list[tuple[int, str, int]]:
        """Return creation time, id and number of events of tables without an event or a lease since `before`, the oldest first.

        `after` is creation time and id of the last entry of the previous page; with `unseated` only tables where no visitor has a seat.
        """

    @abstractmethod
    async def excess(self, by_size: bool, limit: int) -> list[tuple[str, int]]:
        """Return id and number of events of the tables that should go first if too much is stored.

        They are of the visitors who have opened most, by size or by number: each loses tables until everybody has as much. Of one
        visitor finished tables go first, then those not used for longest; by number all finished tables go before any other.
        """

    @abstractmethod
    async def delete(self, table: str, count: int) -> bool:
        """Make a table inaccessible if it has this number of events, else return False; `purge` deletes its rows."""

    @abstractmethod
    async def purge(self, limit: int) -> int:
        """Delete at most `limit` rows of deleted tables, or release unused space; return how many, 0 once nothing is left to do."""

    @abstractmethod
    async def usage(self, now: int) -> Usage:
        """Return how much is stored."""

    @abstractmethod
    async def check(self) -> None:
        """Raise StoreUnavailable unless a write succeeds and what is written will be found again: same storage, same schema."""

    @abstractmethod
    async def rotate(self, visitor: str, generation: int, key: str) -> int | None:
        """Revoke a visitor's credentials up to a generation and return the next, which is valid; None if it was revoked before.

        A repeated call with the same key returns the same.
        """

    @abstractmethod
    async def generations(self) -> dict[str, int]:
        """Return the valid generation of credentials of every visitor whose first one is revoked."""

    def watch(self, on_append: OnAppend, on_gap: OnGap, on_rotate: OnRotate = ignore) -> None:  # noqa: B027
        """Set, before `open`, the callbacks in the event loop for events of other processes.

        A storage for a single process calls at most `on_append`, for an event that was stored after a timeout; the default ignores them.
        """


def open_store(url: str, *, readonly: bool = False) -> Store:
    """Return the storage at an address, not yet opened; raise BadStore for an invalid address.

    `sqlite:///tables.db` is a file in the current folder, `sqlite:////srv/tables.db` an absolute path, `postgresql://user@host/name` a
    database. With `readonly` nothing is written or migrated, so that a file in use by another process can be read.
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
    # Not the whole address, which may contain a password.
    raise BadStore(f"a storage address is sqlite:///FILE or postgresql://USER@HOST/NAME, not {scheme[:20]!r}")
