"""The stage and scenes of Pocket Hexes."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from bestagon.core.owned_cache import owned_cache
from bestagon.core.scene_parts import listed, offered_actions, player_names, seat_states, waiting_prompt
from bestagon.games.pocket_hexes.board import BOXES, DICE, DIE_NAMES, EMPTY, HIGHEST, PENALTY, PocketBoard
from bestagon.games.pocket_hexes.rules.state import PocketPosition
from bestagon.games.pocket_hexes.scene_effects import die_cards, place_note, places_of, ring_effects, write_effects
from bestagon.games.pocket_hexes.terminal import prompt
from bestagon.games.pocket_hexes.theme import THEME
from bestagon.games.pocket_hexes.translations import translate
from bestagon.games.pocket_hexes.words import die_name, write_sentence
from bestagon.i18n import language
from bestagon.scene.beats import Card, Effect
from bestagon.scene.grids import grid, players, sheets
from bestagon.scene.model import BoardState, CellState, Choice, Item, Scene, ScoreLine, Stage, Tray, stage_id

NINE: Final = int(BOXES)
LEGEND: Final = {
    "used": "written already",
    "box": "score box",
    "penalty": "penalty",
    "ringed": "scored ring",
    "skipped": "ring that was not scored",
    "asked": "completed ring, to score or to skip",
    "open": "one more number completes its ring",
}
NUMBERS: Final = tuple(CellState(label=str(number)) for number in range(HIGHEST + 1))
RINGED: Final = tuple(CellState(label=str(number), marks=("ringed",)) for number in range(HIGHEST + 1))
SKIPPED_RINGS: Final = tuple(CellState(label=str(number), marks=("skipped",)) for number in range(HIGHEST + 1))
PENDING_RINGS: Final = tuple(CellState(label=str(number), marks=("asked",)) for number in range(HIGHEST + 1))
OPEN_RINGS: Final = tuple(
    tuple(CellState(label=str(number), marks=(f"open.{direction}",)) for direction in range(6)) for number in range(HIGHEST + 1)
)
"""By number, and by the direction of the last empty neighbour."""
CARDS: Final = {
    "box": ("Score box", "The number of a ring that you score goes into the next box."),
    "penalty": ("Penalty", "A number that you could not write."),
}


class PocketStage:
    """The stage, and the parts that all scenes of a set-up share."""

    def __init__(self, board: PocketBoard, seats: int) -> None:
        """Build the stage and the choices whose labels never change."""
        shape = board.shape
        self.names = shape.names
        self.around = [tuple(shape.around(i)) if len(shape.around(i)) == 6 else () for i in range(len(shape))]
        self.players = player_names(seats)
        boards = sheets(self.players)
        trays = (Tray("dice", translate("Dice")), *(Tray(f"{one.id}boxes", translate("Score boxes"), one.seat, True) for one in boards))
        cards = {kind: Card(translate(title), text=translate(text)) for kind, (title, text) in CARDS.items()}
        dice = {name: translate("die of {sides} sides", sides=name[1:]) for name in DIE_NAMES}
        legend = dice | {kind: translate(words) for kind, words in LEGEND.items()}
        self.stage = Stage("pocket-hexes", players(self.players), (grid(shape),), boards, trays, legend=legend, cards=cards, theme=THEME)
        self.id = stage_id(self.stage)
        self.boards = [one.id for one in boards]
        # All seats share the texts: sheets may come from strangers, and several are cached.
        texts = [[f"{word} {cell}" for cell in self.names] for word in DIE_NAMES]
        dice_names = [die_name(die) for die in range(len(DIE_NAMES))]
        labels = [(translate("Write the {die}", die=name), translate("Re-roll the {die}", die=name)) for name in dice_names]
        self.choices = [self._choices(one, texts, labels) for one in self.boards]
        self.seat_facts = [[_seat_facts(filled, left) for left in range(3)] for filled in range(NINE + 1)]

    def _choices(self, board: str, texts: list[list[str]], labels: list[tuple[str, str]]) -> list[Choice]:
        """Return the writes and the re-rolls, indexed by action."""
        cells, writes, rolls = [board + cell for cell in self.names], list[Choice](), list[Choice]()
        for die, word in enumerate(DIE_NAMES):
            name, (write, reroll) = f"die.{word}", labels[die]
            writes += [Choice(die * len(cells) + i, texts[die][i], write, (name, cell)) for i, cell in enumerate(cells)]
            rolls.append(Choice(len(DIE_NAMES) * len(cells) + die, f"reroll {word}", reroll, (name,)))
        return writes + rolls


def _seat_facts(filled: int, left: int) -> dict[str, str]:
    """Return the facts of a seat, from its filled boxes and the dice it still has to write."""
    facts = {translate("Boxes"): translate("{number} of {all}", number=filled, all=NINE)}
    return {**facts, translate("To write"): str(left)} if left else facts


@lru_cache(maxsize=64)
def stage_of(board: PocketBoard, seats: int, language: str) -> PocketStage:
    """Return the shared parts of a set-up; `language` is the current one and part of the cache key."""
    return PocketStage(board, seats)


def scene(position: PocketPosition, seat: int) -> Scene:
    """Return the scene of a position masked for a seat or a spectator (-1)."""
    seats = int(position.seats)
    spoken = language()
    shared = stage_of(position.board, seats, spoken)
    numbers = bytes(memoryview(position.numbers))
    size = len(shared.names)
    drawn = [
        _sheet(shared, numbers[s * size : (s + 1) * size], int(position.pending_rings(s)), int(position.skipped_rings(s)))
        for s in range(seats)
    ]
    choices = _offered_choices(position, shared, seat)
    points = [_box_points(position, s) for s in range(seats)]
    places = places_of(position, seat) if choices else [-1] * int(DICE)
    trays = {"dice": _dice(position, seat, places)}
    for s in range(seats):
        trays[f"{shared.boards[s]}boxes"] = _boxes(shared.boards[s], points[s])
    return Scene(
        shared.id,
        seat_states(
            position,
            [shared.seat_facts[int(position.filled_boxes(s))][int(position.writes_left(s))] for s in range(seats)],
            -1 if position.any_full() else int(position.active),
        ),
        prompt(position, seat) if choices else waiting_prompt(position, shared.players),
        {shared.boards[s]: sheet for s, (sheet, _) in enumerate(drawn)},
        trays,
        _facts(position, shared),
        choices,
        previews=_previews(shared.boards[seat], drawn[seat][1]) if choices else {},
        effects=_effects(position, seat, choices, drawn[seat][1], shared.boards[seat]) if choices else {},
        cards=die_cards(position, places) if choices else {},
        over=position.over,
        score_breakdown=[_score_breakdown(one, spoken) for one in points],
    )


def _facts(position: PocketPosition, shared: PocketStage) -> dict[str, str]:
    if position.over:
        return {}
    facts = {translate("Turn"): shared.players[position.active]} if position.seats > 1 else {}
    full = [shared.players[s] for s in range(int(position.seats)) if position.full(s)]
    return {**facts, translate("Last turn"): translate("{names} filled nine boxes", names=listed(full))} if full else facts


def _previews(board: str, closes: dict[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {board + cell: tuple([board + ringed for ringed in rings]) for cell, rings in closes.items()}


@owned_cache(1024)
def _sheet(shared: PocketStage, numbers: bytes, pending: int, skipped: int) -> tuple[BoardState, dict[str, list[str]]]:
    """Return a sheet, and for each empty cell the cells whose ring a write there would close."""
    names = shared.names
    cells: dict[str, CellState] = {}
    closes: dict[str, list[str]] = {}
    for i, number in enumerate(numbers):
        if number == EMPTY:
            continue
        cells[names[i]] = NUMBERS[number]
        around = shared.around[i]
        empty = [n for n in around if numbers[n] == EMPTY]
        if around and not empty:
            if pending & -pending == 1 << i:  # Rings are answered for one after the other.
                cells[names[i]] = PENDING_RINGS[number]
            elif not pending >> i & 1:
                cells[names[i]] = SKIPPED_RINGS[number] if skipped >> i & 1 else RINGED[number]
        elif len(empty) == 1:
            cells[names[i]] = OPEN_RINGS[number][around.index(empty[0])]
            closes.setdefault(names[empty[0]], []).append(names[i])
    return BoardState(cells), closes


@lru_cache(maxsize=1024)
def _die(die: int, value: int, used: bool, places: int, language: str) -> Item:
    note = "" if places < 0 else place_note(places)
    return Item(f"die.{DIE_NAMES[die]}", DIE_NAMES[die], str(value), marks=("used",) if used else (), name=die_name(die), note=note)


def _dice(position: PocketPosition, seat: int, places: list[int]) -> list[Item]:
    used, spoken = int(position.die_used(seat)) if seat >= 0 else -1, language()
    return [_die(die, int(position.die_value(die)), die == used, places[die], spoken) for die in range(int(DICE))]


@lru_cache(maxsize=4096)
def _boxes(board: str, points: tuple[int, ...]) -> list[Item]:
    filled = [Item(f"{board}box.{i + 1}", "penalty" if p == PENALTY else "box", str(p)) for i, p in enumerate(points)]
    return filled + [Item(f"{board}box.{i + 1}", "box") for i in range(len(points), NINE)]


def _box_points(position: PocketPosition, seat: int) -> tuple[int, ...]:
    return tuple(position.boxes[seat * NINE : seat * NINE + int(position.filled_boxes(seat))])


def _offered_choices(position: PocketPosition, shared: PocketStage, seat: int) -> list[Choice]:
    actions = offered_actions(position, seat)
    ring = int(position.next_ring(seat)) if actions else -1
    if ring < 0:
        table = shared.choices[seat]
        return [table[action] for action in actions]
    cell, number = shared.names[ring], int(position.number(seat, ring))
    return [
        Choice(actions[0], f"score {cell}", translate.plural(number, "Score {count} point", "Score {count} points")),
        Choice(actions[1], f"skip {cell}", translate("Skip this ring for good")),
    ]


def _effects(position: PocketPosition, seat: int, choices: list[Choice], closes: dict[str, list[str]], board: str) -> dict[int, Effect]:
    actions = [choice.action for choice in choices]
    ring = int(position.next_ring(seat))
    return ring_effects(position, seat, ring, actions, board) if ring >= 0 else write_effects(position, seat, actions, closes, board)


@lru_cache(maxsize=4096)
def _score_breakdown(points: tuple[int, ...], language: str) -> list[ScoreLine]:
    penalties = sum([one for one in points if one == PENALTY])
    return [ScoreLine(translate("Rings"), sum(points) - penalties), ScoreLine(translate("Penalties"), penalties)]


def sentence(position: PocketPosition, seat: int, action: int, name: str) -> str:
    """Return an action as a sentence for the log."""
    shape = position.board.shape
    special = int(DICE) * len(shape)
    if action < special:
        die, cell = divmod(action, len(shape))
        return write_sentence(position, seat, int(position.die_value(die)), cell, name)
    if action < special + DICE:
        return translate("{name} re-rolls the {die}", name=name, die=die_name(action - special))
    ring = int(position.next_ring(seat))
    words = "{name} scores the ring around the {number}" if action == special + DICE else "{name} skips the ring around the {number}"
    return translate(words, name=name, number=position.number(seat, ring))


def touched(position: PocketPosition, seat: int, action: int) -> tuple[str, ...]:
    """Return the cell that an action affects."""
    cells = len(position.board.shape)
    special = int(DICE) * cells
    if special <= action < special + DICE:
        return ()
    cell = action % cells if action < special else int(position.next_ring(seat))
    return (f"p{seat + 1}.{position.board.shape.name(cell)}",)
