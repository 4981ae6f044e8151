"""The board of 25 cells as bit sets, connections across it, and the numbers that stand for actions, phases and endings."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from bestagon.grid import Shape, rhombus
from bestagon.grid.bits import BITS, lowest

GOLD: Final[i64] = 0
SILVER: Final[i64] = 1
OWN_CAPS: Final[i64] = 7
OTHER_CAPS: Final[i64] = 6
CAPS: Final[i64] = 13
TOKENS: Final[i64] = 3
FULL_HANDS: Final[i64] = 0x6767
"""Both hands at the start of a game, packed as in `BeerHexPosition.hands` (BH 1.2)."""

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

NO_PATH: Final[i64] = 99
"""The distance between two sides that no path connects: more caps than there are."""
FILLING: Final[i64] = 100
"""The cost of an empty cell in a path: more than that of all cells with caps."""
ENDLESS: Final[i64] = 9999
"""The cost of a path that does not exist: more than that of all cells."""

SHAPE: Final[Shape] = rhombus(5)


def neighbours(cells: i64) -> i64:
    """Return the cells next to any cell of a set, which may include cells of the set itself."""
    right = ((cells << 1) | (cells >> 4)) & NOT_LEFT
    left = ((cells >> 1) | (cells << 4)) & NOT_RIGHT
    return (right | left | (cells << 5) | (cells >> 5)) & FULL


def flood_fill(seed: i64, within: i64) -> i64:
    """Return the cells of `within` that are connected to the seed."""
    reach = seed & within
    wider = (reach | neighbours(reach)) & within
    while wider != reach:
        reach = wider
        wider = (reach | neighbours(reach)) & within
    return reach


def near_side(seat: i64) -> i64:
    """Return the first of a seat's two sides (BH 1.1)."""
    return TOP if seat == GOLD else LEFT


def far_side(seat: i64) -> i64:
    """Return the second of a seat's two sides (BH 1.1)."""
    return BOTTOM if seat == GOLD else RIGHT


def connects(cells: i64, seat: i64) -> bool:
    """Tell whether symbols on these cells connect the seat's sides (BH 5.1)."""
    return flood_fill(near_side(seat), cells) & far_side(seat) != 0


def caps_needed(cells: i64, empty: i64, seat: i64) -> i64:
    """Return how many empty cells the seat must fill to connect its sides, or NO_PATH (BH 6.3)."""
    near = near_side(seat)
    far = far_side(seat)
    reach = flood_fill(near, cells)
    steps: i64 = 0
    while not reach & far:
        onto = (near | neighbours(reach)) & empty & ~reach
        if not onto:
            return NO_PATH
        reach = flood_fill(reach | onto, cells | reach | onto)
        steps += 1
    return steps


def connection(cells: i64, empty: i64, seat: i64) -> list[int]:
    """Return a path that joins the seat's sides over these cells and as few empty ones as possible, in order; [] if there is none."""
    free, far = cells | empty, far_side(seat)
    costs = _costs(cells, empty, far)
    path: list[int] = []
    last = _cheapest(near_side(seat) & free, costs)
    while last >= 0 and costs[last] < ENDLESS:
        path.append(int(last))
        if far & BITS[last]:
            break
        last = _cheapest(neighbours(BITS[last]) & free, costs)
    return path


def _costs(cells: i64, empty: i64, far: i64) -> vec[i64]:
    """Return the cost of the cheapest path from each cell to the far side: 1 for each cell and FILLING for each empty one."""
    costs = vec[i64]([ENDLESS] * int(CELLS))
    changed = True
    while changed:
        changed = False
        left = cells | empty
        while left:
            cell = lowest(left)
            left ^= BITS[cell]
            cost: i64 = 0
            if not far & BITS[cell]:
                beside = _cheapest(neighbours(BITS[cell]) & (cells | empty), costs)
                cost = ENDLESS
                if beside >= 0:
                    cost = costs[beside]
            cost += 1
            if empty & BITS[cell]:
                cost += FILLING - 1
            if cost < costs[cell]:
                costs[cell] = cost
                changed = True
    return costs


def _cheapest(cells: i64, costs: vec[i64]) -> i64:
    """Return the first of the cells with the lowest cost, or -1 if there are none."""
    best: i64 = -1
    while cells:
        cell = lowest(cells)
        cells ^= BITS[cell]
        if best < 0 or costs[cell] < costs[best]:
            best = cell
    return best


def _triples() -> vec[i64]:
    """Return every connected group of three cells (BH 4.1), sorted by first, second and third cell."""
    found = vec[i64]()
    for a in range(25):
        for b in range(a + 1, 25):
            for c in range(b + 1, 25):
                links = (b in SHAPE.around(a)) + (c in SHAPE.around(a)) + (c in SHAPE.around(b))
                if links >= 2:
                    found = append(found, i64((1 << a) | (1 << b) | (1 << c)))
    return found


def _first_triples(triples: vec[i64]) -> vec[i64]:
    """Return for each cell the index of the first triple that starts there or later, then the number of triples."""
    firsts = vec[i64]()
    for cell in range(26):
        n: i64 = 0
        while n < len(triples) and triples[n] & ((i64(1) << cell) - 1):
            n += 1
        firsts = append(firsts, n)
    return firsts


TRIPLES: Final[vec[i64]] = _triples()
"""The three cells of every attack."""
FIRST_TRIPLE: Final[vec[i64]] = _first_triples(TRIPLES)
"""The triples whose first cell is c have the indices FIRST_TRIPLE[c] to FIRST_TRIPLE[c + 1] - 1."""

# Actions. Placing a cap on a cell is 2 * cell, plus 1 for the opponent's symbol.
ATTACK: Final[i64] = 50
"""The first of the 151 attacks, in the order of TRIPLES."""
DECLARE: Final[i64] = 201
CANNOT: Final[i64] = 202
CONCEDE: Final[i64] = 203
START: Final[i64] = 204
CLUED: Final[i64] = 206
"""The first of the placements with a clue token, in the order of those without."""
ACTIONS: Final[i64] = 206
ACTIONS_WITH_CLUES: Final[i64] = 256
MAX_LEGAL: Final[i64] = 151
MAX_LEGAL_WITH_CLUES: Final[i64] = 153
"""The most legal actions over all sets of empty and face-down cells, found by trying every one of them."""

# Phases.
TURN: Final[i64] = 0
"""The start of a turn: every kind of action is possible."""
PLACE: Final[i64] = 1
"""A successful attack is followed by placing a cap (BH 4.2)."""
FILL: Final[i64] = 2
"""The opponent's hand is empty, and the player fills the rest of the board or concedes (BH 6.2)."""
BETWEEN: Final[i64] = 3
"""A game is over, and its loser chooses who starts the next (BH 7.1)."""

# How a game ended.
RUNNING: Final[i64] = 0
DECLARED: Final[i64] = 1
DECLARED_WRONGLY: Final[i64] = 2
FILLED: Final[i64] = 3
CANNOT_RIGHT: Final[i64] = 4
CANNOT_WRONG: Final[i64] = 5
CONCEDED: Final[i64] = 6
VOID: Final[i64] = 7
ENDINGS: Final = ("", "declared", "declared wrongly", "full", "cannot", "cannot wrongly", "conceded", "void")
MAX_VOIDS: Final[i64] = 3
