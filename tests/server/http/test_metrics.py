"""Metrics for Prometheus: labels, histograms, one registry per App, and one sum over several processes."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import psutil
import pytest
from tests.server.serving import GENEROUS, Client, Server, serving
from tests.server.store.databases import Postgres

from bestagon.server.app import PUBLISH_SECONDS
from bestagon.server.metrics import Metrics

ROOT = Path(__file__).parents[3]


def value(text: str, series: str) -> float:
    """Return the value of a series; 0 if it is not there."""
    found = re.search(rf"^{re.escape(series)} (\S+)$", text, re.M)
    return float(found[1]) if found else 0.0


def until(done: Callable[[], object]) -> None:
    end = time.monotonic() + 60
    while not done():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.05)


def test_route_method_and_status_are_separate_labels(ann: Client, table: str) -> None:
    ann.view(table)
    ann.http.get("/api/tables/none/view")
    text = ann.http.get("/metrics").text
    requests = "bestagon_http_requests_total"
    assert value(text, f'{requests}{{method="GET",route="view",status="200"}}') >= 1
    assert value(text, f'{requests}{{method="GET",route="view",status="404"}}') >= 1
    assert value(text, f'{requests}{{method="POST",route="sit",status="200"}}') >= 1
    assert value(text, 'bestagon_refusals_total{error="no_table"}') >= 1
    assert value(text, 'bestagon_http_request_duration_seconds_bucket{le="2.5",route="view"}') >= 2
    assert value(text, 'bestagon_http_request_duration_seconds_count{route="view"}') >= 2
    assert value(text, 'bestagon_events_total{kind="sit"}') >= 1
    assert value(text, "bestagon_commit_duration_seconds_count") >= 1
    assert "_created" not in text


def test_clients_cannot_invent_labels(server: Server) -> None:
    with httpx.Client(base_url=f"http://127.0.0.1:{server.port}") as client:
        assert client.request("OPTIONS", "/api/games").status_code == 405
        assert client.get("/api/nowhere").status_code == 404
        text = client.get("/metrics").text
    assert "OPTIONS" not in text
    assert "nowhere" not in text
    assert value(text, 'bestagon_http_requests_total{method="",route="wrong_method",status="405"}') >= 1


def test_gauges_follow_tables_and_connections(ann: Client, bob: Client, table: str) -> None:
    with ann.live(table, 0), bob.live(table, 1):
        text = ann.http.get("/metrics").text
        assert value(text, "bestagon_live_connections") >= 2
        assert value(text, "bestagon_live_tables") >= 1


def test_two_apps_in_one_process_count_separately(tmp_path: Path, server: Server) -> None:
    with serving(tmp_path / "other.db") as other, httpx.Client(base_url=f"http://127.0.0.1:{other.port}") as client:
        text = client.get("/metrics").text
        assert "bestagon_http_requests_total{" not in text
        assert value(client.get("/metrics").text, 'bestagon_http_requests_total{method="GET",route="metrics",status="200"}') == 1


def test_counts_are_published_once() -> None:
    metrics = Metrics()
    for _ in range(3):
        metrics.events.inc("chat")
    for _ in range(2):
        metrics.publish(5, 6)
    metrics.events.inc("chat")
    text = metrics.text().decode()
    assert value(text, 'bestagon_events_total{kind="chat"}') == 3
    assert (value(text, "bestagon_live_tables"), value(text, "bestagon_live_connections")) == (5, 6)


@pytest.fixture
def two(postgres: Postgres) -> Iterator[tuple[int, psutil.Process]]:
    """`bestagon serve` with two workers: its port and its supervisor."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
    given = {**GENEROUS, "store": postgres.clear(), "port": port, "workers": 2, "log": "error"}
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT / "examples")])}
    environment |= {f"BESTAGON_{name.upper()}": str(setting) for name, setting in given.items()}
    process = subprocess.Popen([sys.executable, "-c", "from bestagon.cli import main; main()", "serve"], env=environment)
    try:
        until(lambda: len(workers(psutil.Process(process.pid))) == 2 and answers(port))
        yield port, psutil.Process(process.pid)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=60)


def workers(supervisor: psutil.Process) -> list[psutil.Process]:
    living = [child for child in supervisor.children() if child.status() != psutil.STATUS_ZOMBIE]
    return [child for child in living if "spawn_main" in " ".join(child.cmdline())]


def answers(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/healthz").status_code == 200
    except httpx.TransportError:
        return False


def directory(worker: psutil.Process) -> Path:
    return Path(worker.environ()["PROMETHEUS_MULTIPROC_DIR"])


def test_two_processes_are_summed_and_a_dead_one_leaves_no_gauges(two: tuple[int, psutil.Process]) -> None:
    port, supervisor = two
    page = f"http://127.0.0.1:{port}"
    folder = directory(workers(supervisor)[0])
    counted = 'bestagon_http_requests_total{method="GET",route="games",status="200"}'

    def metrics() -> str:
        return httpx.get(f"{page}/metrics").text

    # A new connection each time, so that the kernel spreads the requests over both processes.
    until(lambda: httpx.get(f"{page}/api/games") and len(list(folder.glob("counter_*.db"))) == 2)
    time.sleep(2 * PUBLISH_SECONDS)
    before = value(metrics(), counted)
    for _ in range(20):
        assert httpx.get(f"{page}/api/games").status_code == 200
    until(lambda: value(metrics(), counted) == before + 20)
    assert [value(metrics(), counted) for _ in range(6)] == [before + 20] * 6
    client = Client(port)
    table = client.create("beerhex", seats=[{"kind": "me"}, {"kind": "me"}])["table"]
    with ExitStack() as stack:
        for _ in range(6):
            stack.enter_context(client.live(table, 0))
        until(lambda: value(metrics(), "bestagon_live_connections") == 6)
    client.close()
    killed = workers(supervisor)[0]
    killed.kill()
    until(lambda: len(workers(supervisor)) == 2 and killed not in workers(supervisor) and answers(port))
    until(lambda: metrics() and not list(folder.glob(f"gauge_live*_{killed.pid}.db")))
    assert value(metrics(), counted) >= before + 20
    assert list(folder.glob(f"counter_{killed.pid}.db"))


def test_the_directory_of_the_metrics_is_removed_at_the_end(two: tuple[int, psutil.Process]) -> None:
    _, supervisor = two
    folder = directory(workers(supervisor)[0])
    assert folder.is_dir()
    supervisor.send_signal(signal.SIGTERM)
    until(lambda: not folder.exists())
