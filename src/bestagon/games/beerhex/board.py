"""The rhombus of 25 cells as bit sets, the triples an attack can choose, and who has joined their sides."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from bestagon.grid import Shape, rhombus

GOLD: Final[i64] = 0
SILVER: Final[i64] = 1
OWN_CAPS: Final[i64] = 7
OTHER_CAPS: Final[i64] = 6
CAPS: Final[i64] = 13
TOKENS: Final[i64] = 3

CELLS: Final[i64] = 25
FULL: Final[i64] = 0x1FFFFFF
"""All cells: cell i is bit i, row by row from the top (BH 1.1)."""
NOT_CENTRE: Final[i64] = 0x1FFEFFF
"""All cells but c3, where the start player's first cap may not go (BH 3.2)."""
TOP: Final[i64] = 0x1F
BOTTOM: Final[i64] = 0x1F00000
LEFT: Final[i64] = 0x0108421
RIGHT: Final[i64] = 0x1084210
NOT_LEFT: Final[i64] = 0x1EF7BDE
NOT_RIGHT: Final[i64] = 0x0F7BDEF

NEVER: Final[i64] = 99
"""More caps than there are: what `needed` returns where no path is left."""

SHAPE: Final[Shape] = rhombus(5)


def spread(cells: i64) -> i64:
    """Return the cells next to any of a set; some of the set's own may be among them."""
    right = ((cells << 1) | (cells >> 4)) & NOT_LEFT
    left = ((cells >> 1) | (cells << 4)) & NOT_RIGHT
    return (right | left | (cells << 5) | (cells >> 5)) & FULL


def flood(seed: i64, within: i64) -> i64:
    """Return the cells of `within` that hang together with the seed."""
    reach = seed & within
    wider = (reach | spread(reach)) & within
    while wider != reach:
        reach = wider
        wider = (reach | spread(reach)) & within
    return reach


def near_side(seat: i64) -> i64:
    """Return the first of a seat's two sides (BH 1.1)."""
    return TOP if seat == GOLD else LEFT


def far_side(seat: i64) -> i64:
    """Return the second of a seat's two sides (BH 1.1)."""
    return BOTTOM if seat == GOLD else RIGHT


def joined(cells: i64, seat: i64) -> bool:
    """Tell whether a set of symbols joins the seat's sides (BH 5.1)."""
    return flood(near_side(seat), cells) & far_side(seat) != 0


def needed(cells: i64, empty: i64, seat: i64) -> i64:
    """Return how many empty cells the seat must fill to join its sides, or NEVER (BH 6.3)."""
    near = near_side(seat)
    far = far_side(seat)
    reach = flood(near, cells)
    steps: i64 = 0
    while not reach & far:
        onto = (near | spread(reach)) & empty & ~reach
        if not onto:
            return NEVER
        reach = flood(reach | onto, cells | reach | onto)
        steps += 1
    return steps


def _triples() -> vec[i64]:
    """Return every connected group of three (BH 4.1): ordered by first cell, then second, then third."""
    found = vec[i64]()
    for a in range(25):
        for b in range(a + 1, 25):
            for c in range(b + 1, 25):
                links = (b in SHAPE.around(a)) + (c in SHAPE.around(a)) + (c in SHAPE.around(b))
                if links >= 2:
                    found = append(found, i64((1 << a) | (1 << b) | (1 << c)))
    return found


def _firsts(triples: vec[i64]) -> vec[i64]:
    """Return for every cell the number of the first triple that begins there or later, and at the end their number."""
    firsts = vec[i64]()
    for cell in range(26):
        n: i64 = 0
        while n < len(triples) and triples[n] & ((i64(1) << cell) - 1):
            n += 1
        firsts = append(firsts, n)
    return firsts


TRIPLES: Final[vec[i64]] = _triples()
"""The three cells of every attack."""
FIRST_TRIPLE: Final[vec[i64]] = _firsts(TRIPLES)
"""The triples whose first cell is c are those from FIRST_TRIPLE[c] up to FIRST_TRIPLE[c + 1]."""

# Actions. Putting a cap is 2 * cell, and one more for the opponent's symbol; with a token the same from CLUED on.
ATTACK: Final[i64] = 50
"""The first of the 151 attacks, in the order of TRIPLES."""
DECLARE: Final[i64] = 201
CANNOT: Final[i64] = 202
CONCEDE: Final[i64] = 203
START: Final[i64] = 204
CLUED: Final[i64] = 206
ACTIONS: Final[i64] = 206
ACTIONS_WITH_CLUES: Final[i64] = 256
WIDTH: Final[i64] = 151
WIDTH_WITH_CLUES: Final[i64] = 153
"""The most that all sets of empty and face-down cells allow: found by trying every one of them."""

# Phases.
TURN: Final[i64] = 0
"""The start of a turn: everything is open."""
PLACE: Final[i64] = 1
"""After an attack that succeeded a cap must be placed (BH 4.2)."""
FILL: Final[i64] = 2
"""The other player's hand is empty, and the rest of the board is filled (BH 6.2)."""
BETWEEN: Final[i64] = 3
"""A game is decided and lies open; the loser chooses who starts the next (BH 7.1)."""

# How the last game ended.
RUNNING: Final[i64] = 0
DECLARED: Final[i64] = 1
DECLARED_WRONGLY: Final[i64] = 2
FILLED: Final[i64] = 3
CANNOT_RIGHT: Final[i64] = 4
CANNOT_WRONG: Final[i64] = 5
CONCEDED: Final[i64] = 6
VOID: Final[i64] = 7
ENDINGS: Final = ("", "declared", "declared wrongly", "full", "cannot", "cannot wrongly", "conceded", "void")
MOST_VOIDS: Final[i64] = 3

FRESH_HANDS: Final[i64] = 0x6767
