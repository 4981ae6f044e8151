"""Archives: files with one whole table per line, for backups and for moving between storages."""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import time
import zlib
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final

import msgspec

from bestagon.core.errors import BestagonError
from bestagon.core.record import Record
from bestagon.server.store.base import EventRow, NoTable, Store, StoredTable, StoreError, Summary, TableExists, TableRow
from bestagon.server.store.checks import check_table

FORMAT: Final = "bestagon table"
VERSION: Final = 1
NULL: Final = "null"
PAGE: Final = 200
"""How many ids are read at once."""
PRIVATE: Final = 0o600
"""Mode of the files: they contain secrets."""
ENDINGS: Final = (".jsonl", ".jsonl.gz")
"""Suffixes of the files in a folder that are imported."""
MOST_LINE: Final = 128 << 20
"""Maximum length of a line: twice that of the longest table. A small compressed file can have lines of any length."""
_FILE_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")

Recorder = Callable[[TableRow, Sequence[EventRow]], Record | None]
"""Replays a table's events and returns the record of its game, or None; an exception rejects the table."""


class BadArchive(StoreError):
    """A file is not an archive, or a table in it is inconsistent; the message names the line."""


class ArchiveLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table in an archive; bytes are in base64."""

    format: str
    version: int
    row: TableRow
    events: list[EventRow]
    summary: Summary
    record: msgspec.Raw
    """The game as a Record with its secret, which can be replayed without the server; or null."""


def write_line(stored: StoredTable, recorder: Recorder | None = None) -> bytes:
    """Encode a table as a line of an archive."""
    record = recorder(stored.row, stored.events) if recorder else None
    raw = msgspec.Raw(record.to_line() if record else NULL)
    return msgspec.json.encode(ArchiveLine(FORMAT, VERSION, stored.row, stored.events, stored.summary, raw)) + b"\n"


def read_line(data: bytes, recorder: Recorder | None = None) -> StoredTable:
    """Decode, check and replay a line of an archive; raise BadArchive or BadRecord."""
    try:
        line = msgspec.json.decode(data, type=ArchiveLine)
        text = bytes(line.record).decode()
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadArchive(f"this is not a table of an archive: {error}") from None
    if line.format != FORMAT or line.version != VERSION:
        raise BadArchive(f'this program reads "{FORMAT}" version {VERSION}, not {line.format[:40]!r} version {line.version}')
    check_table(line.row, line.summary, line.events)
    found = None if text == NULL else Record.load(text)
    if found is not None:
        _check_record(line.row, found)
    if recorder is not None and recorder(line.row, line.events) != found and found is not None:
        raise BadArchive("its events and its record are different games")
    return StoredTable(line.row, line.events, line.summary)


async def export_tables(store: Store, path: Path, tables: Sequence[str] = (), recorder: Recorder | None = None) -> int:
    """Write the named tables, or all, to a file that only its owner can read, since it contains secrets; return how many.

    The file appears once it is complete.
    """
    count = 0
    with private_file(path) as file:
        async for stored in read_tables(store, tables):
            file.write(write_line(stored, recorder))
            count += 1
    return count


def archive_table(folder: Path, stored: StoredTable) -> Path:
    """Write a table durably to a separate compressed file and return the file; the same table always gets the same file.

    The file has no record, because replaying a game takes long and `import_tables` replays it anyway.
    """
    table = stored.row.id
    if not _FILE_NAME.fullmatch(table):
        table = hashlib.sha256(table.encode()).hexdigest()
    month = time.strftime("%Y-%m", time.gmtime(stored.row.created / 1000))
    try:
        (folder / month).mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BestagonError(f"cannot write to {folder}: {error}") from None
    path = folder / month / f"{table}.jsonl.gz"
    with private_file(path) as file:
        file.write(gzip.compress(write_line(stored), mtime=0))
    return path


@contextmanager
def private_file(path: Path) -> Iterator[BinaryIO]:
    """Open a file that only its owner can read; it appears under its name once it is complete and durable."""
    if path.exists() and not path.is_file():  # The finished file replaces the old one, and must not replace a device or a pipe.
        raise BestagonError(f"cannot write {path}: it is not a regular file")
    part = path.with_name(path.name + ".part")
    try:
        part.unlink(missing_ok=True)
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
        if os.name == "posix":
            # The name must be durable, too.
            folder = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
    except OSError as error:
        raise BestagonError(f"cannot write {path}: {error}") from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


async def import_tables(store: Store, path: Path, recorder: Recorder | None = None) -> int:
    """Store the tables of a file, or of all files in a folder, and return how many; nothing is stored unless all are valid and new."""
    ids: set[str] = set()
    files = sorted(file for file in path.rglob("*") if file.name.endswith(ENDINGS)) if path.is_dir() else [path]
    for file in files:
        for number, stored in _read_file(file, recorder):
            table = stored.row.id
            if table in ids:
                raise BadArchive(f"{file}, line {number}: table {table} is in the file twice")
            if await store.load(table):
                raise TableExists(f"{file}, line {number}: there is a table {table} already; nothing was imported")
            ids.add(table)
    for file in files:
        for _, stored in _read_file(file, None):
            await store.create(stored.row, stored.summary, stored.events)
    return len(ids)


async def read_tables(store: Store, tables: Sequence[str]) -> AsyncIterator[StoredTable]:
    """Yield the named tables, or all."""
    if tables:
        for table in tables:
            stored = await store.dump(table)
            if stored is None:
                raise NoTable(f"there is no table {table!r}")
            yield stored
        return
    # A table that was read names tables that are older than its copy, such as that of its rematch. So those that were created during
    # a pass are read in another one, until there are none.
    seen: set[str] = set()
    before = -1
    while len(seen) > before:
        before = len(seen)
        after = ""
        while page := await store.ids(after, PAGE):
            for table in page:
                stored = await store.dump(table) if table not in seen else None
                if stored is not None:
                    seen.add(table)
                    yield stored
            after = page[-1]


def _read_file(path: Path, recorder: Recorder | None) -> Iterator[tuple[int, StoredTable]]:
    """Yield the tables of a file with their line numbers, counted from 1."""
    for number, text in open_archive(path):
        try:
            yield number, read_line(text, recorder)
        except BestagonError as error:
            raise BadArchive(f"{path}, line {number}: {error}") from None


def open_archive(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file, which is compressed if its name ends in .gz, with their numbers, counted from 1."""
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
            number = 0
            while line := file.readline(MOST_LINE + 1):
                number += 1
                if len(line) > MOST_LINE:
                    raise BadArchive(f"{path}, line {number}: longer than {MOST_LINE >> 20} MB, which no table is")
                yield number, line
    except (OSError, EOFError, zlib.error) as error:
        raise BadArchive(f"cannot read {path}: {error}") from None


def _check_record(row: TableRow, record: Record) -> None:
    """Raise BadArchive for a record of another game than the table's."""
    try:
        options = msgspec.json.decode(row.options)
    except msgspec.MsgspecError:
        options = None
    secret = record.branches[-1].secret if record.branches else record.secret
    theirs = (record.game, record.rules, record.players, record.options, secret)
    if theirs != (row.game, row.rules, row.players, options, row.secret):
        raise BadArchive("its record belongs to another game: game, rules, players, options and secret must be the table's")
