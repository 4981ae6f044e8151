"""Replays: stepping, the analysis with its mistakes, and tables that continue a record."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import NewPage
from tests.browser.page_fixtures import GAMES, ME, resign
from tests.browser.robot_player import BOT, open_table, settled
from tests.browser.test_layout import check, check_in_sight

import bestagon
from bestagon.bots.self_play import play_games
from bestagon.core import registry
from bestagon.core.record import Record

MOVES = ("a1", "b3", "a2", "c3", "c1", "a3")
"""Both need a3 to win; Red plays the fifth stone elsewhere, and Blue takes it."""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Write the record of a game of Hex on a small board."""
    table = bestagon.start("hex", seed=7, size=3)
    for text in MOVES:
        table.play(text)
    path = tmp_path / "game.json"
    path.write_text(Record.of(table).to_json(), encoding="utf-8")
    return path


def upload(page: Page, record: Path) -> None:
    page.goto("/replay")
    page.get_by_label("Open a record").set_input_files(record)
    expect(page.locator(".controls")).to_be_visible()


def analyse(page: Page) -> None:
    page.get_by_role("button", name="Analyse the game").click()
    expect(page.locator(".chart polyline")).to_have_count(2, timeout=30_000)
    expect(page.locator(".progress")).to_have_count(0, timeout=60_000)


def test_uploaded_game_is_analysed(page: Page, record: Path) -> None:
    upload(page, record)
    analyse(page)
    flags = page.locator(".moves li", has=page.locator(".flag"))
    found = [int(text.split(".")[0]) for text in flags.all_inner_texts()]
    assert 5 in found
    expect(page.locator(".mistake.current")).to_have_count(0)
    page.get_by_role("button", name="Next mistake").click()
    expect(page.locator(".scrub")).to_contain_text(f"Step {found[0]} of 6")
    for move in found[1:]:
        page.keyboard.press("n")
        expect(page.locator(".scrub")).to_contain_text(f"Step {move} of 6")
    expect(page.get_by_role("button", name="Next mistake")).to_be_disabled()
    expect(page.locator(".mistake.current")).to_have_count(1)
    for text in page.locator(".worst li").all_inner_texts():
        assert ".." not in text
    while not page.locator(".scrub", has_text="Step 5 of 6").count():
        page.keyboard.press("p")
    expect(page.locator(".verdict")).to_contain_text("The bot prefers: Red puts a stone.")
    expect(page.locator(".verdict dd").first).to_contain_text("100 %")
    expect(page.locator('.cell.highlighted[data-id="a3"]')).to_have_count(1)
    assert 1 <= page.locator(".worst li").count() <= 3
    page.locator(".worst button").first.click()
    expect(page.locator(".verdict")).to_contain_text("Mistake.")


def test_stepping_does_not_scroll_the_page(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page(390, 844)
    (outcome,) = play_games("pocket-hexes", 2, registry.game("pocket-hexes").complete(2, {}), ["random"] * 2, [1], records=True)
    (tmp_path / "long.json").write_text(outcome.record, encoding="utf-8")
    upload(page, tmp_path / "long.json")
    page.keyboard.press("End")
    expect(page.locator(".moves [aria-current]")).to_be_visible()
    assert page.evaluate("scrollY") == 0
    box, line = page.locator(".moves").bounding_box(), page.locator(".moves [aria-current]").bounding_box()
    assert box
    assert line
    assert box["y"] <= line["y"] <= box["y"] + box["height"]
    page.get_by_role("button", name="Player 2's sheet").click()
    expect(page.get_by_role("button", name="Player 2's sheet")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("size", [(390, 844), (390, 664)], ids=["whole", "with its bars"])
@pytest.mark.parametrize("game", GAMES)
def test_controls_are_in_sight_on_a_phone(new_page: NewPage, tmp_path: Path, game: str, size: tuple[int, int]) -> None:
    (outcome,) = play_games(game, 2, registry.game(game).complete(2, {}), ["random"] * 2, [1], records=True)
    (tmp_path / "game.json").write_text(outcome.record, encoding="utf-8")
    page = new_page(*size)
    upload(page, tmp_path / "game.json")
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".scrub")).to_contain_text("Step 12 of")
    check_in_sight(page, ".controls, .play .board, .beside .item")


def test_chart_is_accessible_to_screen_readers(page: Page, record: Path) -> None:
    upload(page, record)
    analyse(page)
    expect(page.get_by_role("img", name="Expected result over the game: Red, Blue")).to_be_visible()
    page.get_by_text("The numbers as a table").click()
    rows = page.get_by_role("region", name="The numbers as a table").get_by_role("row")
    assert [row.inner_text().split()[0] for row in rows.all()] == ["After", "0", "1", "2", "3", "4", "5", "6"]
    assert rows.last.inner_text().split()[1:] == ["0", "%", "100", "%"]


def test_table_from_a_step_of_a_record(page: Page, record: Path) -> None:
    upload(page, record)
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.locator(".branch summary").click()
    expect(page.get_by_label("Your seat")).to_have_value("0")
    page.get_by_label("Level").select_option("friendly")
    page.locator(".branch").get_by_role("button", name="Play from here").click()
    expect(page.locator(".log")).to_contain_text("goes on after 4 actions of another one, with new dice")
    settled(page)
    page.locator('.cell.next[data-id="a3"]').click()
    expect(page.locator(".result")).to_contain_text("You win!")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    found = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert [text for _, text in found["actions"]] == [*MOVES[:4], "a3"]
    assert found["branches"][0]["at"] == 4


def test_final_position_cannot_be_continued(page: Page, record: Path) -> None:
    upload(page, record)
    page.keyboard.press("End")
    page.locator(".branch summary").click()
    expect(page.locator(".branch")).to_contain_text("The game is over here")
    expect(page.locator(".branch button")).to_have_count(0)


def test_long_analysis_can_be_stopped_and_resumed(page: Page, tmp_path: Path) -> None:
    game = registry.game("hex-roller")
    (outcome,) = play_games("hex-roller", 2, game.complete(2, {}), ["random"] * 2, [1], records=True)
    (tmp_path / "long.json").write_text(outcome.record, encoding="utf-8")
    upload(page, tmp_path / "long.json")
    page.get_by_role("button", name="Analyse the game").click()
    expect(page.locator(".chart")).to_be_visible(timeout=30_000)
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".progress")).to_have_count(0, timeout=30_000)
    page.get_by_role("button", name="Go on", exact=True).click()
    expect(page.locator(".progress")).to_be_visible()


def test_opened_file_opens_offline(page: Page, record: Path) -> None:
    page.goto("/")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    upload(page, record)
    page.context.set_offline(True)
    upload(page, record)
    page.keyboard.press("End")
    expect(page.locator(".prompt")).to_contain_text("Blue puts a stone")
    page.context.set_offline(False)


def lost_game(page: Page) -> str:
    """Resign a game and return its table."""
    table = open_table(page, "beerhex", {"sets": 1}, [ME, BOT])
    resign(page)
    return table


def test_the_loser_chooses_who_starts(page: Page) -> None:
    first = lost_game(page)
    expect(page.locator(".dock")).to_contain_text("You lost, so you choose who starts the next game.")
    page.get_by_role("button", name="Rematch, I start").click()
    expect(page).not_to_have_url(re.compile(f"{first}$"))
    expect(page.locator(".prompt")).to_contain_text("Your turn")


def test_replay_and_analysis_fit(page: Page, record: Path) -> None:
    page.goto("/replay")
    expect(page.get_by_label("Open a record")).to_be_visible()
    check(page, "replays empty")
    upload(page, record)
    page.locator(".branch summary").click()
    analyse(page)
    page.get_by_role("button", name="Next mistake").click()
    check(page, "analysis of a mistake")


def test_watched_game_opens_offline(page: Page) -> None:
    page.goto("/")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    table = lost_game(page)
    page.get_by_role("link", name="Replay and analysis").click()
    expect(page.locator(".verdict")).to_be_visible(timeout=30_000)
    expect(page.locator(".progress")).to_have_count(0, timeout=30_000)
    page.context.set_offline(True)
    page.goto("/replay")
    page.locator(".list", has_text="Games you have watched").get_by_role("link", name="BeerHex").click()
    expect(page.locator(".controls")).to_be_visible()
    assert page.url.endswith(table)
    expect(page.locator(".seat").first).to_contain_text("Ada")
    page.keyboard.press("End")
    expect(page.locator(".prompt")).to_contain_text("resigns")
    page.context.set_offline(False)


def test_others_see_who_is_away(new_page: NewPage) -> None:
    host, guest = new_page(), new_page()
    open_table(host, "beerhex", {}, [ME, {"kind": "link"}])
    guest.goto(host.get_by_label("Invitation for").input_value())
    expect(guest.get_by_role("img", name="connected", exact=True)).to_have_count(1)
    expect(host.get_by_role("img", name="connected", exact=True)).to_have_count(1)
    guest.goto("/rules/beerhex")
    expect(host.locator(".seat", has_text="away")).to_have_count(1, timeout=20_000)


COUNT_TONES = """() => {
  window.tones = 0;
  const make = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () { tones++; return make.call(this) };
}"""


def test_sounds_are_off_until_enabled(page: Page) -> None:
    page.add_init_script(f"({COUNT_TONES})()")
    open_table(page, "beerhex", {}, [ME, {"kind": "me", "name": "Bob"}])
    if settled(page) == "handover":
        page.get_by_role("button", name="show my view").click()
        settled(page)
    page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Say something").fill("quiet")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".chat li")).to_have_count(1)
    assert page.evaluate("tones") == 0
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Sounds for moves").check()
    page.get_by_role("button", name="Close").click()
    before = page.evaluate("tones")
    assert before > 0
    page.locator(".item.next").first.click()
    page.locator(".cell.next").first.click()
    page.wait_for_function("(before) => tones > before", arg=before)
