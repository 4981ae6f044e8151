"""A PostgreSQL that fails over, freezes, or is replaced by another one while servers use it."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import httpx
import pytest
from tests.server.edge.serving_edge import until
from tests.server.serving import PATIENCE, Client, Server, hear, serving
from tests.server.store.databases import Postgres, event, row, summary, tell
from tests.server.store.test_processes import Process, tell_two
from websockets.exceptions import ConnectionClosed

from bestagon.server.store.base import Store, StoreUnavailable
from bestagon.server.store.postgres import connection

END_ALL = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'bestagon'"


async def patiently_append(store: Store, n: int) -> None:
    while True:
        try:
            await store.append("table-1", event(n), summary())
            return
        except StoreUnavailable:
            await asyncio.sleep(0.05)


def test_notifications_come_again_after_a_standby_was_promoted(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """A standby refuses LISTEN, with another class of error than a lost connection."""
    # So that the standby is tried for certain.
    monkeypatch.setattr(connection, "PAUSES", (0.05, 0.1))

    async def story(one: Process, two: Process) -> None:
        await one.store.create(row(), summary())
        await asyncio.to_thread(postgres.kill)
        await asyncio.to_thread(postgres.start_as_standby)
        await asyncio.sleep(2.0)
        await asyncio.to_thread(postgres.run, "SELECT pg_promote()")
        await two.until(lambda: two.missed > 0)
        await patiently_append(one.store, 0)
        await two.until(lambda: two.heard == [("table-1", 0)])

    tell_two(postgres.clear(), story)


def test_calls_to_a_frozen_database_end(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "TIMEOUT", 1.0)

    async def story(store: Store) -> None:
        await store.get_meta("key")
        with postgres.frozen(), pytest.raises(StoreUnavailable, match="did not respond"):
            await store.get_meta("key")
        await store.create(row(), summary())

    tell(postgres.clear(), story)


def test_a_server_says_at_once_that_its_database_is_frozen(postgres: Postgres) -> None:
    with serving(postgres.clear()) as server:
        url = f"http://127.0.0.1:{server.port}/readyz"
        until(lambda: httpx.get(url, timeout=PATIENCE).status_code == 200, PATIENCE)
        with postgres.frozen():
            time.sleep(1.5)  # Longer than a result is used again.
            started = time.monotonic()
            assert httpx.get(url, timeout=PATIENCE).status_code == 503
            # psycopg takes ten seconds to cancel a statement there.
            assert time.monotonic() - started < 8
        until(lambda: httpx.get(url, timeout=PATIENCE).status_code == 200, PATIENCE)


def test_another_database_at_the_address_gets_nothing(postgres: Postgres) -> None:
    for name in ("ours", "other", "away"):
        postgres.run(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
    postgres.run("CREATE DATABASE ours", "CREATE DATABASE other")
    url, other = (postgres.url.replace("/postgres?", f"/{name}?") for name in ("ours", "other"))

    def swap(*names: tuple[str, str]) -> None:
        for before, after in names:
            # The pool reconnects at once, and a database in use cannot be renamed.
            postgres.run(f"ALTER DATABASE {before} ALLOW_CONNECTIONS false", END_ALL)
            postgres.run(f"ALTER DATABASE {before} RENAME TO {after}", f"ALTER DATABASE {after} ALLOW_CONNECTIONS true")

    async def add(store: Store) -> None:
        await store.create(row("table-2"), summary())

    async def story(store: Store) -> None:
        await store.create(row(), summary())
        await asyncio.to_thread(tell, other, add)
        await asyncio.to_thread(swap, ("ours", "away"), ("other", "ours"))
        for n in range(20):
            with pytest.raises(StoreUnavailable):
                await store.create(row(f"lost-{n}"), summary())
            with pytest.raises(StoreUnavailable):
                await store.append("table-2", event(0), summary())
            with pytest.raises(StoreUnavailable):
                await store.rotate("ann", 0, "key")
            await asyncio.sleep(0.05)
        with pytest.raises(StoreUnavailable, match="another database"):
            await store.check()
        await asyncio.to_thread(swap, ("ours", "other"), ("away", "ours"))
        while True:
            try:
                await store.check()
                break
            except StoreUnavailable:
                await asyncio.sleep(0.05)
        await patiently_append(store, 0)

    tell(url, story)

    async def unchanged(store: Store) -> None:
        assert await store.ids("", 100) == ["table-2"]
        assert await store.events("table-2", 0) == []

    tell(other, unchanged)


def act(client: Client, table: str, choice: int) -> int:
    """Play one of the choices of the seat whose turn it is, and return the version with it."""
    seat = next(number for number, one in enumerate(client.view(table)["seats"]) if one.get("acting"))
    view = client.view(table, seat)
    version: int = client.do(table, "act", seat=seat, action=view["scene"]["choices"][choice][0], version=view["version"])["version"]
    return version


def test_a_process_that_knows_lost_events_stores_nothing_upon_them(postgres: Postgres, tmp_path: Path) -> None:
    """After a failover to an asynchronous standby; otherwise moves that are not legal would be stored, and nobody could load the table."""
    url = postgres.clear()
    with serving(url) as one:
        ann = Client(one.port)
        table = ann.create("tictactoe", seats=[{"kind": "me"}, {"kind": "me"}])["table"]
        act(ann, table, 0)
        kept = act(ann, table, 0)
        with ann.live(table, 0) as live:
            for _ in range(2):
                act(ann, table, 0)
            hear(live, kept + 2)
            postgres.run(
                f"DELETE FROM bestagon.events WHERE table_id = '{table}' AND n >= {kept}",
                f"UPDATE bestagon.summaries SET count = {kept} WHERE table_id = '{table}'",
            )
            with serving(url) as two:
                elsewhere = Client(two.port, ann.token)
                # The same number of other moves, so that the next number is the same.
                for _ in range(2):
                    act(elsewhere, table, -1)
                postgres.run(END_ALL)
                with pytest.raises(ConnectionClosed):
                    hear(live, 10**6)
                theirs, ours = (plain(client, table) for client in (elsewhere, ann))
                assert ours == theirs
                elsewhere.close()
        while ann.view(table)["status"] == "running":
            act(ann, table, 0)
        finished = plain(ann, table)
    with serving(url) as three:
        assert plain(moved(ann, three), table) == finished
    ann.close()


def moved(client: Client, server: Server) -> Client:
    client.move(server.port)
    return client


def plain(client: Client, table: str) -> object:
    """Return what a spectator sees, whatever process answers."""
    until(lambda: client.http.get(f"/api/tables/{table}/view").status_code == 200, PATIENCE)
    return client.view(table)["scene"]
