"""Accessibility: axe-core reports nothing serious on any page, in the light and the dark theme."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import ROOT, NewPage
from tests.browser.page_fixtures import GAMES, ME, PAGES, play_ahead
from tests.browser.robot_player import BOT, open_table

AXE = ROOT / "client" / "node_modules" / "axe-core" / "axe.min.js"


def check(page: Page) -> None:
    """Run axe in both themes."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        serious = [
            (one["id"], node["html"])
            for one in found["violations"]
            for node in one["nodes"]
            if one["impact"] in ("serious", "critical") and not is_picture_text(one["id"], node["html"])
        ]
        assert (scheme, serious) == (scheme, [])


def is_picture_text(rule: str, html: str) -> bool:
    """Tell whether a finding is about letters drawn on a piece; the cell's label says them in words."""
    return rule == "label-content-name-mismatch" and html.startswith('<g class="cell')


@pytest.mark.parametrize("name", list(PAGES))
def test_page_is_accessible(new_page: NewPage, client: Path, name: str) -> None:
    page = new_page()
    PAGES[name](page)
    check(page)


@pytest.mark.parametrize("game", GAMES)
def test_game_is_accessible(new_page: NewPage, client: Path, game: str) -> None:
    page = new_page()
    table = open_table(page, game, {}, [ME, BOT])
    check(page)
    play_ahead(page, table)
    expect(page.locator(".result")).to_be_visible()
    check(page)
