"""A second, naive Hex for the tests: a dict of stones and a search for a chain, written from the rules alone."""

from __future__ import annotations

from collections.abc import Callable

Cell = tuple[int, int]
STEPS = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]


class Reference:
    """Hex on a dict."""

    def __init__(self, players: int, options: dict[str, bool | int | str], below: Callable[[int], int]) -> None:
        self.size = int(options["size"])
        self.swap = bool(options["swap"])
        self.stones: dict[Cell, int] = {}
        self.turn = 0
        self.swapped = False
        self.gone: int | None = None

    @property
    def over(self) -> bool:
        return self.gone is not None or self.joined(0) or self.joined(1)

    def joined(self, seat: int) -> bool:
        """3.1: a chain leads from one side to the other; Red's sides are top and bottom (1.2)."""
        along = 1 - seat
        reached = {cell for cell, owner in self.stones.items() if owner == seat and cell[along] == 0}
        while True:
            more = {(q + dq, r + dr) for q, r in reached for dq, dr in STEPS if self.stones.get((q + dq, r + dr)) == seat} - reached
            if not more:
                return any(cell[along] == self.size - 1 for cell in reached)
            reached |= more

    def acting(self) -> set[int]:
        return set() if self.over else {self.turn}

    def legal(self, seat: int) -> set[str]:
        if seat not in self.acting():
            return set()
        texts = {chr(97 + q) + str(r + 1) for q in range(self.size) for r in range(self.size) if (q, r) not in self.stones}
        if self.swap and len(self.stones) == 1 and not self.swapped:
            texts.add("swap")
        return texts

    def play(self, seat: int, text: str) -> None:
        if text in ("resign", "timeout"):
            self.gone = seat
            return
        if text == "swap":
            ((q, r),) = self.stones
            self.stones = {(r, q): 1}
            self.swapped = True
        else:
            self.stones[ord(text[0]) - 97, int(text[1:]) - 1] = seat
        self.turn = 1 - self.turn

    def scores(self) -> list[int]:
        return [int(self.joined(0)), int(self.joined(1))]

    def places(self) -> list[int]:
        loser = self.gone if self.gone is not None else int(self.joined(0))
        return [2 if seat == loser else 1 for seat in range(2)]

    def copy(self, below: Callable[[int], int] | None = None) -> Reference:
        twin = Reference(2, {"size": self.size, "swap": self.swap}, below or (lambda n: 0))
        twin.stones = dict(self.stones)
        twin.turn, twin.swapped, twin.gone = self.turn, self.swapped, self.gone
        return twin
