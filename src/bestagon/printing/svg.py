"""Parts of drawings in millimetres, in the style of print: dark lines on white."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from bestagon.grid import Hex, Layout
from bestagon.printing.paper import Paper

INK: Final = "#1c1a18"
GRAY: Final = "#77736d"
PALE: Final = "#f1efeb"
LINE: Final = 0.3
"""The width of the lines of cells and boxes."""
BOLD: Final = 0.9
"""The width of outlines of areas."""
HAIR: Final = 0.15
"""The width of lines to cut along."""
SMALLEST: Final = 8 * 25.4 / 72
"""The smallest size of letters, 8 pt."""
FONT: Final = "Atkinson Hyperlegible"
TITLE_FONT: Final = "Caprasimo"


def mm(value: float) -> str:
    """Return a length with at most three decimals."""
    return f"{value:.3f}".rstrip("0").rstrip(".")


def polygon(points: Iterable[tuple[float, float]], style: str) -> str:
    """Return a closed shape."""
    return f'<path d="M{"L".join(f"{mm(x)} {mm(y)}" for x, y in points)}Z" {style}/>'


def hexagon(x: float, y: float, size: float, style: str, *, flat: bool = False) -> str:
    """Return a hexagon whose corners are `size` from its centre."""
    return polygon(Layout(size, x, y, flat).corners(Hex(0, 0)), style)


def rectangle(x: float, y: float, width: float, height: float, style: str, radius: float = 0) -> str:
    """Return a rectangle, its corners rounded if asked for."""
    corner = f' rx="{mm(radius)}"' if radius else ""
    return f'<rect x="{mm(x)}" y="{mm(y)}" width="{mm(width)}" height="{mm(height)}"{corner} {style}/>'


def circle(x: float, y: float, radius: float, style: str) -> str:
    """Return a circle."""
    return f'<circle cx="{mm(x)}" cy="{mm(y)}" r="{mm(radius)}" {style}/>'


def strokes(lines: Sequence[tuple[float, float, float, float]], width: float, colour: str = INK, more: str = "", cap: str = "round") -> str:
    """Return straight lines as one path."""
    path = "".join(f"M{mm(a)} {mm(b)}L{mm(c)} {mm(d)}" for a, b, c, d in lines)
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{mm(width)}" stroke-linecap="{cap}" {more}/>' if lines else ""


def words(
    x: float, y: float, text: str, size: float, *, anchor: str = "middle", bold: bool = False, colour: str = INK, face: str = ""
) -> str:
    """Return a text of at least 8 pt, vertically centred at `y`."""
    size = max(size, SMALLEST)
    style = f'font-size="{mm(size)}" fill="{colour}" text-anchor="{anchor}"'
    style += ' font-weight="bold"' if bold else ""
    style += f' font-family="{face}"' if face else ""
    return f'<text x="{mm(x)}" y="{mm(y + 0.35 * size)}" {style}>{escape(text)}</text>'


def placed(svg: str, x: float, y: float, scale: float = 1.0) -> str:
    """Return a drawing, moved and scaled."""
    size = f" scale({scale:.5f})" if scale != 1.0 else ""
    return f'<g transform="translate({mm(x)} {mm(y)}){size}">{svg}</g>'


def framed(svg: str, width: float, height: float, view: str = "") -> str:
    """Return a drawing as a document of its own."""
    box = view or f"0 0 {mm(width)} {mm(height)}"
    start = f'<svg xmlns="http://www.w3.org/2000/svg" width="{mm(width)}mm" height="{mm(height)}mm" viewBox="{box}"'
    return f'{start} font-family="{FONT}">{svg}</svg>'


def page_svg(paper: Paper, parts: Iterable[str]) -> str:
    """Return the drawing of a page."""
    return framed("".join(parts), paper.width, paper.height)
