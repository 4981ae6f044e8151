"""The command `bestagon serve` in a process of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from tests.server.edge.serving_edge import until
from tests.server.serving import GENEROUS, PATIENCE

ROOT = Path(__file__).parents[2]


class Command:
    """`bestagon serve` in a process of its own."""

    def __init__(self, files: int = 0, **given: object) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT / "examples")])}
        environment |= {f"BESTAGON_{name.upper()}": str(value) for name, value in {**GENEROUS, "port": 0, **given}.items()}
        limit = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({files}, {files})); " if files else ""
        self.process = subprocess.Popen(
            [sys.executable, "-c", f"{limit}from bestagon.cli import main; main()", "serve"],
            env=environment,
            stderr=subprocess.PIPE,
            text=True,
            # A process group of its own, as a terminal gives it.
            start_new_session=True,
        )
        self.lines: list[dict[str, object]] = []
        assert self.process.stderr is not None
        self._reader = threading.Thread(target=self._read, args=(self.process.stderr,))
        self._reader.start()
        until(lambda: self.process.poll() is not None or self.logged("listening"), PATIENCE)
        self.port = int(str(self.logged("listening")[0]["url"]).rpartition(":")[2])

    def _read(self, stream: IO[str]) -> None:
        with stream:
            for line in stream:
                # Python itself may write something else, as after its parent was killed.
                self.lines.append(json.loads(line) if line.startswith("{") else {"message": line})

    def logged(self, message: str) -> list[dict[str, object]]:
        return [line for line in self.lines if line["message"] == message]

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=PATIENCE)
        self._reader.join()
        return code


@contextmanager
def command(files: int = 0, **given: object) -> Iterator[Command]:
    found = Command(files, **given)
    try:
        yield found
    finally:
        if found.process.poll() is None:
            found.stop()
