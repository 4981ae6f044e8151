"""Real dice on a phone: people roll their own dice and enter them, from the form for a new table to the replay."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import NewPage
from tests.browser.robot_player import READY, click_on
from tests.browser.test_accessibility import check as check_accessibility
from tests.browser.test_layout import check

PHONE = (390, 844)
REFUSED = "409 (Conflict)"
"""The server's answer to an HTTP request that lacks dice, which browsers log."""
FIRST = [3, 4, 4, 5, 6, 7, 8, 8]


def pad(page: Page) -> Locator:
    return page.locator("dialog.dice-pad")


def enter(page: Page, numbers: Sequence[int]) -> None:
    for number in numbers:
        pad(page).locator(".sides").get_by_role("button", name=str(number), exact=True).click()


def shown(page: Page) -> list[str]:
    return pad(page).locator(".slots .die").all_inner_texts()


def open_form(page: Page, game: str) -> None:
    page.goto(f"/new/{game}")
    page.get_by_role("checkbox", name=re.compile("Real dice")).check()
    page.locator("form").get_by_label("Your name").fill("Ada")
    page.get_by_label("Player 2: Name").fill("Bob")


def play_to_the_throw(page: Page, seed: int = 1) -> None:
    """Play by clicking until dice are asked for."""
    rng = random.Random(seed)
    for _ in range(200):
        page.wait_for_function(f"() => document.querySelector('dialog.dice-pad') || ({READY})()")
        if pad(page).count():
            return
        click_on(page, rng)
    raise AssertionError("no dice were asked for")


ROOM = """(pad) => {
  const parts = [...pad.children].map((part) => part.getBoundingClientRect());
  return parts.slice(1).map((part, n) => part.top - parts[n].bottom);
}"""
"""Returns the pixels between the parts of the pad."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, (1440, 900)], ids=["phone", "desktop"])
def test_the_pad_is_a_card_of_paper_with_room_between_its_parts(new_page: NewPage, size: tuple[int, int], scheme: str) -> None:
    page = new_page(*size, scheme=scheme, expected=REFUSED)
    open_form(page, "hex-roller")
    paper = page.locator("form.create").evaluate("(form) => getComputedStyle(form).backgroundColor")
    page.get_by_role("button", name="Open the table").click()
    expect(pad(page)).to_have_css("background-color", paper)
    assert min(pad(page).evaluate(ROOM)) >= 8


def test_two_rounds_of_hex_roller_are_played_with_entered_dice(new_page: NewPage) -> None:
    page = new_page(*PHONE, expected=REFUSED)
    open_form(page, "hex-roller")
    expect(page.get_by_role("button", name="Fill with bots")).to_have_count(0)
    check(page, "new table with real dice")
    page.get_by_role("button", name="Open the table").click()
    expect(pad(page).get_by_role("heading", name="Round 1: roll all 8 dice.")).to_be_visible()
    done = pad(page).get_by_role("button", name="Done")
    expect(done).to_be_disabled()
    check(page, "pad for real dice")
    enter(page, FIRST[:7])
    enter(page, [3])
    assert shown(page) == ["3", "4", "4", "5", "6", "7", "8", "3"]
    expect(pad(page).get_by_text("Touch a die to change it, or press Done.")).to_be_visible()
    check_accessibility(page)
    pad(page).get_by_role("button", name="Undo the last die").click()
    expect(done).to_be_disabled()
    enter(page, [8])
    done.click()
    expect(page).to_have_url(re.compile("/t/"))
    expect(page.locator(".headline", has_text="Ada, your turn")).to_be_visible()
    expect(pad(page)).to_have_count(0)
    play_to_the_throw(page)
    expect(pad(page).get_by_role("heading", name="Round 2: roll all 8 dice.")).to_be_visible()
    # Nothing has happened yet: it can be cancelled, and a page that is loaded again asks again.
    pad(page).get_by_role("button", name="Cancel").click()
    expect(pad(page)).to_have_count(0)
    page.reload()
    play_to_the_throw(page, 2)
    page.keyboard.type("55566734")
    page.keyboard.press("Backspace")
    page.keyboard.type("4")
    assert shown(page) == [str(number) for number in [5, 5, 5, 6, 6, 7, 3, 4]]
    page.keyboard.press("Enter")
    expect(pad(page)).to_have_count(0)
    expect(page.locator(".where", has_text="2")).to_be_visible()
    # A wrong entry is corrected by undoing the action that rolled.
    page.get_by_role("button", name="Undo", exact=True).click()
    play_to_the_throw(page, 3)
    enter(page, FIRST)
    done.click()
    expect(pad(page)).to_have_count(0)
    expect(page.locator(".headline", has_text="your turn")).to_be_visible()
    check(page, "table with real dice")


def test_each_die_has_its_own_sides_and_everything_speaks_german(new_page: NewPage) -> None:
    page = new_page(*PHONE, locale="de-DE", expected=REFUSED)
    page.goto("/new/pocket-hexes")
    page.get_by_role("checkbox", name=re.compile("Echte Würfel")).check()
    page.get_by_role("button", name="Tisch eröffnen").click()
    expect(pad(page).get_by_role("heading", name="Lost aus: Wer fängt an?")).to_be_visible()
    pad(page).get_by_role("button", name="Spieler 2", exact=True).click()
    pad(page).get_by_role("button", name="Fertig").click()
    expect(pad(page).get_by_role("heading", name="Spieler 2 wirft alle sechs Würfel.")).to_be_visible()
    assert pad(page).locator(".slots span").all_inner_texts() == ["W4", "W6", "W8", "W10", "W12", "W20"]
    sides = pad(page).locator(".side")
    expect(sides).to_have_text(["1", "2", "3", "4"])
    # Keys: the d12 shows a 1, although a 12 would be possible, and the d20 an 18.
    page.keyboard.type("4680")
    expect(sides).to_have_count(12)
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    page.keyboard.type("18")
    assert shown(page) == ["4", "6", "8", "0", "1", "18"]
    # Back through this throw to the one before.
    for _ in range(7):
        pad(page).get_by_role("button", name="Letzten Würfel zurücknehmen").click()
    expect(pad(page).get_by_role("heading", name="Lost aus: Wer fängt an?")).to_be_visible()
    pad(page).get_by_role("button", name="Spieler 1", exact=True).click()
    pad(page).get_by_role("button", name="Fertig").click()
    expect(pad(page).get_by_role("heading", name="Spieler 1 wirft alle sechs Würfel.")).to_be_visible()
    check(page, "pad with six different dice")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_rematch_asks_for_its_dice_and_the_replay_says_that_they_were_entered(new_page: NewPage, scheme: str) -> None:
    page = new_page(1440, 900, scheme, expected=REFUSED)
    open_form(page, "hex-roller")
    page.get_by_role("button", name="Open the table").click()
    expect(pad(page).get_by_role("heading", name="Round 1: roll all 8 dice.")).to_be_visible()
    page.keyboard.type("34456788")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/t/"))
    expect(page.get_by_text("Real dice: the players roll and enter them by hand.")).to_be_visible()
    page.get_by_role("tab", name="More").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Rematch").first.click()
    expect(pad(page).get_by_role("heading", name="Round 1: roll all 8 dice.")).to_be_visible()
    check(page, f"pad on a wide screen, {scheme}")
    page.keyboard.press("Escape")
    expect(pad(page)).to_have_count(0)
    page.get_by_role("link", name="Replay and analysis").click()
    expect(page.get_by_text("The dice of this game were entered by hand.")).to_be_visible()
