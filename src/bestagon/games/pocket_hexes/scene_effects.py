"""What writing a number or answering for a ring would do in Pocket Hexes."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from bestagon.games.pocket_hexes.board import BOXES, DICE, DIE_NAMES, EVERYONE, PENALTY, SETS_PER_SEAT, TOUCHING
from bestagon.games.pocket_hexes.rules.moves import writable_cells
from bestagon.games.pocket_hexes.rules.state import PocketPosition
from bestagon.games.pocket_hexes.translations import translate
from bestagon.games.pocket_hexes.words import die_name, the_numbers
from bestagon.grid.bits import BITS, count
from bestagon.i18n import language
from bestagon.scene.beats import Card, Effect

REACH: Final = 7
"""The most cells in which a write can make another die impossible: its own and the six around it."""


def write_effects(position: PocketPosition, seat: int, actions: list[int], closes: dict[str, list[str]], board: str) -> dict[int, Effect]:
    """Return the rings that writes would complete and the penalties they would lead to; `closes` has the rings by cell."""
    shape, cells = position.board.shape, int(position.board.cells)
    second = position.phase == EVERYONE and position.writes_left(seat) == 2
    places = [int(count(writable_cells(position, seat, die))) for die in range(int(DICE))] if second else []
    roomy = [die for die, n in enumerate(places) if n > REACH]
    spoken, found = language(), {}
    for action in actions:
        if action >= int(DICE) * cells:
            continue
        die, cell = divmod(action, cells)
        stuck = second and roomy in ([], [die]) and _leaves_none(position, seat, die, cell)
        rings = closes.get(shape.names[cell], [])
        if not rings and not stuck:
            continue
        centres = [shape.find(ring) for ring in rings]
        around = sorted({n for centre in centres for n in (centre, *shape.around(centre))})
        numbers = tuple([int(position.number(seat, centre)) for centre in centres])
        found[action] = _effect(numbers, tuple([board + shape.names[n] for n in around]), stuck, spoken)
    return found


def _leaves_none(position: PocketPosition, seat: int, die: int, cell: int) -> bool:
    """Tell whether no second die can be written after a first (PH 2.6)."""
    first, near, own = seat * SETS_PER_SEAT, position.board.neighbours[cell], BITS[cell]
    touching = near if position.empty_cells(seat) == position.board.all_cells else near | position.cell_sets[first + TOUCHING]
    written = position.die_value(die)
    for other in range(DICE):
        number = position.die_value(other)
        cells = position.cell_sets[first + number] & ~own
        if 0 < number < written:
            cells &= ~near
        if number > 1:
            cells &= touching
        if cells and other != die:
            return False
    return True


@lru_cache(maxsize=1024)
def _effect(rings: tuple[int, ...], ids: tuple[str, ...], stuck: bool, language: str) -> Effect:
    words = []
    if rings:
        one, more = "Completes the ring around {numbers}.", "Completes the rings around {numbers}."
        words.append(translate.plural(len(rings), one, more, numbers=the_numbers(rings)))
    if stuck:
        words.append(translate("No second number fits then: {points}.", points=PENALTY))
    return Effect(" ".join(words), ids, points=sum(rings) + (int(PENALTY) if stuck else 0))


def ring_effects(position: PocketPosition, seat: int, ring: int, actions: list[int], board: str) -> dict[int, Effect]:
    """Return what scoring and skipping a ring do."""
    names, around = position.board.shape.names, position.board.shape.around(ring)
    ids = tuple([board + names[cell] for cell in (ring, *around)])
    box, last = int(position.filled_boxes(seat)) + 1, position.filled_boxes(seat) == BOXES - 1
    words = translate("It fills your last box: the last turn.") if last else translate("It goes into box {box}.", box=box)
    return {
        actions[0]: Effect(words, (*ids, f"{board}box.{box}"), points=int(position.number(seat, ring))),
        actions[1]: Effect(translate("This ring can never be scored later."), ids, points=0),
    }


def places_of(position: PocketPosition, seat: int) -> list[int]:
    """Return for each die in how many cells the seat could write it; -1 for the one it has written already."""
    used = position.die_used(seat)
    return [-1 if die == used else int(count(writable_cells(position, seat, die))) for die in range(int(DICE))]


def place_note(places: int) -> str:
    """Return the number of places of a die in a few letters."""
    return translate.plural(places, "{count} place", "{count} places") if places else translate("no place")


def die_cards(position: PocketPosition, places: list[int]) -> dict[str, Card]:
    """Return for each die what it shows and in how many cells it could be written."""
    spoken = language()
    return {f"die.{name}": _die_card(die, int(position.die_value(die)), places[die], spoken) for die, name in enumerate(DIE_NAMES)}


@lru_cache(maxsize=4096)
def _die_card(die: int, value: int, places: int, language: str) -> Card:
    if places < 0:
        return Card(translate("{die} shows {number}", die=die_name(die), number=value), text=translate("You have written it already."))
    fits = translate("nowhere") if places == 0 else translate.plural(places, "in {count} space", "in {count} spaces")
    return Card(translate("{die} shows {number}", die=die_name(die), number=value), ((translate("Fits"), fits),))
