"""Tic-tac-toe, the smallest complete game for bestagon: copy it and change it. docs/add-a-game.md explains every line."""

from bestagon.core.errors import BadNotation
from bestagon.core.game import Game
from bestagon.core.position import Position
from bestagon.grid import chart, rhombus
from bestagon.scene.grids import grid, players
from bestagon.scene.model import Board, BoardState, CellState, Piece, Stage

BOARD = rhombus(3)  # cells 0 to 8, called a1, b1, c1, a2, ...
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class TicTacToePosition(Position):
    def __init__(self):
        super().__init__(2, 9, 9)  # seats, most legal actions at once, number of action ids
        self.cells = [0] * 9  # 0 empty, 1 for X, 2 for O

    def blank(self):
        return TicTacToePosition()

    def start(self, dice):
        self.start_common(dice)
        self.cells = [0] * 9

    def acting(self):
        return 0 if self.over else 1 if self.cells.count(0) % 2 else 2  # bit 0 is X, bit 1 is O

    def legal(self, seat, out):
        actions = [cell for cell in range(9) if self.cells[cell] == 0] if self.acting() == 1 << seat else []
        for n, action in enumerate(actions):
            out[n] = action
        return len(actions)

    def play(self, seat, action):
        self.cells[action] = seat + 1
        self.settle()

    def settle(self):
        self.over = 0 not in self.cells or self.resignations != 0 or self.score(0) + self.score(1) > 0

    def score(self, seat):
        return int(any(all(self.cells[cell] == seat + 1 for cell in line) for line in LINES))

    def ending(self):
        return "" if not self.over else "resigned" if self.resignations else "line" if self.score(0) + self.score(1) else "full"

    def copy_from(self, other):
        self.copy_common(other)
        self.cells = other.cells[:]

    def write(self, out):
        out.raw(bytes(self.cells))

    def read(self, source):
        self.cells = list(source.raw(9))
        if max(self.cells) > 2 or self.cells.count(1) - self.cells.count(2) not in (0, 1):
            raise ValueError("X and O take turns")
        self.settle()


class TicTacToe(Game):
    name, title, summary = "tictactoe", "Tic-tac-toe", "Get three in a row."
    players, usual_players, endings = (2,), 2, ("line", "full", "resigned")

    def setup(self, players, options):
        return TicTacToePosition()

    def action_text(self, position, seat, action):
        return BOARD.names[action]

    def position_text(self, position):
        return "".join(".XO"[mark] for mark in position.cells) + " " + "-12"[position.resigned(0) + 2 * position.resigned(1)]

    def parse_position(self, into, text):
        marks, _, resigned = text.strip().partition(" ")
        if len(marks) != 9 or set(marks) - set(".XO") or resigned not in ("-", "1", "2"):
            raise BadNotation(f"{text!r} is not nine cells (. X O) and the seat that has resigned (1, 2 or -)")
        fresh = into.blank()
        fresh.cells = [".XO".index(mark) for mark in marks]
        if resigned != "-":
            fresh.resign(int(resigned) - 1)
        fresh.settle()
        into.copy_from(fresh)

    def draw(self, position):
        return chart(BOARD, [" XO"[mark] if mark else BOARD.names[cell] for cell, mark in enumerate(position.cells)], margin=False)

    def stage(self, position):
        return Stage(self.name, players(self.seat_names(position)), (grid(BOARD),), (Board(""),), legend={"stone": "mark"})

    def boards(self, position):
        marks = {name: mark - 1 for name, mark in zip(BOARD.names, position.cells, strict=True) if mark}
        return {"": BoardState({name: CellState(piece=Piece("stone", seat, "XO"[seat])) for name, seat in marks.items()})}

    def touched(self, position, seat, action, viewer):
        return (BOARD.names[action],)


GAME = TicTacToe()
