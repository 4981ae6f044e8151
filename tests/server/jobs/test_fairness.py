"""No visitor's tables stop or slow down those of others."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.bots.test_worker_pool import hex_request, until
from tests.server.serving import Client, Refusal, hear, serving
from tests.server.store.databases import tell

from bestagon.bots.worker_pool import Owner, WorkerFailed, WorkerPool
from bestagon.server.jobs import scheduler
from bestagon.server.settings import Settings
from bestagon.server.store.base import Store, TableRow
from bestagon.server.tables.live import LiveTable

HOUR = 3_600_000
FRIENDLY = {"kind": "bot", "level": "friendly"}


class Wall:
    """A system clock that can be set."""

    def __init__(self) -> None:
        self.offset = 0

    def __call__(self) -> int:
        return time.time_ns() // 1_000_000 + self.offset


def act(client: Client, table: str, seat: int) -> None:
    view = client.view(table, seat)
    client.do(table, "act", seat=seat, action=view["scene"]["choices"][0][0], version=view["version"])


def until_version(client: Client, table: str, version: int) -> Any:
    """Wait for a version."""
    end = time.monotonic() + 60
    while (view := client.view(table))["version"] < version:
        assert time.monotonic() < end, f"version {view['version']} after a minute"
        time.sleep(0.05)
    return view


def break_tables(store: Path, table: str, count: int) -> None:
    """Store copies of a table that are due, but whose rules are not installed."""

    async def copy(opened: Store) -> None:
        found = await opened.dump(table)
        assert found is not None
        row = found.row
        for n in range(count):
            other = TableRow(f"old-{n}", row.created, row.game, row.rules + 1, row.players, row.options, row.secret, row.setup)
            summary = LiveTable(row).summary()
            await opened.create(other, type(summary)(summary.status, False, (), 1, summary.info))

    tell(f"sqlite:///{store}", copy)


def test_tables_that_fail_hide_no_others(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    with serving(path, bots=1) as server:
        ann = Client(server.port)
        table = ann.create("beerhex", seats=[{"kind": "me"}, FRIENDLY])["table"]
    break_tables(path, table, scheduler.AT_ONCE + 70)
    with serving(path, bots=1) as server:
        ann.move(server.port)
        # Nobody looks at it: the scheduler must find it in the store.
        clocked = ann.create("beerhex", seats=[{"kind": "me"}] * 2, clock={"kind": "move", "seconds": 5})["table"]
        end = time.monotonic() + 60
        while not any(entry["table"] == clocked and entry["status"] == "over" for entry in ann.get("/api/me")["tables"]):
            assert time.monotonic() < end, "the clock did not run out"
            time.sleep(0.2)
        metrics = ann.http.get("/metrics").text
        parked = next(line for line in metrics.splitlines() if 'postponed_tables_total{reason="parked"}' in line)
        assert float(parked.split()[1]) == scheduler.AT_ONCE + 70
        ann.close()


def test_one_visitors_expert_bots_delay_another_visitors_friendly_bot_by_one_move() -> None:
    slow, quick = hex_request("search:0.2s"), hex_request("random")
    with WorkerPool(1, queue=256) as workers:
        workers.choose(quick)
        done: list[str] = []
        for n in range(55):
            owner = Owner("192.0.2.1", f"eve {n % 24}")
            workers.submit(slow, owner).answer.add_done_callback(lambda _: done.append("expert"))
        until(workers.busy)
        for _ in range(3):
            before = len(done)
            workers.submit(quick, Owner("192.0.2.2", "ann")).answer.result(60)
            assert len(done) - before <= 2


def test_a_table_of_bots_continues_only_while_somebody_watches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "WATCHED", 0.0)
    with serving(tmp_path / "t.db", bots=1, pace=50) as server:
        ann = Client(server.port)
        table = ann.create("hex-dice", seats=[FRIENDLY] * 2)["table"]
        with ann.live(table) as connection:
            hear(connection, 3)
        time.sleep(0.5)
        stopped = ann.view(table)["version"]
        time.sleep(1.5)
        # Looking moved it by one move at most, since with WATCHED at 0 a look is over at once.
        assert ann.view(table)["version"] <= stopped + 2
        with ann.live(table) as connection:
            hear(connection, stopped + 4)
        ann.close()


def test_a_bot_that_thinks_long_delays_no_clock(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db", bots=1) as server:
        ann = Client(server.port)
        workers = server.app._workers
        assert workers is not None
        # The one worker is busy for longer than the test.
        blocking = workers.submit(hex_request("search:1000s"))
        until(workers.busy)
        clock = {"kind": "move", "seconds": 5}
        seats = [{"kind": "me"}, FRIENDLY]
        tables = [ann.create("hex-roller", players=2, seats=seats, clock=clock)["table"] for _ in range(3)]
        # All seats act at the same time: the bot of each table waits for the worker, and the clock of its player runs.
        for table in tables:
            end = time.monotonic() + 60
            while ann.view(table)["status"] != "over":
                assert time.monotonic() < end, "the clock did not run out"
                time.sleep(0.1)
            assert ann.view(table)["log"][-1]["kind"] == "timeout"
        workers.cancel(blocking)
        ann.close()


def test_a_clock_runs_out_while_bots_have_to_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*given: object, **more: object) -> int:
        raise WorkerFailed("no bot today")

    monkeypatch.setattr(WorkerPool, "ask", fail)
    monkeypatch.setattr(scheduler, "RETRY", scheduler.SLOWEST_RETRY)
    with serving(tmp_path / "t.db", bots=1) as server:
        ann = Client(server.port)
        # Both act at the same time: the bot has to wait for ten minutes, and the clock runs for the other.
        clock = {"kind": "move", "seconds": 5}
        table = ann.create("hex-roller", players=2, seats=[{"kind": "me"}, FRIENDLY], clock=clock)["table"]
        end = time.monotonic() + 60
        while ann.view(table)["status"] != "over":
            assert time.monotonic() < end, "the clock did not run out"
            time.sleep(0.2)
        assert 'postponed_tables_total{reason="bot"}' in ann.http.get("/metrics").text
        ann.close()


def test_bots_continue_when_the_system_clock_is_set_back_by_an_hour(tmp_path: Path) -> None:
    wall = Wall()
    with serving(tmp_path / "t.db", bots=1, now=wall) as server:
        ann = Client(server.port)
        table = ann.create("hex-dice", seats=[FRIENDLY] * 2)["table"]
        with ann.live(table) as connection:
            version = hear(connection, 2)["version"]
            wall.offset -= HOUR
            version = hear(connection, version + 6)["version"]
    # Nor are they stopped by a restart with the clock still set back.
    with serving(tmp_path / "t.db", bots=1, now=wall) as server:
        ann.move(server.port)
        with ann.live(table) as connection:
            view = hear(connection, version + 6)
            assert view["status"] in ("running", "over")
    ann.close()


@pytest.mark.parametrize("jump", [-HOUR, HOUR])
def test_a_jump_of_the_system_clock_neither_eats_nor_extends_a_players_time(tmp_path: Path, jump: int) -> None:
    wall = Wall()
    with serving(tmp_path / "t.db", now=wall) as server:
        ann = Client(server.port)
        table = ann.create("beerhex", seats=[{"kind": "me"}] * 2, clock={"kind": "fischer", "seconds": 600})["table"]
        wall.offset += jump
        for _ in range(2):
            view = ann.view(table)
            seat = next(n for n, one in enumerate(view["seats"]) if one.get("acting"))
            act(ann, table, seat)
            time.sleep(2.5)  # A heartbeat has noticed the jump.
        view = ann.view(table)
        assert view["status"] == "running"
        for one in view["seats"]:
            left = one["left"] - (view.get("age", 0) if one.get("ticking") else 0)
            assert 570_000 <= left <= 602_500
        ann.close()


def test_a_visitors_tables_count_even_if_they_hold_no_seat_there(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db", my_tables=3) as server:
        ann = Client(server.port)
        for seats in ([FRIENDLY] * 2, [{"kind": "open"}] * 2, [{"kind": "me"}] * 2):
            ann.create("beerhex", seats=seats)
        with pytest.raises(Refusal, match="3 tables"):
            ann.create("beerhex", seats=[FRIENDLY] * 2)
        ann.close()


def test_tables_that_a_visitor_opens_at_the_same_time_count(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db", my_tables=3) as server:
        ann = Client(server.port)

        def create(number: int) -> int:
            headers = {"Idempotency-Key": f"table {number}"}
            return ann.http.post("/api/tables", json={"game": "beerhex", "seats": [{"kind": "me"}] * 2}, headers=headers).status_code

        with ThreadPoolExecutor(12) as threads:
            # Each request twice, as by a client that has lost the response.
            found = list(threads.map(create, [number // 2 for number in range(24)]))
        tables = ann.get("/api/me")["tables"]
        assert len(tables) == 3
        assert set(found) == {200, 429}
        # What was counted while it was opened is not counted any more.
        assert create(99) == 429
        ann.do(tables[0]["table"], "resign", seat=0)
        assert create(100) == 200
        ann.close()


def test_visitors_of_one_address_share_its_allowance_of_tables(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db", new_tables=5, address_tables=12) as server:
        visitors = [Client(server.port) for _ in range(6)]
        opened, refused = 0, None
        for visitor in visitors:
            for _ in range(5):
                answer = visitor.http.post("/api/tables", json={"game": "beerhex"}, headers={"Idempotency-Key": f"{opened} {id(visitor)}"})
                opened += answer.status_code == 200
                refused = answer if answer.status_code == 429 else refused
        assert opened == 12
        assert refused is not None
        # Twelve an hour: the next in five minutes.
        assert 280 <= int(refused.headers["retry-after"]) <= 300
        assert "from one address: try again in" in refused.json()["message"]
        text = visitors[0].http.get("/metrics").text
        assert 'bestagon_limits_total{limit="new tables",scope="address"}' in text
        for visitor in visitors:
            visitor.close()


def test_requests_of_visitors_count_for_their_address(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db", address_rate=0.001, address_burst=20) as server:
        visitors = [Client(server.port) for _ in range(4)]
        statuses = [visitor.http.get("/api/me").status_code for visitor in visitors for _ in range(6)]
        assert statuses.count(429) >= 4
        for visitor in visitors:
            visitor.close()


def test_strangers_do_not_use_up_the_chat_of_a_table(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db", visitor_chat=100, table_chat=2) as server:
        ann, eve = Client(server.port), Client(server.port)
        table = ann.create("tictactoe", seats=[{"kind": "me"}, {"kind": "open"}])["table"]
        for _ in range(5):
            with pytest.raises(Refusal, match="you do not hold seat"):
                eve.do(table, "chat", seat=0, text="x")
            with pytest.raises(Refusal, match="there is no such table"):
                eve.do("none", "chat", seat=0, text="x")
        ann.do(table, "chat", seat=0, text="hello")
        ann.close()
        eve.close()


def test_chat_is_limited_for_a_visitor_and_a_table(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db", visitor_chat=3, table_chat=5) as server:
        ann, bob = Client(server.port), Client(server.port)
        table = ann.create("beerhex", seats=[{"kind": "me"}, {"kind": "open"}])["table"]
        bob.do(table, "sit")
        for n in range(3):
            ann.do(table, "chat", seat=0, text=f"{n}")
        with pytest.raises(Refusal, match="too many chat messages by one visitor"):
            ann.do(table, "chat", seat=0, text="more")
        for n in range(2):
            bob.do(table, "chat", seat=1, text=f"{n}")
        with pytest.raises(Refusal, match="too many chat messages at one table"):
            bob.do(table, "chat", seat=1, text="more")
        ann.close()
        bob.close()


def test_large_bodies_are_counted_while_they_are_in_memory(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db", visitor_bytes=100_000) as server:
        ann = Client(server.port)
        answer = ann.http.post("/api/replays", json={"record": "x" * 150_000}, headers={"Idempotency-Key": "a"})
        assert (answer.status_code, answer.json()["error"]) == (429, "too_many")
        with pytest.raises(Refusal, match="bad_record"):
            ann.post("/api/replays", {"record": "x" * 50_000})
        ann.close()


def test_a_profile_sets_the_limits_that_are_not_given() -> None:
    from bestagon.server.settings import complete

    assert complete({}) == Settings()
    large = complete({"profile": "large", "max_sockets": 7})
    assert (large.max_sockets, large.table_memory, large.visitor_sockets) == (7, 2000, 40)
    with pytest.raises(ValueError, match="no profile 'huge'"):
        complete({"profile": "huge"})


def test_threads_of_a_stopped_server_end(tmp_path: Path) -> None:
    before = threading.active_count()
    with serving(tmp_path / "t.db") as server:
        ann = Client(server.port)
        ann.get("/api/games/beerhex/rules")
        ann.close()
    assert threading.active_count() <= before
