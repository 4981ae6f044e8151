"""Every page for everyone: no serious finding of axe-core, light and dark."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import ROOT, NewPage
from tests.browser.hands import BOT, open_table
from tests.browser.places import GAMES, ME, PAGES, play_ahead

AXE = ROOT / "client" / "node_modules" / "axe-core" / "axe.min.js"


def check(page: Page) -> None:
    """Ask axe about the page by day and by night."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        serious = [
            (one["id"], node["html"])
            for one in found["violations"]
            for node in one["nodes"]
            if one["impact"] in ("serious", "critical") and not drawn(one["id"], node["html"])
        ]
        assert (scheme, serious) == (scheme, [])


def drawn(rule: str, html: str) -> bool:
    """Whether a finding is about letters that are part of a piece's picture: its label says them as words."""
    return rule == "label-content-name-mismatch" and html.startswith('<g class="cell')


@pytest.mark.parametrize("name", list(PAGES))
def test_no_page_shuts_anybody_out(new_page: NewPage, client: Path, name: str) -> None:
    page = new_page()
    PAGES[name](page)
    check(page)


@pytest.mark.parametrize("game", GAMES)
def test_no_game_shuts_anybody_out(new_page: NewPage, client: Path, game: str) -> None:
    page = new_page()
    table = open_table(page, game, {}, [ME, BOT])
    check(page)
    play_ahead(page, table)
    expect(page.locator(".result")).to_be_visible()
    check(page)
