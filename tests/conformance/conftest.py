"""Invariants and shortcuts of our games for the suite of bestagon.testing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.conformance.cases import SHORTCUTS, invariants

from bestagon.core import registry
from bestagon.core.position import Position


@pytest.fixture(scope="session")
def bestagon_invariants() -> dict[str, Callable[[Position], None]]:
    return {name: invariants(name) for name in registry.all_games()}


@pytest.fixture(scope="session")
def bestagon_shortcuts() -> dict[str, tuple[str, ...]]:
    return SHORTCUTS
