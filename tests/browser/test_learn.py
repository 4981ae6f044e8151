"""Learning in a browser: a tutorial from its first lesson to its last, and the way to it."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from playwright.sync_api import Page, Response, expect


def lesson(answer: Response) -> Any:
    """What the server says about a lesson."""
    return answer.json()


def is_lesson(answer: Response) -> bool:
    return "/lessons/" in answer.url


def fits(choice: list[Any], picks: list[str]) -> bool:
    return not Counter(picks) - Counter(choice[3] if len(choice) > 3 else [])


def do_task(page: Page, view: Any) -> Any:
    """Do what the lesson asks for, by what there is to click."""
    picks = view["picks"]
    with page.expect_response(is_lesson) as answered:
        for pick in picks:
            page.locator(f'[data-id="{pick}"]').first.click()
        # Where nothing else can be meant it is done with the last click; else there is a button.
        if not picks or sum(fits(choice, picks) for choice in view["scene"]["choices"]) > 1:
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
