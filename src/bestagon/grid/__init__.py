"""Hexagon arithmetic, shapes, pixel layouts and text charts, independent of any game."""

from bestagon.grid.chart import chart
from bestagon.grid.coords import CENTRE, DIRECTIONS, Hex, distance, line, neighbour, ring, rotate, spiral
from bestagon.grid.layout import Layout
from bestagon.grid.shapes import OFF, Shape, flower, from_map, hexagon, rhombus

__all__ = [
    "CENTRE",
    "DIRECTIONS",
    "OFF",
    "Hex",
    "Layout",
    "Shape",
    "chart",
    "distance",
    "flower",
    "from_map",
    "hexagon",
    "line",
    "neighbour",
    "rhombus",
    "ring",
    "rotate",
    "spiral",
]
