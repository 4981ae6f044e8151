"""Positions as bytes, and the validation of positions that were read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from bestagon.core.codec import Reader, Writer
from bestagon.games.hex_dice.board import BASES, BECOME, CAMP, DEPLOY, EXTRA, HAND, PATIENCE, PLAY, REROLLS, ROULETTE, UNIT_COUNT
from bestagon.games.hex_dice.board_cells import GROUND, GUARD, LAKE, LIVE, MOUNTAIN, OWNER, TOKEN, UNIT, VALUE, WILD, owner, tokens
from bestagon.games.hex_dice.layouts import BY_ROULETTE
from bestagon.games.hex_dice.rules.moves import is_base_of_another, radius_for

if TYPE_CHECKING:
    from bestagon.games.hex_dice.rules.state import HexDicePosition


def write(position: HexDicePosition, out: Writer) -> None:
    """Write cells, camps and turn order, without derived fields."""
    out.i16s(position.cells)
    for seat in range(position.seats):
        out.i16s(position.camps[CAMP * seat : CAMP * seat + UNIT_COUNT])
        out.i16s(position.camps[CAMP * seat + HAND + 1 : CAMP * seat + CAMP - 1])
    small = position.phase | (position.turn << 4) | (position.order_index << 8) | (position.ended_by << 12)
    small |= (position.pending_terrain << 16) | (position.deploy_radius << 24)
    out.number(small | ((1 if position.extra_action else 0) << 32))
    out.number(position.order | (position.eliminations << 24))
    out.number(position.quiet_turns)
    out.number(position.merged_cell)


def read(position: HexDicePosition, source: Reader) -> None:
    """Read what `write` wrote; raise ValueError for an impossible position."""
    source.i16s(position.cells)
    head = vec[i16]([i16(0)] * UNIT_COUNT)
    tail = vec[i16]([i16(0)] * 6)
    for seat in range(position.seats):
        source.i16s(head)
        source.i16s(tail)
        for i in range(UNIT_COUNT):
            position.camps[CAMP * seat + i] = head[i]
        for v in range(6):
            position.camps[CAMP * seat + HAND + 1 + v] = tail[v]
    small = source.number()
    position.phase = small & 15
    position.turn = (small >> 4) & 15
    position.order_index = (small >> 8) & 15
    position.ended_by = (small >> 12) & 15
    position.pending_terrain = (small >> 16) & 255
    position.deploy_radius = (small >> 24) & 255
    position.extra_action = (small >> 32) & 1 != 0
    seats = source.number()
    position.order = seats & 0xFFFFFF
    position.eliminations = (seats >> 24) & 0xFFFFFF
    position.quiet_turns = source.number()
    position.merged_cell = source.number()
    position.thrown = vec[u8]()
    if small >> 33 or seats >> 48:
        raise ValueError("unused bits are set")
    rebuild(position)


def rebuild(position: HexDicePosition) -> None:
    """Recompute the derived fields from cells and camps, and raise ValueError for an impossible position."""
    _rebuild_remaining(position)
    _check_camps(position)
    _rebuild_units(position)
    _check_turn(position)
    if not position.over:
        _check_phase(position)


def _rebuild_remaining(position: HexDicePosition) -> None:
    gone: i64 = 0
    seen: i64 = 0
    seats = position.seats
    for seat in range(seats):
        number = position.elimination(seat)
        if number:
            gone += 1
            seen |= 1 << number
        elif position.resigned(seat) and not position.over:
            raise ValueError(f"seat {seat} has resigned but is still in")
    resignations = position.resignations
    if seen != (1 << (gone + 1)) - 2 or position.eliminations >> (4 * seats) or resignations >> (4 * seats) or resignations < 0:
        raise ValueError("the eliminated seats are not numbered 1, 2, 3, ...")
    position.remaining = seats - gone
    if position.remaining < (1 if position.over else 2):
        raise ValueError(f"the game goes on with only {position.remaining} seats in")


def _check_camps(position: HexDicePosition) -> None:
    taken: i64 = 0
    army_size = position.board.army_size
    for seat in range(position.seats):
        axis = position.axis(seat)
        if axis < -1 or axis > 5 or (axis >= 0 and ((position.board.base_axes & ~taken) >> axis) & 1 == 0):
            raise ValueError(f"seat {seat} has no base of its own: axis {axis}")
        if axis >= 0:
            taken |= 1 << axis
            if position.phase == ROULETTE or (position.phase == BASES and _index_in_order(position, seat) >= position.order_index):
                raise ValueError(f"seat {seat} cannot have a base yet")
        for v in range(1, 7):
            if position.in_hand(seat, v) < 0:
                raise ValueError(f"seat {seat} has a negative number of {v}s in hand")
        if position.hand_size(seat) > (0 if position.elimination(seat) else army_size):
            raise ValueError(f"seat {seat} has more than {army_size} dice in hand")
    opposite_bases = taken & 7 == taken >> 3
    if (position.seats == 2 and taken & (taken - 1) and not opposite_bases) or (position.seats == 3 and taken & 21 and taken & 42):
        raise ValueError("rule 2.6 does not allow these bases")


def _index_in_order(position: HexDicePosition, seat: i64) -> i64:
    i: i64 = 0
    while i < position.seats and position.seat_at(i) != seat:
        i += 1
    return i


def _rebuild_units(position: HexDicePosition) -> None:
    for seat in range(position.seats):
        for i in range(UNIT_COUNT, HAND + 1):
            position.camps[CAMP * seat + i] = 0
    for cell in range(position.board.size):
        code = i64(position.cells[cell]) & ~LIVE
        position.cells[cell] = i16(code)
        if code < 0 or code & GROUND > MOUNTAIN or code > UNIT + MOUNTAIN:
            raise ValueError(f"cell {cell} has the invalid code {code}")
        if code & GROUND and position.board.terrain_barred[cell]:
            raise ValueError(f"cell {cell} cannot have terrain")
        if code & UNIT:
            _rebuild_unit(position, cell, code)
    for seat in range(position.seats):
        if position.axis(seat) >= 0 and position.elimination(seat) == 0:
            position.cells[position.base(seat)] = i16(i64(position.cells[position.base(seat)]) | LIVE)
        last = position.last_acted(seat)
        if last < -1 or last >= position.board.size or (last >= 0 and owner(i64(position.cells[last])) != seat):
            raise ValueError(f"the unit of seat {seat} that acted last is not on cell {last}")


def _rebuild_unit(position: HexDicePosition, cell: i64, code: i64) -> None:
    seat = owner(code)
    value = code & VALUE
    if value == 0 or seat < 0 or seat >= position.seats or position.elimination(seat) or code & GROUND == LAKE:
        raise ValueError(f"cell {cell} holds a unit that cannot be there")
    if tokens(code) > value or (value == WILD) != (position.phase == BECOME and cell == position.merged_cell):
        raise ValueError(f"cell {cell} cannot hold a {value} with {tokens(code)} tokens")
    if position.unit_count(seat) >= position.board.army_size:
        raise ValueError(f"seat {seat} has more than {position.board.army_size} units")
    position.add_unit(seat, cell, code & (UNIT - OWNER))


def _check_turn(position: HexDicePosition) -> None:
    phase = position.phase
    seats = position.seats
    pending = position.pending_terrain
    if phase > EXTRA or position.turn >= seats or position.order_index >= seats or position.ended_by > PATIENCE:
        raise ValueError("phase, turn or ending is out of range")
    if (pending > 0) != (phase == ROULETTE) or pending > 36 or (position.deploy_radius > 0) != (phase == DEPLOY):
        raise ValueError("pending terrain or deployment radius does not fit the phase")
    if (position.ended_by > 0 and not position.over) or (position.extra_action and phase != BECOME) or position.quiet_turns < 0:
        raise ValueError("ending, extra action or number of quiet turns does not fit the phase")
    if (position.merged_cell != -1) != (phase >= BECOME) or position.merged_cell < -1 or position.merged_cell >= position.board.size:
        raise ValueError(f"no unit was merged on cell {position.merged_cell}")
    seen: i64 = 0
    for i in range(seats):
        seen |= 1 << position.seat_at(i)
    if (position.order != 0 if phase == ROULETTE else seen != (1 << seats) - 1) or position.order >> (4 * seats):
        raise ValueError("the order does not name each seat once")
    if position.order_index and (phase == ROULETTE or phase >= PLAY):
        raise ValueError("no seat is choosing in the order of set-up")


def _check_phase(position: HexDicePosition) -> None:
    turn = position.turn
    if position.elimination(turn) or position.quiet_turns >= position.patience * position.remaining:
        raise ValueError(f"seat {turn} cannot be on turn")
    if BASES <= position.phase <= DEPLOY and position.seat_at(position.order_index) != turn:
        raise ValueError(f"seat {turn} is not the next to set up")
    if position.phase >= BECOME and owner(i64(position.cells[position.merged_cell])) != turn:
        raise ValueError(f"seat {turn} has no merged unit on cell {position.merged_cell}")
    for seat in range(position.seats):
        if position.elimination(seat) == 0:
            _check_army(position, seat)
    if position.phase < PLAY:
        _check_setup(position)


def _check_army(position: HexDicePosition, seat: i64) -> None:
    phase = position.phase
    hand = position.hand_size(seat)
    units = position.unit_count(seat)
    army_size = position.board.army_size
    if phase > BASES and position.axis(seat) < 0:
        raise ValueError(f"seat {seat} has no base")
    if phase <= BASES and (hand or units or (seat == position.turn and position.axis(seat) >= 0)):
        raise ValueError(f"seat {seat} cannot have an army or a base yet")
    if phase == REROLLS and hand != army_size:
        raise ValueError(f"seat {seat} must have {army_size} dice in hand, not {hand}")
    if phase == DEPLOY and (hand + units != army_size or (seat == position.turn and hand == 0)):
        raise ValueError(f"seat {seat} has {army_size} dice to deploy, not {hand} in hand and {units} on the map")
    if phase >= PLAY and (hand or units == 0):
        raise ValueError(f"seat {seat} must have units on the map and no dice in hand")


def _check_setup(position: HexDicePosition) -> None:
    """Check what applies only before the first turn."""
    _check_terrain(position)
    if position.quiet_turns:
        raise ValueError(f"there cannot be {position.quiet_turns} quiet turns before the first turn")
    for seat in range(position.seats):
        if position.elimination(seat) and not position.resigned(seat):
            raise ValueError(f"seat {seat} is out before the first turn but has not resigned")
    if position.phase > ROULETTE:
        for i in range(position.seats):
            if position.elimination(position.seat_at(i)) == 0:
                _check_choice(position, i, position.seat_at(i))
    if position.phase == DEPLOY:
        _check_deploy_radius(position)


def _check_choice(position: HexDicePosition, i: i64, seat: i64) -> None:
    """Check that the seats before the one on turn have chosen in this phase, and those after it have not."""
    if i < position.order_index and position.axis(seat) < 0:
        raise ValueError(f"seat {seat} has had its choice but has no base")
    if position.phase == DEPLOY and i < position.order_index and position.hand_size(seat):
        raise ValueError(f"seat {seat} has finished deploying but has dice left")
    if position.phase == DEPLOY and i > position.order_index and position.unit_count(seat):
        raise ValueError(f"seat {seat} cannot have deployed yet")
    _check_deployed(position, seat)


def _check_terrain(position: HexDicePosition) -> None:
    """Check that the terrain is possible and leaves room for all dice."""
    terrain: i64 = 0
    lakes: i64 = 0
    for cell in range(position.board.size):
        ground = i64(position.cells[cell]) & GROUND
        if ground:
            terrain += 1
        if ground == LAKE:
            lakes += 1
    total = terrain + position.pending_terrain
    if position.phase == ROULETTE and (position.terrain_source != BY_ROULETTE or total < 6 or total > 36):
        raise ValueError(f"a roulette cannot have {terrain} terrain cells and {position.pending_terrain} pending")
    if position.board.size - lakes < position.seats * position.board.army_size + position.seats - 1:
        raise ValueError(f"{lakes} lakes leave no room to deploy")


def _check_deployed(position: HexDicePosition, seat: i64) -> None:
    """Check the units of a seat that has not had a turn yet."""
    if position.last_acted(seat) >= 0:
        raise ValueError(f"no unit of seat {seat} has acted yet")
    for i in range(position.unit_count(seat)):
        cell = position.unit_cell(seat, i)
        if i64(position.cells[cell]) & (GUARD | (7 * TOKEN)):
            raise ValueError(f"the unit on cell {cell} was just deployed and cannot have guard or tokens")
        if is_base_of_another(position, seat, cell):
            raise ValueError(f"the unit on cell {cell} was deployed on the base of another seat")
        if seat == position.turn and position.board.distance(cell, position.base(seat)) > position.deploy_radius:
            raise ValueError(f"the unit on cell {cell} was deployed too far from its base")


def _check_deploy_radius(position: HexDicePosition) -> None:
    """Check the radius of the seat on turn; units of seats that resigned since may have enlarged it."""
    gone: i64 = 0
    for i in range(position.order_index):
        if position.elimination(position.seat_at(i)):
            gone += 1
    army_size = position.board.army_size
    least = radius_for(position, position.turn, army_size)
    if position.deploy_radius < least or position.deploy_radius > radius_for(position, position.turn, army_size * (1 + gone)):
        raise ValueError(f"seat {position.turn} deploys within {least} steps, not {position.deploy_radius}")
