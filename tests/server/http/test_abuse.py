"""Nothing a client sends breaks the server or affects other clients."""

from __future__ import annotations

import contextlib
import resource
import socket
import threading
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from tests.server.serving import PATIENCE, Client, Server, hear
from websockets.exceptions import WebSocketException
from websockets.frames import Frame, Opcode

from bestagon.core.dice import fast
from bestagon.server.http.socket_moves import MOST_REFUSED

KINDS = 6
"""Ways to misbehave on a live connection."""
FEW = settings(
    max_examples=7, deadline=None, derandomize=True, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
)


@pytest.mark.long
def test_every_endpoint_answers_as_described(server: Server, ann: Client, bob: Client) -> None:
    # Importing it takes a second, which every process that collects tests would spend.
    import schemathesis
    from schemathesis import GenerationMode
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi import checks as openapi

    described_by = (openapi.status_code_conformance, openapi.content_type_conformance, openapi.response_schema_conformance)
    described = schemathesis.openapi.from_url(f"http://127.0.0.1:{server.port}/api/openapi.json")
    table = ann.create("beerhex", seats=[{"kind": "me"}, {"kind": "me"}])["table"]
    headers: dict[str, str] = {}
    names = []
    for found in described.get_all_operations():
        operation: Any = found.ok()  # type: ignore[union-attr]
        names.append(operation.label)
        # Ann must not lose her token before everything has been tried.
        headers["Authorization"] = f"Bearer {(bob if operation.path == '/api/me/revoke' else ann).token}"
        for mode in GenerationMode:

            @given(case=operation.as_strategy(generation_mode=mode))
            @FEW
            def check(case: Any) -> None:
                # Half of them at a table that exists, where more can go wrong.
                if "table" in case.path_parameters and len(str(case.path_parameters["table"])) % 2:
                    case.path_parameters["table"] = table
                # A busy machine may not be ready: 503 is no fault there.
                checks = described_by if case.operation.path == "/readyz" else (not_a_server_error, *described_by)
                case.call_and_validate(headers=headers, checks=checks)

            with contextlib.suppress(Unsatisfiable):
                # An endpoint without input cannot get invalid input.
                check()
    assert len(names) > 20
    assert faults(ann) == 0
    counts = ann.http.get("/metrics").text
    for refusal in ("malformed", "no_table", "no_key", "bad_option"):
        assert f'error="{refusal}"' in counts


def faults(client: Client) -> int:
    lines = client.http.get("/metrics").text.splitlines()
    return int(float(next(line for line in lines if line.startswith("bestagon_faults_total ")).split()[1]))


def test_bad_frames_end_one_connection_and_nothing_else(server: Server, ann: Client, bob: Client, table: str) -> None:
    dice = fast(1)
    with bob.live(table, 1) as quiet:
        hear(quiet, 0)
        for number in range(60):
            with ann.live(table, 0) as connection:
                hear(connection, 0)
                try:
                    _misbehave(connection, number, dice)
                    while True:
                        connection.recv(timeout=PATIENCE)
                except TimeoutError:
                    pytest.fail(f"bad frames of kind {number % KINDS} do not end their connection")
                except (WebSocketException, OSError, EOFError):
                    pass
        view = ann.view(table, 0)
        done = ann.do(table, "act", seat=0, action=view["scene"]["choices"][0][0], version=view["version"])
        hear(quiet, done["version"])
    assert faults(ann) == 0


def _misbehave(connection: Any, number: int, dice: Any) -> None:
    """Send invalid data."""
    noise = bytes(int(dice.below(256)) for _ in range(40))
    kind = number % KINDS
    if kind == 0:
        # Each is refused by an answer; the last of them ends the connection.
        for _ in range(MOST_REFUSED + 1):
            connection.send("{" * 500)
    elif kind == 1:
        connection.send(b"x" * 500_000)
    elif kind == 2:
        connection.socket.sendall(noise)
    elif kind == 3:
        connection.socket.sendall(Frame(Opcode.TEXT, b"\xff\xfe", True).serialize(mask=True))
    elif kind == 4:
        connection.socket.sendall(Frame(Opcode.CLOSE, b"\x00", True).serialize(mask=True))
    else:
        connection.socket.sendall(Frame(Opcode.TEXT, b"{}", True, True, True, True).serialize(mask=False))
    if kind > 1:
        connection.socket.shutdown(socket.SHUT_WR)


def test_bad_handshakes_and_bad_http_are_survived(server: Server, ann: Client) -> None:
    dice = fast(2)
    starts = [
        b"GET /api/tables/x/live HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        b"GET /api/tables/%00%ff/live?seat=99999999999999999999 HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
        b"POST /api/me HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\n",
        b"POST /api/me HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 5000 + b"\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    ]
    for number in range(70):
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
            connection.sendall(starts[number % len(starts)] + bytes(int(dice.below(256)) for _ in range(int(dice.below(50)))))
            connection.shutdown(socket.SHUT_WR)
            try:
                while connection.recv(65536):
                    pass
            except OSError:
                pass
    assert ann.get("/healthz")["ok"]
    assert faults(ann) == 0


def test_a_flood_affects_neither_others_nor_memory(server: Server, ann: Client, bob: Client, table: str) -> None:
    def flood(rounds: int) -> None:
        client = Client(server.port)
        for number in range(rounds):
            answers = [
                client.http.get("/api/tables/nowhere/view"),
                client.http.post(
                    f"/api/tables/{table}/act", json={"seat": 0, "action": number, "version": 0}, headers={"Idempotency-Key": "x"}
                ),
                client.http.post(f"/api/tables/{number}/chat", json={"seat": 1, "text": "x"}, headers={"Idempotency-Key": "y"}),
                client.http.post(f"/api/tables/{table}/sit", json={"token": str(number)}, headers={"Idempotency-Key": str(number)}),
            ]
            assert all(400 <= answer.status_code < 500 for answer in answers)
        client.close()

    flood(100)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    live = server.app._manager.count
    threads = [threading.Thread(target=flood, args=(200,)) for _ in range(2)]
    with bob.live(table, 1) as quiet:
        hear(quiet, 0)
        for thread in threads:
            thread.start()
        for _ in range(5):
            view = ann.view(table, 0)
            done = ann.do(table, "act", seat=0, action=view["scene"]["choices"][0][0], version=view["version"])
            hear(quiet, done["version"])
            ann.do(table, "undo", seat=0)
        for thread in threads:
            thread.join()
    assert server.app._manager.count <= live + 1
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 30_000
    assert faults(ann) == 0
