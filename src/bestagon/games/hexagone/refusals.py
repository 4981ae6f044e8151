"""Why something cannot be chosen now in hexaGONE, in one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bestagon.core.actions import legal_actions
from bestagon.core.scene_parts import player_names
from bestagon.games.hexagone.board import CELLS, KINDS, SHAPE
from bestagon.games.hexagone.rules import moves
from bestagon.games.hexagone.rules.play import HAND_LIMIT
from bestagon.games.hexagone.rules.state import HexagonePosition
from bestagon.games.hexagone.scene_cards import card_fit, ghosts, match_cells, missing_words, tones
from bestagon.games.hexagone.translations import translate
from bestagon.scene.beats import WhyNot

MIDDLE_CELL: Final = SHAPE.name(int(CELLS) // 2)
PENDING: Final = {
    int(moves.MOVING): "First choose where the hexagon goes.",
    int(moves.SWAPPING): "First choose the hexagon to swap with.",
    int(moves.RETURNING): "You are passing: put hexagons back, then exchange.",
    int(moves.DISCARDING): "First discard down to {limit} hexagons.",
}
"""What must be done before anything else, by phase."""
ALIKE: Final = ("Both are gray: swap different kinds.", "Both are cracked: swap different kinds.", "Both are blue: swap different kinds.")
USELESS: Final = {
    "swap": "All hexagons on the table are alike: nothing to swap.",
    "draw": "The bag is empty: nothing to draw.",
    "bomb": "The row is empty: no card to discard.",
    "move": "There are not two hexagons on the table yet.",
}
"""Why a special hexagon can do nothing (HG 4.8)."""
WANTED: Final = {
    "swap": "Choose a hexagon on the table to swap.",
    "move": "Choose a hexagon on the table to move.",
    "bomb": "Choose a card of the row to discard.",
    "draw": "A Draw-agon needs nothing else.",
}
"""What is chosen after a special hexagon."""
THINGS: Final = {
    "stock.bag": "You draw when your turn ends.",
    "stock.deck": "Every turn begins with a new card.",
    "discard": "Discarded hexagons are out of the game.",
    "pile": "These hexagons go back to the bag.",
}


def why_not(position: HexagonePosition, seat: int, picks: Sequence[str]) -> WhyNot:
    """Return why the last of the picks cannot be chosen after the others."""
    if position.over:
        return WhyNot(translate("The game is over."))
    if seat != position.turn:
        return WhyNot(translate("Wait for {name}.", name=player_names(int(position.seats))[int(position.turn)]))
    pick, earlier = picks[-1] if picks else "", list(picks[:-1])
    if pick in SHAPE.by_name:
        return _why_not_cell(position, seat, pick, earlier)
    if pick.startswith("card."):
        return _why_not_card(position, pick, earlier)
    owner, _, rest = pick.partition(".")
    if rest.startswith("hand"):
        return _why_not_hand(position, seat, owner, rest.removeprefix("hand").removeprefix("."), earlier)
    for thing, words in THINGS.items():
        if pick.startswith(thing):
            return WhyNot(translate(words))
    return WhyNot(translate("This cannot be chosen now."))


def _kind_of(earlier: list[str], seat: int) -> str:
    """Return the kind of the hexagon in hand that was picked before, else an empty string."""
    hand = f"p{seat + 1}.hand."
    return next((pick.removeprefix(hand) for pick in earlier if pick.startswith(hand)), "")


def _pending(position: HexagonePosition) -> WhyNot | None:
    """Return what must be done first, if anything."""
    words = PENDING.get(int(position.phase))
    return WhyNot(translate(words, limit=int(HAND_LIMIT)), _source(position)) if words else None


def _source(position: HexagonePosition) -> tuple[str, ...]:
    return (SHAPE.name(int(position.source)),) if position.source >= 0 else ()


# Spaces and hexagons on the table.


def _why_not_cell(position: HexagonePosition, seat: int, pick: str, earlier: list[str]) -> WhyNot:
    cell = SHAPE.find(pick)
    if position.phase == moves.MOVING:
        return _why_not_landing(position, cell, pick)
    if position.phase == moves.SWAPPING:
        return _why_not_partner(position, cell, pick)
    kind = _kind_of(earlier, seat)
    card = next((one for one in earlier if one.startswith("card.")), "")
    if card:
        return _why_not_match(position, card, pick, earlier)
    pending = _pending(position)
    if pending is not None:
        return pending
    if position.phase == moves.CLAIMING:
        return WhyNot(translate("Nothing is played after a claim."))
    if kind in WANTED:
        return WhyNot(translate(WANTED[kind]))
    if position.board.kind_at(cell) >= 0:
        if kind:
            return WhyNot(translate("A hexagon is here already."), (pick,))
        return WhyNot(translate("It is part of no card that fits."), (pick,))
    if not any(position.pools[8 * seat + basic] for basic in range(3)):
        return WhyNot(translate("You have no hexagon to place."))
    return _why_not_space(position, cell)


def _why_not_space(position: HexagonePosition, cell: int) -> WhyNot:
    """Return why no hexagon can be placed on an empty cell (HG 4.1, 4.2)."""
    if position.board.is_fringe(cell):
        return WhyNot(translate("Choose a hexagon of your hand first."))
    if position.board.placed() == 0:
        return WhyNot(translate("The first hexagon goes to the middle."), (MIDDLE_CELL,))
    return WhyNot(translate("It must touch a hexagon on the table."))


def _why_not_landing(position: HexagonePosition, cell: int, pick: str) -> WhyNot:
    """Return why a hexagon cannot be moved to a cell (HG 4.4)."""
    if cell == position.source:
        return WhyNot(translate("Move it to another space."), (pick,))
    if position.board.kind_at(cell) >= 0:
        return WhyNot(translate("A hexagon is here already."), (pick,))
    return WhyNot(translate("It must touch a hexagon other than itself."), _source(position))


def _why_not_partner(position: HexagonePosition, cell: int, pick: str) -> WhyNot:
    """Return why a hexagon cannot be swapped with what is on a cell (HG 4.5)."""
    kind = int(position.board.kind_at(cell))
    if kind < 0:
        return WhyNot(translate("There is no hexagon to swap with."))
    if cell == position.source:
        return WhyNot(translate("Choose another hexagon to swap it with."), (pick,))
    return WhyNot(translate(ALIKE[kind]), (*_source(position), pick))


def _why_not_match(position: HexagonePosition, card: str, pick: str, earlier: list[str]) -> WhyNot:
    """Return why a hexagon does not belong to a claim whose card has been picked (HG 5.1)."""
    if position.board.kind_at(SHAPE.find(pick)) < 0:
        return WhyNot(translate("Choose the hexagons of the pattern."), (card,))
    wanted = {one for one in earlier if one in SHAPE.by_name}
    for action in legal_actions(position, int(position.turn)):
        if action >= moves.CLAIM and f"card.{_card_name(position, action)}" == card:
            cells = match_cells(position, action)
            if wanted <= set(cells):
                return WhyNot(translate("The pattern does not fit with this one."), (card, *cells))
    return _why_not_card(position, card, [])


def _card_name(position: HexagonePosition, action: int) -> str:
    return position.deck.names[int(position.row[(action - int(moves.CLAIM)) // (6 * int(CELLS))])]


# Cards and hands.


def _why_not_card(position: HexagonePosition, pick: str, earlier: list[str]) -> WhyNot:
    """Return why a card cannot be claimed, with the nearest place of its pattern."""
    pending = _pending(position)
    if pending is not None:
        return pending
    names = position.deck.names
    card = names.index(pick.removeprefix("card.")) if pick.removeprefix("card.") in names else -1
    for seat in range(int(position.seats)):
        if card >= 0 and int(position.claimed[seat]) >> card & 1:
            return WhyNot(translate("{name} has claimed this card.", name=player_names(int(position.seats))[seat]), (pick,))
    if card < 0 or card not in position.row:
        return WhyNot(translate("This card is not in the row."))
    fit = card_fit(position.deck, card, *tones(position))
    if fit.missing:
        one, more = "That card lacks {missing}: here is the nearest fit.", "That card still lacks {missing}: here is the nearest fit."
        return WhyNot(translate.plural(fit.missing, one, more, missing=missing_words(fit)), (pick, *fit.cells), ghosts(fit))
    if position.phase == moves.STARTING:
        return WhyNot(translate("It fits: play a hexagon first, then claim it."), (pick, *fit.cells))
    if earlier:
        return WhyNot(translate("The pattern does not fit with this one."), (pick, *fit.cells))
    return WhyNot(translate("This cannot be chosen now."))


def _why_not_hand(position: HexagonePosition, seat: int, owner: str, kind: str, earlier: list[str]) -> WhyNot:
    if owner != f"p{seat + 1}":
        number = int(owner[1:]) if owner[1:].isdecimal() else 0
        if not 1 <= number <= position.seats:
            return WhyNot(translate("This cannot be chosen now."))
        return WhyNot(translate("This hand belongs to {name}.", name=player_names(int(position.seats))[number - 1]))
    if position.phase in (moves.MOVING, moves.SWAPPING):
        return _pending(position) or WhyNot(translate("This cannot be chosen now."))
    if position.phase == moves.CLAIMING:
        return WhyNot(translate("Nothing is played after a claim."))
    if _kind_of(earlier, seat):
        return WhyNot(translate("Play one hexagon at a time."))
    if kind in USELESS and position.phase <= moves.PLAYING and position.pools[8 * seat + KINDS.index(kind)]:
        return WhyNot(translate(USELESS[kind]))
    return WhyNot(translate("This cannot be chosen now."))
