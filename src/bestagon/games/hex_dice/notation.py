"""Actions and positions of Hex Dice as text."""

from __future__ import annotations

import re
from typing import Final

from mypy_extensions import i16

from bestagon.core.errors import BadNotation
from bestagon.games.hex_dice.board import (
    BASES,
    BECOME,
    DECLINE,
    DEPLOY,
    EXTRA,
    FOREST,
    GROUND,
    GUARD,
    KEEP,
    PLAY,
    REROLL,
    REROLLS,
    RESTS,
    ROULETTE,
    SHOOT,
    SITE,
    SLOTS,
    STAND,
    TOKEN,
    TURN_INTO,
    VALUE,
    WILD,
)
from bestagon.games.hex_dice.layouts import SYMBOLS
from bestagon.games.hex_dice.position import HexDicePosition
from bestagon.games.hex_dice.position_field import ANNIHILATED, AXIS, CAMP, CAPTURED, HAND, LAST, PATIENCE
from bestagon.grid import Shape

SEATS: Final = "rbgypo"
"""What a seat is called in positions and pictures: red, blue, green, yellow, purple, orange."""
TERRAINS: Final = ("forest", "lake", "tower", "mountain")
PAIRS: Final = tuple((low, high) for low in range(1, 7) for high in range(low, 7))
"""Two values to re-roll, in the order of their actions."""
PHASES: Final = {ROULETTE: "roulette", BASES: "base", REROLLS: "reroll", DEPLOY: "deploy", PLAY: "play", BECOME: "become", EXTRA: "extra"}
HOWS: Final = {ANNIHILATED: "annihilated", CAPTURED: "base", PATIENCE: "patience", 0: "resigned"}

_GO: Final = re.compile(r"([a-z]+\d+)([-*])([a-z]+\d+)")
_STAY: Final = re.compile(r"([a-z]+\d+) (guard|reroll)")
_TERRAIN: Final = re.compile(r"(forest|lake|tower|mountain) ([a-z]+\d+)")
_DEPLOY: Final = re.compile(r"deploy ([1-6]) ([a-z]+\d+)")
_REROLL: Final = re.compile(r"reroll ([1-6])(?: ([1-6]))?")
_PHASE: Final = re.compile(r"(roulette):([0-9]{1,2})|(deploy):([0-9]{1,2})|(become|extra):([a-z]+\d+\+?)|(base|reroll|play)")
_CAMP: Final = re.compile(r"([rbgypo])@([a-z]+\d+|-):([^;!~]+)(?:;([1-6]+))?(?:!([1-6]))?(?:~([1-6]))?")
_UNIT: Final = re.compile(r"([1-6?])([a-z]+\d+)(\+?)(?:-([1-6]))?(\*?)")


def action_text(position: HexDicePosition, action: int) -> str:
    """Return an action in words and cell names."""
    board = position.board
    shape = board.shape
    size = len(shape)
    if action < SLOTS * size:
        return _unit_text(position, shape, action)
    if action < board.deploy:
        cell, kind = divmod(action - SLOTS * size, 4)
        return f"{TERRAINS[kind]} {shape.name(cell)}"
    if action < board.rest:
        cell, value = divmod(action - int(board.deploy), 6)
        return f"deploy {value + 1} {shape.name(cell)}"
    return _rest_text(position, shape, action - int(board.rest))


def _unit_text(position: HexDicePosition, shape: Shape, action: int) -> str:
    name, slot = shape.name(action // SLOTS), action % SLOTS
    if slot == REROLL:
        return f"{name} reroll"
    if slot == STAND:
        return f"{name} guard"
    target = int(position.board.to[action])
    if slot > STAND or target < 0:
        raise BadNotation(f"action {action} leads from {name} off the map")
    return f"{name}{'-' if slot < SHOOT else '*'}{shape.name(target)}"


def _rest_text(position: HexDicePosition, shape: Shape, rest: int) -> str:
    if rest < 0 or rest >= RESTS:
        raise BadNotation(f"actions are 0 to {position.actions - 1}, not {rest + int(position.board.rest)}")
    if rest < KEEP:
        return f"base {shape.name(int(position.board.bases[rest - SITE]))}"
    if rest == KEEP:
        return "keep"
    if rest <= KEEP + 6:
        return f"reroll {rest - KEEP}"
    if rest <= TURN_INTO:
        low, high = PAIRS[rest - KEEP - 7]
        return f"reroll {low} {high}"
    return "decline" if rest == DECLINE else f"become {rest - TURN_INTO}"


def parse_action(position: HexDicePosition, text: str) -> int:
    """Return the action of a text; BadNotation says what cannot be read."""
    board = position.board
    shape = board.shape
    word = " ".join(text.lower().split())
    rest = int(board.rest)
    if match := _GO.fullmatch(word):
        return _parse_way(position, shape, match[1], match[2], match[3])
    if match := _STAY.fullmatch(word):
        return _cell(shape, match[1]) * SLOTS + (REROLL if match[2] == "reroll" else STAND)
    if match := _TERRAIN.fullmatch(word):
        return SLOTS * len(shape) + 4 * _cell(shape, match[2]) + TERRAINS.index(match[1])
    if match := _DEPLOY.fullmatch(word):
        return int(board.deploy) + 6 * _cell(shape, match[2]) + int(match[1]) - 1
    if match := _REROLL.fullmatch(word):
        if match[2] is None:
            return rest + KEEP + int(match[1])
        return rest + KEEP + 7 + PAIRS.index(tuple(sorted((int(match[1]), int(match[2])))))
    if word.startswith("base "):
        return rest + SITE + _axis(position, shape, word[5:])
    if word in ("keep", "decline"):
        return rest + (KEEP if word == "keep" else DECLINE)
    if re.fullmatch("become [1-6]", word):
        return rest + TURN_INTO + int(word[-1])
    raise BadNotation(
        f"{text!r} is no action: write e5-e7 (go), e5*e7 (shoot), e5 guard, e5 reroll, become 4, decline, "
        "or in set-up forest e5, base a1, keep, reroll 3, deploy 5 b2"
    )


def _cell(shape: Shape, name: str) -> int:
    cell = shape.by_name.get(name)
    if cell is None:
        raise BadNotation(f"{name!r} is no cell of this map: cells are a1 to {shape.names[-1]}")
    return cell


def _parse_way(position: HexDicePosition, shape: Shape, start: str, how: str, end: str) -> int:
    first = _cell(shape, start) * SLOTS
    target = _cell(shape, end)
    slots = range(SHOOT) if how == "-" else range(SHOOT, REROLL)
    for slot in slots:
        if position.board.to[first + slot] == target:
            return first + slot
    most = "no unit goes so: it is at most three steps" if how == "-" else "no 5 shoots so: it is 1 to 4 cells in a straight line"
    raise BadNotation(f"{start}{how}{end}: {most}")


def _axis(position: HexDicePosition, shape: Shape, name: str) -> int:
    cell = _cell(shape, name.strip())
    for axis in range(6):
        if position.board.bases[axis] == cell and position.board.sites >> axis & 1:
            return axis
    have = ", ".join(shape.name(int(position.board.bases[axis])) for axis in range(6) if position.board.sites >> axis & 1)
    raise BadNotation(f"{name.strip()} is no base: bases are {have}")


def position_text(position: HexDicePosition) -> str:
    """Return phase, turn, order, quiet turns, terrain, every camp and the ending, in one line."""
    shape = position.board.shape
    order = "".join(SEATS[position.in_order(i)] for i in range(position.seats)) if position.phase != ROULETTE else "-"
    lands = [f"{SYMBOLS[(code & GROUND) // FOREST]}{shape.name(i)}" for i, code in enumerate(position.cells) if code & GROUND]
    camps = [_camp_text(position, shape, seat) for seat in range(position.seats)]
    end = HOWS[int(position.how)] if position.over else "-"
    return " ".join(
        [_phase_text(position, shape), SEATS[position.turn], order, str(position.quiet), ",".join(lands) or "-", *camps, end],
    )


def _phase_text(position: HexDicePosition, shape: Shape) -> str:
    word = PHASES[int(position.phase)]
    if position.phase == ROULETTE:
        return f"{word}:{position.pending}"
    if position.phase == DEPLOY:
        return f"{word}:{position.zone}"
    if position.phase >= BECOME:
        return f"{word}:{shape.name(int(position.focus))}{'+' if position.bonus else ''}"
    return word


def _camp_text(position: HexDicePosition, shape: Shape, seat: int) -> str:
    base = int(position.base(seat))
    units = [_man_text(position, shape, seat, int(position.man(seat, i))) for i in range(position.count(seat))]
    hand = "".join(str(v) * int(position.camps[CAMP * seat + HAND + v]) for v in range(1, 7))
    text = f"{SEATS[seat]}@{shape.name(base) if base >= 0 else '-'}:{','.join(units) or '-'}"
    text += f";{hand}" if hand else ""
    text += f"!{position.out_at(seat)}" if position.out_at(seat) else ""
    return text + (f"~{(position.resignations >> 4 * seat) & 15}" if position.resigned(seat) else "")


def _man_text(position: HexDicePosition, shape: Shape, seat: int, cell: int) -> str:
    code = int(position.cells[cell])
    value, tokens = code & VALUE, code // TOKEN & 7
    text = f"{'?' if value == WILD else value}{shape.name(cell)}{'+' if code & GUARD else ''}{f'-{tokens}' if tokens else ''}"
    return text + ("*" if position.camps[CAMP * seat + LAST] == cell else "")


def parse_position(into: HexDicePosition, text: str) -> None:
    """Read what `position_text` wrote; BadNotation says what cannot be."""
    fresh = into.blank()
    assert isinstance(fresh, HexDicePosition)
    shape = into.board.shape
    words = text.split()
    if len(words) != 6 + into.seats:
        raise BadNotation(
            f"a position is phase, turn, order, quiet turns, terrain, {into.seats} camps and ending: "
            f"{6 + into.seats} words, not {len(words)}"
        )
    _read_phase(fresh, shape, words[0])
    fresh.turn = _seat(fresh, words[1])
    _read_order(fresh, words[2])
    if not re.fullmatch("[0-9]{1,9}", words[3]):
        raise BadNotation(f"{words[3]!r} is no number of quiet turns")
    fresh.quiet = int(words[3])
    for land in words[4].split(",") if words[4] != "-" else []:
        if land[:1] not in SYMBOLS[1:] or not land:
            raise BadNotation(f"{land!r} is no terrain: write F, L, T or M and a cell, as in Fe5")
        fresh.cells[_cell(shape, land[1:])] = i16(SYMBOLS.index(land[0]) * FOREST)
    for seat in range(into.seats):
        _read_camp(fresh, shape, seat, words[5 + seat])
    _read_end(fresh, words[-1])
    try:
        fresh.settle()
    except ValueError as error:
        raise BadNotation(f"that position cannot be: {error}") from None
    into.copy_from(fresh)


def _seat(position: HexDicePosition, letter: str) -> int:
    have = SEATS[: position.seats]
    if len(letter) != 1 or letter not in have:
        raise BadNotation(f"{letter!r} is no seat: seats are {', '.join(have)}")
    return have.index(letter)


def _read_phase(position: HexDicePosition, shape: Shape, word: str) -> None:
    match = _PHASE.fullmatch(word)
    if match is None:
        raise BadNotation(f"{word!r} is no phase: roulette:12, base, reroll, deploy:1, play, become:e5, become:e5+ or extra:e5")
    name = match[1] or match[3] or match[5] or match[7]
    position.phase = next(phase for phase, called in PHASES.items() if called == name)
    if match[1]:
        position.pending = int(match[2])
    elif match[3]:
        position.zone = int(match[4])
    elif match[5]:
        position.focus = _cell(shape, match[6].rstrip("+"))
        position.bonus = match[6].endswith("+")


def _read_order(position: HexDicePosition, word: str) -> None:
    if position.phase == ROULETTE:
        if word != "-":
            raise BadNotation(f"there is no order yet: write -, not {word!r}")
        return
    if sorted(word) != sorted(SEATS[: position.seats]):
        raise BadNotation(f"{word!r} is no order: it must name each of {SEATS[: position.seats]} once")
    for i, letter in enumerate(word):
        position.order |= SEATS.index(letter) << 4 * i
    if position.phase < PLAY:
        position.step = word.index(SEATS[position.turn])


def _read_camp(position: HexDicePosition, shape: Shape, seat: int, word: str) -> None:
    match = _CAMP.fullmatch(word)
    if match is None or match[1] != SEATS[seat]:
        raise BadNotation(f"{word!r} is not the camp of {SEATS[seat]}: base, units and dice are written as {SEATS[seat]}@g2:5e5,3d4+;126")
    if match[2] != "-":
        position.camps[CAMP * seat + AXIS] = i16(_axis(position, shape, match[2]))
    for unit in match[3].split(",") if match[3] != "-" else []:
        _read_unit(position, shape, seat, unit)
    for die in match[4] or "":
        position.camps[CAMP * seat + HAND + int(die)] += 1
    position.outs |= int(match[5] or 0) << 4 * seat
    position.resignations |= int(match[6] or 0) << 4 * seat


def _read_unit(position: HexDicePosition, shape: Shape, seat: int, text: str) -> None:
    match = _UNIT.fullmatch(text)
    if match is None:
        raise BadNotation(f"{text!r} is no unit: write 5e5, with + on guard, -2 for tokens and * if it acted last")
    cell = _cell(shape, match[2])
    if position.cells[cell] & VALUE:
        raise BadNotation(f"there are two units on {match[2]}")
    if position.count(seat) >= position.board.army:
        raise BadNotation(f"{SEATS[seat]} has more than {position.board.army} units")
    value = WILD if match[1] == "?" else int(match[1])
    position.put(seat, cell, value + (GUARD if match[3] else 0) + TOKEN * int(match[4] or 0))
    if match[5]:
        position.camps[CAMP * seat + LAST] = i16(cell)


def _read_end(position: HexDicePosition, word: str) -> None:
    if word == "-":
        return
    for how, name in HOWS.items():
        if name == word:
            position.over = True
            position.how = how
            return
    raise BadNotation(f"{word!r} is no ending: write - or one of {', '.join(HOWS.values())}")
