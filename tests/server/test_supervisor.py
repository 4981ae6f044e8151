"""Several processes under one parent: what becomes of them when one of them, or the parent, ends."""

from __future__ import annotations

import os
import resource
import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import psutil
import pytest
from tests.server.edge.serving_edge import until
from tests.server.serve_command import Command, command
from tests.server.serving import PATIENCE, Client, hear
from tests.server.store.databases import Postgres
from websockets.exceptions import ConnectionClosed


@pytest.fixture
def several(postgres: Postgres) -> Iterator[Command]:
    """Two processes of one server, both of which serve."""
    with command(store=postgres.clear(), workers=2) as found:
        until(lambda: len(found.logged("listening")) == 2, PATIENCE)
        yield found


def serving_processes(server: Command) -> list[psutil.Process]:
    """Return the processes that serve; multiprocessing has one more for itself."""
    found = []
    for one in psutil.Process(server.process.pid).children():
        with suppress(psutil.NoSuchProcess):  # It may end at any moment.
            if "resource_tracker" not in " ".join(one.cmdline()):
                found.append(one)
    return found


def is_served(server: Command) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{server.port}/healthz", timeout=PATIENCE).status_code == 200
    except httpx.TransportError:
        return False


def test_processes_whose_parent_was_killed_stop(several: Command) -> None:
    workers = serving_processes(several)
    assert len(workers) == 2
    ann = Client(several.port)
    with ann.live(ann.create("beerhex")["table"]) as live:
        hear(live, 0)
        several.process.kill()
        several.process.wait(PATIENCE)
        # As orderly as after a signal.
        with pytest.raises(ConnectionClosed) as closed:
            live.recv(timeout=PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
    until(lambda: not any(one.is_running() for one in workers), PATIENCE)
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", several.port), 10)
    assert len(several.logged("stopping")) == 2
    ann.close()


def test_ctrl_c_reaches_all_processes_and_stops_them_once(several: Command) -> None:
    ann = Client(several.port)
    with ann.live(ann.create("beerhex")["table"]) as live:
        hear(live, 0)
        # A terminal sends it to the whole group.
        os.killpg(several.process.pid, signal.SIGINT)
        with pytest.raises(ConnectionClosed) as closed:
            live.recv(timeout=PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
    assert several.process.wait(PATIENCE) == 0
    assert not several.logged("process ended")
    assert not [line for line in several.lines if "trace" in line]
    ann.close()


def test_a_process_that_ends_soon_again_is_restarted_later_each_time(several: Command) -> None:
    ended, other = serving_processes(several)
    pauses: list[object] = []

    def started() -> list[psutil.Process]:
        return [one for one in serving_processes(several) if one not in (ended, other)]

    for _ in range(3):
        ended.kill()
        until(lambda: len(several.logged("process ended")) > len(pauses), PATIENCE)
        pauses.append(several.logged("process ended")[-1]["pause"])
        assert is_served(several), "the other process serves meanwhile"
        until(started, PATIENCE)
        (ended,) = started()
    assert pauses == [1.0, 2.0, 4.0]
    until(lambda: len(several.logged("listening")) == 3, PATIENCE)
    assert several.stop() == 0


def test_a_server_without_free_files_recovers_and_says_so(tmp_path: Path) -> None:
    with command(store=f"sqlite:///{tmp_path / 't.db'}", files=512) as server, ExitStack() as stack:
        ann = Client(server.port)
        table = ann.create("beerhex", players=2, seats=[{"kind": "me"}, {"kind": "me"}])["table"]
        live = stack.enter_context(ann.live(table, 0))
        hear(live, 0)
        assert ann.http.get("/readyz").status_code == 200
        pid = server.process.pid
        # Connections are not the reason, as if something else had opened all files.
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (psutil.Process(pid).num_fds(), 512))
        with pytest.raises(httpx.TransportError):
            httpx.get(f"http://127.0.0.1:{server.port}/healthz", timeout=2)
        # Those who are connected play on.
        done = ann.do(table, "chat", seat=0, text="hello")
        hear(live, done["version"])
        until(lambda: "files" in ann.http.get("/readyz").json().get("message", ""), PATIENCE)
        until(lambda: [line for line in server.logged("not ready") if line["failing"] == "files"], PATIENCE)
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (512, 512))
        until(lambda: is_served(server), PATIENCE)
        until(lambda: ann.http.get("/readyz").status_code == 200, PATIENCE)
        ann.close()
        assert server.stop() == 0


def test_a_process_is_replaced_without_losing_a_table_or_a_connection_attempt(tmp_path: Path) -> None:
    with command(store=f"sqlite:///{tmp_path / 't.db'}", supervise=True) as server:
        (before,) = serving_processes(server)
        ann = Client(server.port)
        table = ann.create("beerhex", players=2, seats=[{"kind": "me"}, {"kind": "me"}])["table"]
        with ann.live(table, 0) as live:
            hear(live, 0)
            seat, view = next((seat, view) for seat in (0, 1) if "choices" in (view := ann.view(table, seat))["scene"])
            done = ann.do(table, "act", seat=seat, action=view["scene"]["choices"][0][0], version=view["version"])
            hear(live, done["version"])
            server.process.send_signal(signal.SIGUSR1)
            with pytest.raises(ConnectionClosed) as closed:
                live.recv(timeout=PATIENCE)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
        # The sockets stay open: a connection waits for the new process and is not refused.
        assert httpx.get(f"http://127.0.0.1:{server.port}/healthz", timeout=PATIENCE).status_code == 200
        (after,) = serving_processes(server)
        assert after.pid != before.pid
        view = ann.view(table, seat=1)
        assert view["status"] == "running"
        assert view["version"] == done["version"]
        # It may answer before the supervisor has read that it listens.
        until(lambda: len(server.logged("listening")) == 2, PATIENCE)
        assert not server.logged("process ended")
        # Again, and at once twice.
        for _ in range(2):
            server.process.send_signal(signal.SIGUSR1)
        until(lambda: len(server.logged("listening")) >= 3, PATIENCE)
        until(lambda: is_served(server), PATIENCE)
        ann.close()
        assert server.stop() == 0


def test_several_processes_are_replaced_in_turn(several: Command) -> None:
    before = {one.pid for one in serving_processes(several)}
    served = [is_served(several)]
    several.process.send_signal(signal.SIGUSR1)

    def replaced() -> bool:
        served.append(is_served(several))
        now = {one.pid for one in serving_processes(several)}
        return len(now) == 2 and not now & before and len(several.logged("listening")) == 4

    until(replaced, PATIENCE)
    assert all(served), "one of them serves at any time"
    assert several.stop() == 0


def test_a_new_process_that_cannot_start_leaves_the_others_alone(several: Command, postgres: Postgres) -> None:
    """As after an upgrade that went wrong."""
    before = serving_processes(several)
    postgres.run("INSERT INTO bestagon.schema_version VALUES (99, 'from the future', 5)")
    several.process.send_signal(signal.SIGUSR1)
    until(lambda: several.logged("replacing stopped: the new process does not serve"), PATIENCE)
    assert is_served(several)
    assert sum(one.is_running() for one in before) == 1
    postgres.run("DELETE FROM bestagon.schema_version WHERE version = 99")
    # The failed one is started again as after any other end.
    until(lambda: len(several.logged("listening")) == 3, PATIENCE)
    assert several.stop() == 0
