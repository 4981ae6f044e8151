"""Paths between the sides of the board."""

from __future__ import annotations

import random
from itertools import pairwise

from bestagon.games.beerhex.board import FULL, NO_PATH, SHAPE, caps_needed, connection, far_side, near_side


def test_a_path_is_linked_and_uses_as_few_empty_cells_as_possible() -> None:
    dice, lengths = random.Random(1), set()
    for _ in range(400):
        cells = dice.getrandbits(25) & dice.choice([FULL, dice.getrandbits(25)])
        empty = dice.choice([0, FULL, dice.getrandbits(25)]) & ~cells
        for seat in (0, 1):
            path = connection(cells, empty, seat)
            needed = caps_needed(cells, empty, seat)
            if not path:
                assert needed == NO_PATH
                continue
            assert near_side(seat) >> path[0] & 1
            assert far_side(seat) >> path[-1] & 1
            assert all(b in SHAPE.around(a) for a, b in pairwise(path))
            assert all((cells | empty) >> cell & 1 for cell in path)
            assert sum(empty >> cell & 1 for cell in path) == needed
            lengths.add(len(path))
    assert lengths >= {5, 6, 7}


def test_of_equally_short_paths_it_is_the_first() -> None:
    assert connection(FULL, 0, 0) == [SHAPE.find(f"a{row}") for row in range(1, 6)]
    assert connection(0, 0, 0) == []
