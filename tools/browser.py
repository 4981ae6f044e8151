"""Finds a Chromium for the browser tests, or installs one: Debian's, else Playwright's."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def chromium() -> str:
    """Return the path of an installed Chromium, or an empty string."""
    for name in NAMES:
        if found := shutil.which(name):
            return found
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playing:
        own = playing.chromium.executable_path
    return own if Path(own).exists() else ""


def install() -> None:
    """Install Chromium from Debian, else through Playwright."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "-qq", "update"], check=False, env=quiet)
        subprocess.run(["apt-get", "-qq", "install", "-y", "--no-install-recommends", "chromium"], check=False, env=quiet)
    if not chromium():
        subprocess.run([sys.executable, "-m", "playwright", "install", "--with-deps", "chromium"], check=False)


def main() -> int:
    """Make sure that Chromium is installed; without it the browser tests are skipped, which is an error in CI."""
    if not chromium():
        print("installing Chromium for the browser tests ...", flush=True)
        install()
    if chromium():
        return 0
    print("WARNING: Chromium is missing and could not be installed: the browser tests are skipped")
    return 1 if os.environ.get("CI") else 0


if __name__ == "__main__":
    sys.exit(main())
