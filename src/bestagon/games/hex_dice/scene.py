"""Hex Dice as a Stage and Scenes."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from msgspec import structs

from bestagon.core.scene_parts import offered_actions, seat_states, waiting_prompt
from bestagon.games.hex_dice.board import BASES, PLAY, ROULETTE, HexDiceBoard
from bestagon.games.hex_dice.board_cells import FOREST, GROUND, GUARD, LIVE, UNIT, VALUE, WILD, owner, tokens
from bestagon.games.hex_dice.layouts import PRESET, PRESETS, preset
from bestagon.games.hex_dice.notation import TERRAINS
from bestagon.games.hex_dice.rules.moves import free_base_axes
from bestagon.games.hex_dice.rules.state import HexDicePosition
from bestagon.games.hex_dice.scene_choices import choices_for
from bestagon.games.hex_dice.scene_facts import UNITS, effects, stage_cards, threats, unit_cards
from bestagon.games.hex_dice.terminal import COLOURS, ENDS, prompt
from bestagon.games.hex_dice.theme import MOTTOS, THEME
from bestagon.games.hex_dice.translations import translate
from bestagon.i18n import language
from bestagon.scene.grids import grid, players
from bestagon.scene.model import Board, BoardState, CellState, Item, Piece, Scene, ScoreLine, Stage, Tray, stage_id

KINDS: Final = ("", *(name.lower() for name in UNITS[1:]), "merged")
"""The kinds of pieces, by value."""
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
TERRAIN_CELLS: Final = (CellState(), *(CellState(kind) for kind in TERRAINS))
TERRAIN_ITEMS: Final = [Item(f"terrain.{kind}", kind) for kind in TERRAINS]
FREE_BASE: Final = CellState("site")
ELIMINATED: Final = ("1st", "2nd", "3rd", "4th", "5th")
WARNING: Final = 3
"""How many quiet turns for each player are left when a warning is shown."""
SETUP_PHASES: Final = ("Terrain", "Bases", "Re-rolls", "Deployment")


@cache
def _names(language: str) -> tuple[str, ...]:
    """Return the colours of the seats in the current language, which is the cache key."""
    return tuple(translate(colour) for colour in COLOURS)


@lru_cache(maxsize=64)
def stage_and_id(board: HexDiceBoard, seats: int, layout: str, language: str) -> tuple[Stage, str]:
    """Return the stage of a map with a named layout and its id in the current language, which is part of the cache key."""
    names = _names(language)[:seats]
    places = int(board.army_size)
    hands = tuple(Tray(f"p{seat + 1}.dice", translate("Dice"), seat, room=places) for seat in range(seats))
    armies = tuple(Tray(f"p{seat + 1}.army", translate("Army"), seat, room=places) for seat in range(seats))
    trays = (Tray("terrain", translate("Terrain")), *hands, *armies)
    theme = structs.replace(THEME, title=translate(layout), motto=translate(MOTTOS[layout])) if layout else THEME
    units = {KINDS[value]: translate("{unit}, a {value}", unit=translate(UNITS[value]), value=value) for value in range(1, int(WILD))}
    legend = units | {kind: translate(words) for kind, words in LEGEND.items()}
    cards = stage_cards(KINDS)
    boards, standing = (Board(""),), translate("Units")
    stage = Stage("hex-dice", players(names), (grid(board.shape),), boards, trays, {}, legend, cards, theme, standing=standing)
    return stage, stage_id(stage)


def layout_name(position: HexDicePosition) -> str:
    """Return the name of the layout that a game was set up with; empty if it has none of ours."""
    if position.terrain_source != PRESET:
        return ""
    return _layout_name(int(position.board.radius), bytes([(code & GROUND) // FOREST for code in memoryview(position.cells)]))


@lru_cache(maxsize=64)
def _layout_name(radius: int, terrain: bytes) -> str:
    return next((one.name for one in (preset(radius, n + 1) for n in range(PRESETS)) if bytes(one.terrain) == terrain), "")


def scene(position: HexDicePosition, seat: int) -> Scene:
    """Return the scene for a seat or a spectator (-1)."""
    seats = int(position.seats)
    actions = offered_actions(position, seat)
    choices = choices_for(position, seat, actions)
    fighting = position.phase >= PLAY and not position.over
    if position.phase < PLAY:
        trays = {f"p{s + 1}.dice": hand for s in range(seats) if (hand := _hand(position, s))}
    else:
        trays = {f"p{s + 1}.army": army for s in range(seats) if (army := _army_items(position, s))}
    reach = threats(position) if fighting else {}
    if position.phase == ROULETTE:
        trays["terrain"] = TERRAIN_ITEMS
    return Scene(
        stage_and_id(position.board, seats, layout_name(position), language())[1],
        seat_states(
            position,
            [_army(int(position.unit_count(s)), int(position.value_sum(s)), language()) for s in range(seats)],
            int(position.turn) if position.phase >= PLAY else -1,
        ),
        prompt(position) if choices else waiting_prompt(position, _names(language())),
        {"": BoardState(_map(position))},
        trays,
        _facts(position),
        choices,
        ordered=position.phase >= PLAY,
        previews=reach,
        threats=_threatened(position, seat, reach),
        effects=effects(position, seat, actions) if fighting else {},
        cards=unit_cards(position) if fighting else {},
        over=position.over,
        score_breakdown=[_score_breakdown(position, s) for s in range(seats)],
    )


def _map(position: HexDicePosition) -> dict[str, CellState]:
    """Return terrain, bases and units by cell name."""
    names = position.board.shape.names
    shown: dict[str, CellState] = {}
    for cell, code in enumerate(memoryview(position.cells)):
        if code & UNIT:
            shown[names[cell]] = _unit(position, cell, code)
        elif code & GROUND:
            shown[names[cell]] = TERRAIN_CELLS[(code & GROUND) // FOREST]
    if position.phase <= BASES:
        for axis in range(6):
            if free_base_axes(position) >> axis & 1:
                shown[names[position.board.bases[axis]]] = FREE_BASE
    for seat in range(int(position.seats)):
        base = int(position.base(seat))
        if base >= 0 and names[base] not in shown and position.elimination(seat) == 0:
            shown[names[base]] = _base(seat)
    return shown


@lru_cache
def _base(seat: int) -> CellState:
    return CellState("base", seat=seat)


def _unit(position: HexDicePosition, cell: int, code: int) -> CellState:
    seat = owner(code)
    home = int(position.base_owner(cell)) if code & LIVE else -1
    armour = -1 if code & VALUE == WILD else int(position.armour(cell))
    acted = position.last_acted(seat) == cell
    return _unit_cell(code & ~LIVE, (int(position.axis(seat)) + 3) % 6, armour, acted, home)


@lru_cache(maxsize=8192)
def _unit_cell(code: int, facing: int, armour: int, acted: bool, home: int) -> CellState:
    """Return a cell with a unit; `home` is the seat whose base it is, or -1."""
    value = code & VALUE
    marks = ("guard",) * (code & GUARD != 0) + ("hit",) * int(tokens(code)) + ("acted",) * acted
    label, badge = ("?", "") if value == WILD else (str(value), str(armour))
    piece = Piece(KINDS[value], int(owner(code)), label, badge, facing, marks)
    return CellState("base" if home >= 0 else TERRAIN_CELLS[(code & GROUND) // FOREST].kind, piece=piece, seat=home)


def _army_items(position: HexDicePosition, seat: int) -> list[Item]:
    """Return the units of a seat by value, each with its cell."""
    names, cells = position.board.shape.names, position.cells
    places = [int(position.unit_cell(seat, i)) for i in range(int(position.unit_count(seat)))]
    units = sorted([(int(cells[cell]) & VALUE, cell) for cell in places])
    return [_army_item(seat, value, names[cell]) for value, cell in units]


@lru_cache(maxsize=8192)
def _army_item(seat: int, value: int, cell: str) -> Item:
    return Item(f"p{seat + 1}.army.{cell}", KINDS[value], "?" if value == WILD else str(value), cell=cell)


def _threatened(position: HexDicePosition, seat: int, reach: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return the cells that the opponents of a seat could attack next, in the order of the map."""
    if seat < 0 or not reach:
        return ()
    names, found = position.board.shape.names, set[str]()
    for other in range(int(position.seats)):
        if other != seat:
            for i in range(int(position.unit_count(other))):
                found.update(reach.get(names[position.unit_cell(other, i)], ()))
    return tuple([name for name in names if name in found])


def _hand(position: HexDicePosition, seat: int) -> list[Item]:
    """Return the dice still to deploy, one item for each value."""
    counts = [int(position.in_hand(seat, value)) for value in range(7)]
    return [Item(f"p{seat + 1}.die.{value}", KINDS[value], str(value), counts[value]) for value in range(1, 7) if counts[value]]


@lru_cache
def _army(units: int, total: int, language: str) -> dict[str, str]:
    return {translate("Units"): str(units), translate("Sum"): str(total)}


def _facts(position: HexDicePosition) -> dict[str, str]:
    if position.over:
        return {translate("Ended"): translate(ENDS[position.ending()])}
    if position.phase < PLAY:
        facts = {translate("Set-up"): translate(SETUP_PHASES[position.phase])}
        return {**facts, translate("Still to place"): str(position.pending_terrain)} if position.phase == ROULETTE else facts
    return _quiet_turns(int(position.patience * position.remaining - position.quiet_turns), int(position.remaining), language())


@lru_cache(maxsize=1024)
def _quiet_turns(left: int, players: int, language: str) -> dict[str, str]:
    """Return how many turns without a loss are left (HD 7.3)."""
    words = translate("{number}: the game ends soon", number=left) if left <= WARNING * players else str(left)
    return {translate("Quiet turns left"): words}


def _score_breakdown(position: HexDicePosition, seat: int) -> list[ScoreLine]:
    """Return the army and the seats this one ranks above, one point each (HD 7.4)."""
    gone = -1 if position.resigned(seat) else int(position.elimination(seat))
    units, total = int(position.unit_count(seat)), int(position.value_sum(seat))
    for value in range(1, 7):
        dice = int(position.in_hand(seat, value))
        units, total = units + dice, total + value * dice
    return _score_lines(gone, units, total, int(position.score(seat)), language())


@lru_cache(maxsize=4096)
def _score_lines(gone: int, units: int, total: int, below: int, language: str) -> list[ScoreLine]:
    """Return the lines of a seat; `gone` is -1 if it has resigned, else its number in the order of elimination, or 0."""
    army = [ScoreLine(translate("Units"), value=str(units)), ScoreLine(translate("Value"), value=str(total))]
    if gone:
        out = translate("resigned") if gone < 0 else translate(ELIMINATED[gone - 1])
        army.append(ScoreLine(translate("Out"), value=out))
    return [*army, ScoreLine(translate("Beaten"), below)]
