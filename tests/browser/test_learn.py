"""The tutorial in a browser: from the home page through all lessons."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Page, Response, ViewportSize, expect
from tests.browser.conftest import NewPage
from tests.browser.page_fixtures import GAMES
from tests.browser.robot_player import press
from tests.browser.test_language import check_german, use_german
from tests.browser.test_layout import check, check_in_sight


def lesson(response: Response) -> Any:
    """Return the lesson view in a response."""
    return response.json()


def is_lesson(response: Response) -> bool:
    return "/lessons/" in response.url


def matches(choice: list[Any], picks: list[str], ordered: bool) -> bool:
    own = choice[3] if len(choice) > 3 else []
    return own[: len(picks)] == picks if ordered else not Counter(picks) - Counter(own)


def do_task(page: Page, view: Any) -> Any:
    """Do the lesson's task by clicking, and return the next view."""
    picks = view["picks"]
    with page.expect_response(is_lesson) as received:
        for n, pick in enumerate(picks):
            if n > 0 and not page.locator(f'[data-id="{pick}"].next').count():
                # Nothing else was left to choose, so that the action is played.
                return lesson(received.value)
            page.locator(f'[data-id="{pick}"]').first.click()
        # An unambiguous action is played by the last click; otherwise its button has to be pressed.
        ordered = view["scene"].get("ordered", False)
        if not picks or sum(matches(choice, picks, ordered) for choice in view["scene"]["choices"]) > 1:
            press(page.locator(".choice", has_text=view["answer"]).first)
    return lesson(received.value)


@pytest.mark.parametrize("game", GAMES)
def test_tutorial_from_home_page_to_last_lesson_on_a_phone(new_page: NewPage, game: str) -> None:
    """All that a task needs is in sight: nothing has to be scrolled from the first lesson to the last one."""
    page = new_page(390, 844)
    page.goto("/")
    with page.expect_response(is_lesson) as received:
        page.locator(f"[data-game={game}] .links a[href^='/learn']").click()
    view = lesson(received.value)
    expect(page.get_by_role("heading", level=1)).to_have_text(view["lessons"][0])
    for number in range(1, len(view["lessons"]) + 1):
        while view["done"] < view["tasks"]:
            expect(page.locator(".task")).to_have_text(view["words"])
            if not view["picks"]:
                expect(page.locator(".choice.main")).to_have_count(1)
            view = do_task(page, view)
            assert view["right"]
            assert page.evaluate("scrollY") == 0
            expect(page.locator(".dots .done")).to_have_count(view["done"])
        expect(page.locator(".lesson-list li.done")).to_have_count(number)
        if number < len(view["lessons"]):
            with page.expect_response(is_lesson) as received:
                page.get_by_role("link", name="Next lesson").click()
            view = lesson(received.value)
    page.get_by_role("button", name="Play a real game").click()
    expect(page).to_have_url(re.compile("/t/"))
    expect(page.locator(".who", has_text="friendly").first).to_be_attached()


def test_wrong_move_is_explained_and_taken_back(page: Page) -> None:
    page.goto("/learn/hex-dice/3")
    page.locator('[data-id="h3"]').click()
    page.locator('[data-id="h4"]').click()
    expect(page.locator(".feedback.wrong")).to_contain_text("Attack Blue's Rook")
    expect(page.locator('[data-id="h3"]')).to_have_attribute("aria-label", re.compile("Red"))
    expect(page.locator('[data-id="f8"].highlighted')).to_be_visible()
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".lesson")).to_contain_text("For example")


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_every_lesson_fits_in_german(new_page: NewPage, game: str) -> None:
    page = new_page(1440, 900)
    use_german(page)
    page.goto(f"/learn/{game}")
    links = page.locator(".lesson-list li a")
    expect(links.first).to_be_visible()
    for n in range(links.count()):
        links.nth(n).click()
        expect(links.nth(n)).to_have_attribute("aria-current", "step")
        check(page, f"German lesson {game} {n + 1}")
        check_german(page)
        for width, height in ((390, 844), (1440, 900)):
            page.set_viewport_size(ViewportSize(width=width, height=height))
            check_in_sight(page, ".lesson, .play .board, .dock, .dock .item")


@pytest.mark.parametrize("game", GAMES)
def test_rules_with_pictures_fit(new_page: NewPage, game: str) -> None:
    page = new_page()
    page.goto(f"/rules/{game}")
    expect(page.locator(".examples svg").first).to_be_visible()
    check(page, f"how to play {game}")
    reference = page.locator("details.reference")
    expect(reference.locator(".examples svg").first).to_be_hidden()
    reference.locator("summary").click()
    expect(reference.locator(".examples svg").first).to_be_visible()
    check(page, f"rules {game}")
