"""What everybody has learnt from attacks about the caps that are still face down.

An attack reveals symbols, and some of these caps go back to a hand. So it tells how many symbols of each sort were left for
the other caps on the board at that moment. An era is the time between two attacks; `BeerHexPosition.eras` has those that
ended and left face-down caps, oldest first. An era is a number: the cells of the caps placed in it, then four bounds of three
bits: how many of the caps of this era and all before it can have Gold's own, Gold's other, Silver's own and Silver's other symbol.
All of it is public; a vec of eras is never changed in place, so positions share it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from bestagon.core.dice import Dice
from bestagon.games.beerhex import board
from bestagon.grid.bits import BITS, count

if TYPE_CHECKING:
    from bestagon.games.beerhex.rules.state import BeerHexPosition

BOUNDS: Final[i64] = 4
BOUND_BITS: Final[i64] = 3
MOST_OWN: Final[i64] = 8
"""One more than the own symbols that a player can have on the board."""


def bound(era: i64, seat: i64, kind: i64) -> i64:
    """Return how many caps of a seat up to this era can have its own (0) or other (1) symbol."""
    return (era >> (board.CELLS + BOUND_BITS * (2 * seat + kind))) & 7


def era_of(cells: i64, bounds: i64) -> i64:
    """Return an era of these cells and the four bounds, three bits each."""
    return cells | (bounds << board.CELLS)


def end_era(position: BeerHexPosition, three: i64) -> None:
    """Note what an attack reveals, before its caps leave the board."""
    down = position.occupied & ~position.face_up & ~three
    past: i64 = 0
    kept = 0
    for era in position.eras:
        past |= era
        if era & down:
            kept += 1
    current = down & ~past
    if current:
        kept += 1
    eras = vec[i64]([i64(0)] * kept)
    n: i64 = 0
    seen: i64 = 0
    revealed: i64 = 0
    for era in position.eras:
        if era & three:
            seen |= era & three
            revealed = _symbol_counts(position, seen)
        n = _put(eras, n, era & down, (era >> board.CELLS) - revealed)
    _put(eras, n, current, _LIMITS - _symbol_counts(position, position.face_up | three))
    position.eras = eras


def agrees(position: BeerHexPosition, seat: i64) -> bool:
    """Tell whether the symbols of a seat's caps, none of them hidden, keep within the bounds of all eras."""
    own: i64 = 0
    total: i64 = 0
    for era in position.eras:
        caps = era & position.caps(seat)
        own += count(caps & position.symbols(seat))
        total += count(caps)
        if own > bound(era, seat, 0) or total - own > bound(era, seat, 1):
            return False
    return True


def deal(position: BeerHexPosition, seat: i64, dice: Dice) -> None:
    """Give each hidden cap of a seat a symbol, and the other symbols to its hand if that is hidden.

    A deal is as likely as a player who always places a random cap of the hand makes it, given what attacks revealed.
    """
    table = _weights(position, seat)
    placed: i64 = 0
    own: i64 = 0
    past: i64 = 0
    for i in range(len(position.eras) + 1):
        cells = _cells(position, seat, i, past)
        past |= cells
        n = count(cells)
        left = table[i * MOST_OWN + own] * float(dice.word()) / 4294967296.0
        k: i64 = 0
        for more in range(n + 1):
            weight = _weight(position, seat, i, n, placed, own, more)
            if weight > 0.0:
                weight *= table[(i + 1) * MOST_OWN + own + more]
            if weight > 0.0:
                k = more
                left -= weight
                if left < 0.0:
                    break
        spread(position, seat, cells, k, n, dice)
        own += k
        placed += n
    if (position.hidden_hands >> seat) & 1:
        rest = _last_bound(position, seat, 0) - own
        others = _last_bound(position, seat, 1) - (placed - own)
        position.hands = (position.hands & ~(255 << (8 * seat))) | ((rest | (others << 4)) << (8 * seat))


def possible(position: BeerHexPosition, seat: i64) -> bool:
    """Tell whether the seat's hidden caps can have symbols within the bounds of all eras."""
    return _weights(position, seat)[0] > 0.0


def _put(eras: vec[i64], n: i64, cells: i64, bounds: i64) -> i64:
    """Write era `n` and return the number of the next; one without caps only tightens the bounds of the one before."""
    if cells:
        eras[n] = era_of(cells, bounds)
        return n + 1
    if n:
        before = eras[n - 1] >> board.CELLS
        least: i64 = 0
        for i in range(BOUNDS):
            mask: i64 = 7 << (BOUND_BITS * i)
            least |= before & mask if before & mask < bounds & mask else bounds & mask
        eras[n - 1] = era_of(eras[n - 1] & board.FULL, least)
    return n


def _symbol_counts(position: BeerHexPosition, cells: i64) -> i64:
    """Return how many of these caps have which symbol, as four bounds."""
    counts: i64 = 0
    for seat in range(2):
        caps = cells & position.caps(seat)
        own = count(caps & position.symbols(seat))
        counts |= (own | ((count(caps) - own) << BOUND_BITS)) << (2 * BOUND_BITS * seat)
    return counts


_LIMITS: Final[i64] = board.OWN_CAPS + board.OTHER_CAPS * 8 + board.OWN_CAPS * 64 + board.OTHER_CAPS * 512


def _cells(position: BeerHexPosition, seat: i64, i: i64, past: i64) -> i64:
    """Return the hidden caps that a seat placed in an era; the last is the current one, with all caps of no other."""
    cells = position.hidden & position.caps(seat)
    return cells & position.eras[i] if i < len(position.eras) else cells & ~past


def _last_bound(position: BeerHexPosition, seat: i64, kind: i64) -> i64:
    """Return how many symbols of a sort are left for a seat's hidden caps and its hand."""
    known = position.caps(seat) & ~position.hidden
    own = count(known & position.symbols(seat))
    return board.OWN_CAPS - own if kind == 0 else board.OTHER_CAPS - (count(known) - own)


def _weights(position: BeerHexPosition, seat: i64) -> vec[float]:
    """Return, for each era and number of own symbols before it, the weight of all deals to that era and those after it."""
    eras = len(position.eras) + 1
    table = vec[float]([0.0] * int((eras + 1) * MOST_OWN))
    hidden_hand = (position.hidden_hands >> seat) & 1 != 0
    exactly = _last_bound(position, seat, 0) - ((position.hands >> (8 * seat)) & 15)
    for own in range(MOST_OWN):
        if hidden_hand or own == exactly:
            table[eras * MOST_OWN + own] = 1.0
    past: i64 = 0
    for era in position.eras:
        past |= era
    placed = count(position.hidden & position.caps(seat))
    i = eras - 1
    while i >= 0:
        n = count(_cells(position, seat, i, past))
        placed -= n
        for own in range(MOST_OWN):
            for more in range(n + 1):
                if own + more < MOST_OWN:
                    weight = _weight(position, seat, i, n, placed, own, more)
                    table[i * MOST_OWN + own] += weight * table[(i + 1) * MOST_OWN + own + more]
        i -= 1
    return table


def _weight(position: BeerHexPosition, seat: i64, i: i64, n: i64, placed: i64, own: i64, more: i64) -> float:
    """Return in how many ways `more` of an era's `n` caps get own symbols, if `own` of the `placed` ones before it have."""
    if i < len(position.eras):
        owns = bound(position.eras[i], seat, 0)
        others = bound(position.eras[i], seat, 1)
    else:
        owns = _last_bound(position, seat, 0)
        others = _last_bound(position, seat, 1)
    owns -= own
    others -= placed - own
    if more > owns or n - more > others or own > placed:
        return 0.0
    ways = 1.0
    for j in range(more):
        ways *= float((owns - j) * (n - j)) / float(j + 1)
    for j in range(n - more):
        ways *= float(others - j)
    return ways


def spread(position: BeerHexPosition, seat: i64, cells: i64, own: i64, left: i64, dice: Dice) -> i64:
    """Give the seat's caps, in cell order, symbols of a pool of `left` with `own` own ones, every deal equally likely.

    Return how many own ones stay in the pool.
    """
    while cells:
        bit = cells & -cells
        cells ^= bit
        is_own = dice.below(left) < own
        if is_own:
            own -= 1
        if is_own == (seat == board.SILVER):
            position.silver_symbols |= bit
        left -= 1
    return own


def check(position: BeerHexPosition) -> str:
    """Return what is wrong with the eras of a position; empty if nothing is."""
    past: i64 = 0
    for era in position.eras:
        cells = era & board.FULL
        if cells == 0 or cells & past or cells & (position.face_up | ~position.occupied):
            return "an era has face-down caps of its own"
        if era >= BITS[board.CELLS + BOUNDS * BOUND_BITS]:
            return "an era has four bounds up to 7"
        past |= cells
    for seat in range(2):
        if position.hidden & position.caps(seat):
            if not possible(position, seat):
                return "hidden caps must agree with what attacks revealed"
        elif not agrees(position, seat):
            return "caps must agree with what attacks revealed"
    return ""
