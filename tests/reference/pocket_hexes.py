"""Pocket Hexes played naively from the clauses of rules/pocket-hexes.md (PH) and docs/notation.md, to check the engine against."""

import copy
from collections.abc import Callable
from dataclasses import dataclass, field

DICE = ("d4", "d6", "d8", "d10", "d12", "d20")  # PH 1.1, in the order of the notation
BOXES = 9  # PH 1.2
PENALTY = -3  # PH 5.1


@dataclass
class Sheet:
    """One player's paper (PH 1.2) and what that player still has to do this turn."""

    numbers: dict[str, int] = field(default_factory=dict)  # cell name -> number written there
    boxes: list[int] = field(default_factory=list)
    rings: list[str] = field(default_factory=list)  # completed rings waiting for an answer, in cell order
    writes_left: int = 0  # of the two writes of PH 2.4
    dice_used: set[str] = field(default_factory=set)  # in PH 2.4

    def full(self) -> bool:
        return len(self.boxes) == BOXES


class Reference:
    """The whole game."""

    def __init__(
        self,
        players: int,
        options: dict[str, bool | int | str],
        below: Callable[[int], int],
        *,
        cells: dict[str, tuple[int, int]],
    ) -> None:
        self.players = players
        self.below = below
        self.cells = dict(cells)
        self.order = sorted(cells, key=lambda name: (cells[name][1], cells[name][0]))
        self.near = {name: self._neighbours(name) for name in self.order}
        self.sheets = [Sheet() for _ in range(players)]
        self.resigned: list[int] = []  # earliest first
        self.over = False
        self.values: dict[str, int] = {}
        self.phase = "first"  # "first" (PH 2.2), "reroll" (PH 2.3), "both" (PH 2.4)
        self.chosen = ""  # the die of PH 2.2, re-rolled once its rings are answered
        self.active = below(players) if players > 1 else 0  # C6; alone draws none
        self._start_turn()

    # ---- the sheet

    def _neighbours(self, cell: str) -> list[str]:
        q, r = self.cells[cell]
        around = {(q + 1, r), (q - 1, r), (q, r + 1), (q, r - 1), (q + 1, r - 1), (q - 1, r + 1)}
        return [name for name in self.order if self.cells[name] in around]

    def writable(self, sheet: Sheet, cell: str, value: int) -> bool:
        """PH 3."""
        if cell in sheet.numbers:  # 3.1
            return False
        if not sheet.numbers:  # 3.5
            return True
        touching = [sheet.numbers[name] for name in self.near[cell] if name in sheet.numbers]
        rule_a = len(touching) > 0  # 3.2
        rule_b = all(value >= number for number in touching)  # 3.3
        if value == 0:  # 3.4
            return True
        if value == 1:  # 3.4
            return rule_b
        return rule_a and rule_b

    def writes(self, sheet: Sheet) -> set[str]:
        """Every write on this sheet with a die not used yet in PH 2.4."""
        dice = [die for die in DICE if die not in sheet.dice_used]
        return {f"{die} {cell}" for die in dice for cell in self.order if self.writable(sheet, cell, self.values[die])}

    def completed_by(self, sheet: Sheet, cell: str) -> list[str]:
        """PH 4.1, 4.2, 4.4: the rings that the number just written into this cell completes."""
        rings = []
        for centre in self.near[cell]:
            around = self.near[centre]
            if centre in sheet.numbers and len(around) == 6 and all(name in sheet.numbers for name in around):
                rings.append(centre)
        return rings

    def write(self, sheet: Sheet, cell: str, value: int) -> None:
        sheet.numbers[cell] = value
        sheet.rings = [] if sheet.full() else self.completed_by(sheet, cell)

    def answer(self, sheet: Sheet, word: str) -> None:
        """PH 4.1, 4.3, 4.5."""
        centre = sheet.rings.pop(0)
        if word == "score":
            sheet.boxes.append(sheet.numbers[centre])
        if sheet.full():  # 5.2
            sheet.rings = []

    def penalty(self, sheet: Sheet) -> None:
        """PH 5.1, 5.2."""
        if not sheet.full():
            sheet.boxes.append(PENALTY)

    # ---- the turn

    def roll(self, die: str) -> None:
        """PH 1.1."""
        self.values[die] = self.below(10) if die == "d10" else self.below(int(die[1:])) + 1

    def _start_turn(self) -> None:
        """PH 2.1 and, where nothing can be written, the penalty of PH 2.3."""
        for die in DICE:
            self.roll(die)
        self.phase = "first"
        for sheet in self.sheets:
            sheet.writes_left = 0
            sheet.dice_used = set()
        if not self.writes(self.sheets[self.active]):
            self.penalty(self.sheets[self.active])
            self.phase = "reroll"

    def _start_both(self) -> None:
        """PH 2.4."""
        self.phase = "both"
        for seat, sheet in enumerate(self.sheets):
            sheet.writes_left = 0 if seat in self.resigned else 2
            sheet.dice_used = set()
            self._settle(sheet)
        self._end_turn_if_done()

    def _settle(self, sheet: Sheet) -> None:
        """What happens by itself to a seat in PH 2.4 that has no ring to answer for."""
        if sheet.full():  # 5.3
            sheet.writes_left = 0
        if sheet.writes_left > 0 and not self.writes(sheet):  # 2.6
            for _ in range(sheet.writes_left):
                self.penalty(sheet)
            sheet.writes_left = 0

    def _end_turn_if_done(self) -> None:
        if any(sheet.writes_left > 0 or sheet.rings for sheet in self.sheets):
            return
        if any(sheet.full() for sheet in self.sheets):  # 6.1
            self.over = True
            return
        self.active = (self.active + 1) % self.players
        while self.active in self.resigned:
            self.active = (self.active + 1) % self.players
        self._start_turn()

    def _after(self, seat: int) -> None:
        """After a write or an answer of this seat."""
        sheet = self.sheets[seat]
        if sheet.rings:
            return
        if self.phase == "first":
            self.roll(self.chosen)  # 2.2
            self._start_both()
        else:
            self._settle(sheet)
            self._end_turn_if_done()

    def _resign(self, seat: int) -> None:
        """C5."""
        if self.over or self.players < 2 or seat in self.resigned:
            raise ValueError("cannot resign")
        self.resigned.append(seat)
        self.sheets[seat].rings = []
        self.sheets[seat].writes_left = 0
        if len(self.resigned) == self.players - 1:
            self.over = True
        elif self.phase == "both":
            self._end_turn_if_done()
        elif seat == self.active:
            self._start_both()  # nothing is re-rolled

    # ---- what the tests use

    def acting(self) -> set[int]:
        return {seat for seat in range(self.players) if self.legal(seat)}

    def legal(self, seat: int) -> set[str]:
        sheet = self.sheets[seat]
        if self.over or seat in self.resigned:
            return set()
        if sheet.rings:
            return {f"score {sheet.rings[0]}", f"skip {sheet.rings[0]}"}
        if self.phase == "both":
            return self.writes(sheet) if sheet.writes_left > 0 else set()
        if seat != self.active:
            return set()
        if self.phase == "reroll":
            return {f"reroll {die}" for die in DICE}
        return self.writes(sheet)

    def play(self, seat: int, text: str) -> None:
        if text in ("resign", "timeout"):
            self._resign(seat)
            return
        if text not in self.legal(seat):
            raise ValueError(f"seat {seat} cannot play {text}")
        sheet = self.sheets[seat]
        word, rest = text.split()
        if word == "reroll":  # 2.3
            self.roll(rest)
            self._start_both()
            return
        if word in ("score", "skip"):
            self.answer(sheet, word)
        else:
            self.write(sheet, rest, self.values[word])
            if self.phase == "first":
                self.chosen = word
            else:
                sheet.dice_used.add(word)
                sheet.writes_left -= 1
        self._after(seat)

    def scores(self) -> list[int]:
        """PH 6.2."""
        return [sum(sheet.boxes) for sheet in self.sheets]

    def rank(self, seat: int) -> tuple[int, int, list[int]]:
        """The bigger the better. PH 6.3: a list that is the beginning of another is the smaller one, so a missing box is lowest."""
        if seat in self.resigned:
            return (self.resigned.index(seat) - self.players, 0, [])
        return (0, sum(self.sheets[seat].boxes), sorted(self.sheets[seat].boxes, reverse=True))

    def places(self) -> list[int]:
        ranks = [self.rank(seat) for seat in range(self.players)]
        return [1 + sum(other > mine for other in ranks) for mine in ranks]

    def copy(self, below: Callable[[int], int] | None = None) -> "Reference":
        """A deep copy, which draws from the same source of chance unless given another."""
        twin = copy.copy(self)
        twin.below = self.below if below is None else below
        twin.sheets = copy.deepcopy(self.sheets)
        twin.values = dict(self.values)
        twin.resigned = list(self.resigned)
        return twin
