"""What connections have used is returned to the system."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
SCRIPT = """
import socket
from contextlib import ExitStack
from dataclasses import replace
from tests.server.edge.serving_edge import QUICK, connected, serving_edge, until
from bestagon.server.jobs.resources import memory

SIZE, COUNT = 48 * 1024, 600
with serving_edge(replace(QUICK, stall_seconds=60.0, idle_seconds=60.0, send_buffer=4096)) as server:
    before = memory()
    small = []
    with ExitStack() as stack:
        for number in range(COUNT):
            one = stack.enter_context(socket.socket())
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            one.connect(("127.0.0.1", server.port))
            one.sendall(b"GET /large/%d HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n" % SIZE)
            small.append(bytes(600 + number))
        until(lambda: len(server.edge._slow) == COUNT, 60)
        held = memory()
    until(lambda: not server.edge._connections)
    until(lambda: server.edge._held_before == 0)
    print((held - before) // 1024, (memory() - before) // 1024)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="measures glibc")
def test_what_unread_answers_used_is_returned_at_once() -> None:
    # In a process of its own, whose memory nothing else has fragmented.
    found = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=120, check=True, cwd=ROOT)
    most, after = map(int, found.stdout.split())
    assert most > 20 * 1024, "the test no longer fills the memory"
    assert after < most / 3
