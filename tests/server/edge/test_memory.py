"""What connections have used is returned to the system."""

from __future__ import annotations

import ctypes
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
    # In one step, or in two if it returned some while the last connections closed. What is less than RETURN_BYTES may stay.
    until(lambda: memory() - before < (held - before) / 3)
    print((held - before) // 1024)
"""
HEAPS = """
import ctypes, os, sys, tempfile, threading
from bestagon.server.edge.memory import use_one_heap

if sys.argv[1] == "one":
    use_one_heap()
library = ctypes.CDLL(None)
library.fdopen.restype = ctypes.c_void_p
library.malloc_info.argtypes = (ctypes.c_int, ctypes.c_void_p)
library.fflush.argtypes = (ctypes.c_void_p,)
kept = []
threads = [threading.Thread(target=lambda: kept.append(bytes(20_000))) for _ in range(3)]
for one in threads:
    one.start()
    one.join()
with tempfile.TemporaryFile() as file:
    stream = library.fdopen(os.dup(file.fileno()), b"w")
    library.malloc_info(0, stream)
    library.fflush(stream)
    file.seek(0)
    print(file.read().count(b"<heap nr="))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="measures glibc")
def test_what_unread_answers_used_is_returned_at_once() -> None:
    # In a process of its own, whose memory nothing else has fragmented.
    found = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=120, check=False, cwd=ROOT)
    assert found.returncode == 0, found.stderr
    assert int(found.stdout) > 20 * 1024, "the test no longer fills the memory"


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_info"), reason="measures glibc")
def test_threads_share_one_heap() -> None:
    def heaps(which: str) -> int:
        found = subprocess.run([sys.executable, "-c", HEAPS, which], capture_output=True, text=True, timeout=60, check=True, cwd=ROOT)
        return int(found.stdout)

    assert heaps("own") > 1, "the test no longer makes heaps"
    assert heaps("one") == 1
