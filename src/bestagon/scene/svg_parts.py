"""Parts of SVG drawings: text, symbols, and blocks to arrange beside and below each other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

from bestagon.scene.model import SeatStyle
from bestagon.scene.palette import FAINT, INK, TONES
from bestagon.scene.symbols import LabelPlace, form_of, label_places, paints, shows_value, sprites, with_links
from bestagon.scene.theme import Theme

WRITTEN: Final = re.compile(r"-?\d{1,3}")
"""What can be written by hand."""
ADVANCE: Final = 25.0
"""From one handwritten digit to the next."""


class Block(NamedTuple):
    """A drawing and its size."""

    svg: str
    width: float
    height: float


def number(value: float) -> str:
    """Return a coordinate with one decimal at most."""
    return f"{value:.1f}".removesuffix(".0")


def text(x: float, y: float, words: str, size: float, colour: str = INK, anchor: str = "start", weight: str = "") -> str:
    """Return a text that is vertically centred at `y`."""
    style = f' font-weight="{weight}"' if weight else ""
    place = f'x="{number(x)}" y="{number(y + 0.35 * size)}" font-size="{number(size)}" fill="{colour}"'
    return f'<text {place} text-anchor="{anchor}"{style}>{escape(words)}</text>'


def moved(svg: str, x: float, y: float, scale: float = 1.0, more: str = "") -> str:
    """Return a drawing, moved and scaled."""
    size = f" scale({scale:.3f})" if scale != 1.0 else ""
    return f'<g transform="translate({number(x)} {number(y)}){size}"{more}>{svg}</g>'


def symbol(kind: str, colour: str = "", states: Sequence[str] = ()) -> str:
    """Return the symbol of a kind, in its form for a seat's colour and for states; a plain disc if there is none."""
    name = form_of(kind, colour, states)
    return f'<use href="#bx-{name}"/>' if name in sprites() else '<circle r="30" fill="currentColor" stroke="#222" stroke-width="3"/>'


def label(theme: Theme, name: str, words: str) -> str:
    """Return the label of a symbol at the place it names; nothing if the symbol shows its value itself."""
    if not words or shows_value(name):
        return ""
    place = label_places().get(name) or LabelPlace(0, 0, 46 if len(words) < 2 else 40, INK)
    colour = place.colour if place.colour.startswith("#") else theme.palette.get(place.colour, (INK, INK))[0]
    if place.hand and WRITTEN.fullmatch(words):
        return moved(written(words, colour, place.size), place.x, place.y)
    return text(place.x, place.y, words, place.size, colour, "middle", "bold")


def written(words: str, colour: str, size: float = 43, width: float = 2.6) -> str:
    """Return a number in handwriting around 0, 0."""
    scale, left = size / 30 * (0.83 if len(words) > 1 else 1), -(len(words) * ADVANCE - 5) / 2
    digits = "".join(
        f'<use href="#bx-hand-{"minus" if digit == "-" else digit}" x="{number(left + i * ADVANCE)}" y="-15"/>'
        for i, digit in enumerate(words)
    )
    pen = f'fill="none" stroke="{colour}" stroke-width="{number(width)}" stroke-linecap="round" stroke-linejoin="round"'
    return f'<g transform="scale({scale:.2f})" {pen}>{digits}</g>'


def definitions(svg: str) -> str:
    """Return the definitions of the symbols that a drawing uses."""
    symbols, gradients = with_links(re.findall(r'href="#bx-([^"]+)"', svg))
    drawn = [f'<g id="bx-{name}">{sprites()[name]}</g>' for name in symbols]
    return f"<defs>{''.join(paints()[name] for name in gradients)}{''.join(drawn)}</defs>"


def face(player: SeatStyle, kind: str = "") -> str:
    """Return what stands for a seat, around 0, 0: a piece of that kind, or a hexagon in its colour with its emblem."""
    if kind:
        return symbol(kind, player.colour)
    tone = TONES[player.colour]
    hexagon = f'<path d="M0 -46L40 -23V23L0 46L-40 23V-23Z" fill="{tone.fill}" stroke="{tone.edge}" stroke-width="3"/>'
    return f'{hexagon}<g fill="#fff" transform="scale(1.5)">{symbol(f"emblem-{player.emblem}")}</g>'


def beside(blocks: Sequence[Block], gap: float = 16) -> Block:
    """Return blocks in a row, aligned at the top."""
    parts, x = [], 0.0
    for block in blocks:
        parts.append(moved(block.svg, x, 0))
        x += block.width + gap
    return Block("".join(parts), max(0.0, x - gap), max((block.height for block in blocks), default=0))


def below(blocks: Sequence[Block], gap: float = 10) -> Block:
    """Return blocks in a column, aligned at the left, without the empty ones."""
    parts, y = [], 0.0
    for block in blocks:
        if block.height:
            parts.append(moved(block.svg, 0, y))
            y += block.height + gap
    return Block("".join(parts), max((block.width for block in blocks), default=0), max(0.0, y - gap))


def wrapped(blocks: Sequence[Block], width: float, gap: float = 16) -> Block:
    """Return blocks in rows that are no wider than `width` if possible."""
    rows: list[list[Block]] = [[]]
    for block in blocks:
        if rows[-1] and sum(one.width + gap for one in rows[-1]) + block.width > width:
            rows.append([])
        rows[-1].append(block)
    return below([beside(row, gap) for row in rows], gap)


def line(words: str, size: float = 14, colour: str = INK, weight: str = "", width: float = 0) -> Block:
    """Return a line of text; its size is an estimate."""
    return Block(text(0, size * 0.7, words, size, colour, weight=weight), max(width, 0.56 * size * len(words)), 1.4 * size)


def faint(words: str) -> Block:
    """Return a line of small, pale text."""
    return line(words, 11, FAINT)
