"""Colours by name for light pages: a strong tone, a dark one for edges and a pale one for areas."""

from __future__ import annotations

from typing import Final, NamedTuple


class Tone(NamedTuple):
    """A colour in three strengths."""

    fill: str
    edge: str
    pale: str


TONES: Final = {
    "red": Tone("#d1495b", "#7a1f2b", "#f8dfe2"),
    "blue": Tone("#3d7ecc", "#1d3f6b", "#dce8f7"),
    "green": Tone("#4c9f5a", "#22552b", "#def0e0"),
    "yellow": Tone("#e5b82f", "#7a5c06", "#fbf2d2"),
    "purple": Tone("#8a5fb5", "#44285f", "#eadff3"),
    "orange": Tone("#e2852f", "#7a4009", "#fbe6d3"),
    "teal": Tone("#2f9c95", "#14514d", "#d8efed"),
    "brown": Tone("#8f6b4a", "#4a341f", "#ece1d6"),
    "gold": Tone("#d9a521", "#6d4d00", "#f7eac3"),
    "silver": Tone("#aab4c2", "#4a5362", "#e9ecf1"),
    "gray": Tone("#9aa0a8", "#4a4e55", "#eceef0"),
}
PAPER: Final = "#fffdf8"
INK: Final = "#23262b"
FAINT: Final = "#a59f92"
LINE: Final = "#cfc8ba"
GLOW: Final = "#1b8f6a"
"""Marks everything that can be clicked."""

# SVG paths on a tile of 8 x 8, drawn in the dark tone.
PATTERN_PATHS: Final = {
    "plain": "",
    "stripes": "M0 8 L8 0",
    "dots": "M3 4 a1 1 0 1 0 2 0 a1 1 0 1 0 -2 0",
    "checks": "M0 0 H4 V4 H0 Z M4 4 H8 V8 H4 Z",
    "rings": "M4 2 a2 2 0 1 0 0.01 0",
    "waves": "M0 4 q2 -3 4 0 t4 0",
    "crosses": "M4 1 V7 M1 4 H7",
    "zigzag": "M0 6 L4 2 L8 6",
}
