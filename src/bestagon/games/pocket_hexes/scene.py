"""Pocket Hexes as a Stage and Scenes."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from bestagon.core.viewing import offered, standing, waiting
from bestagon.draw.grids import grid, players, sheets
from bestagon.draw.scene import Choice, Field, Item, Line, Scene, Spot, Stage, Tray, stage_id
from bestagon.games.pocket_hexes.board import BOXES, DICE, DIE_NAMES, HIGHEST, PENALTY, Board
from bestagon.games.pocket_hexes.position import PocketPosition
from bestagon.games.pocket_hexes.position_sheets import ASKED, EMPTY, SETS
from bestagon.games.pocket_hexes.text import prompt

NAMES: Final = tuple(f"Player {seat + 1}" for seat in range(6))
NINE: Final = int(BOXES)
LEGEND: Final = {
    **{name: f"die of {name[1:]} sides" for name in DIE_NAMES},
    "used": "written already",
    "box": "score box",
    "penalty": "penalty",
    "ringed": "surrounded",
    "asked": "surrounded just now: to score or to skip",
}
NUMBERS: Final = tuple(Spot(label=str(number)) for number in range(HIGHEST + 1))
RINGED: Final = tuple(Spot(label=str(number), marks=("ringed",)) for number in range(HIGHEST + 1))
RINGS: Final = tuple(Spot(label=str(number), marks=("asked",)) for number in range(HIGHEST + 1))
PHASES: Final = ("The active player writes one die", "The active player rolls a die again", "Everybody writes two dice")
STANDS: Final = {
    (filled, left): {"Boxes": f"{filled} of {NINE}", **({"To write": str(left)} if left else {})}
    for filled in range(NINE + 1)
    for left in range(3)
}


class Look:
    """What the scenes on one kind of sheet have in common."""

    def __init__(self, board: Board, seats: int) -> None:
        """Make the stage and the choices that read alike at any moment."""
        shape = board.shape
        self.names = shape.names
        self.around = [tuple(shape.around(i)) if len(shape.around(i)) == 6 else () for i in range(len(shape))]
        boards = sheets(NAMES[:seats])
        trays = (Tray("dice", "Dice"), *(Tray(f"{one.id}boxes", "Score boxes", one.seat) for one in boards))
        self.stage = Stage("pocket-hexes", players(NAMES[:seats]), (grid(shape),), boards, trays, legend=LEGEND)
        self.id = stage_id(self.stage)
        self.boards = [one.id for one in boards]
        self.choices = [self._choices(one) for one in self.boards]

    def _choices(self, board: str) -> list[Choice]:
        """Return the writes and the re-rolls, by action."""
        writes = [
            Choice(die * len(self.names) + i, f"{word} {cell}", f"Write the {word} in {cell}", (f"die.{word}", board + cell))
            for die, word in enumerate(DIE_NAMES)
            for i, cell in enumerate(self.names)
        ]
        rolls = [
            Choice(len(writes) + die, f"reroll {word}", f"Roll the {word} again", (f"die.{word}",)) for die, word in enumerate(DIE_NAMES)
        ]
        return writes + rolls


@lru_cache(maxsize=64)
def look(board: Board, seats: int) -> Look:
    """Return what the scenes of a set-up have in common."""
    return Look(board, seats)


def scene(position: PocketPosition, seat: int) -> Scene:
    """Return what a seat, or a spectator (-1), sees of a masked position."""
    seats = int(position.seats)
    shared = look(position.board, seats)
    numbers = bytes(memoryview(position.numbers))
    size = len(shared.names)
    drawn = [_sheet(shared, numbers[s * size : (s + 1) * size], int(position.sets[s * SETS + ASKED])) for s in range(seats)]
    choices = _offers(position, shared, seat)
    trays = {"dice": _dice(position, seat)}
    for s in range(seats):
        trays[f"{shared.boards[s]}boxes"] = _boxes(shared.boards[s], tuple(position.boxes[s * NINE : s * NINE + int(position.boxed(s))]))
    return Scene(
        shared.id,
        standing(position, [STANDS[int(position.boxed(s)), int(position.writes_left(s))] for s in range(seats)]),
        prompt(position, seat) if choices else waiting(position, NAMES),
        {shared.boards[s]: field for s, (field, _) in enumerate(drawn)},
        trays,
        {} if position.over else {"Active": NAMES[position.active], "Now": PHASES[position.phase]},
        choices,
        previews={shared.boards[seat] + cell: _on(shared.boards[seat], closes) for cell, closes in drawn[seat][1].items()}
        if choices
        else {},
        over=position.over,
        reckoning=[_reckoning(position, s) for s in range(seats)] if position.over else [],
    )


def _on(board: str, cells: list[str]) -> tuple[str, ...]:
    return tuple([board + cell for cell in cells])


@lru_cache(maxsize=1024)
def _sheet(shared: Look, numbers: bytes, asked: int) -> tuple[Field, dict[str, list[str]]]:
    """Return a sheet, and for empty cells the numbers that writing there would surround."""
    names = shared.names
    spots: dict[str, Spot] = {}
    closes: dict[str, list[str]] = {}
    for i, number in enumerate(numbers):
        if number == EMPTY:
            continue
        spots[names[i]] = NUMBERS[number]
        around = shared.around[i]
        empty = [n for n in around if numbers[n] == EMPTY]
        if around and not empty:
            spots[names[i]] = RINGS[number] if asked >> i & 1 else RINGED[number]
        elif len(empty) == 1:
            closes.setdefault(names[empty[0]], []).append(names[i])
    return Field(spots), closes


@lru_cache(maxsize=1024)
def _die(die: int, value: int, used: bool) -> Item:
    return Item(f"die.{DIE_NAMES[die]}", DIE_NAMES[die], str(value), marks=("used",) if used else ())


def _dice(position: PocketPosition, seat: int) -> list[Item]:
    used = int(position.die_used(seat)) if seat >= 0 else -1
    return [_die(die, int(position.value(die)), die == used) for die in range(int(DICE))]


@lru_cache(maxsize=4096)
def _boxes(board: str, points: tuple[int, ...]) -> list[Item]:
    filled = [Item(f"{board}box.{i + 1}", "penalty" if p == PENALTY else "box", str(p)) for i, p in enumerate(points)]
    return filled + [Item(f"{board}box.{i + 1}", "box") for i in range(len(points), NINE)]


def _offers(position: PocketPosition, shared: Look, seat: int) -> list[Choice]:
    actions = offered(position, seat)
    ring = int(position.asked(seat)) if actions else -1
    if ring < 0:
        table = shared.choices[seat]
        return [table[action] for action in actions]
    cell, number = shared.names[ring], int(position.number(seat, ring))
    return [
        Choice(actions[0], f"score {cell}", f"Score the {number} in {cell}"),
        Choice(actions[1], f"skip {cell}", f"Skip the {number} in {cell} for good"),
    ]


def _reckoning(position: PocketPosition, seat: int) -> list[Line]:
    points = [int(position.boxes[seat * NINE + i]) for i in range(int(position.boxed(seat)))]
    lines = [Line(f"Box {i + 1}: {'a penalty' if p == PENALTY else f'a {p} surrounded'}", p) for i, p in enumerate(points)]
    return lines or [Line("No box was filled")]


def sentence(position: PocketPosition, seat: int, action: int) -> str:
    """Return an action as a sentence for the log."""
    cells = len(position.board.shape)
    special = int(DICE) * cells
    name = NAMES[seat]
    if action < special:
        die, cell = divmod(action, cells)
        return f"{name} writes {position.value(die)} ({DIE_NAMES[die]}) in {position.board.shape.name(cell)}"
    if action < special + DICE:
        return f"{name} can write nothing and rolls the {DIE_NAMES[action - special]} again"
    ring = int(position.asked(seat))
    word = "scores" if action == special + DICE else "skips"
    return f"{name} {word} the {position.number(seat, ring)} in {position.board.shape.name(ring)}"


def touched(position: PocketPosition, seat: int, action: int) -> tuple[str, ...]:
    """Return the cell an action is about."""
    cells = len(position.board.shape)
    special = int(DICE) * cells
    if special <= action < special + DICE:
        return ()
    cell = action % cells if action < special else int(position.asked(seat))
    return (f"p{seat + 1}.{position.board.shape.name(cell)}",)
