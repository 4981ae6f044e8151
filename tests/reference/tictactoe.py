"""A second, naive tic-tac-toe for the tests: a dict of marks and a magic square, written from the rules alone."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

NUMBERS = {"a1": 2, "b1": 7, "c1": 6, "a2": 9, "b2": 5, "c2": 1, "a3": 4, "b3": 3, "c3": 8}
"""A magic square: three cells are in line if and only if their numbers add up to 15."""


class Reference:
    """Tic-tac-toe on a dict."""

    def __init__(self, players: int, options: dict[str, bool | int | str], below: Callable[[int], int]) -> None:
        self.marks: dict[str, int] = {}
        self.gone: int | None = None

    @property
    def over(self) -> bool:
        return self.gone is not None or len(self.marks) == 9 or self.scores() != [0, 0]

    def acting(self) -> set[int]:
        return set() if self.over else {len(self.marks) % 2}

    def legal(self, seat: int) -> set[str]:
        return set(NUMBERS) - set(self.marks) if seat in self.acting() else set()

    def play(self, seat: int, text: str) -> None:
        if text in ("resign", "timeout"):
            self.gone = seat
        else:
            self.marks[text] = seat

    def scores(self) -> list[int]:
        own = [[NUMBERS[cell] for cell, seat in self.marks.items() if seat == who] for who in range(2)]
        return [int(any(sum(three) == 15 for three in combinations(numbers, 3))) for numbers in own]

    def places(self) -> list[int]:
        if self.gone is not None:
            return [2 if seat == self.gone else 1 for seat in range(2)]
        return [1 if score >= max(self.scores()) else 2 for score in self.scores()]

    def copy(self, below: Callable[[int], int] | None = None) -> Reference:
        twin = Reference(2, {}, below or (lambda n: 0))
        twin.marks, twin.gone = dict(self.marks), self.gone
        return twin
