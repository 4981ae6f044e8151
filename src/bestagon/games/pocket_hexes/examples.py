"""Pictures that illustrate the rules of Pocket Hexes."""

from __future__ import annotations

from typing import Final

from bestagon.core.lesson import Example, Snapshot


def _sheet(rows: str, boxes: str = "-", dice: str = "3,6,5,4,9,2") -> Snapshot:
    """Return a solo game on the small sheet."""
    return Snapshot(f"everyone 0 {dice} {rows}|{boxes}|2", 1, {"sheet": "small"}, -1)


EXAMPLES: Final = (
    Example(
        2,
        "Everybody writes two numbers, of two different dice. The dice stay there for all.",
        _sheet("..../...../..5.../...9.../....../...../...."),
        "die.d6 die.d8",
    ),
    Example(
        3,
        "Where a 6 may be written: next to the 5, and not where it would touch the 9. It must be at least as big as every "
        "number it touches.",
        _sheet("..../...../..5.../...9.../....../...../...."),
        "p1.b2 p1.b3 p1.c2",
    ),
    Example(
        3,
        "A 1 needs no neighbour: it may begin anew far from the rest. It still may not touch anything bigger.",
        _sheet("1.../...../....../....7../...98./...../....", dice="1,6,5,4,9,2"),
        "p1.a1",
    ),
    Example(
        3,
        "A 0 may go into any empty cell, even next to a 15: here it has closed the ring around it.",
        _sheet("..../...../..57../..4f8../..60../...../....", dice="4,6,5,0,9,2"),
        "p1.e4",
    ),
    Example(
        4,
        "The ring around the 6 is complete: all six cells around it are filled, and its 6 may go into a box.",
        _sheet("..../...../..67../..667../..8b../...../....", "6"),
        "p1.c3 p1.c4 p1.d3 p1.d5 p1.e3 p1.e4 p1.box.1",
    ),
    Example(
        4,
        "One number can complete several rings: a 9 in the marked cell closes those around the 5, the 7 and the 8. Cells at the edge have "
        "fewer than six neighbours and can never be ringed.",
        _sheet("..../.111./.15.1./..1871./..111./...../...."),
        "p1.c4",
    ),
    Example(
        5,
        "A number that cannot be written costs a penalty: -3 goes into a box.",
        _sheet("..../...../..9a../..8bd../..9c../...../....", "9,-3", "4,6,8,9,11,12"),
        "p1.box.2",
    ),
)
