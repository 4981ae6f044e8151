"""hexaGONE in the terminal."""

from __future__ import annotations

from typing import Final

from bestagon.core.actions import legal_actions
from bestagon.games.hexagone.board import BAG, CELLS, DISCARDED, HEXAGONS, HIDDEN, KINDS, RETURNED, SHAPE, TONE_BLUE
from bestagon.games.hexagone.board_deck import SequenceDeck
from bestagon.games.hexagone.rules import moves
from bestagon.games.hexagone.rules.play import HAND_LIMIT
from bestagon.games.hexagone.rules.state import HexagonePosition
from bestagon.games.hexagone.translations import translate
from bestagon.grid import Hex, Shape, bits, chart

PLAYING_PROMPTS: Final = (
    "End your turn.",
    "Claim a card, or end your turn.",
    "Play more, or end your turn.",
    "Play more, claim a card, or end your turn.",
)
"""The prompts while hexagons are played: bit 0 if a card can be claimed, bit 1 if more can be played."""
LANDINGS: Final = (
    "Choose a space for the gray hexagon.",
    "Choose a space for the cracked hexagon.",
    "Choose a space for the blue hexagon.",
)
PARTNERS: Final = (
    "Choose a hexagon to swap with the gray one.",
    "Choose a hexagon to swap with the cracked one.",
    "Choose a hexagon to swap with the blue one.",
)
MARGIN: Final = 1
"""The number of empty cells drawn around the used part of the table."""
MAX_WIDTH: Final = 100
SYMBOLS: Final = "GCB"
LEGEND: Final = "G gray, C cracked, B blue; a number is a cell where a hexagon may be placed"


def prompt(position: HexagonePosition, actions: list[int]) -> str:
    """Return what the seat has to do that has these legal actions."""
    phase = position.phase
    if phase == moves.STARTING:
        return translate("Play a hexagon, or pass.") if len(actions) > 1 else translate("You can play nothing: pass.")
    if phase in (moves.PLAYING, moves.CLAIMING):
        claims, plays = len(actions) > 1 and actions[-2] >= moves.CLAIM, actions[0] < moves.PASS
        if phase == moves.CLAIMING:
            return translate("Claim another card, or end your turn.") if claims else translate("No other card fits: end your turn.")
        return translate(PLAYING_PROMPTS[claims + 2 * plays])
    if phase in (moves.MOVING, moves.SWAPPING):
        kind = int(position.board.kind_at(position.source))
        return translate((LANDINGS if phase == moves.MOVING else PARTNERS)[kind])
    if phase == moves.RETURNING:
        return translate("Choose hexagons to put back, then exchange.")
    over = int(position.pool_size(position.turn)) - int(HAND_LIMIT)
    return translate.plural(over, "Discard one hexagon.", "Discard {count} hexagons.")


def draw(position: HexagonePosition, names: list[str]) -> str:
    """Return the used part of the table, the row of cards, hands, scores and the turn."""
    parts = [
        _draw_table(position),
        LEGEND,
        "",
        *_draw_row(position),
        "",
        *(_seat_line(position, seat, names[seat]) for seat in range(position.seats)),
        _stock_line(position),
        _turn_line(position, names),
    ]
    return "\n".join(line.rstrip() for line in parts)


def _draw_table(position: HexagonePosition) -> str:
    """Return the used part of the table; empty cells next to a hexagon show their number."""
    cells = _cropped(position)
    names = [SHAPE.name(cell) for cell in cells]
    labels = [_label(position, cell, names[i]) for i, cell in enumerate(cells)]
    part = Shape([SHAPE.cells[cell] for cell in cells], names)
    picture = chart(part, labels)
    if max(len(line) for line in picture.splitlines()) <= MAX_WIDTH:
        return picture
    return chart(part, [label if label in SYMBOLS else "." for label in labels])


def _cropped(position: HexagonePosition) -> list[int]:
    """Return the cells to draw: a rectangle around all hexagons, with a margin."""
    used = [SHAPE.cells[cell] for cell in range(CELLS) if position.board.kind_at(cell) >= 0] or [Hex(0, 0)]
    rows = [cell.r for cell in used]
    columns = [2 * cell.q + cell.r for cell in used]
    top, bottom = min(rows) - MARGIN, max(rows) + MARGIN
    left, right = min(columns) - 2 * MARGIN, max(columns) + 2 * MARGIN
    return [i for i, (q, r) in enumerate(SHAPE.cells) if top <= r <= bottom and left <= 2 * q + r <= right]


def _label(position: HexagonePosition, cell: int, name: str) -> str:
    kind = position.board.kind_at(cell)
    if kind >= 0:
        return SYMBOLS[kind]
    return name.lstrip("abcdefghijklmnopqrstuvwxyz") if position.board.is_fringe(cell) else "."


def _draw_row(position: HexagonePosition) -> list[str]:
    """Return the cards of the row side by side, oldest first."""
    blocks = [_draw_card(position.deck, int(card)) for card in position.row if card >= 0]
    if not blocks:
        return ["The row of cards is empty."]
    height = max(map(len, blocks))
    columns = [[line.ljust(max(map(len, block)) + 6) for line in block + [""] * (height - len(block))] for block in blocks]
    return ["".join(lines) for lines in zip(*columns, strict=True)]


def _draw_card(deck: SequenceDeck, card: int) -> list[str]:
    """Return a card: its name, stars and points, and its pattern."""
    pattern = deck.patterns[card][0]
    picture = chart(Shape([cell for cell, _ in pattern]), ["B" if tone == TONE_BLUE else "G" for _, tone in pattern], margin=False)
    head = f"{deck.names[card]} {'*' * deck.stars[card]} {_many(int(deck.points[card]), 'point')}"
    return [head, *("  " + line for line in picture.splitlines())]


def _many(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


def _pool(position: HexagonePosition, pool: int) -> str:
    """Return the hexagons of a pool in words; ? is a hidden one."""
    counts = [int(position.pools[8 * pool + i]) for i in range(8)]
    words = [f"{count} {word}" for word, count in zip((*KINDS, "?"), counts, strict=True) if count]
    return ", ".join(words) or "none"


def _seat_line(position: HexagonePosition, seat: int, name: str) -> str:
    mark = ">" if not position.over and position.turn == seat else " "
    resigned = " (resigned)" if position.resigned(seat) else ""
    won = f"{_many(int(position.points[seat]), 'point')} in {_many(int(bits.count(position.claimed[seat])), 'card')}"
    team = f", team {position.score(seat)}" if position.teams else ""
    line = f"{mark} {name}{resigned}: {won}{team}; hand: {_pool(position, seat)}"
    if position.phase == moves.RETURNING and position.turn == seat:
        line += f"; returns: {_pool(position, int(RETURNED))}"
    return line


def _stock_line(position: HexagonePosition) -> str:
    bag = int(position.pool_size(BAG))
    return f"  Bag {bag} of {HEXAGONS}, deck {bits.count(position.draw_pile)}; discards: {_pool(position, int(DISCARDED))}"


def _turn_line(position: HexagonePosition, names: list[str]) -> str:
    if position.over:
        ends = {"bag": "the bag is empty", "passes": "everybody passed three times", "resigned": "the others resigned"}
        return f"  The game is over: {ends[position.ending()]}."
    hidden = position.pools[8 * position.turn + HIDDEN] > 0
    line = f"  {names[position.turn]}: " + ("turn." if hidden else prompt(position, legal_actions(position, int(position.turn))))
    if position.source >= 0:
        line += f" ({SHAPE.name(int(position.source))})"
    if position.closing >= 0:
        last = position.closing == position.turn and not position.closing_turn
        when = "this turn" if last else f"{names[position.closing]}'s next turn"
        line += f" The bag is empty: the game ends after {when}."
    return line
