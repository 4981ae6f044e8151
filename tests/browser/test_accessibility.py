"""Accessibility: axe-core reports nothing serious on any page, at any size, in the light and the dark theme."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from tests.browser.conftest import ROOT, NewPage
from tests.browser.page_fixtures import GAMES, ME, PAGES, play_ahead
from tests.browser.robot_player import BOT, open_table
from tests.browser.test_layout import SIZES

RULES: dict[str, list[str]] = {"light": [], "dark": ["color-contrast"]}
"""The rules of axe in each theme; none for all."""
BY_SIZE = ["scrollable-region-focusable", "target-size"]
"""Rules whose findings depend on the size of the window."""
AXE = ROOT / "client" / "node_modules" / "axe-core" / "axe.min.js"


def check(page: Page) -> None:
    """Run axe at every size: everything on a phone and a desktop, colours in both themes, and elsewhere what depends on the size."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    for size, (width, height) in SIZES.items():
        page.set_viewport_size(ViewportSize(width=width, height=height))
        for scheme, rules in RULES.items() if size in ("phone", "desktop") else [("light", BY_SIZE)]:
            page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            found = page.evaluate(
                "(rules) => axe.run(document, {resultTypes: ['violations'], ...rules})", {"runOnly": rules} if rules else {}
            )
            serious = [
                (one["id"], node["html"])
                for one in found["violations"]
                for node in one["nodes"]
                if one["impact"] in ("serious", "critical") and not is_picture_text(one["id"], node["html"])
            ]
            assert (size, scheme, serious) == (size, scheme, [])


def is_picture_text(rule: str, html: str) -> bool:
    """Tell whether a finding is about letters drawn on a piece; the cell's label says them in words."""
    return rule == "label-content-name-mismatch" and html.startswith('<g class="cell')


@pytest.mark.long
@pytest.mark.parametrize("name", list(PAGES))
def test_page_is_accessible(new_page: NewPage, client: Path, name: str) -> None:
    page = new_page()
    PAGES[name](page)
    check(page)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_game_is_accessible(new_page: NewPage, client: Path, game: str) -> None:
    page = new_page()
    table = open_table(page, game, {}, [ME, BOT])
    check(page)
    play_ahead(page, table)
    expect(page.locator(".result")).to_be_visible()
    check(page)
