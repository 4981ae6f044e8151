"""Line charts over the moves of a game: SVG written here, PNG through matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from bestagon.core.errors import BadOption, BestagonError

COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999")
"""The palette of Okabe and Ito, safe for colour-blind readers."""
DASHES: Final = ("", "8 4", "2 3", "10 3 2 3")
"""Lines also differ by dash, for readers who cannot tell the colours apart."""
WIDTH: Final = 800
HEIGHT: Final = 400
MARGIN: Final = 50
LEGEND: Final = 150


@dataclass(frozen=True)
class PlotLine:
    """One line of a chart."""

    name: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Chart:
    """A line chart with values from 0 to 1."""

    title: str
    across: str
    up: str
    lines: tuple[PlotLine, ...]
    marks: tuple[tuple[float, float, str], ...] = ()
    """Highlighted points with their captions."""


def write(chart: Chart, path: Path) -> None:
    """Write a chart as SVG or PNG, depending on the file's suffix; BadOption for any other."""
    check_suffix(path)
    try:
        if path.suffix.lower() == ".svg":
            path.write_text(svg(chart), encoding="utf-8")
        else:
            _write_png(chart, path)
    except OSError as error:
        raise BestagonError(f"cannot write {path}: {error.strerror or error}") from error


def check_suffix(path: Path) -> None:
    """Raise BadOption unless a chart can be written to a file of this name."""
    if path.suffix.lower() not in (".svg", ".png"):
        raise BadOption(f"a plot is written as .svg or .png, not as {path.name!r}")


def svg(chart: Chart) -> str:
    """Return the chart as SVG."""
    last = max((x for line in chart.lines for x, _ in line.points), default=1.0) or 1.0

    def at(x: float, y: float) -> tuple[float, float]:
        return MARGIN + x / last * (WIDTH - 2 * MARGIN - LEGEND), HEIGHT - MARGIN - y * (HEIGHT - 2 * MARGIN)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13">',
        f"<title>{escape(chart.title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        _text((WIDTH - LEGEND) / 2, 28, chart.title, "middle", size=16),
        _text((WIDTH - LEGEND) / 2, HEIGHT - 10, chart.across, "middle"),
        f'<g transform="translate(14 {HEIGHT / 2:g}) rotate(-90)">{_text(0, 0, chart.up, "middle")}</g>',
    ]
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        (left, y), (right, _) = at(0, tick), at(last, tick)
        parts.append(f'<line x1="{left:.1f}" y1="{y:.1f}" x2="{right:.1f}" y2="{y:.1f}" stroke="#dddddd"/>')
        parts.append(_text(left - 6, y + 4, f"{tick:g}", "end"))
    for number in _ticks(last):
        parts.append(_text(at(number, 0)[0], HEIGHT - MARGIN + 18, str(number), "middle"))
    for i, line in enumerate(chart.lines):
        style = f'stroke="{COLOURS[i % len(COLOURS)]}" stroke-width="2" stroke-dasharray="{DASHES[i % len(DASHES)] or "none"}"'
        places = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(*point) for point in line.points))
        parts.append(f'<polyline fill="none" {style} points="{places}"/>')
        row = MARGIN + 10 + 22 * i
        parts.append(f'<line x1="{WIDTH - LEGEND - 30}" y1="{row}" x2="{WIDTH - LEGEND}" y2="{row}" {style}/>')
        parts.append(_text(WIDTH - LEGEND + 8, row + 4, line.name, "start"))
    for x, y, caption in chart.marks:
        across, down = at(x, y)
        parts.append(f'<circle cx="{across:.1f}" cy="{down:.1f}" r="6" fill="none" stroke="#cc0000" stroke-width="2">')
        parts.append(f"<title>{escape(caption)}</title></circle>")
    return "\n".join([*parts, "</svg>"]) + "\n"


def _text(x: float, y: float, text: str, anchor: str, size: int = 13) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}">{escape(text)}</text>'


def _ticks(last: float) -> Sequence[int]:
    """Return about ten round numbers from 0 to `last`."""
    step = next(step * 10**power for power in range(10) for step in (1, 2, 5) if step * 10**power * 10 >= last)
    return range(0, int(last) + 1, step)


def _write_png(chart: Chart, path: Path) -> None:
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise BadOption("a PNG needs matplotlib: install bestagon[lab], or write an .svg") from None
    figure = Figure(figsize=(WIDTH / 100, HEIGHT / 100), dpi=150, layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot(title=chart.title, xlabel=chart.across, ylabel=chart.up, ylim=(-0.02, 1.02))
    axes.grid(color="#dddddd")
    for i, line in enumerate(chart.lines):
        dash = DASHES[i % len(DASHES)]
        style = (0, [float(part) / 2 for part in dash.split()]) if dash else "-"
        axes.plot(*zip(*line.points, strict=True), color=COLOURS[i % len(COLOURS)], linestyle=style, label=line.name)
    for x, y, _ in chart.marks:
        axes.plot([x], [y], marker="o", markersize=9, fillstyle="none", color="#cc0000", linestyle="")
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
    figure.savefig(path)
