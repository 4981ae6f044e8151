"""The pages of docs/figures: every game has one, and what is written by hand survives."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from tests.browser.page_fixtures import GAMES

import figures

SECTIONS: list[dict[str, Any]] = [
    {
        **{"id": "seats", "title": "Does the seat matter?", "note": "A note."},
        "findings": [["H3", "2 players"], ["LI", "The first player wins."]],
        "charts": [{"title": "Wins", "svg": '<svg><rect x="1.23456"/></svg>'}],
        "tables": [{"title": "", "rows": [["kind", "name"], ["cell", "a1"]]}],
    }
]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_page_with_all_its_charts(game: str) -> None:
    text = (figures.PAGES / f"{game}.md").read_text(encoding="utf-8")
    assert len(text.partition(figures.SURPRISES)[2].partition("\n## ")[0]) > 200
    charts = re.findall(r"\]\(([^)]+\.svg)\)", text)
    assert {figures.PAGES / chart for chart in charts} == set(figures.PAGES.glob(f"{game}-*.svg"))
    assert " ".join(figures.RUNS[game].arguments(game)) in text
    assert figures.PLAYED in text


def test_a_new_page_keeps_what_is_written_by_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "PAGES", tmp_path)
    page = tmp_path / "beerhex.md"
    figures.write_page("beerhex", figures.RUNS["beerhex"], SECTIONS, f"{figures.PLAYED} `abc`.")
    assert figures.SURPRISES not in page.read_text(encoding="utf-8")
    first, found, rest = page.read_text(encoding="utf-8").partition("## Does")
    page.write_text(f"{first}{figures.SURPRISES}\n\nNobody attacks.\n\n{found}{rest}", encoding="utf-8")
    before = page.read_text(encoding="utf-8")
    figures.write_page("beerhex", figures.RUNS["beerhex"], SECTIONS, "")
    assert page.read_text(encoding="utf-8") == before
    assert f"{figures.PLAYED} `abc`." in before
    assert "|cell|a1|" in before
    assert (tmp_path / "beerhex-seats-1.svg").read_text(encoding="utf-8") == '<svg><rect x="1.2"/></svg>\n'
