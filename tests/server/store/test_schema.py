"""Versions of the schema, and storages that are not ours to open."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from tests.server.store.databases import Postgres, event, row, summary, tell

from bestagon.server.store.base import BadStore, NewerSchema, Store, StoreInUse, StoreUnavailable, open_store
from bestagon.server.store.schema import migrations, statements

FILL = """
INSERT INTO {schema}tables VALUES ('old', 10, 'hex', 1, 2, '', '', ''), ('new', 20, 'hex', 1, 2, '', '', '');
INSERT INTO {schema}summaries (table_id, created, count, status, public, visitors, due, info)
    VALUES ('old', 10, 1, 'running', {true}, {ann}, 0, ''), ('new', 20, 0, 'open', {true}, {ann}, 0, '');
INSERT INTO {schema}events VALUES ('old', 0, 11, 'sit', 0, 'ann', 'k', '');
INSERT INTO {schema}holders (visitor, table_id) VALUES ('ann', 'old'), ('ann', 'new');
INSERT INTO {schema}schema_version VALUES (1, 'tables', 5);
"""


def make_version_1(url: str, postgres: Postgres, *more: str) -> None:
    """Make a storage as the first version left it, with two tables."""
    if url.startswith("sqlite"):
        fill = FILL.format(schema="", true="1", ann="'ann'").replace("''", "x''")
        script = [*statements(migrations("sqlite")[0].sql), *statements(fill), *more]
        connection = sqlite3.connect(url.removeprefix("sqlite:///"))
        for statement in script:
            connection.execute(statement)
        connection.commit()
        connection.close()
    else:
        postgres.run(migrations("postgres")[0].sql, FILL.format(schema="bestagon.", true="true", ann="'{ann}'"), *more)


def test_steps_are_numbered_without_gaps_and_alike_for_both() -> None:
    names = {dialect: [(step.version, step.name) for step in migrations(dialect)] for dialect in ("sqlite", "postgres")}
    assert names["sqlite"] == names["postgres"]
    assert [version for version, _ in names["sqlite"]] == list(range(1, len(names["sqlite"]) + 1))
    assert len(names["sqlite"]) >= 2


def test_a_storage_of_the_first_version_is_upgraded_with_all_it_holds(url: str, postgres: Postgres) -> None:
    make_version_1(url, postgres)

    async def story(store: Store) -> None:
        assert [name for name, _ in await store.mine("ann", 5)] == ["new", "old"]
        found = await store.dump("old")
        assert found is not None
        assert [(one.kind, one.key) for one in found.events] == [("sit", "k")]
        assert found.summary.visitors == ("ann",)
        await store.append("old", event(1), summary(visitors=("bob", "ann")))
        assert [name for name, _ in await store.mine("bob", 5)] == ["old"]

    tell(url, story)
    tell(url, story_of_nothing_to_do)


async def story_of_nothing_to_do(store: Store) -> None:
    assert len(await store.events("old", 0)) == 2


def test_an_upgrade_that_fails_leaves_everything_as_it_was(url: str, postgres: Postgres) -> None:
    schema = "" if url.startswith("sqlite") else "bestagon."
    # The last statement of the second step makes an index of this name.
    make_version_1(url, postgres, f"CREATE INDEX holders_newest ON {schema}meta (value)")
    with pytest.raises(BadStore, match="holders_newest"):
        tell(url, story_of_nothing_to_do)
    asked = [f"SELECT max(version) FROM {schema}schema_version", f"SELECT * FROM {schema}holders ORDER BY table_id"]
    if schema:
        import psycopg

        with psycopg.connect(url) as server:
            found = [server.execute(one.encode()).fetchall() for one in asked]
    else:
        connection = sqlite3.connect(url.removeprefix("sqlite:///"))
        found = [connection.execute(one).fetchall() for one in asked]
        connection.close()
    assert found == [[(1,)], [("ann", "new"), ("ann", "old")]]


def test_a_newer_storage_is_refused_and_left_alone(url: str, postgres: Postgres) -> None:
    make_version_1(url, postgres)
    tell(url, lambda store: store.release("old", "nobody"))
    newer = "schema_version VALUES (99, 'from the future', 5)"
    if url.startswith("sqlite"):
        connection = sqlite3.connect(url.removeprefix("sqlite:///"))
        connection.execute(f"INSERT INTO {newer}")
        connection.commit()
        connection.close()
    else:
        postgres.run(f"INSERT INTO bestagon.{newer}")
    for readonly in (False, True):
        with pytest.raises(NewerSchema, match=r"schema version 99, newer than version \d of this program"):
            asyncio.run(open_store(url, readonly=readonly).open())


def test_reading_only_does_not_upgrade(url: str, postgres: Postgres) -> None:
    make_version_1(url, postgres)
    with pytest.raises(BadStore, match="older schema"):
        asyncio.run(open_store(url, readonly=True).open())


def test_many_processes_may_open_a_new_database_at_once(postgres: Postgres) -> None:
    url = postgres.clear()

    async def story() -> None:
        stores = [open_store(url) for _ in range(5)]
        await asyncio.gather(*(store.open() for store in stores))
        await stores[0].create(row(), summary())
        assert await stores[4].load("table-1") == (row(), [])
        await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(story())


def test_a_file_serves_one_process(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"
    opening = f"import asyncio; from bestagon.server.store.base import open_store; asyncio.run(open_store({url!r}).open())"

    async def story(store: Store) -> None:
        with pytest.raises(StoreInUse, match="another process has"):
            await open_store(url).open()
        other = await asyncio.to_thread(subprocess.run, [sys.executable, "-c", opening], capture_output=True, text=True, check=False)
        assert other.returncode == 1
        assert "StoreInUse: another process has" in other.stderr
        await store.create(row(), summary())

    tell(url, story)
    tell(url, lambda store: store.release("table-1", "me"))


@pytest.mark.parametrize("readonly", [False, True])
def test_a_foreign_file_is_refused(tmp_path: Path, readonly: bool) -> None:
    (tmp_path / "text.db").write_text("this is no database, just a text that goes on for a while " * 20)
    other = sqlite3.connect(tmp_path / "other.db")
    other.execute("CREATE TABLE recipes (name TEXT)")
    other.commit()
    other.close()
    (tmp_path / "folder.db").mkdir()
    for name, why in (
        ("text", "not a database"),
        ("other", "another program.*recipes"),
        ("folder", "cannot open"),
        ("no/where", "no/where"),
    ):
        with pytest.raises(BadStore, match=why):
            asyncio.run(open_store(f"sqlite:///{tmp_path}/{name}.db", readonly=readonly).open())


def test_reading_only_makes_no_file(tmp_path: Path) -> None:
    with pytest.raises(BadStore, match="there is no file"):
        asyncio.run(open_store(f"sqlite:///{tmp_path}/tables.db", readonly=True).open())
    assert list(tmp_path.iterdir()) == []


def test_an_unreachable_database_is_reported() -> None:
    with pytest.raises(StoreUnavailable, match="cannot reach the database") as caught:
        asyncio.run(open_store("postgresql://ann:hunter2@127.0.0.1:1/x").open())
    assert "hunter2" not in str(caught.value)


def test_an_invalid_postgresql_address_is_reported() -> None:
    with pytest.raises(BadStore, match="cannot use the database"):
        asyncio.run(open_store("postgresql://host/x?nonsense=1").open())
