"""Decks as text: reading a file of drawn cards, and saying what is wrong with it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import pairwise, permutations
from typing import Final

from bestagon.core.errors import BadData
from bestagon.games.hexagone.board import TONE_BLUE, TONE_GRAY, Deck
from bestagon.grid import Hex, distance, rotate
from bestagon.grid.shapes import read_map

MOST_CARDS: Final = 62
MOST_POINTS: Final = 99
SIZES: Final = range(2, 8)
OWN: Final = "data/deck.txt"
"""Our own deck's file."""

_HEAD: Final = re.compile(r"(\S+)\s+(\S+)\s+(\S+)")
_TONES: Final = {"g": TONE_GRAY, "b": TONE_BLUE}

Pattern = list[tuple[Hex, int]]
"""Cells and their tones, as steps from the first cell in cell order."""


@dataclass(frozen=True)
class Card:
    """A sequence card as its file says it (HG 1.2)."""

    name: str
    line: int
    stars: int
    points: int
    cells: dict[Hex, int]


def turned(cells: dict[Hex, int], times: int) -> Pattern:
    """Return a pattern turned by sixths, moved so that its first cell in cell order is (0, 0)."""
    found = sorted(((rotate(cell, times), tone) for cell, tone in cells.items()), key=lambda item: (item[0].r, item[0].q))
    first = found[0][0]
    return [(cell - first, tone) for cell, tone in found]


def turns(cells: dict[Hex, int]) -> list[Pattern]:
    """Return the rotations of a pattern that differ (HG 5.1), each once."""
    found: list[Pattern] = []
    for times in range(6):
        pattern = turned(cells, times)
        if pattern not in found:
            found.append(pattern)
    return found


def is_chain(cells: list[Hex]) -> bool:
    """Tell whether the cells can be put in a row in which each lies next to the one before (HG 1.3)."""
    return any(all(distance(a, b) == 1 for a, b in pairwise(order)) for order in permutations(cells))


@cache
def load(text: str) -> Deck:
    """Return the deck of a user's file, or our own where the text is empty; BadData says what is wrong with it."""
    if text.strip():
        return build(read_cards(text, "deck"))
    own = resources.files("bestagon.games.hexagone").joinpath(OWN).read_text(encoding="utf-8")
    return build(read_cards(own, OWN))


def build(cards: list[Card]) -> Deck:
    """Return the tables of checked cards."""
    return Deck([c.name for c in cards], [c.stars for c in cards], [c.points for c in cards], [turns(c.cells) for c in cards])


def read_cards(text: str, source: str) -> list[Card]:
    """Return the cards of a file; BadData names the file, the line and what would have been right."""
    cards: list[Card] = []
    for start, lines in _blocks(text, source):
        card = _card(lines, source, start)
        _check_against(card, cards, source)
        cards.append(card)
    if not 1 <= len(cards) <= MOST_CARDS:
        raise BadData(f"{source}: a deck has 1 to {MOST_CARDS} cards, not {len(cards)}")
    return cards


def _blocks(text: str, source: str) -> list[tuple[int, list[str]]]:
    """Return the cards' lines with the number of their first; blank lines and # lines stand between cards. No tabs."""
    found: list[tuple[int, list[str]]] = []
    fresh = True
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            fresh = True
        elif "\t" in line:
            raise BadData(f"{source}, line {number}: there is a tab; use spaces only")
        elif fresh:
            found.append((number, [line]))
            fresh = False
        else:
            found[-1][1].append(line)
    return found


def _card(lines: list[str], source: str, start: int) -> Card:
    where = f"{source}, line {start}"
    head = _HEAD.fullmatch(lines[0].strip())
    if head is None:
        raise BadData(f"{where}: a card starts with its name, stars and points, such as 'C07 ** 6', not {lines[0].strip()!r}")
    name, stars, points = head.groups()
    if not re.fullmatch("C[0-9][0-9]", name):
        raise BadData(f"{where}: a card is called C and two digits, such as C07, not {name!r}")
    if not re.fullmatch(r"\*{1,3}", stars):
        raise BadData(f"{where}: {name} has one to three stars (*, ** or ***), not {stars!r}")
    if not (re.fullmatch("[0-9]{1,2}", points) and 1 <= int(points) <= MOST_POINTS):
        raise BadData(f"{where}: {name} is worth 1 to {MOST_POINTS} points, not {points!r}")
    cells = _cells(name, lines[1:], source, start)
    return Card(name, start, len(stars), int(points), cells)


def _cells(name: str, lines: list[str], source: str, start: int) -> dict[Hex, int]:
    try:
        # Empty lines before the card, so that the message counts the lines of the file.
        drawn = read_map("\n" * start + "\n".join(lines))
    except ValueError as error:
        raise BadData(f"{source}, {error}; the letters of {name} stand two apart in a row, rows one aside") from None
    for cell, letter in drawn.items():
        if letter not in _TONES:
            raise BadData(f"{source}, line {1 + cell.r}: {name} is drawn with g and b, not {letter!r}")
    where = f"{source}, line {start}"
    if len(drawn) not in SIZES:
        raise BadData(f"{where}: {name} has {SIZES[0]} to {SIZES[-1]} hexagons, not {len(drawn)}")
    if not is_chain(list(drawn)):
        raise BadData(f"{where}: {name} must be a chain, each hexagon next to the one before it")
    return {cell: _TONES[letter] for cell, letter in drawn.items()}


def _check_against(card: Card, before: list[Card], source: str) -> None:
    where = f"{source}, line {card.line}"
    if before and card.name <= before[-1].name:
        raise BadData(f"{where}: cards stand in ascending order, so {card.name} cannot follow {before[-1].name}")
    for other in before:
        if turned(other.cells, 0) in turns(card.cells):
            raise BadData(f"{where}: {card.name} is {other.name} of line {other.line} turned; every pattern may be there once only")
