"""What happens in Hex Roller, told in beats, and why something cannot be chosen now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bestagon.core.scene_parts import end_text, listed, player_names
from bestagon.games.hex_roller.actions import BOXES, FINISH, GREEN_ALONE, TAKE_PLUS, TAKE_THIRD
from bestagon.games.hex_roller.board import FACES, HIGH, LOW
from bestagon.games.hex_roller.rules.scoring import row_points
from bestagon.games.hex_roller.rules.state import RollerPosition
from bestagon.games.hex_roller.scene import BONUS_KINDS, ROWS
from bestagon.games.hex_roller.scene_effects import BONUS_WORTH, Gain, a_number, area_colour, cell_ids, gains
from bestagon.games.hex_roller.seat import BONUSES, EMPTY, FIRST, LAST, LEFT, NUMBER, SECOND, SPENT, STEP, STRIDE
from bestagon.games.hex_roller.steps import BOX, DONE, END, TAKE1, TAKE2
from bestagon.games.hex_roller.translations import translate
from bestagon.scene.beats import Beat, Face, WhyNot
from bestagon.scene.throws import Die, Throw

USED: Final = {
    "plus": "{name} uses +1: one more {number}.",
    "third": "{name} uses a bonus: a third number.",
    "two": "{name} uses a bonus: a 2 anywhere.",
}
COUNTED: Final = {"red": "The red row counts to {number}: {points}.", "green": "The green row counts to {number}: {points}."}
EARLY: Final = {
    "plus": "Use +1 together with a number you take.",
    "two": "A 2 would leave no room for the chain.",
    "third": "A third number comes after the second.",
}
"""Why a bonus that is left cannot be used now."""


def tell(before: RollerPosition, after: RollerPosition, seat: int, action: int) -> list[Beat]:
    """Return what an action did."""
    size = int(before.sheet.size)
    if action < 2 * size:
        beats = _write_beats(before, after, seat, action)
    else:
        beats = _named_beats(before, after, seat, action - 2 * size)
    beats += _skipped(before, after, seat)
    if after.over:
        return [*beats, Beat("end", end_text(after, translate("All rounds are played")))]
    if after.round > before.round:
        return [*beats, *_round_beats(after, int(after.round - before.round) - 1, _shown(before))]
    return beats


def tell_resignation(before: RollerPosition, after: RollerPosition) -> list[Beat]:
    """Return the round that begins or the end, if the others have waited for the player who resigned."""
    if after.over:
        return [] if after.ending() == "resigned" else [Beat("end", end_text(after, translate("All rounds are played")))]
    return _round_beats(after, int(after.round - before.round) - 1, _shown(before)) if after.round > before.round else []


def throw(position: RollerPosition) -> Throw:
    """Return the dice of a round, which people with real dice have to roll."""
    prompt = translate("Round {round}: roll all {count} dice.", round=int(position.round), count=int(position.dice_count))
    return Throw(prompt, (Die(int(FACES), int(LOW)),) * int(position.dice_count))


def tell_start(start: RollerPosition) -> list[Beat]:
    """Return the first roll."""
    return _round_beats(start, int(start.round) - 1, [])


def _name(position: RollerPosition, seat: int) -> str:
    return player_names(int(position.seats))[seat]


def _number_points(count: int) -> str:
    return translate.plural(count, "{count} point", "{count} points")


# Beats.


def _write_beats(before: RollerPosition, after: RollerPosition, seat: int, action: int) -> list[Beat]:
    sheet, base, name = before.sheet, seat * int(STRIDE), _name(before, seat)
    size = int(sheet.size)
    cell = (f"p{seat + 1}.{sheet.shape.names[action % size]}",)
    if action >= size:
        beats = [_bonus_beat(seat, "two", name), Beat("write", translate("{name} writes a 2.", name=name), seat, cell, (Face(label="2"),))]
    else:
        number, left = int(before.state[base + NUMBER]), int(before.state[base + LEFT]) - 1
        if left:
            text = translate("{name} writes {a}, {count} to go.", name=name, a=a_number(number), count=left)
        elif before.state[base + LAST]:
            text = translate("{name} writes the last {number}.", name=name, number=number)
        else:
            text = translate("{name} writes {a}.", name=name, a=a_number(number))
        beats = [Beat("write", text, seat, cell, (Face(label=str(number)),))]
    for gain in gains(before, after, seat):
        beats.append(Beat("score", _gain_text(before, gain), seat, gain.cells, to=(f"seat.{seat}",), points=gain.points))
    return beats


def _gain_text(position: RollerPosition, gain: Gain) -> str:
    points = _number_points(gain.points)
    if gain.area < 0:
        return translate("Both {number}s are joined: {points}.", number=gain.number, points=points)
    if gain.area == len(position.sheet.areas) - 1:
        return translate("The middle is full, mostly {number}s, double: {points}.", number=gain.number, points=points)
    colour = area_colour(position.sheet, gain.area)
    return translate("The {colour} area is full, mostly {number}s: {points}.", colour=colour, number=gain.number, points=points)


def _bonus_beat(seat: int, kind: str, name: str, number: int = 0) -> Beat:
    text = translate(USED[kind], name=name, number=number)
    return Beat("act", text, seat, (f"p{seat + 1}.bonus.{kind}",), points=-BONUS_WORTH)


def _named_beats(before: RollerPosition, after: RollerPosition, seat: int, action: int) -> list[Beat]:
    """Return what an action without a cell did."""
    name = _name(before, seat)
    if action == FINISH:
        return [Beat("pass", translate("{name} ends the round.", name=name), seat)]
    if action >= BOXES:
        return _box_beats(before, after, seat, action, name)
    number = action % int(FACES) + int(LOW)
    count = int(after.state[seat * int(STRIDE) + LEFT])
    text = translate.plural(count, "{name} takes the {number}.", "{name} takes the {number}: {count} to write.", name=name, number=number)
    taken = Beat("act", text, seat, (f"dice.{number}",))
    if action < TAKE_PLUS:
        return [taken]
    return [_bonus_beat(seat, "plus" if action < TAKE_THIRD else "third", name, number), taken]


def _box_beats(before: RollerPosition, after: RollerPosition, seat: int, action: int, name: str) -> list[Beat]:
    """Return the numbers that go into the rows, and the points of a longer straight (HR 2.6, 4.5)."""
    base, shift = seat * int(STRIDE), 4 * (int(before.round) - 1)
    put = {word: int(after.state[base + row]) >> shift & 15 for word, row in ROWS}
    if action >= GREEN_ALONE:
        text = translate("{name} puts {green} into green.", name=name, green=put["green"])
    elif not put["green"]:
        text = translate("{name} puts {red} into red.", name=name, red=put["red"])
    else:
        text = translate("{name} puts {red} into red, {green} into green.", name=name, red=put["red"], green=put["green"])
    words = [word for word, number in put.items() if number]
    boxes = tuple([f"p{seat + 1}.{word}.{int(before.round)}" for word in words])
    beats = [Beat("write", text, seat, boxes, tuple([Face(label=str(put[word])) for word in words]))]
    for word, row in ROWS:
        reached = int(row_points(after.state[base + row]))
        more = reached - int(row_points(before.state[base + row]))
        if more:
            points = _number_points(more) if more == reached else translate.plural(more, "{count} more point", "{count} more points")
            told = translate(COUNTED[word], number=reached, points=points)
            beats.append(Beat("score", told, seat, _straight(after, seat, word, row, reached), to=(f"seat.{seat}",), points=more))
    return beats


def _straight(position: RollerPosition, seat: int, word: str, row: int, reached: int) -> tuple[str, ...]:
    """Return the boxes of a row that count, from the 3 upwards."""
    boxes = int(position.state[seat * int(STRIDE) + row])
    filled = [boxes >> 4 * i & 15 for i in range(int(position.sheet.rounds))]
    return tuple([f"p{seat + 1}.{word}.{filled.index(number) + 1}" for number in range(LOW, reached + 1)])


def _skipped(before: RollerPosition, after: RollerPosition, seat: int) -> list[Beat]:
    """Return that no second number fits, or that the seat waits for the others (HR 2.7)."""
    base, name = seat * int(STRIDE), _name(before, seat)
    was, step = int(before.state[base + STEP]), int(after.state[base + STEP])
    if was <= TAKE2 and step == BOX and not after.state[base + SECOND]:
        return [Beat("pass", translate("No second number fits."), seat)]
    if step == DONE and was != END and after.round == before.round and not after.over:
        return [Beat("pass", translate("{name} is done.", name=name), seat)]
    return []


def _shown(position: RollerPosition) -> list[int]:
    """Return the numbers on the dice."""
    return [number for number in range(LOW, HIGH + 1) if position.dice_showing(number)]


def _round_beats(after: RollerPosition, skipped: int, old: list[int]) -> list[Beat]:
    """Return the beginning of a round: its number, its roll and the seats that can write nothing (HR 2.1, 2.7).

    The roll names the `old` numbers that no die shows any more, too, so that they disappear with it.
    """
    number, rounds = int(after.round), int(after.sheet.rounds)
    text = translate("Last round.") if number == rounds else translate("Round {number} of {all}.", number=number, all=rounds)
    shown = _shown(after)
    rolled = [*shown, *(number for number in old if number not in shown)]
    dice = " ".join([" ".join([str(n)] * int(after.dice_showing(n))) for n in shown])
    faces = tuple([Face(label=str(n)) for n in rolled])
    items = tuple([f"dice.{n}" for n in rolled])
    beats = [Beat("round", text), Beat("roll", translate("Rolled: {dice}.", dice=dice), ids=items, faces=faces)]
    if skipped:
        one, more = "A round was skipped: nothing fitted.", "{count} rounds were skipped: nothing fitted."
        beats.insert(0, Beat("pass", translate.plural(skipped, one, more)))
    for seat in range(int(after.seats)):
        if after.state[seat * int(STRIDE) + STEP] in (END, DONE) and not after.resigned(seat):
            beats.append(Beat("pass", translate("{name} can write no number.", name=_name(after, seat)), seat))
    return beats


# Refusals.


def why_not(position: RollerPosition, seat: int, picks: Sequence[str]) -> WhyNot:
    """Return why the last of the picks cannot be chosen after the others."""
    base = seat * int(STRIDE)
    if position.over:
        return WhyNot(translate("The game is over."))
    if position.state[base + STEP] == DONE:
        busy = [_name(position, other) for other in range(int(position.seats)) if int(position.acting()) >> other & 1]
        return WhyNot(translate("You are done. Wait for {names}.", names=listed(busy)))
    pick, earlier = picks[-1] if picks else "", list(picks[:-1])
    owner, _, rest = pick.partition(".")
    if owner == "dice":
        return _why_not_die(position, seat, rest, earlier)
    if owner == f"p{seat + 1}":
        if rest in position.sheet.shape.by_name:
            return _why_not_cell(position, seat, pick, position.sheet.shape.find(rest), earlier)
        if rest.startswith("bonus."):
            return _why_not_bonus(position, base, rest.removeprefix("bonus."), earlier)
        if rest.startswith(("red", "green")):
            early = translate("Your numbers go here at the end of the round.")
            return WhyNot(_pending(position, base) if position.state[base + STEP] == BOX else early)
    elif len(owner) == 2 and owner[0] == "p" and owner[1].isdecimal() and 1 <= int(owner[1]) <= position.seats:
        return WhyNot(translate("This is the sheet of {name}.", name=_name(position, int(owner[1:]) - 1)))
    return WhyNot(translate("This cannot be chosen now."))


def _pending(position: RollerPosition, base: int) -> str:
    """Return what has to be done first."""
    number, step = int(position.state[base + NUMBER]), position.state[base + STEP]
    if number:
        return translate("First write all of your {number}s.", number=number)
    if step in (TAKE1, TAKE2):
        return translate("First choose a number.")
    if step == BOX:
        return translate("Choose by the buttons which number goes where.")
    return translate("Use a bonus, or end your round.")


def _why_not_cell(position: RollerPosition, seat: int, pick: str, cell: int, earlier: list[str]) -> WhyNot:
    state, base, sheet = position.state, seat * int(STRIDE), position.sheet
    number, last = int(state[base + NUMBER]), int(state[base + LAST])
    if not int(state[base + EMPTY]) >> cell & 1:
        crossed = int(sheet.crosses) >> cell & 1
        return WhyNot(translate("This space is crossed out.") if crossed else translate("This space is taken."), (pick,))
    if f"p{seat + 1}.bonus.two" in earlier:
        return WhyNot(translate("A 2 here leaves no room for your {number}s.", number=number), (pick,))
    if not number:
        return WhyNot(_pending(position, base))
    around = sum([1 << near for near in sheet.shape.around(cell)])
    if last and not around & last:
        return WhyNot(translate("Must touch the {number} just written.", number=number), cell_ids(sheet, seat, last))
    own = int(state[base + number])
    if not around & own:
        return WhyNot(translate("Must touch {a}.", a=a_number(number)), cell_ids(sheet, seat, own))
    return WhyNot(translate("No room from here for all {count} of them.", count=int(state[base + LEFT])), (pick,))


def _why_not_die(position: RollerPosition, seat: int, rest: str, earlier: list[str]) -> WhyNot:
    state, base, sheet = position.state, seat * int(STRIDE), position.sheet
    number = int(rest) if rest.isdecimal() and len(rest) == 1 else 0
    if not LOW <= number <= HIGH or not position.dice_showing(number):
        return WhyNot(translate("No die shows this number."))
    if number in (state[base + FIRST], state[base + SECOND]):
        return WhyNot(translate("You have written the {number} already.", number=number), (f"dice.{number}",))
    step = position.state[base + STEP]
    third = f"p{seat + 1}.bonus.third" in earlier
    if state[base + NUMBER] or step == BOX or (step == END and not third):
        return WhyNot(_pending(position, base))
    own, empty = int(state[base + number]), int(state[base + EMPTY])
    starts = [cell for cell in range(int(sheet.size)) if empty >> cell & 1 and any(own >> near & 1 for near in sheet.shape.around(cell))]
    if not starts:
        return WhyNot(translate("Every space next to {a} is taken.", a=a_number(number)), cell_ids(sheet, seat, own))
    count = int(position.dice_showing(number)) + (f"p{seat + 1}.bonus.plus" in earlier)
    return WhyNot(translate("No room for a chain of {count}.", count=count), cell_ids(sheet, seat, own))


def _why_not_bonus(position: RollerPosition, base: int, kind: str, earlier: list[str]) -> WhyNot:
    if kind not in BONUS_KINDS:
        return WhyNot(translate("This cannot be chosen now."))
    if not int(position.state[base + BONUSES]) >> BONUS_KINDS.index(kind) & 1:
        return WhyNot(translate("This bonus is used."))
    if position.state[base + SPENT]:
        return WhyNot(translate("One bonus a round: you have used one."))
    step = position.state[base + STEP]
    if kind == "plus" and step in (TAKE1, TAKE2):
        chosen = next((pick.removeprefix("dice.") for pick in earlier if pick.startswith("dice.")), "")
        words = translate("There is no room for one more {number}.", number=chosen)
        return WhyNot(words if chosen else translate("No number has room for one more."))
    if kind == "third" and step == END:
        return WhyNot(translate("No third number fits."))
    return WhyNot(translate(EARLY[kind]))
