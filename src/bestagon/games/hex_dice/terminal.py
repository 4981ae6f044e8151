"""The map as text, for terminals."""

from __future__ import annotations

from typing import Final

from bestagon.games.hex_dice.board import BASES, BECOME, DEPLOY, EXTRA, PLAY, REROLLS, ROULETTE
from bestagon.games.hex_dice.board_cells import FOREST, GROUND, GUARD, VALUE, WILD, owner, tokens
from bestagon.games.hex_dice.layouts import SYMBOLS
from bestagon.games.hex_dice.notation import SEATS
from bestagon.games.hex_dice.rules.state import HexDicePosition
from bestagon.games.hex_dice.translations import translate
from bestagon.grid import chart

COLOURS: Final = ("Red", "Blue", "Green", "Yellow", "Purple", "Orange")
ENDS: Final = {
    "annihilated": "by annihilation",
    "base": "by taking a base",
    "patience": "after too many quiet turns",
    "resigned": "by resignation",
}


def draw(position: HexDicePosition) -> str:
    """Return the map, a legend, and a line for each army."""
    shape = position.board.shape
    picture = chart(shape, [_label(position, cell) for cell in range(len(shape))]).splitlines()
    last_cells = {name.rstrip("0123456789"): name for name in shape.names}
    width = max(len(line) for line in picture) + 3
    rows = [f"{line:<{width}}{last_cells[line.split()[0]]}" for line in picture]
    legend = "r5 red 5, R5 on guard, r5f in a forest, <r> base; F forest, L lake, T tower, M mountain"
    return "\n".join([*rows, "", legend, *(_camp(position, seat) for seat in range(position.seats)), _state(position)])


def _label(position: HexDicePosition, cell: int) -> str:
    code = int(position.cells[cell])
    terrain = SYMBOLS[(code & GROUND) // FOREST]
    homes = [seat for seat in range(position.seats) if position.base(seat) == cell and position.still_in(seat)]
    if code & VALUE:
        letter = SEATS[owner(code)]
        mark = "@" if homes else terrain.lower().replace(".", "")
        return (letter.upper() if code & GUARD else letter) + _value(code) + mark
    if homes:
        return f"<{SEATS[homes[0]]}>"
    if position.phase <= BASES and any(position.board.bases[axis] == cell and position.board.base_axes >> axis & 1 for axis in range(6)):
        return "<>"
    return terrain


def _value(code: int) -> str:
    return "?" if code & VALUE == WILD else str(code & VALUE)


def _camp(position: HexDicePosition, seat: int) -> str:
    shape = position.board.shape
    turn = ">" if position.acting() >> seat & 1 else " "
    head = f"{turn} {COLOURS[seat]:<7}"
    if position.resigned(seat):
        return head + "resigned"
    if position.elimination(seat):
        return head + f"out ({_nth(int(position.elimination(seat)))} to go)"
    base = f"base {shape.name(int(position.base(seat)))}" if position.base(seat) >= 0 else "no base yet"
    units = [_unit(position, seat, int(position.unit_cell(seat, i))) for i in range(position.unit_count(seat))]
    hand = " ".join(str(v) for v in range(1, 7) for _ in range(position.in_hand(seat, v)))
    return (f"{head}{base:<9}  " + "  ".join(units + ([f"to deploy: {hand}"] if hand else []))).rstrip()


def _unit(position: HexDicePosition, seat: int, cell: int) -> str:
    code = int(position.cells[cell])
    hits = f" -{tokens(code)}" if tokens(code) else ""
    last = "*" if position.last_acted(seat) == cell else ""
    armour = "?" if code & VALUE == WILD else str(position.armour(cell))
    return f"{_value(code)} {position.board.shape.name(cell)}{last} [{armour}{hits}]"


def _nth(number: int) -> str:
    return {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth"}[number]


def _state(position: HexDicePosition) -> str:
    if position.over:
        winners = [COLOURS[seat] for seat in range(position.seats) if position.place(seat) == 1]
        return f"{' and '.join(winners)} {'share the win' if len(winners) > 1 else 'wins'} {ENDS[position.ending()]}."
    name = COLOURS[position.turn]
    if position.phase == ROULETTE:
        return f"{name} places terrain; {position.pending_terrain} still to place."
    if position.phase == PLAY:
        quiet = f"{position.quiet_turns} of {position.patience * position.remaining}"
        return f"{name} to move. [ ] armour, -n tokens, * acted last. Quiet turns: {quiet}."
    return f"{name}: {prompt(position)}"


def prompt(position: HexDicePosition) -> str:
    """Return the instruction for the seat on turn."""
    phase = position.phase
    if phase == ROULETTE:
        return translate("Choose a terrain and a free cell for it.")
    if phase == BASES:
        return translate("Choose your base.")
    if phase == REROLLS:
        dice = int(position.board.army_size) // 3
        return translate.plural(dice, "Choose a die to re-roll, or keep all.", "Choose up to {count} dice to re-roll, or keep all.")
    if phase == DEPLOY:
        return translate("Choose a die and a cell near your base.")
    if phase == BECOME:
        return translate("Choose what the new unit becomes.")
    if phase == EXTRA:
        return translate("The new unit may move, attack or guard at once.")
    return translate("Choose a unit to move, attack, guard or re-roll.")
