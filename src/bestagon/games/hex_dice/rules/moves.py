"""Legal actions: how units move, shoot and merge, and the choices of set-up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.games.hex_dice.board import ALL_AXES, AXIS, BASES, BECOME, CAMP, EXTRA, PLAY, REROLLS, ROULETTE, UNITS, both_ways, opposite
from bestagon.games.hex_dice.board_actions import ACROSS, CHOOSE_BASE, DECLINE, KEEP, KNIGHT, REROLL, SHOOT, SLOTS, STAND_GUARD, TURN_INTO
from bestagon.games.hex_dice.board_cells import GROUND, GUARD, LAKE, MOUNTAIN, OWNER, SEAT, TOWER, VALUE

if TYPE_CHECKING:
    from bestagon.games.hex_dice.rules.state import HexDicePosition


def legal(position: HexDicePosition, seat: i64, out: vec[i32]) -> i64:
    """List the actions of the seat on turn: its units by cell, and their moves in a fixed order."""
    if position.over or seat != position.turn:
        return 0
    if position.phase == PLAY:
        return _turn_actions(position, seat, out)
    if position.phase == EXTRA:  # HD 4.6: never merge or re-roll
        n = unit_moves(position, seat, position.merged_cell, False, 0, out)
        out[n] = i32((position.merged_cell << 6) + STAND_GUARD)
        out[n + 1] = i32(position.board.first_general + DECLINE)
        return n + 2
    if position.phase == BECOME:
        for v in range(6):
            out[v] = i32(position.board.first_general + TURN_INTO + 1 + v)
        return 6
    return _setup_choices(position, seat, out)


def _turn_actions(position: HexDicePosition, seat: i64, out: vec[i32]) -> i64:
    camps = position.camps
    n: i64 = 0
    first = CAMP * seat + UNITS
    for i in range(first, first + position.unit_count(seat)):
        cell = i64(camps[i])
        n = unit_moves(position, seat, cell, True, n, out)
        out[n] = i32((cell << 6) + REROLL)
        n += 1
        if i64(position.cells[cell]) & GUARD == 0:
            out[n] = i32((cell << 6) + STAND_GUARD)
            n += 1
    return n


def unit_moves(position: HexDicePosition, seat: i64, cell: i64, merge: bool, n: i64, out: vec[i32]) -> i64:
    """List the moves and attacks of one unit after the first `n` entries and return the new number of entries (HD 3)."""
    code = i64(position.cells[cell])
    value = code & VALUE
    own = (seat + 1) * SEAT
    at = cell << 6
    if value == 3:
        return _leap(position, at, own, merge, n, out)
    if value == 5:
        n = _step(position, at, ALL_AXES, own, merge, n, out)
        return _shoot(position, at, code & GROUND, own, n, out)
    if value == 6:
        return _strike(position, at, own, n, out)
    back = i64(position.camps[CAMP * seat + AXIS])
    rough = code & GROUND == MOUNTAIN
    if value == 1:
        n = _slide(position, at, 1 << opposite(back), own, 3, rough, merge, n, out)
        return _slide(position, at, 1 << back, own, 1, rough, merge, n, out)
    if value == 2:
        return _slide(position, at, ALL_AXES - both_ways(back), own, 3, rough, merge, n, out)
    if value == 4:
        n = _slide(position, at, both_ways(back), own, 2, rough, merge, n, out)
        n = _step(position, at, ALL_AXES - both_ways(back), own, merge, n, out)
        if not rough:
            n = _across(position, at, (back + 1) % 6, own, merge, n, out)
            n = _across(position, at, (back + 4) % 6, own, merge, n, out)
    return n


def _slide(position: HexDicePosition, at: i64, axes: i64, own: i64, reach: i64, rough: bool, merge: bool, n: i64, out: vec[i32]) -> i64:
    """List straight moves; a mountain at the start, on the path or at its end shortens a move by one step (6.1)."""
    targets = position.board.targets
    cells = position.cells
    if rough:
        reach -= 1
    while axes:
        if axes & 1:
            slot = at
            end = at + reach
            # The first mountain on the path costs the last step; further ones cost nothing.
            shortest = end if rough else end - 1
            while slot < end:
                target = i64(targets[slot])
                if target < 0:
                    break
                code = i64(cells[target])
                ground = code & GROUND
                if ground:
                    if ground == LAKE:
                        break
                    if ground == MOUNTAIN:
                        end = shortest
                        if slot >= end:
                            break
                if code & VALUE:
                    if merge or code & OWNER != own:
                        out[n] = i32(slot)
                        n += 1
                    break
                out[n] = i32(slot)
                n += 1
                slot += 1
        axes >>= 1
        at += 3
    return n


def _step(position: HexDicePosition, at: i64, axes: i64, own: i64, merge: bool, n: i64, out: vec[i32]) -> i64:
    """List single steps, which mountains do not affect."""
    targets = position.board.targets
    cells = position.cells
    while axes:
        if axes & 1:
            target = i64(targets[at])
            if target >= 0:
                code = i64(cells[target])
                if code & GROUND != LAKE and (merge or code & OWNER != own):
                    out[n] = i32(at)
                    n += 1
        axes >>= 1
        at += 3
    return n


def _leap(position: HexDicePosition, at: i64, own: i64, merge: bool, n: i64, out: vec[i32]) -> i64:
    """List the twelve moves of a 3, which passes friends (3.1) and cannot enter mountains (6.1)."""
    targets = position.board.targets
    cells = position.cells
    slot = at + KNIGHT
    end = at + 18
    while at < end:
        first = i64(targets[at])
        second = i64(targets[at + 1])
        if first >= 0 and second >= 0 and not _stops_3(i64(cells[first]), own) and not _stops_3(i64(cells[second]), own):
            for move in range(slot, slot + 2):
                target = i64(targets[move])
                if target >= 0:
                    code = i64(cells[target])
                    ground = code & GROUND
                    if ground != LAKE and ground != MOUNTAIN and (merge or code & OWNER != own):
                        out[n] = i32(move)
                        n += 1
        at += 3
        slot += 2
    return n


def _stops_3(code: i64, own: i64) -> bool:
    """Tell whether a 3 cannot pass over a cell with this code."""
    ground = code & GROUND
    return ground in (LAKE, MOUNTAIN) or (code & VALUE != 0 and code & OWNER != own)


def _across(position: HexDicePosition, at: i64, d: i64, own: i64, merge: bool, n: i64, out: vec[i32]) -> i64:
    """List a 4's move across, over one of two cells (3.2)."""
    target = i64(position.board.targets[at + ACROSS + d])
    if target < 0:
        return n
    code = i64(position.cells[target])
    if code & GROUND in (LAKE, MOUNTAIN) or (code & OWNER == own and not merge):
        return n
    if _blocked(position, at + 3 * d) and _blocked(position, at + 3 * ((d + 1) % 6)):
        return n
    out[n] = i32(at + ACROSS + d)
    return n + 1


def _blocked(position: HexDicePosition, slot: i64) -> bool:
    cell = i64(position.board.targets[slot])
    if cell < 0:
        return True
    code = i64(position.cells[cell])
    ground = code & GROUND
    return code & VALUE != 0 or ground in (LAKE, MOUNTAIN)


def _shoot(position: HexDicePosition, at: i64, ground: i64, own: i64, n: i64, out: vec[i32]) -> i64:
    """List a 5's shots: 2-3 away, 1-3 from a tower, 2-4 from a mountain, with a clear line of sight (4.4, 6)."""
    targets = position.board.targets
    cells = position.cells
    nearest: i64 = 0 if ground == TOWER else 1
    farthest: i64 = 4 if ground == MOUNTAIN else 3
    for d in range(6):
        first = at + SHOOT + 4 * d
        k: i64 = 0
        while k < farthest:
            target = i64(targets[first + k])
            if target < 0:
                break
            code = i64(cells[target])
            if code & VALUE and code & OWNER != own and k >= nearest:
                out[n] = i32(first + k)
                n += 1
            between = code & GROUND
            if between and between != LAKE:  # HD 6.2
                break
            k += 1
    return n


def _strike(position: HexDicePosition, at: i64, own: i64, n: i64, out: vec[i32]) -> i64:
    """List a 6's special attacks (4.5)."""
    targets = position.board.targets
    cells = position.cells
    for d in range(6):
        target = i64(targets[at + 3 * d])
        if target >= 0:
            code = i64(cells[target])
            if code & VALUE and code & OWNER != own:
                out[n] = i32(at + 3 * d)
                n += 1
    return n


def _setup_choices(position: HexDicePosition, seat: i64, out: vec[i32]) -> i64:
    if position.phase == ROULETTE:
        return _terrain_choices(position, out)
    if position.phase == BASES:
        return _base_choices(position, out)
    if position.phase == REROLLS:
        return _reroll_choices(position, seat, out)
    return _deployments(position, seat, out)


def _terrain_choices(position: HexDicePosition, out: vec[i32]) -> i64:
    n: i64 = 0
    first = position.board.size * SLOTS
    for cell in range(position.board.size):
        if can_hold_terrain(position, cell):
            for kind in range(4):
                out[n] = i32(first + 4 * cell + kind)
                n += 1
    return n


def can_hold_terrain(position: HexDicePosition, cell: i64) -> bool:
    """Tell whether terrain may be placed on a cell (2.5)."""
    return position.board.terrain_barred[cell] == 0 and i64(position.cells[cell]) & GROUND == 0


def _base_choices(position: HexDicePosition, out: vec[i32]) -> i64:
    n: i64 = 0
    axes = free_base_axes(position)
    for axis in range(6):
        if (axes >> axis) & 1:
            out[n] = i32(position.board.first_general + CHOOSE_BASE + axis)
            n += 1
    return n


def free_base_axes(position: HexDicePosition) -> i64:
    """Return the bit set of the axes on which the next seat may choose its base (2.6)."""
    axes = position.board.base_axes
    for seat in range(position.seats):
        axis = position.axis(seat)
        if axis < 0:
            continue
        axes &= ~(1 << axis)
        if position.seats == 2:
            axes &= 1 << opposite(axis)
        elif position.seats == 3:
            axes &= 42 if axis % 2 else 21
    return axes


def _reroll_choices(position: HexDicePosition, seat: i64, out: vec[i32]) -> i64:
    """List the re-rolls: nothing, one value, or two values for an army of six dice (2.8)."""
    keep = position.board.first_general + KEEP
    out[0] = i32(keep)
    n: i64 = 1
    for v in range(1, 7):
        if position.in_hand(seat, v):
            out[n] = i32(keep + v)
            n += 1
    if position.board.army_size < 6:
        return n
    pair = keep + 6
    for low in range(1, 7):
        for high in range(low, 7):
            pair += 1
            if position.in_hand(seat, low) and position.in_hand(seat, high) > (1 if low == high else 0):
                out[n] = i32(pair)
                n += 1
    return n


def _deployments(position: HexDicePosition, seat: i64, out: vec[i32]) -> i64:
    """List each die with each cell to deploy it on (2.9)."""
    board = position.board
    n: i64 = 0
    i = position.axis(seat) * board.size
    end = i + board.size
    while i < end and i64(board.distances[i]) <= position.deploy_radius:
        cell = i64(board.by_distance[i])
        if _can_deploy(position, seat, cell):
            for v in range(1, 7):
                if position.in_hand(seat, v):
                    out[n] = i32(board.first_deploy + 6 * cell + v - 1)
                    n += 1
        i += 1
    return n


def _can_deploy(position: HexDicePosition, seat: i64, cell: i64) -> bool:
    """Tell whether the seat may deploy on a cell: no lake, no unit and nobody else's base (2.9)."""
    code = i64(position.cells[cell])
    return code & VALUE == 0 and code & GROUND != LAKE and not is_base_of_another(position, seat, cell)


def is_base_of_another(position: HexDicePosition, seat: i64, cell: i64) -> bool:
    """Tell whether another seat, in or out, has its base on a cell."""
    for other in range(position.seats):
        if other != seat and position.base(other) == cell:
            return True
    return False


def radius_for(position: HexDicePosition, seat: i64, dice: i64) -> i64:
    """Return the distance from its base within which the seat has room for `dice` dice, deployed ones included (2.9)."""
    board = position.board
    own = (seat + 1) * SEAT
    i = position.axis(seat) * board.size
    end = i + board.size
    room: i64 = 0
    radius: i64 = 1
    while i < end:
        if i64(board.distances[i]) > radius:
            if room >= dice:
                return radius
            radius = i64(board.distances[i])
        cell = i64(board.by_distance[i])
        if i64(position.cells[cell]) & OWNER == own or _can_deploy(position, seat, cell):
            room += 1
        i += 1
    return radius
