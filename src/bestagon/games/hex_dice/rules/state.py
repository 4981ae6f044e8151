"""The state of a game of Hex Dice."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i16, i32, i64, mypyc_attr, u8

from bestagon.core.codec import Reader, Writer
from bestagon.core.dice import Dice
from bestagon.core.position import Position
from bestagon.games.hex_dice.board import AXIS, CAMP, HAND, LAST_ACTED, ROULETTE, UNIT_COUNT, UNITS, HexDiceBoard
from bestagon.games.hex_dice.board_actions import GENERAL_ACTIONS
from bestagon.games.hex_dice.board_cells import GROUND, GUARD, LAKE, MOUNTAIN, OWNER, SEAT, UNIT, VALUE, tokens
from bestagon.games.hex_dice.layouts import BY_ROULETTE
from bestagon.games.hex_dice.rules import moves, play, scoring, serial


@final
@mypyc_attr(acyclic=True)
class HexDicePosition(Position):
    """Cells, camps and turn order of a game."""

    board: HexDiceBoard
    terrain_source: i64
    layouts: bytes
    """The terrain of the presets to pick from, 0-4 a cell, one layout after the other."""
    patience: i64
    """The number of quiet turns for each seat still in that end the game (7.3)."""
    cells: vec[i16]
    """The contents of each cell, packed as in board.py."""
    camps: vec[i16]
    """Sixteen numbers a seat, laid out as in board.py."""
    phase: i64
    turn: i64
    """The seat to act."""
    order: i64
    """The seats in the order of 2.6, four bits each."""
    order_index: i64
    """The number of seats in this order that have finished the current phase of set-up."""
    pending_terrain: i64
    """The number of terrain cells still to be placed in the roulette."""
    deploy_radius: i64
    """The number of steps from its base within which the seat on turn deploys (2.9)."""
    merged_cell: i64
    """The cell of a unit just merged with a sum above 6, else -1."""
    extra_action: bool
    """Whether this unit may act at once after its owner has chosen its value."""
    quiet_turns: i64
    """Turns since a unit was lost or a base taken."""
    ended_by: i64
    eliminations: i64
    """Four bits a seat: 0 while it is in, else 1 for the first to go, 2 for the second, ..."""
    remaining: i64
    """The number of seats still in."""
    thrown: vec[u8]
    """The dice that set-up has thrown at once, counted from 0: at the start, or for the order after the roulette.

    Only for telling: it is not written, so a position that was read has none. Never changed in place, so copies share it.
    """

    def __init__(self, seats: i64, board: HexDiceBoard, terrain_source: i64, layouts: bytes, patience: i64) -> None:
        """Make an empty map that shares the board's tables."""
        most: i64 = 26 * board.army_size if board.army_size > 3 else 96  # three dice on up to 31 cells (2.9)
        if terrain_source == BY_ROULETTE:
            most = 4 * board.size
        super().__init__(seats, most, board.first_general + GENERAL_ACTIONS)
        self.board = board
        self.terrain_source = terrain_source
        self.layouts = layouts
        self.patience = patience
        self.clear()

    def blank(self) -> Position:
        """Return an empty map of the same set-up."""
        return HexDicePosition(self.seats, self.board, self.terrain_source, self.layouts, self.patience)

    def clear(self) -> None:
        """Remove everything from the map."""
        self.over = False
        self.revealed = False
        self.resignations = 0
        self.cells = self.board.empty_cells[:]
        self.camps = vec[i16]([i16(0)] * int(CAMP * self.seats))
        for seat in range(self.seats):
            self.set_axis(seat, -1)
            self.set_last_acted(seat, -1)
        self.phase = ROULETTE
        self.turn = 0
        self.order = 0
        self.order_index = 0
        self.pending_terrain = 0
        self.deploy_radius = 0
        self.merged_cell = -1
        self.extra_action = False
        self.quiet_turns = 0
        self.ended_by = 0
        self.eliminations = 0
        self.remaining = self.seats
        self.thrown = vec[u8]()

    def copy_from(self, other: Position) -> None:
        """Become equal to another position of the same set-up."""
        self._share(other)
        self.cells = self.cells[:]
        self.camps = self.camps[:]

    def view_from(self, other: Position, seat: i64) -> None:
        """Share the map: only the dice are hidden."""
        self._share(other)
        self.mask(seat)

    def _share(self, other: Position) -> None:
        assert isinstance(other, HexDicePosition)
        self.copy_common(other)
        self.cells = other.cells
        self.camps = other.camps
        self.phase = other.phase
        self.turn = other.turn
        self.order = other.order
        self.order_index = other.order_index
        self.pending_terrain = other.pending_terrain
        self.deploy_radius = other.deploy_radius
        self.merged_cell = other.merged_cell
        self.extra_action = other.extra_action
        self.quiet_turns = other.quiet_turns
        self.ended_by = other.ended_by
        self.eliminations = other.eliminations
        self.remaining = other.remaining
        self.thrown = other.thrown

    def mask(self, seat: i64) -> None:
        """Hide the dice; everything else is public."""
        self.dice.blank()

    def determinize(self, seat: i64, dice: Dice) -> None:
        """Take other dice; nothing else is hidden."""
        self.dice.fork_from(dice)

    # Readers.

    def elimination(self, seat: i64) -> i64:
        """Return 0 for a seat that is in, else its number in the order of elimination."""
        return (self.eliminations >> (4 * seat)) & 15

    def seat_at(self, i: i64) -> i64:
        """Return the i-th seat in the order of 2.6."""
        return (self.order >> (4 * i)) & 15

    def axis(self, seat: i64) -> i64:
        """Return the axis of the seat's base, or -1."""
        return i64(self.camps[CAMP * seat + AXIS])

    def base(self, seat: i64) -> i64:
        """Return the cell of the seat's base, or -1."""
        axis = self.axis(seat)
        return i64(self.board.bases[axis]) if axis >= 0 else -1

    def base_owner(self, cell: i64) -> i64:
        """Return the seat whose base is on a cell; there must be one."""
        seat: i64 = 0
        while self.base(seat) != cell:
            seat += 1
        return seat

    def unit_count(self, seat: i64) -> i64:
        """Return the number of units the seat has on the map."""
        return i64(self.camps[CAMP * seat + UNIT_COUNT])

    def unit_cell(self, seat: i64, i: i64) -> i64:
        """Return the cell of the seat's i-th unit."""
        return i64(self.camps[CAMP * seat + UNITS + i])

    def last_acted(self, seat: i64) -> i64:
        """Return the cell of the unit that acted in the seat's previous turn, or -1."""
        return i64(self.camps[CAMP * seat + LAST_ACTED])

    def in_hand(self, seat: i64, value: i64) -> i64:
        """Return the number of dice of this value the seat has still to deploy."""
        return i64(self.camps[CAMP * seat + HAND + value])

    def hand_size(self, seat: i64) -> i64:
        """Return the number of dice the seat has still to deploy."""
        n: i64 = 0
        for v in range(1, 7):
            n += self.in_hand(seat, v)
        return n

    def value_sum(self, seat: i64) -> i64:
        """Return the sum of the values of the seat's units."""
        n: i64 = 0
        for i in range(self.unit_count(seat)):
            n += i64(self.cells[self.unit_cell(seat, i)]) & VALUE
        return n

    def armour(self, cell: i64) -> i64:
        """Return the attack needed to defeat the unit on a cell (5.1)."""
        cells = self.cells
        code = i64(cells[cell])
        left = (code & VALUE) - tokens(code)
        if left <= 0:
            return 0
        if code & GUARD:
            left += 1
        ground = code & GROUND
        if ground:
            left += 2 if ground == MOUNTAIN else 0 if ground == LAKE else 1  # HD 6
        friend = (code & OWNER) | 6
        targets = self.board.targets
        at = cell << 6
        for d in range(6):  # HD 3.3
            near = i64(targets[at + 3 * d])
            if near >= 0 and i64(cells[near]) & (OWNER | VALUE) == friend:
                left += 1
        return left

    # Mutators.

    def set_axis(self, seat: i64, axis: i64) -> None:
        """Set the axis of the seat's base."""
        self.camps[CAMP * seat + AXIS] = i16(axis)

    def set_last_acted(self, seat: i64, cell: i64) -> None:
        """Remember the cell of the unit that acted in the seat's turn, -1 for none."""
        self.camps[CAMP * seat + LAST_ACTED] = i16(cell)

    def change_hand(self, seat: i64, value: i64, n: i64) -> None:
        """Add n dice of this value to those the seat has still to deploy, or remove -n."""
        self.camps[CAMP * seat + HAND + value] += i16(n)

    def add_unit(self, seat: i64, cell: i64, unit: i64) -> None:
        """Put a unit (its value, tokens and guard) of the seat on a free cell."""
        camps = self.camps
        self.cells[cell] = i16((i64(self.cells[cell]) & ~UNIT) | unit | ((seat + 1) * SEAT))
        at = CAMP * seat + UNITS
        i = at + i64(camps[CAMP * seat + UNIT_COUNT])
        camps[CAMP * seat + UNIT_COUNT] += 1
        while i > at and i64(camps[i - 1]) > cell:
            camps[i] = camps[i - 1]
            i -= 1
        camps[i] = i16(cell)

    def remove_unit(self, seat: i64, cell: i64) -> i64:
        """Take the seat's unit off a cell and return its value, tokens and guard."""
        camps = self.camps
        code = i64(self.cells[cell])
        self.cells[cell] = i16(code & ~UNIT)
        at = CAMP * seat
        left = i64(camps[at + UNIT_COUNT]) - 1
        camps[at + UNIT_COUNT] = i16(left)
        i = at + UNITS
        end = i + left
        while i64(camps[i]) != cell:
            i += 1
        while i < end:
            camps[i] = camps[i + 1]
            i += 1
        camps[end] = 0
        if i64(camps[at + LAST_ACTED]) == cell:
            camps[at + LAST_ACTED] = -1
        return code & (UNIT - OWNER)

    def move_unit(self, seat: i64, cell: i64, target: i64) -> None:
        """Move the seat's unit from a cell to a free one, which ends its guard (4.3)."""
        camps = self.camps
        cells = self.cells
        code = i64(cells[cell])
        cells[cell] = i16(code & ~UNIT)
        cells[target] = i16((i64(cells[target]) & ~UNIT) | (code & (UNIT - GUARD)))
        at = CAMP * seat
        first = at + UNITS
        last = first + i64(camps[at + UNIT_COUNT]) - 1
        i = first
        while i64(camps[i]) != cell:
            i += 1
        while i < last and i64(camps[i + 1]) < target:
            camps[i] = camps[i + 1]
            i += 1
        while i > first and i64(camps[i - 1]) > target:
            camps[i] = camps[i - 1]
            i -= 1
        camps[i] = i16(target)
        if i64(camps[at + LAST_ACTED]) == cell:
            camps[at + LAST_ACTED] = -1

    # The contract.

    def start(self, dice: Dice) -> None:
        """Set up terrain and turn order as far as chance decides, up to the first choice."""
        play.start(self, dice)

    def acting(self) -> i64:
        """Return the seat on turn as a bit set."""
        return 0 if self.over else 1 << self.turn

    def still_in(self, seat: i64) -> bool:
        """Tell whether the seat has neither resigned nor been eliminated."""
        return self.elimination(seat) == 0

    def legal(self, seat: i64, out: vec[i32]) -> i64:
        """List the legal actions of the seat on turn."""
        return moves.legal(self, seat, out)

    def play(self, seat: i64, action: i64) -> None:
        """Carry out a choice of set-up or an action of a unit."""
        play.play(self, seat, action)

    def withdraw(self, seat: i64) -> None:
        """Eliminate a seat that has resigned and skip its choices and turns."""
        play.withdraw(self, seat)

    def score(self, seat: i64) -> i64:
        """Return the number of seats that currently rank below this one."""
        return scoring.score(self, seat)

    def beats(self, a: i64, b: i64) -> bool:
        """Tell whether `a` ranks above `b`, resignations aside."""
        return scoring.beats(self, a, b)

    def ending(self) -> str:
        """Return how the game ended, empty while it runs."""
        return scoring.ending(self)

    def write(self, out: Writer) -> None:
        """Write cells, camps and turn order, without derived fields."""
        serial.write(self, out)

    def read(self, source: Reader) -> None:
        """Read what `write` wrote; raise ValueError for an impossible position."""
        serial.read(self, source)
