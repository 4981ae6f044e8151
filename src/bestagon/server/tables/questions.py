"""Questions of one seat that the others must answer: an undo beyond the free point, the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from bestagon.server.errors import ApiError
from bestagon.server.tables.seats import Seat

ABSENT: Final = 300_000
"""Milliseconds after which a seat that was left has no say any more in ending the game."""


class OpenQuestion(NamedTuple):
    """A question of one seat that the others have not all answered."""

    what: str
    """`undo` or `end`."""
    seat: int
    agreed: set[int]
    version: int
    """The table's version that it made."""

    def unanswered(self, seats: Sequence[Seat], still_in: Callable[[int], bool]) -> list[int]:
        """Return the seats whose consent is missing; bots and other seats of the asker always agree."""
        asker = set(seats[self.seat].holders)
        return [
            number
            for number, seat in enumerate(seats)
            if seat.kind == "human" and number not in self.agreed and still_in(number) and asker.isdisjoint(seat.holders)
        ]


def check_present(question: OpenQuestion, seats: Sequence[Seat], still_in: Callable[[int], bool], now: int, version: int) -> None:
    """Raise ApiError if a seat that was left should have a say: a question without its player would need nobody's agreement.

    Nothing is taken back while a seat is empty that has not agreed: its next player, who may be the one who left, finds the game as it was.
    A game that nobody comes back to can be ended after a while.
    """
    for number, seat in enumerate(seats):
        if seat.empty and number != question.seat and number not in question.agreed and still_in(number):
            if question.what == "undo":
                raise ApiError(
                    "seat_left", "a player has left, and an undo needs the agreement of everybody: wait until the seat is taken", version
                )
            wait = seat.left_at + ABSENT - now
            if wait > 0:
                message = f"a player has left a moment ago: you can end the game in {-(-wait // 1000)} s"
                raise ApiError("seat_left", message, version)
