"""SVG documents as PNG pictures, by resvg."""

from __future__ import annotations


def to_png(svg: str, sharpness: int = 2) -> bytes:
    """Return a picture with `sharpness` pixels for each unit of the SVG; ImportError without resvg-py."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=sharpness))
