"""Carrying out actions: set-up in the order of section 2, turns, combat, merging and elimination."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from bestagon.core.dice import Dice
from bestagon.games.hex_dice.board import (
    ANNIHILATED,
    ARMY_DICE,
    BASES,
    BECOME,
    CAPTURED,
    DEPLOY,
    EXTRA,
    FIRST_TO_PLACE,
    HAND_DICE,
    LAYOUT_DIE,
    ORDER_DICE,
    PATIENCE,
    PLAY,
    REROLLS,
    ROULETTE,
    TERRAIN_SPOT,
    TERRAIN_SUM,
    UNIT_DIE,
)
from bestagon.games.hex_dice.board_actions import CHOOSE_BASE, DECLINE, KEEP, REROLL, SHOOT, SLOTS, STAND_GUARD, TURN_INTO
from bestagon.games.hex_dice.board_cells import FOREST, GUARD, LAKE, LIVE, MOUNTAIN, OWNER, TOKEN, TOWER, UNIT, VALUE, WILD, attack, owner
from bestagon.games.hex_dice.layouts import BY_GENERATION, BY_ROULETTE, PRESET
from bestagon.games.hex_dice.rules.moves import can_hold_terrain, free_base_axes, radius_for

if TYPE_CHECKING:
    from bestagon.games.hex_dice.rules.state import HexDicePosition


def start(position: HexDicePosition, dice: Dice) -> None:
    """Set up terrain and turn order as far as chance decides, up to the first choice."""
    position.clear()
    position.dice.copy_from(dice)
    if position.terrain_source == PRESET:
        _lay_preset(position)
    elif position.terrain_source == BY_GENERATION:
        _generate_terrain(position)
    elif position.terrain_source == BY_ROULETTE:
        position.pending_terrain = _sum_of_six(position)
        position.dice.announce(FIRST_TO_PLACE)
        position.turn = _throw(position, position.seats)
        return
    _choose_order(position)


def play(position: HexDicePosition, seat: i64, action: i64) -> None:
    """Carry out a choice of set-up or an action of a unit."""
    position.revealed = False
    board = position.board
    if position.phase < PLAY:
        _set_up(position, action)
    elif action >= board.first_general:
        _after_merge(position, action - board.first_general)
    else:
        _act(position, seat, action >> 6, action & 63, i64(board.targets[action]))


def withdraw(position: HexDicePosition, seat: i64) -> None:
    """Eliminate a seat that has resigned and skip its choices and turns."""
    _eliminate(position, seat, 0)
    position.quiet_turns = 0
    if position.over or seat != position.turn:
        return
    if position.phase >= PLAY:
        _next_turn(position)
    elif BASES <= position.phase <= DEPLOY:
        _next_in_order(position)
    else:
        _next_seat(position)


# Set-up.


def _throw(position: HexDicePosition, sides: i64) -> i64:
    """Return the throw of a die, counted from 0, and remember it, so that people can be told what was rolled."""
    thrown = position.dice.below(sides)
    position.thrown = append(position.thrown, u8(thrown))
    return thrown


def _lay_preset(position: HexDicePosition) -> None:
    """Lay out one of the presets (2.2)."""
    size = position.board.size
    many = i64(len(position.layouts)) // size
    first: i64 = 0
    if many > 1:
        position.dice.announce(LAYOUT_DIE)
        first = _throw(position, many) * size
    for cell in range(size):
        position.cells[cell] = i16(i64(position.layouts[int(first + cell)]) * FOREST)


def _sum_of_six(position: HexDicePosition) -> i64:
    n: i64 = 6
    position.dice.announce(TERRAIN_SUM)
    for _ in range(6):
        n += _throw(position, 6)
    return n


def _generate_terrain(position: HexDicePosition) -> None:
    """Scatter terrain by dice; what falls on an invalid cell is skipped (2.4)."""
    for _ in range(_sum_of_six(position)):
        position.dice.announce(TERRAIN_SPOT)
        spot = _throw(position, 6) * 36
        spot += _throw(position, 6) * 6
        spot += _throw(position, 6)
        kind = _throw(position, 6)
        cell = i64(position.board.scatter[spot])
        if cell >= 0 and can_hold_terrain(position, cell):
            ground = FOREST if kind < 2 else LAKE if kind < 4 else TOWER if kind == 4 else MOUNTAIN
            position.cells[cell] = i16(ground)


def _choose_order(position: HexDicePosition) -> None:
    """Roll for the order in which bases are chosen (2.6)."""
    line = vec[u8]([u8(seat) for seat in range(position.seats)])
    _roll_off(position, line, 0, position.seats)
    for i in range(position.seats):
        position.order |= i64(line[i]) << (4 * i)
    position.phase = BASES
    position.order_index = -1
    _next_in_order(position)


def _roll_off(position: HexDicePosition, line: vec[u8], first: i64, end: i64) -> None:
    """Sort a part of the line by falling rolls, and each group of ties in the same way."""
    rolls = vec[u8]([u8(0)] * int(end))
    together: i64 = 0
    for i in range(first, end):
        together |= 1 << i64(line[i])
    position.dice.announce(ORDER_DICE + together)
    for i in range(first, end):
        roll = u8(_throw(position, 6))
        seat = line[i]
        j = i
        while j > first and rolls[j - 1] < roll:
            rolls[j] = rolls[j - 1]
            line[j] = line[j - 1]
            j -= 1
        rolls[j] = roll
        line[j] = seat
    i = first
    while i < end:
        j = i + 1
        while j < end and rolls[j] == rolls[i]:
            j += 1
        if j > i + 1:
            _roll_off(position, line, i, j)
        i = j


def _next_in_order(position: HexDicePosition) -> None:
    """Let the next seat in the order of 2.6 choose, or start the next phase when all have."""
    position.deploy_radius = 0
    position.order_index += 1
    while position.order_index < position.seats and position.elimination(position.seat_at(position.order_index)):
        position.order_index += 1
    if position.order_index < position.seats:
        position.turn = position.seat_at(position.order_index)
        if position.phase == BASES:
            _take_only_base(position)
        elif position.phase == DEPLOY:
            position.deploy_radius = radius_for(position, position.turn, position.board.army_size)
    elif position.phase == DEPLOY:
        _first_turn(position)
    else:
        if position.phase == BASES:
            _roll_armies(position)
        position.phase += 1
        position.order_index = -1
        _next_in_order(position)


def _take_only_base(position: HexDicePosition) -> None:
    """Give the seat its base without asking if only one is left."""
    axes = free_base_axes(position)
    if axes & (axes - 1) == 0:
        axis: i64 = 0
        while (axes >> axis) & 1 == 0:
            axis += 1
        _take_base(position, axis)


def _take_base(position: HexDicePosition, axis: i64) -> None:
    position.set_axis(position.turn, axis)
    base = position.base(position.turn)
    position.cells[base] = i16(i64(position.cells[base]) | LIVE)
    _next_in_order(position)


def _roll_armies(position: HexDicePosition) -> None:
    for seat in range(position.seats):  # HD 2.7
        if position.elimination(seat) == 0:
            position.dice.announce(ARMY_DICE + seat)
            for _ in range(position.board.army_size):
                position.change_hand(seat, position.dice.roll(6), 1)
        else:
            for _ in range(position.board.army_size):
                position.dice.skip(6)


def _first_turn(position: HexDicePosition) -> None:
    """Begin with the seat that chose its base first (2.10), or the next that is still in."""
    position.phase = PLAY
    position.order_index = 0
    i: i64 = 0
    while position.axis(position.seat_at(i)) < 0:
        i += 1
    position.turn = position.seat_at(i)
    if position.elimination(position.turn):
        _next_seat(position)


def _set_up(position: HexDicePosition, action: i64) -> None:
    board = position.board
    if position.phase == ROULETTE:
        _add_terrain(position, action - SLOTS * board.size)
    elif position.phase == BASES:
        _take_base(position, action - board.first_general - CHOOSE_BASE)
    elif position.phase == REROLLS:
        _reroll_hand(position, action - board.first_general - KEEP)
    else:
        spot = action - board.first_deploy
        value = spot % 6 + 1
        position.change_hand(position.turn, value, -1)
        position.add_unit(position.turn, spot // 6, value)
        if position.hand_size(position.turn) == 0:
            _next_in_order(position)


def _add_terrain(position: HexDicePosition, spot: i64) -> None:
    position.cells[spot // 4] = i16((spot % 4 + 1) * FOREST)
    position.pending_terrain -= 1
    if position.pending_terrain:
        _next_seat(position)
    else:
        position.thrown = vec[u8]()
        _choose_order(position)


def _reroll_hand(position: HexDicePosition, choice: i64) -> None:
    """Re-roll one value or a pair of values; 0 keeps all (2.8)."""
    if 1 <= choice <= 6:
        position.dice.announce(HAND_DICE + 1)
        _reroll_die(position, choice)
    elif choice > 6:
        low: i64 = 1
        choice -= 7
        while choice > 6 - low:
            choice -= 7 - low
            low += 1
        # Both dice are picked up before the first is rolled.
        position.dice.announce(HAND_DICE + 2)
        position.change_hand(position.turn, low + choice, -1)
        _reroll_die(position, low)
        position.change_hand(position.turn, position.dice.roll(6), 1)
    _next_in_order(position)


def _reroll_die(position: HexDicePosition, value: i64) -> None:
    position.change_hand(position.turn, value, -1)
    position.change_hand(position.turn, position.dice.roll(6), 1)


# Turns.


def _act(position: HexDicePosition, seat: i64, cell: i64, slot: i64, target: i64) -> None:
    cells = position.cells
    if slot == REROLL:  # HD 4.2
        position.dice.announce(UNIT_DIE)
        cells[cell] = i16((i64(cells[cell]) & ~(UNIT - OWNER)) | position.dice.roll(6))
        _end_turn(position, cell)
    elif slot == STAND_GUARD:  # HD 4.3
        cells[cell] = i16(i64(cells[cell]) | GUARD)
        _end_turn(position, cell)
    elif slot >= SHOOT:  # HD 4.4
        _attack(position, seat, cell, target, True)
        _end_turn(position, cell)
    else:
        code = i64(cells[target])
        if code & VALUE == 0:
            _move(position, seat, cell, target)
            _end_turn(position, target)
        elif owner(code) == seat:
            _merge(position, seat, cell, target)
        else:
            _end_turn(position, target if _attack(position, seat, cell, target, False) else cell)


def _move(position: HexDicePosition, seat: i64, cell: i64, target: i64) -> None:
    """Move a unit, and capture the base it enters."""
    position.move_unit(seat, cell, target)
    if i64(position.cells[target]) & LIVE and position.base(seat) != target:  # HD 7.1, 7.2
        position.quiet_turns = -1
        _eliminate(position, position.base_owner(target), CAPTURED)


def _attack(position: HexDicePosition, seat: i64, cell: i64, target: i64, stay: bool) -> bool:
    """Attack (5) and tell whether the defender was defeated."""
    code = i64(position.cells[target])
    if attack(i64(position.cells[cell]) & VALUE) < position.armour(target):
        position.cells[target] = i16(code + TOKEN)  # HD 5.3
        return False
    foe = owner(code)
    position.remove_unit(foe, target)
    position.quiet_turns = -1
    if position.unit_count(foe) == 0:
        _eliminate(position, foe, ANNIHILATED)
    if not stay:
        _move(position, seat, cell, target)
    return True


def _merge(position: HexDicePosition, seat: i64, cell: i64, target: i64) -> None:
    """Merge two units into one (4.6)."""
    rested = position.last_acted(seat) != target
    total = (position.remove_unit(seat, cell) & VALUE) + (i64(position.cells[target]) & VALUE)
    ground = i64(position.cells[target]) & ~(UNIT - OWNER)
    if total < WILD:
        position.cells[target] = i16(ground | total)
        _end_turn(position, target)
        return
    position.cells[target] = i16(ground | WILD)
    position.set_last_acted(seat, -1)
    position.phase = BECOME
    position.merged_cell = target
    position.extra_action = rested


def _after_merge(position: HexDicePosition, choice: i64) -> None:
    """Give the merged unit its value, or decline its extra action."""
    cell = position.merged_cell
    if choice == DECLINE:
        _end_turn(position, cell)
        return
    position.cells[cell] = i16((i64(position.cells[cell]) & ~VALUE) | (choice - TURN_INTO))
    if position.extra_action:
        position.phase = EXTRA
        position.extra_action = False
    else:
        _end_turn(position, cell)


def _end_turn(position: HexDicePosition, cell: i64) -> None:
    """Remember the unit that acted, count the turn, and pass it on."""
    position.set_last_acted(position.turn, cell)
    position.quiet_turns += 1
    _next_turn(position)
    if not position.over and position.quiet_turns >= position.patience * position.remaining:  # HD 7.3
        position.over = True
        position.ended_by = PATIENCE


def _next_turn(position: HexDicePosition) -> None:
    position.phase = PLAY
    position.merged_cell = -1
    position.extra_action = False
    _next_seat(position)


def _next_seat(position: HexDicePosition) -> None:
    """Pass the turn to the next seat clockwise that is in."""
    seats = position.seats
    turn = position.turn + 1 if position.turn + 1 < seats else 0
    while position.elimination(turn):
        turn = turn + 1 if turn + 1 < seats else 0
    position.turn = turn


def _eliminate(position: HexDicePosition, seat: i64, cause: i64) -> None:
    """Take a seat and its units out of the game (7.2)."""
    position.eliminations |= (position.seats - position.remaining + 1) << (4 * seat)
    position.remaining -= 1
    while position.unit_count(seat):
        position.remove_unit(seat, position.unit_cell(seat, 0))
    for v in range(1, 7):
        position.change_hand(seat, v, -position.in_hand(seat, v))
    base = position.base(seat)
    if base >= 0:
        position.cells[base] = i16(i64(position.cells[base]) & ~LIVE)
    if position.remaining == 1:
        position.over = True
        position.ended_by = cause
