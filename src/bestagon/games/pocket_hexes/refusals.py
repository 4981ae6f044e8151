"""Why something in a Pocket Hexes scene cannot be chosen."""

from __future__ import annotations

from collections.abc import Sequence

from bestagon.core.scene_parts import player_names
from bestagon.games.pocket_hexes.board import BOXES, DIE_NAMES, EVERYONE, REROLL
from bestagon.games.pocket_hexes.rules.moves import writable_cells
from bestagon.games.pocket_hexes.rules.state import PocketPosition
from bestagon.games.pocket_hexes.translations import translate
from bestagon.games.pocket_hexes.words import die_name
from bestagon.scene.beats import WhyNot


def why_not(masked: PocketPosition, seat: int, picks: Sequence[str]) -> WhyNot:
    """Explain why the last of the picks cannot be chosen after the others."""
    if masked.over:
        return WhyNot(translate("The game is over."))
    if not masked.acting() >> seat & 1:
        return _waiting(masked, seat)
    if masked.pending_rings(seat):
        ring = int(masked.next_ring(seat))
        words = translate("First score or skip the ring around the {number}.", number=masked.number(seat, ring))
        return WhyNot(words, (_id(masked, seat, ring),))
    if masked.phase == REROLL:
        return WhyNot(translate("Choose a die to re-roll."), tuple(f"die.{name}" for name in DIE_NAMES))
    dice = [DIE_NAMES.index(pick[4:]) for pick in picks if pick.startswith("die.") and pick[4:] in DIE_NAMES]
    cells = [cell for cell in (_cell(masked, seat, pick) for pick in picks) if cell >= 0]
    pick = picks[-1]
    if pick.startswith("die.") and len(dice) > 1:
        return WhyNot(translate("You have chosen the {die}: now choose a cell.", die=die_name(dice[0])))
    if pick.startswith("die.") and dice and (masked.die_used(seat) == dice[0] or not cells):
        return _die(masked, seat, dice[0])
    if len(cells) > 1:
        return WhyNot(translate("A number goes into one cell."), (_id(masked, seat, cells[0]),))
    if cells and (dice or _cell(masked, seat, pick) >= 0):
        return _pair(masked, seat, dice[0], cells[0]) if dice else _any_die(masked, seat, cells[0])
    return _other(masked, seat, pick)


def _id(masked: PocketPosition, seat: int, cell: int) -> str:
    return f"p{seat + 1}.{masked.board.shape.name(cell)}"


def _cell(masked: PocketPosition, seat: int, pick: str) -> int:
    """Return the cell of the seat's sheet that was picked, or -1."""
    board, _, name = pick.partition(".")
    return masked.board.shape.by_name.get(name, -1) if board == f"p{seat + 1}" else -1


def _waiting(masked: PocketPosition, seat: int) -> WhyNot:
    if masked.phase != EVERYONE:
        return WhyNot(translate("It is {name}'s turn.", name=player_names(int(masked.seats))[int(masked.active)]))
    if masked.full(seat):
        return WhyNot(
            translate("Your nine boxes are full: you write no more."), tuple(f"p{seat + 1}.box.{i + 1}" for i in range(int(BOXES)))
        )
    return WhyNot(translate("You have written: wait for the others."))


def _die(masked: PocketPosition, seat: int, die: int) -> WhyNot:
    """Explain why a die cannot be written at all (PH 2.4, 3)."""
    if masked.die_used(seat) == die:
        return WhyNot(translate("You have written the {die} already: choose another.", die=die_name(die)), (f"die.{DIE_NAMES[die]}",))
    return WhyNot(translate("The {number} of the {die} fits nowhere.", number=masked.die_value(die), die=die_name(die)))


def _pair(masked: PocketPosition, seat: int, die: int, cell: int) -> WhyNot:
    """Explain why a die cannot be written into a cell (PH 3)."""
    if masked.number(seat, cell) >= 0:
        return _filled(masked, seat, cell)
    number = int(masked.die_value(die))
    bigger = _bigger(masked, seat, cell, number)
    if bigger:
        words = translate("{number} is smaller than the {bigger} it would touch.", number=number, bigger=masked.number(seat, bigger[-1]))
        return WhyNot(words, tuple(_id(masked, seat, n) for n in bigger))
    if not writable_cells(masked, seat, die) >> cell & 1:
        return WhyNot(translate("{number} must touch a number on your sheet.", number=number), (_id(masked, seat, cell),))
    return WhyNot(translate("This can be written: choose the die and the cell."))


def _filled(masked: PocketPosition, seat: int, cell: int) -> WhyNot:
    return WhyNot(translate("There is a number already: choose an empty cell."), (_id(masked, seat, cell),))


def _bigger(masked: PocketPosition, seat: int, cell: int, number: int) -> list[int]:
    """Return the cells around a cell that contain bigger numbers than one, the biggest last."""
    near = [n for n in masked.board.shape.around(cell) if masked.number(seat, n) > number]
    return sorted(near, key=lambda n: int(masked.number(seat, n))) if number else []


def _any_die(masked: PocketPosition, seat: int, cell: int) -> WhyNot:
    """Explain why no die can be written into a cell."""
    if masked.number(seat, cell) >= 0:
        return _filled(masked, seat, cell)
    used = int(masked.die_used(seat))
    near = [n for n in masked.board.shape.around(cell) if masked.number(seat, n) >= 0]
    if not near:
        return WhyNot(translate("Only a 1 or a 0 may go where nothing is next to it."), (_id(masked, seat, cell),))
    biggest = max(near, key=lambda n: int(masked.number(seat, n)))
    number = int(masked.number(seat, biggest))
    if used >= 0 and (masked.die_value(used) == 0 or masked.die_value(used) >= number):
        return WhyNot(translate("Only the {die} would fit, and you have written it.", die=die_name(used)), (f"die.{DIE_NAMES[used]}",))
    return WhyNot(translate("No die shows {number} or more.", number=number), (_id(masked, seat, biggest),))


def _other(masked: PocketPosition, seat: int, pick: str) -> WhyNot:
    """Explain why something that is neither a die nor a cell of the own sheet cannot be chosen."""
    owner, _, name = pick.partition(".")
    if owner.startswith("p") and owner[1:].isdecimal() and owner != f"p{seat + 1}":
        return WhyNot(translate("This belongs to {name}.", name=player_names(int(masked.seats))[(int(owner[1:]) - 1) % int(masked.seats)]))
    if name.startswith("box"):
        return WhyNot(translate("Boxes are filled by rings and penalties."))
    return WhyNot(translate("Choose a die and a cell of your sheet."))
