"""Builds the second implementation of a game for a case, with the game's data in plain Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from tests.conformance.cases import Case
from tests.reference import beerhex, hex, hex_dice, hex_roller, hexagone, pocket_hexes, tictactoe

from bestagon.core.option import Value
from bestagon.games.hex_dice.layouts import PRESETS, preset
from bestagon.games.hex_roller.sheets import built_in
from bestagon.games.hexagone.board import TONE_BLUE
from bestagon.games.hexagone.deck import load
from bestagon.games.pocket_hexes.board import read_board, sheet_text
from bestagon.grid import Shape, hexagon

Below = Callable[[int], int]
TERRAIN = ("", "forest", "lake", "tower", "mountain")


class Reference(Protocol):
    """The interface of all second implementations."""

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
    return BUILDERS[case.game.name](case.players, case.options, below)


def _cells(shape: Shape) -> dict[str, tuple[int, int]]:
    return {name: (cell.q, cell.r) for name, cell in zip(shape.names, shape.cells, strict=True)}


def _pocket_hexes(players: int, options: dict[str, Value], below: Below) -> Reference:
    name = str(options["sheet"])
    return pocket_hexes.Reference(players, options, below, cells=_cells(read_board(sheet_text(name), name).shape))


def _hex_roller(players: int, options: dict[str, Value], below: Below) -> Reference:
    sheet = built_in(str(options["side"]))
    names = sheet.shape.names
    marks = {names[i]: str(n) for n in range(3, 9) for i in range(len(names)) if _has(sheet.printed[n], i)}
    marks |= {names[i]: "x" for i in range(len(names)) if _has(sheet.crosses, i)}
    areas = {names[i]: letter for k, letter in enumerate(sheet.letters) for i in range(len(names)) if _has(sheet.areas[k], i)}
    plain = {"rounds": int(sheet.rounds), "cells": _cells(sheet.shape), "printed": marks, "areas": areas, "middle": sheet.letters[-1]}
    return hex_roller.Reference(players, options, below, sheet=plain)


def _has(cells: int, i: int) -> bool:
    return bool((int(cells) >> i) & 1)


def _hexagone(players: int, options: dict[str, Value], below: Below) -> Reference:
    deck = load("")
    cards = {
        name: (
            int(deck.stars[i]),
            int(deck.points[i]),
            {(cell.q, cell.r): "b" if tone == TONE_BLUE else "g" for cell, tone in deck.patterns[i][0]},
        )
        for i, name in enumerate(deck.names)
    }
    return hexagone.Reference(players, options, below, cards=cards)


def _hex_dice(players: int, options: dict[str, Value], below: Below) -> Reference:
    reach = int(options["map"])
    names = hexagon(reach).names
    layouts = {
        number: {names[i]: TERRAIN[kind] for i, kind in enumerate(preset(reach, number).terrain) if kind}
        for number in range(1, PRESETS + 1)
    }
    return hex_dice.Reference(players, options, below, layouts=layouts)


BUILDERS: dict[str, Callable[[int, dict[str, Value], Below], Reference]] = {
    "hex": hex.Reference,
    "beerhex": beerhex.Reference,
    "pocket-hexes": _pocket_hexes,
    "hex-roller": _hex_roller,
    "hexagone": _hexagone,
    "hex-dice": _hex_dice,
    "tictactoe": tictactoe.Reference,
}
