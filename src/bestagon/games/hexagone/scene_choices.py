"""The actions of hexaGONE as choices to click and as sentences for the log."""

from __future__ import annotations

from typing import Final

from bestagon.core.scene_parts import listed
from bestagon.games.hexagone.board import CELLS, KINDS, SHAPE
from bestagon.games.hexagone.board_deck import SequenceDeck
from bestagon.games.hexagone.notation import claimed_cells, decode_claim
from bestagon.games.hexagone.rules import moves
from bestagon.games.hexagone.rules.state import HexagonePosition
from bestagon.games.hexagone.translations import translate
from bestagon.scene.model import Choice

# For each sort of action: its first number, notation, label, sentence, and the kind to pick from the hand.
ON_CELLS: Final = (
    (0, "gray", "Place a gray hexagon on {cell}", "{name} places a gray hexagon on {cell}", "gray"),
    (int(CELLS), "cracked", "Place a cracked hexagon on {cell}", "{name} places a cracked hexagon on {cell}", "cracked"),
    (int(2 * CELLS), "blue", "Place a blue hexagon on {cell}", "{name} places a blue hexagon on {cell}", "blue"),
    (int(moves.MOVE_FROM), "move", "Move the hexagon on {cell}", "{name} plays a Move-agon on {cell}", "move"),
    (int(moves.MOVE_TO), "to", "Move it to {cell}", "{name} moves it to {cell}", ""),
    (int(moves.SWAP_FROM), "swap", "Swap the hexagon on {cell}", "{name} plays a Swap-agon on {cell}", "swap"),
    (int(moves.SWAP_WITH), "with", "Swap it with the one on {cell}", "{name} swaps it with the one on {cell}", ""),
)
ON_KINDS: Final = (
    (int(moves.RETURN), "return", "Put {hexagon} back", "{name} puts {hexagon} back"),
    (int(moves.DISCARD), "discard", "Discard {hexagon}", "{name} discards {hexagon}"),
)
HEXAGONS: Final = ("a gray hexagon", "a cracked hexagon", "a blue hexagon", "a Swap-agon", "a Draw-agon", "a Bomb-agon", "a Move-agon")
"""One hexagon of each kind."""
SINGLE: Final = {
    int(moves.DRAW_TWO): ("draw", "Draw two hexagons", "{name} plays a Draw-agon and draws two", "draw"),
    int(moves.PASS): ("pass", "Pass", "{name} passes", ""),
    int(moves.EXCHANGE): ("exchange", "Exchange and end the turn", "{name} exchanges and ends the turn", ""),
    int(moves.END): ("end", "End the turn", "{name} ends the turn", ""),
}
MAX_CACHED: Final = 20_000
"""The size of the cache of claims, of which there are hundreds of thousands."""


class HexagoneChoices(dict[int, Choice]):
    """A cache of the choices of a seat that do not depend on the cards."""

    def __init__(self, seat: int) -> None:
        """Start empty, with the seat's hand to pick from."""
        self.hand = f"p{seat + 1}.hand."

    def __missing__(self, action: int) -> Choice:
        """Make a choice and cache it."""
        text, label, _, picks = _plain(action, "")
        self[action] = choice = Choice(action, text, label, tuple(pick if pick in SHAPE.by_name else self.hand + pick for pick in picks))
        return choice


class HexagoneClaims(dict[tuple[int, int], Choice]):
    """A cache of the claims of a deck's cards, by card and action."""

    def __init__(self, deck: SequenceDeck) -> None:
        """Start empty."""
        self.deck = deck

    def __missing__(self, key: tuple[int, int]) -> Choice:
        """Make a choice and cache it."""
        if len(self) >= MAX_CACHED:
            self.clear()
        card, action = key
        name, cells = self.deck.names[card], claimed_cells(self.deck, card, action)
        label = translate("Claim {card} with {cells}", card=name, cells=listed(cells))
        self[key] = choice = Choice(action, f"claim {name} {' '.join(cells)}", label, (f"card.{name}", *cells))
        return choice


def _plain(action: int, name: str) -> tuple[str, str, str, tuple[str, ...]]:
    """Return notation, label, sentence and picks (a kind in hand, a cell) of an action without a card."""
    if action in SINGLE:
        text, label, sentence, kind = SINGLE[action]
        return text, translate(label), translate(sentence, name=name), (kind,) if kind else ()
    for first, text, label, sentence in ON_KINDS:
        if first <= action < first + len(KINDS):
            kind, hexagon = KINDS[action - first], translate(HEXAGONS[action - first])
            return f"{text} {kind}", translate(label, hexagon=hexagon), translate(sentence, name=name, hexagon=hexagon), (kind,)
    first, text, label, sentence, kind = next(sort for sort in reversed(ON_CELLS) if sort[0] <= action)
    cell = SHAPE.names[action - first]
    return f"{text} {cell}", translate(label, cell=cell), translate(sentence, name=name, cell=cell), (kind, cell) if kind else (cell,)


def choices_of(position: HexagonePosition, actions: list[int], choices: HexagoneChoices, claims: HexagoneClaims) -> list[Choice]:
    """Return legal actions as choices."""
    row = [int(card) for card in position.row]
    claims_per_slot = 6 * int(CELLS)
    found = []
    for action in actions:
        if action >= moves.CLAIM:
            found.append(claims[row[(action - moves.CLAIM) // claims_per_slot], action])
        elif moves.BOMB_CARD <= action < moves.DRAW_TWO:
            found.append(_bomb(position.deck.names[row[(action - moves.BOMB_CARD) // 2]], action, choices.hand))
        else:
            found.append(choices[action])
    return found


def _bomb(name: str, action: int, hand: str) -> Choice:
    draws = (action - int(moves.BOMB_CARD)) % 2
    label = translate("Discard {card} and draw a new card", card=name) if draws else translate("Discard {card}", card=name)
    return Choice(action, f"bomb {name}{' draw' if draws else ''}", label, (f"{hand}bomb", f"card.{name}"))


def sentence(position: HexagonePosition, action: int, name: str, hides: bool) -> str:
    """Return an action of the named player as a sentence; `hides` leaves out which hexagon is returned."""
    deck = position.deck
    if action >= moves.CLAIM:
        card, cells = decode_claim(position, action)
        return translate.plural(
            int(deck.points[card]),
            "{name} claims {card} for {count} point with {cells}",
            "{name} claims {card} for {count} points with {cells}",
            name=name,
            card=deck.names[card],
            cells=listed(cells),
        )
    if moves.BOMB_CARD <= action < moves.DRAW_TWO:
        slot, draws = divmod(action - int(moves.BOMB_CARD), 2)
        words = "{name} plays a Bomb-agon on {card} and draws a new card" if draws else "{name} plays a Bomb-agon on {card}"
        return translate(words, name=name, card=deck.names[position.row[slot]])
    if hides and moves.RETURN <= action < moves.EXCHANGE:
        return translate("{name} puts a hexagon back", name=name)
    return _plain(action, name)[2]


def touched(position: HexagonePosition, action: int) -> tuple[str, ...]:
    """Return the cells that an action affects, the source of a move or swap first."""
    if action >= moves.CLAIM:
        return tuple(decode_claim(position, action)[1])
    if action >= moves.BOMB_CARD:
        return ()
    cell = SHAPE.names[action % int(CELLS)]
    return (SHAPE.name(int(position.source)), cell) if position.source >= 0 else (cell,)
