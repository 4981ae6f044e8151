"""hexaGONE as a Stage and Scenes."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from bestagon.core.scene_parts import offered_actions, player_names, seat_states, waiting_prompt
from bestagon.games.hexagone.board import CELL, KINDS, SHAPE, TONE_BLUE, Deck
from bestagon.games.hexagone.position import HexagonePosition
from bestagon.games.hexagone.position_state import BAG, DISCARDED, PILE, RETURNING, cards_in
from bestagon.games.hexagone.scene_choices import Claims, Offers, actions_of
from bestagon.games.hexagone.terminal import PROMPTS
from bestagon.games.hexagone.translations import translate
from bestagon.i18n import language
from bestagon.scene.grids import grid, players
from bestagon.scene.model import Board, BoardState, CellState, Figure, Item, Piece, Scene, ScoreLine, Stage, Tray, stage_id

HELD: Final = (*KINDS, "hidden")
"""What a pool counts, in its order."""
LEGEND: Final = {
    "gray": "gray hexagon",
    "cracked": "cracked hexagon: counts as gray, and is gone once claimed",
    "blue": "blue hexagon",
    "swap": "Swap-agon: two hexagons change places",
    "draw": "Draw-agon: draw two hexagons",
    "bomb": "Bomb-agon: discard a card of the row",
    "move": "Move-agon: a hexagon moves elsewhere",
    "hidden": "hexagon that you cannot see",
    "card": "sequence card",
    "bag": "hexagons in the bag",
    "deck": "cards in the deck",
    "chosen": "about to move",
}
SHARED: Final = {"row": "Cards to claim", "stock": "Stock", "discards": "Discards", "pile": "Going back"}
OWN: Final = {"hand": "Hand", "claimed": "Claimed cards"}
LYING: Final = tuple(CellState(piece=Piece(kind)) for kind in KINDS[:3])
CHOSEN: Final = tuple(CellState(piece=Piece(kind, marks=("chosen",))) for kind in KINDS[:3])
ON_SPOT: Final = tuple(SHAPE.names[cell] if cell >= 0 else "" for cell in CELL)
"""The name of the cell on every spot."""
ENDS: Final = {"bag": "The bag is empty", "passes": "Everybody passed three times", "resigned": "The others resigned"}


class Look:
    """What the scenes of a set-up have in common."""

    def __init__(self, deck: Deck, seats: int) -> None:
        """Make the stage, and the tables of choices that fill up as they are needed."""
        self.cards = [Item(f"card.{name}", "card", name) for name in deck.names]
        figures = {card.id: _figure(deck, i) for i, card in enumerate(self.cards)}
        self.players = player_names(seats)
        shared = tuple(Tray(word, translate(title)) for word, title in SHARED.items())
        own = tuple(Tray(f"p{s + 1}.{word}", translate(title), s) for s in range(seats) for word, title in OWN.items())
        legend = {kind: translate(words) for kind, words in LEGEND.items()}
        self.stage = Stage("hexagone", players(self.players), (grid(SHAPE, crop=True),), (Board(""),), shared + own, figures, legend)
        self.id = stage_id(self.stage)
        self.offers = [Offers(seat) for seat in range(seats)]
        self.claims = Claims(deck)


def _figure(deck: Deck, card: int) -> Figure:
    cells = tuple((step.q, step.r, "blue" if tone == TONE_BLUE else "gray") for step, tone in deck.patterns[card][0])
    return Figure(cells, f"{'★' * int(deck.stars[card])} {deck.points[card]}")


@lru_cache(maxsize=64)
def look(deck: Deck, seats: int, language: str) -> Look:
    """Return what the scenes of a set-up have in common, in the language that is spoken."""
    return Look(deck, seats)


def scene(position: HexagonePosition, seat: int) -> Scene:
    """Return what a seat, or a spectator (-1), sees of a masked position."""
    seats = int(position.seats)
    shared = look(position.deck, seats, language())
    choices = actions_of(position, offered_actions(position, seat), shared.offers[seat], shared.claims)
    return Scene(
        shared.id,
        seat_states(position, [_standing(position, s) for s in range(seats)]),
        translate(PROMPTS[position.phase]) if choices else waiting_prompt(position, shared.players),
        {"": BoardState(_lying(position))},
        _trays(position, shared, seats),
        _facts(position, shared),
        choices,
        over=position.over,
        score_breakdown=[_score_breakdown(position, shared, s) for s in range(seats)] if position.over else [],
    )


def _lying(position: HexagonePosition) -> dict[str, CellState]:
    """Return the hexagons on the table."""
    board = position.board
    held = bytes(memoryview(board.spots))
    found = {ON_SPOT[spot]: LYING[held[spot] - 2] for spot in memoryview(board.grays)[: board.gray_count]}
    for spot in memoryview(board.blues)[: board.blue_count]:
        found[ON_SPOT[spot]] = LYING[2]
    if position.source >= 0:
        found[SHAPE.names[position.source]] = CHOSEN[int(board.kind_at(position.source))]
    return found


@lru_cache(maxsize=4096)
def _pool(prefix: str, counts: bytes) -> list[Item]:
    """Return what lies in a pool, alike ones together."""
    return [Item(prefix + kind, kind, count=count) for kind, count in zip(HELD, counts, strict=True) if count]


def _trays(position: HexagonePosition, shared: Look, seats: int) -> dict[str, list[Item]]:
    pools = bytes(memoryview(position.pools))
    trays = {
        "row": [shared.cards[card] for card in position.row if card >= 0],
        "stock": _stock(int(position.size(BAG)), int(cards_in(position.left))),
        "discards": _pool("discard.", pools[8 * DISCARDED : 8 * DISCARDED + 8]),
    }
    if position.phase == RETURNING:
        trays["pile"] = _pool("pile.", pools[8 * PILE : 8 * PILE + 8])
    for s in range(seats):
        trays[f"p{s + 1}.hand"] = _pool(f"p{s + 1}.hand.", pools[8 * s : 8 * s + 8])
        if position.claimed[s]:
            trays[f"p{s + 1}.claimed"] = [shared.cards[card] for card in _cards(int(position.claimed[s]))]
    return trays


@lru_cache(maxsize=4096)
def _stock(bag: int, deck: int) -> list[Item]:
    return [Item("stock.bag", "bag", count=bag), Item("stock.deck", "deck", count=deck)]


def _cards(members: int) -> list[int]:
    return [card for card in range(members.bit_length()) if members >> card & 1]


def _standing(position: HexagonePosition, seat: int) -> dict[str, str]:
    facts = {translate("In hand"): str(position.size(seat)), translate("Cards"): str(cards_in(position.claimed[seat]))}
    if position.teams:
        facts[translate("Own points")] = str(position.points[seat])
    return facts


def _facts(position: HexagonePosition, shared: Look) -> dict[str, str]:
    if position.over:
        return {translate("Ended"): translate(ENDS[position.ending()])}
    if position.closing < 0:
        return {}
    last = position.closing == position.turn and not position.closing_turn
    turn = translate("this turn") if last else translate("{name}'s next turn", name=shared.players[position.closing])
    return {translate("Ends after"): turn}


def _score_breakdown(position: HexagonePosition, shared: Look, seat: int) -> list[ScoreLine]:
    """Return the cards a seat and its partner have claimed (HG 6.2)."""
    deck = position.deck
    lines = [
        ScoreLine(translate("Card {card}", card=deck.names[card]), int(deck.points[card])) for card in _cards(int(position.claimed[seat]))
    ]
    if position.teams:
        partner = seat ^ 2
        lines += [
            ScoreLine(translate("Card {card} of {name}", card=deck.names[card], name=shared.players[partner]), int(deck.points[card]))
            for card in _cards(int(position.claimed[partner]))
        ]
    return lines or [ScoreLine(translate("No card was claimed"))]
