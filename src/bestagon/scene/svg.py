"""Draws a Stage and a Scene as SVG, for notebooks, documents and `bestagon draw`."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from bestagon.grid import Hex, Layout
from bestagon.i18n import translate
from bestagon.scene.model import Board, Figure, Item, Scene, Stage, Tray
from bestagon.scene.palette import FAINT, GLOW, INK, PAPER, TONES
from bestagon.scene.svg_board import draw_board
from bestagon.scene.svg_parts import Block, below, beside, definitions, face, faint, label, line, moved, number, symbol, text, wrapped
from bestagon.scene.symbols import form_of

MARGIN: Final = 16.0
WIDTH: Final = 1040.0
SLOT: Final = 38.0
"""The size of an item in a tray."""
HELD: Final = ("held",)
"""The form of things in trays, which their owners see all of."""
FONT: Final = "'Atkinson Hyperlegible', system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif"


def draw(stage: Stage, scene: Scene, *, coordinates: bool = False) -> str:
    """Return a scene as an SVG document; `coordinates` writes the names of cells into the empty ones."""
    clickable = {pick for choice in scene.choices for pick in (choice.picks[:1] if scene.ordered else choice.picks)}
    shared = [_tray(stage, tray, scene.trays[tray.id], clickable) for tray in stage.trays if tray.seat < 0 and scene.trays.get(tray.id)]
    body = below(
        [_head(scene), wrapped(shared, WIDTH), _middle(stage, scene, clickable, coordinates), _buttons(scene), _breakdown(stage, scene)], 14
    )
    width, height = body.width + 2 * MARGIN, body.height + 2 * MARGIN
    size = f'width="{number(width)}" height="{number(height)}" viewBox="0 0 {number(width)} {number(height)}"'
    page = f'<rect width="100%" height="100%" fill="{PAPER}"/>'
    drawn = moved(body.svg, MARGIN, MARGIN)
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FONT}">{definitions(drawn)}{page}{drawn}</svg>'


def _head(scene: Scene) -> Block:
    facts = " · ".join(f"{name}: {value}" for name, value in scene.facts.items())
    return below([line(scene.prompt, 17, weight="bold"), line(facts, 13) if facts else Block("", 0, 0)], 2)


def _middle(stage: Stage, scene: Scene, clickable: Collection[str], coordinates: bool) -> Block:
    """Return one sheet per seat with its trays, or the common board with the trays of all seats beside it."""
    if not stage.boards:
        return below([line(row, 12) for row in scene.picture.splitlines()], 0)
    if stage.boards[0].seat >= 0:
        return wrapped([_sheet(stage, scene, board, clickable, coordinates) for board in stage.boards], WIDTH, 24)
    board = draw_board(stage, stage.boards[0], scene.boards[stage.boards[0].id], clickable, coordinates=coordinates)
    return beside([board, below([_seat(stage, scene, seat, clickable) for seat in range(len(stage.players))], 18)], 24)


def _sheet(stage: Stage, scene: Scene, board: Board, clickable: Collection[str], coordinates: bool) -> Block:
    drawn = draw_board(stage, board, scene.boards[board.id], clickable, 380, coordinates=coordinates)
    return below([_title(stage, scene, board.seat), drawn, *_own_trays(stage, scene, board.seat, clickable)], 8)


def _seat(stage: Stage, scene: Scene, seat: int, clickable: Collection[str]) -> Block:
    return below([_title(stage, scene, seat), *_own_trays(stage, scene, seat, clickable)], 8)


def _own_trays(stage: Stage, scene: Scene, seat: int, clickable: Collection[str]) -> list[Block]:
    return [_tray(stage, tray, scene.trays[tray.id], clickable) for tray in stage.trays if tray.seat == seat and scene.trays.get(tray.id)]


def _title(stage: Stage, scene: Scene, seat: int) -> Block:
    """Return a seat's piece or emblem, name, score and facts."""
    player, now = stage.players[seat], scene.seats[seat]
    swatch = moved(face(player, stage.theme.face), 10, 10, 0.24)
    state = (
        translate("place {place}", place=now.place)
        if now.place
        else translate(now.status)
        if now.status
        else translate("to move")
        if now.acting
        else ""
    )
    name = f"{player.name}: {now.score}" + (f", {state}" if state else "")
    facts = " · ".join(f"{word} {value}" for word, value in now.facts.items())
    words = text(28, 10, name, 15, INK, weight="bold" if now.acting or now.place == 1 else "")
    return below([Block(swatch + words, 28 + 9 * len(name), 22), faint(facts) if facts else Block("", 0, 0)], 3)


def _tray(stage: Stage, tray: Tray, items: list[Item], clickable: Collection[str]) -> Block:
    things = [_item(stage, tray, item, item.id in clickable) for item in items]
    return below([faint(tray.title), wrapped(things, 420, 5)], 3)


def _item(stage: Stage, tray: Tray, item: Item, glows: bool) -> Block:
    """Return an item with its label and count."""
    figure = stage.figures.get(item.id)
    if figure is not None:
        return _card(item, figure, glows)
    seat = tray.seat
    name = stage.players[seat].colour if seat >= 0 else ""
    colour = TONES[name].fill if name else "#888"
    words = label(stage.theme, form_of(item.kind, name, HELD), item.label)
    marks = "".join(symbol(mark) for mark in item.marks)
    often = item.count if tray.repeated else 1
    picture = symbol(item.kind, name, HELD) + words + marks
    drawn = "".join(moved(picture, SLOT * (i + 0.5), SLOT / 2, SLOT / 100, f' color="{colour}"') for i in range(often))
    wide = SLOT * often
    edge = f'<rect width="{wide}" height="{SLOT}" rx="8" fill="none" stroke="{GLOW}" stroke-width="1.6"/>' if glows else ""
    count = text(SLOT + 2, SLOT - 8, f"×{item.count}", 13) if item.count != 1 and not tray.repeated else ""
    caption = text(wide / 2, SLOT + 9, item.name, 12, FAINT, "middle", "bold") if item.name else ""
    width = wide + (10 + 9 * len(str(item.count)) if count else 0)
    return Block(edge + drawn + count + caption, width, SLOT + (17 if caption else 0))


def _card(item: Item, figure: Figure, glows: bool) -> Block:
    """Return a card with its pattern."""
    unit = Layout(1.0)
    middles = [unit.centre(Hex(q, r)) for q, r, _ in figure.cells]
    left, right = min(x for x, _ in middles) - 0.9, max(x for x, _ in middles) + 0.9
    top, bottom = min(y for _, y in middles) - 1, max(y for _, y in middles) + 1
    size = min(11.0, 78 / (right - left), 62 / (bottom - top))
    x, y = 48 - (left + right) / 2 * size, 52 - (top + bottom) / 2 * size
    tiles = [moved(symbol(kind), x + a * size, y + b * size, size / 48) for (a, b), (_, _, kind) in zip(middles, figure.cells, strict=True)]
    stroke = f'stroke="{GLOW}" stroke-width="2"' if glows else 'stroke="#8a857a" stroke-width="1.2"'
    edge = f'<rect width="96" height="112" rx="8" fill="#fffdf6" {stroke}/>'
    return Block(
        edge + "".join(tiles) + text(8, 12, item.label, 12, weight="bold") + text(88, 100, figure.label, 13, anchor="end"), 96, 112
    )


def _buttons(scene: Scene) -> Block:
    labels = [choice.label for choice in scene.choices if not choice.picks]
    return wrapped([_button(words) for words in labels], WIDTH, 8) if labels else Block("", 0, 0)


def _button(words: str) -> Block:
    width = 24 + 7.6 * len(words)
    frame = f'<rect width="{number(width)}" height="28" rx="14" fill="none" stroke="{GLOW}" stroke-width="1.6"/>'
    return Block(frame + text(width / 2, 14, words, 13, anchor="middle"), width, 28)


def _breakdown(stage: Stage, scene: Scene) -> Block:
    """Return the score breakdown of a finished game."""
    columns = [
        below(
            [
                line(stage.players[seat].name, 13, weight="bold"),
                *(line(f"{one.text}: {one.value if one.points is None else one.points}", 12) for one in lines),
            ],
            2,
        )
        for seat, lines in enumerate(scene.score_breakdown)
    ]
    return wrapped(columns, WIDTH, 32) if columns else Block("", 0, 0)
