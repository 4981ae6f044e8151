"""Installs Chromium for the browser tests if there is none: Debian's package, or else Playwright's own build."""

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

    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).exists() else ""


def install() -> None:
    """Install Debian's package, which is smaller, or else Playwright's build."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "-qq", "update"], check=False, env=quiet)
        subprocess.run(["apt-get", "-qq", "install", "-y", "--no-install-recommends", "chromium"], check=False, env=quiet)
    if not chromium():
        subprocess.run([sys.executable, "-m", "playwright", "install", "--with-deps", "chromium"], check=False)


def main() -> int:
    """Make sure that Chromium is installed. Without it the browser tests are skipped, except in CI, where they fail."""
    if not chromium():
        print("installing Chromium for the browser tests ...", flush=True)
        install()
    if chromium():
        return 0
    print("WARNING: Chromium is missing and could not be installed; the browser tests are skipped")
    return 1 if os.environ.get("CI") else 0


if __name__ == "__main__":
    sys.exit(main())
