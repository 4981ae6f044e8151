"""The pytest plugin: a fixture that turns a test into one test per check and variant of the selected games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from bestagon.core.game import Game
    from bestagon.core.position import Position

# pytest loads this module in every run: import the games only in tests that ask for them.


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that selects games."""
    group = parser.getgroup("bestagon")
    group.addoption(
        "--bestagon-game",
        action="append",
        default=[],
        metavar="NAME",
        help="A game that tests with bestagon_check run over; may be repeated.",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker that selects games."""
    config.addinivalue_line("markers", "bestagon_game(*names): the games that bestagon_check runs over; 'all' for all games")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Turn a test with bestagon_check into one test per check and variant."""
    if "bestagon_check" not in metafunc.fixturenames:
        return
    from bestagon.testing import cases_of, jobs_for

    jobs = [job for game in _selected(metafunc) for job in jobs_for(cases_of(game))]
    metafunc.parametrize("bestagon_check", jobs, ids=[f"{case}-{check.name}" for check, case in jobs], indirect=True)


def _selected(metafunc: pytest.Metafunc) -> list[Game]:
    from bestagon.core import registry
    from bestagon.core.errors import UnknownGame

    marker = metafunc.definition.get_closest_marker("bestagon_game")
    names = metafunc.config.getoption("--bestagon-game", []) or (marker.args if marker else [])
    if "all" in names:
        return list(registry.all_games().values())
    try:
        return [registry.game(name) for name in names] or [game for game in registry.all_games().values() if not registry.is_ours(game)]
    except UnknownGame as error:
        raise pytest.UsageError(str(error)) from None


@pytest.fixture(scope="session")
def bestagon_invariants() -> Mapping[str, Callable[[Position], None]]:
    """Invariants by game: functions that raise AssertionError for an impossible position. Override it to add yours."""
    return {}


@pytest.fixture(scope="session")
def bestagon_shortcuts() -> Mapping[str, tuple[str, ...]]:
    """Actions by game, in notation, that end random games early; half of the games avoid them. Override it to add yours."""
    return {}


@pytest.fixture
def bestagon_check(
    request: pytest.FixtureRequest,
    bestagon_invariants: Mapping[str, Callable[[Position], None]],
    bestagon_shortcuts: Mapping[str, tuple[str, ...]],
) -> Callable[[], None]:
    """One check of one variant, to be called."""
    from dataclasses import replace

    check, case = request.param
    name = case.game.name
    extended = replace(case, invariants=bestagon_invariants.get(name, case.invariants), shortcuts=bestagon_shortcuts.get(name, ()))
    return lambda: check(extended)
