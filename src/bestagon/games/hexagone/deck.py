"""Decks as text: parse a file of drawn cards and report what is wrong with it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Final

from bestagon.core.errors import BadData
from bestagon.games.hexagone.board import TONE_BLUE, TONE_GRAY
from bestagon.games.hexagone.board_deck import Pattern, SequenceDeck
from bestagon.grid import Hex, distance, rotate
from bestagon.grid.shapes import read_map

MAX_CARDS: Final = 62
MAX_POINTS: Final = 99
SIZES: Final = range(2, 8)
BUILT_IN: Final = "data/deck.txt"

_HEAD: Final = re.compile(r"(\S+)\s+(\S+)\s+(\S+)")
_TONES: Final = {"g": TONE_GRAY, "b": TONE_BLUE}


@dataclass(frozen=True)
class SequenceCard:
    """A sequence card as written in its file (HG 1.2)."""

    name: str
    line: int
    stars: int
    points: int
    cells: dict[Hex, int]


def rotated(cells: dict[Hex, int], times: int) -> Pattern:
    """Return a pattern rotated by sixths and moved so that its first cell in cell order is (0, 0)."""
    items = sorted(((rotate(cell, times), tone) for cell, tone in cells.items()), key=lambda item: (item[0].r, item[0].q))
    first = items[0][0]
    return [_step(cell - first, tone) for cell, tone in items]


@lru_cache(maxsize=1024)
def _step(step: Hex, tone: int) -> tuple[Hex, int]:
    """Return a cell of a pattern, which all patterns share: decks of strangers take half the memory."""
    return step, tone


def rotations(cells: dict[Hex, int]) -> list[Pattern]:
    """Return the distinct rotations of a pattern (HG 5.1)."""
    found: list[Pattern] = []
    for times in range(6):
        pattern = rotated(cells, times)
        if pattern not in found:
            found.append(pattern)
    return found


def is_chain(cells: list[Hex]) -> bool:
    """Tell whether the cells can be ordered so that each is next to the one before (HG 1.3)."""
    return any(_reaches_all(cell, [other for other in cells if other != cell]) for cell in cells)


def _reaches_all(cell: Hex, others: list[Hex]) -> bool:
    """Tell whether a path from a cell visits each of the others once."""
    return not others or any(
        _reaches_all(next_cell, [other for other in others if other != next_cell]) for next_cell in others if distance(cell, next_cell) == 1
    )


@lru_cache(maxsize=16)
def load(text: str) -> SequenceDeck:
    """Return the deck of a user's file, or the built-in one if the text is empty; raise BadData for a bad file."""
    if text.strip():
        cards = read_cards(text, "deck")
    else:
        cards = read_cards(resources.files("bestagon.games.hexagone").joinpath(BUILT_IN).read_text(encoding="utf-8"), BUILT_IN)
    return SequenceDeck([c.name for c in cards], [c.stars for c in cards], [c.points for c in cards], [rotations(c.cells) for c in cards])


def read_cards(text: str, source: str) -> list[SequenceCard]:
    """Return the cards of a file; BadData names the file, the line and what was expected."""
    blocks = _blocks(text, source)
    if not 1 <= len(blocks) <= MAX_CARDS:
        raise BadData(f"{source}: a deck has 1 to {MAX_CARDS} cards, not {len(blocks)}")
    cards: list[SequenceCard] = []
    known: dict[tuple[tuple[Hex, int], ...], SequenceCard] = {}
    for start, lines in blocks:
        card = _parse_card(lines, source, start)
        _check_order(card, cards, source)
        _check_new(card, known, source)
        cards.append(card)
    return cards


def _blocks(text: str, source: str) -> list[tuple[int, list[str]]]:
    """Return the lines of each card with the number of the first one; blank lines and # lines separate cards."""
    found: list[tuple[int, list[str]]] = []
    between = True
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            between = True
        elif "\t" in line:
            raise BadData(f"{source}, line {number}: tabs are not allowed; use spaces")
        elif between:
            found.append((number, [line]))
            between = False
        else:
            found[-1][1].append(line)
    return found


def _parse_card(lines: list[str], source: str, start: int) -> SequenceCard:
    where = f"{source}, line {start}"
    head = _HEAD.fullmatch(lines[0].strip())
    if head is None:
        raise BadData(f"{where}: a card starts with its name, stars and points, such as 'C07 ** 6', not {lines[0].strip()!r}")
    name, stars, points = head.groups()
    if not re.fullmatch("C[0-9][0-9]", name):
        raise BadData(f"{where}: a card's name is C and two digits, such as C07, not {name!r}")
    if not re.fullmatch(r"\*{1,3}", stars):
        raise BadData(f"{where}: {name} has one to three stars (*, ** or ***), not {stars!r}")
    if not (re.fullmatch("[0-9]{1,2}", points) and 1 <= int(points) <= MAX_POINTS):
        raise BadData(f"{where}: {name} is worth 1 to {MAX_POINTS} points, not {points!r}")
    cells = _parse_cells(name, lines[1:], source, start)
    return SequenceCard(name, start, len(stars), int(points), cells)


def _parse_cells(name: str, lines: list[str], source: str, start: int) -> dict[Hex, int]:
    try:
        drawn = read_map("\n".join(lines), first=start)
    except ValueError as error:
        raise BadData(f"{source}, {error}; the letters of {name} are two columns apart, and rows are shifted by one column") from None
    for cell, letter in drawn.items():
        if letter not in _TONES:
            raise BadData(f"{source}, line {1 + cell.r}: {name} may only contain g and b, not {letter!r}")
    where = f"{source}, line {start}"
    if len(drawn) not in SIZES:
        raise BadData(f"{where}: {name} has {SIZES[0]} to {SIZES[-1]} hexagons, not {len(drawn)}")
    if not is_chain(list(drawn)):
        raise BadData(f"{where}: {name} must be a chain, each hexagon next to the one before it")
    return {cell: _TONES[letter] for cell, letter in drawn.items()}


def _check_order(card: SequenceCard, earlier: list[SequenceCard], source: str) -> None:
    if earlier and card.name <= earlier[-1].name:
        where = f"{source}, line {card.line}"
        raise BadData(f"{where}: cards must be in ascending order: {card.name} cannot follow {earlier[-1].name}")


def _check_new(card: SequenceCard, known: dict[tuple[tuple[Hex, int], ...], SequenceCard], source: str) -> None:
    """Note the pattern of a card in all rotations; BadData if it is that of an earlier card."""
    turned = [tuple(pattern) for pattern in rotations(card.cells)]
    other = known.get(turned[0])
    if other is not None:
        where = f"{source}, line {card.line}"
        raise BadData(f"{where}: {card.name} is a rotation of {other.name} in line {other.line}; every pattern may occur only once")
    known.update(dict.fromkeys(turned, card))
