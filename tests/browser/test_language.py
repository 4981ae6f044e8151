"""German: chosen in the settings or by the browser, without a word of English left while playing."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import SET_ONCE, NewPage
from tests.browser.page_fixtures import GAMES
from tests.browser.robot_player import BOT, click_on, open_table, settled
from tests.browser.test_layout import check

ENGLISH = re.compile(
    r"\b(the|and|with|your|you|to act|is|are|place|write|take|choose|dice|score|round|turn|player|bot's|settings|rules|game over)\b",
    re.IGNORECASE,
)
NAMES = re.compile(r"\b(Hex Dice|Draw-agon|Swap-agon|Bomb-agon|Move-agon)\b")
ALL_TEXTS = """() => [...document.querySelectorAll("main :not(code), header *")].flatMap((one) => [
  ...[...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent),
  one.getAttribute("aria-label"), one.getAttribute("title"), one.getAttribute("placeholder")]).filter(Boolean)"""


def use_german(page: Page) -> None:
    """Choose German before the first page is loaded."""
    page.add_init_script(SET_ONCE.replace("NAME", "language").replace("VALUE", '"de"'))


def check_german(page: Page) -> None:
    """Check that no text of the page contains an English word."""
    texts = [NAMES.sub("", text) for text in page.evaluate(ALL_TEXTS)]
    assert len(texts) > 10
    assert [text for text in texts if ENGLISH.search(text)] == []


def test_language_setting_is_persisted(page: Page) -> None:
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    expect(page.get_by_role("heading", name="Fünf Spiele auf Sechsecken")).to_be_visible()
    summaries = [game["summary"] for game in page.request.get("/api/games", headers={"accept-language": "de"}).json()]
    expect(page.locator(".summary")).to_have_text(summaries)
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    check_german(page)
    page.get_by_role("button", name="Einstellungen").click()
    page.get_by_label("Sprache").select_option("en")
    expect(page.get_by_role("heading", name="Five games on hexagons")).to_be_visible()


def test_german_browser_gets_a_german_page(new_page: NewPage) -> None:
    page = new_page(locale="de-CH")
    page.goto("/rules/hex-dice")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("heading", name="Deine Einheiten")).to_be_visible()
    page.get_by_text("Regeln im Einzelnen").click()
    expect(page.get_by_role("heading", name="3 Einheiten")).to_be_visible()
    check_german(page)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_game_in_german_fits_and_has_no_english(new_page: NewPage, game: str) -> None:
    page = new_page()
    use_german(page)
    open_table(page, game, {}, [{"kind": "me", "name": "Ada"}, {**BOT, "name": "Bo"}])
    rng = random.Random(3)
    for step in range(5):
        if settled(page) == "result":
            break
        check_german(page)
        check(page, f"German {game} {step}")
        click_on(page, rng)


@pytest.mark.parametrize("path", ["/", "/new/hex-dice", "/new/hexagone", "/replay", "/rules/beerhex"])
def test_page_in_german_fits(new_page: NewPage, path: str) -> None:
    page = new_page()
    use_german(page)
    page.goto(path)
    expect(page.locator(".game svg, form, .markdown, .replay").first).to_be_visible()
    check_german(page)
    check(page, "German" + path.replace("/", " "))
