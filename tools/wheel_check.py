"""Checks an installed wheel: it is compiled (unless --pure), has the games and the browser client, and serves (unless --library).

python tools/wheel_check.py [--pure] [--library]
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from importlib.metadata import version
from typing import Final

PORT: Final = 8197
LONGEST: Final = 60.0
GAMES: Final = ("beerhex", "hex-dice", "hex-roller", "hexagone", "pocket-hexes")


def get(path: str) -> str:
    """Return what the server answers; an empty string if it does not."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{PORT}{path}", timeout=10) as response:
            return str(response.read().decode())
    except (urllib.error.URLError, OSError):
        return ""


def check_library(compiled: bool) -> None:
    """Play a game of each kind."""
    import bestagon
    from bestagon.compiled_build import is_compiled

    assert is_compiled() == compiled, f"compiled: {is_compiled()}"
    for name in GAMES:
        table = bestagon.start(name, seed=3)
        for _ in range(20):
            table.play(table.moves(table.acting[0])[0])


def check_server(folder: str) -> None:
    """Start a server and read its games and its page."""
    command = [sys.executable, "-m", "bestagon", "serve", "--port", str(PORT)]
    server = subprocess.Popen(command, cwd=folder)
    try:
        end = time.monotonic() + LONGEST
        while not get("/healthz"):
            assert server.poll() is None, "the server has ended"
            assert time.monotonic() < end, "the server does not answer"
            time.sleep(0.1)
        games, page = get("/api/games"), get("/")
        assert all(f'"{name}"' in games for name in GAMES), games
        assert "<script" in page, page[:500]
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(60)


def main(arguments: list[str]) -> int:
    """Check everything and return 0."""
    with tempfile.TemporaryDirectory() as folder:
        # Not in the source tree, which Python would import from.
        os.chdir(folder)
        check_library("--pure" not in arguments)
        if "--library" not in arguments:
            check_server(folder)
        os.chdir("/")
    print(f"bestagon {version('bestagon')}: good")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
