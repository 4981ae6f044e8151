"""Compiles with low priority while an uncompiled server runs, then has that server replace its processes.

    python tools/background_build.py PID

It ends with the server, its parent: nothing it leaves behind is used before it is complete.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Final

import environment
from compiled import built, stale

BUILD: Final = Path(__file__).parent / "build.py"
NICE: Final = 15
POLL_SECONDS: Final = 0.5


def follow(server: int) -> None:
    """End this process and all it has started when the server has ended."""
    while os.getppid() == server:
        time.sleep(POLL_SECONDS)
    os.killpg(os.getpgrp(), signal.SIGKILL)


def build() -> str:
    """Compile and return the output; an empty string if all went well."""
    try:
        tools = environment.compile_tools()
    except subprocess.CalledProcessError as error:
        return f"{' '.join(map(str, error.cmd))} failed"
    path = os.pathsep.join(filter(None, [str(tools or ""), os.environ.get("PYTHONPATH")]))
    command = [sys.executable, str(BUILD)]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": path}, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    return "" if done.returncode == 0 and built() and not stale() else done.stdout


def main(arguments: list[str]) -> int:
    """Compile, tell the server, and return an exit code."""
    server, start = int(arguments[0]), time.monotonic()
    os.nice(NICE)
    threading.Thread(target=follow, args=(server,), daemon=True).start()
    if failure := build():
        print(
            f"{failure.rstrip()}\nCompiling failed: the server stays uncompiled, and everything works, but expert bots are weaker.",
            flush=True,
        )
        return 1
    print(
        f"Compiled in {time.monotonic() - start:.0f} s. The server restarts: open pages reconnect by themselves, and no move is lost.",
        flush=True,
    )
    os.kill(server, signal.SIGUSR1)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
