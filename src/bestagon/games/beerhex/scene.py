"""BeerHex as a Stage and Scenes."""

from __future__ import annotations

from functools import cache
from typing import Final

from bestagon.core.scene_parts import listed, offered_actions, seat_states, waiting_prompt
from bestagon.games.beerhex.board import ACTIONS_WITH_CLUES, ATTACK, BETWEEN, CLUED, CONCEDE, DECLARE, FILL, SHAPE, TRIPLES
from bestagon.games.beerhex.notation import NAMES, action_text, cell_names
from bestagon.games.beerhex.position import BeerHexPosition
from bestagon.games.beerhex.terminal import LATE, game_result, match_result, prompt, seat_names
from bestagon.games.beerhex.translations import translate
from bestagon.i18n import language
from bestagon.scene.grids import grid, players, rhombus_sides
from bestagon.scene.model import Board, BoardState, CellState, Choice, Item, Piece, Scene, ScoreLine, Stage, Tray, stage_id

COLOURS: Final = ("gold", "silver")
KINDS: Final = ("cap-gold", "cap-silver", "cap")
"""A cap whose symbol is gold, silver, or not known."""
PLACES: Final = (
    ("own", "Place a cap with your own symbol on {cell}", "Place a cap with your own symbol and a clue token on {cell}"),
    ("other", "Place a cap with your opponent's symbol on {cell}", "Place a cap with your opponent's symbol and a clue token on {cell}"),
)
"""For either symbol its word in ids, and what placing it is called without and with a token."""
WORDS: Final = (
    "Declare victory",
    "Declare opponent blocked",
    "Give up this game",
    "Gold starts the next game",
    "Silver starts the next game",
)
TOLD: Final = (
    "{name} declares victory",
    "{name} declares that the other cannot connect",
    "{name} gives up this game",
    "{name} lets Gold start the next game",
    "{name} lets Silver start the next game",
)
PLACED: Final = (
    "{name} places a cap with the own symbol on {cell}",
    "{name} places a cap with the other symbol on {cell}",
    "{name} places a cap on {cell}",
    "{name} places a cap on {cell} and puts a clue token on it",
)
"""A placement as those tell it who know its symbol, as others do, and with a token."""
LEGEND: Final = {
    "cap": "cap with a hidden symbol",
    "cap-gold": "cap with a gold symbol",
    "cap-silver": "cap with a silver symbol",
    "up": "face up",
    "token": "clue token",
}
SPOTS: Final = tuple(
    CellState(piece=Piece(kind, seat, marks=(("up",) if state & 1 else ()) + (("token",) if state & 2 else ())))
    for kind in KINDS
    for seat in (0, 1)
    for state in range(4)
)
"""Every cap there can be: eight for each kind, four for each seat, face up first."""


@cache
def look(clues: bool, language: str) -> tuple[Stage, str]:
    """Return what never changes in a match, and its id; the language is the one that is spoken."""
    seats = players(seat_names(), COLOURS)
    board = grid(SHAPE, sides=rhombus_sides(5, seats))
    titles = [translate("{name}'s caps and tokens", name=one.name) if clues else translate("{name}'s caps", name=one.name) for one in seats]
    trays = tuple(Tray(f"p{s + 1}.hand", title, s) for s, title in enumerate(titles))
    legend = {kind: translate(words) for kind, words in LEGEND.items()}
    stage = Stage("beerhex", seats, (board,), (Board(""),), trays, legend=legend)
    return stage, stage_id(stage)


@cache
def _choices(seat: int, language: str) -> list[Choice]:
    """Return every action of a seat as a choice, in the language that is spoken."""
    return [Choice(action, action_text(action), *_offer(seat, action)) for action in range(int(ACTIONS_WITH_CLUES))]


def _offer(seat: int, action: int) -> tuple[str, tuple[str, ...]]:
    """Return what an action is called and what to click for it."""
    if ATTACK <= action < DECLARE:
        cells = cell_names(int(TRIPLES[action - ATTACK]))
        return translate("Attack {cells}", cells=listed(cells)), tuple(cells)
    if DECLARE <= action < CLUED:
        return translate(WORDS[action - DECLARE]), ()
    cell = SHAPE.name(_cell(action))
    word, alone, with_token = PLACES[action % 2]
    return translate(with_token if action >= CLUED else alone, cell=cell), (f"p{seat + 1}.cap.{word}", cell)


def _cell(action: int) -> int:
    """Return where a cap is placed."""
    return (action if action < ATTACK else action - int(CLUED)) // 2


def scene(position: BeerHexPosition, seat: int) -> Scene:
    """Return what a seat, or a spectator (-1), sees of a masked match."""
    table = _choices(seat, language())
    choices = [table[action] for action in offered_actions(position, seat)]
    return Scene(
        look(position.clues, language())[1],
        seat_states(position, [_in_hand(int(position.hand(s)), language()) for s in (0, 1)]),
        prompt(position) if choices else _news(position),
        {"": BoardState(_caps(position))},
        {"p1.hand": _hand(position, 0), "p2.hand": _hand(position, 1)},
        _facts(position),
        choices,
        confirm=tuple(choice.action for choice in choices if DECLARE <= choice.action <= CONCEDE),
        over=position.over,
        score_breakdown=[_score_breakdown(position, s) for s in (0, 1)] if position.over else [],
    )


@cache
def _in_hand(caps: int, language: str) -> dict[str, str]:
    return {translate("In hand"): str(caps)}


def _caps(position: BeerHexPosition) -> dict[str, CellState]:
    names, found = SHAPE.names, {}
    left, colour, symbol = int(position.occupied), int(position.colour), int(position.symbol)
    hidden, up, token = int(position.hidden), int(position.up), int(position.token)
    while left:
        bit = left & -left
        left ^= bit
        kind = 16 if hidden & bit else 8 if symbol & bit else 0
        at = kind + (4 if colour & bit else 0) + (1 if up & bit else 0) + (2 if token & bit else 0)
        found[names[bit.bit_length() - 1]] = SPOTS[at]
    return found


@cache
def _stack(seat: int, which: str, count: int) -> Item:
    """Return caps of a hand that are alike."""
    kind = {"own": KINDS[seat], "other": KINDS[1 - seat], "unknown": "cap"}[which]
    return Item(f"p{seat + 1}.cap.{which}", kind, count=count)


def _hand(position: BeerHexPosition, seat: int) -> list[Item]:
    own, other = position.hands >> 8 * seat & 15, position.hands >> 8 * seat + 4 & 15
    if position.blind >> seat & 1:
        items = [_stack(seat, "unknown", own)] if own else []
    else:
        items = [_stack(seat, word, count) for word, count in (("own", own), ("other", other)) if count]
    tokens = int(position.tokens_left(seat)) if position.clues else 0
    return [*items, Item(f"p{seat + 1}.token", "token", count=tokens)] if tokens else items


@cache
def _names(language: str) -> tuple[str, ...]:
    return seat_names()


@cache
def _titles(language: str) -> tuple[str, str]:
    """Return what the facts of every position are called."""
    return translate("Match"), translate("Turn")


def _facts(position: BeerHexPosition) -> dict[str, str]:
    match, turn = _titles(language())
    facts = {} if position.sets == 1 else {match: f"{position.score(0)} : {position.score(1)}"}
    if position.phase in (BETWEEN, FILL) or position.over:
        return facts
    left = int(position.limit - position.turns)
    facts[turn] = str(position.turns + 1)
    if left <= LATE:
        facts[translate("Void in")] = translate.plural(left, "{count} turn", "{count} turns")
    return facts


def _news(position: BeerHexPosition) -> str:
    """Return what somebody reads who may not act."""
    if position.over:
        return translate("The match is over: {result}.", result=match_result(position))
    lost = f"{_sentence(game_result(position))} " if position.phase == BETWEEN else ""
    return lost + waiting_prompt(position, _names(language()))


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."


def _score_breakdown(position: BeerHexPosition, seat: int) -> list[ScoreLine]:
    won = int(position.score(seat))
    return [ScoreLine(_sentence(match_result(position))), ScoreLine(translate("Games won"), won)]


def sentence(position: BeerHexPosition, seat: int, action: int, viewer: int) -> str:
    """Return an action as a sentence for the log; only the seat itself reads of symbols, and with clues not even that (BH 8.3)."""
    return _told(seat, action, viewer == seat and not position.clues, language())


@cache
def _told(seat: int, action: int, known: bool, language: str) -> str:
    """Return an action as a sentence in the language that is spoken, with the symbol of a cap where it is known."""
    name = translate(NAMES[seat])
    if ATTACK <= action < DECLARE:
        return translate("{name} attacks {cells}", name=name, cells=listed(cell_names(int(TRIPLES[action - ATTACK]))))
    if DECLARE <= action < CLUED:
        return translate(TOLD[action - DECLARE], name=name)
    return translate(PLACED[action % 2 if known else 3 if action >= CLUED else 2], name=name, cell=SHAPE.name(_cell(action)))


def touched(action: int) -> tuple[str, ...]:
    """Return the cells an action is about."""
    if ATTACK <= action < DECLARE:
        return tuple(cell_names(int(TRIPLES[action - ATTACK])))
    return () if DECLARE <= action < CLUED else (SHAPE.name(_cell(action)),)
