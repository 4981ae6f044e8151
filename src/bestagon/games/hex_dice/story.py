"""What actions and set-up did, told in beats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from bestagon.core.scene_parts import listed
from bestagon.games.hex_dice.board import (
    ARMY_DICE,
    BASES,
    BECOME,
    EXTRA,
    FIRST_TO_PLACE,
    HAND_DICE,
    LAYOUT_DIE,
    ORDER_DICE,
    PATIENCE,
    PLAY,
    REROLLS,
    ROULETTE,
    TERRAIN_SPOT,
    TERRAIN_SUM,
    UNIT_DIE,
)
from bestagon.games.hex_dice.board_actions import ACROSS, DECLINE, KEEP, KNIGHT, REROLL, SHOOT, SLOTS, STAND_GUARD
from bestagon.games.hex_dice.board_cells import FOREST, GROUND, LAKE, MOUNTAIN, TOWER, VALUE, WILD, owner
from bestagon.games.hex_dice.layouts import BY_GENERATION, BY_ROULETTE, PRESET
from bestagon.games.hex_dice.notation import rerolled_values
from bestagon.games.hex_dice.rules.state import HexDicePosition
from bestagon.games.hex_dice.scene import WARNING
from bestagon.games.hex_dice.scene_choices import sentence
from bestagon.games.hex_dice.scene_facts import verdict, with_article
from bestagon.games.hex_dice.terminal import COLOURS
from bestagon.games.hex_dice.translations import translate
from bestagon.scene.beats import Beat, Face
from bestagon.scene.throws import Die, Throw

KINDS_OF_SIX: Final = (FOREST, FOREST, LAKE, LAKE, TOWER, MOUNTAIN)
"""Terrain by a die, counted from 0 (HD 2.4)."""
COUNTS: Final = (
    ("{count} forest.", "{count} forests."),
    ("{count} lake.", "{count} lakes."),
    ("{count} tower.", "{count} towers."),
    ("{count} mountain.", "{count} mountains."),
)


def throw(position: HexDicePosition, code: int) -> Throw:
    """Return what people with real dice have to roll for a code of the rules."""
    if code >= ORDER_DICE:
        seats = [seat for seat in range(int(position.seats)) if code - ORDER_DICE >> seat & 1]
        if len(seats) < position.seats:
            prompt = translate("A tie: {names} roll again for the order.", names=listed([_name(seat) for seat in seats]))
        else:
            prompt = translate("Everybody rolls for the order.")
        return Throw(prompt, tuple(Die(6, label=_name(seat)) for seat in seats))
    if code >= ARMY_DICE:
        return Throw(translate("{name} rolls an army.", name=_name(code - ARMY_DICE)), _d6(int(position.board.army_size)))
    if code > HAND_DICE:
        name = _name(int(position.turn))
        return Throw(
            translate.plural(code - HAND_DICE, "{name} re-rolls a die.", "{name} re-rolls {count} dice.", name=name), _d6(code - HAND_DICE)
        )
    return _lone_throw(position, code)


def _d6(count: int) -> tuple[Die, ...]:
    return (Die(6),) * count


def _lone_throw(position: HexDicePosition, code: int) -> Throw:
    """Return a throw that concerns no army as a whole."""
    if code == LAYOUT_DIE:
        return Throw(translate("Roll a die: it picks the terrain."), (Die(len(position.layouts) // int(position.board.size)),))
    if code == TERRAIN_SUM:
        return Throw(translate("Roll six dice: their sum is the number of terrain cells."), _d6(6))
    if code == TERRAIN_SPOT:
        labels = [translate("Direction"), translate("Distance"), translate("Scatter"), translate("Terrain")]
        return Throw(translate("Roll four dice for the next terrain cell."), tuple(Die(6, label=label) for label in labels))
    if code == FIRST_TO_PLACE:
        names = tuple(_name(seat) for seat in range(int(position.seats)))
        return Throw(translate("Draw lots: who places terrain first?"), (Die(len(names), names=names),))
    assert code == UNIT_DIE
    return Throw(translate("{name} re-rolls a die.", name=_name(int(position.turn))), _d6(1))


def tell_start(start: HexDicePosition) -> list[Beat]:
    """Return the terrain and the order of the players as they were rolled."""
    thrown = iter(int(die) for die in start.thrown)
    if not len(start.thrown):
        return []
    beats: list[Beat] = []
    if start.terrain_source == PRESET:
        if len(start.layouts) > start.board.size:
            number = next(thrown) + 1
            text = translate("A die picks the terrain: layout {number}.", number=number)
            beats.append(Beat("roll", text, faces=(Face(label=str(number)),)))
            beats.append(Beat("place", ids=_terrain_cells(start)))
    elif start.terrain_source in (BY_GENERATION, BY_ROULETTE):
        beats += _tell_terrain(start, thrown)
    if start.terrain_source == BY_ROULETTE:
        first = next(thrown)
        return [*beats, Beat("turn", translate("{name} is drawn to place first.", name=_name(first)), first)]
    return beats + _tell_order(start, thrown)


def _name(seat: int) -> str:
    return translate(COLOURS[seat])


def _terrain_cells(position: HexDicePosition) -> tuple[str, ...]:
    return tuple(position.board.shape.names[cell] for cell, code in enumerate(position.cells) if code & GROUND)


def _tell_terrain(start: HexDicePosition, thrown: Iterator[int]) -> list[Beat]:
    """Tell the number of terrain cells (2.3), and for the generation where they fall (2.4)."""
    dice = [next(thrown) + 1 for _ in range(6)]
    total = sum(dice)
    words = translate("Dice for terrain: {dice} = {total}.", dice=" + ".join(map(str, dice)), total=total)
    beats = [Beat("roll", words, faces=tuple(Face(label=str(die)) for die in dice))]
    if start.terrain_source == BY_ROULETTE:
        return beats
    placed: dict[int, int] = {}
    for _ in range(total):
        spot = next(thrown) * 36 + next(thrown) * 6 + next(thrown)
        kind = KINDS_OF_SIX[next(thrown)]
        cell = int(start.board.scatter[spot])
        if cell >= 0 and not start.board.terrain_barred[cell] and cell not in placed:
            placed[cell] = kind
    names = start.board.shape.names
    for i, kind in enumerate((FOREST, LAKE, TOWER, MOUNTAIN)):
        cells = tuple(names[cell] for cell, ground in placed.items() if ground == kind)
        if cells:
            beats.append(Beat("place", translate.plural(len(cells), *COUNTS[i]), ids=cells))
    if total > len(placed):
        beats.append(Beat("pass", translate("{number} skipped: no room there.", number=total - len(placed))))
    return beats


def _tell_order(position: HexDicePosition, thrown: Iterator[int]) -> list[Beat]:
    """Tell the rolls for the order in which bases are chosen (2.6)."""
    beats: list[Beat] = []
    for rolls in _roll_off(list(range(int(position.seats))), thrown):
        words = ", ".join(translate("{name} {roll}", name=_name(seat), roll=roll) for seat, roll in rolls.items())
        words = translate("A tie is rolled again: {rolls}" if beats else "Rolled for the order: {rolls}", rolls=words)
        ids = tuple(f"seat.{seat}" for seat in rolls)
        beats.append(Beat("roll", f"{words}.", ids=ids, faces=tuple(Face(label=str(roll)) for roll in rolls.values())))
    first = int(position.seat_at(0))
    return [*beats, Beat("turn", translate("{name} chooses a base first.", name=_name(first)), first)]


def _roll_off(seats: Sequence[int], thrown: Iterator[int]) -> list[dict[int, int]]:
    """Return the rounds of rolls by seat, each group of ties after the round in which it tied."""
    rolls = {seat: next(thrown) + 1 for seat in seats}
    rounds = [rolls]
    for value in sorted(set(rolls.values()), reverse=True):
        tied = [seat for seat in seats if rolls[seat] == value]
        if len(tied) > 1:
            rounds += _roll_off(tied, thrown)
    return rounds


def tell(before: HexDicePosition, after: HexDicePosition, seat: int, action: int) -> list[Beat]:
    """Return what an action did: the action, its outcome, who is out, and the turn or the end of the game."""
    said = sentence(before, seat, action, _name(seat))
    if before.phase < PLAY:
        beats = _tell_setup(before, after, seat, action, said)
    elif action >= before.board.first_general:
        ids = (before.board.shape.names[before.merged_cell],)
        declined = action - int(before.board.first_general) == DECLINE
        beats = [Beat("pass" if declined else "act", f"{said}.", seat, () if declined else ids)]
    else:
        beats = _tell_unit(before, after, seat, action, said)
    return beats + _tell_end(before, after) if after.over else beats + _tell_turn(before, after)


def tell_resignation(before: HexDicePosition, after: HexDicePosition, seat: int) -> list[Beat]:
    """Tell that the units of a player who resigned leave, and how set-up or the turn goes on (7.2)."""
    units = _army_cells(before, [seat])
    text = translate("{name}'s units leave the map.", name=_name(seat))
    beats = [Beat("remove", text, seat, units, to=(f"seat.{seat}",))] if units else []
    if after.over:
        return beats
    return [*beats, *_tell_given(before, after), *_tell_turn(before, after)]


# Set-up.


def _tell_setup(before: HexDicePosition, after: HexDicePosition, seat: int, action: int, said: str) -> list[Beat]:
    board = before.board
    names = board.shape.names
    if before.phase == ROULETTE:
        beats = [Beat("place", f"{said}.", seat, (names[(action - SLOTS * int(board.size)) // 4],))]
        return beats + _tell_order(after, iter(int(die) for die in after.thrown)) if after.phase > ROULETTE else beats
    if before.phase == BASES:
        return _tell_bases(before, after, seat, said)
    if before.phase == REROLLS:
        choice = action - int(board.first_general)
        if choice == KEEP:
            return [Beat("pass", f"{said}.", seat)]
        return [_tell_rerolls(before, after, seat, rerolled_values(choice), said)]
    return [Beat("place", f"{said}.", seat, (names[(action - int(board.first_deploy)) // 6],))]


def _tell_bases(before: HexDicePosition, after: HexDicePosition, seat: int, said: str) -> list[Beat]:
    """Tell the base chosen, and what follows from it."""
    chosen = Beat("place", f"{said}.", seat, (before.board.shape.names[after.base(seat)],))
    return [chosen, *_tell_given(before, after, seat)]


def _tell_given(before: HexDicePosition, after: HexDicePosition, chooser: int = -1) -> list[Beat]:
    """Tell the bases that others get without a choice, and the armies rolled once all have one."""
    if before.phase != BASES:
        return []
    beats: list[Beat] = []
    order = [int(before.seat_at(i)) for i in range(int(before.seats))]
    for other in order:
        if other != chooser and before.axis(other) < 0 <= after.axis(other):
            text = translate("{name} gets the base that is left.", name=_name(other))
            beats.append(Beat("place", text, other, (before.board.shape.names[after.base(other)],)))
    if after.phase == REROLLS:
        for other in order:
            dice = _hand(after, other)
            if dice:
                text = translate("{name} rolls {dice}.", name=_name(other), dice=listed([str(value) for value in dice]))
                beats.append(_roll(other, text, dice))
    return beats


def _hand(position: HexDicePosition, seat: int) -> list[int]:
    return [value for value in range(1, 7) for _ in range(int(position.in_hand(seat, value)))]


def _roll(seat: int, text: str, dice: Sequence[int]) -> Beat:
    """Return a roll of dice in a seat's tray, where equal dice are one item."""
    values = sorted(set(dice))
    return Beat("roll", text, seat, tuple(f"p{seat + 1}.die.{v}" for v in values), tuple(Face(label=str(v)) for v in values))


def _tell_rerolls(before: HexDicePosition, after: HexDicePosition, seat: int, old: tuple[int, ...], said: str) -> Beat:
    kept = Counter(_hand(before, seat)) - Counter(old)
    new = sorted((Counter(_hand(after, seat)) - kept).elements())
    return _roll(seat, translate("{sentence}: {dice}.", sentence=said, dice=listed([str(value) for value in new])), new)


# Turns.


def path(position: HexDicePosition, action: int) -> tuple[int, ...]:
    """Return the cells that a move passes, its start and its end included; of a shot only those two."""
    board = position.board
    cell, slot = action // SLOTS, action % SLOTS
    at, target = cell * SLOTS, int(board.targets[action])
    between: list[int] = []
    if slot < KNIGHT:
        between = [int(board.targets[at + passed]) for passed in range(slot - slot % 3, slot)]
    elif slot < ACROSS:
        first = 3 * ((slot - KNIGHT) // 2)
        between = [int(board.targets[at + first]), int(board.targets[at + first + 1])]
    elif slot < SHOOT:
        direction = slot - ACROSS
        sides = [int(board.targets[at + 3 * (d % 6)]) for d in (direction, direction + 1)]
        between = [side for side in sides if side >= 0 and _passable(int(position.cells[side]))][:1]
    return (cell, *between, target)


def _passable(code: int) -> bool:
    return code & VALUE == 0 and code & GROUND not in (LAKE, MOUNTAIN)


def _tell_unit(before: HexDicePosition, after: HexDicePosition, seat: int, action: int, said: str) -> list[Beat]:
    names = before.board.shape.names
    cell, slot = action // SLOTS, action % SLOTS
    if slot == REROLL:
        return [_tell_reroll(before, after, seat, cell, said)]
    if slot == STAND_GUARD:
        text = translate("{sentence}: armour {armour}.", sentence=said, armour=after.armour(cell))
        return [Beat("act", text, seat, (names[cell],))]
    target = int(before.board.targets[action])
    code = int(before.cells[target])
    if not code & VALUE:
        moved = [Beat("move", f"{said}.", seat, tuple(names[passed] for passed in path(before, action)))]
        return moved + _tell_losses(before, after, seat, target)
    if owner(code) == seat:
        return [_tell_merge(before, seat, cell, target, said)]
    return _tell_attack(before, after, seat, action, said)


def _tell_reroll(before: HexDicePosition, after: HexDicePosition, seat: int, cell: int, said: str) -> Beat:
    old, new = int(before.cells[cell]) & VALUE, int(after.cells[cell]) & VALUE
    again = "{sentence}: {unit} again." if old == new else "{sentence}: {unit}."
    text = translate(again, sentence=said, unit=with_article(new))
    return Beat("roll", text, seat, (before.board.shape.names[cell],), (Face(label=str(new)),))


def _tell_merge(before: HexDicePosition, seat: int, cell: int, target: int, said: str) -> Beat:
    names, cells = before.board.shape.names, before.cells
    total = (int(cells[cell]) & VALUE) + (int(cells[target]) & VALUE)
    if total < WILD:
        text = translate("{sentence}: {unit}.", sentence=said, unit=with_article(total))
    else:
        text = translate("{sentence}: {total}, to become any unit.", sentence=said, total=total)
    return Beat("merge", text, seat, (names[cell],), to=(names[target],))


def _tell_attack(before: HexDicePosition, after: HexDicePosition, seat: int, action: int, said: str) -> list[Beat]:
    """Tell an attack, its verdict, and what moves or is hit (5.2, 5.3)."""
    names = before.board.shape.names
    cell, target, shot = action // SLOTS, int(before.board.targets[action]), action % SLOTS >= SHOOT
    start, end = names[cell], names[target]
    foe = int(owner(int(before.cells[target])))
    outcome, falls = verdict(before, cell, target)
    beats = [Beat("attack", f"{said}.", seat, (start, end)), Beat("verdict", outcome, seat, (end,), success=falls)]
    if not falls:
        return [*beats, Beat("act", "", foe, (end,))]
    if shot:
        beats.append(Beat("remove", "", foe, (end,), to=(f"seat.{foe}",)))
    else:
        beats.append(Beat("capture", "", seat, (start, end), to=(end, f"seat.{foe}")))
    return beats + _tell_losses(before, after, seat, target)


def _tell_losses(before: HexDicePosition, after: HexDicePosition, seat: int, target: int) -> list[Beat]:
    """Tell who is out, with the units that leave (7.2); `story` adds the points of all who stay (7.4)."""
    names = before.board.shape.names
    gone = [other for other in range(int(before.seats)) if before.still_in(other) and not after.still_in(other)]
    beats: list[Beat] = []
    for foe in sorted(gone, key=lambda other: int(after.elimination(other))):
        left = [int(before.unit_cell(foe, i)) for i in range(int(before.unit_count(foe)))]
        ids = tuple(names[cell] for cell in left if cell != target)
        taken = before.base(foe) == target
        words = "{name} takes {foe}'s base: {foe} is out." if taken else "{foe} has no units left and is out."
        text = translate(words, name=_name(seat), foe=_name(foe)) if not after.over else ""
        if ids:
            beats.append(Beat("remove", text, foe, ids, to=(f"seat.{foe}",)))
        elif text:
            beats.append(Beat("declare", text, foe))
    return beats


# Turns and the end.


def _tell_turn(before: HexDicePosition, after: HexDicePosition) -> list[Beat]:
    """Tell whose turn begins and in set-up for what, after a warning if the game is about to end (7.3)."""
    seat = int(after.turn)
    if after.phase in (BECOME, EXTRA) or (seat == before.turn and after.phase == before.phase):
        return []
    if before.phase == ROULETTE and after.phase == BASES:
        return []  # The rolls for the order say who is first.
    return [*_warning(after), Beat("turn", translate(_TURNS[after.phase], name=_name(seat)), seat)]


_TURNS: Final = (
    "{name} to place terrain.",
    "{name} to choose a base.",
    "{name} to re-roll or keep.",
    "{name} to deploy.",
    "{name} to move.",
)
"""What the seat on turn has to do, by phase."""


def _warning(position: HexDicePosition) -> list[Beat]:
    left = int(position.patience * position.remaining - position.quiet_turns)
    if position.phase != PLAY or (left > position.remaining and left != WARNING * position.remaining):
        return []
    if left == 1:
        return [Beat("round", translate("Last turn, unless a unit falls."))]
    return [Beat("round", translate("{count} turns left, unless a unit falls.", count=left))]


def _tell_end(before: HexDicePosition, after: HexDicePosition) -> list[Beat]:
    """Tell why the game ends and who has won."""
    winners = [seat for seat in range(int(after.seats)) if after.place(seat) == 1]
    names = listed([_name(seat) for seat in winners])
    if after.ended_by == PATIENCE:
        return _tell_patience(before, after, winners, names)
    lost = [seat for seat in range(int(after.seats)) if before.still_in(seat) and not after.still_in(seat)]
    foe = max(lost, key=lambda seat: int(after.elimination(seat)))
    if after.ending() == "base":
        text = translate("{name} takes {foe}'s base.", name=names, foe=_name(foe))
        return [Beat("end", text, winners[0], (after.board.shape.names[after.base(foe)],))]
    text = translate("{foe} has no units left.", foe=_name(foe))
    return [Beat("end", text, winners[0], _army_cells(after, winners))]


def _army_cells(position: HexDicePosition, seats: Sequence[int]) -> tuple[str, ...]:
    names = position.board.shape.names
    cells = chain.from_iterable([int(position.unit_cell(s, i)) for i in range(int(position.unit_count(s)))] for s in seats)
    return tuple(names[cell] for cell in cells)


def _tell_patience(before: HexDicePosition, after: HexDicePosition, winners: list[int], names: str) -> list[Beat]:
    """Tell the armies that are compared, and the result (7.3)."""
    beats = [Beat("round", translate("{count} turns without a loss: the armies are counted.", count=after.quiet_turns))]
    for seat in range(int(after.seats)):
        if after.still_in(seat):
            units, total = int(after.unit_count(seat)), int(after.value_sum(seat))
            words = ("{name} has {count} unit, sum {total}.", "{name} has {count} units, sum {total}.")
            text = translate.plural(units, *words, name=_name(seat), total=total)
            points = int(after.score(seat)) - int(before.score(seat)) or None
            beats.append(Beat("score", text, seat, _army_cells(after, [seat]), to=(f"seat.{seat}",), points=points))
    if len(winners) > 1:
        return [*beats, Beat("end", translate("{count} turns without a loss: the armies are equal.", count=after.quiet_turns))]
    text = translate("{count} turns without a loss: {name}'s army is the strongest.", count=after.quiet_turns, name=names)
    return [*beats, Beat("end", text, winners[0], _army_cells(after, winners))]
