from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import closing

import pytest

from bestagon.lab.pool import spread


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_part_is_worked_on_once(jobs: int) -> None:
    assert sorted(spread(abs, [-3, -1, -2], jobs)) == [1, 2, 3]
    assert list(spread(abs, [], jobs)) == []


def test_closing_cancels_what_has_not_begun() -> None:
    start = time.monotonic()
    with closing(spread(time.sleep, [0.05] * 2000, 2)) as results:
        next(results)
    assert time.monotonic() - start < 20


@pytest.mark.skipif(os.name == "nt", reason="signals of a process group are POSIX")
def test_an_interrupted_simulation_ends_at_once() -> None:
    words = [sys.executable, "-c", "from bestagon.cli import main; main()", "simulate", "hex", "-n", "50000000", "-j", "2"]
    running = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        time.sleep(3)
        assert running.poll() is None
        os.killpg(running.pid, signal.SIGINT)
        assert running.wait(timeout=20) != 0
    finally:
        if running.poll() is None:
            os.killpg(running.pid, signal.SIGKILL)
