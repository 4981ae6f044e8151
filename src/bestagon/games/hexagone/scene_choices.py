"""The actions of hexaGONE as choices to click, and as sentences for the log."""

from __future__ import annotations

from typing import Final

from bestagon.core.scene_parts import listed
from bestagon.games.hexagone.board import CELLS, KINDS, SHAPE, Deck
from bestagon.games.hexagone.notation import claim_of
from bestagon.games.hexagone.position import (
    BOMB_CARD,
    CLAIM,
    DISCARD,
    DRAW_TWO,
    END,
    EXCHANGE,
    MOVE_FROM,
    MOVE_TO,
    PASS,
    RETURN,
    SWAP_FROM,
    SWAP_WITH,
    HexagonePosition,
)
from bestagon.games.hexagone.translations import translate
from bestagon.scene.model import Choice

# For each sort of action, by its first number: notation, label, sentence, and what is picked of the own hand.
ON_CELLS: Final = (
    (0, "gray", "Place a gray hexagon on {cell}", "{name} places a gray hexagon on {cell}", "gray"),
    (int(CELLS), "cracked", "Place a cracked hexagon on {cell}", "{name} places a cracked hexagon on {cell}", "cracked"),
    (int(2 * CELLS), "blue", "Place a blue hexagon on {cell}", "{name} places a blue hexagon on {cell}", "blue"),
    (int(MOVE_FROM), "move", "Move the hexagon on {cell}", "{name} plays a Move-agon on {cell}", "move"),
    (int(MOVE_TO), "to", "Move it to {cell}", "{name} moves it to {cell}", ""),
    (int(SWAP_FROM), "swap", "Swap the hexagon on {cell}", "{name} plays a Swap-agon on {cell}", "swap"),
    (int(SWAP_WITH), "with", "Swap it with the one on {cell}", "{name} swaps it with the one on {cell}", ""),
)
ON_KINDS: Final = (
    (int(RETURN), "return", "Put {hexagon} back", "{name} puts {hexagon} back"),
    (int(DISCARD), "discard", "Discard {hexagon}", "{name} discards {hexagon}"),
)
HEXAGONS: Final = ("a gray hexagon", "a cracked hexagon", "a blue hexagon", "a Swap-agon", "a Draw-agon", "a Bomb-agon", "a Move-agon")
"""What one of each kind is called."""
SINGLE: Final = {
    int(DRAW_TWO): ("draw", "Draw two hexagons", "{name} plays a Draw-agon and draws two", "draw"),
    int(PASS): ("pass", "Pass", "{name} passes", ""),
    int(EXCHANGE): ("exchange", "Exchange and end the turn", "{name} exchanges and ends the turn", ""),
    int(END): ("end", "End the turn", "{name} ends the turn", ""),
}


MOST_CLAIMS: Final = 20_000
"""So many claims are kept; there are hundreds of thousands."""


class Offers(dict[int, Choice]):
    """The choices of a seat that do not depend on the cards, made when they are first needed."""

    def __init__(self, seat: int) -> None:
        """Know whose hand is picked from."""
        self.hand = f"p{seat + 1}.hand."

    def __missing__(self, action: int) -> Choice:
        """Make a choice, and keep it."""
        text, label, _, picks = _plain(action, "")
        self[action] = made = Choice(action, text, label, tuple(pick if pick in SHAPE.by_name else self.hand + pick for pick in picks))
        return made


class Claims(dict[tuple[int, int], Choice]):
    """The claims of a deck's cards, by card and action."""

    def __init__(self, deck: Deck) -> None:
        """Know the patterns."""
        self.deck = deck

    def __missing__(self, key: tuple[int, int]) -> Choice:
        """Make a choice, and keep it."""
        if len(self) >= MOST_CLAIMS:
            self.clear()
        card, action = key
        place, first = divmod(action - int(CLAIM), int(CELLS))
        pattern = self.deck.patterns[card][place % 6]
        cells = [SHAPE.names[SHAPE.index[SHAPE.cells[first] + step]] for step, _ in pattern]
        name = self.deck.names[card]
        label = translate("Claim {card} with {cells}", card=name, cells=listed(cells))
        self[key] = made = Choice(action, f"claim {name} {' '.join(cells)}", label, (f"card.{name}", *cells))
        return made


def _plain(action: int, name: str) -> tuple[str, str, str, tuple[str, ...]]:
    """Return notation, label, sentence and picks (a kind of hexagon in hand, a cell) of an action that needs no card."""
    if action in SINGLE:
        text, label, told, kind = SINGLE[action]
        return text, translate(label), translate(told, name=name), (kind,) if kind else ()
    for first, text, label, told in ON_KINDS:
        if first <= action < first + len(KINDS):
            kind, hexagon = KINDS[action - first], translate(HEXAGONS[action - first])
            return f"{text} {kind}", translate(label, hexagon=hexagon), translate(told, name=name, hexagon=hexagon), (kind,)
    first, text, label, told, kind = next(sort for sort in reversed(ON_CELLS) if sort[0] <= action)
    cell = SHAPE.names[action - first]
    return f"{text} {cell}", translate(label, cell=cell), translate(told, name=name, cell=cell), (kind, cell) if kind else (cell,)


def actions_of(position: HexagonePosition, actions: list[int], offers: Offers, claims: Claims) -> list[Choice]:
    """Return legal actions as choices."""
    row = [int(card) for card in position.row]
    share = 6 * int(CELLS)
    found = []
    for action in actions:
        if action >= CLAIM:
            found.append(claims[row[(action - CLAIM) // share], action])
        elif BOMB_CARD <= action < DRAW_TWO:
            found.append(_bomb(position.deck.names[row[(action - BOMB_CARD) // 2]], action, offers.hand))
        else:
            found.append(offers[action])
    return found


def _bomb(name: str, action: int, hand: str) -> Choice:
    draws = (action - int(BOMB_CARD)) % 2
    label = translate("Discard {card} and draw a new card", card=name) if draws else translate("Discard {card}", card=name)
    return Choice(action, f"bomb {name}{' draw' if draws else ''}", label, (f"{hand}bomb", f"card.{name}"))


def sentence(position: HexagonePosition, action: int, name: str, hides: bool) -> str:
    """Return what somebody with a name does; `hides` where the viewer may not know what is returned."""
    deck = position.deck
    if action >= CLAIM:
        card, cells = claim_of(position, action)
        return translate.plural(
            int(deck.points[card]),
            "{name} claims {card} for {count} point with {cells}",
            "{name} claims {card} for {count} points with {cells}",
            name=name,
            card=deck.names[card],
            cells=listed([SHAPE.name(i) for i in cells]),
        )
    if BOMB_CARD <= action < DRAW_TWO:
        slot, draws = divmod(action - int(BOMB_CARD), 2)
        words = "{name} plays a Bomb-agon on {card} and draws a new card" if draws else "{name} plays a Bomb-agon on {card}"
        return translate(words, name=name, card=deck.names[position.row[slot]])
    if hides and RETURN <= action < EXCHANGE:
        return translate("{name} puts a hexagon back", name=name)
    return _plain(action, name)[2]


def touched(position: HexagonePosition, action: int) -> tuple[str, ...]:
    """Return the cells an action is about; where a hexagon comes from stands first."""
    if action >= CLAIM:
        return tuple(SHAPE.name(cell) for cell in claim_of(position, action)[1])
    if action >= BOMB_CARD:
        return ()
    cell = SHAPE.names[action % int(CELLS)]
    return (SHAPE.name(int(position.source)), cell) if position.source >= 0 else (cell,)
