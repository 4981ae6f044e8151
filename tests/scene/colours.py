"""Colours for tests: those of the page's CSS and of themes, contrast as WCAG 2 defines it, and how colour-blind people see them."""

from __future__ import annotations

import math
import re
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

CLIENT = Path(__file__).resolve().parents[2] / "client" / "src"
SCHEMES = ("light", "dark")
VISIONS = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""What complete lack of one kind of cone makes of linear RGB: Machado, Oliveira and Fernandes, IEEE TVCG 15 (2009), severity 1."""


class Colour(NamedTuple):
    """A colour in sRGB, each part from 0 to 1."""

    r: float
    g: float
    b: float
    alpha: float = 1.0

    def over(self, ground: Colour) -> Colour:
        """Return the colour as it is seen on a ground."""
        return Colour(*(self.alpha * mine + (1 - self.alpha) * below for mine, below in zip(self[:3], ground[:3], strict=True)))


def parse(text: str) -> Colour:
    """Return a colour of CSS: #rgb, #rrggbb, or rgb(r g b / n%)."""
    text = text.strip()
    if found := re.fullmatch(r"#([0-9a-f]{3}|[0-9a-f]{6})", text):
        digits = found[1] if len(found[1]) == 6 else "".join(2 * digit for digit in found[1])
        return Colour(*(int(digits[n : n + 2], 16) / 255 for n in (0, 2, 4)))
    found = re.fullmatch(r"rgb\((\d+) (\d+) (\d+) / ([\d.]+)%\)", text)
    assert found, f"{text} is not a colour that this test can read"
    return Colour(int(found[1]) / 255, int(found[2]) / 255, int(found[3]) / 255, float(found[4]) / 100)


def both(text: str) -> tuple[Colour, Colour]:
    """Return a colour of CSS for light and for dark."""
    if found := re.fullmatch(r"light-dark\((.+), (#\w+|rgb\([^)]*\))\)", text.strip()):
        return parse(found[1]), parse(found[2])
    return parse(text), parse(text)


def tokens(selector: str) -> dict[str, tuple[Colour, Colour]]:
    """Return the custom properties that are colours in the first rule of base.css with this selector."""
    text = (CLIENT / "ui" / "base.css").read_text(encoding="utf-8")
    body = text[text.index(f"\n{selector} {{") :].split("\n}", 1)[0]
    found = re.findall(r"--([\w-]+): ((?:light-dark\(|#|rgb\()[^;]*);", body)
    return {name: both(" ".join(value.split())) for name, value in found if not name.startswith("sh-")}


def linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else math.pow((part + 0.055) / 1.055, 2.4)


def encoded(part: float) -> float:
    part = min(1.0, max(0.0, part))
    return 12.92 * part if part <= 0.0031308 else 1.055 * math.pow(part, 1 / 2.4) - 0.055


def luminance(colour: Colour) -> float:
    return 0.2126 * linear(colour.r) + 0.7152 * linear(colour.g) + 0.0722 * linear(colour.b)


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast ratio of two opaque colours, from 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def seen(colour: Colour, vision: str) -> Colour:
    """Return the colour as somebody with this kind of colour blindness sees it."""
    parts = [linear(part) for part in colour[:3]]
    return Colour(*(encoded(sum(weight * part for weight, part in zip(row, parts, strict=True))) for row in VISIONS[vision]))


def difference(one: Colour, other: Colour) -> float:
    """Return the distance of two colours in OKLab: 0.02 is just seen, 0.1 is plain."""
    return math.dist(_oklab(one), _oklab(other))


def least_difference(one: Colour, other: Colour) -> float:
    """Return the smallest distance of two colours among all kinds of vision."""
    return min(difference(one, other), *(difference(seen(one, vision), seen(other, vision)) for vision in VISIONS))


def confused(colours: dict[str, Colour], least: float) -> dict[str, float]:
    """Return the pairs of colours that are closer than `least` for somebody, with their distance."""
    pairs = {f"{a} and {b}": least_difference(colours[a], colours[b]) for a, b in combinations(colours, 2)}
    return {pair: round(value, 3) for pair, value in pairs.items() if value < least}


def _oklab(colour: Colour) -> tuple[float, float, float]:
    r, g, b = (linear(part) for part in colour[:3])
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    middle = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )
