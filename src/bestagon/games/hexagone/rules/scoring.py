"""Scores of hexaGONE and the ways a game ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

if TYPE_CHECKING:
    from bestagon.games.hexagone.rules.state import HexagonePosition

ENDINGS: Final = ("resigned", "bag", "passes")
RESIGNED: Final[i64] = 0
"""Also while the game is running."""
BY_BAG: Final[i64] = 1
BY_PASSES: Final[i64] = 2
PASSES_TO_END: Final[i64] = 3


def score(position: HexagonePosition, seat: i64) -> i64:
    """Return the points of the cards that the seat or its team has claimed (HG 6.2)."""
    if position.teams:
        return position.points[seat] + position.points[seat ^ 2]
    return position.points[seat]


def card_points(position: HexagonePosition, cards: i64) -> i64:
    """Return the points of a set of cards."""
    points: i64 = 0
    for card in range(position.deck.count):
        if (cards >> card) & 1:
            points += i64(position.deck.points[card])
    return points


def all_passed(position: HexagonePosition) -> bool:
    """Tell whether every remaining seat has passed three times in a row (HG 6.3)."""
    for seat in range(position.seats):
        if position.pass_count(seat) < PASSES_TO_END and not position.resigned(seat):
            return False
    return True


def ending(position: HexagonePosition) -> str:
    """Return how the game ended; empty while it is running."""
    return ENDINGS[position.finish] if position.over else ""
