"""Hex Roller played naively from the clauses of rules/hex-roller.md (HR) and docs/notation.md, to check the engine against."""

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

NUMBERS = (3, 4, 5, 6, 7, 8)  # HR 1.1


@dataclass
class Paper:
    """One player's paper, and how far that player is in this round."""

    written: dict[str, int] = field(default_factory=dict)
    red: list[int] = field(default_factory=list)
    green: list[int] = field(default_factory=list)
    bonuses: set[str] = field(default_factory=lambda: {"+1", "2", "dice"})  # unused (HR 3)
    bonus_this_round: bool = False
    step: str = "done"  # "first", "second", "boxes", "last", "done"
    taken: list[int] = field(default_factory=list)  # numbers chosen this round for boxes, in order
    number: int = 0  # of the chain being written
    left: int = 0  # cells still to write in this chain
    last: str | None = None  # the cell of this chain just written


class Reference:
    """The whole game."""

    def __init__(
        self,
        players: int,
        options: dict[str, bool | int | str],
        below: Callable[[int], int],
        *,
        sheet: Mapping[str, Any],
    ) -> None:
        self.players = players
        self.below = below
        self.dice = int(options["dice"])  # HR 1.4
        self.rounds: int = sheet["rounds"]  # HR 1.2, 1.3
        self.cells: dict[str, tuple[int, int]] = dict(sheet["cells"])
        self.printed: dict[str, str] = dict(sheet["printed"])
        self.areas: dict[str, str] = dict(sheet["areas"])
        self.middle: str = sheet["middle"]
        self.near = {name: self._neighbours(name) for name in self.cells}
        self.papers = [Paper() for _ in range(players)]
        self.resigned: list[int] = []  # earliest first
        self.over = False
        self.round = 0  # rounds rolled so far
        self.counts: dict[int, int] = {}
        self._next_round()

    # ---- the sheet

    def _neighbours(self, cell: str) -> list[str]:
        q, r = self.cells[cell]
        around = {(q + 1, r), (q - 1, r), (q, r + 1), (q, r - 1), (q + 1, r - 1), (q - 1, r + 1)}
        return [name for name, place in self.cells.items() if place in around]

    def shown(self, paper: Paper, cell: str) -> str:
        """What stands in a cell: "2" to "8", "x", or "" for an empty one."""
        if cell in paper.written:
            return str(paper.written[cell])
        return self.printed.get(cell, "")

    def empty(self, paper: Paper) -> set[str]:
        return {cell for cell in self.cells if self.shown(paper, cell) == ""}

    # ---- chains

    def starts(self, paper: Paper, number: int) -> set[str]:
        """HR 2.4: the cells in which a chain may begin, as far as one cell goes."""
        holding = [cell for cell in self.cells if self.shown(paper, cell) == str(number)]
        return {cell for held in holding for cell in self.near[held]} & self.empty(paper)

    def path_from(self, cell: str, length: int, free: set[str]) -> bool:
        """Is there a chain of this length that begins in this cell, itself free, over free cells only, none twice?"""
        if length == 1:
            return True
        rest = free - {cell}
        return any(self.path_from(following, length - 1, rest) for following in self.near[cell] if following in rest)

    def next_cells(self, paper: Paper, number: int, left: int, last: str | None) -> set[str]:
        """HR 2.4, 2.5: the cells in which a chain with this many cells to go may be begun or continued."""
        free = self.empty(paper)
        candidates = self.starts(paper, number) if last is None else set(self.near[last]) & free
        return {cell for cell in candidates if self.path_from(cell, left, free)}

    def can_begin(self, paper: Paper, number: int, length: int) -> bool:
        return bool(self.next_cells(paper, number, length, None))

    # ---- bonuses (HR 3)

    def may_use(self, paper: Paper, bonus: str) -> bool:
        return bonus in paper.bonuses and not paper.bonus_this_round

    def use(self, paper: Paper, bonus: str) -> None:
        paper.bonuses.remove(bonus)
        paper.bonus_this_round = True

    def with_two(self, paper: Paper, cell: str) -> Paper:
        twin = copy.deepcopy(paper)
        twin.written[cell] = 2
        return twin

    def twos(self, paper: Paper) -> set[str]:
        """HR 3.2: anywhere, but a chain begun must stay possible (HR 2.5)."""
        if not self.may_use(paper, "2"):
            return set()
        cells = self.empty(paper)
        if paper.left > 0:
            cells = {cell for cell in cells if self.next_cells(self.with_two(paper, cell), paper.number, paper.left, paper.last)}
        return {f"2 {cell}" for cell in cells}

    # ---- the choices of each step

    def takes(self, paper: Paper) -> set[str]:
        """HR 2.2, 2.3, 3.1."""
        texts = set()
        for number, count in self.counts.items():
            if number in paper.taken:
                continue
            if self.can_begin(paper, number, count):
                texts.add(f"take {number}")
            if self.may_use(paper, "+1") and self.can_begin(paper, number, count + 1):
                texts.add(f"take {number} +1")
        return texts

    def thirds(self, paper: Paper) -> set[str]:
        """HR 3.3."""
        if not self.may_use(paper, "dice") or len(paper.taken) < 2:
            return set()
        others = [number for number in self.counts if number not in paper.taken]
        return {f"take {number} bonus" for number in others if self.can_begin(paper, number, self.counts[number])}

    def boxings(self, paper: Paper) -> set[str]:
        """HR 2.6."""
        if len(paper.taken) == 2:
            one, two = paper.taken
            return {f"red {one} green {two}", f"red {two} green {one}"}
        return {f"{colour} {number}" for number in paper.taken for colour in ("red", "green")}

    def choices(self, paper: Paper) -> set[str]:
        """What there is to choose in this step; nothing means that the step is left out."""
        if paper.left > 0:
            return self.next_cells(paper, paper.number, paper.left, paper.last) | self.twos(paper)
        if paper.step in ("first", "second"):
            takes = self.takes(paper)
            return takes | self.twos(paper) if takes else set()  # 2.7
        if paper.step == "boxes":
            return self.boxings(paper) | self.twos(paper) if paper.taken else set()
        if paper.step == "last":
            bonuses = self.twos(paper) | self.thirds(paper)
            return bonuses | {"done"} if bonuses else set()
        return set()

    # ---- rounds

    def _next_round(self) -> None:
        """HR 2.1."""
        rolled = [self.below(6) + 3 for _ in range(self.dice)]
        self.counts = {number: rolled.count(number) for number in NUMBERS if number in rolled}
        self.round += 1
        for seat, paper in enumerate(self.papers):
            if seat not in self.resigned:
                paper.step = "first"
                paper.taken = []
                paper.bonus_this_round = False
                self._leave_out_steps(paper)
        self._end_round_if_done()

    def _advance(self, paper: Paper) -> None:
        steps = ["first", "second", "boxes", "last", "done"]
        paper.step = steps[steps.index(paper.step) + 1]

    def _leave_out_steps(self, paper: Paper) -> None:
        while paper.step != "done" and not self.choices(paper):
            self._advance(paper)

    def _end_round_if_done(self) -> None:
        """HR 2.8."""
        if any(paper.step != "done" for paper in self.papers):
            return
        if self.round == self.rounds:
            self.over = True
        else:
            self._next_round()

    def _resign(self, seat: int) -> None:
        """C5."""
        if self.over or self.players < 2 or seat in self.resigned:
            raise ValueError("cannot resign")
        self.resigned.append(seat)
        self.papers[seat].step = "done"
        self.papers[seat].left = 0
        if len(self.resigned) == self.players - 1:
            self.over = True
        else:
            self._end_round_if_done()

    def _take(self, paper: Paper, number: int, extra: str) -> None:
        paper.number = number
        paper.left = self.counts[number]
        paper.last = None
        if extra == "+1":
            self.use(paper, "+1")
            paper.left += 1
        if extra == "bonus":
            self.use(paper, "dice")  # into no box
        else:
            paper.taken.append(number)

    def _write(self, paper: Paper, cell: str) -> None:
        paper.written[cell] = paper.number
        paper.last = cell
        paper.left -= 1
        if paper.left == 0:
            self._advance(paper)

    def _box(self, paper: Paper, words: list[str]) -> None:
        rows = {"red": paper.red, "green": paper.green}
        for colour, number in zip(words[0::2], words[1::2], strict=True):
            rows[colour].append(int(number))
        self._advance(paper)

    # ---- what the tests use

    def acting(self) -> set[int]:
        return {seat for seat in range(self.players) if self.legal(seat)}

    def legal(self, seat: int) -> set[str]:
        if self.over or seat in self.resigned:
            return set()
        return self.choices(self.papers[seat])

    def play(self, seat: int, text: str) -> None:
        if text in ("resign", "timeout"):
            self._resign(seat)
            return
        if text not in self.legal(seat):
            raise ValueError(f"seat {seat} cannot play {text}")
        paper = self.papers[seat]
        words = text.split()
        if words[0] == "take":
            self._take(paper, int(words[1]), "".join(words[2:]))
        elif words[0] == "2":
            self.use(paper, "2")
            paper.written[words[1]] = 2
        elif words[0] in ("red", "green"):
            self._box(paper, words)
        elif words[0] == "done":
            self._advance(paper)
        else:
            self._write(paper, words[0])
        self._leave_out_steps(paper)
        self._end_round_if_done()

    # ---- scoring (HR 4)

    def area_score(self, paper: Paper, letter: str) -> int:
        """HR 4.1, 4.2."""
        content = [self.shown(paper, cell) for cell, area in self.areas.items() if area == letter]
        if "" in content:
            return 0
        numbers = [int(text) for text in content if text != "x"]
        if not numbers:
            return 0
        best = max(numbers, key=lambda number: (numbers.count(number), number))
        return best * 2 if letter == self.middle else best

    def pair_score(self, paper: Paper, number: int) -> int:
        """HR 4.3."""
        pair = [cell for cell, text in self.printed.items() if text == str(number)]
        if len(pair) != 2:
            return 0
        reached = {pair[0]}
        while True:
            further = {cell for held in reached for cell in self.near[held] if self.shown(paper, cell) == str(number)} - reached
            if not further:
                break
            reached |= further
        return number if pair[1] in reached else 0

    def row_score(self, row: list[int]) -> int:
        """HR 4.5."""
        highest = 0
        for number in NUMBERS:
            if number not in row:
                break
            highest = number
        return highest

    def score(self, paper: Paper) -> int:
        areas = sum(self.area_score(paper, letter) for letter in set(self.areas.values()))
        pairs = sum(self.pair_score(paper, number) for number in NUMBERS)
        return areas + pairs + 2 * len(paper.bonuses) + self.row_score(paper.red) + self.row_score(paper.green)  # 4.4

    def scores(self) -> list[int]:
        return [self.score(paper) for paper in self.papers]

    def rank(self, seat: int) -> tuple[int, int]:
        """The bigger the better (HR 4.6, C5)."""
        if seat in self.resigned:
            return (self.resigned.index(seat) - self.players, 0)
        return (0, self.score(self.papers[seat]))

    def places(self) -> list[int]:
        ranks = [self.rank(seat) for seat in range(self.players)]
        return [1 + sum(other > mine for other in ranks) for mine in ranks]

    def copy(self, below: Callable[[int], int] | None = None) -> "Reference":
        """A deep copy, which draws from the same source of chance unless given another."""
        twin = copy.copy(self)
        twin.below = self.below if below is None else below
        twin.papers = copy.deepcopy(self.papers)
        twin.counts = dict(self.counts)
        twin.resigned = list(self.resigned)
        return twin
