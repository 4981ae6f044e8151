"""Clocks, with times given by hand."""

from __future__ import annotations

from tests.server.table_harness import TableHarness

from bestagon.core.actions import legal_actions
from bestagon.server.protocol.tables import Answer, Clock, Resign, Sit, Undo
from bestagon.server.tables.clocks import Clocks
from bestagon.server.tables.events import DowntimeGranted, TimedOut

FISCHER = Clock("fischer", 60, 5)


def test_fischer_adds_after_a_move_that_cannot_be_taken_back() -> None:
    clocks = Clocks(FISCHER, 2)
    clocks.turn(1000, [True, False], -1, False)
    assert clocks.due() == 61_000
    clocks.turn(11_000, [True, False], 0, False)
    assert clocks.remaining(0, 11_000) == 50_000
    clocks.turn(21_000, [False, True], 0, True)
    assert clocks.remaining(0, 99_000) == 45_000
    assert clocks.remaining(1, 31_000) == 50_000
    assert clocks.out(80_999) == []
    assert clocks.out(81_000) == [1]


def test_finishing_and_undoing_gains_no_time() -> None:
    clocks = Clocks(FISCHER, 2)
    clocks.turn(1000, [True, True], -1, False)
    for at in range(2000, 10_000, 2000):
        clocks.turn(at, [False, True], 0, False)
        clocks.undone(at + 1000, [True, True], 0)
    assert clocks.remaining(0, 9000) < 60_000
    assert clocks.remaining(1, 9000) == 52_000


def test_a_clock_for_each_move_starts_anew() -> None:
    clocks = Clocks(Clock("move", 30), 2)
    clocks.turn(0 + 1, [True, False], -1, False)
    clocks.turn(20_000, [False, True], 0, True)
    clocks.turn(25_000, [True, False], 1, True)
    assert clocks.remaining(0, 25_000) == 30_000


def test_time_is_given_back_only_where_it_was_lost() -> None:
    clocks = Clocks(FISCHER, 2)
    clocks.turn(10_000, [True, False], -1, False)
    clocks.give(5000, 20_000)
    assert clocks.remaining(0, 20_000) == 60_000
    clocks.give(30_000, 50_000)
    assert clocks.remaining(0, 50_000) == 50_000
    assert clocks.remaining(1, 50_000) == 60_000


def table(**clock: object) -> TableHarness:
    harness = TableHarness("beerhex", seats=[{"kind": "me"}, {"kind": "open"}], clock={"kind": "fischer", "seconds": 60, **clock})
    assert harness.live.due() == 0
    harness.do("bob", Sit("Bob"))
    return harness


def test_time_runs_for_acting_seats_from_the_beginning_of_the_game() -> None:
    harness = table()
    assert harness.live.due() == harness.now + 60_000
    harness.now += 20_000
    harness.act("ann", 0, legal_actions(harness.live.masked(0), 0)[0])
    assert harness.live.clocks.remaining(0, harness.now) == 40_000
    assert harness.live.due() == harness.now + 60_000


def test_an_undo_by_consent_stops_the_other_players_clock() -> None:
    harness = table()
    harness.act("ann", 0, legal_actions(harness.live.masked(0), 0)[0])
    harness.do("ann", Undo(0))
    harness.now += 10_000
    harness.do("bob", Answer(1, True))
    assert harness.live.clocks.remaining(1, harness.now + 5000) == 50_000
    assert harness.live.clocks.remaining(0, harness.now + 5000) == 55_000


def test_time_out_is_resigning() -> None:
    harness = table()
    harness.now += 60_000
    assert harness.live.clocks.out(harness.now) == [0]
    harness.server(0, TimedOut())
    assert harness.live.status == "over"
    assert harness.live.table.ranking == (2, 1)
    assert harness.live.due() == 0


def test_time_out_can_give_the_seat_to_a_bot() -> None:
    harness = table(timeout="bot")
    harness.now += 60_000
    harness.server(0, TimedOut())
    assert harness.live.status == "running"
    assert harness.live.acting_bots() == [0]
    assert harness.live.seats_of("ann") == []
    assert harness.live.due() == harness.now


def test_alone_a_time_out_ends_the_game() -> None:
    harness = TableHarness("pocket-hexes", players=1, clock={"kind": "move", "seconds": 10})
    assert harness.live.status == "running"
    harness.server(0, TimedOut())
    assert (harness.live.status, harness.live.ended) == ("over", "timeout")


def test_clocks_stop_when_the_game_is_over() -> None:
    harness = table()
    harness.do("ann", Resign(0))
    assert harness.live.clocks.since == [0, 0]


def test_given_time_is_remembered() -> None:
    harness = table()
    began = harness.now
    harness.now += 30_000
    harness.server(-1, DowntimeGranted(began + 5000, began + 25_000))
    assert harness.live.clocks.remaining(0, harness.now) == 50_000
    assert harness.live.granted_until == began + 25_000
