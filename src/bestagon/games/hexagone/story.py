"""What happens in hexaGONE, told in beats; only what the masked positions show is told."""

from __future__ import annotations

from typing import Final

from bestagon.core.scene_parts import end_text, listed, player_names
from bestagon.games.hexagone.board import CELLS, CRACKED, HIDDEN, KINDS, RETURNED, SHAPE
from bestagon.games.hexagone.notation import decode_claim
from bestagon.games.hexagone.rules import moves
from bestagon.games.hexagone.rules.play import HAND_LIMIT
from bestagon.games.hexagone.rules.state import HexagonePosition
from bestagon.games.hexagone.scene import ENDS
from bestagon.games.hexagone.scene_cards import card_fit, match_cells, tones
from bestagon.games.hexagone.scene_choices import HEXAGONS
from bestagon.games.hexagone.translations import translate
from bestagon.scene.beats import Beat, BeatKind, Face

SHORT: Final = ("gray", "cracked", "blue")
PLACED: Final = (
    "{name} places a gray hexagon{outcome}.",
    "{name} places a cracked hexagon{outcome}.",
    "{name} places a blue hexagon{outcome}.",
)
MOVED: Final = (
    "{name} moves a gray hexagon{outcome}.",
    "{name} moves a cracked hexagon{outcome}.",
    "{name} moves a blue hexagon{outcome}.",
)
COUNTED: Final = (
    "{count} gray",
    "{count} cracked",
    "{count} blue",
    "{count} Swap-agon",
    "{count} Draw-agon",
    "{count} Bomb-agon",
    "{count} Move-agon",
)
"""What a player draws, short enough for a banner."""


def tell(before: HexagonePosition, after: HexagonePosition, seat: int, action: int) -> list[Beat]:
    """Return what an action did."""
    beats = _action_beats(before, after, seat, action)
    if before.closing < 0 <= after.closing and not after.over:
        beats.append(Beat("round", translate("The bag is empty: one last turn each.")))
    if after.over:
        return [*beats, _end_beat(after)]
    return beats if before.turn == after.turn else [*beats, *_turn_beats(before, after)]


def tell_resignation(before: HexagonePosition, after: HexagonePosition, seat: int) -> list[Beat]:
    """Return that the hand of a player who resigned is discarded, and the turn or the end that follows (HG 6.4, 6.5)."""
    beats: list[Beat] = []
    if before.pool_size(seat):
        text = translate("{name}'s hand is discarded.", name=_name(before, seat))
        beats.append(Beat("discard", text, seat, (f"p{seat + 1}.hand",), to=("discards",)))
    if after.over:
        return beats if after.ending() == "resigned" else [*beats, _end_beat(after)]
    return beats if before.turn == after.turn else [*beats, *_turn_beats(before, after)]


def tell_start(start: HexagonePosition) -> list[Beat]:
    """Return what was drawn before the first turn (HG 2.1)."""
    hands = tuple([f"p{seat + 1}.hand" for seat in range(int(start.seats))])
    turn = int(start.turn)
    return [
        Beat("draw", translate("Everybody draws three hexagons."), ids=hands),
        Beat("turn", translate("{name} was drawn to start.", name=_name(start, turn)), turn),
        *_new_cards([int(card) for card in start.row if card >= 0], start, turn),
    ]


def _name(position: HexagonePosition, seat: int) -> str:
    return player_names(int(position.seats))[seat]


def _action_beats(before: HexagonePosition, after: HexagonePosition, seat: int, action: int) -> list[Beat]:
    name = _name(before, seat)
    if action >= moves.CLAIM:
        return _claim_beats(before, after, seat, action, name)
    if action >= moves.DISCARD:
        text = translate("{name} discards {hexagon}.", name=name, hexagon=translate(HEXAGONS[action - int(moves.DISCARD)]))
        return [_from_hand("discard", before, seat, action - int(moves.DISCARD), text, "discards")]
    if action >= moves.PASS:
        return _turn_end_beats(before, after, seat, action, name)
    if action == moves.DRAW_TWO:
        spent = _from_hand("discard", before, seat, KINDS.index("draw"), translate("{name} uses a Draw-agon.", name=name), "discards")
        return [spent, *_draw_beats(before, after, seat, KINDS.index("draw"), "")]
    if action >= moves.BOMB_CARD:
        return _bomb_beats(before, after, seat, (action - int(moves.BOMB_CARD)) // 2, name)
    return _table_beats(before, after, seat, action, name)


def _table_beats(before: HexagonePosition, after: HexagonePosition, seat: int, action: int, name: str) -> list[Beat]:
    """Return what happens to the hexagons on the table."""
    place = action % int(CELLS)
    cell = SHAPE.name(place)
    outcome = _outcome(before, after)
    if action < moves.MOVE_FROM:
        return [Beat("place", translate(PLACED[action // int(CELLS)], name=name, outcome=outcome), seat, (cell,))]
    if action < moves.MOVE_TO or moves.SWAP_FROM <= action < moves.SWAP_WITH:
        moving = action < moves.MOVE_TO
        text = translate("{name} uses a Move-agon.", name=name) if moving else translate("{name} uses a Swap-agon.", name=name)
        kind = KINDS.index("move" if moving else "swap")
        return [_from_hand("discard", before, seat, kind, text, "discards"), Beat("act", seat=seat, ids=(cell,))]
    source = SHAPE.name(int(before.source))
    if action < moves.SWAP_FROM:
        return [Beat("move", translate(MOVED[int(before.board.kind_at(before.source))], name=name, outcome=outcome), seat, (source, cell))]
    kinds = sorted({int(before.board.kind_at(before.source)), int(before.board.kind_at(place))})
    one, other = (translate(SHORT[kind]) for kind in kinds)
    text = translate("{name} swaps {one} and {other}{outcome}.", name=name, one=one, other=other, outcome=outcome)
    return [Beat("act", text, seat, (source, cell), to=(cell, source))]


def _outcome(before: HexagonePosition, after: HexagonePosition) -> str:
    """Return the cards whose patterns lie on the table now and did not before."""
    old, new = tones(before), tones(after)
    cards = [int(card) for card in after.row if card >= 0]
    fit = [card for card in cards if not card_fit(after.deck, card, *new).missing and card_fit(after.deck, card, *old).missing]
    if len(fit) == 1:
        return translate(": the {points}-point card fits", points=int(after.deck.points[fit[0]]))
    return translate(": {count} cards fit", count=len(fit)) if fit else ""


def _claim_beats(before: HexagonePosition, after: HexagonePosition, seat: int, action: int, name: str) -> list[Beat]:
    card, _ = decode_claim(before, action)
    points = int(before.deck.points[card])
    item, cells = f"card.{before.deck.names[card]}", match_cells(before, action)
    text = translate("{name} claims the {points}-point card.", name=name, points=points)
    beats = [Beat("claim", text, seat, (item, *cells), success=True)]
    cracked = tuple([cell for cell in cells if before.board.kind_at(SHAPE.find(cell)) == CRACKED])
    if cracked:
        text = translate.plural(len(cracked), "One cracked hexagon crumbles.", "{count} cracked hexagons crumble.")
        beats.append(Beat("remove", text, seat, cracked, to=("discards",)))
    total = int(after.score(seat))
    if before.teams:
        one, more = "+{count} point for the team: {total} in all.", "+{count} points for the team: {total} in all."
    else:
        one, more = "+{count} point: {total} in all.", "+{count} points: {total} in all."
    text = translate.plural(points, one, more, total=total)
    owner = (f"seat.{seat}",)
    return [*beats, Beat("capture", seat=seat, ids=(item,), to=owner), Beat("score", text, seat, (item,), to=owner, points=points)]


def _bomb_beats(before: HexagonePosition, after: HexagonePosition, seat: int, slot: int, name: str) -> list[Beat]:
    card = int(before.row[slot])
    points = int(before.deck.points[card])
    beats = [
        _from_hand("discard", before, seat, KINDS.index("bomb"), translate("{name} uses a Bomb-agon.", name=name), "discards"),
        Beat("discard", translate("The {points}-point card is discarded.", points=points), seat, (f"card.{before.deck.names[card]}",)),
    ]
    return beats + _new_cards(_joined(before, after), after, seat)


def _turn_end_beats(before: HexagonePosition, after: HexagonePosition, seat: int, action: int, name: str) -> list[Beat]:
    """Return a pass, the hexagons put back and exchanged, or the end of a turn."""
    if action == moves.PASS:
        return [Beat("pass", translate("{name} passes.", name=name), seat)]
    if action == moves.END:
        over = int(before.pool_size(seat)) - int(HAND_LIMIT)
        if over > 0:
            one, more = "{name} has to discard one hexagon.", "{name} has to discard {count} hexagons."
            return [Beat("pass", translate.plural(over, one, more, name=name), seat)]
        return _draw_beats(before, after, seat, -1, name) or [Beat("pass", translate("{name} draws nothing.", name=name), seat)]
    if action < moves.EXCHANGE:
        kind = action - int(moves.RETURN)
        if before.pools[8 * seat + HIDDEN]:
            text = translate("{name} puts a hexagon back.", name=name)
        else:
            text = translate("{name} puts {hexagon} back.", name=name, hexagon=translate(HEXAGONS[kind]))
        return [_from_hand("return", before, seat, kind, text, "pile")]
    count = int(before.pool_size(RETURNED))
    if not count:
        return [Beat("pass", translate("{name} keeps the hand.", name=name), seat)]
    text = translate.plural(count, "{name} returns one hexagon to the bag.", "{name} returns {count} hexagons to the bag.", name=name)
    piled = tuple([f"pile.{kind}" for i, kind in enumerate((*KINDS, "hidden")) if before.pools[8 * int(RETURNED) + i]])
    return [Beat("return", text, seat, piled, to=("stock",)), *_draw_beats(before, after, seat, -1, "")]


def _draw_beats(before: HexagonePosition, after: HexagonePosition, seat: int, spent: int, name: str) -> list[Beat]:
    """Return what was drawn, by kind for those who may know; after another sentence of the player the name is left out."""
    hand = f"p{seat + 1}.hand"
    count = int(after.pool_size(seat)) - int(before.pool_size(seat)) + (spent >= 0)
    if count <= 0:
        return []
    if before.pools[8 * seat + HIDDEN] or after.pools[8 * seat + HIDDEN]:
        ids = (f"{hand}.hidden",) if after.pools[8 * seat + HIDDEN] else (hand,)
        if name:
            text = translate.plural(count, "{name} draws one hexagon.", "{name} draws {count} hexagons.", name=name)
        else:
            text = translate.plural(count, "One new hexagon.", "{count} new hexagons.")
        return [Beat("draw", text, seat, ids, to=(hand,))]
    drawn = [int(after.pools[8 * seat + kind]) - int(before.pools[8 * seat + kind]) + (kind == spent) for kind in range(7)]
    words = listed([translate(COUNTED[kind], count=n) for kind, n in enumerate(drawn) if n])
    text = translate("{name} draws {hexagons}.", name=name, hexagons=words) if name else translate("New: {hexagons}.", hexagons=words)
    kinds = [kind for kind, n in zip(KINDS, drawn, strict=True) if n]
    faces = tuple([Face(kind) for kind in kinds])
    return [Beat("draw", text, seat, tuple([f"{hand}.{kind}" for kind in kinds]), faces, (hand,))]


def _from_hand(beat: BeatKind, before: HexagonePosition, seat: int, kind: int, text: str, tray: str) -> Beat:
    """Return a hexagon on its way from a hand to a tray; in a hand that is hidden it is one of the hidden ones."""
    shown = "hidden" if before.pools[8 * seat + HIDDEN] else KINDS[kind]
    return Beat(beat, text, seat, (f"p{seat + 1}.hand.{shown}",), to=(tray,))


def _turn_beats(before: HexagonePosition, after: HexagonePosition) -> list[Beat]:
    """Return the beginning of a turn, with the card that joins the row and the one that leaves it (HG 3.1)."""
    turn = int(after.turn)
    name = _name(after, turn)
    text = translate("{name}'s turn.", name=name) if after.closing < 0 else translate("{name}'s last turn.", name=name)
    beats = [Beat("turn", text, turn)]
    stays = [int(card) for card in after.row]
    gone = [f"card.{before.deck.names[card]}" for card in before.row if card >= 0 and card not in stays]
    beats += [Beat("discard", seat=turn, ids=(card,)) for card in gone]
    return beats + _new_cards(_joined(before, after), after, turn, bool(gone))


def _joined(before: HexagonePosition, after: HexagonePosition) -> list[int]:
    """Return the cards that are new in the row."""
    old = [int(card) for card in before.row]
    return [int(card) for card in after.row if card >= 0 and card not in old]


def _new_cards(cards: list[int], position: HexagonePosition, seat: int, full: bool = False) -> list[Beat]:
    """Return the cards that join the row; `full` says that the oldest has made room."""
    deck = position.deck
    one, more = "New card: {count} point.", "New card: {count} points."
    if full:
        one, more = "New card: {count} point. The oldest leaves.", "New card: {count} points. The oldest leaves."
    texts = [translate.plural(int(deck.points[card]), one, more) for card in cards]
    return [Beat("draw", text, seat, (f"card.{deck.names[card]}",), to=("row",)) for card, text in zip(cards, texts, strict=True)]


def _end_beat(after: HexagonePosition) -> Beat:
    """End the game, with the reason and the points."""
    return Beat("end", end_text(after, translate(ENDS[after.ending()]), bool(after.teams)))
