"""Every page for everyone: no serious finding of axe-core, light and dark."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import ROOT, NewPage
from tests.browser.hands import BOT, open_table

AXE = ROOT / "client" / "node_modules" / "axe-core" / "axe.min.js"
ME = {"kind": "me", "name": "Ada"}


def _address(path: str, shown: str) -> Callable[[Page], object]:
    def go(page: Page) -> None:
        page.goto(path)
        expect(page.locator(shown).first).to_be_visible()

    return go


def _table(game: str) -> Callable[[Page], str]:
    return lambda page: open_table(page, game, {}, [ME, BOT])


def _waiting(page: Page) -> None:
    open_table(page, "beerhex", {}, [ME, {"kind": "link"}])
    page.get_by_role("button", name="Settings").click()


def _result(page: Page) -> str:
    table = open_table(page, "beerhex", {"sets": 1}, [ME, BOT])
    page.get_by_role("button", name="Give up", exact=True).click()
    page.get_by_role("alertdialog").get_by_role("button", name="Give up").click()
    expect(page.locator(".result")).to_be_visible()
    return table


def _replay(page: Page) -> None:
    page.goto(f"/replay/{_result(page)}")
    expect(page.locator(".controls")).to_be_visible()


def _analysis(page: Page) -> None:
    _result(page)
    page.get_by_role("link", name="Replay and analysis").click()
    page.locator(".branch summary").click()
    expect(page.locator(".judged")).to_be_visible(timeout=30_000)


PAGES: dict[str, Callable[[Page], object]] = {
    "home": _address("/", ".game svg"),
    "new table": _address("/new/hex-dice", "form"),
    "rules": _address("/rules/hex-dice", ".markdown"),
    **{game: _table(game) for game in ("beerhex", "hex-dice", "hex-roller", "hexagone", "pocket-hexes")},
    "waiting": _waiting,
    "result": _result,
    "replay": _replay,
    "analysis": _analysis,
    "replays": _address("/replay", ".list input"),
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", list(PAGES))
def test_no_page_shuts_anybody_out(new_page: NewPage, client: Path, name: str, scheme: str) -> None:
    page = new_page(scheme=scheme)
    PAGES[name](page)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    serious = [(one["id"], one["nodes"][0]["html"]) for one in found["violations"] if one["impact"] in ("serious", "critical")]
    assert serious == []
