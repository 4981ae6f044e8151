"""Refuse to test compiled files that are older than their sources."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

os.environ.setdefault("BESTAGON_EXAMPLES", "1")
sys.path.insert(0, str(Path(__file__).parent.parent / "tools"))

from compiled import built, stale


def pytest_configure(config: pytest.Config) -> None:
    if not config.pluginmanager.has_plugin("bestagon"):  # on the path, but not installed
        from bestagon.testing import plugin

        config.pluginmanager.register(plugin, "bestagon")


def pytest_report_header() -> str:
    return f"bestagon: {len(built())} compiled files" if built() else "bestagon: uncompiled"


def pytest_sessionstart(session: pytest.Session) -> None:
    changed = stale()
    if changed:
        pytest.exit(f"the compiled files are older than {', '.join(changed)}: run `make build` first", returncode=3)
