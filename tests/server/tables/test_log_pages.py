"""The log of a table comes in pages, whatever is in it."""

from __future__ import annotations

import gzip
from typing import Any

import msgspec
import pytest
from tests.server.serving import Client, Refusal
from tests.server.table_harness import TableHarness

from bestagon.core.actions import legal_actions
from bestagon.server.content.replays import replay
from bestagon.server.protocol.tables import LONGEST_CHAT
from bestagon.server.tables.commands import MOST_OTHER_EVENTS
from bestagon.server.tables.events import ActionPlayed, Chatted, TimedOut
from bestagon.server.tables.views import LOG_LINES, TOLD_LINES, Viewer


def full_of_chat() -> TableHarness:
    """A table with as many of the longest messages as it takes."""
    harness = TableHarness("beerhex", seats=[{"kind": "me"}] * 2)
    for n in range(MOST_OTHER_EVENTS):
        harness.server(n % 2, Chatted("😀" * LONGEST_CHAT))
    return harness


def replayed(record: str) -> Any:
    """Return the Replay of a record."""
    making = replay(record)
    while True:
        try:
            next(making)
        except StopIteration as done:
            return msgspec.json.decode(gzip.decompress(done.value))


def test_the_view_of_a_table_full_of_chat_is_small() -> None:
    live = full_of_chat().live
    view = Viewer(live).whole(0, 0, live.at)
    assert len(msgspec.json.encode(view)) - len(bytes(view.scene)) < 64_000
    assert view.earlier
    assert view.log[-1].n == live.version
    page = Viewer(live).log_page(0, view.log[0].n, 10**6)
    assert len(msgspec.json.encode(page)) < 64_000


def test_the_pages_together_are_the_whole_log() -> None:
    harness = TableHarness("hex-roller", players=2, seats=[{"kind": "me"}] * 2)
    live = harness.live
    for n in range(130):
        harness.server(n % 2, Chatted(f"message {n}"))
        if live.status == "running" and n % 2:
            seat = live.acting[0]
            harness.server(seat, ActionPlayed(int(legal_actions(live.masked(seat), seat)[0])))
    for seat in (-1, 0, 1):
        viewer = Viewer(live)
        view = viewer.whole(seat, 0, live.at)
        lines, earlier = view.log, view.earlier
        assert len(lines) == LOG_LINES
        while earlier:
            page = viewer.log_page(seat, lines[0].n, 37)
            assert len(page.lines) <= 37
            lines, earlier = [*page.lines, *lines], page.earlier
        log = live.log.since(0)[::-1]
        assert [line.n for line in lines] == [entry.n for entry in log]
        # What a page says about an action is what this viewer may know, as in a view.
        told = len(lines) - TOLD_LINES
        assert lines == [viewer._line(entry, seat, told=n >= told) for n, entry in enumerate(log)]
        assert [line.n for line in lines[told:] if line.beats] == [entry.n for entry in log[told:] if entry.played]


def test_a_view_after_some_version_says_whether_lines_are_missing_between() -> None:
    live = full_of_chat().live
    viewer = Viewer(live)
    assert not viewer.whole(0, live.version - 3, live.at).earlier
    assert viewer.whole(0, 5, live.at).earlier


def test_the_log_over_http_obeys_seats(ann: Client, bob: Client, table: str) -> None:
    for n in range(5):
        ann.do(table, "chat", seat=0, text=f"message {n}")
    latest = ann.get(f"/api/tables/{table}/log", seat=0, limit=2)
    assert [line["text"] for line in latest["lines"]] == ["message 3", "message 4"]
    assert latest["earlier"]
    before = ann.get(f"/api/tables/{table}/log", seat=0, before=latest["lines"][0]["n"])
    assert [line["text"] for line in before["lines"]][-3:] == ["message 0", "message 1", "message 2"]
    assert not before["earlier"]
    with pytest.raises(Refusal, match="not_your_seat"):
        bob.get(f"/api/tables/{table}/log", seat=0)
    with pytest.raises(Refusal, match="malformed"):
        bob.get(f"/api/tables/{table}/log", limit=0)


def test_a_page_that_opens_late_is_told_how_the_game_was_set_up() -> None:
    harness = TableHarness("hex-dice", players=3, seats=[{"kind": "me"}] * 3)
    live = harness.live
    opening = Viewer(live).whole(0, 0, live.at).opening
    assert opening[0].text.startswith("Rolled for the order: ")
    seats: set[int] = set()
    while len(seats) < 2:
        seats.add(seat := live.acting[0])
        harness.server(seat, ActionPlayed(int(legal_actions(live.masked(seat), seat)[0])))
    for seat in range(3):
        assert Viewer(live).whole(seat, 0, live.at).opening == (() if seat in seats else opening)
    assert b'"opening"' not in Viewer(live).step(-1, 0)


def test_running_out_of_time_is_told_with_its_outcome() -> None:
    harness = TableHarness("beerhex", seats=[{"kind": "me"}] * 2)
    harness.server(0, TimedOut())
    line = Viewer(harness.live).whole(1, 0, harness.live.at).log[-1]
    assert (line.kind, line.words) == ("timeout", "Gold's time is up. Silver wins the match.")
    record = harness.live.table.record
    assert record.actions == ((0, "timeout"),)
    assert replayed(record.to_json())["frames"][-1]["words"] == line.words
