"""The names that a table shows: those that people chose, and short ones of their own for bots."""

from __future__ import annotations

import msgspec
import pytest
from tests.server.table_harness import TableHarness

from bestagon.core import registry
from bestagon.i18n import use_language
from bestagon.server.protocol.tables import SeatKind
from bestagon.server.tables.events import Resigned
from bestagon.server.tables.sanitize import BOTS, MOST_MARKS, clean, shown_names
from bestagon.server.tables.views import Viewer

GAME = registry.game("hex-dice")
BOT: tuple[str, SeatKind] = ("", "bot")


def names(table: str, *seats: tuple[str, SeatKind]) -> list[str]:
    """Return the names at a table of Hex Dice."""
    return shown_names(GAME, table, seats)


def test_names_of_bots_are_short_and_distinct() -> None:
    assert len(BOTS) == len({name.casefold() for name in BOTS}) == 36
    assert all(2 <= len(name) <= 6 and name.isalpha() and name.istitle() for name in BOTS)
    colours = {registry.game(name).seat_name(seat) for name in ("hex-dice", "beerhex") for seat in range(2)}
    assert not colours & set(BOTS)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_bots_of_a_table_have_different_names(players: int) -> None:
    seen = set()
    for table in range(200):
        found = names(f"table {table}", *[BOT] * players)
        assert len(set(found)) == players
        assert set(found) <= set(BOTS)
        assert names(f"table {table}", *[BOT] * players) == found
        seen |= set(found)
    assert seen == set(BOTS)


def test_a_bot_makes_way_for_a_person_of_the_same_name() -> None:
    first, second = names("here", BOT, BOT)
    moved, same, person = names("here", BOT, BOT, (first.upper(), "human"))[:3]
    assert person == first.upper()
    assert len({moved.casefold(), same.casefold(), person.casefold()}) == 3
    assert names("here", (second, "human"), BOT)[1] != second
    crowd: list[tuple[str, SeatKind]] = [BOT, *[(name, "human") for name in names("here", *[BOT] * 6)[1:]]]
    assert len(set(names("here", *crowd))) == 6


def test_people_are_called_after_their_seat_and_empty_seats_are_not_called() -> None:
    seats: list[tuple[str, SeatKind]] = [("", "human"), ("", "saved"), ("", "open"), ("", "link")]
    assert names("here", *seats) == ["Red", "Blue", "", ""]
    with use_language("de"):
        assert names("here", *seats) == ["Rot", "Blau", "", ""]
        german = names("here", BOT, BOT)
    assert german == names("here", BOT, BOT)


def test_a_view_shows_the_bots_name_with_its_level_and_a_rematch_keeps_it() -> None:
    harness = TableHarness("hex-dice", seats=[{"kind": "me", "name": "Ann"}, {"kind": "bot", "level": "strong"}])
    view = msgspec.json.decode(msgspec.json.encode(Viewer(harness.live).whole(0, 0, harness.now)))
    name = view["seats"][1]["name"]
    assert (name in BOTS, view["seats"][1]["level"]) == (True, "strong")
    harness.server(1, Resigned())
    again = harness.factory.rematch(harness.live, 1, "ann", "again", harness.now)
    assert [(seat.kind, seat.name) for seat in again.seats] == [("bot", name), ("human", "Ann")]


@pytest.mark.parametrize(
    "letter",
    list(
        "\ufe0f\ufe00\u180b\u180f\U000e0100\U00016fe4\U0001d159\u034f\u115f\u1160\u2800\u3164\uffa0\u200b\u202e\u2066\ufeff\u00ad\U000e0041\0\u0085"
    ),
)
def test_a_name_that_nobody_can_see_is_none(letter: str) -> None:
    assert clean(letter * 5, 32) == ""
    assert clean(f"Ann{letter}", 32) == "Ann"


def test_a_selector_is_left_only_where_it_can_be_seen() -> None:
    assert clean("A\ufe0fd\U000e0101a", 32) == "Ada"
    assert clean("\u2764\ufe0f\ufe0f Ada", 32) == "\u2764\ufe0f Ada"


def test_a_mark_without_a_letter_is_dropped() -> None:
    assert clean("\u0301\u0302", 32) == ""
    assert clean("Ann \u0301\u200b\u0336Bob", 32) == "Ann Bob"


def test_marks_do_not_tower_over_the_page() -> None:
    assert clean("a" + "\u0336" * 30 + "b", 32) == "a" + "\u0336" * MOST_MARKS + "b"
    plain = "Vi\u1ec7t \u0e17\u0e35\u0e48 \U0001f468\U0001f3fd \u05d0\u05b8"
    assert clean("Vie\u0323\u0302t" + plain[4:], 32) == plain
