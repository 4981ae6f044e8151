"""Notation of actions and positions."""

from __future__ import annotations

import re
from typing import Final

from mypy_extensions import i16

from bestagon.core.errors import BadNotation
from bestagon.games.hex_dice.board import BECOME, DEPLOY, ENDINGS, PHASES, PLAY, ROULETTE, HexDiceBoard
from bestagon.games.hex_dice.board_actions import CHOOSE_BASE, DECLINE, GENERAL_ACTIONS, KEEP, REROLL, SHOOT, SLOTS, STAND_GUARD, TURN_INTO
from bestagon.games.hex_dice.board_cells import FOREST, GROUND, GUARD, TOKEN, VALUE, WILD, tokens
from bestagon.games.hex_dice.layouts import SYMBOLS
from bestagon.games.hex_dice.rules import serial
from bestagon.games.hex_dice.rules.state import HexDicePosition
from bestagon.grid import Shape

SEATS: Final = "rbgypo"
"""The letters of the seats: red, blue, green, yellow, purple, orange."""
TERRAINS: Final = ("forest", "lake", "tower", "mountain")
PAIRS: Final = tuple((low, high) for low in range(1, 7) for high in range(low, 7))
"""Pairs of values to re-roll, in the order of their actions."""

_MOVE: Final = re.compile(r"([a-z]+\d+)([-*])([a-z]+\d+)")
_IN_PLACE: Final = re.compile(r"([a-z]+\d+) (guard|reroll)")
_TERRAIN: Final = re.compile(r"(forest|lake|tower|mountain) ([a-z]+\d+)")
_DEPLOY: Final = re.compile(r"deploy ([1-6]) ([a-z]+\d+)")
_REROLL: Final = re.compile(r"reroll ([1-6])(?: ([1-6]))?")
_PHASE: Final = re.compile(r"(roulette):([0-9]{1,2})|(deploy):([0-9]{1,2})|(become|extra):([a-z]+\d+\+?)|(base|reroll|play)")
_CAMP: Final = re.compile(r"([rbgypo])@([a-z]+\d+|-):([^;!~]+)(?:;([1-6]+))?(?:!([1-6]))?(?:~([1-6]))?")
_UNIT: Final = re.compile(r"([1-6?])([a-z]+\d+)(\+?)(?:-([1-6]))?(\*?)")


def action_text(board: HexDiceBoard, action: int) -> str:
    """Return the notation of an action."""
    shape = board.shape
    first_terrain = SLOTS * len(shape)
    if action < first_terrain:
        return _unit_action_text(board, action)
    if action < board.first_deploy:
        cell, kind = divmod(action - first_terrain, 4)
        return f"{TERRAINS[kind]} {shape.name(cell)}"
    if action < board.first_general:
        cell, value = divmod(action - int(board.first_deploy), 6)
        return f"deploy {value + 1} {shape.name(cell)}"
    return _general_text(board, action - int(board.first_general))


def _unit_action_text(board: HexDiceBoard, action: int) -> str:
    name, slot = board.shape.name(action // SLOTS), action % SLOTS
    if slot == REROLL:
        return f"{name} reroll"
    if slot == STAND_GUARD:
        return f"{name} guard"
    target = int(board.targets[action])
    if slot > STAND_GUARD or target < 0:
        raise BadNotation(f"action {action} leads from {name} off the map")
    return f"{name}{'-' if slot < SHOOT else '*'}{board.shape.name(target)}"


def _general_text(board: HexDiceBoard, choice: int) -> str:
    first = int(board.first_general)
    if choice >= GENERAL_ACTIONS:
        raise BadNotation(f"actions are 0 to {first + GENERAL_ACTIONS - 1}, not {first + choice}")
    if choice < KEEP:
        return f"base {board.shape.name(int(board.bases[choice - CHOOSE_BASE]))}"
    if choice == KEEP:
        return "keep"
    if choice <= TURN_INTO:
        return " ".join(["reroll", *map(str, rerolled_values(choice))])
    return "decline" if choice == DECLINE else f"become {choice - TURN_INTO}"


def rerolled_values(choice: int) -> tuple[int, ...]:
    """Return the one or two values that a general action re-rolls."""
    return (choice - KEEP,) if choice <= KEEP + 6 else PAIRS[choice - KEEP - 7]


def parse_action(board: HexDiceBoard, text: str) -> int:
    """Return the action a text stands for; raise BadNotation if it cannot be parsed."""
    shape = board.shape
    word = " ".join(text.lower().split())
    general = int(board.first_general)
    if match := _MOVE.fullmatch(word):
        return _parse_move(board, match[1], match[2], match[3])
    if match := _IN_PLACE.fullmatch(word):
        return _cell(shape, match[1]) * SLOTS + (REROLL if match[2] == "reroll" else STAND_GUARD)
    if match := _TERRAIN.fullmatch(word):
        return SLOTS * len(shape) + 4 * _cell(shape, match[2]) + TERRAINS.index(match[1])
    if match := _DEPLOY.fullmatch(word):
        return int(board.first_deploy) + 6 * _cell(shape, match[2]) + int(match[1]) - 1
    if match := _REROLL.fullmatch(word):
        if match[2] is None:
            return general + KEEP + int(match[1])
        return general + KEEP + 7 + PAIRS.index(tuple(sorted((int(match[1]), int(match[2])))))
    if word.startswith("base "):
        return general + CHOOSE_BASE + _axis(board, word[5:].strip())
    if word in ("keep", "decline"):
        return general + (KEEP if word == "keep" else DECLINE)
    if re.fullmatch("become [1-6]", word):
        return general + TURN_INTO + int(word[-1])
    raise BadNotation(
        f"{text!r} is not an action: write e5-e7 (move), e5*e7 (shoot), e5 guard, e5 reroll, become 4, decline, "
        "or in set-up forest e5, base a1, keep, reroll 3, deploy 5 b2"
    )


def _cell(shape: Shape, name: str) -> int:
    cell = shape.by_name.get(name)
    if cell is None:
        raise BadNotation(f"{name!r} is not a cell of this map: cells are a1 to {shape.names[-1]}")
    return cell


def _parse_move(board: HexDiceBoard, start: str, how: str, end: str) -> int:
    first = _cell(board.shape, start) * SLOTS
    target = _cell(board.shape, end)
    for slot in range(SHOOT) if how == "-" else range(SHOOT, REROLL):
        if board.targets[first + slot] == target:
            return first + slot
    allowed = "a unit moves at most three steps" if how == "-" else "a 5 shoots 1 to 4 cells in a straight line"
    raise BadNotation(f"{start}{how}{end}: {allowed}")


def _axis(board: HexDiceBoard, name: str) -> int:
    bases = {int(board.bases[axis]): axis for axis in range(6) if board.base_axes >> axis & 1}
    cell = _cell(board.shape, name)
    if cell not in bases:
        raise BadNotation(f"{name} is not a base: bases are {', '.join(map(board.shape.name, bases))}")
    return bases[cell]


def position_text(position: HexDicePosition) -> str:
    """Return the notation of a position: phase, turn, order, quiet turns, terrain, camps and ending."""
    shape = position.board.shape
    order = "".join(SEATS[position.seat_at(i)] for i in range(position.seats)) if position.phase != ROULETTE else "-"
    terrain = [f"{SYMBOLS[(code & GROUND) // FOREST]}{shape.name(i)}" for i, code in enumerate(position.cells) if code & GROUND]
    camps = [_camp_text(position, shape, seat) for seat in range(position.seats)]
    head = [_phase_text(position, shape), SEATS[position.turn], order, str(position.quiet_turns), ",".join(terrain) or "-"]
    return " ".join([*head, *camps, position.ending() or "-"])


def _phase_text(position: HexDicePosition, shape: Shape) -> str:
    word = PHASES[int(position.phase)]
    if position.phase == ROULETTE:
        return f"{word}:{position.pending_terrain}"
    if position.phase == DEPLOY:
        return f"{word}:{position.deploy_radius}"
    if position.phase >= BECOME:
        return f"{word}:{shape.name(int(position.merged_cell))}{'+' if position.extra_action else ''}"
    return word


def _camp_text(position: HexDicePosition, shape: Shape, seat: int) -> str:
    base = int(position.base(seat))
    units = [_unit_text(position, shape, seat, int(position.unit_cell(seat, i))) for i in range(position.unit_count(seat))]
    hand = "".join(str(v) * int(position.in_hand(seat, v)) for v in range(1, 7))
    text = f"{SEATS[seat]}@{shape.name(base) if base >= 0 else '-'}:{','.join(units) or '-'}"
    text += f";{hand}" if hand else ""
    text += f"!{position.elimination(seat)}" if position.elimination(seat) else ""
    return text + (f"~{(position.resignations >> 4 * seat) & 15}" if position.resigned(seat) else "")


def _unit_text(position: HexDicePosition, shape: Shape, seat: int, cell: int) -> str:
    code = int(position.cells[cell])
    value = code & VALUE
    text = f"{'?' if value == WILD else value}{shape.name(cell)}{'+' if code & GUARD else ''}"
    text += f"-{tokens(code)}" if tokens(code) else ""
    return text + ("*" if position.last_acted(seat) == cell else "")


def parse_position(into: HexDicePosition, text: str) -> None:
    """Parse what `position_text` wrote; raise BadNotation for an impossible position."""
    fresh = into.blank()
    assert isinstance(fresh, HexDicePosition)
    shape = into.board.shape
    words = text.split()
    if len(words) != 6 + into.seats:
        raise BadNotation(
            f"a position is phase, turn, order, quiet turns, terrain, {into.seats} camps and ending: "
            f"{6 + into.seats} words, not {len(words)}"
        )
    _parse_phase(fresh, shape, words[0])
    fresh.turn = _seat(fresh, words[1])
    _parse_order(fresh, words[2])
    if not re.fullmatch("[0-9]{1,9}", words[3]):
        raise BadNotation(f"{words[3]!r} is not a number of quiet turns")
    fresh.quiet_turns = int(words[3])
    for terrain in words[4].split(",") if words[4] != "-" else []:
        if terrain[:1] not in SYMBOLS[1:] or not terrain:
            raise BadNotation(f"{terrain!r} is not terrain: write F, L, T or M and a cell, as in Fe5")
        fresh.cells[_cell(shape, terrain[1:])] = i16(SYMBOLS.index(terrain[0]) * FOREST)
    for seat in range(into.seats):
        _parse_camp(fresh, shape, seat, words[5 + seat])
    _parse_ending(fresh, words[-1])
    try:
        serial.rebuild(fresh)
    except ValueError as error:
        raise BadNotation(f"impossible position: {error}") from None
    into.copy_from(fresh)


def _seat(position: HexDicePosition, letter: str) -> int:
    have = SEATS[: position.seats]
    if len(letter) != 1 or letter not in have:
        raise BadNotation(f"{letter!r} is not a seat: seats are {', '.join(have)}")
    return have.index(letter)


def _parse_phase(position: HexDicePosition, shape: Shape, word: str) -> None:
    match = _PHASE.fullmatch(word)
    if match is None:
        raise BadNotation(f"{word!r} is not a phase: write roulette:12, base, reroll, deploy:1, play, become:e5, become:e5+ or extra:e5")
    position.phase = PHASES.index(match[1] or match[3] or match[5] or match[7])
    if match[1]:
        position.pending_terrain = int(match[2])
    elif match[3]:
        position.deploy_radius = int(match[4])
    elif match[5]:
        position.merged_cell = _cell(shape, match[6].rstrip("+"))
        position.extra_action = match[6].endswith("+")


def _parse_order(position: HexDicePosition, word: str) -> None:
    if position.phase == ROULETTE:
        if word != "-":
            raise BadNotation(f"there is no order yet: write -, not {word!r}")
        return
    if sorted(word) != sorted(SEATS[: position.seats]):
        raise BadNotation(f"{word!r} is not an order: it must name each of {SEATS[: position.seats]} once")
    for i, letter in enumerate(word):
        position.order |= SEATS.index(letter) << 4 * i
    if position.phase < PLAY:
        position.order_index = word.index(SEATS[position.turn])


def _parse_camp(position: HexDicePosition, shape: Shape, seat: int, word: str) -> None:
    match = _CAMP.fullmatch(word)
    if match is None or match[1] != SEATS[seat]:
        raise BadNotation(f"{word!r} is not the camp of {SEATS[seat]}: base, units and dice are written as {SEATS[seat]}@g2:5e5,3d4+;126")
    if match[2] != "-":
        position.set_axis(seat, _axis(position.board, match[2]))
    for unit in match[3].split(",") if match[3] != "-" else []:
        _parse_unit(position, shape, seat, unit)
    for die in match[4] or "":
        position.change_hand(seat, int(die), 1)
    position.eliminations |= int(match[5] or 0) << 4 * seat
    position.resignations |= int(match[6] or 0) << 4 * seat


def _parse_unit(position: HexDicePosition, shape: Shape, seat: int, text: str) -> None:
    match = _UNIT.fullmatch(text)
    if match is None:
        raise BadNotation(f"{text!r} is not a unit: write 5e5, with + on guard, -2 for tokens and * if it acted last")
    cell = _cell(shape, match[2])
    if position.cells[cell] & VALUE:
        raise BadNotation(f"there are two units on {match[2]}")
    if position.unit_count(seat) >= position.board.army_size:
        raise BadNotation(f"{SEATS[seat]} has more than {position.board.army_size} units")
    value = WILD if match[1] == "?" else int(match[1])
    position.add_unit(seat, cell, value + (GUARD if match[3] else 0) + TOKEN * int(match[4] or 0))
    if match[5]:
        position.set_last_acted(seat, cell)


def _parse_ending(position: HexDicePosition, word: str) -> None:
    if word not in ("-", *ENDINGS):
        raise BadNotation(f"{word!r} is not an ending: write - or one of {', '.join(ENDINGS)}")
    if word != "-":
        position.over = True
        position.ended_by = ENDINGS.index(word)
