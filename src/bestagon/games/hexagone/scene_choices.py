"""The actions of hexaGONE as choices to click, with their effects, and as sentences."""

from __future__ import annotations

from typing import Final

from bestagon.games.hexagone.board import BAG, BLUE, CELLS, CRACKED, KINDS, SHAPE, SPOT, TONE_BLUE, TONE_GRAY
from bestagon.games.hexagone.board_deck import SequenceDeck
from bestagon.games.hexagone.notation import claimed_cells, decode_claim
from bestagon.games.hexagone.rules import moves
from bestagon.games.hexagone.rules.play import HAND_LIMIT
from bestagon.games.hexagone.rules.state import HexagonePosition
from bestagon.games.hexagone.scene_cards import CardFit, card_fit, match_cells, place_through, tones
from bestagon.games.hexagone.translations import translate
from bestagon.scene.beats import Effect
from bestagon.scene.model import Choice

# For each sort of action: its first number, notation, label, sentence, and the kind to pick from the hand.
ON_CELLS: Final = (
    (0, "gray", "Place a gray hexagon", "{name} places a gray hexagon", "gray"),
    (int(CELLS), "cracked", "Place a cracked hexagon", "{name} places a cracked hexagon", "cracked"),
    (int(2 * CELLS), "blue", "Place a blue hexagon", "{name} places a blue hexagon", "blue"),
    (int(moves.MOVE_FROM), "move", "Move this hexagon", "{name} uses a Move-agon", "move"),
    (int(moves.MOVE_TO), "to", "Move it here", "{name} moves the hexagon", ""),
    (int(moves.SWAP_FROM), "swap", "Swap this hexagon", "{name} uses a Swap-agon", "swap"),
    (int(moves.SWAP_WITH), "with", "Swap it with this one", "{name} swaps two hexagons", ""),
)
ON_KINDS: Final = (
    (int(moves.RETURN), "return", "Put {hexagon} back", "{name} puts {hexagon} back"),
    (int(moves.DISCARD), "discard", "Discard {hexagon}", "{name} discards {hexagon}"),
)
HEXAGONS: Final = ("a gray hexagon", "a cracked hexagon", "a blue hexagon", "a Swap-agon", "a Draw-agon", "a Bomb-agon", "a Move-agon")
"""One hexagon of each kind."""
SINGLE: Final = {
    int(moves.DRAW_TWO): ("draw", "Draw two hexagons", "{name} uses a Draw-agon", "draw"),
    int(moves.PASS): ("pass", "Pass", "{name} passes", ""),
    int(moves.EXCHANGE): ("exchange", "Exchange and end turn", "{name} exchanges hexagons", ""),
    int(moves.END): ("end", "End turn", "{name} ends the turn", ""),
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
        label = translate("Claim the {points}-point card", points=int(self.deck.points[card]))
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
    return f"{text} {cell}", translate(label), translate(sentence, name=name), (kind, cell) if kind else (cell,)


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
    label = translate("Discard this card and draw a new one") if draws else translate("Discard this card")
    return Choice(action, f"bomb {name}{' draw' if draws else ''}", label, (f"{hand}bomb", f"card.{name}"))


def sentence(position: HexagonePosition, action: int, name: str, hides: bool) -> str:
    """Return an action of the named player as a sentence; `hides` leaves out which hexagon is returned."""
    deck = position.deck
    if action >= moves.CLAIM:
        return translate("{name} claims the {points}-point card", name=name, points=int(deck.points[decode_claim(position, action)[0]]))
    if moves.BOMB_CARD <= action < moves.DRAW_TWO:
        slot, draws = divmod(action - int(moves.BOMB_CARD), 2)
        one, more = "{name} bombs the {points}-point card", "{name} bombs the {points}-point card and draws a new one"
        return translate(more if draws else one, name=name, points=int(deck.points[position.row[slot]]))
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


def effects_of(position: HexagonePosition, actions: list[int], fits: list[CardFit]) -> dict[int, Effect]:
    """Return the effects of the acting seat's actions; `fits` are those of the cards in the row."""
    found: dict[int, Effect] = {}
    if position.phase == moves.MOVING:
        kind = int(position.board.kind_at(position.source))
        grays, blues = tones(position, int(SPOT[position.source]))
        fits = [card_fit(position.deck, int(card), grays, blues) for card in position.row if card >= 0]
        _add_completing(position, found, fits, TONE_BLUE if kind == BLUE else TONE_GRAY, int(moves.MOVE_TO))
    elif position.phase == moves.SWAPPING:
        _add_swaps(position, found, actions)
    elif position.phase <= moves.PLAYING:
        for kind in range(3):
            _add_completing(position, found, fits, TONE_BLUE if kind == BLUE else TONE_GRAY, kind * int(CELLS))
    allowed = set(actions)
    found = {action: effect for action, effect in found.items() if action in allowed}
    for action in actions:
        if action >= moves.CLAIM:
            found[action] = _claim_effect(position, action)
        elif moves.BOMB_CARD <= action < moves.DRAW_TWO:
            card = int(position.row[(action - int(moves.BOMB_CARD)) // 2])
            text = translate("The {points}-point card leaves the row.", points=int(position.deck.points[card]))
            found[action] = Effect(text, danger=(f"card.{position.deck.names[card]}",))
        elif action == moves.END:
            found[action] = Effect(_end_effect(position))
    return found


def _add_completing(position: HexagonePosition, found: dict[int, Effect], fits: list[CardFit], tone: int, first: int) -> None:
    """Add the placements of a tone that complete a card's pattern."""
    cards = [int(card) for card in position.row if card >= 0]
    for card, fit in zip(cards, fits, strict=True):
        for (wanted, cell), cells in fit.completing.items():
            if wanted == tone:
                found[first + SHAPE.by_name[cell]] = _fits_effect(position, card, cells)


def _add_swaps(position: HexagonePosition, found: dict[int, Effect], actions: list[int]) -> None:
    """Add the swaps that complete a card's pattern."""
    grays, blues = tones(position)
    placed = dict.fromkeys(grays, TONE_GRAY)
    placed.update(dict.fromkeys(blues, TONE_BLUE))
    source = int(SPOT[position.source])
    for action in actions:
        target = int(SPOT[action - int(moves.SWAP_WITH)])
        if placed[source] == placed[target]:
            continue
        placed[source], placed[target] = placed[target], placed[source]
        for card in position.row:
            if card >= 0:
                cells = place_through(position.deck, int(card), placed, source) or place_through(position.deck, int(card), placed, target)
                if cells:
                    found[action] = _fits_effect(position, int(card), cells)
        placed[source], placed[target] = placed[target], placed[source]


def _fits_effect(position: HexagonePosition, card: int, cells: tuple[str, ...]) -> Effect:
    text = translate("Then the {points}-point card fits.", points=int(position.deck.points[card]))
    return Effect(text, (f"card.{position.deck.names[card]}", *cells))


def _claim_effect(position: HexagonePosition, action: int) -> Effect:
    card, _ = decode_claim(position, action)
    cells = match_cells(position, action)
    cracked = tuple([cell for cell in cells if position.board.kind_at(SHAPE.by_name[cell]) == CRACKED])
    points = int(position.deck.points[card])
    words = translate("No hexagon crumbles.")
    if cracked:
        words = translate.plural(len(cracked), "One cracked hexagon crumbles.", "{count} cracked hexagons crumble.")
    return Effect(words, (f"card.{position.deck.names[card]}", *cells), cracked, points, "claim")


def _end_effect(position: HexagonePosition) -> str:
    """Return what the end of the turn does to the hand (HG 3.5, 3.6)."""
    hand = int(position.pool_size(position.turn))
    if hand > HAND_LIMIT:
        return translate.plural(hand - int(HAND_LIMIT), "Then you discard one hexagon.", "Then you discard {count} hexagons.")
    drawn = min(3, int(HAND_LIMIT) - hand, int(position.pool_size(BAG)))
    return translate.plural(drawn, "You draw one hexagon.", "You draw {count} hexagons.") if drawn else translate("You draw nothing.")
