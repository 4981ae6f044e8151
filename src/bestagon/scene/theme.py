"""The vocabulary of looks: a game names the table it lies on, the material of its board, and its colours.

A theme is data beside a game. The client and the SVG drawings know the materials; a game without a theme gets plain paper.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

Surface = Literal["plain", "wood", "linen", "mat", "felt", "sea"]
"""What the table is made of."""
Material = Literal["plain", "coaster", "island", "notebook", "pad", "none"]
"""What the board is made of: printed pulp board, land in the sea, a ring-bound page, a glued pad, or tiles laid on the bare table."""
Dock = Literal["plain", "leather", "inlay", "rack"]
"""Where things to play from lie: on paper, in a stitched leather tray, in a recess of the table, or on a wooden rack."""
Tally = Literal["", "total", "lines"]
"""What is printed of the score beside a player's sheet: nothing, the total, or all lines of the breakdown."""
ROLES: Final = (
    *("surface", "surface-2", "surface-line"),
    *("board", "board-2", "board-edge", "cell", "cell-2", "cell-3", "cell-line"),
    *("print", "print-2", "ink"),
)
"""The names of a palette: two tones and the seams of the table; two tones and the edge of the board; three tones and the outline
of cells; what is printed, in two colours; and what players write."""


class Theme(Struct, frozen=True, omit_defaults=True):
    """The look of a game."""

    surface: Surface = "plain"
    board: Material = "plain"
    dock: Dock = "plain"
    tally: Tally = ""
    on_dark: bool = False
    """Whether cells are dark by day too, so that marks on them are always light."""
    palette: dict[str, tuple[str, str]] = {}
    """Colours by role, each for light and for dark; roles that are missing keep the default."""
    turn: int = 0
    """Steps of 30 degrees, clockwise, by which boards are turned on screens that are taller than wide."""
    home: bool = False
    """Whether boards on such screens are turned so that the viewer's own cell is at the bottom."""
    face: str = ""
    """The kind of piece that stands for a seat; empty for its emblem."""
    compass: bool = False
    """Whether a compass rose is printed beside the board."""
    title: str = ""
    """Printed on the board where it is free."""
    motto: str = ""
    """Printed below the title."""


PLAIN: Final = Theme()
"""The look of a game without a theme."""
