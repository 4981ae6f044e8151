"""What is drawn on a sheet besides its cells: a pencil grid, bands between cells, and tags of areas."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from bestagon.grid import Hex, Layout
from bestagon.scene.model import Area, BoardState, Side
from bestagon.scene.palette import INK, PAPER, TONES
from bestagon.scene.svg_parts import moved, number, text
from bestagon.scene.theme import Theme

SYMBOL_EDGE: Final = 33.0
"""How far from its centre a band ends at a cell with a symbol of its own, for cells of size 50."""
SCORED: Final = "#0f7a86"
STAR: Final = "M0 -12L3.3 -4.4 11.4 -3.7 5.3 1.7 7.1 9.7 0 5.5 -7.1 9.7 -5.3 1.7 -11.4 -3.7 -3.3 -4.4Z"


def area_tone(theme: Theme, colour: str) -> str:
    """Return the colour of an area: that of the theme, or the tone of its name."""
    found = theme.palette.get(f"area-{colour}")
    return found[0] if found else TONES[colour].fill


def _wobble(x: float, y: float) -> float:
    """Return a number from -1 to 1 that depends on a place only."""
    value = math.sin(x * 12.9898 + y * 78.233) * 43758.5453
    return 2 * (value - math.floor(value)) - 1


def pencil_grid(theme: Theme, layout: Layout, places: Iterable[Hex]) -> str:
    """Return every edge of the cells once, as drawn by hand: corners a little off, edges a little bent."""
    unit, seen, path = layout.size / 50, set(), []
    for place in places:
        corners = [(round(x, 1), round(y, 1)) for x, y in layout.corners(place)]
        for i in range(6):
            a, b = sorted((corners[i], corners[(i + 1) % 6]))
            key = tuple(round(value) for value in (*a, *b))
            if key in seen:
                continue
            seen.add(key)
            (ax, ay), (bx, by) = [
                (x + 1.3 * unit * _wobble(round(x), round(y)), y + 1.3 * unit * _wobble(round(y), round(x))) for x, y in (a, b)
            ]
            bend = 1.6 * unit * _wobble(round(ax + bx), round(ay + by))
            middle = f"{number((ax + bx) / 2 + bend)} {number((ay + by) / 2 - bend)}"
            path.append(f"M{number(ax)} {number(ay)}Q{middle} {number(bx)} {number(by)}")
    line = theme.palette["cell-line"][0]
    drawn = f'fill="none" stroke="{line}" stroke-linecap="round"'
    return f'<path d="{"".join(path)}" {drawn} stroke-width="{number(1.7 * unit + 0.3)}"/>'


def bands(theme: Theme, layout: Layout, places: dict[str, Hex], field: BoardState) -> str:
    """Return the ties between cells, and lines that have scored as beads on a chain."""
    unit = layout.size / 50
    covered = {cell for cell, state in field.cells.items() if state.kind}
    centres = {cell: layout.centre(place) for cell, place in places.items()}
    ink, gold, edge = (
        theme.palette.get(role, (colour,))[0] for role, colour in (("ink", INK), ("line", "#ffc83d"), ("line-edge", "#2a1900"))
    )
    parts = []
    if field.ties:
        parts.append(_stroke(_chain_path(field.ties, centres, covered, unit), ink, 19 * unit, ' stroke-opacity=".2"'))
    if field.lines:
        line = _chain_path(field.lines, centres, covered, unit)
        inner = {cell for chain in field.lines for cell in chain} - covered
        beads = "".join(f"M{number(centres[cell][0])} {number(centres[cell][1])}h0" for cell in sorted(inner))
        parts += [
            _stroke(line, edge, 25 * unit),
            _stroke(beads, edge, 65 * unit),
            _stroke(line, gold, 16 * unit),
            _stroke(beads, gold, 56 * unit),
        ]
    return "".join(parts)


def _stroke(path: str, colour: str, width: float, more: str = "") -> str:
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{number(width)}" stroke-linecap="round"{more}/>'


def _chain_path(chains: Sequence[Sequence[str]], centres: dict[str, tuple[float, float]], covered: set[str], unit: float) -> str:
    """Return the path of chains of cells; it leaves out what a symbol covers."""
    path = []
    for chain in chains:
        for a, b in pairwise(chain):
            (ax, ay), (bx, by) = centres[a], centres[b]
            part = SYMBOL_EDGE * unit / math.hypot(bx - ax, by - ay)
            ends = []
            for (x, y), (u, v), cell in (((ax, ay), (bx, by), a), ((bx, by), (ax, ay), b)):
                share = part if cell in covered else 0.0
                ends.append(f"{number(x + (u - x) * share)} {number(y + (v - y) * share)}")
            path.append(f"M{ends[0]}L{ends[1]}")
    return "".join(path)


def tags(theme: Theme, layout: Layout, places: dict[str, Hex], areas: Iterable[Area], field: BoardState) -> str:
    """Return the tags of areas outside of them: how far each is, or its points with a star."""
    found = []
    for area in areas:
        words = field.tags.get(area.name, "")
        at = _tag_place(layout, places, area) if words else None
        if at is None:
            continue
        done = area.name in field.highlighted
        width = 26 + 15 * len(words) + (28 if done else 0)
        fill, stroke = (SCORED, PAPER) if done else (PAPER, area_tone(theme, area.colour))
        box = (
            f'<rect x="{number(-width / 2)}" y="-19" width="{width}" height="38" rx="9" fill="{fill}" stroke="{stroke}" stroke-width="4"/>'
        )
        star = f'<path transform="translate({number(23 - width / 2)} 0)" d="{STAR}" fill="#fff"/>' if done else ""
        label = text(14 if done else 0, 0, words, 27, "#fff" if done else INK, "middle", "bold")
        found.append(moved(box + star + label, *at, layout.size / 50))
    return "".join(found)


def _tag_place(layout: Layout, places: dict[str, Hex], area: Area) -> tuple[float, float] | None:
    """Return where the tag of an area is: outside of it, away from the centre of the board; None for an area in the middle."""
    size, unit = layout.size, layout.size / 50
    own = [layout.centre(places[cell]) for cell in area.cells]
    (mid_x, mid_y), (x, y) = _middle([layout.centre(place) for place in places.values()]), _middle(own)
    if math.hypot(x - mid_x, y - mid_y) < size:
        return None
    up = -1 if y <= mid_y + 0.01 else 1
    last = min(b for _, b in own) if up < 0 else max(b for _, b in own)
    row = [a for a, b in own if abs(b - last) < size / 2]
    if abs(x - mid_x) < size:
        # On the axis of the board there is no room above or below.
        return max(row) + 72 * unit, last + up * 22 * unit
    return (min(row) + max(row)) / 2, last + up * (47 if len(row) > 1 else 66) * unit


def badge_places(layout: Layout, places: dict[str, Hex], side: Side) -> list[tuple[float, float]]:
    """Return where the badges of a side are: outside of the board, one beside the middle of each part that hangs together."""
    parts: list[list[tuple[float, float]]] = []
    for at in dict.fromkeys(layout.centre(places[cell]) for cell, _ in side.edges):
        part = next((one for one in parts if min(math.dist(at, other) for other in one) < 2 * layout.size), None)
        if part is None:
            parts.append([at])
        else:
            part.append(at)
    mid_x, mid_y = _middle([layout.centre(place) for place in places.values()])
    found = []
    for part in parts:
        (ax, ay), (bx, by), half = part[0], part[-1], len(part) // 2
        x, y = _middle(part[max(0, half - 1) : half + 1])
        # Square to the side, away from the centre of the board.
        nx, ny = ay - by, bx - ax
        out = math.copysign(1.24 * layout.size / (math.hypot(nx, ny) or 1), nx * (x - mid_x) + ny * (y - mid_y))
        found.append((x + nx * out, y + ny * out))
    return found


def _middle(points: list[tuple[float, float]]) -> tuple[float, float]:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
