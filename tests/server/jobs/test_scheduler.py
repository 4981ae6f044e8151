"""What the server does by itself: bots, clocks, restarts, several processes."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from tests.cycles import none_in_cycles
from tests.server.reconnecting_clients import insist
from tests.server.serving import Client, Refusal, hear, serving
from tests.server.store.databases import Postgres, tell

from bestagon.bots.worker_pool import WorkerFailed, WorkerPool
from bestagon.server.store.base import Store
from bestagon.server.store.downtime import LATEST_SPANS, MOST_SPANS, Downtime
from bestagon.server.store.postgres.queries import CHANNEL
from bestagon.server.store.postgres.store import PostgresStore

PATIENCE = 60.0


class Time:
    """Time that passes quickly, or not at all."""

    def __init__(self, speed: int = 0) -> None:
        self.base = 1_700_000_000_000
        self._speed = speed
        self._start = time.monotonic()

    def __call__(self) -> int:
        return self.base + int(self.monotonic() * 1000)

    def monotonic(self) -> float:
        """Return monotonic seconds."""
        return (time.monotonic() - self._start) * self._speed


def wait(client: Client, table: str, seat: int, what: str, value: object) -> Any:
    """Wait until a view says so."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        view = client.view(table, seat)
        if view.get(what) == value:
            return view
        time.sleep(0.05)
    raise AssertionError(f"{what} is {view.get(what)}")


def act(client: Client, table: str, seat: int) -> int:
    view = client.view(table, seat)
    done = client.do(table, "act", seat=seat, action=view["scene"]["choices"][0][0], version=view["version"])
    version: int = done["version"]
    return version


def test_bots_play_a_whole_game_for_a_spectator(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db", bots=1) as server:
        client = Client(server.port)
        table = client.create("pocket-hexes", players=2, seats=[{"kind": "bot", "level": "friendly"}] * 2, public=True)["table"]
        with client.live(table) as connection:
            view = hear(connection, 0)
            while view["status"] != "over":
                view = hear(connection, view["version"] + 1)
        assert [seat["kind"] for seat in view["seats"]] == ["bot", "bot"]
        assert sorted(view["places"]) in ([1, 2], [1, 1])
        client.close()


def test_a_bot_that_fails_leaves_no_cycle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> int:
        raise WorkerFailed("no process")

    monkeypatch.setattr(WorkerPool, "ask", fail)
    with serving(tmp_path / "t.db", bots=1) as server:
        client = Client(server.port)
        with none_in_cycles():
            table = client.create("beerhex", seats=[{"kind": "bot", "level": "friendly"}] * 2)["table"]
            end = time.monotonic() + PATIENCE
            while 'postponed_tables_total{reason="bot"}' not in client.http.get("/metrics").text:
                assert time.monotonic() < end
                client.view(table)
                time.sleep(0.05)
        client.close()


def test_a_player_out_of_time_resigns(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db", now=Time(speed=4)) as server:
        client = Client(server.port)
        table = client.create("beerhex", seats=[{"kind": "me"}] * 2, clock={"kind": "move", "seconds": 5})["table"]
        view = wait(client, table, 0, "status", "over")
        assert [line["kind"] for line in view["log"]] == ["timeout"]
        client.close()


def test_tables_at_which_nothing_can_be_done_do_not_hide_clocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bestagon.server.jobs.scheduler.AT_ONCE", 3)
    with serving(tmp_path / "t.db", now=Time(speed=4), bots=0) as server:
        client = Client(server.port)
        # Nobody lets these bots think.
        for _ in range(8):
            client.create("pocket-hexes", players=2, seats=[{"kind": "bot"}] * 2)
        table = client.create("beerhex", seats=[{"kind": "me"}] * 2, clock={"kind": "move", "seconds": 5})["table"]
        time.sleep(4)
        # At the first look, which would be an occasion to look at the clocks.
        assert client.view(table)["status"] == "over"
        client.close()


def test_a_table_whose_stored_time_is_wrong_is_corrected(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    with serving(path) as server:
        client = Client(server.port)
        table = client.create("beerhex", seats=[{"kind": "me"}] * 2)["table"]
        clocked = client.create("beerhex", seats=[{"kind": "me"}] * 2, clock={"kind": "move", "seconds": 5000})["table"]
    with closing(sqlite3.connect(path)) as connection:
        # As an archive of strangers may say.
        connection.execute("UPDATE summaries SET due = 1")
        connection.commit()
    with serving(path):
        end = time.monotonic() + PATIENCE
        found: dict[str, int] = {}
        while time.monotonic() < end and not (found.get(table) == 0 and found.get(clocked, 0) > 1):
            time.sleep(0.1)
            with closing(sqlite3.connect(path)) as connection:
                found = dict(connection.execute("SELECT table_id, due FROM summaries"))
    assert found[table] == 0
    assert found[clocked] > 1
    client.close()


def test_a_bot_takes_the_seat_of_a_player_out_of_time(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db", now=Time(speed=4), bots=1) as server:
        client = Client(server.port)
        clock = {"kind": "move", "seconds": 5, "timeout": "bot"}
        # A view has the last hundred lines of the log, so the game is a short one.
        seats, options = [{"kind": "me"}, {"kind": "bot", "level": "friendly"}], {"sets": 1, "turn_limit": 20}
        table = client.create("beerhex", seats=seats, options=options, clock=clock)["table"]
        view = wait(client, table, -1, "status", "over")
        kinds = [line["kind"] for line in view["log"]]
        assert kinds.count("timeout") == 1
        assert kinds[kinds.index("timeout") + 1 :].count("action") >= 1
        client.close()


def test_time_lost_to_a_restart_is_given_back(tmp_path: Path) -> None:
    clock = Time()
    with serving(tmp_path / "t.db", now=clock) as server:
        client = Client(server.port)
        table = client.create("beerhex", seats=[{"kind": "me"}] * 2, clock={"kind": "fischer", "seconds": 60})["table"]
        clock.base += 3000
        version = client.view(table)["version"]
    clock.base += 3_600_000
    with serving(tmp_path / "t.db", now=clock) as server:
        client.move(server.port)
        view = client.view(table)
        assert view["version"] == version + 1
        acting = next(seat for seat in view["seats"] if seat.get("acting"))
        assert acting["ticking"]
        assert 55_000 <= acting["left"] - view.get("age", 0) <= 60_000
        client.close()


def test_an_outage_is_noted_once_for_all_processes(tmp_path: Path) -> None:
    clock = Time()

    async def story(store: Store) -> None:
        one, two = Downtime(store, clock, 6000), Downtime(store, clock, 6000)
        await one.beat()
        await two.beat()
        clock.base += 5000
        await one.beat()
        assert one.spans == []
        began = clock.base
        clock.base += 60_000
        await two.beat()
        await one.beat()
        assert one.spans == two.spans == [(began, began + 60_000)]
        assert one.after(began + 10_000) == [(began + 10_000, began + 60_000)]
        assert one.after(began + 60_000) == []

    tell(f"sqlite:///{tmp_path}/t.db", story)


def test_a_jump_of_the_clock_is_noted_before_anybody_can_see_it(tmp_path: Path) -> None:
    """A clock that is looked at between the jump and the note would have lost the time."""
    clock = Time()
    jump = [0]

    async def story(store: Store) -> None:
        downtime = Downtime(store, lambda: clock() + jump[0], 6000, lambda stored: jump.__setitem__(0, 3_600_000))

        async def look(key: str) -> bytes | None:
            assert not jump[0] or downtime.spans
            return await get_meta(key)

        await Downtime(store, clock, 6000).beat()
        get_meta, store.get_meta = store.get_meta, look  # type: ignore[method-assign]
        await downtime.beat()
        assert downtime.spans[0][1] - downtime.spans[0][0] >= 3_600_000

    tell(f"sqlite:///{tmp_path}/t.db", story)


def test_long_downtimes_are_remembered_longest(tmp_path: Path) -> None:
    clock = Time()

    async def story(store: Store) -> None:
        downtime = Downtime(store, clock, 6000)
        await downtime.beat()
        began = clock.base
        clock.base += 3_600_000
        await downtime.beat()
        for _ in range(3 * MOST_SPANS):
            clock.base += 1000
            await downtime.beat()
            clock.base += 7000
            await downtime.beat()
        assert len(downtime.spans) == MOST_SPANS
        assert downtime.spans[0] == (began, began + 3_600_000)
        latest = downtime.spans[-LATEST_SPANS:]
        assert latest == [(clock.base - 7000 - 8000 * n, clock.base - 8000 * n) for n in reversed(range(LATEST_SPANS))]
        # A second in each of the latest rounds, but not in the downtimes between them.
        assert downtime.running_since(LATEST_SPANS * 1000) == latest[0][0] - 1000
        assert downtime.running_since(0) == clock()

    tell(f"sqlite:///{tmp_path}/t.db", story)


def test_failed_starts_of_a_server_count_as_downtime(tmp_path: Path) -> None:
    clock = Time()

    async def story(store: Store) -> None:
        await Downtime(store, clock, 6000).beat()
        began = clock.base
        for _ in range(20):
            clock.base += 2500
            await Downtime(store, clock, 6000).beat(starting=True)
        clock.base += 2000
        last = Downtime(store, clock, 6000)
        await last.beat()
        assert last.spans == [(began, began + 20 * 2500)]

    tell(f"sqlite:///{tmp_path}/t.db", story)


def test_two_processes_serve_the_same_table(postgres: Postgres) -> None:
    url = postgres.clear()
    with ExitStack() as stack:
        here = stack.enter_context(serving(url))
        there = stack.enter_context(serving(url))
        ann, bob = Client(here.port), Client(there.port)
        table = ann.create("hex-roller", players=2, seats=[{"kind": "me"}, {"kind": "open"}])["table"]
        sat = bob.do(table, "sit", name="Bob")["version"]
        a, b = stack.enter_context(ann.live(table, 0)), stack.enter_context(bob.live(table, 1))
        hear(a, sat)
        hear(b, act(ann, table, 0))
        hear(a, act(bob, table, 1))
        with ThreadPoolExecutor(2) as pool:
            for _ in range(10):
                views = [client.view(table, seat) for seat, client in enumerate((ann, bob))]
                if any(not view["scene"].get("choices") for view in views):
                    break
                # Both at once: one of them loses the race for the number, and is stored after the other all the same.
                versions = list(pool.map(lambda seat: act((ann, bob)[seat], table, seat), range(2)))
                assert len(set(versions)) == 2
                for connection in (a, b):
                    hear(connection, max(versions))
        assert ann.view(table)["log"] == bob.view(table)["log"]
        ann.close()
        bob.close()


def test_a_process_that_is_behind_refuses_no_valid_command(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    url = postgres.clear()
    with serving(url) as here, serving(url) as deaf:
        ann, bob = Client(here.port), Client(here.port)
        late_ann, late_bob = Client(deaf.port, ann.token), Client(deaf.port, bob.token)
        table = ann.create("hex-roller", players=2, seats=[{"kind": "me"}, {"kind": "open"}])["table"]
        with late_ann.live(table, 0) as connection:
            hear(connection, 0)
            assert isinstance(deaf.app._store, PostgresStore)
            listener = deaf.app._store._listener
            assert listener is not None
            monkeypatch.setitem(listener._handlers, CHANNEL, lambda table, n: None)
            bob.do(table, "sit", name="Bob")
            # That process knows neither the holders of the seats, nor the version of the choice, nor the open question.
            with late_bob.live(table, 1) as second:
                hear(second, 1)
            version = act(ann, table, 0)
            seat = 0 if ann.view(table, 0)["scene"].get("choices") else 1
            view = (ann, bob)[seat].view(table, seat)
            done = (late_ann, late_bob)[seat].do(table, "act", seat=seat, action=view["scene"]["choices"][0][0], version=view["version"])
            assert done["version"] == version + 1
            hear(connection, version + 1)
            ann.do(table, "offer", seat=0)
            assert late_bob.do(table, "answer", seat=1, yes=True)["version"] == version + 3
            assert hear(connection, version + 3)["status"] == "over"
            record = late_ann.get(f"/api/tables/{table}/record")
            assert len(record["actions"]) == 2
            # Invalid commands are still refused.
            with pytest.raises(Refusal, match="nothing_asked"):
                late_bob.do(table, "answer", seat=1, yes=True)
            with pytest.raises(Refusal, match="not_your_seat"):
                late_ann.view(table, 1)
        for client in (ann, bob, late_ann, late_bob):
            client.close()


def test_a_bot_that_was_thinking_in_a_process_that_died_is_taken_over(postgres: Postgres) -> None:
    url = postgres.clear()
    with serving(url) as server:
        client = Client(server.port)
        table = client.create("beerhex", seats=[{"kind": "bot", "level": "friendly"}] * 2)["table"]

        async def die(store: Store) -> None:
            # The server, which has no bots, may be looking at the table just now.
            for _ in range(400):
                now = time.time_ns() // 1_000_000
                if await store.lease(table, "dead", now + 1500, now):
                    return
                await asyncio.sleep(0.05)
            pytest.fail("the lease was never free")

        tell(url, die)
        with serving(url, bots=1) as other:
            # Bots continue where somebody watches.
            client.move(other.port)
            view = wait(client, table, -1, "status", "over")
        assert view["places"]
        client.close()


def test_a_lost_database_is_waited_for(postgres: Postgres) -> None:
    url = postgres.clear()
    with serving(url) as server:
        client = Client(server.port)
        table = client.create("beerhex", seats=[{"kind": "me"}] * 2)["table"]
        with client.live(table) as connection:
            hear(connection, 0)
            postgres.kill()
            with pytest.raises(Refusal) as found:
                client.do(table, "chat", "first", seat=0, text="hello")
            assert (found.value.name, found.value.status) == ("not_stored", 503)
            postgres.start()
            insist(lambda: client.do(table, "chat", "first", seat=0, text="hello"))
            assert [line["text"] for line in hear(connection, 1)["log"]] == ["hello"]
        client.close()
