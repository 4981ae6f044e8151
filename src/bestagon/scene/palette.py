"""Colours by name for light pages: a strong tone, a dark one for edges and a pale one for areas."""

from __future__ import annotations

from typing import Final, NamedTuple


class Tone(NamedTuple):
    """A colour in three strengths."""

    fill: str
    edge: str
    pale: str


TONES: Final = {
    "red": Tone("#c8342b", "#6d110c", "#f8dfe2"),
    "blue": Tone("#2f6dc4", "#12305f", "#dce8f7"),
    "green": Tone("#2f8a4c", "#12401f", "#def0e0"),
    "yellow": Tone("#d9a01c", "#5c3f02", "#fbf2d2"),
    "purple": Tone("#7c47b3", "#371a56", "#eadff3"),
    "orange": Tone("#dd6717", "#66300a", "#fbe6d3"),
    "teal": Tone("#157f86", "#06393d", "#d8efed"),
    "brown": Tone("#8a5f38", "#402710", "#ece1d6"),
    "gold": Tone("#e0a52f", "#5d3804", "#f7eac3"),
    "silver": Tone("#aeb9c3", "#39434c", "#e9ecf1"),
    "gray": Tone("#8a8690", "#454249", "#eceef0"),
}
PAPER: Final = "#fdf8ee"
INK: Final = "#2b211a"
FAINT: Final = "#6b5848"
LINE: Final = "#dccbb0"
GLOW: Final = "#12805a"
"""Marks everything that can be clicked."""
