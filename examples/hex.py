"""Classic Hex on a rhombus of any size: a whole game for bestagon in one file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i32, i64, u8

from bestagon.core.codec import Reader, Writer
from bestagon.core.dice import Dice
from bestagon.core.errors import BadNotation
from bestagon.core.game import Game
from bestagon.core.insight import Insight
from bestagon.core.options import Option, Value
from bestagon.core.position import Position
from bestagon.grid import Shape, chart, rhombus

RULES: Final = """# Hex, 2 players

- 1.1 The board is a rhombus of hexagons, 2 to 19 on a side; the option `size` says how many.
- 1.2 Red (the first seat) owns the top and bottom sides, Blue the left and right.
- 2.1 Red starts. In turn each player puts one stone of their colour on an empty cell; stones never move.
- 2.2 *Option* `swap`: once, instead of a first stone, Blue may take over Red's: it becomes a blue stone, mirrored
  along the long diagonal.
- 3.1 Whoever joins their two sides with an unbroken chain of stones wins. Exactly one player can.
"""

SYMBOLS: Final = ".RB"


class HexPosition(Position):
    """Stones, and for every cell the chain it belongs to."""

    size: i64
    cells: vec[u8]
    """0 empty, 1 red, 2 blue."""
    near: vec[i16]
    """Seven entries a cell: its neighbours in order, then -1."""
    chain: vec[i16]
    """Union-find: a cell's parent; the four sides are size*size and the three after it."""
    turn: i64
    stones: i64
    swap: bool
    swapped: bool

    def __init__(self, size: i64, swap: bool, near: vec[i16]) -> None:
        """Make an empty board that shares the neighbour table."""
        area = size * size
        super().__init__(2, area + 1, area + 1)
        self.size = size
        self.swap = swap
        self.near = near
        self.cells = vec[u8]([0] * int(area))
        self.chain = vec[i16]([i16(i) for i in range(area + 4)])
        self.turn = 0
        self.stones = 0
        self.swapped = False

    def blank(self) -> Position:
        """Return an empty board of the same size."""
        return HexPosition(self.size, self.swap, self.near)

    def start(self, dice: Dice) -> None:
        """Clear the board; Red is always the first seat (2.1)."""
        self.copy_from(HexPosition(self.size, self.swap, self.near))
        self.dice.copy_from(dice)

    def acting(self) -> i64:
        """Return the seat whose turn it is."""
        return 0 if self.over else 1 << self.turn

    def legal(self, seat: i64, out: vec[i32]) -> i64:
        """List the empty cells, and the swap where it is offered."""
        if self.over or seat != self.turn:
            return 0
        cells = self.cells
        n: i64 = 0
        area = self.size * self.size
        i: i64 = 0
        while i < area:
            if cells[i] == 0:
                out[n] = i32(i)
                n += 1
            i += 1
        if self.swap and self.stones == 1 and not self.swapped:  # 2.2
            out[n] = i32(area)
            n += 1
        return n

    def play(self, seat: i64, action: i64) -> None:
        """Put a stone, or take over the first one."""
        if action == self.size * self.size:
            self._take_over()
        else:
            self._put(seat, action)
        self.turn = 1 - self.turn

    def _take_over(self) -> None:
        first: i64 = 0
        while self.cells[first] == 0:
            first += 1
        area = self.size * self.size
        self.cells[first] = 0
        for i in range(area + 4):
            self.chain[i] = i16(i)
        self.stones = 0
        self.swapped = True
        self._put(1, first % self.size * self.size + first // self.size)

    def _put(self, seat: i64, cell: i64) -> None:
        cells = self.cells
        near = self.near
        colour = u8(seat + 1)
        size = self.size
        cells[cell] = colour
        self.stones += 1
        at = 7 * cell
        while near[at] >= 0:
            if cells[i64(near[at])] == colour:
                self._join(cell, i64(near[at]))
            at += 1
        area = size * size
        if seat == 0:
            if cell < size:
                self._join(cell, area)
            if cell >= area - size:
                self._join(cell, area + 1)
        else:
            if cell % size == 0:
                self._join(cell, area + 2)
            if cell % size == size - 1:
                self._join(cell, area + 3)
        if self._root(area + 2 * seat) == self._root(area + 2 * seat + 1):  # 3.1
            self.over = True

    def _root(self, cell: i64) -> i64:
        chain = self.chain
        up = i64(chain[cell])
        while up != cell:
            above = i64(chain[up])
            chain[cell] = i16(above)
            cell = up
            up = above
        return cell

    def _join(self, a: i64, b: i64) -> None:
        a = self._root(a)
        b = self._root(b)
        # The larger number becomes the parent, so that chains hang from the sides.
        if a < b:
            self.chain[a] = i16(b)
        else:
            self.chain[b] = i16(a)

    def score(self, seat: i64) -> i64:
        """Return 1 for the player who has joined their sides."""
        area = self.size * self.size
        return 1 if self._root(area + 2 * seat) == self._root(area + 2 * seat + 1) else 0

    def copy_from(self, other: Position) -> None:
        """Become equal to another board of this size."""
        assert isinstance(other, HexPosition)
        self.copy_common(other)
        self.cells = other.cells[:]
        self.chain = other.chain[:]
        self.turn = other.turn
        self.stones = other.stones
        self.swapped = other.swapped

    def mask(self, seat: i64) -> None:
        """Hide the dice; a Hex board has no secrets."""
        self.dice.blank()

    def imagine(self, seat: i64, dice: Dice) -> None:
        """Take other dice; nothing else is unknown."""
        self.dice.fork_from(dice)

    def write(self, out: Writer) -> None:
        """Write stones and turn; chains follow from the stones."""
        out.u8s(self.cells)
        out.number(self.turn | (2 if self.swapped else 0))

    def read(self, source: Reader) -> None:
        """Read stones and turn, and find the chains again."""
        fresh = HexPosition(self.size, self.swap, self.near)
        source.u8s(fresh.cells)
        last = source.number()
        if last < 0 or last > 3:
            raise ValueError(f"turn and swap are 0 to 3, not {last}")
        self.turn = last & 1
        self.swapped = last & 2 != 0
        self.chain = fresh.chain
        self.cells = vec[u8]([0] * len(fresh.cells))
        self.stones = 0
        over = self.over
        for i in range(len(fresh.cells)):
            if fresh.cells[i] > 2:
                raise ValueError(f"a cell is 0, 1 or 2, not {fresh.cells[i]}")
            if fresh.cells[i]:
                self._put(i64(fresh.cells[i]) - 1, i)
        self.over = over

    def withdraw(self, seat: i64) -> None:
        """Do nothing: with two players a resignation ends the game."""

    def ending(self) -> str:
        """Return whether somebody joined their sides or gave up."""
        if not self.over:
            return ""
        return "resigned" if self.quits else "joined"


def near_table(shape: Shape) -> vec[i16]:
    """Return seven entries a cell: its neighbours, then -1."""
    table = vec[i16]()
    for i in range(len(shape)):
        around = shape.around(i)
        for n in around + [-1] * (7 - len(around)):
            table = append(table, i16(n))
    return table


class HexInsight(Insight):
    """Counts the stones a player still needs to join their sides."""

    def value(self, position: Position, seat: i64) -> float:
        """Return the opponent's shortest way less one's own."""
        assert isinstance(position, HexPosition)
        if position.over:
            return 1e6 * position.payoff(seat)
        return float(shortest(position, 1 - seat) - shortest(position, seat))


def shortest(position: HexPosition, seat: i64) -> i64:
    """Return how many empty cells the seat must fill to join its sides; the whole board where it cannot."""
    size = position.size
    area = size * size
    near = position.near
    cells = position.cells
    own = u8(seat + 1)
    cost = vec[i16]([9999] * int(area))
    queue = vec[i16]([0] * int(14 * area + 2 * size))
    head: i64 = 7 * area
    tail: i64 = 7 * area
    for i in range(size):
        first = i if seat == 0 else i * size
        if cells[first] == own:
            cost[first] = 0
            head -= 1
            queue[head] = i16(first)
        elif cells[first] == 0:
            cost[first] = 1
            queue[tail] = i16(first)
            tail += 1
    best: i64 = area
    while head < tail:
        cell = i64(queue[head])
        head += 1
        if (cell >= area - size) if seat == 0 else (cell % size == size - 1):
            best = min(best, i64(cost[cell]))
        at = 7 * cell
        while near[at] >= 0:
            n = i64(near[at])
            at += 1
            step = cost[cell] + (0 if cells[n] == own else 1)
            if (cells[n] == own or cells[n] == 0) and step < cost[n]:
                cost[n] = step
                if cells[n] == own:
                    head -= 1
                    queue[head] = i16(n)
                else:
                    queue[tail] = i16(n)
                    tail += 1
    return best


class Hex(Game):
    """Classic Hex as bestagon sees it."""

    name = "hex"
    title = "Hex"
    summary = "Join your two sides of a rhombus before your opponent joins theirs."
    players = (2,)
    usual_players = 2
    options = (
        Option("size", "how many cells a side of the board has", 11, low=2, high=19),
        Option("swap", "whether Blue may take over Red's first stone", False),
    )
    endings = ("joined", "resigned")

    def setup(self, players: int, options: Mapping[str, Value]) -> Position:
        """Return an empty board."""
        size = int(options["size"])
        return HexPosition(size, bool(options["swap"]), near_table(rhombus(size)))

    def action_text(self, position: Position, seat: int, action: int) -> str:
        """Return a cell's name, or "swap"."""
        assert isinstance(position, HexPosition)
        if action == position.size * position.size:
            return "swap"
        return rhombus(int(position.size)).name(action)

    def parse_action(self, position: Position, seat: int, text: str) -> int:
        """Return the action of a cell's name or of "swap"."""
        assert isinstance(position, HexPosition)
        size = int(position.size)
        word = text.strip().lower()
        if word == "swap":
            return size * size
        cell = rhombus(size).by_name.get(word)
        if cell is None:
            raise BadNotation(f"{text!r} is no cell of a {size} x {size} board: cells are a1 to {rhombus(size).names[-1]}")
        return cell

    def position_text(self, position: Position) -> str:
        """Return the rows, joined by slashes, then whose turn it is and what has happened."""
        assert isinstance(position, HexPosition)
        size = int(position.size)
        rows = ["".join(SYMBOLS[position.cells[r * size + q]] for q in range(size)) for r in range(size)]
        flags = ("s" if position.swapped else "") + "".join(f"x{s + 1}" for s in range(2) if position.resigned(s))
        return f"{'/'.join(rows)} {SYMBOLS[position.turn + 1]} {flags or '-'}"

    def parse_position(self, into: Position, text: str) -> None:
        """Read what `position_text` wrote."""
        assert isinstance(into, HexPosition)
        size = int(into.size)
        row = f"[.RB]{{{size}}}"
        match = re.fullmatch(rf"({row}(?:/{row}){{{size - 1}}}) ([RB]) (-|s?(?:x[12])?)", text.strip())
        if match is None:
            raise BadNotation(f"{text!r} is not {size} rows of {size} cells (. R B), whose turn it is (R or B), and -, s, x1 or x2")
        fresh = HexPosition(into.size, into.swap, into.near)
        for cell, symbol in enumerate(match[1].replace("/", "")):
            if symbol != ".":
                fresh._put(SYMBOLS.index(symbol) - 1, cell)
        fresh.turn = SYMBOLS.index(match[2]) - 1
        fresh.swapped = "s" in match[3]
        if "x" in match[3]:
            fresh.resign(int(match[3][-1]) - 1)
        into.copy_from(fresh)

    def draw(self, position: Position) -> str:
        """Return the board with its coordinates; R joins top and bottom, B left and right."""
        assert isinstance(position, HexPosition)
        size = int(position.size)
        shape = rhombus(size)
        picture = chart(shape, [SYMBOLS[cell] for cell in position.cells], margin=False).splitlines()
        top = "    " + " ".join(chr(97 + q) for q in range(size)) + "   R joins top and bottom, B left and right"
        return "\n".join([top, *(f"{r + 1:>2}  {line}" for r, line in enumerate(picture))])

    def prompt(self, position: Position, seat: int) -> str:
        """Return what to do, in words."""
        return "Put a stone on an empty cell."

    def insight(self) -> Insight:
        """Return the count of stones still needed."""
        return HexInsight()

    def seat_name(self, seat: int) -> str:
        """Return the colour."""
        return ("Red", "Blue")[seat]

    def rules(self) -> str:
        """Return the rules, which live in this file."""
        return RULES


GAME: Final = Hex()
