"""Builds the second implementation of a game for a case, handing it the game's data in plain Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from tests.conformance.cases import Case
from tests.reference import beerhex, hex, pocket_hexes

Below = Callable[[int], int]


class Reference(Protocol):
    """What all second implementations can do."""

    @property
    def over(self) -> bool: ...
    def acting(self) -> set[int]: ...
    def legal(self, seat: int) -> set[str]: ...
    def play(self, seat: int, text: str) -> None: ...
    def scores(self) -> list[int]: ...
    def places(self) -> list[int]: ...
    def copy(self, below: Below | None = None) -> Reference: ...


def reference(case: Case, below: Below) -> Reference:
    """Return the second implementation, set up like the case."""
    return BUILDERS[case.game.name](case, below)


def _pocket_hexes(case: Case, below: Below) -> Reference:
    from bestagon.games.pocket_hexes.board import load_sheet

    shape = load_sheet(case.options)
    cells = {name: (cell.q, cell.r) for name, cell in zip(shape.names, shape.cells, strict=True)}
    return pocket_hexes.Reference(case.players, case.options, below, cells=cells)


def _plain(case: Case, below: Below) -> Reference:
    module = beerhex if case.game.name == "beerhex" else hex
    return module.Reference(case.players, case.options, below)


def _hex_roller(case: Case, below: Below) -> Reference:
    raise NotImplementedError


def _hexagone(case: Case, below: Below) -> Reference:
    raise NotImplementedError


def _hex_dice(case: Case, below: Below) -> Reference:
    raise NotImplementedError


BUILDERS: dict[str, Callable[[Case, Below], Reference]] = {
    "hex": _plain,
    "beerhex": _plain,
    "pocket-hexes": _pocket_hexes,
    "hex-roller": _hex_roller,
    "hexagone": _hexagone,
    "hex-dice": _hex_dice,
}
