"""Hex Roller as a Stage and Scenes."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from bestagon.core.scene_parts import offered_actions, player_names, seat_states, waiting_prompt
from bestagon.games.hex_roller.board import FACES, HIGH, LOW, Sheet
from bestagon.games.hex_roller.notation import action_text
from bestagon.games.hex_roller.position import RollerPosition
from bestagon.games.hex_roller.position_state import (
    BONUSES,
    BOXES,
    EMPTY,
    EXTRA,
    FINISH,
    FIRST,
    GREEN,
    GREEN_ALONE,
    LAST,
    NUMBER,
    RED,
    SECOND,
    STRIDE,
    TAKE_PLUS,
    TAKE_THIRD,
    TWO,
)
from bestagon.games.hex_roller.terminal import prompt
from bestagon.games.hex_roller.translations import translate
from bestagon.i18n import language
from bestagon.scene.grids import COLOURS, grid, players, sheets
from bestagon.scene.model import Area, BoardState, CellState, Choice, Item, Scene, ScoreLine, Stage, Tray, stage_id

WORDS: Final = 8 * int(STRIDE)
"""How many bytes the state of a seat has."""
BONUS_KINDS: Final = ("plus", "two", "third")
ROWS: Final = (("red", int(RED)), ("green", int(GREEN)))
TITLES: Final = {"bonuses": "Bonuses", "red": "Red row", "green": "Green row"}
STRAIGHTS: Final = {
    "red": ("Red row: no {first}", "Red row: counts from {first} to {last}"),
    "green": ("Green row: no {first}", "Green row: counts from {first} to {last}"),
}
TAKES: Final = ("{name} takes the {number}", "{name} takes the {number} with one more", "{name} takes the {number} as a third number")
LEGEND: Final = {
    "die": "die",
    "printed": "printed number",
    "joined": "joined with its pair",
    "bonus": "bonus 2",
    "cross": "crossed out",
    "last": "written last",
    "plus": "bonus: one more of a number",
    "two": "bonus: a 2 anywhere",
    "third": "bonus: a third number",
    "used": "used",
    "red": "red box",
    "green": "green box",
}
CROSS: Final = CellState("cross", "×")
BONUS: Final = CellState("bonus", "2")
WRITTEN: Final = tuple(CellState(label=str(number)) for number in range(HIGH + 1))
NEWEST: Final = tuple(CellState(label=str(number), marks=("last",)) for number in range(HIGH + 1))
PRINTED: Final = tuple(CellState("printed", str(number)) for number in range(HIGH + 1))
JOINED: Final = tuple(CellState("printed", str(number), marks=("joined",)) for number in range(HIGH + 1))


class Page(NamedTuple):
    """One player's part of a scene."""

    field: BoardState
    trays: dict[str, list[Item]]
    facts: dict[str, str]
    previews: dict[str, tuple[str, ...]]
    """For cells that would complete an area: all of its cells."""


class Look:
    """What the scenes on one kind of sheet have in common."""

    def __init__(self, sheet: Sheet, seats: int) -> None:
        """Make the stage and all choices."""
        self.sheet = sheet
        self.names = sheet.shape.names
        self.areas = [int(area) for area in sheet.areas]
        self.printed = [int(cells) for cells in sheet.printed]
        self.crosses = dict.fromkeys(self.cells(int(sheet.crosses)), CROSS)
        self.players = player_names(seats)
        boards = sheets(self.players)
        self.boards = [one.id for one in boards]
        trays = [Tray(one.id + word, translate(title), one.seat) for one in boards for word, title in TITLES.items()]
        drawn = grid(sheet.shape, areas=self._areas(sheet), names=self._cell_name)
        legend = {kind: translate(words) for kind, words in LEGEND.items()}
        self.stage = Stage("hex-roller", players(self.players), (drawn,), boards, (Tray("dice", translate("Dice")), *trays), legend=legend)
        self.id = stage_id(self.stage)
        self.choices = [self._choices(one) for one in self.boards]
        last = int(sheet.rounds)
        self.rounds = [{translate("Round"): translate("{number} of {all}", number=number, all=last)} for number in range(last + 1)]

    def _areas(self, sheet: Sheet) -> tuple[Area, ...]:
        middle = len(self.areas) - 1
        return tuple(
            Area(
                letter,
                self.cells(self.areas[i]),
                "gray" if i == middle else COLOURS[i % 8],
                translate("the middle, scores double") if i == middle else "",
            )
            for i, letter in enumerate(sheet.letters)
        )

    def _cell_name(self, cell: int) -> str:
        letter = next(letter for area, letter in zip(self.areas, self.sheet.letters, strict=True) if area >> cell & 1)
        if letter == self.sheet.letters[-1]:
            return translate("{cell}, middle", cell=self.names[cell])
        return translate("{cell}, area {letter}", cell=self.names[cell], letter=letter)

    def cells(self, members: int) -> tuple[str, ...]:
        """Return the names of a set of cells."""
        return tuple(name for i, name in enumerate(self.names) if members >> i & 1)

    def _choices(self, board: str) -> list[Choice]:
        """Return every action of the owner of a board."""
        size = len(self.names)
        texts = [action_text(self.sheet, action) for action in range(2 * size + int(EXTRA))]
        found = [Choice(i, name, translate("Write in {cell}", cell=name), (board + name,)) for i, name in enumerate(self.names)]
        two = f"{board}bonus.two"
        found += [
            Choice(size + i, texts[size + i], translate("Write a 2 in {cell}", cell=name), (two, board + name))
            for i, name in enumerate(self.names)
        ]
        return found + [Choice(action, texts[action], *_named(board, action - 2 * size)) for action in range(2 * size, len(texts))]


def _named(board: str, action: int) -> tuple[str, tuple[str, ...]]:
    """Return label and picks of an action without a cell."""
    number = action % int(FACES) + int(LOW)
    die = f"dice.{number}"
    if action < TAKE_PLUS:
        return translate("Take the {number}", number=number), (die,)
    if action < TAKE_THIRD:
        return translate("Take the {number} and write one more", number=number), (f"{board}bonus.plus", die)
    if action < BOXES:
        return translate("Take the {number} as a third number", number=number), (f"{board}bonus.third", die)
    if action < GREEN_ALONE:
        red = _red(action)
        if number == red:
            return translate("{red} into the red row", red=red), ()
        return translate("{red} into the red row, {green} into the green row", red=red, green=number), ()
    return (translate("Finish the round") if action == FINISH else translate("{green} into the green row", green=number)), ()


def _red(action: int) -> int:
    """Return the number that goes into the red row."""
    return (action - int(BOXES)) // int(FACES) + int(LOW)


@lru_cache(maxsize=64)
def look(sheet: Sheet, seats: int, language: str) -> Look:
    """Return what the scenes of a set-up have in common, in the language that is spoken."""
    return Look(sheet, seats)


def scene(position: RollerPosition, seat: int) -> Scene:
    """Return what a seat, or a spectator (-1), sees of a masked position."""
    seats = int(position.seats)
    shared = look(position.sheet, seats, language())
    state = bytes(memoryview(position.state))
    pages = [_page(shared, shared.boards[s], state[s * WORDS : (s + 1) * WORDS]) for s in range(seats)]
    table = shared.choices[seat]
    choices = [table[action] for action in offered_actions(position, seat)]
    trays = {"dice": _dice(position, seat)}
    for page in pages:
        trays.update(page.trays)
    return Scene(
        shared.id,
        seat_states(position, [page.facts for page in pages]),
        prompt(position, seat) if choices else waiting_prompt(position, shared.players),
        {shared.boards[s]: page.field for s, page in enumerate(pages)},
        trays,
        shared.rounds[position.round],
        choices,
        ordered=True,
        previews=pages[seat].previews if choices else {},
        over=position.over,
        score_breakdown=[_score_breakdown(shared, state[s * WORDS : (s + 1) * WORDS]) for s in range(seats)] if position.over else [],
    )


@lru_cache(maxsize=1024)
def _page(shared: Look, board: str, state: bytes) -> Page:
    """Return a player's sheet, rows and bonuses."""
    seat = memoryview(state).cast("q")
    names, empty = shared.names, seat[EMPTY]
    spots = dict(shared.crosses)
    _put(spots, names, seat[TWO], BONUS)
    for number in range(LOW, HIGH + 1):
        printed = shared.printed[number]
        _put(spots, names, seat[number] & ~printed, WRITTEN[number])
        _put(spots, names, seat[number] & seat[LAST], NEWEST[number])
        _put(spots, names, printed, (JOINED if shared.sheet.joined(seat[number], printed) else PRINTED)[number])
    lit = tuple(letter for area, letter in zip(shared.areas, shared.sheet.letters, strict=True) if not area & empty)
    previews = {}
    for area in shared.areas:
        left = area & empty
        if left.bit_count() == 1:
            previews[board + names[left.bit_length() - 1]] = tuple(board + name for name in shared.cells(area))
    return Page(
        BoardState(spots, lit),
        _trays(board, seat, int(shared.sheet.rounds)),
        {translate("Bonuses"): str(seat[BONUSES].bit_count())},
        previews,
    )


def _put(spots: dict[str, CellState], names: tuple[str, ...], cells: int, spot: CellState) -> None:
    """Put the same on all of a set of cells."""
    while cells:
        spots[names[(cells & -cells).bit_length() - 1]] = spot
        cells &= cells - 1


def _trays(board: str, seat: memoryview[int], rounds: int) -> dict[str, list[Item]]:
    left = seat[BONUSES]
    trays = {
        f"{board}bonuses": [
            Item(f"{board}bonus.{kind}", kind, marks=() if left >> i & 1 else ("used",)) for i, kind in enumerate(BONUS_KINDS)
        ]
    }
    for word, row in ROWS:
        boxes = [seat[row] >> 4 * i & 15 for i in range(rounds)]
        trays[board + word] = [Item(f"{board}{word}.{i + 1}", word, str(box) if box else "") for i, box in enumerate(boxes)]
    return trays


@lru_cache(maxsize=1024)
def _die(number: int, count: int, used: bool) -> Item:
    return Item(f"dice.{number}", "die", str(number), count, ("used",) if used else ())


def _dice(position: RollerPosition, seat: int) -> list[Item]:
    base = seat * int(STRIDE)
    used = [int(position.state[base + i]) for i in (FIRST, SECOND, NUMBER)] if seat >= 0 else []
    rolled = [(number, int(position.rolled) >> 4 * (number - int(LOW)) & 15) for number in range(LOW, HIGH + 1)]
    return [_die(number, count, number in used) for number, count in rolled if count]


def _score_breakdown(shared: Look, state: bytes) -> list[ScoreLine]:
    """Return what a sheet scores, line by line (HR 4)."""
    seat = memoryview(state).cast("q")
    lines = []
    for i, area in enumerate(shared.areas):
        if not area & seat[EMPTY]:
            held = [(seat[number] & area).bit_count() for number in range(HIGH + 1)]
            most = max((held[number], number) for number in range(TWO, HIGH + 1))[1] if any(held[TWO:]) else 0
            middle = i == len(shared.areas) - 1
            if middle:
                words = translate("Middle filled, most are {number}: double", number=most)
            else:
                words = translate("Area {letter} filled, most are {number}", letter=shared.sheet.letters[i], number=most)
            lines.append(ScoreLine(words, 2 * most if middle else most))
    for number in range(LOW, HIGH + 1):
        if shared.sheet.joined(seat[number], shared.printed[number]):
            lines.append(ScoreLine(translate("Both {number} joined", number=number), number))
    left = seat[BONUSES].bit_count()
    lines.append(ScoreLine(translate.plural(left, "{count} bonus not used", "{count} bonuses not used"), 2 * left))
    return lines + [_straight(word, seat[row]) for word, row in ROWS]


def _straight(word: str, row: int) -> ScoreLine:
    there = {row >> 4 * i & 15 for i in range(16)}
    reached = 0
    while max(reached + 1, int(LOW)) in there:
        reached = max(reached + 1, int(LOW))
    return ScoreLine(translate(STRAIGHTS[word][reached > 0], first=LOW, last=reached), reached)


def sentence(position: RollerPosition, seat: int, action: int, name: str) -> str:
    """Return an action of a seat with a name as a sentence for the log."""
    cells = position.sheet.shape.names
    size = len(cells)
    if action < size:
        return translate("{name} writes a {number} in {cell}", name=name, number=position.state[seat * STRIDE + NUMBER], cell=cells[action])
    if action < 2 * size:
        return translate("{name} writes a bonus 2 in {cell}", name=name, cell=cells[action - size])
    return _told(action - 2 * size, name)


def _told(action: int, name: str) -> str:
    """Return an action without a cell, as a log tells it."""
    number = action % int(FACES) + int(LOW)
    if action < BOXES:
        return translate(TAKES[action // int(FACES)], name=name, number=number)
    if action == FINISH:
        return translate("{name} finishes the round", name=name)
    if action >= GREEN_ALONE:
        return translate("{name} puts {green} into the green row", name=name, green=number)
    red = _red(action)
    if number == red:
        return translate("{name} puts {red} into the red row", name=name, red=red)
    return translate("{name} puts {red} into the red row, {green} into the green row", name=name, red=red, green=number)


def touched(position: RollerPosition, seat: int, action: int) -> tuple[str, ...]:
    """Return the cell an action writes on."""
    names = position.sheet.shape.names
    return (f"p{seat + 1}.{names[action % len(names)]}",) if action < 2 * len(names) else ()
