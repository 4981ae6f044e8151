"""Installs what serving needs, opens the games in a browser, and compiles in the background. `make play` runs it.

The server starts uncompiled at once and is replaced by a compiled one when that is ready; its tables, its port and its connections in
the queue are kept, and pages reconnect by themselves.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import client
import environment
from compiled import built, compiler, stale

BACKGROUND: Final = Path(__file__).parent / "background_build.py"
NO_COMPILER: Final = """\
There is no C compiler, so the server stays uncompiled: everything works, but expert bots are weaker.
  Install one with Python's headers (Debian: apt-get install gcc python3-dev), then run `make play` again."""


def say(text: str) -> None:
    """Print a line for the person at the terminal at once."""
    print(text, flush=True)


def prepare() -> None:
    """Install the environment and build the client, both at the same time where Node is there already."""
    start = time.monotonic()
    building: subprocess.Popen[str] | None = None
    if not client.up_to_date():
        say("Building the browser client ...")
        if client.system_node() is not None:
            building = build_client(sys.executable)
    if not environment.installed("server"):
        say("Installing what the server needs ...")
        environment.main(["server"])
    if building is None and not client.up_to_date():
        building = build_client(str(environment.PYTHON))
    if building is not None:
        output, _ = building.communicate()
        if building.returncode:
            raise SystemExit(f"{output}The browser client could not be built.")
    if (seconds := time.monotonic() - start) > 1:
        say(f"Prepared in {seconds:.0f} s.")


def build_client(python: str) -> subprocess.Popen[str]:
    """Start to build the client; its output matters only if that fails."""
    return subprocess.Popen([python, client.__file__], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def main() -> int:
    """Prepare everything and become the server."""
    prepare()
    to_compile = not built() or bool(stale())
    if to_compile and compiler():
        say("Starting the server uncompiled. A compiled one will replace it in two minutes or so; until then expert bots are weaker.")
        # The server unblocks it as soon as it can be replaced.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
        subprocess.Popen([environment.PYTHON, BACKGROUND, str(os.getpid())], stdin=subprocess.DEVNULL, start_new_session=True)
    elif to_compile:
        say(NO_COMPILER)
    for name, value in (("BROWSE", "true"), ("SUPERVISE", "true"), ("LOG", "warning")):
        os.environ.setdefault(f"BESTAGON_{name}", value)
    os.execv(environment.PYTHON, [str(environment.PYTHON), "-m", "bestagon", "serve"])


if __name__ == "__main__":
    sys.exit(main())
