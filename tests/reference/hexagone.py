"""A second, naive hexaGONE for the tests: written from the clauses (HG) and docs/notation.md alone, never from the engine."""

from __future__ import annotations

import copy as copying
from collections.abc import Callable

Cell = tuple[int, int]  # axial (q, r), r growing downwards
Card = tuple[int, int, dict[Cell, str]]  # stars, points, pattern of "g" and "b"

RADIUS = 15  # 1.4
KINDS = ["gray", "cracked", "blue", "swap", "draw", "bomb", "move"]
NUMBERS = {"gray": 20, "cracked": 20, "blue": 12, "swap": 2, "draw": 2, "bomb": 2, "move": 2}  # 1.1
BASIC = ["gray", "cracked", "blue"]
COLOUR = {"gray": "g", "cracked": "g", "blue": "b"}  # 5.2
MIDDLE: Cell = (0, 0)


def on_table(cell: Cell) -> bool:
    """1.4: at most fifteen steps from the middle."""
    q, r = cell
    return max(abs(q), abs(r), abs(q + r)) <= RADIUS


def name(cell: Cell) -> str:
    """Row letter from the top (a-z, aa, ab, ...), place in the row from the left."""
    q, r = cell
    row = r + RADIUS
    letters = chr(ord("a") + row) if row < 26 else "a" + chr(ord("a") + row - 26)
    leftmost = min(x for x in range(-RADIUS, RADIUS + 1) if on_table((x, r)))
    return f"{letters}{q - leftmost + 1}"


NAMES = {(q, r): name((q, r)) for q in range(-RADIUS, RADIUS + 1) for r in range(-RADIUS, RADIUS + 1) if on_table((q, r))}
CELLS = {text: cell for cell, text in NAMES.items()}


def in_cell_order(cells: set[Cell]) -> list[Cell]:
    """Row by row from the top, in a row from left to right."""
    return sorted(cells, key=lambda cell: (cell[1], cell[0]))


def around(cell: Cell) -> set[Cell]:
    """The neighbours on the table."""
    q, r = cell
    six = {(q + 1, r), (q + 1, r - 1), (q, r - 1), (q - 1, r), (q - 1, r + 1), (q, r + 1)}
    return {near for near in six if on_table(near)}


def edge(cells: set[Cell], taken: set[Cell]) -> set[Cell]:
    """The cells next to one of `cells` that are not in `taken`."""
    return {near for cell in cells for near in around(cell)} - taken


def rotations(pattern: dict[Cell, str]) -> list[dict[Cell, str]]:
    """5.1: the six rotations; no mirror images."""
    answer = [pattern]
    while len(answer) < 6:
        answer.append({(-r, q + r): colour for (q, r), colour in answer[-1].items()})
    return answer


def matches(pattern: dict[Cell, str], board: dict[Cell, str]) -> set[frozenset[Cell]]:
    """5.1, 5.2: all sets of cells on the board that show the pattern, rotated in any way."""
    found: set[frozenset[Cell]] = set()
    for turned in rotations(pattern):
        q0, r0 = next(iter(turned))
        for q1, r1 in board:
            shifted = {(q - q0 + q1, r - r0 + r1): colour for (q, r), colour in turned.items()}
            if all(cell in board and COLOUR[board[cell]] == colour for cell, colour in shifted.items()):
                found.add(frozenset(shifted))
    return found


class Reference:
    """One game of hexaGONE."""

    def __init__(self, players: int, options: dict[str, bool | int | str], below: Callable[[int], int], cards: dict[str, Card]) -> None:
        self.below = below
        self.players = players
        self.teams = bool(options.get("teams", False))
        self.cards = cards
        kids = bool(options.get("kids", False))
        self.deck = {card for card, (stars, _, _) in cards.items() if not (kids and stars == 3)}  # 2.2
        self.bag = [kind for kind in KINDS for _ in range(NUMBERS[kind])]  # 1.1
        self.row: list[str] = []  # 2.1; the oldest card first
        self.board: dict[Cell, str] = {}
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.claimed: list[list[str]] = [[] for _ in range(players)]
        self.passes = [0] * players  # 6.3: passes of each seat since it last played
        self.resigned: list[int] = []  # in the order of resigning
        self.over = False
        self.turn_number = 0
        self.last_drawn: tuple[int, int] | None = None  # 6.1: the seat that emptied the bag, and in which turn
        self.seat = below(players)  # 2.1
        for step in range(players):
            self.draw_hexagons((self.seat + step) % players, 3)
        self.start_turn()

    def copy(self, below: Callable[[int], int] | None = None) -> Reference:
        """An independent copy, on new chance if wanted."""
        other = copying.copy(self)
        other.deck = set(self.deck)
        other.bag = list(self.bag)
        other.row = list(self.row)
        other.board = dict(self.board)
        other.hands = [list(hand) for hand in self.hands]
        other.claimed = [list(claimed) for claimed in self.claimed]
        other.passes = list(self.passes)
        other.resigned = list(self.resigned)
        if below is not None:
            other.below = below
        return other

    # --- bag and deck

    def draw_hexagons(self, seat: int, number: int) -> None:
        """Draw a number of hexagons, or as many as the bag has; the seat that takes the last one sets the end (6.1)."""
        for _ in range(number):
            if not self.bag:
                return
            self.bag.sort(key=KINDS.index)
            self.hands[seat].append(self.bag.pop(self.below(len(self.bag))))
            if not self.bag and self.last_drawn is None:
                self.last_drawn = (seat, self.turn_number)

    def draw_card(self) -> None:
        """Put a random card of the deck into the row, as the newest."""
        card = sorted(self.deck)[self.below(len(self.deck))]
        self.deck.remove(card)
        self.row.append(card)

    # --- turns

    def start_turn(self) -> None:
        """3.1."""
        self.turn_number += 1
        self.played = False
        self.phase = "play"  # play, to, with, return, claim, discard
        self.chosen: Cell = MIDDLE  # the hexagon a Move-agon or Swap-agon has taken
        self.returned = 0
        if self.deck:
            if len(self.row) == 3:
                self.row.pop(0)
            self.draw_card()

    def finish_turn(self) -> None:
        """6.1 and C6: the end, or the turn of the next seat that is in."""
        seat, turn = self.last_drawn or (-1, -1)
        if self.seat == seat and self.turn_number > turn:
            self.over = True
            return
        while True:
            self.seat = (self.seat + 1) % self.players
            if self.seat not in self.resigned:
                self.start_turn()
                return
            if self.seat == seat:  # its last turn would have come now
                self.over = True
                return

    def finish_pass(self) -> None:
        """3.3, 6.3."""
        self.passes[self.seat] += 1
        if all(self.passes[seat] >= 3 for seat in self.still_in()):
            self.over = True
        else:
            self.finish_turn()

    def finish_discards(self) -> None:
        """3.6."""
        if len(self.hands[self.seat]) > 6:
            self.phase = "discard"
        else:
            self.finish_turn()

    def still_in(self) -> list[int]:
        """The seats that have not resigned."""
        return [seat for seat in range(self.players) if seat not in self.resigned]

    # --- what is legal

    def acting(self) -> set[int]:
        """One seat at a time."""
        return set() if self.over else {self.seat}

    def legal(self, seat: int) -> set[str]:
        """All legal texts but `resign`."""
        if seat not in self.acting():
            return set()
        hand = self.hands[seat]
        if self.phase == "to":
            return {f"to {NAMES[cell]}" for cell in self.goals(self.chosen)}
        if self.phase == "with":
            return {f"with {NAMES[cell]}" for cell in self.partners(self.chosen)}
        if self.phase == "return":
            return {f"return {kind}" for kind in hand} | {"exchange"}
        if self.phase == "discard":
            return {f"discard {kind}" for kind in hand}
        if self.phase == "claim":
            return self.claims() | {"end"}
        plays = self.placements(hand) | self.specials(hand)
        return plays | self.claims() | {"end"} if self.played else plays | {"pass"}  # 3.2

    def placements(self, hand: list[str]) -> set[str]:
        """4.1, 4.2."""
        taken = set(self.board)
        cells = edge(taken, taken) if self.board else {MIDDLE}
        return {f"{kind} {NAMES[cell]}" for kind in hand if kind in BASIC for cell in cells}

    def specials(self, hand: list[str]) -> set[str]:
        """4.4 to 4.8."""
        texts: set[str] = set()
        if "move" in hand:
            texts |= {f"move {NAMES[cell]}" for cell in self.board if self.goals(cell)}
        if "swap" in hand:
            texts |= {f"swap {NAMES[cell]}" for cell in self.board if self.partners(cell)}
        if "bomb" in hand:
            texts |= {f"bomb {card}" for card in self.row}
            if self.deck:
                texts |= {f"bomb {card} draw" for card in self.row}
        if "draw" in hand and self.bag:
            texts.add("draw")
        return texts

    def goals(self, origin: Cell) -> set[Cell]:
        """4.4: another empty cell, next to some hexagon that is not the moving one."""
        taken = set(self.board)
        return edge(taken - {origin}, taken)

    def partners(self, first: Cell) -> set[Cell]:
        """4.5: hexagons of another kind."""
        return {cell for cell, kind in self.board.items() if kind != self.board[first]}

    def claims(self) -> set[str]:
        """5.1."""
        texts: set[str] = set()
        for card in self.row:
            for cells in matches(self.cards[card][2], self.board):
                texts.add(" ".join(["claim", card] + [NAMES[cell] for cell in in_cell_order(set(cells))]))
        return texts

    # --- acting

    def play(self, seat: int, text: str) -> None:
        """Do a legal action, or resign."""
        if text in ("resign", "timeout"):
            self.resign(seat)
            return
        if text not in self.legal(seat):
            raise ValueError(f"seat {seat} may not play {text!r}")
        word, *rest = text.split()
        hand = self.hands[seat]
        if word in BASIC or word in ("draw", "bomb", "move", "swap"):
            self.play_hexagon(word, rest)
        elif word == "to":
            self.board[CELLS[rest[0]]] = self.board.pop(self.chosen)  # 4.4
            self.phase = "play"
        elif word == "with":
            other = CELLS[rest[0]]
            self.board[other], self.board[self.chosen] = self.board[self.chosen], self.board[other]  # 4.5
            self.phase = "play"
        elif word == "pass":
            self.phase = "return"
            if not hand:
                self.finish_pass()
        elif word == "return":
            hand.remove(rest[0])
            self.bag.append(rest[0])
            self.returned += 1
        elif word == "exchange":
            self.draw_hexagons(seat, self.returned)
            self.finish_pass()
        elif word == "claim":
            self.claim(rest[0], [CELLS[cell] for cell in rest[1:]])
        elif word == "end":
            self.passes[seat] = 0
            self.draw_hexagons(seat, min(3, max(0, 6 - len(hand))))  # 3.5
            self.finish_discards()
        else:  # discard
            hand.remove(rest[0])
            self.finish_discards()

    def play_hexagon(self, kind: str, rest: list[str]) -> None:
        """4.1 to 4.7; a special is gone once it is played (4.3)."""
        self.hands[self.seat].remove(kind)
        self.played = True
        if kind in BASIC:
            self.board[CELLS[rest[0]]] = kind
        elif kind == "draw":
            self.draw_hexagons(self.seat, 2)
        elif kind == "bomb":
            self.row.remove(rest[0])
            if rest[1:] == ["draw"]:
                self.draw_card()
        else:
            self.chosen = CELLS[rest[0]]
            self.phase = "to" if kind == "move" else "with"

    def claim(self, card: str, cells: list[Cell]) -> None:
        """5.3, 5.4."""
        self.row.remove(card)
        self.claimed[self.seat].append(card)
        for cell in cells:
            if self.board[cell] == "cracked":
                del self.board[cell]
        self.phase = "claim"

    def resign(self, seat: int) -> None:
        """C5."""
        if self.over or seat in self.resigned:
            raise ValueError(f"seat {seat} cannot resign")
        self.resigned.append(seat)
        self.hands[seat] = []
        if len({self.team(other) for other in self.still_in()}) == 1:
            self.over = True
        elif seat == self.seat:
            self.finish_turn()

    # --- the result

    def team(self, seat: int) -> int:
        """2.2: seats 0 and 2 against 1 and 3; without teams everybody alone."""
        return seat % 2 if self.teams else seat

    def scores(self) -> list[int]:
        """6.2: the points of the claimed cards, of the whole team under `teams`."""
        points = [sum(self.cards[card][1] for card in claimed) for claimed in self.claimed]
        return [sum(points[other] for other in range(self.players) if self.team(other) == self.team(seat)) for seat in range(self.players)]

    def places(self) -> list[int]:
        """6.2, C5."""
        scores = self.scores()
        ranks = [(0, self.resigned.index(seat)) if seat in self.resigned else (1, scores[seat]) for seat in range(self.players)]
        return [1 + sum(other > rank for other in ranks) for rank in ranks]
