"""Every game at many numbers of players: who is who, and what each of the others did, in order.

Results are shown at every number of players. Rounds take long in a browser and are watched with the fewest, the usual and the most
players; what they tell is checked at every number by tests/games/test_rounds.py (who is named, and when) and by the checks of
stories (bestagon.testing.stories), and a page shows it in the same way whatever the number is.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import NewPage
from tests.browser.page_fixtures import open_sheet
from tests.server.serving import PATIENCE, Client, Server

from bestagon import all_games

PHONE = (390, 844)
GAMES = ("beerhex", "hex-dice", "hex-roller", "hexagone", "pocket-hexes")
COUNTS = [(game, players) for game in GAMES for players in all_games()[game].players if players > 1]
ROUNDS = [(game, n) for game, n in COUNTS if n in (2, all_games()[game].usual_players, max(all_games()[game].players))]
PEOPLE = ("Ada", "Bob", "Cleo", "Dan", "Eva", "Finn", "Gina", "Hugo")
PERSON = 0
QUITTING = re.compile("declare|concede|pass", re.IGNORECASE)
WATCH = """() => {
  window.banners = [];
  window.announced = [];
  const look = () => {
    const banner = document.querySelector(".prompt");
    const now = {
      form: ["mine", "idle", "telling", "over"].find((form) => banner.classList.contains(form)) ?? "",
      text: banner.querySelector(".headline").textContent,
      acting: [...document.querySelectorAll(".seat.acting")].map((seat) => Number(seat.dataset.seat)),
    };
    const last = banners[banners.length - 1];
    if (JSON.stringify(last) !== JSON.stringify(now)) banners.push(now);
  };
  const all = {subtree: true, childList: true, characterData: true, attributes: true};
  new MutationObserver(look).observe(document.querySelector(".table"), all);
  new MutationObserver((changes) => {
    for (const {addedNodes} of changes) for (const node of addedNodes) announced.push(node.textContent);
  }).observe(document.querySelector(".announcer"), {childList: true});
}"""
"""Records the banner with the seats that are shown as acting, and everything that is announced."""
PRESENT = """() => document.querySelector(".prompt.mine, .result") && !document.querySelector(".told")"""
OVERFLOW = """(selector) => {
  const box = document.querySelector(selector);
  return box.scrollWidth - box.clientWidth;
}"""
MOST_SHOWN = 3
"""Players up to whom a page shows every beat; with more it only announces them, which takes less time."""
STEP = 4000
"""Milliseconds of the page's clock between two looks at it."""


@pytest.fixture
def person(server: Server) -> Iterator[Client]:
    """Return the visitor who plays, over HTTP, and watches in the browser."""
    client = Client(server.port)
    yield client
    client.close()


def open_page(page: Page, person: Client, table: str) -> None:
    """Show a table to the visitor on a page."""
    page.context.add_cookies([{"name": "bestagon", "value": person.token, "url": f"http://127.0.0.1:{person.port}"}])
    page.goto(f"/t/{table}")
    page.locator(".table .board").first.wait_for()


class Following:
    """A table as the visitor follows it over HTTP; old lines of its log come without beats, so they are kept."""

    def __init__(self, person: Client, table: str) -> None:
        self._person, self._table = person, table
        self.lines: dict[int, dict[str, Any]] = {}
        self.view: dict[str, Any] = {}

    def look(self) -> dict[str, Any]:
        """Return the present."""
        self.view = self._person.view(self._table, PERSON, max(self.lines, default=0))
        self.lines.update((line["n"], line) for line in self.view.get("log", []))
        return self.view

    def wait(self) -> None:
        """Wait until nobody but the visitor has to act."""
        deadline = time.monotonic() + PATIENCE
        while self.look()["status"] != "over" and [n for n, one in enumerate(self.view["seats"]) if one.get("acting")] != [PERSON]:
            assert time.monotonic() < deadline, "the bots do not act"
            time.sleep(0.02)

    def acts(self, version: int) -> list[dict[str, Any]]:
        """Return the actions after a version."""
        return [line for n, line in sorted(self.lines.items()) if n > version and line["kind"] == "action"]

    def play(self, rng: random.Random) -> None:
        """Play a random action, and wait for the others."""
        choices = self.view["scene"]["choices"]
        action = rng.choice([choice for choice in choices if not QUITTING.search(choice[2])] or choices)[0]
        self._person.do(self._table, "act", seat=PERSON, action=action, version=self.view["version"])
        self.wait()


def catch_up(page: Page, condition: str = PRESENT) -> None:
    """Let the page tell what happened until it shows the present, by its own clock."""
    deadline = time.monotonic() + PATIENCE
    while not page.evaluate(condition):
        assert time.monotonic() < deadline, "the page does not reach the present"
        page.clock.run_for(STEP)


def naming(view: dict[str, Any], styles: list[str]) -> Callable[[str], str]:
    """Return a function that puts the players' names in the place of those of the seats."""
    names = dict(zip(styles, [seat["name"] for seat in view["seats"]], strict=True))
    pattern = re.compile(rf"\b({'|'.join(sorted(names, key=len, reverse=True))})\b")
    return lambda text: pattern.sub(lambda found: names[found[0]], text)


@pytest.mark.long
@pytest.mark.parametrize(("game", "players"), ROUNDS)
def test_a_round_of_others_is_told_in_order(new_page: NewPage, person: Client, game: str, players: int) -> None:
    seats = [{"kind": "me", "name": "Ada"}, *({"kind": "bot", "level": "friendly"} for _ in range(players - 1))]
    table: str = person.create(game, players=players, seats=seats)["table"]
    page = new_page(*PHONE, speed="fast" if players <= MOST_SHOWN else "off")
    page.clock.install()
    open_page(page, person, table)
    following = Following(person, table)
    following.wait()
    page.keyboard.press("Space")
    page.clock.pause_at(time.time() + 3600)
    catch_up(page)
    page.evaluate(WATCH)
    begun, others = following.view["version"], set(range(1, players))
    rng = random.Random(players)
    while following.view["status"] != "over" and not others <= {line["seat"] for line in following.acts(begun)}:
        following.play(rng)
    view, told = following.view, following.acts(begun)
    named = naming(view, [player["name"] for player in person.get(f"/api/tables/{table}/stage/{view['scene']['stage']}")["players"]])
    catch_up(page, f"() => ({PRESENT})() && document.querySelector('[data-line=\"{told[-1]['n']}\"]')")

    names = [seat["name"] for seat in view["seats"]]
    assert len(set(names)) == players
    wanted = [named(beat["text"]) for line in told for beat in line["beats"] if beat.get("text")]
    # Who has won is announced last.
    ends = [page.locator(".result h2").text_content()] if view["status"] == "over" else []
    assert [text for text in page.evaluate("announced") if not text.startswith("Your turn. ")] == wanted + ends
    for banner in page.evaluate("banners"):
        if banner["form"] == "telling":
            assert banner["text"] in wanted
        elif banner["form"] == "idle":
            mentioned = {seat for seat, name in enumerate(names) if re.search(rf"\b{re.escape(name)}\b", banner["text"])}
            assert mentioned == set(banner["acting"])
        else:
            assert banner["form"] == "over" or PERSON in banner["acting"]

    own = max(line["n"] for line in told if line["seat"] == PERSON)
    acted = following.acts(own)
    order = list(dict.fromkeys(line["seat"] for line in acted))
    assert order
    open_sheet(page)
    for seat, name in enumerate(names):
        expect(page.locator(f'.seat[data-seat="{seat}"] .who strong')).to_have_text(name)
    page.locator(".recap summary").click()
    assert [text.strip() for text in page.locator(".recap .opponent h3").all_inner_texts()] == [names[seat] for seat in order]
    shown = [len(one.locator("li").all()) for one in page.locator(".recap .opponent").all()]
    assert shown == [sum(line["seat"] == seat for line in acted) for seat in order]


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_result_has_a_row_for_each_player(new_page: NewPage, person: Client, game: str) -> None:
    page = new_page(*PHONE)
    for players in (count for one, count in COUNTS if one == game):
        people = PEOPLE[:players]
        table: str = person.create(game, players=players, seats=[{"kind": "me", "name": name} for name in people])["table"]
        for seat in range(1, players):
            person.do(table, "resign", seat=seat)
        open_page(page, person, table)
        expect(page.locator(".result")).to_be_visible()
        rows = page.locator(".result .score-breakdown tbody")
        expect(rows).to_have_count(players)
        assert sorted(page.locator(".result .score-breakdown .name").all_inner_texts()) == sorted(people)
        # They share the device: the winner has a name.
        expect(page.locator(".result h2")).to_have_text("Ada wins")
        for selector in ("html", ".sidebar", ".result", ".result .scores"):
            assert page.evaluate(OVERFLOW, selector) <= 0, (players, selector)
