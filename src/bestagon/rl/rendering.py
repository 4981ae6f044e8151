"""Pictures of environments: text, SVG and arrays of pixels, as a spectator sees the game."""

from __future__ import annotations

from io import BytesIO
from typing import Any, Final

import numpy

from bestagon.core.errors import BadOption, BestagonError
from bestagon.core.game import Game
from bestagon.core.position import SPECTATOR, Position
from bestagon.scene.png import to_png
from bestagon.scene.svg import draw

Picture = str | numpy.ndarray[Any, Any] | None
RENDER_MODES: Final = ("human", "ansi", "svg", "rgb_array")


def check_render_mode(mode: str | None) -> str | None:
    """Return a render mode; BadOption if there is no such mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise BadOption(f"there is no render mode {mode!r}; the modes are: {', '.join(RENDER_MODES)}")
    return mode


def render(game: Game, position: Position, mode: str | None) -> Picture:
    """Return a picture, or print it for the mode `human`; None without a mode."""
    if mode is None:
        return None
    seen: Any = position.copy()
    seen.mask(SPECTATOR)
    if mode in ("human", "ansi"):
        picture = game.draw(seen)
        if mode == "ansi":
            return picture
        print(picture)
        return None
    svg = draw(game.stage(seen), game.scene(seen, SPECTATOR))
    return svg if mode == "svg" else pixels(svg)


def pixels(svg: str) -> numpy.ndarray[Any, Any]:
    """Return an SVG as an array of height, width and RGB."""
    try:
        from PIL import Image

        png = to_png(svg, 1)
    except ImportError as error:
        raise BestagonError(f"rgb_array needs the package {error.name}: run `pip install 'bestagon[rl]'`") from None
    return numpy.asarray(Image.open(BytesIO(png)).convert("RGB"))
