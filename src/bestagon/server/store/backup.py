"""Backups: an archive of all tables that begins with the server's own values, so that cookies and links stay valid."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Final

import msgspec

from bestagon.core.errors import BestagonError
from bestagon.server.store.archive import BadArchive, open_archive, private_file, read_line, read_tables, write_line
from bestagon.server.store.base import CHECKED, SERVER_KEY, Store, StoredTable, TableExists

FORMAT: Final = "bestagon server"
VERSION: Final = 1


class ServerLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a backup; bytes are in base64."""

    format: str
    version: int
    meta: dict[str, bytes]
    """The server's own values, among them its key."""
    generations: dict[str, int] = {}
    """The valid generation of credentials of visitors who revoked some; those must not work again after a restoration."""


async def back_up(store: Store, path: Path) -> int:
    """Write everything in a store to a file that only its owner can read, compressed if its name ends in .gz; return how many tables.

    Each table is as it was when it was read; a server may be using the store. Nothing is replayed, so that tables of other rules, which
    this program cannot play, are part of it, too.
    """
    meta = {key: value for key, value in (await store.all_meta()).items() if key != CHECKED}
    generations = await store.generations()
    count = 0
    with private_file(path) as file:
        out = gzip.GzipFile(fileobj=file, mode="wb", compresslevel=6, mtime=0) if path.suffix == ".gz" else file
        out.write(msgspec.json.encode(ServerLine(FORMAT, VERSION, meta, generations)) + b"\n")
        async for stored in read_tables(store, ()):
            out.write(write_line(stored))
            count += 1
        if out is not file:
            out.close()
    return count


async def restore(store: Store, path: Path) -> int:
    """Put everything in a backup into a store that no server has used, after checking all of it; return how many tables.

    A restoration that was interrupted can be repeated: the key, without which no server has used the store, comes last.
    """
    if await store.get_meta(SERVER_KEY) is not None:
        raise TableExists("a server has used this store: restore into a new one")
    count = 0
    server = ServerLine(FORMAT, VERSION, {})
    ids: set[str] = set()
    for check in (True, False):
        for number, data in open_archive(path):
            try:
                if number == 1:
                    server = _read_server(data)
                    continue
                stored = read_line(data)
            except BestagonError as error:
                raise BadArchive(f"{path}, line {number}: {error}") from None
            table = stored.row.id
            if check and table in ids:
                raise BadArchive(f"{path}, line {number}: table {table} is in the file twice")
            ids.add(table)
            if not check:
                count += await _put(store, stored)
        if SERVER_KEY not in server.meta:
            raise BadArchive(f"{path} is no backup: it has no server's key")
    for visitor, generation in server.generations.items():
        await store.rotate(visitor, generation - 1, "")
    for key in sorted(server.meta, key=lambda key: key == SERVER_KEY):
        await store.put_meta(key, server.meta[key])
    return count


async def _put(store: Store, stored: StoredTable) -> int:
    """Store a table, unless an interrupted restoration has done so."""
    try:
        await store.create(stored.row, stored.summary, stored.events)
    except TableExists:
        if await store.dump(stored.row.id) != stored:
            raise
    return 1


def _read_server(data: bytes) -> ServerLine:
    try:
        line = msgspec.json.decode(data, type=ServerLine)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadArchive(f"this is not a backup (`bestagon import` reads exported tables): {error}") from None
    if line.format != FORMAT or line.version != VERSION:
        raise BadArchive(f'this program reads "{FORMAT}" version {VERSION}, not {line.format[:40]!r} version {line.version}')
    return line
