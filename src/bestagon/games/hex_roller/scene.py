"""The stage of a game and the scenes on it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from bestagon.core.owned_cache import owned_cache
from bestagon.core.scene_parts import offered_actions, player_names, seat_states, waiting_prompt
from bestagon.games.hex_roller.actions import BOXES, EXTRA, FINISH, GREEN_ALONE, TAKE_PLUS, TAKE_THIRD
from bestagon.games.hex_roller.board import FACES, HIGH, LOW, RollerSheet
from bestagon.games.hex_roller.notation import action_text
from bestagon.games.hex_roller.rules.scoring import area_points, breakdown
from bestagon.games.hex_roller.rules.state import RollerPosition
from bestagon.games.hex_roller.scene_effects import a_number, area_colour, area_of, chains, connected, effects_of, score_chips
from bestagon.games.hex_roller.seat import BONUSES, EMPTY, FIRST, GREEN, LAST, LEFT, NUMBER, RED, RIM, SECOND, STEP, STRIDE, TWO
from bestagon.games.hex_roller.steps import TAKE1, TAKE2
from bestagon.games.hex_roller.terminal import prompt
from bestagon.games.hex_roller.theme import THEME
from bestagon.games.hex_roller.translations import translate
from bestagon.i18n import language
from bestagon.scene.beats import Card
from bestagon.scene.grids import COLOURS, grid, players, sheets
from bestagon.scene.model import Area, BoardState, CellState, Choice, Item, Scene, ScoreLine, Stage, Tray, stage_id

SEAT_BYTES: Final = 8 * int(STRIDE)
"""The size of a seat's state."""
MAX_CACHED: Final = 1024
"""The size of the cache of scores."""
BONUS_KINDS: Final = ("plus", "two", "third")
ROWS: Final = (("red", int(RED)), ("green", int(GREEN)))
TITLES: Final = {"bonuses": "Bonuses", "red": "Red row", "green": "Green row"}
TAKES: Final = ("{name} takes the {number}", "{name} takes the {number} with +1", "{name} takes the {number} as a third number")
CATEGORIES: Final = {
    "areas": "Areas",
    "middle": "Middle",
    "pairs": "Pairs",
    "bonuses": "Unused bonuses",
    "red": "Red row",
    "green": "Green row",
}
"""The lines of a score, by the kinds of `scoring.breakdown`."""
POWERS: Final = {
    "plus": ("Bonus +1", "Write one of your numbers once more."),
    "two": ("Bonus 2", "Write a 2 on any empty space."),
    "third": ("Bonus dice", "Take a third number after your second; it goes into no row."),
}
"""Titles and powers of the bonuses."""
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
    "now": "for this round",
    "writing": "being written",
    "red": "red box",
    "green": "green box",
}
CROSS: Final = CellState("cross", "×")
BONUS: Final = CellState("bonus", "2")
WRITTEN: Final = tuple(CellState(label=str(number)) for number in range(HIGH + 1))
NEWEST: Final = tuple(CellState(label=str(number), marks=("last",)) for number in range(HIGH + 1))
PRINTED: Final = tuple(CellState("printed", str(number)) for number in range(HIGH + 1))
JOINED: Final = tuple(CellState("printed", str(number), marks=("joined",)) for number in range(HIGH + 1))


class SeatScene(NamedTuple):
    """One player's part of a scene."""

    board: BoardState
    trays: dict[str, list[Item]]
    facts: dict[str, str]
    previews: dict[str, tuple[str, ...]]
    """For each cell that would complete an area: all cells of the area."""


class SheetScore(NamedTuple):
    """The score of a sheet."""

    lines: list[ScoreLine]
    areas: tuple[int, ...]
    """The points of each area."""


class RollerSceneParts:
    """The parts that all scenes of a set-up share."""

    def __init__(self, sheet: RollerSheet, seats: int) -> None:
        """Build the stage and all choices."""
        self.sheet = sheet
        self.names = sheet.shape.names
        self.areas = [int(area) for area in sheet.areas]
        self.printed = [int(cells) for cells in sheet.printed]
        self.crosses = dict.fromkeys(self.cells(int(sheet.crosses)), CROSS)
        self.players = player_names(seats)
        boards = sheets(self.players)
        self.boards = [one.id for one in boards]
        trays = [Tray(one.id + word, translate(title), one.seat, True) for one in boards for word, title in TITLES.items()]
        drawn = grid(sheet.shape, areas=self._areas(sheet), names=self._cell_name)
        legend = {kind: translate(words) for kind, words in LEGEND.items()}
        worth = (translate("Unused"), translate("2 points"))
        powers = {kind: Card(translate(title), (worth,), translate(words)) for kind, (title, words) in POWERS.items()}
        dice = Tray("dice", translate("Dice"), repeated=True)
        setup = (players(self.players), (drawn,), boards, (dice, *trays))
        self.stage = Stage("hex-roller", *setup, legend=legend, cards=powers, theme=THEME)
        self.id = stage_id(self.stage)
        # All seats share the texts: sheets may come from strangers, and several are cached.
        texts = [action_text(sheet, action) for action in range(2 * len(self.names) + int(EXTRA))]
        self.choices = [self._choices(one, texts) for one in self.boards]
        last = int(sheet.rounds)
        self.scores: dict[bytes, SheetScore] = {}
        self.rounds = [{translate("Round"): translate("{number} of {all}", number=number, all=last)} for number in range(last + 1)]

    def _areas(self, sheet: RollerSheet) -> tuple[Area, ...]:
        middle = len(self.areas) - 1
        return tuple(
            Area(
                letter,
                self.cells(self.areas[i]),
                "gray" if i == middle else COLOURS[i % 8],
                translate("the middle, scores double") if i == middle else translate("the {colour} area", colour=area_colour(sheet, i)),
            )
            for i, letter in enumerate(sheet.letters)
        )

    def _cell_name(self, cell: int) -> str:
        i = area_of(self.sheet, cell)
        if i == len(self.areas) - 1:
            return translate("{cell}, middle", cell=self.names[cell])
        return translate("{cell}, {colour} area", cell=self.names[cell], colour=area_colour(self.sheet, i))

    def cells(self, members: int) -> tuple[str, ...]:
        """Return the names of a set of cells."""
        return tuple(name for i, name in enumerate(self.names) if members >> i & 1)

    def _choices(self, board: str, texts: list[str]) -> list[Choice]:
        """Return a choice for every action of a board's owner."""
        size, cells, two = len(self.names), [board + name for name in self.names], f"{board}bonus.two"
        here, write_two = translate("Write it here"), translate("Write a 2")
        found = [Choice(i, texts[i], here, (cell,)) for i, cell in enumerate(cells)]
        found += [Choice(size + i, texts[size + i], write_two, (two, cell)) for i, cell in enumerate(cells)]
        return found + [Choice(action, texts[action], *_label_picks(board, action - 2 * size)) for action in range(2 * size, len(texts))]


def _label_picks(board: str, action: int) -> tuple[str, tuple[str, ...]]:
    """Return the label and picks of an action without a cell."""
    number = action % int(FACES) + int(LOW)
    die = f"dice.{number}"
    if action < TAKE_PLUS:
        return translate("Take the {number}", number=number), (die,)
    if action < TAKE_THIRD:
        return translate("Take the {number} with +1", number=number), (f"{board}bonus.plus", die)
    if action < BOXES:
        return translate("Take the {number} as a third number", number=number), (f"{board}bonus.third", die)
    if action < GREEN_ALONE:
        red = red_number(action)
        if number == red:
            return translate("Red {red}", red=red), ()
        return translate("Red {red}, green {green}", red=red, green=number), ()
    return (translate("End your round") if action == FINISH else translate("Green {green}", green=number)), ()


def red_number(action: int) -> int:
    """Return the number that an action puts into the red row."""
    return (action - int(BOXES)) // int(FACES) + int(LOW)


@lru_cache(maxsize=64)
def scene_parts(sheet: RollerSheet, seats: int, language: str) -> RollerSceneParts:
    """Return the shared parts in the current language, which is an argument only as part of the cache key."""
    return RollerSceneParts(sheet, seats)


def scene(position: RollerPosition, seat: int) -> Scene:
    """Return the scene of a masked position for a seat or a spectator (-1)."""
    seats = int(position.seats)
    shared = scene_parts(position.sheet, seats, language())
    state = bytes(memoryview(position.state))
    own = [state[s * SEAT_BYTES : (s + 1) * SEAT_BYTES] for s in range(seats)]
    scores = [_sheet_score(shared, position, s, own[s]) for s in range(seats)]
    current = 0 if position.over else int(position.round)
    parts = [_seat_scene(shared, shared.boards[s], own[s], scores[s].areas, current) for s in range(seats)]
    table = shared.choices[seat]
    actions = offered_actions(position, seat)
    choices = [table[action] for action in actions]
    trays = {"dice": _dice(position, seat, choices)}
    for part in parts:
        trays.update(part.trays)
    return Scene(
        shared.id,
        seat_states(position, [part.facts for part in parts]),
        prompt(position, seat) if choices else waiting_prompt(position, shared.players),
        {shared.boards[s]: part.board for s, part in enumerate(parts)},
        trays,
        shared.rounds[position.round],
        choices,
        ordered=True,
        previews=parts[seat].previews if choices else {},
        effects=effects_of(position, seat, actions) if choices else {},
        cards=_dice_cards(position, seat) if choices else {},
        over=position.over,
        score_breakdown=[score.lines for score in scores],
    )


@owned_cache(1024)
def _seat_scene(shared: RollerSceneParts, board: str, state: bytes, points: tuple[int, ...], current: int) -> SeatScene:
    """Return a player's sheet, rows and bonuses, from its state, the points of its areas and the current round."""
    seat = memoryview(state).cast("q")
    sheet, names, empty = shared.sheet, shared.names, seat[EMPTY]
    states = dict(shared.crosses)
    ties: list[tuple[str, ...]] = []
    lines: list[tuple[str, ...]] = []
    _put(states, names, seat[TWO], BONUS)
    for number in range(LOW, HIGH + 1):
        printed = shared.printed[number]
        _put(states, names, seat[number] & ~printed, WRITTEN[number])
        _put(states, names, seat[number] & seat[LAST], NEWEST[number])
        joined = connected(sheet, seat[number], printed) if sheet.joined(seat[number], printed) else 0
        _put(states, names, printed, (JOINED if joined else PRINTED)[number])
        ties += chains(sheet, seat[number] & ~joined)
        lines += chains(sheet, joined)
    highlighted = tuple(letter for area, letter in zip(shared.areas, sheet.letters, strict=True) if not area & empty)
    filled = [f"{(area & ~empty).bit_count()}/{area.bit_count()}" for area in shared.areas]
    tags = {letter: str(points[i]) if letter in highlighted else filled[i] for i, letter in enumerate(sheet.letters)}
    previews = {}
    for area in shared.areas:
        left = area & empty
        if left.bit_count() == 1:
            previews[board + names[left.bit_length() - 1]] = tuple(board + name for name in shared.cells(area))
    return SeatScene(
        BoardState(states, highlighted, tuple(ties), tuple(lines), tags),
        _trays(board, seat, int(shared.sheet.rounds), current),
        {translate("Bonuses"): str(seat[BONUSES].bit_count())},
        previews,
    )


def _put(states: dict[str, CellState], names: tuple[str, ...], cells: int, state: CellState) -> None:
    """Give all cells of a set the same state."""
    while cells:
        states[names[(cells & -cells).bit_length() - 1]] = state
        cells &= cells - 1


def _trays(board: str, seat: memoryview[int], rounds: int, current: int) -> dict[str, list[Item]]:
    left = seat[BONUSES]
    trays = {
        f"{board}bonuses": [
            Item(f"{board}bonus.{kind}", kind, marks=() if left >> i & 1 else ("used",)) for i, kind in enumerate(BONUS_KINDS)
        ]
    }
    for word, row in ROWS:
        boxes = [seat[row] >> 4 * i & 15 for i in range(rounds)]
        trays[board + word] = [
            Item(f"{board}{word}.{i + 1}", word, str(box) if box else "", marks=("now",) if i + 1 == current and not box else ())
            for i, box in enumerate(boxes)
        ]
    return trays


@lru_cache(maxsize=1024)
def _die(number: int, count: int, used: bool, written: int, fits: bool, language: str) -> Item:
    """Return the dice that show a number; `written` is how many of them are written, or -1 if it is not their turn."""
    if written >= 0:
        note = translate("{number} of {all}", number=written, all=count)
    elif used:
        note = translate("written")
    elif not fits:
        note = translate("no room")
    else:
        note = translate("once") if count == 1 else translate("{count} times", count=count)
    marks = ("used",) if used else ("writing",) if written >= 0 else ()
    return Item(f"dice.{number}", "die", str(number), count, marks, note=note)


def _dice(position: RollerPosition, seat: int, choices: list[Choice]) -> list[Item]:
    offered = {pick for choice in choices for pick in choice.picks}
    taking = bool(choices) and position.state[seat * int(STRIDE) + STEP] in (TAKE1, TAKE2)
    base, spoken = seat * int(STRIDE), language()
    used = [int(position.state[base + i]) for i in (FIRST, SECOND)] if seat >= 0 else []
    now, left = (int(position.state[base + NUMBER]), int(position.state[base + LEFT])) if seat >= 0 else (0, 0)
    rolled = [(number, int(position.rolled) >> 4 * (number - int(LOW)) & 15) for number in range(LOW, HIGH + 1)]
    return [
        _die(
            number,
            count,
            number in used and number != now,
            max(0, count - left) if number == now else -1,
            not taking or f"dice.{number}" in offered,
            spoken,
        )
        for number, count in rolled
        if count
    ]


def _dice_cards(position: RollerPosition, seat: int) -> dict[str, Card]:
    """Return for every number rolled how often it is written and where its chain can begin on the seat's sheet."""
    base = seat * int(STRIDE)
    empty = int(position.state[base + EMPTY])
    found = {}
    for number in range(LOW, HIGH + 1):
        count = int(position.dice_showing(number))
        if count:
            starts = int(position.state[base + RIM + number]) & empty
            rows = ((translate("To write"), str(count)), (translate("Spaces to begin"), str(starts.bit_count())))
            found[f"dice.{number}"] = Card(translate("Number {number}", number=number), rows)
    return found


def _sheet_score(shared: RollerSceneParts, position: RollerPosition, seat: int, state: bytes) -> SheetScore:
    """Return the points of a sheet by category (HR 4), from a cache by the state of the seat."""
    score = shared.scores.get(state)
    if score is None:
        if len(shared.scores) >= MAX_CACHED:
            shared.scores.clear()
        chips = score_chips(position, seat)
        lines = [ScoreLine(translate(CATEGORIES[kind]), points, chips.get(kind, ())) for kind, points in breakdown(position, seat).items()]
        areas = tuple([int(area_points(position, seat, i)) for i in range(len(shared.areas))])
        score = shared.scores[state] = SheetScore(lines, areas)
    return score


def sentence(position: RollerPosition, seat: int, action: int, name: str) -> str:
    """Return an action as a sentence."""
    size = len(position.sheet.shape.names)
    if action < size:
        return translate("{name} writes {number}", name=name, number=a_number(int(position.state[seat * STRIDE + NUMBER])))
    if action < 2 * size:
        return translate("{name} writes a bonus 2", name=name)
    return _describe(action - 2 * size, name)


def _describe(action: int, name: str) -> str:
    """Return an action without a cell as a sentence."""
    number = action % int(FACES) + int(LOW)
    if action < BOXES:
        return translate(TAKES[action // int(FACES)], name=name, number=number)
    if action == FINISH:
        return translate("{name} ends the round", name=name)
    if action >= GREEN_ALONE:
        return translate("{name} puts {green} into green", name=name, green=number)
    red = red_number(action)
    if number == red:
        return translate("{name} puts {red} into red", name=name, red=red)
    return translate("{name} puts {red} into red and {green} into green", name=name, red=red, green=number)


def touched(position: RollerPosition, seat: int, action: int) -> tuple[str, ...]:
    """Return the cell an action writes on."""
    names = position.sheet.shape.names
    return (f"p{seat + 1}.{names[action % len(names)]}",) if action < 2 * len(names) else ()
