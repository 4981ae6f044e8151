"""Hex Dice as a Stage and Scenes."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from bestagon.core.scene_parts import offered_actions, seat_states, waiting_prompt
from bestagon.games.hex_dice.board import BASES, FOREST, GROUND, GUARD, LIVE, OWNER, PLAY, ROULETTE, SEAT, TOKEN, UNIT, VALUE, WILD, Board
from bestagon.games.hex_dice.notation import TERRAINS
from bestagon.games.hex_dice.position import HexDicePosition
from bestagon.games.hex_dice.position_field import CAMP, HAND, LAST
from bestagon.games.hex_dice.scene_choices import UNITS, choices_of
from bestagon.games.hex_dice.terminal import COLOURS, ENDS, prompt
from bestagon.games.hex_dice.translations import translate
from bestagon.i18n import language
from bestagon.scene.grids import grid, players
from bestagon.scene.model import Board as SceneBoard
from bestagon.scene.model import BoardState, CellState, Item, Piece, Scene, ScoreLine, Stage, Tray, stage_id

KINDS: Final = ("", *(name.lower() for name in UNITS[1:]), "merged")
"""What units are called as pieces, by value."""
LEGEND: Final = {
    "merged": "unit just merged",
    "guard": "on guard",
    "hit": "armour token",
    "acted": "acted last",
    "badge": "armour",
    "forest": "forest: armour +1, blocks the view",
    "lake": "lake: nobody enters",
    "tower": "tower: armour +1, blocks the view",
    "mountain": "mountain: armour +2, blocks the view, slow",
    "base": "base",
    "site": "place for a base",
}
LANDS: Final = (CellState(), *(CellState(kind) for kind in TERRAINS))
FREE: Final = CellState("site")
PHASES: Final = ("Terrain", "Bases", "Re-rolls", "Deployment")


@cache
def _names(language: str) -> tuple[str, ...]:
    """Return the colours of the seats in the language that is spoken."""
    return tuple(translate(colour) for colour in COLOURS)


@lru_cache(maxsize=64)
def look(board: Board, seats: int, language: str) -> tuple[Stage, str]:
    """Return what never changes on a map, and its id; the language is the one that is spoken."""
    names = _names(language)[:seats]
    own = tuple(Tray(f"p{seat + 1}.dice", translate("{name}'s dice", name=name), seat) for seat, name in enumerate(names))
    trays = (Tray("terrain", translate("Terrain")), *own)
    units = {KINDS[value]: translate("{unit}, a {value}", unit=translate(UNITS[value]), value=value) for value in range(1, int(WILD))}
    legend = units | {kind: translate(words) for kind, words in LEGEND.items()}
    stage = Stage("hex-dice", players(names), (grid(board.shape),), (SceneBoard(""),), trays, legend=legend)
    return stage, stage_id(stage)


def scene(position: HexDicePosition, seat: int) -> Scene:
    """Return what a seat, or a spectator (-1), sees of a position."""
    seats = int(position.seats)
    choices = choices_of(position, seat, offered_actions(position, seat))
    trays = {f"p{s + 1}.dice": hand for s in range(seats) if (hand := _hand(position, s))} if position.phase < PLAY else {}
    if position.phase == ROULETTE:
        trays["terrain"] = LANDSCAPE
    return Scene(
        look(position.board, seats, language())[1],
        seat_states(position, [_army(int(position.count(s)), int(position.total(s)), language()) for s in range(seats)]),
        prompt(position) if choices else waiting_prompt(position, _names(language())),
        {"": BoardState(_map(position))},
        trays,
        _facts(position),
        choices,
        ordered=position.phase >= PLAY,
        over=position.over,
        score_breakdown=[_score_breakdown(position, s) for s in range(seats)] if position.over else [],
    )


LANDSCAPE: Final = [Item(f"terrain.{kind}", kind) for kind in TERRAINS]


def _map(position: HexDicePosition) -> dict[str, CellState]:
    """Return terrain, bases and units."""
    names = position.board.shape.names
    spots: dict[str, CellState] = {}
    for cell, code in enumerate(memoryview(position.cells)):
        if code & UNIT:
            spots[names[cell]] = _unit(position, cell, code)
        elif code & GROUND:
            spots[names[cell]] = LANDS[(code & GROUND) // FOREST]
    if position.phase <= BASES:
        for axis in range(6):
            if position.free_sites() >> axis & 1:
                spots[names[position.board.bases[axis]]] = FREE
    for seat in range(int(position.seats)):
        base = int(position.base(seat))
        if base >= 0 and names[base] not in spots and position.out_at(seat) == 0:
            spots[names[base]] = _base(seat)
    return spots


@lru_cache
def _base(seat: int) -> CellState:
    return CellState("base", seat=seat)


def _unit(position: HexDicePosition, cell: int, code: int) -> CellState:
    seat = (code & OWNER) // SEAT - 1
    home = -1
    if code & LIVE:
        home = next(s for s in range(int(position.seats)) if position.base(s) == cell)
    armour = -1 if code & VALUE == WILD else int(position.armour(cell))
    acted = position.camps[CAMP * seat + LAST] == cell
    return _standing(code & ~LIVE, (int(position.axis(seat)) + 3) % 6, armour, acted, home)


@lru_cache(maxsize=8192)
def _standing(code: int, facing: int, armour: int, acted: bool, home: int) -> CellState:
    """Return a cell with a unit; `home` is whose base it is, or -1."""
    value = code & VALUE
    marks = ("guard",) * (code & GUARD != 0) + ("hit",) * (code // TOKEN & 7) + ("acted",) * acted
    label, badge = ("?", "") if value == WILD else (str(value), str(armour))
    piece = Piece(KINDS[value], (code & OWNER) // SEAT - 1, label, badge, facing, marks)
    return CellState("base" if home >= 0 else LANDS[(code & GROUND) // FOREST].kind, piece=piece, seat=home)


def _hand(position: HexDicePosition, seat: int) -> list[Item]:
    """Return the dice still to deploy, alike ones together."""
    counts = [int(position.camps[CAMP * seat + HAND + value]) for value in range(7)]
    return [Item(f"p{seat + 1}.die.{value}", KINDS[value], str(value), counts[value]) for value in range(1, 7) if counts[value]]


@lru_cache
def _army(units: int, total: int, language: str) -> dict[str, str]:
    return {translate("Units"): str(units), translate("Sum"): str(total)}


def _facts(position: HexDicePosition) -> dict[str, str]:
    if position.over:
        return {translate("Ended"): translate(ENDS[position.ending()])}
    if position.phase < PLAY:
        facts = {translate("Set-up"): translate(PHASES[position.phase])}
        return {**facts, translate("Still to place"): str(position.pending)} if position.phase == ROULETTE else facts
    return _quiet(int(position.quiet), int(position.patience * position.inside), language())


@lru_cache(maxsize=1024)
def _quiet(turns: int, most: int, language: str) -> dict[str, str]:
    return {translate("Quiet turns"): translate("{number} of {all}", number=turns, all=most)}


def _score_breakdown(position: HexDicePosition, seat: int) -> list[ScoreLine]:
    """Return whom a seat ranks above, a point for each (HD 7.4)."""
    lines = []
    if position.resigned(seat):
        lines.append(ScoreLine(translate("Resigned")))
    elif position.out_at(seat):
        lines.append(ScoreLine(translate("Out as number {number}", number=position.out_at(seat))))
    else:
        words = ("Still in with {count} unit of {total} in all", "Still in with {count} units of {total} in all")
        lines.append(ScoreLine(translate.plural(int(position.count(seat)), *words, total=position.total(seat))))
    below = [_names(language())[other] for other in range(int(position.seats)) if other != seat and position.outranks(seat, other)]
    return lines + [ScoreLine(translate("Ranks above {name}", name=name), 1) for name in below]
