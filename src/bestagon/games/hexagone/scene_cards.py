"""The sequence cards of hexaGONE in words, and how near their patterns are to lying on the table."""

from __future__ import annotations

from typing import Final, NamedTuple

from bestagon.core.owned_cache import owned_cache
from bestagon.games.hexagone.board import CELL, CELLS, SHAPE, SPOT, TONE_BLUE, TONE_GRAY, spot_offset
from bestagon.games.hexagone.board_deck import SequenceDeck
from bestagon.games.hexagone.rules.moves import CLAIM
from bestagon.games.hexagone.rules.state import HexagonePosition
from bestagon.games.hexagone.translations import translate
from bestagon.grid import DIRECTIONS, Hex
from bestagon.i18n import language
from bestagon.scene.beats import Card, Face

TURNS: Final = ("{tone}", "left: {tone}", "sharp left: {tone}", "", "sharp right: {tone}", "right: {tone}")
"""The next hexagon of a chain, by the turn to it in sixths."""
STARS: Final = ("", "one star", "two stars", "three stars")


class CardFit(NamedTuple):
    """How near a card's pattern is to lying on the table."""

    missing: int
    """The number of hexagons that the nearest place lacks."""
    blue: int
    """The number of blue ones among them."""
    cells: tuple[str, ...]
    """The nearest place, in the order of the pattern's chain; empty on an empty table."""
    lacking: tuple[tuple[str, int], ...]
    """The empty cells among them, with the tones that they lack."""
    completing: dict[tuple[int, str], tuple[str, ...]]
    """By tone and cell: the place that one more hexagon there completes."""


def tones(position: HexagonePosition, without: int = -1) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the spots of the gray and of the blue hexagons on the table, but not the spot `without`."""
    board = position.board
    grays = tuple([int(spot) for spot in memoryview(board.grays)[: board.gray_count] if spot != without])
    blues = tuple([int(spot) for spot in memoryview(board.blues)[: board.blue_count] if spot != without])
    return grays, blues


@owned_cache(2048)
def card_fit(deck: SequenceDeck, card: int, grays: tuple[int, ...], blues: tuple[int, ...]) -> CardFit:
    """Return how near a card's pattern is to lying on a table of gray and blue hexagons.

    Every hexagon votes for the places in which it would have its part; the places with most votes are looked at first.
    """
    placed = dict.fromkeys(grays, TONE_GRAY)
    placed.update(dict.fromkeys(blues, TONE_BLUE))
    completing: dict[tuple[int, str], tuple[str, ...]] = {}
    best: CardFit | None = None
    most = 0
    for turn, pattern in enumerate(deck.patterns[card]):
        steps = [(spot_offset(step), tone) for step, tone in pattern]
        votes: dict[int, int] = {}
        for offset, tone in steps:
            for spot in blues if tone == TONE_BLUE else grays:
                votes[spot - offset] = votes.get(spot - offset, 0) + 1
        wanted = len(steps) - 1
        for start, found in votes.items():
            if found <= most and found != wanted:
                continue
            lacking = _lacking(steps, start, placed)
            if lacking is None:
                continue
            if found == wanted:
                completing.setdefault((lacking[0][1], _name(lacking[0][0])), _names(deck, card, turn, start))
            if found > most:
                most = found
                blue = sum([1 for _, tone in lacking if tone == TONE_BLUE])
                names = tuple([(_name(spot), tone) for spot, tone in lacking])
                best = CardFit(len(lacking), blue, _names(deck, card, turn, start), names, completing)
    if best is None:
        return CardFit(int(deck.sizes[card]), int(deck.blues[card]), (), (), completing)
    return best


def place_through(deck: SequenceDeck, card: int, placed: dict[int, int], spot: int) -> tuple[str, ...]:
    """Return a place of a card's pattern that contains a spot, on a table of tones by spot; empty if there is none."""
    for turn, pattern in enumerate(deck.patterns[card]):
        steps = [(spot_offset(step), tone) for step, tone in pattern]
        for offset, tone in steps:
            if tone == placed[spot] and all(placed.get(spot - offset + other, 0) == wanted for other, wanted in steps):
                return _names(deck, card, turn, spot - offset)
    return ()


def _lacking(steps: list[tuple[int, int]], start: int, placed: dict[int, int]) -> list[tuple[int, int]] | None:
    """Return the empty spots of a place with their tones; None if another hexagon or the edge of the table is in the way."""
    found = []
    for offset, tone in steps:
        spot = start + offset
        there = placed.get(spot, 0)
        if there == 0 and CELL[spot] >= 0:
            found.append((spot, tone))
        elif there != tone:
            return None
    return found


def _name(spot: int) -> str:
    return SHAPE.names[int(CELL[spot])]


def _names(deck: SequenceDeck, card: int, turn: int, start: int) -> tuple[str, ...]:
    return tuple([_name(start + offset) for offset in _chain_offsets(deck, card, turn)])


@owned_cache(1024)
def _chain_offsets(deck: SequenceDeck, card: int, turn: int) -> tuple[int, ...]:
    return tuple([spot_offset(step) for step in _chain([step for step, _ in deck.patterns[card][turn]])])


def match_cells(position: HexagonePosition, action: int) -> tuple[str, ...]:
    """Return the cells of a claim in the order of the pattern's chain."""
    place, cell = divmod(action - int(CLAIM), int(CELLS))
    return _names(position.deck, int(position.row[place // 6]), place % 6, int(SPOT[cell]))


def _chain(cells: list[Hex]) -> list[Hex]:
    """Return the cells in an order in which each is next to the one before, with as few turns as possible."""
    best: list[Hex] = []
    fewest = len(cells)
    for walk in _walks(cells):
        turns = sum([1 for turn in _turns(walk) if turn])
        if turns < fewest:
            best, fewest = walk, turns
    return best


def _walks(cells: list[Hex]) -> list[list[Hex]]:
    """Return all orders of the cells in which each is next to the one before."""
    walks = [[cell] for cell in cells]
    for _ in range(len(cells) - 1):
        longer = []
        for walk in walks:
            ahead = [walk[-1] + step for step in DIRECTIONS]
            longer += [[*walk, cell] for cell in cells if cell in ahead and cell not in walk]
        walks = longer
    return walks


def _turns(walk: list[Hex]) -> list[int]:
    """Return the turns of a walk in sixths, anticlockwise, from its second step on."""
    steps = [DIRECTIONS.index(cell - walk[i]) for i, cell in enumerate(walk[1:])]
    return [(step - steps[i]) % 6 for i, step in enumerate(steps[1:])]


def pattern_words(deck: SequenceDeck, card: int) -> str:
    """Return a card's pattern for people who cannot see it: blue, gray, gray, left: gray."""
    pattern = dict(deck.patterns[card][0])
    walk = _chain(list(pattern))
    words = [translate("blue") if pattern[cell] == TONE_BLUE else translate("gray") for cell in walk]
    turned = [translate(TURNS[turn], tone=words[i + 2]) if turn else words[i + 2] for i, turn in enumerate(_turns(walk))]
    return ", ".join([*words[:2], *turned])


@owned_cache(256)
def _plain_card(deck: SequenceDeck, card: int, language: str) -> Card:
    points = translate.plural(int(deck.points[card]), "{count} point", "{count} points")
    title = f"{points}, {translate(STARS[int(deck.stars[card])])}"
    text = translate("Each hexagon is next to the one before. The pattern may be rotated, but not mirrored.")
    return Card(title, ((translate("Pattern"), pattern_words(deck, card)),), text)


def claimed_card(deck: SequenceDeck, card: int) -> Card:
    """Return the facts about a card that somebody has claimed."""
    return _plain_card(deck, card, language())


def row_card(deck: SequenceDeck, card: int, fit: CardFit) -> Card:
    """Return the facts about a card of the row: its points, its pattern and what the table lacks of it."""
    plain = _plain_card(deck, card, language())
    return Card(plain.title, (*plain.rows, (translate("Missing"), missing_words(fit) if fit.missing else translate("nothing"))), plain.text)


def ghosts(fit: CardFit) -> dict[str, Face]:
    """Return the hexagons that the nearest place of a card lacks, by cell."""
    return {cell: Face("blue" if tone == TONE_BLUE else "gray") for cell, tone in fit.lacking}


def missing_words(fit: CardFit) -> str:
    """Return in words what a card lacks, such as one blue hexagon."""
    gray = fit.missing - fit.blue
    if gray and fit.blue:
        return translate("{gray} gray and {blue} blue hexagons", gray=gray, blue=fit.blue)
    if fit.blue:
        return translate.plural(fit.blue, "one blue hexagon", "{count} blue hexagons")
    return translate.plural(gray, "one gray hexagon", "{count} gray hexagons")
