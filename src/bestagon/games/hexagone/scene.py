"""The stage and the scenes of hexaGONE."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec import structs

from bestagon.core.scene_parts import offered_actions, player_names, seat_states, waiting_prompt
from bestagon.games.hexagone.board import BAG, CELL, DISCARDED, KINDS, RETURNED, SHAPE, TONE_BLUE
from bestagon.games.hexagone.board_deck import SequenceDeck
from bestagon.games.hexagone.rules.moves import RETURNING, ROW
from bestagon.games.hexagone.rules.play import HAND_LIMIT
from bestagon.games.hexagone.rules.state import HexagonePosition
from bestagon.games.hexagone.scene_cards import CardFit, card_fit, claimed_card, row_card, tones
from bestagon.games.hexagone.scene_choices import HexagoneChoices, HexagoneClaims, choices_of, effects_of
from bestagon.games.hexagone.terminal import prompt
from bestagon.games.hexagone.theme import THEME
from bestagon.games.hexagone.translations import translate
from bestagon.grid import Hex, bits
from bestagon.i18n import language
from bestagon.scene.beats import Card
from bestagon.scene.grids import grid, players
from bestagon.scene.model import (
    Board,
    BoardState,
    CellState,
    Figure,
    Item,
    Piece,
    Scene,
    ScoreLine,
    SeatStyle,
    Stage,
    Team,
    Tray,
    stage_id,
)

POOL_KINDS: Final = (*KINDS, "hidden")
"""The order of the counts in a pool."""
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
    "fits": "fits: its pattern is on the table",
    "missing": "some of its hexagons are missing",
}
POWERS: Final = {
    "gray": ("Gray hexagon", "Counts as gray on a card, and stays when it is claimed."),
    "cracked": ("Cracked hexagon", "Counts as gray. It crumbles when a card is claimed with it."),
    "blue": ("Blue hexagon", "Counts as blue on a card, and stays when it is claimed."),
    "swap": ("Swap-agon", "Two hexagons of different kinds change places."),
    "draw": ("Draw-agon", "Draw two hexagons."),
    "bomb": ("Bomb-agon", "Discard a card of the row; you may draw a new one."),
    "move": ("Move-agon", "Move any hexagon to another empty space next to a hexagon."),
    "bag": ("Bag", "Who draws the last hexagon has one more turn, the others too."),
    "deck": ("Deck", "Every turn begins with a new card in the row."),
}
"""Titles and powers, by kind."""
HELD: Final = {"gray": "Gray", "cracked": "Cracked", "blue": "Blue", "swap": "Swap", "draw": "Draw", "bomb": "Bomb", "move": "Move"}
"""What is written below hexagons in a hand, by kind."""
SHARED: Final = {"row": "Cards to claim", "stock": "Stock", "discards": "Discards", "pile": "Going back"}
HEXAGON: Final = tuple(CellState(piece=Piece(kind)) for kind in KINDS[:3])
CHOSEN: Final = tuple(CellState(piece=Piece(kind, marks=("chosen",))) for kind in KINDS[:3])
ON_SPOT: Final = tuple(SHAPE.names[cell] if cell >= 0 else "" for cell in CELL)
"""The name of the cell on every spot."""
TABLE: Final = grid(SHAPE, crop=True)
"""The grid of every set-up."""
TEAMS: Final = (("A", "red", (0, 2)), ("B", "blue", (1, 3)))
"""Signs, colours and seats (HG 6.2)."""
ENDS: Final = {"bag": "The bag is empty", "passes": "Everybody passed three times", "resigned": "The others resigned"}


class HexagoneSceneParts:
    """The parts that all scenes of a set-up share."""

    def __init__(self, deck: SequenceDeck, seats: int, teams: bool) -> None:
        """Make the stage and empty caches of choices."""
        self.cards = [Item(f"card.{name}", "card", name) for name in deck.names]
        figures = {card.id: _figure(deck, i) for i, card in enumerate(self.cards)}
        self.players = player_names(seats)
        shared = tuple(Tray(word, translate(title), beside=True, room=int(ROW) * (word == "row")) for word, title in SHARED.items())
        hands = tuple(Tray(f"p{s + 1}.hand", translate("Hand"), s, room=int(HAND_LIMIT)) for s in range(seats))
        claimed = tuple(Tray(f"p{s + 1}.claimed", translate("Claimed cards"), s, kept=True) for s in range(seats))
        legend = {kind: translate(words) for kind, words in LEGEND.items()}
        powers = {kind: Card(translate(title), text=translate(words)) for kind, (title, words) in POWERS.items()}
        trays = (*shared, *hands, *claimed)
        sides = tuple(Team(translate("Team {sign}", sign=sign), sign, colour, team) for sign, colour, team in TEAMS) if teams else ()
        styles = _team_players(self.players) if teams else players(self.players)
        self.stage = Stage("hexagone", styles, (TABLE,), (Board(""),), trays, figures, legend, powers, THEME, sides)
        self.id = stage_id(self.stage)
        self.choices = [HexagoneChoices(seat) for seat in range(seats)]
        self.claims = HexagoneClaims(deck)


def _team_players(names: Sequence[str]) -> tuple[SeatStyle, ...]:
    """Return seats that have the colour of their team and an emblem of their own (HG 6.2)."""
    return tuple(SeatStyle(one.name, TEAMS[seat % 2][1], one.emblem) for seat, one in enumerate(players(names)))


def _figure(deck: SequenceDeck, card: int) -> Figure:
    """Return a card's pattern in the rotation that lies flattest, so that it is as large as a card allows."""
    flattest = min(deck.patterns[card], key=lambda pattern: _extent([step for step, _ in pattern]))
    cells = tuple((step.q, step.r, "blue" if tone == TONE_BLUE else "gray") for step, tone in flattest)
    return Figure(cells, f"{'★' * int(deck.stars[card])} {deck.points[card]}")


def _extent(cells: Sequence[Hex]) -> tuple[int, int]:
    """Return the number of rows of a pattern and its width in half cells."""
    rows, halves = [cell.r for cell in cells], [2 * cell.q + cell.r for cell in cells]
    return max(rows) - min(rows), max(halves) - min(halves)


@lru_cache(maxsize=64)
def scene_parts(deck: SequenceDeck, seats: int, teams: bool, language: str) -> HexagoneSceneParts:
    """Return the parts that all scenes of a set-up share in the current language."""
    return HexagoneSceneParts(deck, seats, teams)


def scene(position: HexagonePosition, seat: int) -> Scene:
    """Return a masked position as a seat, or a spectator (-1), sees it."""
    seats = int(position.seats)
    shared = scene_parts(position.deck, seats, position.teams, language())
    actions = offered_actions(position, seat)
    choices = choices_of(position, actions, shared.choices[seat], shared.claims)
    grays, blues = tones(position)
    fits = [card_fit(position.deck, int(card), grays, blues) for card in position.row if card >= 0]
    return Scene(
        shared.id,
        seat_states(position, [_seat_facts(position, s) for s in range(seats)], -1 if _is_last(position) else int(position.turn)),
        prompt(position, actions) if choices else waiting_prompt(position, shared.players),
        {"": BoardState(_hexagons(position))},
        _trays(position, shared, fits),
        _facts(position, shared),
        choices,
        effects=effects_of(position, actions, fits),
        cards=_facts_of_cards(position, fits),
        over=position.over,
        score_breakdown=[_score_breakdown(position, s) for s in range(seats)],
    )


def _hexagons(position: HexagonePosition) -> dict[str, CellState]:
    """Return the hexagons on the table."""
    board = position.board
    codes = bytes(memoryview(board.spots))
    found = {ON_SPOT[spot]: HEXAGON[codes[spot] - 2] for spot in memoryview(board.grays)[: board.gray_count]}
    for spot in memoryview(board.blues)[: board.blue_count]:
        found[ON_SPOT[spot]] = HEXAGON[2]
    if position.source >= 0:
        found[SHAPE.names[position.source]] = CHOSEN[int(board.kind_at(position.source))]
    return found


@lru_cache(maxsize=4096)
def _pool(prefix: str, counts: bytes) -> list[Item]:
    """Return the hexagons of a pool, one item for each kind."""
    return [Item(prefix + kind, kind, count=count) for kind, count in zip(POOL_KINDS, counts, strict=True) if count]


@lru_cache(maxsize=4096)
def _hand(prefix: str, counts: bytes, language: str) -> list[Item]:
    """Return the hexagons of a hand with their names in the current language, which is part of the cache key."""
    return [structs.replace(item, name=translate(HELD[item.kind])) if item.kind in HELD else item for item in _pool(prefix, counts)]


def _trays(position: HexagonePosition, shared: HexagoneSceneParts, fits: list[CardFit]) -> dict[str, list[Item]]:
    pools = bytes(memoryview(position.pools))
    row = [int(card) for card in position.row if card >= 0]
    trays = {
        "row": [_row_item(shared.cards[card], fit.missing, language()) for card, fit in zip(row, fits, strict=True)],
        "stock": _stock(int(position.pool_size(BAG)), int(bits.count(position.draw_pile))),
        "discards": _pool("discard.", pools[8 * DISCARDED : 8 * DISCARDED + 8]),
    }
    if position.phase == RETURNING:
        trays["pile"] = _pool("pile.", pools[8 * RETURNED : 8 * RETURNED + 8])
    for s in range(int(position.seats)):
        trays[f"p{s + 1}.hand"] = _hand(f"p{s + 1}.hand.", pools[8 * s : 8 * s + 8], language())
        if position.claimed[s]:
            trays[f"p{s + 1}.claimed"] = [shared.cards[card] for card in _cards(int(position.claimed[s]))]
    return trays


@lru_cache(maxsize=512)
def _row_item(card: Item, missing: int, language: str) -> Item:
    """Return a card of the row that fits, or lacks so many hexagons, in the current language, which is part of the cache key."""
    note = translate.plural(missing, "1 missing", "{count} missing") if missing else translate("fits")
    return Item(card.id, card.kind, card.label, marks=("missing",) if missing else ("fits",), note=note)


def _facts_of_cards(position: HexagonePosition, fits: list[CardFit]) -> dict[str, Card]:
    """Return the facts about the cards of the row and the claimed ones."""
    deck = position.deck
    row = [int(card) for card in position.row if card >= 0]
    found = {f"card.{deck.names[card]}": row_card(deck, card, fit) for card, fit in zip(row, fits, strict=True)}
    for s in range(int(position.seats)):
        found.update({f"card.{deck.names[card]}": claimed_card(deck, card) for card in _cards(int(position.claimed[s]))})
    return found


@lru_cache(maxsize=4096)
def _stock(bag: int, deck: int) -> list[Item]:
    return [Item("stock.bag", "bag", count=bag), Item("stock.deck", "deck", count=deck)]


def _cards(members: int) -> list[int]:
    return [card for card in range(members.bit_length()) if members >> card & 1]


def _seat_facts(position: HexagonePosition, seat: int) -> dict[str, str]:
    facts = {translate("In hand"): str(position.pool_size(seat)), translate("Cards"): str(bits.count(position.claimed[seat]))}
    if position.teams:
        facts[translate("Own points")] = str(position.points[seat])
    return facts


def _is_last(position: HexagonePosition) -> bool:
    """Tell whether the game ends after this turn (HG 6.1)."""
    return bool(position.closing == position.turn and not position.closing_turn)


def _facts(position: HexagonePosition, shared: HexagoneSceneParts) -> dict[str, str]:
    if position.over:
        return {translate("Ended"): translate(ENDS[position.ending()])}
    if position.closing < 0:
        return {}
    turn = translate("this turn") if _is_last(position) else translate("{name}'s next turn", name=shared.players[position.closing])
    return {translate("Ends after"): turn}


def _score_breakdown(position: HexagonePosition, seat: int) -> list[ScoreLine]:
    """Return the points of the cards that a seat has claimed, by stars, and those of its partner (HG 6.2)."""
    deck = position.deck
    points = [0] * 4
    for card in _cards(int(position.claimed[seat])):
        points[int(deck.stars[card])] += int(deck.points[card])
    used = {int(deck.stars[card]) for card in _cards(int(position.all_cards))}
    lines = [ScoreLine(translate("Cards {stars}", stars="★" * stars), points[stars]) for stars in sorted(used)]
    if position.teams:
        lines.append(ScoreLine(translate("Partner's cards"), int(position.points[seat ^ 2])))
    return lines
