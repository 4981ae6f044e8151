"""Paths over bit sets, compared with a brute-force search over plain sets."""

from __future__ import annotations

import random

import pytest

from bestagon.games.hex_roller.board import RollerSheet
from bestagon.games.hex_roller.sheets import built_in
from bestagon.grid.bits import count, lowest, nth


def longest(sheet: RollerSheet, cell: int, empty: set[int], enough: int) -> int:
    """Return the length of the longest path from an empty cell, at most `enough`."""
    best = 1
    for near in sheet.shape.around(cell):
        if best < enough and near in empty and near != cell:
            best = max(best, 1 + longest(sheet, near, empty - {cell, near} | {near}, enough - 1))
    return best


def connected(sheet: RollerSheet, path: set[int]) -> bool:
    left = [next(iter(path))]
    seen = set(left)
    while left:
        for near in sheet.shape.around(left.pop()):
            if near in path and near not in seen:
                seen.add(near)
                left.append(near)
    return seen == path


@pytest.mark.parametrize("side", ["front", "back"])
def test_a_path_is_found_if_and_only_if_one_exists(side: str) -> None:
    sheet, rng = built_in(side), random.Random(5)
    found = 0
    for _ in range(400):
        empty = {cell for cell in range(int(sheet.size)) if rng.random() < 0.4}
        starts = {cell for cell in empty if rng.random() < 0.15}
        length = rng.randrange(1, 9)
        path = int(sheet.path(sum(1 << c for c in starts), sum(1 << c for c in empty), length))
        exists = any(longest(sheet, start, empty - {start}, length) >= length for start in starts)
        assert (path != 0) == exists
        if path:
            found += 1
            cells = {cell for cell in range(62) if path >> cell & 1}
            assert len(cells) == length
            assert cells <= empty
            assert cells & starts
            assert connected(sheet, cells)
    assert 100 < found < 390


def test_bits_are_counted_and_found() -> None:
    rng = random.Random(1)
    for _ in range(200):
        cells = sorted(rng.sample(range(62), rng.randrange(1, 62)))
        bits = sum(1 << cell for cell in cells)
        assert count(bits) == len(cells)
        n = rng.randrange(len(cells))
        assert lowest(nth(bits, n)) == cells[n]
