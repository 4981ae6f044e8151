"""Installs Chromium for the browser tests if there is none: Debian's packages, or else Playwright's own build.

The headless shell is Chromium without its windows: a test spends a quarter less CPU in it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
APT = ("apt-get", "-qq", "-o", "Acquire::http::Timeout=20", "-o", "Acquire::Retries=0")


def chromium() -> str:
    """Return the path of an installed Chromium, or an empty string."""
    for name in NAMES:
        if found := shutil.which(name):
            return found
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).exists() else ""


def can_use_apt() -> bool:
    """Tell whether Debian's packages can be installed without asking for a password."""
    return shutil.which("apt-get") is not None and os.geteuid() == 0


def install() -> None:
    """Install the headless shell, or else what there is of Chromium."""
    if can_use_apt():
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run([*APT, "update"], check=False, env=quiet)
        subprocess.run([*APT, "install", "-y", "--no-install-recommends", SHELL], check=False, env=quiet)
        if not chromium():  # Older distributions have no package of the shell alone.
            subprocess.run([*APT, "install", "-y", "--no-install-recommends", "chromium"], check=False, env=quiet)
    if not chromium():
        subprocess.run([sys.executable, "-m", "playwright", "install", "--with-deps", "chromium"], check=False)


def main() -> int:
    """Make sure that Chromium is installed. Without it the browser tests are skipped, except in CI, where they fail."""
    if not chromium() or (can_use_apt() and not shutil.which(SHELL)):
        print("installing Chromium's headless shell for the browser tests ...", flush=True)
        install()
    if chromium():
        return 0
    print("WARNING: Chromium is missing and could not be installed; the browser tests are skipped")
    return 1 if os.environ.get("CI") else 0


if __name__ == "__main__":
    sys.exit(main())
