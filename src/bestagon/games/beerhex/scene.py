"""The stage and scenes of BeerHex."""

from __future__ import annotations

from functools import cache
from typing import Final

from bestagon.core.scene_parts import offered_actions, seat_states, waiting_prompt
from bestagon.games.beerhex.board import ACTIONS_WITH_CLUES, ATTACK, BETWEEN, CLUED, CONCEDE, DECLARE, FILL, SHAPE, START, TRIPLES
from bestagon.games.beerhex.notation import NAMES, action_text, cell_names, placed_cell
from bestagon.games.beerhex.rules.state import BeerHexPosition
from bestagon.games.beerhex.scene_effects import effects
from bestagon.games.beerhex.terminal import LATE, final_score, match_result, prompt, seat_names
from bestagon.games.beerhex.theme import theme
from bestagon.games.beerhex.translations import translate
from bestagon.i18n import language
from bestagon.scene.beats import Card
from bestagon.scene.grids import grid, players, rhombus_sides
from bestagon.scene.model import Board, BoardState, CellState, Choice, Item, Piece, Scene, ScoreLine, Stage, Tray, stage_id

COLOURS: Final = ("gold", "silver")
KINDS: Final = ("cap-gold", "cap-silver", "cap")
"""Caps with a gold, silver or unknown symbol."""
KIND_WORDS: Final = ("own", "other")
"""The symbols of a hand in the ids of items."""
PLACEMENT_LABELS: Final = (
    ("Place a cap with a gold symbol", "Place a cap with a gold symbol and a clue token"),
    ("Place a cap with a silver symbol", "Place a cap with a silver symbol and a clue token"),
)
"""By symbol: without and with a token."""
DECLARATION_LABELS: Final = (
    ("Declare victory", "Declare Silver blocked", "Concede this game", "You start the next game", "Silver starts the next game"),
    ("Declare victory", "Declare Gold blocked", "Concede this game", "Gold starts the next game", "You start the next game"),
)
DECLARATION_SENTENCES: Final = (
    "{name} declares victory",
    "{name} declares {other} blocked",
    "{name} concedes this game",
    "{name} starts the next game",
    "{name} lets {other} start the next game",
)
"""What a declaration says, then what the choice of the start player says: to start, and to let the other start."""
PLACEMENT_SENTENCES: Final = (
    "{name} places a cap with a gold symbol",
    "{name} places a cap with a silver symbol",
    "{name} places a cap",
    "{name} places a cap with a clue token",
)
"""With a known symbol, with an unknown symbol, and with an unknown symbol and a token."""
LEGEND: Final = {
    "cap": "cap with a hidden symbol",
    "cap-gold": "cap with a gold symbol",
    "cap-silver": "cap with a silver symbol",
    "up": "face up",
    "token": "clue token",
}
CARDS: Final = {
    "cap": ("Face-down cap", "Its symbol is hidden. Three connected face-down caps can be attacked."),
    "cap-gold": ("Gold symbol", "It counts for Gold, whatever the colour of the cap."),
    "cap-silver": ("Silver symbol", "It counts for Silver, whatever the colour of the cap."),
    "token": ("Clue token", "It reminds you of what is under a cap, and returns when the cap is turned over."),
}
CAP_STATES: Final = tuple(
    CellState(piece=Piece(kind, seat, marks=(("up",) if state & 1 else ()) + (("token",) if state & 2 else ())))
    for kind in KINDS
    for seat in (0, 1)
    for state in range(4)
)
"""All possible caps: eight of each kind, of which four for each seat; bit 0 is face up, bit 1 a token."""


@cache
def stage_of(clues: bool, language: str) -> tuple[Stage, str]:
    """Return the stage of a match and its id; `language` is the current one and part of the cache key."""
    seats = players(seat_names(), COLOURS)
    board = grid(SHAPE, sides=rhombus_sides(5, seats))
    titles = [translate("{name}'s caps and tokens", name=one.name) if clues else translate("{name}'s caps", name=one.name) for one in seats]
    trays = tuple(Tray(f"p{s + 1}.hand", title, s) for s, title in enumerate(titles))
    legend = {kind: translate(words) for kind, words in LEGEND.items()}
    cards = {kind: Card(translate(title), text=translate(text)) for kind, (title, text) in CARDS.items() if clues or kind != "token"}
    stage = Stage("beerhex", seats, (board,), (Board(""),), trays, legend=legend, cards=cards, theme=theme(language))
    return stage, stage_id(stage)


@cache
def _choices(seat: int, language: str) -> list[Choice]:
    """Return every action of a seat as a choice."""
    return [Choice(action, action_text(action), *_label_and_clicks(seat, action)) for action in range(int(ACTIONS_WITH_CLUES))]


def _label_and_clicks(seat: int, action: int) -> tuple[str, tuple[str, ...]]:
    """Return the label of an action and the ids to click for it."""
    if ATTACK <= action < DECLARE:
        return translate("Attack these three caps"), tuple(cell_names(int(TRIPLES[action - ATTACK])))
    if DECLARE <= action < CLUED:
        return translate(DECLARATION_LABELS[seat][action - DECLARE]), ()
    label = PLACEMENT_LABELS[seat ^ action & 1][1 if action >= CLUED else 0]
    return translate(label), (f"p{seat + 1}.cap.{KIND_WORDS[action & 1]}", SHAPE.name(placed_cell(action)))


def scene(position: BeerHexPosition, seat: int) -> Scene:
    """Return the scene of a position masked for a seat or a spectator (-1)."""
    table = _choices(seat, language())
    choices = [table[action] for action in offered_actions(position, seat)]
    return Scene(
        stage_of(position.clues, language())[1],
        seat_states(position, [_in_hand(int(position.hand(s)), language()) for s in (0, 1)]),
        prompt(position) if choices else _waiting_text(position),
        {"": BoardState(_caps(position))},
        {"p1.hand": _hand(position, 0), "p2.hand": _hand(position, 1)},
        _facts(position),
        choices,
        confirm=tuple(choice.action for choice in choices if DECLARE <= choice.action <= CONCEDE),
        effects=effects(position, seat, choices) if choices else {},
        over=position.over,
        score_breakdown=[_score_breakdown(position, s) for s in (0, 1)],
    )


@cache
def _in_hand(caps: int, language: str) -> dict[str, str]:
    return {translate("In hand"): str(caps)}


def _caps(position: BeerHexPosition) -> dict[str, CellState]:
    names, found = SHAPE.names, {}
    left, colour, symbol = int(position.occupied), int(position.silver_caps), int(position.silver_symbols)
    hidden, up, token = int(position.hidden), int(position.face_up), int(position.tokens)
    while left:
        bit = left & -left
        left ^= bit
        kind = 16 if hidden & bit else 8 if symbol & bit else 0
        at = kind + (4 if colour & bit else 0) + (1 if up & bit else 0) + (2 if token & bit else 0)
        found[names[bit.bit_length() - 1]] = CAP_STATES[at]
    return found


@cache
def _stack(seat: int, which: str, count: int) -> Item:
    """Return equal caps of a hand as one item."""
    kind = {"own": KINDS[seat], "other": KINDS[1 - seat], "unknown": "cap"}[which]
    return Item(f"p{seat + 1}.cap.{which}", kind, count=count)


def _hand(position: BeerHexPosition, seat: int) -> list[Item]:
    own, other = position.hands >> 8 * seat & 15, position.hands >> 8 * seat + 4 & 15
    if position.hidden_hands >> seat & 1:
        items = [_stack(seat, "unknown", own)] if own else []
    else:
        items = [_stack(seat, word, count) for word, count in (("own", own), ("other", other)) if count]
    tokens = int(position.tokens_left(seat)) if position.clues else 0
    return [*items, Item(f"p{seat + 1}.token", "token", count=tokens)] if tokens else items


@cache
def _names(language: str) -> tuple[str, ...]:
    return seat_names()


@cache
def _fact_labels(language: str) -> tuple[str, str]:
    """Return the labels of the facts that every position has."""
    return translate("Match"), translate("Turn")


def _facts(position: BeerHexPosition) -> dict[str, str]:
    match, turn = _fact_labels(language())
    facts = {} if position.sets == 1 else {match: f"{position.score(0)} : {position.score(1)}"}
    if position.phase in (BETWEEN, FILL) or position.over:
        return facts
    left = int(position.limit - position.turns)
    facts[turn] = str(position.turns + 1)
    if left <= LATE:
        facts[translate("Void in")] = translate.plural(left, "{count} turn", "{count} turns")
    return facts


def _waiting_text(position: BeerHexPosition) -> str:
    """Return the prompt for a viewer who may not act."""
    if position.over:
        return translate("The match is over: {result}.", result=match_result(position))
    result = f"{final_score(position)} " if position.phase == BETWEEN else ""
    return result + waiting_prompt(position, _names(language()))


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."


def _score_breakdown(position: BeerHexPosition, seat: int) -> list[ScoreLine]:
    lines = [ScoreLine(_sentence(match_result(position)))] if position.over else []
    lines.append(_games_won(int(position.score(seat)), language()))
    return [*lines, ScoreLine(translate("Void games: {count}", count=position.voids))] if position.voids else lines


@cache
def _games_won(games: int, language: str) -> ScoreLine:
    return ScoreLine(translate("Games won"), games)


def sentence(position: BeerHexPosition, seat: int, action: int, viewer: int) -> str:
    """Return a log sentence; only the acting seat reads the symbol, and with clues nobody does (BH 8.3)."""
    return _action_sentence(seat, action, viewer == seat and not position.clues, language())


@cache
def _action_sentence(seat: int, action: int, known: bool, language: str) -> str:
    """Return an action as a sentence, with the symbol of a placed cap if it is known."""
    name, other = translate(NAMES[seat]), translate(NAMES[1 - seat])
    if ATTACK <= action < DECLARE:
        return translate("{name} attacks three caps", name=name)
    if action == START + 1 - seat:
        return translate(DECLARATION_SENTENCES[4], name=name, other=other)
    if DECLARE <= action < CLUED:
        return translate(DECLARATION_SENTENCES[min(action - DECLARE, 3)], name=name, other=other)
    return translate(PLACEMENT_SENTENCES[seat ^ action & 1 if known else 3 if action >= CLUED else 2], name=name)


def touched(action: int) -> tuple[str, ...]:
    """Return the cells that an action affects."""
    if ATTACK <= action < DECLARE:
        return tuple(cell_names(int(TRIPLES[action - ATTACK])))
    return () if DECLARE <= action < CLUED else (SHAPE.name(placed_cell(action)),)
