"""Paper: its formats, margins and the pages that layouts fill."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

MARGIN: Final = 8.0
"""Of everything except cut marks; printers leave 5 mm white."""
MARK_MARGIN: Final = 5.2
"""Of cut marks."""


class Paper(Struct, frozen=True):
    """A format in millimetres, upright."""

    name: str
    width: float
    height: float

    def landscape(self) -> Paper:
        """Return the paper turned."""
        return Paper(self.name, self.height, self.width)


PAPERS: Final = {"a4": Paper("A4", 210.0, 297.0), "letter": Paper("Letter", 215.9, 279.4)}


class TextBox(Struct, frozen=True, omit_defaults=True):
    """A text in a rectangle; it shrinks to 8 pt if it does not fit."""

    x: float
    y: float
    width: float
    height: float
    blocks: tuple[object, ...]
    """What `markdown.blocks` returns."""
    size: float = 10.0
    """The largest size in points."""
    columns: int = 1


class DrawnPicture(Struct, frozen=True):
    """A picture as SVG and its width in millimetres."""

    svg: str
    width: float


class Page(Struct, frozen=True, omit_defaults=True):
    """A page: one drawing with texts on top of it, or a long text that flows over as many pages as it needs."""

    paper: Paper
    svg: str = ""
    texts: tuple[TextBox, ...] = ()
    flow: tuple[object, ...] = ()
    pictures: dict[str, DrawnPicture] = {}
    """The pictures of its texts, by number."""
