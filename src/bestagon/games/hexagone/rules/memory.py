"""What seats know from their own exchanges: which hexagons another hand cannot have had.

A seat that returns hexagons to the bag knows that nobody holds them. `HexagonePosition.memory` has one number for each seat
that exchanged, its observer, and each other hand, oldest first: the observer, the other seat, how many of its hexagons it held
already at the exchange (at least), and the hexagons, by kind, that those cannot be. A hexagon played by the other seat counts
as one of the old ones where it can be one. An entry that tells nothing any more is dropped. Only the observer's mask keeps it.
A vec of entries is never changed in place, so positions share it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from bestagon.core.dice import Dice
from bestagon.games.hexagone.board import BAG, BASIC, DISCARDED, HIDDEN, RETURNED, TOTALS
from bestagon.grid.bits import BITS

if TYPE_CHECKING:
    from bestagon.games.hexagone.rules.state import HexagonePosition

KIND_BITS: Final[i64] = 5
OLD_AT: Final[i64] = 35
OBSERVER_AT: Final[i64] = 39
OTHER_AT: Final[i64] = 41
END: Final[i64] = 43


def observer(entry: i64) -> i64:
    """Return the seat that knows this."""
    return (entry >> OBSERVER_AT) & 3


def other(entry: i64) -> i64:
    """Return the seat whose hand it is about."""
    return (entry >> OTHER_AT) & 3


def old(entry: i64) -> i64:
    """Return how many hexagons the other seat has held since before the exchange."""
    return (entry >> OLD_AT) & 15


def excluded(entry: i64, kind: i64) -> i64:
    """Return how many hexagons of a kind are not among the old ones."""
    return (entry >> (KIND_BITS * kind)) & 31


def entry_of(seat: i64, about: i64, held: i64) -> i64:
    """Return an entry without excluded hexagons."""
    return (seat << OBSERVER_AT) | (about << OTHER_AT) | (held << OLD_AT)


def unseen(position: HexagonePosition, seat: i64, kind: i64) -> i64:
    """Return how many hexagons of a kind a seat does not see."""
    pools = position.pools
    seen = i64(pools[8 * seat + kind]) + i64(pools[8 * DISCARDED + kind])
    if position.turn == seat:
        seen += i64(pools[8 * RETURNED + kind])
    if kind < BASIC:
        seen += position.board.count(kind)
    return i64(TOTALS[kind]) - seen


def note_exchange(position: HexagonePosition, seat: i64) -> None:
    """Note that the returned hexagons of a seat go to the bag, before it draws; the other seats see only how many."""
    returned: i64 = 0
    for kind in range(7):
        returned |= i64(position.pools[8 * RETURNED + kind]) << (KIND_BITS * kind)
    size = position.pool_size(RETURNED)
    if size == 0:
        return
    entries = vec[i64]()
    covered: i64 = 0
    for entry in position.memory:
        if observer(entry) == seat:
            entry += returned
            if old(entry) == position.pool_size(other(entry)):
                covered |= BITS[other(entry)]
        elif other(entry) == seat:
            entry -= (size if size < old(entry) else old(entry)) << OLD_AT
        entries = _keep(entries, entry)
    for about in range(position.seats):
        held = position.pool_size(about)
        if about != seat and held > 0 and not (covered >> about) & 1:
            entries = append(entries, entry_of(seat, about, held) | returned)
    position.memory = entries


def note_draw(position: HexagonePosition, seat: i64, kind: i64) -> None:
    """Note that a seat drew a hexagon: it may be one that it returned."""
    entries = vec[i64]()
    for entry in position.memory:
        entries = _keep(entries, _without(entry, kind) if observer(entry) == seat else entry)
    position.memory = entries


def note_play(position: HexagonePosition, seat: i64, kind: i64) -> None:
    """Note that a seat is about to play or discard a hexagon for all to see."""
    entries = vec[i64]()
    left = position.pool_size(seat) - 1
    for entry in position.memory:
        if observer(entry) != seat:
            if other(entry) != seat:
                if excluded(entry, kind) > _surely_excluded(position, observer(entry), seat, kind):
                    entry = _without(entry, kind)
            else:
                if unseen(position, observer(entry), kind) > excluded(entry, kind):
                    entry -= BITS[OLD_AT]
                else:
                    entry = _without(entry, kind)
                if old(entry) > left:
                    entry -= (old(entry) - left) << OLD_AT
        entries = _keep(entries, entry)
    position.memory = entries


def note_withdrawal(position: HexagonePosition, seat: i64) -> None:
    """Note that a seat is about to discard its whole hand and leave."""
    for kind in range(7):
        for _ in range(i64(position.pools[8 * seat + kind])):
            note_play(position, seat, kind)
    entries = vec[i64]()
    for entry in position.memory:
        if observer(entry) != seat and other(entry) != seat:
            entries = append(entries, entry)
    position.memory = entries


def of_seat(position: HexagonePosition, seat: i64) -> vec[i64]:
    """Return the entries that a seat knows."""
    entries = vec[i64]()
    for entry in position.memory:
        if observer(entry) == seat:
            entries = append(entries, entry)
    return entries


def deal_old(position: HexagonePosition, seat: i64, dice: Dice) -> None:
    """Deal old hexagons that the seat does not exclude to the other hands, from a bag with all that it does not see."""
    pools = position.pools
    for entry in position.memory:
        if observer(entry) != seat:
            continue
        about = other(entry)
        # An older entry excludes more, so what was dealt for it serves this one too.
        for _ in range(old(entry) - _held(position, about) + _hidden(position, about)):
            total: i64 = 0
            for kind in range(7):
                total += _possible(position, entry, kind)
            if total == 0:
                return
            k = dice.below(total)
            kind = 0
            while k >= _possible(position, entry, kind):
                k -= _possible(position, entry, kind)
                kind += 1
            into = about if dice.below(_hidden(position, about)) < i64(pools[8 * about + HIDDEN]) else RETURNED
            pools[8 * BAG + kind] -= 1
            pools[8 * into + kind] += 1
            pools[8 * into + HIDDEN] -= 1


def check(position: HexagonePosition) -> str:
    """Return what is wrong with the memory of a position; empty if nothing is."""
    for entry in position.memory:
        if entry < 0 or entry >= BITS[END] or observer(entry) == other(entry):
            return "an entry of the memory is about another seat"
        if observer(entry) >= position.seats or other(entry) >= position.seats:
            return "the memory is of seats that are not in the game"
        if old(entry) == 0 or old(entry) > _held(position, other(entry)):
            return "the memory is about more hexagons than the seat holds"
        for kind in range(7):
            if excluded(entry, kind) > unseen(position, observer(entry), kind):
                return "the memory has hexagons that the seat can see"
    return ""


def _surely_excluded(position: HexagonePosition, seat: i64, about: i64, kind: i64) -> i64:
    """Return how many hexagons of a kind a seat knows that another one does not hold at all."""
    most: i64 = 0
    for entry in position.memory:
        all_old = observer(entry) == seat and other(entry) == about and old(entry) == position.pool_size(about)
        if all_old and excluded(entry, kind) > most:
            most = excluded(entry, kind)
    return most


def _held(position: HexagonePosition, seat: i64) -> i64:
    """Return the number of hexagons in a hand, with those that the seat is returning."""
    return position.pool_size(seat) + (position.pool_size(RETURNED) if position.turn == seat else 0)


def _hidden(position: HexagonePosition, seat: i64) -> i64:
    """Return how many of them have no kind yet."""
    hidden = i64(position.pools[8 * seat + HIDDEN])
    return hidden + i64(position.pools[8 * RETURNED + HIDDEN]) if position.turn == seat else hidden


def _possible(position: HexagonePosition, entry: i64, kind: i64) -> i64:
    """Return how many hexagons of a kind in the bag can be old ones."""
    n = i64(position.pools[8 * BAG + kind]) - excluded(entry, kind)
    return n if n > 0 else 0


def _without(entry: i64, kind: i64) -> i64:
    """Exclude one hexagon of a kind less, if any is."""
    return entry - BITS[KIND_BITS * kind] if excluded(entry, kind) else entry


def _keep(entries: vec[i64], entry: i64) -> vec[i64]:
    """Append an entry that still tells something."""
    if old(entry) == 0 or entry & (BITS[OLD_AT] - 1) == 0:
        return entries
    return append(entries, entry)
