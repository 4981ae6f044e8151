"""Parts of SVG drawings: text, symbols, and blocks to arrange beside and below each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from bestagon.scene.model import SeatStyle
from bestagon.scene.palette import FAINT, INK, PATTERN_PATHS, TONES
from bestagon.scene.symbols import sprites


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


def symbol(kind: str) -> str:
    """Return the symbol with that name; a plain disc if there is none."""
    return f'<use href="#bx-{kind}"/>' if kind in sprites() else '<circle r="30" fill="currentColor" stroke="#222" stroke-width="3"/>'


def definitions(kinds: Iterable[str], players: Sequence[SeatStyle]) -> str:
    """Return the definitions of symbols and of a pattern for every seat."""
    symbols = "".join(f'<g id="bx-{kind}">{sprites()[kind]}</g>' for kind in sorted(set(kinds)) if kind in sprites())
    patterns = "".join(_pattern(seat, player) for seat, player in enumerate(players))
    return f"<defs>{symbols}{patterns}</defs>"


def _pattern(seat: int, player: SeatStyle) -> str:
    tone = TONES[player.colour]
    drawn = f'<path d="{PATTERN_PATHS[player.pattern]}" fill="none" stroke="{tone.edge}" stroke-width="1.5" stroke-linecap="round"/>'
    area = f'<rect width="8" height="8" fill="{tone.fill}"/>{drawn if PATTERN_PATHS[player.pattern] else ""}'
    return f'<pattern id="bx-seat-{seat}" width="8" height="8" patternUnits="userSpaceOnUse">{area}</pattern>'


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
