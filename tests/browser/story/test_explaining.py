"""What a page explains when it is asked: why not, facts, what would happen, what a line is about; and steps without movement."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import NewPage
from tests.browser.page_fixtures import open_sheet
from tests.browser.story.film import Film
from tests.browser.story.staged_tables import Stage
from tests.browser.story.test_drama import BEERHEX, DICE, HEXAGONE, SHORT, SIZES

each_size = pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
DUEL = f"{DICE.before}, 1 h8-h6, 0 f1-g4, 1 g12-g11"
"""Ada's Knight on g4 can attack Bob's Pawn on h6."""
KNOWN = "0 b2 other, 1 c2 own, 0 b3 own, 1 e5 own"
"""Ada knows that two of b2, c2 and b3 differ."""
COVERS = """(card) => {
  const [a, b] = [card, document.querySelector(`.play [data-id="${card.dataset.about}"]`)].map((one) => one.getBoundingClientRect());
  return a.x < b.right && b.x < a.right && a.y < b.bottom && b.y < a.bottom;
}"""
IS_WHOLE = "(line) => line.scrollHeight <= line.clientHeight + 1"
MOVEMENT = """() => {
  window.moving = [];
  const look = () => moving.push(...document.getAnimations().map((one) => one.animationName ?? one.transitionProperty ?? "script"));
  new MutationObserver(look).observe(document.querySelector(".table"), {subtree: true, childList: true, attributes: true});
}"""
"""Records what moves whenever something changes."""
CARD_STYLES = """(within) => [...document.querySelectorAll(`${within} .card`)].map((card) =>
  [...card.querySelectorAll("[class^=card-], .card-flag *")].map((part) => {
    const {fill, stroke, fontSize, fontFamily, textAnchor} = getComputedStyle(part);
    return [part.getAttribute("class"), fill, stroke, fontSize, fontFamily, textAnchor];
  }))"""
IN_FLIGHT = f"""() => {{
  window.flown = [];
  const look = () => flown.push(...({CARD_STYLES})(".flights"));
  new MutationObserver(look).observe(document.querySelector(".flights"), {{childList: true}});
}}"""
"""Records how the parts of cards look that begin to fly."""


def tap(page: Page, target: Locator) -> None:
    """Touch the middle of an element with a finger for a moment."""
    box = target.bounding_box()
    assert box is not None
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


REFUSED = {
    "beerhex": ("beerhex 1", "", "c3", "The first cap may not go in the centre."),
    "hex-dice": (DICE.seed, DUEL, "h6", "This is Bob's unit."),
    "hex-roller": ("hex-roller 35", "", "p1.a1", "This space is taken."),
    "hexagone": ("hexagone 13", "", "o16", "The first hexagon goes to the middle."),
    "pocket-hexes": ("pocket-hexes 43", "0 d4 b1", "p1.b1", "There is a number already: choose an empty cell."),
}
"""By game: seed, what was played, what is touched, and why it cannot be chosen."""


@pytest.mark.parametrize("game", REFUSED)
def test_touch_on_what_cannot_be_chosen_says_why(new_page: NewPage, staged: Stage, game: str) -> None:
    seed, before, cell, reason = REFUSED[game]
    page = new_page(*SIZES["phone"])
    staged(game, seed, before).open(page)
    expect(page.locator(".prompt.mine")).to_be_visible()
    height = page.locator(".prompt").bounding_box()
    tap(page, page.locator(f'.play [data-id="{cell}"]'))
    # An alert is announced at once.
    alert = page.locator(".prompt.refused [role=alert]")
    expect(alert.locator(".line")).to_have_text(reason)
    assert alert.locator(".line").evaluate(IS_WHOLE)
    assert page.locator(".prompt").bounding_box() == height


def test_long_refusals_are_whole_on_a_phone(new_page: NewPage, staged: Stage) -> None:
    page = new_page(*SIZES["phone"])
    staged("hexagone", "hexagone 13", "").open(page)
    page.locator('.item[data-id="p1.hand.gray"]').click()
    expect(page.locator(".cell.next")).not_to_have_count(0)
    page.locator(".tray-row .item").first.click(force=True)
    line = page.locator(".prompt.refused .line")
    expect(line).to_contain_text("here is the nearest fit")
    assert line.evaluate(IS_WHOLE)


@each_size
def test_facts_of_a_selected_unit(new_page: NewPage, staged: Stage, size: tuple[int, int]) -> None:
    page = new_page(*size)
    staged("hex-dice", DICE.seed, DUEL).open(page)
    card = page.locator("[aria-live] > .fact-card")
    for cell, title in (("g4", "Knight (3)"), ("g1", "Pawn (1)"), ("f12", "Archer (5)")):
        page.locator(f'.play [data-id="{cell}"]').click(force=True)
        page.mouse.move(1, 1)
        expect(card.get_by_role("heading")).to_have_text(title)
        expect(card).to_contain_text("Attack")
        expect(card).to_contain_text("Armour")
        assert not card.evaluate(COVERS)


def test_facts_of_a_special_hexagon_and_of_a_bonus(new_page: NewPage, staged: Stage) -> None:
    page = new_page()
    card = page.locator("[aria-live] > .fact-card")
    staged("hexagone", "hexagone 13", "").open(page)
    page.locator('.item[data-id="p1.hand.move"]').hover()
    expect(card.get_by_role("heading")).to_have_text("Move-agon")
    expect(card).to_contain_text("Move any hexagon to another empty space next to a hexagon.")
    staged("hex-roller", "hex-roller 35", "").open(page)
    page.locator('.item[data-id="p1.bonus.plus"]').hover()
    expect(card.get_by_role("heading")).to_have_text("Bonus +1")
    expect(card).to_contain_text("Write one of your numbers once more.")
    expect(card.locator("dl")).to_have_text("Unused2 points")


@each_size
@pytest.mark.parametrize(
    ("game", "seed", "before", "picks", "danger", "text"),
    [
        ("hex-dice", DICE.seed, DUEL, ("g4", "h6"), ("h6",), "4 against 1: the Pawn falls."),
        ("beerhex", BEERHEX.seed, KNOWN, ("b2",), ("b2", "c2", "b3"), "You know two that differ: the attack fails."),
    ],
    ids=["hex-dice", "beerhex"],
)
def test_attack_is_marked_and_judged_before_it_is_played(
    new_page: NewPage,
    staged: Stage,
    size: tuple[int, int],
    game: str,
    seed: str,
    before: str,
    picks: tuple[str, ...],
    danger: tuple[str, ...],
    text: str,
) -> None:
    page = new_page(*size)
    staged(game, seed, before).open(page)
    *first, last = picks
    for cell in first:
        page.locator(f'.play .cell[data-id="{cell}"]').click()
    target = page.locator(f'.play .cell[data-id="{last}"]')
    expect(target).to_have_class(re.compile(r"\bnext\b"))
    target.hover()
    expect(page.locator(".prompt.mine .line")).to_have_text(text)
    endangered = page.locator(".play .cell.danger")
    assert set(endangered.evaluate_all("(all) => all.map((one) => one.dataset.id)")) == set(danger)
    assert page.locator('.play .marks use[href="#mark-danger"]').count() == endangered.count()
    page.mouse.move(1, 1)
    expect(endangered).to_have_count(0)


@each_size
def test_line_of_the_log_lights_up_what_it_is_about(new_page: NewPage, staged: Stage, size: tuple[int, int]) -> None:
    page = new_page(*size)
    staged("beerhex", BEERHEX.seed, BEERHEX.before).open(page)
    open_sheet(page)
    lines = page.locator(".log [data-line]")
    lit = page.locator(".play .cell.highlighted")
    lines.last.hover()
    expect(lit).to_have_attribute("data-id", "d4")
    page.mouse.move(1, 1)
    expect(lit).to_have_count(0)
    lines.last.focus()
    expect(lit).to_have_attribute("data-id", "d4")
    page.keyboard.press("ArrowUp")
    expect(lit).to_have_attribute("data-id", "b3")
    page.keyboard.press("Shift+Tab")
    expect(lit).to_have_count(0)


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_reduced_motion_shows_steps_without_movement(new_page: NewPage, staged: Stage, motion: str) -> None:
    page = new_page(speed="normal")
    page.emulate_media(reduced_motion="reduce" if motion == "reduce" else "no-preference")
    film = Film(page)
    table = staged("beerhex", BEERHEX.seed, BEERHEX.before)
    table.open(page)
    film.start()
    page.evaluate(MOVEMENT)
    act = BEERHEX.acts[0]
    table.play(act.action)
    shots = film.run()
    assert [shot.text for shot in shots] == [beat.text for beat in act.beats]
    assert all(shot.seconds >= SHORT[0] for shot in shots)
    moving = page.evaluate("moving")
    assert (moving == []) == (motion == "reduce"), moving


@each_size
def test_card_in_flight_looks_as_it_did_in_the_row(new_page: NewPage, staged: Stage, size: tuple[int, int]) -> None:
    page = new_page(*size, speed="slow")
    page.emulate_media(reduced_motion="no-preference")
    table = staged("hexagone", HEXAGONE.seed, HEXAGONE.before)
    table.open(page)
    (there,) = page.evaluate(CARD_STYLES, '[data-id="card.C02"]')
    page.evaluate(IN_FLIGHT)
    table.play(HEXAGONE.acts[0].action)
    page.wait_for_function("() => window.flown.length > 0")
    assert page.evaluate("flown[0]") == there


def test_prompt_says_what_a_space_is_chosen_for(new_page: NewPage, staged: Stage) -> None:
    page = new_page()
    line = page.locator(".prompt.mine .line")
    staged("hexagone", HEXAGONE.seed, "0 cracked p16").open(page)
    page.locator('.item[data-id="p1.hand.cracked"]').click()
    page.mouse.move(1, 1)
    expect(line).to_have_text("Place a cracked hexagon: choose a space.")
    # A button says itself what it does: pointing at it leaves the prompt, unless there is more to say.
    staged("hex-dice", DICE.seed, "1 base g12, 1 keep").open(page)
    page.locator(".buttons .choice", has_text="Keep all dice").hover()
    expect(page.locator(".buttons .choice:hover")).to_have_count(1)
    expect(line).to_have_text("Choose up to 2 dice to re-roll, or keep all.")


def test_prompt_speaks_of_the_buttons_that_are_left(new_page: NewPage, staged: Stage) -> None:
    """A Bomb-agon and a card are chosen: what becomes of the card is a button, not another hexagon."""
    page = new_page()
    staged("hexagone", "hexagone 15", "0 gray p16").open(page)
    page.locator('.item[data-id="p1.hand.bomb"]').click()
    page.locator(".item.with-figure.next").first.click()
    expect(page.locator(".buttons .choice", has_text="Discard this card")).to_have_count(2)
    page.mouse.move(1, 1)
    expect(page.locator(".prompt.mine .line")).to_have_text("Press a button.")
