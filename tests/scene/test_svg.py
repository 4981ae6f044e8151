"""Scenes as SVG: well-formed, every symbol there, everything on the page."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from tests.conformance.cases import Case, random_step, usual_cases

import bestagon
from bestagon.core.dice import fast
from bestagon.core.game import Game
from bestagon.grid import DIRECTIONS, Hex, rhombus
from bestagon.scene.grids import COLOURS, EMBLEMS, players, rhombus_sides
from bestagon.scene.model import Area, Board, BoardState, Cell, CellState, Grid, Scene, SeatState, Stage
from bestagon.scene.palette import TONES
from bestagon.scene.svg import draw
from bestagon.scene.symbols import form_of, paints, sprites, with_links
from bestagon.scene.theme import PLAIN, Theme

usual_case = pytest.mark.parametrize("case", usual_cases(), ids=str)


def parsed(svg: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter())


def check_drawing(svg: str) -> None:
    """All that is used is defined, and the page is as large as a screen at most."""
    elements = parsed(svg)
    ids = {element.get("id") for element in elements}
    used = {(element.get("href") or "")[1:] for element in elements if element.tag.endswith("use")}
    used |= set(re.findall(r"url\(#([^)]+)\)", svg))
    assert used <= ids
    assert "nan" not in svg.lower()
    width, height = float(elements[0].get("width", "0")), float(elements[0].get("height", "0"))
    assert 100 < width < 1400
    assert 100 < height < 4000


@usual_case
def test_every_scene_can_be_drawn(case: Case) -> None:
    position = case.started(2)
    dice = fast(22)
    stage = case.game.stage(position)
    shown = sum(len(stage.grids[board.grid].cells) for board in stage.boards if not stage.grids[board.grid].crop)
    for n in range(60):
        if n % 12 == 0 or position.over:
            seat = max(0, int(position.acting()).bit_length() - 1)
            view = position.copy()
            view.mask(seat)
            svg = draw(stage, case.game.scene(view, seat))
            check_drawing(svg)
            assert svg.count("<polygon") >= shown
        if position.over:
            break
        random_step(position, dice)


PALETTE = dict.fromkeys(("surface", "board", "cell", "cell-line"), ("#ffffff", "#000000"))


@usual_case
def test_every_kind_has_a_symbol_and_every_colour_a_tone(case: Case) -> None:
    stage = case.game.stage(case.started(1))
    assert set(stage.legend) <= set(sprites())
    colours = {player.colour for player in stage.players} | {area.colour for grid in stage.grids for area in grid.areas}
    colours |= {side.colour for grid in stage.grids for side in grid.sides}
    assert colours <= set(TONES)
    assert len({player.emblem for player in stage.players}) == len(stage.players)


def test_the_looks_of_seats_are_all_known() -> None:
    assert set(COLOURS) <= set(TONES)
    assert {f"emblem-{emblem}" for emblem in EMBLEMS} <= set(sprites())


def test_symbols_are_well_formed_and_used_by_some_game() -> None:
    wanted = {"facing", "hand-minus"} | {f"emblem-{emblem}" for emblem in EMBLEMS} | {f"hand-{digit}" for digit in range(10)}
    states = {"under", "held", "more", "less"} | {str(direction) for direction in range(6)}
    for case in usual_cases():
        stage = case.game.stage(case.started(1))
        wanted |= set(stage.legend) | {side.badge for grid in stage.grids for side in grid.sides}
        states |= set(stage.legend)
    used, gradients = with_links(sprites())
    linked = {name for name in used if name.partition("@")[0].partition(".")[0] not in wanted}
    assert {name.partition("@")[0] for name in linked} == {"die-body"}
    assert {name.partition("@")[0].partition(".")[2] for name in used} - {""} <= states
    assert {name.partition("@")[2] for name in used} - {""} <= set(TONES)
    assert gradients == sorted(paints())
    for body in (*sprites().values(), *paints().values()):
        ElementTree.fromstring(f"<g>{body}</g>")


def test_the_most_specific_form_of_a_symbol_is_drawn() -> None:
    assert form_of("cap-gold", "silver", ("token", "up")) == "cap-gold.up@silver"
    assert form_of("forest", "red", ("under",)) == "forest.under"
    assert form_of("stone", "red", ("under",)) == "stone"


@usual_case
def test_a_theme_names_two_colours_for_each_role(case: Case) -> None:
    theme = case.game.stage(case.started(1)).theme
    assert theme == PLAIN or {"surface", "cell", "cell-line"} <= set(theme.palette)
    for pair in theme.palette.values():
        assert all(re.fullmatch(r"#[0-9a-f]{6}", colour) for colour in pair)
    if theme.face:
        assert theme.face in case.game.stage(case.started(1)).legend


@pytest.mark.parametrize("size", [2, 5, 11])
def test_every_outer_edge_of_a_rhombus_belongs_to_a_player(size: int) -> None:
    shape = rhombus(size)
    outer = {(shape.names[i], d) for i, cell in enumerate(shape.cells) for d in range(6) if cell + DIRECTIONS[d] not in shape}
    sides = rhombus_sides(size, players(("First", "Second")))
    assert sorted(edge for side in sides for edge in side.edges) == sorted(outer)
    top = {shape.names[shape.index[Hex(q, 0)]] for q in range(size)}
    assert top <= {cell for cell, _ in sides[0].edges}


def test_names_are_shown_as_text_only() -> None:
    stage = Stage("x", players(["<script>&"]))
    svg = draw(stage, Scene("", [SeatState(3)], "a < b", picture="<b>"))
    assert "<script" not in svg
    assert "<b>" not in svg
    assert parsed(svg)


def test_a_game_without_boards_shows_its_drawing_in_text() -> None:
    table = bestagon.start("beerhex", seed=5)
    game, position = table.game, table.position
    svg = draw(Game.stage(game, position), Game.scene(game, position, 0))
    check_drawing(svg)
    assert "Gold joins" in svg


def test_tables_views_and_records_draw_themselves() -> None:
    drawn = {}
    for move in ("c2 own", "c2 other"):
        table = bestagon.start("beerhex", seed=5)
        table.play(move)
        drawn[move] = table._repr_svg_(), table.view(1)._repr_svg_(), table.record._repr_svg_()
        for svg in drawn[move]:
            check_drawing(svg or "")
    truth, seen, record = zip(*drawn.values(), strict=True)
    assert truth[0] != truth[1]
    assert seen[0] == seen[1]
    assert record[0] == record[1]


def test_a_record_whose_dice_are_still_sealed_draws_nothing() -> None:
    table = bestagon.start("hex")
    assert table.record._repr_svg_() is None


def test_coordinates_are_written_only_if_asked_for() -> None:
    table = bestagon.start("pocket-hexes", seed=5)
    stage, scene = table.game.stage(table.position), table.game.scene(table.position, 0)
    names = {cell.id for cell in stage.grids[0].cells} - {item.name for item in scene.trays["dice"]}
    for wanted in (False, True):
        texts = {element.text for element in parsed(draw(stage, scene, coordinates=wanted)) if element.tag.endswith("text")}
        assert texts & names == (names if wanted else set())


def test_a_sheet_shows_bands_tags_and_numbers_in_handwriting() -> None:
    cells = tuple(Cell(name, q, 0) for q, name in enumerate("abcdefgh"))
    areas = (Area("A", ("a", "b"), "red"), Area("B", ("g", "h"), "blue"))
    stage = Stage("x", players(["One"]), (Grid(cells, areas=areas),), (Board("p1.", 0, 0),), theme=Theme("mat", "pad", palette=PALETTE))
    states = {name: CellState(label="8") for name in "abgh"}
    field = BoardState(states, ("B",), ties=(("a", "b"),), lines=(("g", "h"),), tags={"A": "1/2", "B": "8"})
    plain = draw(stage, Scene("", [SeatState(0)], "go", {"p1.": BoardState(states)}))
    full = draw(stage, Scene("", [SeatState(0)], "go", {"p1.": field}))
    assert full.count("bx-hand-8") == plain.count("bx-hand-8") == 5  # Four uses and the definition.
    assert ">1/2<" in full
    assert ">1/2<" not in plain
    assert full.count('stroke-opacity=".2"') == plain.count('stroke-opacity=".2"') + 1
    assert full.count("#ffc83d") == plain.count("#ffc83d") + 2
