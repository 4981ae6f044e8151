"""Learning in a browser: a tutorial from its first lesson to its last, and the way to it."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Page, Response, expect
from tests.browser.conftest import NewPage
from tests.browser.places import GAMES
from tests.browser.test_fit import check, check_in_sight
from tests.browser.test_language import check_german, in_german


def lesson(answer: Response) -> Any:
    """What the server says about a lesson."""
    return answer.json()


def is_lesson(answer: Response) -> bool:
    return "/lessons/" in answer.url


def fits(choice: list[Any], picks: list[str], ordered: bool) -> bool:
    own = choice[3] if len(choice) > 3 else []
    return own[: len(picks)] == picks if ordered else not Counter(picks) - Counter(own)


def do_task(page: Page, view: Any) -> Any:
    """Do what the lesson asks for, by what there is to click."""
    picks = view["picks"]
    with page.expect_response(is_lesson) as answered:
        for pick in picks:
            page.locator(f'[data-id="{pick}"]').first.click()
        # Where nothing else can be meant it is done with the last click; else there is a button.
        ordered = view["scene"].get("ordered", False)
        if not picks or sum(fits(choice, picks, ordered) for choice in view["scene"]["choices"]) > 1:
            page.locator(".choice", has_text=view["answer"]).first.click()
    return lesson(answered.value)


def test_a_newcomer_learns_beerhex_from_the_first_page_on(page: Page) -> None:
    page.goto("/")
    with page.expect_response(is_lesson) as answered:
        page.get_by_role("link", name="Learn BeerHex").click()
    view = lesson(answered.value)
    expect(page.get_by_role("heading", level=1)).to_have_text("Place a cap")
    for number in range(1, len(view["lessons"]) + 1):
        while view["done"] < view["tasks"]:
            expect(page.locator(".task")).to_have_text(view["words"])
            view = do_task(page, view)
            assert view["right"]
            expect(page.locator(".dots .done")).to_have_count(view["done"])
        expect(page.locator(".course li.done")).to_have_count(number)
        if number < len(view["lessons"]):
            with page.expect_response(is_lesson) as answered:
                page.get_by_role("link", name="Next lesson").click()
            view = lesson(answered.value)
    page.get_by_role("link", name="Play a real game").click()
    expect(page).to_have_url(re.compile("/new/beerhex$"))


def test_a_wrong_move_is_explained_kindly_and_stepped_back(page: Page) -> None:
    page.goto("/learn/hex-dice/3")
    page.locator('[data-id="h3"]').click()
    page.locator('[data-id="h4"]').click()
    expect(page.locator(".said.wrong")).to_contain_text("Strike the blue 4")
    expect(page.locator('[data-id="h3"]')).to_have_attribute("aria-label", re.compile("Red"))
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".teacher")).to_contain_text("For example")
    expect(page.locator('[data-id="f8"].lit-up')).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_every_lesson_fits_in_the_longest_language(new_page: NewPage, game: str) -> None:
    page = new_page(1440, 900)
    in_german(page)
    page.goto(f"/learn/{game}")
    links = page.locator(".course li a")
    expect(links.first).to_be_visible()
    for n in range(links.count()):
        links.nth(n).click()
        expect(links.nth(n)).to_have_attribute("aria-current", "step")
        check(page, f"German lesson {game} {n + 1}")
        check_german(page)
        check_in_sight(page, ".teacher, .prompt, .play .board, .play .tray")


@pytest.mark.parametrize("game", GAMES)
def test_rules_with_their_pictures_fit(new_page: NewPage, game: str) -> None:
    page = new_page()
    page.goto(f"/rules/{game}")
    expect(page.locator(".drawn svg").first).to_be_visible()
    check(page, f"rules {game}")
