"""A disk without room fails the calls that need it, and nothing else."""

from __future__ import annotations

import asyncio
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from tests.server.store.databases import Postgres, event, row, summary, tell

from bestagon.server.store.base import Store, StoreUnavailable

LARGE = bytes(60_000)


async def until_full(store: Store) -> None:
    """Append one by one, as long as there is room for that."""
    n = 0
    while True:
        try:
            await store.append("small", event(n, data=LARGE), summary())
            n += 1
        except StoreUnavailable:
            return


def fill_up(path: str) -> None:
    """Append until no file may grow, then let them grow again; runs in a separate process, since the limit is on all its files."""

    async def story(store: Store) -> None:
        for i in range(20):
            await store.create(row(f"table-{i}"), summary())
        await store.create(row("small"), summary())
        hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, hard))
        n = 0
        told: list[BaseException | None] = []
        while not any(told):
            tries = [store.append(f"table-{i}", event(n, data=LARGE), summary()) for i in range(20)]
            told = await asyncio.gather(*tries, return_exceptions=True)
            n += 1
        for one in told:
            assert one is None or (isinstance(one, StoreUnavailable) and "storage failed" in str(one)), told
        await until_full(store)
        for _ in range(2):
            with pytest.raises(StoreUnavailable, match="storage failed"):
                await store.append("small", event(len(await store.events("small", 0)), data=LARGE), summary())
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
        for i in range(20):
            count = len(await store.events(f"table-{i}", 0))
            assert count in (n - 1, n)
            await store.append(f"table-{i}", event(count, data=LARGE), summary())
            assert len(await store.events(f"table-{i}", 0)) == count + 1

    tell(f"sqlite:///{path}", story)


def test_a_full_disk_fails_a_call_and_the_next_one_works(tmp_path: Path) -> None:
    script = f"from tests.server.store.test_disk_full import fill_up; fill_up({str(tmp_path / 'tables.db')!r})"
    root = Path(__file__).parents[3]
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", script],
        cwd=root,
        env={"PYTHONPATH": f"{root / 'src'}:{root}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


FULL = """
CREATE FUNCTION bestagon.full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION USING ERRCODE = '53100', MESSAGE = 'could not extend file: No space left on device'; END $$;
CREATE TRIGGER full_disk BEFORE INSERT ON bestagon.events EXECUTE FUNCTION bestagon.full_disk();
"""
"""PostgreSQL's error for a full disk, raised by a trigger: its files belong to another user, so that no limit can be set on them here."""


def test_a_full_disk_of_postgresql_fails_a_call_and_the_next_one_works(postgres: Postgres) -> None:
    async def story(store: Store) -> None:
        await store.create(row("small"), summary())
        await asyncio.to_thread(postgres.run, FULL)
        for _ in range(2):
            with pytest.raises(StoreUnavailable, match="No space left on device"):
                await store.append("small", event(0), summary())
        await asyncio.to_thread(postgres.run, "DROP TRIGGER full_disk ON bestagon.events")
        await store.append("small", event(0), summary())
        await store.check()

    tell(postgres.clear(), story)
