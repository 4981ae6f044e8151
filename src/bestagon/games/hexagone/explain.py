"""The reasons for an action of hexaGONE, in words."""

from __future__ import annotations

from typing import Final

from bestagon.games.hexagone.board import CELL, CRACKED, SHAPE, SPOT, TONE_BLUE, TONE_GRAY, spot_offset
from bestagon.games.hexagone.board_deck import SequenceDeck
from bestagon.games.hexagone.notation import row_names
from bestagon.games.hexagone.rules.state import HexagonePosition
from bestagon.games.hexagone.scene_cards import card_fit, tones
from bestagon.games.hexagone.translations import translate

TONES: Final = {"gray": TONE_GRAY, "cracked": TONE_GRAY, "blue": TONE_BLUE}
MAX_CARDS: Final = 2
"""The number of cards to mention."""
PLAIN: Final = {
    "draw": "Two more hexagons give you more to choose from.",
    "end": "What is left in your hand may fit a card of a later turn.",
    "pass": "Your hand helps none of these cards much: exchange some of it.",
    "exchange": "What you keep may still be of use.",
    "move": "This hexagon can be of more use elsewhere.",
    "swap": "Another hexagon may be of more use here.",
}
LAST: Final = "This is your last turn: what is left in your hand no longer counts."
UNUSED: Final = {
    "gray": "Gray spoils none of the cards here.",
    "cracked": "A cracked hexagon spoils none of the cards here.",
    "blue": "Blue spoils none of the cards here.",
}
MOST_MISSING: Final = 2
"""The most hexagons that another place for a card may lack to be mentioned, and that a card may lack to be within reach."""
LEAST: Final = {
    "gray": "A gray hexagon is what you need least.",
    "cracked": "A cracked hexagon is what you need least.",
    "blue": "A blue hexagon is what you need least.",
    "swap": "A Swap-agon is what you need least.",
    "draw": "A Draw-agon is what you need least.",
    "bomb": "A Bomb-agon is what you need least.",
    "move": "A Move-agon is what you need least.",
}
STARS: Final = ("", "one star", "two stars", "three stars")
SPECIAL: Final = {"move": "play a Move-agon", "swap": "play a Swap-agon", "bomb": "play a Bomb-agon", "draw": "play a Draw-agon"}
WORDS: Final = {
    "to": "move: choose where to",
    "with": "swap: choose with what",
    "end": "end the turn",
    "return": "return a hexagon",
    "exchange": "exchange hexagons",
    "discard": "discard a hexagon",
}
"""The other words of notation, for statistics."""


def reasons(position: HexagonePosition, text: str) -> list[str]:
    """Return the reasons for an action in notation."""
    word, *rest = text.split()
    if word == "claim":
        return _claim_reasons(position, rest)
    if word == "bomb":
        return _bomb_reasons(position, position.deck.names.index(rest[0]), len(rest) > 1)
    if word == "end" and not position.pool_size(position.turn):
        return [translate("Your hand is empty.")]
    if word in ("end", "pass") and position.closing >= 0 and not position.closing_turn:
        return [translate(LAST)]
    if word in ("return", "discard"):
        return [translate(LEAST[rest[0]])]
    if word in PLAIN:
        return [translate(PLAIN[word])]
    return _progress_reasons(position, word, SHAPE.find(rest[0]))


def _claim_reasons(position: HexagonePosition, names: list[str]) -> list[str]:
    card, cells = position.deck.names.index(names[0]), [SHAPE.find(name) for name in names[1:]]
    cracked = sum(position.board.kind_at(cell) == CRACKED for cell in cells)
    worth = translate.plural(int(position.deck.points[card]), "It is worth {count} point.", "It is worth {count} points.")
    if not cracked:
        return [worth]
    return [worth, translate.plural(cracked, "It uses up {count} cracked hexagon.", "It uses up {count} cracked hexagons.")]


def _bomb_reasons(position: HexagonePosition, card: int, drawing: bool) -> list[str]:
    """Return why a card should go: it is far away, or somebody else could claim it, or a new one may bring more."""
    points = int(position.deck.points[card])
    missing = card_fit(position.deck, card, *tones(position)).missing
    if missing > MOST_MISSING:
        return [translate("The {points}-point card lacks {count} hexagons: it is far away.", points=points, count=missing)]
    found = [translate("After this nobody can claim the {points}-point card.", points=points)]
    worths = [int(position.deck.points[other]) for other in range(len(position.deck.names)) if position.draw_pile >> other & 1]
    if drawing and max(worths, default=0) > points:
        found.insert(0, translate("A new card may bring more than {points} points.", points=points))
    return found


def _progress_reasons(position: HexagonePosition, word: str, cell: int) -> list[str]:
    """Return the cards that a placement, or the second half of a move or swap, brings closer."""
    before = tones(position)
    colours = {spot: tone for tone, spots in zip((TONE_GRAY, TONE_BLUE), before, strict=True) for spot in spots}
    spot = int(SPOT[cell])
    if word in TONES:
        colours[spot] = TONES[word]
    else:
        source = int(SPOT[position.source])
        moved, there = colours.pop(source), colours.get(spot)
        if there is not None:
            colours[source] = there
        colours[spot] = moved
    after = tuple(tuple(spot for spot, tone in colours.items() if tone == wanted) for wanted in (TONE_GRAY, TONE_BLUE))
    nearer, equal, further = [], [], []
    for name in row_names(position):
        card = position.deck.names.index(name)
        points = int(position.deck.points[card])
        missing, lacked = card_fit(position.deck, card, after[0], after[1]).missing, card_fit(position.deck, card, *before).missing
        if missing < lacked:
            nearer.append((missing, _progress_text(points, missing)))
        elif missing == lacked <= MOST_MISSING and _missing_through(position.deck, card, colours, spot) == missing:
            equal.append((missing, _another_place(points, missing)))
        elif missing > lacked:
            further.append((-points, translate("After this the {points}-point card is further away for everybody.", points=points)))
    chosen = list(dict.fromkeys(words for _, words in sorted(nearer) or sorted(equal) or sorted(further)))
    return chosen[:MAX_CARDS] or [translate(UNUSED.get(word, "It spoils none of the cards."))]


def _progress_text(points: int, missing: int) -> str:
    if missing == 0:
        return translate("After this the {points}-point card can be claimed.", points=points)
    one = "After this the {points}-point card lacks only one hexagon."
    more = "After this the {points}-point card lacks only {count} hexagons."
    return translate.plural(missing, one, more, points=points)


def _another_place(points: int, missing: int) -> str:
    """Return that a card lacks no more in another place."""
    if missing == 0:
        return translate("Here, too, the {points}-point card can be claimed.", points=points)
    one, more = "Here, too, the {points}-point card lacks one hexagon.", "Here, too, the {points}-point card lacks {count} hexagons."
    return translate.plural(missing, one, more, points=points)


def _missing_through(deck: SequenceDeck, card: int, placed: dict[int, int], spot: int) -> int:
    """Return how many hexagons the nearest place of a card's pattern that contains a spot lacks; its size if nothing fits there."""
    fewest = int(deck.sizes[card])
    for pattern in deck.patterns[card]:
        steps = [(int(spot_offset(step)), tone) for step, tone in pattern]
        for start in [spot - offset for offset, tone in steps if tone == placed[spot]]:
            there = [(placed.get(start + offset, 0), tone, start + offset) for offset, tone in steps]
            if all(tone == wanted or (tone == 0 and CELL[at] >= 0) for tone, wanted, at in there):
                fewest = min(fewest, sum(tone == 0 for tone, _, _ in there))
    return fewest


def uses(position: HexagonePosition, text: str) -> tuple[tuple[str, str], ...]:
    """Return what an action in notation uses, for statistics."""
    word, *rest = text.split()
    if word in TONES:
        return (("action", "place a hexagon"), ("hexagon", word))
    if word == "claim":
        card = position.deck.names.index(rest[0])
        return (("action", "claim a card"), ("card", rest[0]), ("card class", STARS[int(position.deck.stars[card])]))
    if word in SPECIAL:
        return (("action", SPECIAL[word]), ("hexagon", SPECIAL[word].removeprefix("play a ")))
    return (("action", WORDS.get(word, word)),)
