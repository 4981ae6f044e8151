from __future__ import annotations

import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from pathlib import Path

import pytest

from bestagon.core.errors import BadOption, BestagonError
from bestagon.lab import plots
from bestagon.lab.plots import Chart, PlotLine, svg, write

CHART = Chart(
    "A & B",
    "moves",
    "result",
    (PlotLine("Red <1>", ((0, 0.5), (40, 1.0))), PlotLine("Blue", ((0, 0.5), (40, 0.0)))),
    ((10, 0.6, "oh & no"),),
)


def test_a_chart_is_drawn_as_svg() -> None:
    root = ElementTree.fromstring(svg(CHART))
    space = "{http://www.w3.org/2000/svg}"
    lines = root.findall(f"{space}polyline")
    assert [line.get("points") for line in lines] == ["50.0,200.0 600.0,50.0", "50.0,200.0 600.0,350.0"]
    assert len({line.get("stroke") for line in lines}) == 2
    texts = [text.text for text in root.iter(f"{space}text")]
    assert {"A & B", "Red <1>", "Blue", "40", "0.75"} <= set(texts)
    assert [title.text for title in root.iter(f"{space}title")] == ["A & B", "oh & no"]
    assert "polyline" in svg(replace(CHART, lines=(PlotLine("x", ((0, 0.5),)),)))


def test_the_suffix_selects_the_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(CHART, tmp_path / "a.svg")
    assert (tmp_path / "a.svg").read_text() == svg(CHART)
    write(CHART, tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(BadOption, match=r"as .svg or .png, not as 'a.pdf'"):
        write(CHART, tmp_path / "a.pdf")
    with pytest.raises(BestagonError, match="cannot write"):
        write(CHART, tmp_path / "none" / "a.svg")
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(BadOption, match=r"install bestagon\[lab\], or write an .svg"):
        write(CHART, tmp_path / "a.png")


@pytest.mark.parametrize(("last", "ticks"), [(1, [0, 1]), (40, [0, 5, 10, 15, 20, 25, 30, 35, 40]), (190, list(range(0, 200, 20)))])
def test_ticks_are_round_numbers(last: float, ticks: list[int]) -> None:
    assert list(plots._ticks(last)) == ticks
