"""The stage and scenes of BeerHex."""

from __future__ import annotations

from functools import cache
from typing import Final

from mypy_extensions import i64

from bestagon.core.scene_parts import offered_actions, seat_states, waiting_for
from bestagon.games.beerhex.board import ACTIONS_WITH_CLUES, ATTACK, BETWEEN, CELLS, CLUED, CONCEDE, DECLARE, FILL, SHAPE, START, TRIPLES
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

CELL_NAMES: Final[tuple[str, ...]] = tuple(SHAPE.names)
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
    board = grid(SHAPE, sides=rhombus_sides(5, seats, ("sun", "moon")))
    title = translate("Caps and tokens") if clues else translate("Caps")
    trays = tuple(Tray(f"p{s + 1}.hand", title, s) for s in range(len(seats)))
    legend = {kind: translate(words) for kind, words in LEGEND.items()}
    cards = {kind: Card(translate(title), text=translate(text)) for kind, (title, text) in CARDS.items() if clues or kind != "token"}
    stage = Stage("beerhex", seats, (board,), (Board(""),), trays, legend=legend, cards=cards, theme=theme(language))
    return stage, stage_id(stage)


def _choices(seat: int) -> list[Choice]:
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
    spoken = language()
    texts = _scene_texts.get(spoken)
    if texts is None:
        texts = _scene_texts[spoken] = SceneTexts(spoken)
    actions = offered_actions(position, seat)
    table = texts.choices[seat] if actions else []
    return Scene(
        texts.stages[1 if position.clues else 0],
        seat_states(position, [texts.in_hand[position.hand(0)], texts.in_hand[position.hand(1)]]),
        prompt(position) if actions else _waiting_text(position, texts),
        {"": BoardState(_caps(position))},
        {"p1.hand": _hand(position, 0), "p2.hand": _hand(position, 1)},
        _facts(position, texts),
        [table[action] for action in actions],
        confirm=tuple([action for action in actions if DECLARE <= action <= CONCEDE]),
        effects=effects(position, seat, actions) if actions else {},
        over=position.over,
        score_breakdown=[_score_breakdown(position, 0, texts), _score_breakdown(position, 1, texts)],
    )


class SceneTexts:
    """The parts of scenes in one language that are made once: a cached function for each of them would cost more than the rest."""

    def __init__(self, language: str) -> None:
        """Make them in the current language."""
        self.stages = [stage_of(False, language)[1], stage_of(True, language)[1]]
        """The ids of the stages without and with clues."""
        self.choices = [_choices(0), _choices(1)]
        """By seat and action."""
        self.match, self.turn = translate("Match"), translate("Turn")
        self.in_hand = [{translate("In hand"): str(caps)} for caps in range(32)]
        self.games_won = [ScoreLine(translate("Games won"), games) for games in range(16)]
        self.waiting = [waiting_for((name,), language) for name in seat_names()]
        """By the seat whose turn it is."""


_scene_texts: Final[dict[str, SceneTexts]] = {}
"""By language."""


def _caps(position: BeerHexPosition) -> dict[str, CellState]:
    found: dict[str, CellState] = {}
    occupied, colour, symbol = position.occupied, position.silver_caps, position.silver_symbols
    hidden, up, token = position.hidden, position.face_up, position.tokens
    for cell in range(CELLS):
        if occupied >> cell & 1:
            at = up >> cell & 1 | (token >> cell & 1) << 1 | (colour >> cell & 1) << 2
            if hidden >> cell & 1:
                at |= 16
            elif symbol >> cell & 1:
                at |= 8
            found[CELL_NAMES[cell]] = CAP_STATES[at]
    return found


def _stack(seat: int, which: str, count: int) -> Item:
    """Return equal caps of a hand as one item."""
    kind = {"own": KINDS[seat], "other": KINDS[1 - seat], "unknown": "cap"}[which]
    return Item(f"p{seat + 1}.cap.{which}", kind, count=count)


def _hand(position: BeerHexPosition, seat: i64) -> list[Item]:
    hand = position.hands >> 8 * seat & 255 | (position.hidden_hands >> seat & 1) << 8 | seat << 9
    if position.clues:
        hand |= position.tokens_left(seat) << 10
    packed = int(hand)
    items = _known_items.get(packed)
    if items is None:
        items = _known_items[packed] = _items(packed)
    return items


_known_items: Final[dict[int, list[Item]]] = {}
"""By packed hand; scenes share the lists. Every scene needs two, and a dict costs a quarter of a cached function."""


def _items(packed: int) -> list[Item]:
    """Return the caps and tokens of a hand that is packed into one number."""
    own, other, hidden, seat, tokens = packed & 15, packed >> 4 & 15, packed >> 8 & 1, packed >> 9 & 1, packed >> 10
    if hidden:
        items = [_stack(seat, "unknown", own)] if own else []
    else:
        items = [_stack(seat, word, count) for word, count in (("own", own), ("other", other)) if count]
    return [*items, Item(f"p{seat + 1}.token", "token", count=tokens)] if tokens else items


def _facts(position: BeerHexPosition, texts: SceneTexts) -> dict[str, str]:
    facts = {} if position.sets == 1 else {texts.match: _match_score(int(position.wins))}
    if position.phase == BETWEEN or position.phase == FILL or position.over:
        return facts
    left = int(position.limit - position.turns)
    facts[texts.turn] = str(position.turns + 1)
    if left <= LATE:
        facts[translate("Void in")] = translate.plural(left, "{count} turn", "{count} turns")
    return facts


@cache
def _match_score(wins: int) -> str:
    """Return the games won, packed as in `BeerHexPosition.wins`."""
    return f"{wins & 15} : {wins >> 4}"


def _waiting_text(position: BeerHexPosition, texts: SceneTexts) -> str:
    """Return the prompt for a viewer who may not act."""
    if position.over:
        return translate("The match is over: {result}.", result=match_result(position))
    result = f"{final_score(position)} " if position.phase == BETWEEN else ""
    return result + texts.waiting[position.turn]


def _score_breakdown(position: BeerHexPosition, seat: i64, texts: SceneTexts) -> list[ScoreLine]:
    lines = [texts.games_won[position.score(seat)]]
    return [*lines, ScoreLine(translate("Void games"), value=str(position.voids))] if position.voids else lines


def sentence(position: BeerHexPosition, seat: int, action: int, viewer: int) -> str:
    """Return a log sentence; only the acting seat reads the symbol, and with clues nobody does (BH 8.3)."""
    return action_sentence(seat, action, viewer == seat and not position.clues, language())


@cache
def action_sentence(seat: int, action: int, known: bool, language: str) -> str:
    """Return an action as a sentence, with the symbol of a placed cap if it is known."""
    name, other = translate(NAMES[seat]), translate(NAMES[1 - seat])
    if ATTACK <= action < DECLARE:
        return translate("{name} attacks three caps", name=name)
    if action == START + 1 - seat:
        return translate(DECLARATION_SENTENCES[4], name=name, other=other)
    if DECLARE <= action < CLUED:
        return translate(DECLARATION_SENTENCES[min(action - DECLARE, 3)], name=name, other=other)
    return translate(PLACEMENT_SENTENCES[seat ^ action & 1 if known else 3 if action >= CLUED else 2], name=name)


@cache
def touched(action: int) -> tuple[str, ...]:
    """Return the cells that an action affects."""
    if ATTACK <= action < DECLARE:
        return tuple(cell_names(int(TRIPLES[action - ATTACK])))
    return () if DECLARE <= action < CLUED else (SHAPE.name(placed_cell(action)),)
