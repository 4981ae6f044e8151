"""What belongs to the long tail of tests; and a refusal to test while the compiled files are older than their sources."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "tools"))

from bestagon.compiled_build import is_compiled
from bestagon.testing import Case
from compiled import stale


def pytest_configure(config: pytest.Config) -> None:
    if not config.pluginmanager.has_plugin("bestagon"):  # on the path, but not installed
        from bestagon.testing import plugin

        config.pluginmanager.register(plugin, "bestagon")


def pytest_report_header() -> str:
    return f"bestagon: {'compiled' if is_compiled() else 'uncompiled'}"


def pytest_sessionstart(session: pytest.Session) -> None:
    changed = stale()
    if changed:
        pytest.exit(f"the compiled files are older than {', '.join(changed)}: run `make build` first", returncode=3)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Count every test that is repeated for other numbers of players or options than the usual ones to the long tail."""
    for item in items:
        for value in item.callspec.params.values() if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ():
            if any(isinstance(one, Case) and not is_usual(one) for one in (value if isinstance(value, tuple) else [value])):
                item.add_marker("long")


def is_usual(case: Case) -> bool:
    return case.players == case.game.usual_players and case.options == case.game.complete(case.players, {})


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Use one process more than there are processors: tests of servers and browsers wait as much as they compute."""
    return (os.cpu_count() or 1) + 1
