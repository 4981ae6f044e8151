"""A database that is gone or replaced acknowledges nothing, and only its owner can read it."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import sqlite3
import stat
from pathlib import Path

import pytest
from tests.server.store.databases import event, row, summary, tell

from bestagon.server.store.base import Store, StoreUnavailable, open_store


def url(folder: Path) -> str:
    return f"sqlite:///{folder}/tables.db"


async def refuses(store: Store, why: str) -> None:
    """Check that every write is refused, and the check of the storage too."""
    n = len(await store.events("table-1", 0))
    for _ in range(2):
        with pytest.raises(StoreUnavailable, match=why):
            await store.append("table-1", event(n), summary())
        with pytest.raises(StoreUnavailable, match=why):
            await store.create(row("table-2"), summary())
        with pytest.raises(StoreUnavailable, match=why):
            await store.check()


@pytest.mark.parametrize("suffix", ["", "-wal"])
def test_a_deleted_file_stops_acknowledgements(tmp_path: Path, suffix: str) -> None:
    async def story(store: Store) -> None:
        await store.create(row(), summary())
        await store.check()
        (tmp_path / f"tables.db{suffix}").unlink()
        await refuses(store, "gone")

    tell(url(tmp_path), story)


@pytest.mark.parametrize("suffix", ["", "-wal"])
def test_a_replaced_file_stops_acknowledgements(tmp_path: Path, suffix: str) -> None:
    async def story(store: Store) -> None:
        await store.create(row(), summary())
        copy = tmp_path / "copy"
        shutil.copy(tmp_path / f"tables.db{suffix}", copy)
        copy.replace(tmp_path / f"tables.db{suffix}")
        await refuses(store, "replaced.*restart")

    tell(url(tmp_path), story)


def test_a_file_that_comes_back_is_used_again(tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        await store.create(row(), summary())
        (tmp_path / "tables.db").rename(tmp_path / "moved.db")
        await refuses(store, "gone")
        (tmp_path / "moved.db").rename(tmp_path / "tables.db")
        n = len(await store.events("table-1", 0))
        await store.append("table-1", event(n), summary())
        await store.check()

    tell(url(tmp_path), story)


def test_a_folder_that_is_moved_stops_acknowledgements(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()

    async def story(store: Store) -> None:
        await store.create(row(), summary())
        (tmp_path / "data").rename(tmp_path / "old")
        await refuses(store, "gone")
        (tmp_path / "old").rename(tmp_path / "data")
        await store.check()

    tell(url(tmp_path / "data"), story)


def test_what_was_refused_is_not_written_to_a_lost_file(tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        await store.create(row(), summary())
        (tmp_path / "tables.db").rename(tmp_path / "moved.db")
        await refuses(store, "gone")
        # The first call after the loss may have been written, since the loss was noticed after it; no other was.
        assert len(await store.events("table-1", 0)) <= 1
        assert await store.load("table-2") is None

    tell(url(tmp_path), story)


def test_the_check_notices_a_lost_lock_and_a_foreign_schema(tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        await store.check()
        other = sqlite3.connect(tmp_path / "tables.db")
        other.execute("INSERT INTO schema_version VALUES (99, 'from the future', 5)")
        other.commit()
        other.close()
        with pytest.raises(StoreUnavailable, match="schema version 99"):
            await store.check()
        other = sqlite3.connect(tmp_path / "tables.db")
        other.execute("DELETE FROM schema_version WHERE version = 99")
        other.commit()
        other.close()
        await store.check()
        (tmp_path / "tables.db.lock").unlink()
        with pytest.raises(StoreUnavailable, match="lock"):
            await store.check()

    tell(url(tmp_path), story)


def test_a_locked_file_fails_the_check(tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        other = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.5):
                await store.check()
        other.execute("ROLLBACK")
        other.close()
        await store.check()

    tell(url(tmp_path), story)


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_only_its_owner_can_read_a_database(tmp_path: Path, umask: int) -> None:
    async def story(store: Store) -> None:
        await store.create(row(), summary())
        assert modes(tmp_path) == dict.fromkeys(("tables.db", "tables.db-wal", "tables.db-shm", "tables.db.lock"), 0o600)

    before = os.umask(umask)
    try:
        tell(url(tmp_path), story)
    finally:
        os.umask(before)


def test_an_older_file_that_others_can_read_is_tightened_with_a_warning(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    tell(url(tmp_path), lambda store: store.create(row(), summary()))
    for name in ("tables.db", "tables.db.lock"):
        (tmp_path / name).chmod(0o644)

    async def story(store: Store) -> None:
        assert await store.load("table-1")
        assert set(modes(tmp_path).values()) == {0o600}

    with caplog.at_level(logging.WARNING):
        tell(url(tmp_path), story)
    assert [record.getMessage() for record in caplog.records] == ["storage: others could read the database; now only its owner can"]
    caplog.clear()
    tell(url(tmp_path), story)
    assert not caplog.records


def test_reading_only_changes_no_mode(tmp_path: Path) -> None:
    tell(url(tmp_path), lambda store: store.create(row(), summary()))
    (tmp_path / "tables.db").chmod(0o640)

    async def story() -> None:
        store = open_store(url(tmp_path), readonly=True)
        await store.open()
        await store.close()

    asyncio.run(story())
    assert modes(tmp_path)["tables.db"] == 0o640
