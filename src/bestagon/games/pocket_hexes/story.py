"""What happens in Pocket Hexes, told in beats."""

from __future__ import annotations

from bestagon.core.scene_parts import end_text, listed, player_names
from bestagon.games.pocket_hexes.board import BOXES, DICE, DIE_NAMES, EVERYONE, FIRST, LOT, LOWEST, ONE_DIE, PENALTY, REROLL, SIDES
from bestagon.games.pocket_hexes.rules.state import PocketPosition
from bestagon.games.pocket_hexes.translations import translate
from bestagon.games.pocket_hexes.words import die_name, the_numbers, write_sentence
from bestagon.scene.beats import Beat, Face
from bestagon.scene.throws import Die, Throw


def throw(position: PocketPosition, code: int) -> Throw:
    """Return what people with real dice have to roll for a code of the rules."""
    if code == LOT:
        names = tuple(_name(position, seat) for seat in range(int(position.seats)))
        return Throw(translate("Draw lots: who starts?"), (Die(len(names), names=names),))
    dice = [Die(int(SIDES[die]), int(LOWEST[die]), die_name(die)) for die in range(int(DICE))]
    if code >= ONE_DIE:
        die = dice[code - ONE_DIE]
        return Throw(translate("Roll the {die} again.", die=die.label), (die,))
    return Throw(translate("{name} rolls all six dice.", name=_name(position, int(position.active))), tuple(dice))


def tell_start(start: PocketPosition) -> list[Beat]:
    """Tell who starts, and what the dice show."""
    seat = int(start.active)
    words = translate("{name} starts, drawn by lot.", name=_name(start, seat))
    lot = [Beat("turn", words, seat)] if start.seats > 1 else []
    return [*lot, Beat("roll", translate("All six dice are rolled."), seat, *_dice(start, range(int(DICE))))]


def tell(before: PocketPosition, after: PocketPosition, seat: int, action: int) -> list[Beat]:
    """Tell what an action did: numbers and rings, the dice that were rolled, penalties, and what begins or ends."""
    cells = int(before.board.cells)
    special = int(DICE) * cells
    fresh = _new_boxes(before, after)
    if action < special:
        die, cell = divmod(action, cells)
        beats = _write(before, after, seat, die, cell)
    elif action < special + DICE:
        die, beats = action - special, []
    else:
        score = action == special + DICE
        die, beats = int(before.die_used(seat)), [_answer(before, seat, score)]
        fresh[seat] = fresh[seat][1:] if score else fresh[seat]
    beats += _reroll(before, after, seat, die)
    again = seat if before.phase == EVERYONE else -1
    return beats + _outcome(before, after, fresh, not after.over and _new_turn(before, after, seat), again)


def tell_resignation(before: PocketPosition, after: PocketPosition) -> list[Beat]:
    """Tell what others wait for no more when a player has resigned: a turn, or the second writes."""
    if after.ending() == "resigned":
        return []
    return _outcome(before, after, _new_boxes(before, after), not after.over and after.active != before.active, -1)


def _outcome(before: PocketPosition, after: PocketPosition, fresh: list[list[int]], begun: bool, again: int) -> list[Beat]:
    """Tell penalties, and what begins or ends; `fresh` are the boxes not told yet, `again` is the seat that has written before."""
    # The last penalty of a player who begins a turn with it belongs to that turn (PH 2.3).
    late = [fresh[int(after.active)].pop()] if begun and after.phase == REROLL else []
    beats = [_penalty(after, one, boxes, one == again) for one, boxes in enumerate(fresh) if boxes]
    if begun:
        beats += _turn(after)
    if late:
        beats.append(_penalty(after, int(after.active), late, False))
    filled = [one for one in range(int(after.seats)) if after.full(one) and not before.full(one)]
    if filled and not after.over:
        beats.append(_last_turn(after, filled))
    if after.over:
        beats.append(_end(after))
    elif after.phase == EVERYONE and before.phase != EVERYONE:
        beats.append(
            Beat("turn", translate("Everyone writes two numbers.") if after.seats > 1 else translate("Two more numbers to write."))
        )
    return beats


def _name(position: PocketPosition, seat: int) -> str:
    return player_names(int(position.seats))[seat]


def _dice(position: PocketPosition, dice: range) -> tuple[tuple[str, ...], tuple[Face, ...]]:
    """Return the items of dice and what they show."""
    ids = tuple(f"die.{DIE_NAMES[die]}" for die in dice)
    return ids, tuple(Face(DIE_NAMES[die], str(position.die_value(die))) for die in dice)


def _ring(position: PocketPosition, seat: int, *centres: int) -> tuple[str, ...]:
    """Return the cells of rings, each centre before what is around it."""
    shape = position.board.shape
    cells = dict.fromkeys(cell for centre in centres for cell in (centre, *shape.around(centre)))
    return tuple(f"p{seat + 1}.{shape.name(cell)}" for cell in cells)


def _new_boxes(before: PocketPosition, after: PocketPosition) -> list[list[int]]:
    """Return for each seat the indices of the boxes that were filled."""
    return [list(range(int(before.filled_boxes(seat)), int(after.filled_boxes(seat)))) for seat in range(int(after.seats))]


def _new_turn(before: PocketPosition, after: PocketPosition, seat: int) -> bool:
    """Tell whether all dice were rolled for another turn."""
    return after.phase == REROLL or (after.phase == FIRST and not (before.phase == FIRST and after.pending_rings(seat)))


# What the player does.


def _write(before: PocketPosition, after: PocketPosition, seat: int, die: int, cell: int) -> list[Beat]:
    """Write a number, and complete rings (PH 3, 4)."""
    number, name = int(before.die_value(die)), _name(before, seat)
    words = f"{write_sentence(before, seat, number, cell, name)}."
    beats = [Beat("write", words, seat, (f"p{seat + 1}.{before.board.shape.name(cell)}",))]
    pending = int(after.pending_rings(seat))
    rings = [i for i in range(int(after.board.cells)) if pending >> i & 1]
    if rings:
        numbers = the_numbers([int(after.number(seat, ring)) for ring in rings])
        one, more = "The ring around {numbers} is complete.", "The rings around {numbers} are complete."
        beats.append(Beat("act", translate.plural(len(rings), one, more, numbers=numbers), seat, _ring(after, seat, *rings)))
    return beats


def _answer(before: PocketPosition, seat: int, score: bool) -> Beat:
    """Score or skip a ring (PH 4.3)."""
    ring, name = int(before.next_ring(seat)), _name(before, seat)
    points = int(before.number(seat, ring))
    if not score:
        return Beat(
            "pass", translate("{name} skips the ring around the {number}.", name=name, number=points), seat, _ring(before, seat, ring)
        )
    words = translate.plural(points, "{name} scores {count} point.", "{name} scores {count} points.", name=name)
    box = f"p{seat + 1}.box.{before.filled_boxes(seat) + 1}"
    return Beat("score", words, seat, _ring(before, seat, ring), to=(box,), points=points)


def _reroll(before: PocketPosition, after: PocketPosition, seat: int, die: int) -> list[Beat]:
    """Roll the die again that was written or chosen first in a turn (PH 2.2, 2.3)."""
    if before.phase == EVERYONE or (before.phase == FIRST and after.phase == FIRST and after.pending_rings(seat)):
        return []
    ids, faces = _dice(after, range(die, die + 1))
    name, word = _name(before, seat), die_name(die)
    if not after.over and _new_turn(before, after, seat):
        # Nobody could write, so this die has been rolled once more since.
        return [Beat("roll", translate("{name} re-rolls the {die}.", name=name, die=word), seat, ids)]
    words = translate("{name} re-rolls the {die}: {number}.", name=name, die=word, number=after.die_value(die))
    return [Beat("roll", words, seat, ids, faces)]


# What it leads to.


def _penalty(after: PocketPosition, seat: int, boxes: list[int], again: bool) -> Beat:
    """Take the penalties of writes that cannot be made (PH 2.6)."""
    points = int(PENALTY) * len(boxes)
    words = "{name} cannot write a second number: {points}." if again else "{name} can write nothing: {points}."
    ids = tuple(f"p{seat + 1}.box.{box + 1}" for box in boxes)
    return Beat("penalty", translate(words, name=_name(after, seat), points=points), seat, ids, to=(f"seat.{seat}",), points=points)


def _last_turn(after: PocketPosition, seats: list[int]) -> Beat:
    """Announce the end (PH 6.1)."""
    names = listed([_name(after, seat) for seat in seats])
    one, more = "{names} has filled nine boxes: the last turn.", "{names} have filled nine boxes: the last turn."
    ids = tuple(f"p{seat + 1}.box.{box + 1}" for seat in seats for box in range(int(BOXES)))
    return Beat("act", translate.plural(len(seats), one, more, names=names), seats[0], ids)


def _turn(after: PocketPosition) -> list[Beat]:
    """Begin a turn: all dice are rolled (PH 2.1)."""
    seat = int(after.active)
    words = translate("{name}'s turn.", name=_name(after, seat))
    return [Beat("turn", words, seat), Beat("roll", "", seat, *_dice(after, range(int(DICE))))]


def _end(after: PocketPosition) -> Beat:
    """End the game, with the reason (PH 6)."""
    seats = range(int(after.seats))
    best = [seat for seat in seats if after.place(seat) == 1]
    points, winner = int(after.score(best[0])), best[0] if len(best) == 1 else -1
    if winner >= 0 and any(after.score(seat) == points and not after.resigned(seat) for seat in seats if seat != winner):
        return Beat("end", translate("A tie at {count}: the higher boxes decide.", count=points), winner)
    return Beat("end", end_text(after, translate("Nine boxes are full")), winner)
