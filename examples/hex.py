"""Classic Hex on a rhombus of any size: a complete game in one file, typed so that mypyc can compile it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i32, i64, mypyc_attr, u8

from bestagon.core.codec import Reader, Writer
from bestagon.core.dice import Dice
from bestagon.core.errors import BadNotation
from bestagon.core.evaluator import Evaluator
from bestagon.core.game import Game
from bestagon.core.observation.observer import Observer
from bestagon.core.option import Option, Value
from bestagon.core.position import Position
from bestagon.core.scene_parts import offered_actions, seat_states, waiting_prompt
from bestagon.grid import DIRECTIONS, OFF, Shape, chart, rhombus
from bestagon.i18n import Translator, language
from bestagon.scene.beats import Beat
from bestagon.scene.grids import grid, players, rhombus_sides
from bestagon.scene.model import Board, BoardState, CellState, Choice, Piece, Scene, ScoreLine, Stage, stage_id

RULES: Final = """# Hex, 2 players

- 1.1 The board is a rhombus of hexagons, 2 to 19 on a side; the option `size` says how many.
- 1.2 Red (the first seat) owns the top and bottom sides, Blue the left and right.
- 2.1 Red starts. In turn each player puts one stone of their colour on an empty cell; stones never move.
- 2.2 *Option* `swap`: once, instead of a first stone, Blue may take over Red's: it becomes a blue stone, mirrored
  along the long diagonal.
- 3.1 The player who joins their two sides with an unbroken chain of stones wins. Exactly one player can.
"""
GERMAN: Final = {
    RULES: """# Hex, zu zweit

- 1.1 Das Brett ist eine Raute aus Sechsecken, 2 bis 19 auf jeder Seite; die Option `size` sagt, wie viele.
- 1.2 Rot (der erste Platz) gehören die obere und die untere Seite, Blau die linke und die rechte.
- 2.1 Rot beginnt. Reihum legt jeder einen Stein der eigenen Farbe auf ein leeres Feld; Steine bewegen sich nie.
- 2.2 *Option* `swap`: Einmal darf Blau statt eines ersten Steins den von Rot übernehmen: Er wird ein blauer Stein,
  gespiegelt an der langen Diagonale.
- 3.1 Wer die eigenen zwei Seiten mit einer lückenlosen Kette von Steinen verbindet, gewinnt. Genau einem gelingt das.
""",
    "Join your two sides of a rhombus before your opponent joins theirs.": "Verbinde deine zwei Seiten der Raute zuerst.",
    "how many cells a side of the board has": "wie viele Felder eine Seite des Bretts hat",
    "whether Blue may take over Red's first stone": "Blau darf den ersten Stein von Rot übernehmen",
    "Red": "Rot",
    "Blue": "Blau",
    "Put a stone on an empty cell.": "Lege einen Stein auf ein leeres Feld.",
    "Joined": "Verbunden",
    "Not joined": "Nicht verbunden",
    "stone": "Stein",
    "Put a stone here": "Lege hier einen Stein",
    "Take over the first stone": "Übernimm den ersten Stein",
    "{name} puts a stone": "{name} legt einen Stein",
    "{name} takes over the first stone": "{name} übernimmt den ersten Stein",
    "{name} joins both sides and wins.": "{name} verbindet beide Seiten und gewinnt.",
}
translate: Final = Translator(__name__, {"de": GERMAN})

SYMBOLS: Final = ".RB"
RED_SIDE: Final[i64] = -1
BLUE_SIDE: Final[i64] = -2
NOWHERE: Final[i64] = -3
NAMES: Final = ("Red", "Blue")
STONES: Final = (CellState(piece=Piece("stone", 0)), CellState(piece=Piece("stone", 1)))


class HexBoard:
    """The constant tables of a board size."""

    near: vec[i16]
    """Seven entries per cell: its neighbours in order, then -1."""
    sides: vec[u8]
    """The sides that a cell touches: bits 0 and 1 top and bottom, bits 2 and 3 left and right (1.2)."""
    round: vec[i16]
    """Eight entries per cell: `_beside` in each of the six directions, the first two repeated at the end."""
    empty: vec[u8]
    """The cells of an empty board."""
    unlinked: vec[i16]
    """The links of an empty board."""

    def __init__(self, shape: Shape, size: i64) -> None:
        """Compute the tables."""
        self.near = vec[i16]()
        self.sides = vec[u8]()
        self.round = vec[i16]()
        for i in range(size * size):
            around = shape.around(i)
            for n in around + [-1] * (7 - len(around)):
                self.near = append(self.near, i16(n))
            row = i // size
            column = i % size
            for d in range(8):
                self.round = append(self.round, i16(_beside(shape, i, d % 6)))
            bits = (1 if row == 0 else 0) + (2 if row == size - 1 else 0) + (4 if column == 0 else 0) + (8 if column == size - 1 else 0)
            self.sides = append(self.sides, u8(bits))
        area = int(size * size)
        self.empty = vec[u8]([0] * area)
        self.unlinked = vec[i16]([i16(i) for i in list(range(area)) * 2])


def _beside(shape: Shape, cell: int, direction: int) -> int:
    """Return the neighbour of a cell, or the side beyond it (RED_SIDE, BLUE_SIDE), or NOWHERE in a corner (1.2)."""
    if shape.step(cell, direction) != OFF:
        return shape.step(cell, direction)
    size = shape.cells[-1].q + 1
    beyond = shape.cells[cell] + DIRECTIONS[direction]
    if 0 <= beyond.q < size:
        return RED_SIDE
    return BLUE_SIDE if 0 <= beyond.r < size else NOWHERE


@mypyc_attr(acyclic=True)
class HexPosition(Position):
    """Stones, and the chain of every stone."""

    size: i64
    board: HexBoard
    cells: vec[u8]
    """0 empty, 1 red, 2 blue."""
    links: vec[i16]
    """Two tables with a number for each cell, in one vec that is copied at once:

    - for an empty cell its place in the second table; for a stone its parent in its chain (union-find), or for the root, which
      represents the chain, `~reach`: which of its owner's two sides the chain reaches, as two bits
    - the red stones, the latest last; the empty cells in any order; the blue stones, the latest first
    """
    turn: i64
    stones: i64
    reds: i64
    """How many stones are red."""
    joined: i64
    """1 or 2 after Red or Blue has joined their sides, else 0."""
    swap: bool
    swapped: bool

    def __init__(self, size: i64, swap: bool, board: HexBoard) -> None:
        """Create an empty board."""
        area = size * size
        super().__init__(2, area + 1, area + 1)
        self.size = size
        self.board = board
        self.swap = swap
        self.clear()

    def clear(self) -> None:
        """Remove all stones."""
        self.cells = self.board.empty[:]
        self.links = self.board.unlinked[:]
        self.turn = 0
        self.stones = 0
        self.reds = 0
        self.joined = 0
        self.swapped = False

    def blank(self) -> Position:
        """Return an empty board of the same size, which shares the tables."""
        return HexPosition(self.size, self.swap, self.board)

    def start(self, dice: Dice) -> None:
        """Clear the board; Red is always the first seat (2.1)."""
        self.start_common(dice)
        self.clear()

    def acting(self) -> i64:
        """Return the seat whose turn it is."""
        return 0 if self.over else 1 << self.turn

    def may_swap(self) -> bool:
        """Tell whether Blue may take over the first stone (2.2)."""
        return self.swap and self.stones == 1 and not self.swapped

    def legal(self, seat: i64, out: vec[i32]) -> i64:
        """List the empty cells, and the swap if it is allowed."""
        if self.over or seat != self.turn:
            return 0
        cells = self.cells
        n: i64 = 0
        area = self.size * self.size
        for i in range(area):
            # Written first and counted only if empty: no processor can guess which cells are, and a wrong guess costs more.
            out[n] = i32(i)
            n += 1 - i64((cells[i] + 1) >> 1)
        if self.may_swap():
            out[n] = i32(area)
            n += 1
        return n

    def pick(self, seat: i64, dice: Dice, out: vec[i32]) -> i64:
        """Return a random legal action without listing all."""
        area = self.size * self.size
        n = area - self.stones
        i = dice.below(n + 1 if self.may_swap() else n)
        return i64(self.links[area + self.reds + i]) if i < n else area

    def used_up(self, action: i64) -> bool:
        """Tell whether all else is legal as before: a stone takes its cell, but the swap comes and goes with the first two."""
        return not self.over and (self.stones > 2 or not self.swap)

    def latest(self, seat: i64) -> i64:
        """Return the cell of the seat's latest stone, or -1."""
        area = self.size * self.size
        at = area + self.reds - 1
        if seat == 1:
            at = 2 * area - self.stones + self.reds
        if at < area or at == 2 * area:
            return -1
        return i64(self.links[at])

    def play(self, seat: i64, action: i64) -> None:
        """Place a stone, or take over the first one."""
        if action == self.size * self.size:
            self._take_over()
        else:
            self.put(seat, action)
        self.turn = 1 - self.turn

    def _take_over(self) -> None:
        first: i64 = 0
        while self.cells[first] == 0:
            first += 1
        self.clear()
        self.turn = 1
        self.swapped = True
        self.put(1, first % self.size * self.size + first // self.size)

    def put(self, seat: i64, cell: i64) -> None:
        """Place a stone on an empty cell and join it to the chains around it."""
        cells = self.cells
        links = self.links
        near = self.board.near
        area = self.size * self.size
        colour = u8(seat + 1)
        cells[cell] = colour
        if seat == 0:
            place = area + self.reds
            self.reds += 1
        else:
            place = 2 * area - 1 - self.stones + self.reds
        self.stones += 1
        hole = links[cell]
        moved = links[place]
        links[area + i64(hole)] = moved
        links[i64(moved)] = hole
        links[place] = i16(cell)
        links[cell] = -1
        reach = i16((self.board.sides[cell] >> u8(2 * seat)) & 3)
        at = 7 * cell
        n = i64(near[at])
        while n >= 0:
            if cells[n] == colour:
                root = self._root(n)
                if root != cell:
                    reach |= ~links[root]
                    links[root] = i16(cell)
            at += 1
            n = i64(near[at])
        links[cell] = ~reach
        if reach == 3:  # 3.1
            self.joined = seat + 1
            self.over = True

    def _root(self, cell: i64) -> i64:
        links = self.links
        up = i64(links[cell])
        if up < 0:
            return cell
        above = i64(links[up])
        while above >= 0:
            links[cell] = i16(above)
            cell = up
            up = above
            above = i64(links[up])
        return up

    def score(self, seat: i64) -> i64:
        """Return 1 for the player who has joined their sides."""
        return 1 if self.joined == seat + 1 else 0

    def copy_from(self, other: Position) -> None:
        """Copy another board of this size."""
        self._share(other)
        self.cells = self.cells[:]
        self.links = self.links[:]

    def view_from(self, other: Position, seat: i64) -> None:
        """Share the board: only the dice are hidden."""
        self._share(other)
        self.mask(seat)

    def _share(self, other: Position) -> None:
        assert isinstance(other, HexPosition)
        self.copy_common(other)
        self.cells = other.cells
        self.links = other.links
        self.turn = other.turn
        self.stones = other.stones
        self.reds = other.reds
        self.joined = other.joined
        self.swapped = other.swapped

    def write(self, out: Writer) -> None:
        """Write stones and turn, from which everything else follows."""
        out.u8s(self.cells)
        out.number(self.turn | (2 if self.swapped else 0))

    def read(self, source: Reader) -> None:
        """Read stones and turn, and rebuild the chains."""
        stones = self.cells[:]
        source.u8s(stones)
        last = source.number()
        if last < 0 or last > 3:
            raise ValueError(f"turn and swap are 0 to 3, not {last}")
        over = self.over
        self.clear()
        for i in range(len(stones)):
            if stones[i] > 2:
                raise ValueError(f"a cell is 0, 1 or 2, not {stones[i]}")
            if stones[i]:
                self.put(i64(stones[i]) - 1, i)
        self.turn = last & 1
        self.swapped = last & 2 != 0
        self.over = over

    def ending(self) -> str:
        """Return whether a player joined their sides or resigned."""
        if not self.over:
            return ""
        return "resigned" if self.resignations else "joined"


class HexEvaluator(Evaluator):
    """Counts the stones that a player still needs, and saves bridges: two stones with two ways to connect."""

    def value(self, position: Position, seat: i64) -> float:
        """Return the opponent's distance minus the seat's own."""
        assert isinstance(position, HexPosition)
        if position.over:
            return 1e6 * position.payoff(seat)
        return float(shortest(position, 1 - seat) - shortest(position, seat))

    def playout(self, position: Position, seat: i64, dice: Dice, out: vec[i32]) -> i64:
        """Return the cell that saves a bridge from the opponent's latest stone, else a random one."""
        assert isinstance(position, HexPosition)
        cells = position.cells
        beside = position.board.round
        own = u8(seat + 1)
        side = RED_SIDE if seat == 0 else BLUE_SIDE
        latest = position.latest(1 - seat)
        if latest < 0:
            return position.pick(seat, dice, out)
        at = 8 * latest
        first = dice.below(6)
        for i in range(6):
            d = at + (first + i) % 6
            between = i64(beside[d + 1])
            if between >= 0 and cells[between] == 0:
                left = i64(beside[d])
                right = i64(beside[d + 2])
                if (left == side or (left >= 0 and cells[left] == own)) and (right == side or (right >= 0 and cells[right] == own)):
                    return between
        return position.pick(seat, dice, out)


def shortest(position: HexPosition, seat: i64) -> i64:
    """Return how many empty cells the seat must fill to join its sides, or the size of the board if it cannot."""
    size = position.size
    area = size * size
    near = position.board.near
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


def winning_chain(position: HexPosition) -> list[int]:
    """Return a shortest chain of the winner's stones from side to side, in order."""
    size = int(position.size)
    own = u8(position.joined)
    red = position.joined == 1
    queue = [i if red else i * size for i in range(size) if position.cells[i if red else i * size] == own]
    came: dict[int, int] = dict.fromkeys(queue, -1)
    for cell in queue:
        if (cell // size if red else cell % size) == size - 1:
            chain = [cell]
            while came[chain[-1]] >= 0:
                chain.append(came[chain[-1]])
            return chain[::-1]
        for near in rhombus(size).around(cell):
            if position.cells[near] == own and near not in came:
                came[near] = cell
                queue.append(near)
    return []


class Hex(Game):
    """Classic Hex."""

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
    translator = translate

    def setup(self, players: int, options: Mapping[str, Value]) -> Position:
        """Return an empty board."""
        size = int(options["size"])
        return HexPosition(size, bool(options["swap"]), HexBoard(rhombus(size), size))

    def action_text(self, position: Position, seat: int, action: int) -> str:
        """Return a cell's name, or "swap"."""
        assert isinstance(position, HexPosition)
        if action == position.size * position.size:
            return "swap"
        return rhombus(int(position.size)).name(action)

    def parse_action(self, position: Position, seat: int, text: str) -> int:
        """Return the action of a cell's name or "swap"."""
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
        """Return the rows, joined by slashes, then the turn and flags for a swap and a resignation."""
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
        fresh = HexPosition(into.size, into.swap, into.board)
        for cell, symbol in enumerate(match[1].replace("/", "")):
            if symbol != ".":
                fresh.put(SYMBOLS.index(symbol) - 1, cell)
        fresh.turn = SYMBOLS.index(match[2]) - 1
        fresh.swapped = "s" in match[3]
        if "x" in match[3]:
            fresh.resign(int(match[3][-1]) - 1)
        into.copy_from(fresh)

    def draw(self, position: Position) -> str:
        """Return the board with its coordinates."""
        assert isinstance(position, HexPosition)
        size = int(position.size)
        shape = rhombus(size)
        picture = chart(shape, [SYMBOLS[cell] for cell in position.cells], margin=False).splitlines()
        top = "    " + " ".join(chr(97 + q) for q in range(size)) + "   R joins top and bottom, B left and right"
        return "\n".join([top, *(f"{r + 1:>2}  {line}" for r, line in enumerate(picture))])

    def prompt(self, position: Position, seat: int) -> str:
        """Return the only thing there is to do."""
        return translate("Put a stone on an empty cell.")

    def stage(self, position: Position) -> Stage:
        """Return the rhombus with its coloured sides."""
        assert isinstance(position, HexPosition)
        return pictures(int(position.size), language())[0]

    def scene(self, position: Position, seat: int) -> Scene:
        """Return the stones; every action but the swap is a click on an empty cell."""
        assert isinstance(position, HexPosition)
        _, number, table = pictures(int(position.size), language())
        choices = [table[action] for action in offered_actions(position, seat)]
        prompt = self.prompt(position, seat) if choices else waiting_prompt(position, self.seat_names(position))
        field = BoardState({table[i].text: STONES[cell - 1] for i, cell in enumerate(position.cells) if cell})
        score_breakdown = [
            [ScoreLine(translate("Joined" if n else "Not joined"), n)]
            for n in (int(position.score(0)), int(position.score(1)))
            if position.over
        ]
        return Scene(
            number, seat_states(position), prompt, {"": field}, choices=choices, over=position.over, score_breakdown=score_breakdown
        )

    def sentence(self, position: Position, seat: int, action: int, viewer: int) -> str:
        """Return an action as a sentence for the log."""
        name = self.seat_name(seat)
        if self.action_text(position, seat, action) == "swap":
            return translate("{name} takes over the first stone", name=name)
        return translate("{name} puts a stone", name=name)

    def touched(self, position: Position, seat: int, action: int, viewer: int) -> tuple[str, ...]:
        """Return the cell of a stone."""
        text = self.action_text(position, seat, action)
        return () if text == "swap" else (text,)

    def tell(self, before: Position, after: Position, seat: int, action: int, viewer: int) -> list[Beat]:
        """Tell a stone that is put, or mirrored by the swap, and the chain that wins."""
        assert isinstance(before, HexPosition)
        assert isinstance(after, HexPosition)
        names = rhombus(int(after.size)).names
        changed = tuple(name for cell, name in enumerate(names) if before.cells[cell] != after.cells[cell])
        beats = [Beat("place", f"{self.sentence(before, seat, action, viewer)}.", seat, changed)]
        if after.joined:
            text = translate("{name} joins both sides and wins.", name=self.seat_name(seat))
            beats.append(Beat("end", text, seat, tuple(names[cell] for cell in winning_chain(after))))
        return beats

    def observer(self, position: HexPosition) -> Observer:
        """Return the observer for learning programs, which is in a file of its own because a game need not have one."""
        from hex_observer import HexObserver

        return HexObserver(position)

    def evaluator(self) -> Evaluator:
        """Return the evaluator for bots."""
        return HexEvaluator()

    def seat_name(self, seat: int) -> str:
        """Return the colour."""
        return translate(NAMES[seat])

    def rules(self) -> str:
        """Return the rules in this file."""
        return translate(RULES)


@cache
def pictures(size: int, language: str) -> tuple[Stage, str, list[Choice]]:
    """Return the stage of a board size, its id, and every action as a choice, cached per language."""
    red_and_blue, names = players([translate(name) for name in NAMES]), rhombus(size).names
    board = grid(rhombus(size), sides=rhombus_sides(size, red_and_blue))
    stage = Stage("hex", red_and_blue, (board,), (Board(""),), legend={"stone": translate("stone")})
    choices = [Choice(i, name, translate("Put a stone here"), (name,)) for i, name in enumerate(names)]
    return stage, stage_id(stage), [*choices, Choice(size * size, "swap", translate("Take over the first stone"))]


GAME: Final = Hex()
