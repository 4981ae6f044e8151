"""An operator's commands on a store: `bestagon export` and `import`, `backup` and `restore`, and `revoke`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import click

from bestagon.cli.common import Command, console
from bestagon.server.store.archive import export_tables, import_tables
from bestagon.server.store.backup import back_up, restore
from bestagon.server.store.base import Store, open_store
from bestagon.server.tables.live import record_of

DEFAULT = "sqlite:///bestagon.db"


def _store_option(command: Command) -> Command:
    help_text = "sqlite:///FILE or postgresql://USER@HOST/NAME."
    return click.option("--store", "url", envvar="BESTAGON_STORE", default=DEFAULT, show_default=True, help=help_text)(command)


@click.command("export")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@_store_option
@click.option("--table", "tables", multiple=True, metavar="ID", help="Export only this table; may be repeated.")
def export_command(file: Path, url: str, tables: tuple[str, ...]) -> None:
    """Write the tables of a store to FILE, one per line; a server may be using the store.

    FILE contains the secrets of running games: keep it private.
    """
    count = _run(open_store(url, readonly=True), lambda store: export_tables(store, file, tables, record_of))
    console.print(f"{count} tables written to {file}", markup=False, soft_wrap=True)


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@_store_option
def import_command(file: Path, url: str) -> None:
    """Import the tables in FILE, or in all files of a folder such as an archive, after checking and replaying all of them.

    If any table is invalid or already exists, none is imported.
    """
    count = _run(open_store(url), lambda store: import_tables(store, file, record_of))
    console.print(f"{count} tables imported from {file}", markup=False, soft_wrap=True)


@click.command("backup")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@_store_option
def backup_command(file: Path, url: str) -> None:
    """Write everything in a store to FILE, compressed if its name ends in .gz; a server may be using the store.

    FILE contains the server's key and the secrets of running games: keep it private.
    """
    count = _run(open_store(url, readonly=True), lambda store: back_up(store, file))
    console.print(f"{count} tables and the server's key written to {file}", markup=False, soft_wrap=True)


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@_store_option
def restore_command(file: Path, url: str) -> None:
    """Restore a backup into a store that no server has used, after checking everything in it.

    A restoration that was interrupted can be repeated.
    """
    count = _run(open_store(url), lambda store: restore(store, file))
    console.print(f"{count} tables restored from {file}", markup=False, soft_wrap=True)


@click.command()
@click.argument("visitor")
@_store_option
def revoke(visitor: str, url: str) -> None:
    """Refuse every cookie and token of VISITOR from now on.

    VISITOR is the id in the column `actor` of the events. On PostgreSQL running servers refuse the visitor at once; a server on SQLite
    must be stopped first. The visitor's seats stay taken, and nobody can act for them.
    """

    async def rotate(store: Store) -> int:
        found = None
        while found is None:  # The visitor may rotate the credentials at the same moment.
            found = await store.rotate(visitor, (await store.generations()).get(visitor, 0), "")
        return found

    generation = _run(open_store(url), rotate)
    console.print(f"the credentials of {visitor} before generation {generation} are revoked", markup=False, soft_wrap=True)


def _run(store: Store, work: Callable[[Store], Awaitable[int]]) -> int:
    """Open a store and return the result of some work on it."""

    async def run() -> int:
        await store.open()
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())
