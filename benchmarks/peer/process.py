"""A peer's server in its own process."""

from __future__ import annotations

import shutil
import signal
import subprocess
from pathlib import Path
from typing import Final

import psutil

HERE: Final = Path(__file__).resolve().parent
PACKAGES: Final = (
    *("boardgame.io@0.50.2", "node-persist@3"),
    *("@colyseus/core@0.18.17", "@colyseus/schema@5.0.34", "@colyseus/ws-transport@0.18.4"),
)
"""The servers, and what boardgame.io's file storage and Colyseus's sockets need."""
BOARDGAMEIO: Final = "boardgame.io in memory"
BOARDGAMEIO_FILES: Final = "boardgame.io FlatFile"
COLYSEUS: Final = "Colyseus in memory"
PEERS: Final = (BOARDGAMEIO, BOARDGAMEIO_FILES, COLYSEUS)


class Peer:
    """A server from npm."""

    def __init__(self, name: str, folder: Path, port: int) -> None:
        """Install all peers into a folder if necessary, and start the named one."""
        self.name = name
        self.port = port
        for script in HERE.glob("*.js"):
            shutil.copy(script, folder)
        installed = folder / "installed.txt"
        if not installed.exists() or installed.read_text().split() != list(PACKAGES):
            subprocess.run(["npm", "install", "--no-audit", "--no-fund", *PACKAGES], cwd=folder, check=True, capture_output=True)
            installed.write_text("\n".join(PACKAGES))
        command = ["node", "colyseus.js" if name == COLYSEUS else "boardgameio.js", str(port)]
        if name == BOARDGAMEIO_FILES:
            command.append(str(folder / f"matches-{port}"))
        self._process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def cpu(self) -> float:
        """Return the CPU time so far in seconds."""
        return sum(psutil.Process(self._process.pid).cpu_times()[:2])

    def memory(self) -> int:
        """Return the memory in use in bytes."""
        return int(psutil.Process(self._process.pid).memory_info().rss)

    def stop(self) -> None:
        """Stop the server."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
