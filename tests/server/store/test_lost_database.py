"""A PostgreSQL database that is dropped, replaced or read-only acknowledges nothing, and its errors do not repeat queries."""

from __future__ import annotations

import asyncio
import contextlib

import psycopg
import pytest
from tests.server.store.databases import Postgres, event, row, summary, tell

from bestagon.server.store.base import Store, StoreUnavailable


async def refuses(store: Store) -> None:
    """Check that every write is refused without the text or the values of a query."""
    for write in (
        lambda: store.append("table-1", event(0, data=b"chat text"), summary()),
        lambda: asyncio.gather(*(store.append(f"table-{n}", event(0, data=b"chat text"), summary()) for n in (1, 2, 3))),
        lambda: store.create(row("table-9"), summary()),
        store.check,
    ):
        with pytest.raises(StoreUnavailable) as caught:
            await write()
        for word in ("SELECT table", "INSERT INTO", "unnest", "LINE 1", "chat text"):
            assert word not in str(caught.value)


def test_a_dropped_schema_is_refused_and_a_new_one_is_another_database(postgres: Postgres) -> None:
    async def story(store: Store) -> None:
        await store.create(row(), summary())
        await store.check()
        await asyncio.to_thread(postgres.clear)
        await refuses(store)
        await asyncio.to_thread(tell, postgres.url, lambda other: other.create(row(), summary()))
        with pytest.raises(StoreUnavailable, match="another database"):
            await store.check()
        await refuses(store)

    tell(postgres.clear(), story)


def test_a_newer_schema_fails_the_check(postgres: Postgres) -> None:
    async def story(store: Store) -> None:
        await asyncio.to_thread(postgres.run, "INSERT INTO bestagon.schema_version VALUES (99, 'from the future', 5)")
        with pytest.raises(StoreUnavailable, match="schema version 99"):
            await store.check()

    tell(postgres.clear(), story)


def test_a_dropped_database_is_refused(postgres: Postgres) -> None:
    postgres.run("DROP DATABASE IF EXISTS short WITH (FORCE)", "CREATE DATABASE short")
    url = postgres.url.replace("/postgres?", "/short?")

    async def story(store: Store) -> None:
        await store.create(row(), summary())
        await asyncio.to_thread(postgres.run, "DROP DATABASE short WITH (FORCE)")
        await refuses(store)

    tell(url, story)


READ_ONLY = "ALTER DATABASE postgres SET default_transaction_read_only = {}"
END_ALL = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'bestagon'"


async def become_read_only(postgres: Postgres) -> None:
    """Make all sessions read-only, as after a failover to a standby, also those that were just beginning."""
    await asyncio.to_thread(postgres.run, READ_ONLY.format("on"), END_ALL)
    await asyncio.sleep(0.5)
    await asyncio.to_thread(postgres.run, END_ALL)


def accept_writes(postgres: Postgres, *more: str) -> None:
    with psycopg.connect(postgres.url, autocommit=True) as connection:
        for statement in ("SET default_transaction_read_only = off", READ_ONLY.format("off"), *more):
            connection.execute(statement.encode())


def test_a_read_only_database_is_refused_until_it_takes_writes_again(postgres: Postgres) -> None:
    async def story(store: Store) -> None:
        await store.create(row(), summary())
        await become_read_only(postgres)
        for _ in range(3):
            with pytest.raises(StoreUnavailable):
                await store.check()
        await refuses(store)
        accept_writes(postgres, END_ALL)
        while True:
            try:
                await store.check()
                break
            except StoreUnavailable:
                await asyncio.sleep(0.05)
        await store.append("table-1", event(0), summary())

    try:
        tell(postgres.clear(), story)
    finally:
        accept_writes(postgres)


def test_writes_are_accepted_again_where_sessions_stay_read_only(postgres: Postgres) -> None:
    """After a failover a session may be with the former primary, and some hosters begin sessions read-only while the disk is full."""

    async def story(store: Store) -> None:
        await store.create(row(), summary())
        await become_read_only(postgres)
        # Until all connections are new ones.
        for _ in range(10):
            with contextlib.suppress(StoreUnavailable):
                await store.check()
            await asyncio.sleep(0.1)
        await refuses(store)
        await asyncio.to_thread(accept_writes, postgres)
        async with asyncio.timeout(20):
            while True:
                try:
                    await store.append("table-1", event(0), summary())
                    break
                except StoreUnavailable:
                    await asyncio.sleep(0.05)

    try:
        tell(postgres.clear(), story)
    finally:
        accept_writes(postgres)
