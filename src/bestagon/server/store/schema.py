"""Migrations of the schema: numbered SQL files for each kind of database."""

from __future__ import annotations

import re
import sqlite3
from functools import cache
from importlib import resources

import msgspec

from bestagon.server.store.base import BadStore, NewerSchema, StoreUnavailable


class Migration(msgspec.Struct, frozen=True):
    """One migration."""

    version: int
    """Counted from 1 without gaps."""
    name: str
    sql: str


@cache
def migrations(dialect: str) -> list[Migration]:
    """Return all migrations for a kind of database ("sqlite" or "postgres") in order."""
    found = []
    for file in (resources.files("bestagon.server.store") / "migrations" / dialect).iterdir():
        match = re.fullmatch(r"([0-9]{4})_([a-z_]+)\.sql", file.name)
        if match:
            found.append(Migration(int(match[1]), match[2], file.read_text(encoding="utf-8")))
    return sorted(found, key=lambda step: step.version)


def pending(dialect: str, version: int, where: str) -> list[Migration]:
    """Return the migrations that a database still needs; raise NewerSchema if it is ahead of this program."""
    known = migrations(dialect)
    newest = known[-1].version
    if version > newest:
        raise NewerSchema(
            f"{where} has schema version {version}, newer than version {newest} of this program: "
            "run the newer program, or restore a backup from before it"
        )
    return [step for step in known if step.version > version]


def must_be_current(dialect: str, version: int, where: str) -> None:
    """Raise BadStore for a database that must be migrated first."""
    if pending(dialect, version, where):
        raise BadStore(f"{where} has an older schema ({version}): start the server on it once to migrate it")


def must_be_ours(dialect: str, version: int) -> None:
    """Raise StoreUnavailable for an open database whose schema another program has changed."""
    known = len(migrations(dialect))
    if version != known:
        raise StoreUnavailable(f"storage has schema version {version} instead of {known}")


def statements(sql: str) -> list[str]:
    """Split SQL into statements, for databases that execute one at a time."""
    found = []
    text = ""
    for line in sql.splitlines(keepends=True):
        text += line
        if sqlite3.complete_statement(text):
            found.append(text)
            text = ""
    return found
