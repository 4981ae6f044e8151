"""Why something on the map cannot be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bestagon.games.hex_dice.board import BASES, BECOME, EXTRA, PLAY, REROLLS, ROULETTE
from bestagon.games.hex_dice.board_actions import ACROSS, KNIGHT, SHOOT, SLOTS
from bestagon.games.hex_dice.board_cells import FOREST, GROUND, LAKE, MOUNTAIN, TOWER, VALUE, owner
from bestagon.games.hex_dice.rules.moves import free_base_axes, is_base_of_another
from bestagon.games.hex_dice.rules.state import HexDicePosition
from bestagon.games.hex_dice.scene_facts import unit_name
from bestagon.games.hex_dice.story import path
from bestagon.games.hex_dice.terminal import COLOURS
from bestagon.games.hex_dice.translations import translate
from bestagon.scene.beats import WhyNot

MOVEMENT: Final = (
    "",
    "A Pawn moves 1 to 3 forward, or 1 back.",
    "A Bishop moves 1 to 3, but not forward or back.",
    "A Knight moves two straight, then one aside.",
    "A Rook moves 1 any way, or 2 forward, back or across.",
    "An Archer moves one step.",
    "A Legion does not move. It strikes next to it.",
)
"""How units move, by value (HD 3)."""
BLOCKED_VIEWS: Final = ("", "A forest blocks the view.", "", "A tower blocks the view.", "A mountain blocks the view.")
"""By terrain (HD 6)."""


def why_not(position: HexDicePosition, seat: int, picks: Sequence[str]) -> WhyNot:
    """Explain why the last of the picks cannot be chosen after the others."""
    if position.over:
        return WhyNot(translate("The game is over."))
    if seat >= 0 and not position.still_in(seat):
        return WhyNot(translate("You are out of the game."))
    if seat != position.turn:
        return WhyNot(translate("It is {name}'s turn.", name=translate(COLOURS[position.turn])))
    *former, pick = picks or ("",)
    cell = position.board.shape.by_name.get(pick, -1)
    if cell < 0 and ".die." not in pick and not pick.startswith("terrain."):
        return WhyNot(translate("This cannot be chosen now."))
    if position.phase < PLAY:
        return _why_not_in_setup(position, seat, former, pick, cell)
    if position.phase == BECOME:
        merged = position.board.shape.names[position.merged_cell]
        return WhyNot(translate("Choose what the new unit becomes."), (merged,))
    return _why_not_in_play(position, seat, former, cell)


def _why_not_in_setup(position: HexDicePosition, seat: int, former: Sequence[str], pick: str, cell: int) -> WhyNot:
    if cell < 0 and ".die." in pick and not pick.startswith(f"p{seat + 1}."):
        owner = next((other for other in range(int(position.seats)) if pick.startswith(f"p{other + 1}.")), -1)
        if owner < 0:
            return WhyNot(translate("This cannot be chosen now."))
        return WhyNot(translate("These are {name}'s dice.", name=translate(COLOURS[owner])), (pick,))
    if position.phase == ROULETTE:
        return _why_no_terrain(position, former, cell)
    if position.phase == BASES:
        return _why_no_base(position, cell)
    if position.phase == REROLLS:
        return _why_no_reroll(position, seat, former, pick, cell)
    return _why_no_deployment(position, seat, former, pick, cell)


def _why_no_terrain(position: HexDicePosition, former: Sequence[str], cell: int) -> WhyNot:
    if former:
        words = "Choose a cell for this terrain." if cell < 0 else "Choose a terrain for this cell."
        return WhyNot(translate(words), tuple(former))
    if cell >= 0 and position.board.terrain_barred[cell]:
        return WhyNot(translate("Centre, corners and bases stay free."))
    return WhyNot(translate("There is terrain already."))


def _why_no_base(position: HexDicePosition, cell: int) -> WhyNot:
    board = position.board
    for other in range(int(position.seats)):
        if cell >= 0 and position.base(other) == cell:
            return WhyNot(translate("{name} has this base.", name=translate(COLOURS[other])))
    free = tuple(board.shape.names[board.bases[axis]] for axis in range(6) if free_base_axes(position) >> axis & 1)
    if any(board.bases[axis] == cell and board.base_axes >> axis & 1 for axis in range(6)):
        return WhyNot(translate("Three players take every other corner."), free)
    return WhyNot(translate("Choose one of the marked bases."), free)


def _why_no_reroll(position: HexDicePosition, seat: int, former: Sequence[str], pick: str, cell: int) -> WhyNot:
    if cell >= 0:
        return WhyNot(translate("Choose dice to re-roll, or keep all."))
    most = int(position.board.army_size) // 3
    if len(former) >= most:
        return WhyNot(translate.plural(most, "You may re-roll only one die.", "You may re-roll at most {count} dice."), tuple(former))
    return WhyNot(translate("You have no other {value}.", value=pick.rpartition(".")[2]))


def _why_no_deployment(position: HexDicePosition, seat: int, former: Sequence[str], pick: str, cell: int) -> WhyNot:
    board = position.board
    if former:
        words = "Choose a cell for this die." if cell < 0 else "Choose a die for this cell."
        return WhyNot(translate(words), tuple(former))
    base = (board.shape.names[position.base(seat)],)
    if cell < 0:
        return WhyNot(translate("You have no such die."))
    code = int(position.cells[cell])
    if code & VALUE:
        return WhyNot(translate("A unit stands here already."), (pick,))
    if board.distance(cell, position.base(seat)) > position.deploy_radius:
        near, far = "Too far: deploy on your base or next to it.", "Too far: deploy within {count} steps of your base."
        return WhyNot(translate.plural(int(position.deploy_radius), near, far), base)
    if code & GROUND == LAKE:
        return WhyNot(translate("Nobody enters a lake."), (pick,))
    if is_base_of_another(position, seat, cell):
        return WhyNot(translate("This is somebody else's base."), (pick,))
    return WhyNot(translate("Choose a die for this cell."))


def _why_not_in_play(position: HexDicePosition, seat: int, former: Sequence[str], cell: int) -> WhyNot:
    shape = position.board.shape
    start = shape.by_name.get(former[0], -1) if former else cell
    if start < 0 or cell < 0:
        return WhyNot(translate("This cannot be chosen now."))
    code = int(position.cells[start])
    if position.phase == EXTRA and start != position.merged_cell:
        return WhyNot(translate("Only the new unit may act now."), (shape.names[position.merged_cell],))
    if owner(code) != seat:
        if code & VALUE:
            return WhyNot(translate("This is {name}'s unit.", name=translate(COLOURS[owner(code)])))
        return WhyNot(translate("Choose one of your units first."))
    return _why_no_move(position, seat, start, cell)


def _why_no_move(position: HexDicePosition, seat: int, cell: int, target: int) -> WhyNot:
    """Explain why a unit cannot go to a cell or attack what is there."""
    shape, value, code = position.board.shape, int(position.cells[cell]) & VALUE, int(position.cells[target])
    if target == cell:
        return WhyNot(translate("Choose where the {unit} goes.", unit=unit_name(value)), (shape.names[cell],))
    if position.phase == EXTRA and owner(code) == seat:
        return WhyNot(translate("The new unit cannot merge again."), (shape.names[target],))
    if code & GROUND == LAKE:
        return WhyNot(translate("Nobody enters a lake."), (shape.names[target],))
    if value == 5 and code & VALUE and owner(code) != seat:
        return _why_no_shot(position, cell, target)
    board, at = position.board, cell * SLOTS
    for slot in _slots(value, int(position.axis(seat))):
        if board.targets[at + slot] == target:
            return _obstacle(position, seat, at + slot, value)
    return WhyNot(translate(MOVEMENT[value]), (shape.names[cell],))


def _slots(value: int, back: int) -> list[int]:
    """Return the moves of a unit on an empty map; `back` is the direction of its base."""
    both = (back, (back + 3) % 6)
    if value == 1:
        return [3 * back, *range(3 * both[1], 3 * both[1] + 3)]
    if value == 2:
        return [3 * d + k for d in range(6) if d not in both for k in range(3)]
    if value == 3:
        return list(range(KNIGHT, ACROSS))
    if value == 4:
        across = [ACROSS + (back + 1) % 6, ACROSS + (back + 4) % 6]
        return [*(3 * d for d in range(6)), *(3 * d + 1 for d in both), *across]
    return [3 * d for d in range(6)] if value == 5 else []


def _obstacle(position: HexDicePosition, seat: int, action: int, value: int) -> WhyNot:
    """Explain what is in the way of a move that the unit could make on an empty map (HD 3.1, 3.2, 6.1)."""
    names = position.board.shape.names
    start, *between, target = path(position, action)
    slot = action % SLOTS
    if ACROSS <= slot < SHOOT and not between:
        return WhyNot(translate("Both ways across are blocked."), (names[target],))
    for passed in between:
        code = int(position.cells[passed])
        if code & GROUND == LAKE:
            return WhyNot(translate("A lake blocks the way."), (names[passed],))
        if code & VALUE and (value != 3 or owner(code) != seat):
            return WhyNot(translate("A unit is in the way."), (names[passed],))
    high = tuple(names[cell] for cell in (start, *between, target) if int(position.cells[cell]) & GROUND == MOUNTAIN)
    if value == 3:
        return WhyNot(translate("A Knight cannot enter or cross a mountain."), high)
    return WhyNot(translate("A mountain costs one step more: too far."), high)


def _why_no_shot(position: HexDicePosition, cell: int, target: int) -> WhyNot:
    """Explain why an Archer cannot shoot at a unit (HD 4.4, 6)."""
    board, ground = position.board, int(position.cells[cell]) & GROUND
    nearest, farthest = 1 if ground == TOWER else 2, 4 if ground == MOUNTAIN else 3
    for direction in range(6):
        first = cell * SLOTS + SHOOT + 4 * direction
        line = [int(board.targets[first + k]) for k in range(4)]
        if target not in line:
            continue
        if not nearest <= line.index(target) + 1 <= farthest:
            break
        for between in line[: line.index(target)]:
            words = BLOCKED_VIEWS[(int(position.cells[between]) & GROUND) // FOREST]
            if words:
                return WhyNot(translate(words), (board.shape.names[between],))
    text = translate("From here an Archer shoots {low} to {high} away, straight.", low=nearest, high=farthest)
    return WhyNot(text, (board.shape.names[target],))
