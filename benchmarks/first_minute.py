"""Measures the first minute on a bare clone: from `make play` to the first move in a browser, to compiled speed, and a second start.

    python benchmarks/first_minute.py [--folder FOLDER] [--test] [--port PORT]

Clones this repository's last commit into an empty folder and runs the README's commands there in an empty environment: HOME and PATH
alone, with empty caches of pip and npm. The browser is Chromium, driven by Playwright from the environment of this script. `--test`
measures `make test` afterwards.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, Final

import msgspec
from playwright.sync_api import Page, expect, sync_playwright

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

from tests.browser.robot_player import settled  # noqa: E402

from browser import chromium  # noqa: E402

LONGEST: Final = 1800.0
"""Seconds until a phase counts as failed."""


class Phases:
    """Prints what has happened and when."""

    def __init__(self) -> None:
        """Start the clock."""
        self._start = time.monotonic()

    def done(self, what: str) -> None:
        """Print one line."""
        print(f"{time.monotonic() - self._start:7.1f} s  {what}", flush=True)


def empty_environment(folder: Path, port: int) -> dict[str, str]:
    """Return an environment without caches; registries may be configured by files of the system."""
    home = folder / "home"
    home.mkdir(exist_ok=True)
    kept = {name: os.environ[name] for name in ("PATH", "CI") if name in os.environ}
    caches = {"PIP_CACHE_DIR": str(folder / "pip"), "npm_config_cache": str(folder / "npm")}
    return {**kept, **caches, "HOME": str(home), "BESTAGON_PORT": str(port), "BESTAGON_BROWSE": "false"}


def games(port: int) -> list[dict[str, Any]] | None:
    """Return what the server says of its games; None if it does not answer."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/games", timeout=10) as response:
            found: list[dict[str, Any]] = msgspec.json.decode(response.read())
            return found
    except (urllib.error.URLError, OSError):
        return None


def wait_for(what: str, is_there: Any, play: subprocess.Popen[bytes]) -> None:  # noqa: ANN401
    """Wait until something is there; SystemExit if `make play` ends before."""
    end = time.monotonic() + LONGEST
    while not is_there():
        if play.poll() is not None or time.monotonic() > end:
            raise SystemExit(f"{what}: it never came")
        time.sleep(0.05)


def start(clone: Path, environment: dict[str, str]) -> subprocess.Popen[bytes]:
    """Run `make play` in a process group of its own, as a terminal would."""
    return subprocess.Popen(["make", "play"], cwd=clone, env=environment, start_new_session=True)


def stop(play: subprocess.Popen[bytes]) -> None:
    """Press Ctrl-C."""
    os.killpg(play.pid, signal.SIGINT)
    play.wait(60)


def first_move(page: Page, port: int) -> None:
    """Start BeerHex against a bot from the home page, and place the first cap."""
    page.goto(f"http://127.0.0.1:{port}/")
    page.get_by_role("button", name="BeerHex").first.click()
    place_cap(page)


def place_cap(page: Page) -> None:
    """Place a cap when it is one's turn, and wait until the server has stored it."""
    assert settled(page) == "mine"
    before = page.locator(".log li").count()
    page.locator(".item.next").first.click()
    page.locator(".cell.next").first.click()
    page.wait_for_function("(before) => document.querySelectorAll('.log li').length > before", arg=before)


def measure(clone: Path, environment: dict[str, str], port: int) -> None:
    """Measure `make play` twice, and print the phases."""
    phases = Phases()
    play = start(clone, environment)
    try:
        wait_for("the server", lambda: games(port) is not None, play)
        phases.done("the server answers")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
            page = browser.new_context(reduced_motion="reduce").new_page()
            page.set_default_timeout(120_000)
            phases.done("the browser runs")
            first_move(page, port)
            phases.done("the first move is played")
            wait_for("the compiled server", lambda: (found := games(port)) is not None and not any(one["slowed"] for one in found), play)
            phases.done("the server is compiled")
            expect(page.locator(".banner")).to_have_count(0, timeout=60_000)
            place_cap(page)
            phases.done("the next move is played at the same table")
            browser.close()
    finally:
        stop(play)
    again = Phases()
    play = start(clone, environment)
    try:
        wait_for("the second start", lambda: games(port) is not None, play)
        again.done("a second `make play` answers")
    finally:
        stop(play)


def main() -> None:
    """Measure everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, help="where to clone; a temporary folder by default")
    parser.add_argument("--port", type=int, default=8199)
    parser.add_argument("--test", action="store_true", help="measure `make test` too")
    arguments = parser.parse_args()
    folder = arguments.folder or Path(tempfile.mkdtemp(prefix="first-minute-"))
    folder.mkdir(exist_ok=True)
    clone = folder / "bestagon"
    try:
        subprocess.run(["git", "clone", "-q", ROOT, clone], check=True)
        print(f"load at the start: {' '.join(f'{one:.1f}' for one in os.getloadavg())}, {os.cpu_count()} processors", flush=True)
        environment = empty_environment(folder, arguments.port)
        measure(clone, environment, arguments.port)
        if arguments.test:
            phases = Phases()
            subprocess.run(["make", "install"], cwd=clone, env=environment, check=True)
            phases.done("`make install` after `make play`")
            subprocess.run(["make", "lint"], cwd=clone, env=environment, check=True)
            phases.done("`make lint`")
            subprocess.run(["make", "test"], cwd=clone, env=environment, check=True)
            phases.done("`make test`, which lints again")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
