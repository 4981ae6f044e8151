"""A second, naive BeerHex for the tests: written from the clauses (BH) and docs/notation.md alone, never from the engine."""

from __future__ import annotations

import copy as copying
from collections.abc import Callable
from itertools import combinations
from typing import NamedTuple

GOLD, SILVER = 0, 1
COLUMNS, ROWS = "abcde", "12345"
CELLS = [column + row for row in ROWS for column in COLUMNS]  # cell order: row by row from the top
CENTRE = "c3"


class Cap(NamedTuple):
    """1.3, and what lies on the board with it."""

    colour: int
    symbol: int
    face_up: bool = False
    token: bool = False


def neighbours(cell: str) -> set[str]:
    """The six (or fewer) cells around a cell of the rhombus, in which every row lies half a cell further right than the one above."""
    column, row = COLUMNS.index(cell[0]), ROWS.index(cell[1])
    steps = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]
    spots = [(column + x, row + y) for x, y in steps]
    return {COLUMNS[x] + ROWS[y] for x, y in spots if 0 <= x < 5 and 0 <= y < 5}


NEAR = {cell: neighbours(cell) for cell in CELLS}


def first_side(seat: int) -> set[str]:
    """1.1: Gold's top row, Silver's left column."""
    return {cell for cell in CELLS if cell[1] == "1"} if seat == GOLD else {cell for cell in CELLS if cell[0] == "a"}


def second_side(seat: int) -> set[str]:
    """1.1: Gold's bottom row, Silver's right column."""
    return {cell for cell in CELLS if cell[1] == "5"} if seat == GOLD else {cell for cell in CELLS if cell[0] == "e"}


def one_group(cells: set[str]) -> bool:
    """4.1: whether the cells are connected."""
    reached = {min(cells)}
    for _ in cells:
        reached |= {cell for cell in cells if NEAR[cell] & reached}
    return reached == cells


TRIPLES = [cells for cells in combinations(CELLS, 3) if one_group(set(cells))]


def joins(seat: int, cells: set[str]) -> bool:
    """Whether the cells join the two sides of the seat."""
    reached = cells & first_side(seat)
    for _ in CELLS:
        reached = reached | {cell for cell in cells if NEAR[cell] & reached}
    return bool(reached & second_side(seat))


def fewest_empty(seat: int, board: dict[str, Cap]) -> int:
    """6.3: the fewest empty cells on any path of the seat; 99 if there is no path."""
    price = {cell: 1 for cell in CELLS if cell not in board}
    price.update({cell: 0 for cell, cap in board.items() if cap.symbol == seat})
    cost = {cell: price[cell] for cell in price if cell in first_side(seat)}
    for _ in CELLS:  # no path is longer than the board is large
        for cell in price:
            for near in NEAR[cell]:
                if near in cost and cost[near] + price[cell] < cost.get(cell, 99):
                    cost[cell] = cost[near] + price[cell]
    return min((cost[cell] for cell in cost if cell in second_side(seat)), default=99)


class Reference:
    """One match of BeerHex."""

    def __init__(self, players: int, options: dict[str, bool | int | str], below: Callable[[int], int]) -> None:
        self.below = below
        self.needed = {3: 2, 1: 1}[int(options.get("sets", 3))]  # 7.1, 7.3
        self.turn_limit = int(options.get("turn_limit", 200))  # 6.5
        self.clues = bool(options.get("clues", False))  # 8
        self.won = [0, 0]
        self.void = 0
        self.resigned: int | None = None
        self.over = False
        self.new_game(below(players))  # 7.2

    def new_game(self, start: int) -> None:
        """1.2, 8.1."""
        self.board: dict[str, Cap] = {}
        self.hands = [[Cap(seat, seat)] * 7 + [Cap(seat, 1 - seat)] * 6 for seat in (GOLD, SILVER)]
        self.tokens = [3, 3] if self.clues else [0, 0]
        self.start = start
        self.seat = start
        self.turns = 0
        self.phase = "turn"  # turn, place (after a successful attack), fill (6.2), choose (7.1)

    def copy(self, below: Callable[[int], int] | None = None) -> Reference:
        """An independent copy, on new chance if wanted."""
        other = copying.copy(self)
        other.won = list(self.won)
        other.board = dict(self.board)
        other.hands = [list(hand) for hand in self.hands]
        other.tokens = list(self.tokens)
        if below is not None:
            other.below = below
        return other

    # --- what is legal

    def acting(self) -> set[int]:
        """One seat at a time."""
        return set() if self.over else {self.seat}

    def legal(self, seat: int) -> set[str]:
        """All legal texts but `resign`."""
        if seat not in self.acting():
            return set()
        if self.phase == "choose":
            return {"start gold", "start silver"}
        if self.phase == "turn":
            return {"declare", "cannot", "concede"} | self.attacks() | self.placements()  # 2.1, 2.2, 6.3, 6.4
        if self.phase == "fill":
            return {"concede"} | self.placements()  # 6.2
        return self.placements()

    def attacks(self) -> set[str]:
        """4.1, 4.4."""
        hidden = {cell for cell, cap in self.board.items() if not cap.face_up}
        return {" ".join(["attack", *cells]) for cells in TRIPLES if hidden.issuperset(cells)}

    def placements(self) -> set[str]:
        """3.1, 3.2, 8.2."""
        cells = [cell for cell in CELLS if cell not in self.board]
        if self.turns == 0 and self.phase != "fill":
            cells.remove(CENTRE)
        words = {"own" if cap.symbol == self.seat else "other" for cap in self.hands[self.seat]}
        texts = {f"{cell} {word}" for cell in cells for word in words}
        if self.tokens[self.seat] > 0 and self.phase != "fill":
            texts |= {f"{text} clue" for text in texts}
        return texts

    # --- acting

    def play(self, seat: int, text: str) -> None:
        """Do a legal action, or resign."""
        if text in ("resign", "timeout"):
            self.resign(seat)
            return
        if text not in self.legal(seat):
            raise ValueError(f"seat {seat} may not play {text!r}")
        words = text.split()
        if words[0] == "start":
            self.new_game(GOLD if words[1] == "gold" else SILVER)
        elif words[0] == "declare":
            self.game_won_by(seat if self.connected(seat) else 1 - seat)  # 5.1
        elif words[0] == "cannot":
            self.game_won_by(1 - seat if self.could_connect(1 - seat) else seat)  # 6.3
        elif words[0] == "concede":
            self.game_won_by(1 - seat)  # 6.4
        elif words[0] == "attack":
            self.attack(words[1:])
        else:
            self.place(words[0], seat if words[1] == "own" else 1 - seat, "clue" in words)

    def connected(self, seat: int) -> bool:
        """5.1: only symbols connect, face down or up."""
        return joins(seat, {cell for cell, cap in self.board.items() if cap.symbol == seat})

    def could_connect(self, seat: int) -> bool:
        """6.3: with all the seat's symbols in both hands."""
        symbols = sum(cap.symbol == seat for hand in self.hands for cap in hand)
        return fewest_empty(seat, self.board) <= symbols

    def attack(self, cells: list[str]) -> None:
        """4.2, 4.3."""
        symbols = {self.board[cell].symbol for cell in cells}
        for cell in cells:
            cap = self.board.pop(cell)
            if cap.token:
                self.tokens[cap.colour] += 1  # 8.4
            if len(symbols) == 1 or cap.symbol == self.seat:
                self.hands[cap.colour].append(Cap(cap.colour, cap.symbol))
            else:
                self.board[cell] = Cap(cap.colour, cap.symbol, face_up=True)
        if len(symbols) == 1:
            self.phase = "place"
        else:
            self.end_turn()

    def place(self, cell: str, symbol: int, token: bool) -> None:
        """3.1, 8.2; in the filling of 6.2 the same seat continues."""
        self.hands[self.seat].remove(Cap(self.seat, symbol))
        self.board[cell] = Cap(self.seat, symbol, token=token)
        if token:
            self.tokens[self.seat] -= 1
        if len(self.board) == len(CELLS):
            self.game_won_by(GOLD if self.connected(GOLD) else SILVER)  # 6.1
        elif self.phase != "fill":
            self.end_turn()

    def end_turn(self) -> None:
        """6.5, 6.2, or simply the next turn."""
        self.turns += 1
        self.phase = "turn" if self.hands[self.seat] else "fill"  # 6.2
        self.seat = 1 - self.seat
        if self.turns >= self.turn_limit and self.phase != "fill":
            self.game_void()

    def game_void(self) -> None:
        """6.5, 7.2; the third void game ends the match."""
        self.void += 1
        if self.void == 3:
            self.over = True
        else:
            self.new_game(1 - self.start)

    def game_won_by(self, winner: int) -> None:
        """7.1."""
        self.won[winner] += 1
        if self.won[winner] == self.needed:
            self.over = True
        else:
            self.seat = 1 - winner
            self.phase = "choose"

    def resign(self, seat: int) -> None:
        """C5: the match is lost."""
        if self.over:
            raise ValueError(f"seat {seat} cannot resign")
        self.resigned = seat
        self.over = True

    # --- the result

    def scores(self) -> list[int]:
        """7.1: games won."""
        return list(self.won)

    def places(self) -> list[int]:
        """7.1, 6.5, C5."""
        if self.resigned is not None:
            return [2 if seat == self.resigned else 1 for seat in (GOLD, SILVER)]
        return [2 if self.won[seat] < self.won[1 - seat] else 1 for seat in (GOLD, SILVER)]
