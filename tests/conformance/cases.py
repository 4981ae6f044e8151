"""The variants of all registered games, with their invariants and shortcuts."""

from __future__ import annotations

import importlib
from collections.abc import Callable

from bestagon.core import registry
from bestagon.core.position import Position
from bestagon.testing import Case, cases_of, legal, random_step, usual_cases_of
from bestagon.testing.cases import no_invariants

__all__ = ["SHORTCUTS", "Case", "all_cases", "invariants", "legal", "random_step", "seats_of", "shortcuts", "usual_cases"]
SHORTCUTS: dict[str, tuple[str, ...]] = {"beerhex": ("declare", "cannot", "concede")}
"""Actions that end random games before anything rare can happen."""


def invariants(name: str) -> Callable[[Position], None]:
    """The conservation laws of one of our games; nothing for the others."""
    if not registry.is_ours(registry.game(name)):
        return no_invariants
    check: Callable[[Position], None] = importlib.import_module(f"tests.games.{name.replace('-', '_')}.invariants").check
    return check


def all_cases() -> list[Case]:
    """Every game at every number of players and with every option varied."""
    return [case for name, game in registry.all_games().items() for case in cases_of(game, invariants(name), SHORTCUTS.get(name, ()))]


def usual_cases() -> list[Case]:
    """One case for every number of players of every game."""
    return [case for name, game in registry.all_games().items() for case in usual_cases_of(game, invariants(name), SHORTCUTS.get(name, ()))]


def seats_of(bits: int, players: int) -> list[int]:
    """The members of a bit set of seats."""
    return [seat for seat in range(players) if (bits >> seat) & 1]


def shortcuts(case: Case) -> set[int]:
    """The actions that end random games early."""
    return case.avoided()
