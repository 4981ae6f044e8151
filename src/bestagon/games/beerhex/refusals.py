"""Why something in a BeerHex scene cannot be chosen."""

from __future__ import annotations

from collections.abc import Sequence

from bestagon.games.beerhex.board import BETWEEN, FILL, PLACE, SHAPE, TRIPLES, flood_fill
from bestagon.games.beerhex.notation import NAMES, cell_names
from bestagon.games.beerhex.rules.moves import open_cells
from bestagon.games.beerhex.rules.state import BeerHexPosition
from bestagon.games.beerhex.translations import translate
from bestagon.scene.beats import WhyNot


def why_not(masked: BeerHexPosition, seat: int, picks: Sequence[str]) -> WhyNot:
    """Explain why the last of the picks cannot be chosen after the others."""
    *earlier, pick = picks
    if masked.over:
        return WhyNot(translate("The match is over."))
    if masked.turn != seat:
        return WhyNot(translate("It is {name}'s turn.", name=translate(NAMES[1 - seat])))
    if masked.phase == BETWEEN:
        return WhyNot(translate("First choose who starts the next game."))
    if pick in SHAPE.by_name:
        cell = SHAPE.find(pick)
        if any(one.startswith(f"p{seat + 1}.cap.") for one in earlier):
            return _placement(masked, cell)
        return _cell(masked, cell, sum({1 << SHAPE.find(one) for one in earlier if one in SHAPE.by_name}))
    return _item(masked, seat, pick, earlier)


def _item(masked: BeerHexPosition, seat: int, pick: str, earlier: Sequence[str]) -> WhyNot:
    """Explain why something in a tray cannot be chosen."""
    if pick.startswith(f"p{2 - seat}."):
        return WhyNot(translate("Those are {name}'s caps.", name=translate(NAMES[1 - seat])))
    if pick == f"p{seat + 1}.token":
        return WhyNot(translate("First choose a cap and an empty cell, then add a token."))
    if not pick.startswith(f"p{seat + 1}.cap."):
        return WhyNot(translate("Choose a cap of your hand, or caps on the board."))
    if any(one.startswith(f"p{seat + 1}.cap.") for one in earlier):
        return WhyNot(translate("You have chosen a cap: now choose an empty cell."))
    taken = tuple(one for one in earlier if one in SHAPE.by_name)
    return WhyNot(translate("You are choosing three caps to attack."), taken)


def _placement(masked: BeerHexPosition, cell: int) -> WhyNot:
    """Explain why a cap cannot be placed on a cell (BH 3.1, 3.2)."""
    if masked.occupied >> cell & 1:
        return WhyNot(translate("There is a cap already: choose an empty cell."), (SHAPE.name(cell),))
    if not open_cells(masked) >> cell & 1:
        return WhyNot(translate("The first cap may not go in the centre."), (SHAPE.name(cell),))
    return WhyNot(translate("Your cap has a cell already."))


def _cell(masked: BeerHexPosition, cell: int, chosen: int) -> WhyNot:
    """Explain why a cell cannot be chosen after other cells, for an attack (BH 4.1, 4.4) or a placement."""
    bit, down = 1 << cell, int(masked.occupied & ~masked.face_up)
    if masked.phase in (PLACE, FILL) and masked.occupied & bit:
        attacked = masked.phase == PLACE
        words = translate("You have attacked: now place a cap.") if attacked else translate("No attacks now: fill the empty cells.")
        return WhyNot(words, (SHAPE.name(cell),))
    if not masked.occupied & (chosen or bit):
        # An empty cell was chosen first, or none.
        return _placement(masked, cell) if not chosen else WhyNot(translate("Choose the cap of your hand to place."), _names(chosen))
    if not masked.occupied & bit:
        return WhyNot(translate("There is no cap to attack here."), _names(chosen))
    if masked.face_up & bit:
        return WhyNot(translate("Face-up caps cannot be attacked."), (SHAPE.name(cell),))
    if chosen & bit:
        return WhyNot(translate("An attack needs three different caps."), _names(chosen))
    if not any(three & bit and not three & ~down for three in map(int, TRIPLES)):
        return WhyNot(translate("No three connected face-down caps here."), _names(int(flood_fill(bit, down))))
    return WhyNot(translate("The three caps must be connected."), _names(chosen | bit))


def _names(cells: int) -> tuple[str, ...]:
    return tuple(cell_names(cells))
