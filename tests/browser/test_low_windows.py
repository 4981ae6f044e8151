"""Low windows, as below the bars of a phone's browser or on a small laptop: the board keeps its share, and nothing scrolls."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import NewPage
from tests.browser.page_fixtures import GAMES, ME
from tests.browser.robot_player import BOT, open_table, settled
from tests.browser.test_layout import FRAMES, check_in_sight

PHONES = {"small phone": (360, 640), "phone with its bars": (390, 664)}
LAPTOPS = {"small laptop": (1280, 640), "old tablet": (1024, 600)}
SHARE = 0.36
"""The part of the window's height that a board has at least."""
HIDDEN = "(one) => [one.scrollHeight - one.clientHeight, one.scrollWidth - one.clientWidth]"
"""Returns how much of an element is out of sight, vertically and horizontally."""
WIDTHS = "(all) => all.map((one) => one.getBoundingClientRect().width)"


def sizes(named: dict[str, tuple[int, int]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("size", named.values(), ids=named)


def start(new_page: NewPage, game: str, size: tuple[int, int]) -> Page:
    page = new_page(*size)
    open_table(page, game, {}, [ME, BOT])
    settled(page)
    page.evaluate(FRAMES)
    return page


@sizes(PHONES)
@pytest.mark.parametrize("game", GAMES)
def test_the_board_has_its_share_of_a_low_phone(new_page: NewPage, game: str, size: tuple[int, int]) -> None:
    page = start(new_page, game, size)
    box = page.locator(".play .middle").bounding_box()
    assert box is not None
    assert box["height"] >= SHARE * size[1]
    check_in_sight(page, ".prompt, .middle > .board, .dock, .dock .item, .beside .item, .seat .points")


def test_scores_of_eight_players_are_whole_on_a_small_phone(new_page: NewPage) -> None:
    page = new_page(*PHONES["small phone"])
    open_table(page, "hex-roller", {}, [ME, *[BOT] * 7])
    settled(page)
    expect(page.locator(".seat .points")).to_have_count(8)
    check_in_sight(page, ".seat .points")
    for points in page.locator(".seat .points").all():
        expect(points).to_be_in_viewport(ratio=1)


@sizes(PHONES)
def test_cells_of_a_sheet_are_as_wide_as_a_low_phone_allows(new_page: NewPage, size: tuple[int, int]) -> None:
    page = start(new_page, "hex-roller", size)
    assert min(page.locator(".middle .hit").evaluate_all(WIDTHS)) >= 25


@sizes(LAPTOPS)
def test_every_line_of_the_score_is_in_sight(new_page: NewPage, size: tuple[int, int]) -> None:
    page = start(new_page, "hex-roller", size)
    assert max(page.locator(".trays.beside").evaluate(HIDDEN)) <= 1
    check_in_sight(page, ".beside .item, .tally-lines tr")


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
@pytest.mark.parametrize("game", GAMES)
def test_words_of_the_banner_are_whole_on_a_small_phone(new_page: NewPage, game: str, locale: str) -> None:
    page = new_page(*PHONES["small phone"], locale=locale)
    open_table(page, game, {}, [ME, BOT])
    settled(page)
    for words in page.locator(".prompt :is(.headline, .line)").all():
        assert max(words.evaluate(HIDDEN)) <= 1
    assert max(page.locator(".prompt").evaluate(HIDDEN)) <= 1
