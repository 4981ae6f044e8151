"""Measures the CPU of opening a table in a browser test, by kind of process.

    python benchmarks/browser_page.py [--pages PAGES] [--game GAME]

Opens pages, each for a new visitor, in turn with the flags of the browser tests and with those of Chromium itself. A test does this
before it tests anything. Compare columns of one run only: on a busy machine every figure is larger.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
from collections import defaultdict
from pathlib import Path
from typing import Final

import psutil
from playwright.sync_api import Browser, sync_playwright

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

from tests.browser.conftest import FLAGS  # noqa: E402
from tests.browser.robot_player import BOT, open_table, settled  # noqa: E402
from tests.server.serving import serving  # noqa: E402

from browser import chromium  # noqa: E402

LOOK_SECONDS: Final = 0.05
KINDS: Final = {"tests": FLAGS, "plain": [flag for flag in FLAGS if not flag.startswith("--disable-features")]}


class Usage:
    """The CPU seconds of this process and its descendants, by kind; those that ended count with what was seen last."""

    def __init__(self) -> None:
        """Start looking."""
        self._process = psutil.Process()
        self._seconds: dict[int, tuple[str, float]] = {}
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._look_again)
        self._thread.start()

    def _look_again(self) -> None:
        while not self._stopped.wait(LOOK_SECONDS):
            self._look()

    def _look(self) -> None:
        for process in [self._process, *self._process.children(recursive=True)]:
            try:
                times, command = process.cpu_times(), process.cmdline()
            except psutil.Error:
                continue
            known, _ = self._seconds.get(process.pid, ("", 0.0))
            # A process that has ended, but was not waited for yet, has no command.
            self._seconds[process.pid] = (known or kind_of(command), times.user + times.system)

    def by_kind(self) -> dict[str, float]:
        """Return the sums until now."""
        self._look()
        found: dict[str, float] = defaultdict(float)
        for kind, seconds in list(self._seconds.values()):
            found[kind] += seconds
        return found

    def stop(self) -> None:
        """Stop looking."""
        self._stopped.set()
        self._thread.join()


def kind_of(command: list[str]) -> str:
    """Return what a process does, by its command."""
    if not command or "chrom" not in command[0]:
        return "Playwright" if command and command[0].endswith("node") else "test and server"
    return next((flag.removeprefix("--type=") for flag in command if flag.startswith("--type=")), "browser")


def open_one(browser: Browser, port: int, game: str) -> None:
    """Open a table for a new visitor, and close it again."""
    context = browser.new_context(reduced_motion="reduce", base_url=f"http://127.0.0.1:{port}")
    page = context.new_page()
    open_table(page, game, {}, [{"kind": "me", "name": "Ada"}, BOT])
    settled(page)
    context.close()


def main() -> int:
    """Measure and print."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--pages", type=int, default=20)
    options.add_argument("--game", default="beerhex")
    given = options.parse_args()
    spent: dict[str, dict[str, float]] = {kind: defaultdict(float) for kind in KINDS}
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "tables.db", client=str(ROOT / "client" / "dist"), bots=1) as server,
        sync_playwright() as playwright,
    ):
        browsers = {kind: playwright.chromium.launch(executable_path=chromium(), args=flags) for kind, flags in KINDS.items()}
        for browser in browsers.values():
            open_one(browser, server.port, given.game)
        usage = Usage()
        try:
            for _ in range(given.pages):
                for kind, browser in browsers.items():
                    before = usage.by_kind()
                    open_one(browser, server.port, given.game)
                    for name, seconds in usage.by_kind().items():
                        spent[kind][name] += seconds - before.get(name, 0.0)
        finally:
            usage.stop()
        for browser in browsers.values():
            browser.close()
    for kind, by_name in spent.items():
        ordered = sorted(by_name.items(), key=lambda one: -one[1])
        parts = ", ".join(f"{name} {seconds / given.pages:.2f}" for name, seconds in ordered)
        print(f"{kind}: {sum(by_name.values()) / given.pages:.2f} s of CPU a page: {parts}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
