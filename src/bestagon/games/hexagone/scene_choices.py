"""The actions of hexaGONE as choices to click, and as sentences for the log."""

from __future__ import annotations

from typing import Final

from bestagon.core.viewing import listed, many
from bestagon.draw.scene import Choice
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

# For each sort of action, by its first number: notation, label, sentence, and what is picked of the own hand. `{}` is a cell or a kind.
ON_CELLS: Final = (
    (0, "gray {}", "Place a gray hexagon on {}", "places a gray hexagon on {}", "gray"),
    (int(CELLS), "cracked {}", "Place a cracked hexagon on {}", "places a cracked hexagon on {}", "cracked"),
    (int(2 * CELLS), "blue {}", "Place a blue hexagon on {}", "places a blue hexagon on {}", "blue"),
    (int(MOVE_FROM), "move {}", "Move the hexagon on {}", "plays a Move-agon on {}", "move"),
    (int(MOVE_TO), "to {}", "Move it to {}", "moves it to {}", ""),
    (int(SWAP_FROM), "swap {}", "Swap the hexagon on {}", "plays a Swap-agon on {}", "swap"),
    (int(SWAP_WITH), "with {}", "Swap it with the one on {}", "swaps it with the one on {}", ""),
)
ON_KINDS: Final = (
    (int(RETURN), "return {}", "Put a {} hexagon back", "puts a {} hexagon back"),
    (int(DISCARD), "discard {}", "Discard a {} hexagon", "discards a {} hexagon"),
)
SINGLE: Final = {
    int(DRAW_TWO): ("draw", "Draw two hexagons", "plays a Draw-agon and draws two", "draw"),
    int(PASS): ("pass", "Pass", "passes", ""),
    int(EXCHANGE): ("exchange", "Exchange and end the turn", "exchanges and ends the turn", ""),
    int(END): ("end", "End the turn", "ends the turn", ""),
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
        text, label, _, picks = _plain(action)
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
        label = f"Claim {name} with {listed(cells)}"
        self[key] = made = Choice(action, f"claim {name} {' '.join(cells)}", label, (f"card.{name}", *cells))
        return made


def _plain(action: int) -> tuple[str, str, str, tuple[str, ...]]:
    """Return notation, label, sentence and picks (a kind of hexagon in hand, a cell) of an action that needs no card."""
    if action in SINGLE:
        text, label, told, kind = SINGLE[action]
        return text, label, told, (kind,) if kind else ()
    for first, text, label, told in ON_KINDS:
        if first <= action < first + len(KINDS):
            kind = KINDS[action - first]
            return text.format(kind), label.format(kind), told.format(kind), (kind,)
    first, text, label, told, kind = next(sort for sort in reversed(ON_CELLS) if sort[0] <= action)
    cell = SHAPE.names[action - first]
    return text.format(cell), label.format(cell), told.format(cell), (kind, cell) if kind else (cell,)


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
    label = f"Discard {name}" + (" and draw a new card" if draws else "")
    return Choice(action, f"bomb {name}{' draw' if draws else ''}", label, (f"{hand}bomb", f"card.{name}"))


def sentence(position: HexagonePosition, action: int, hides: bool) -> str:
    """Return what an action does, without who does it; `hides` where the viewer may not know what is returned."""
    deck = position.deck
    if action >= CLAIM:
        card, cells = claim_of(position, action)
        return f"claims {deck.names[card]} for {many(int(deck.points[card]), 'point')} with {listed([SHAPE.name(i) for i in cells])}"
    if BOMB_CARD <= action < DRAW_TWO:
        slot, draws = divmod(action - int(BOMB_CARD), 2)
        return f"plays a Bomb-agon on {deck.names[position.row[slot]]}" + (" and draws a new card" if draws else "")
    if hides and RETURN <= action < EXCHANGE:
        return "puts a hexagon back"
    return _plain(action)[2]


def touched(position: HexagonePosition, action: int) -> tuple[str, ...]:
    """Return the cells an action is about; where a hexagon comes from stands first."""
    if action >= CLAIM:
        return tuple(SHAPE.name(cell) for cell in claim_of(position, action)[1])
    if action >= BOMB_CARD:
        return ()
    cell = SHAPE.names[action % int(CELLS)]
    return (SHAPE.name(int(position.source)), cell) if position.source >= 0 else (cell,)
