"""Who may see a table and act for its seats: the server against a small model, in random orders of everything that touches a seat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.server.table_harness import TableHarness, everything

from bestagon.core.position import SPECTATOR
from bestagon.server.errors import ApiError, no_table
from bestagon.server.protocol.tables import Chat, CommandBody, EndDevice, Leave, Link, Rematch, Resign, Sit, Watch
from bestagon.server.tables.commands import Command
from bestagon.server.tables.events import TimedOut
from bestagon.server.tables.live import LiveTable
from bestagon.server.tables.loaded import LoadedTable
from bestagon.server.tables.subscribers import Subscriber
from bestagon.server.tables.views import Viewer, check_viewer
from bestagon.server.tokens import hashed

VISITORS = ("ann", "bob", "eve", "dan")
SEATS = (0, 1)
MOST_DEVICES = 4


@dataclass
class SeatModel:
    """What is known about a seat: nothing of how the server stores it."""

    kind: str
    holders: list[str] = field(default_factory=list)
    link: str = ""
    was_open: bool = False

    @property
    def players(self) -> list[str]:
        return self.holders if self.kind == "human" else []


@dataclass
class TableModel:
    """Who may see what, by the rules of docs/protocol.md."""

    owner: str
    public: bool
    seats: list[SeatModel]
    status: str = "open"
    link: str = ""
    guests: dict[str, str] = field(default_factory=dict)
    known: set[str] = field(default_factory=set)
    held: dict[str, set[int]] = field(default_factory=dict)

    def settle(self) -> None:
        """Note who has held what, and whether the game begins."""
        if self.status == "open" and all(seat.kind in ("human", "bot") for seat in self.seats):
            self.status = "running"
        self.known |= {self.owner, *(holder for seat in self.seats for holder in seat.holders)}
        if self.status != "open":
            for number, seat in enumerate(self.seats):
                for holder in seat.players:
                    self.held.setdefault(holder, set()).add(number)

    def valid(self, token: str) -> bool:
        return token != "" and token in (self.link, *(seat.link for seat in self.seats))

    def sees(self, visitor: str) -> bool:
        return self.public or visitor in self.known or self.valid(self.guests.get(visitor, ""))

    def holds(self, visitor: str, seat: int) -> bool:
        return visitor in self.seats[seat].players

    def sit(self, visitor: str, number: int, token: str) -> bool:
        seat = self.seats[number]
        if self.status == "over" or not (self.sees(visitor) or self.valid(token)):
            return False
        if token and token != self.link:
            if token != seat.link:
                return False
        elif seat.kind != "open" and not (seat.kind == "saved" and visitor in seat.holders):
            return False
        if self.holds(visitor, number) or len(seat.players) >= MOST_DEVICES:
            return False
        if self.status == "running" and self.held.get(visitor, {number}) != {number}:
            return False
        if seat.kind == "human":
            seat.holders = [*seat.holders, visitor]
        elif visitor not in seat.holders:
            seat.holders = [visitor]
        seat.kind, seat.link = "human", ""
        return True

    def leave(self, visitor: str, number: int) -> bool:
        seat = self.seats[number]
        if self.status == "over" or not self.holds(visitor, number):
            return False
        if seat.holders[0] == visitor:
            seat.kind, seat.holders = "open" if seat.was_open else "link", []
        else:
            seat.holders.remove(visitor)
        seat.link = ""
        return True

    def end_device(self, visitor: str, number: int, other: str) -> bool:
        holders = self.seats[number].players
        if visitor not in holders or other not in holders or holders.index(other) <= holders.index(visitor):
            return False
        holders.remove(other)
        self.seats[number].link = self.link = ""
        return True

    def make_link(self, visitor: str, number: int, token: str) -> bool:
        if number == SPECTATOR:
            if self.public or not (visitor == self.owner or any(self.holds(visitor, seat) for seat in SEATS)):
                return False
            self.link = token
            return True
        seat = self.seats[number]
        if not (seat.players[:1] == [visitor] or (visitor == self.owner and seat.kind in ("open", "link", "saved"))):
            return False
        seat.link = token
        return True


class SeatMachine(RuleBasedStateMachine):
    """Everything that touches a seat, in any order, at the server's tables and at the model."""

    @initialize(public=st.booleans(), kind=st.sampled_from(["open", "link"]))
    def open_table(self, public: bool, kind: str) -> None:
        clock = {"kind": "move", "seconds": 60, "timeout": "bot"}
        self.harness = TableHarness("hex", seats=[{"kind": "me"}, {"kind": kind}], public=public, clock=clock)
        self.model = TableModel("ann", public, [SeatModel("human", ["ann"]), SeatModel(kind, was_open=kind == "open")])
        self.links: list[str] = []
        self.rematches = 0
        self._find_links()
        self.model.settle()
        self._load()

    def _find_links(self) -> None:
        """Take the links that a table begins with into the model."""
        factory, live = self.harness.factory, self.harness.live
        self.model.link = factory.link(live)
        for seat, token in factory.invitations(live).items():
            self.model.seats[int(seat)].link = token
        self.links += [token for token in (self.model.link, *(seat.link for seat in self.model.seats)) if token]

    def _load(self) -> None:
        self.loaded = LoadedTable(self.harness.live.id, True)
        self.loaded.put(self.harness.live)

    def _try(self, visitor: str, command: CommandBody, token: str = "") -> bool:
        error = _error(lambda: self.harness.do(visitor, command, token=token))
        if error is not None and not self.model.sees(visitor) and not self.model.valid(getattr(command, "token", "")):
            assert (error.name, error.message, error.version) == ("no_table", no_table().message, -1)
        return error is None

    @rule(visitor=st.sampled_from(VISITORS), seat=st.sampled_from(SEATS))
    def sit(self, visitor: str, seat: int) -> None:
        assert self._try(visitor, Sit(visitor, seat)) == self.model.sit(visitor, seat, "")

    @rule(visitor=st.sampled_from(VISITORS), seat=st.sampled_from(SEATS), data=st.data())
    def sit_by_link(self, visitor: str, seat: int, data: st.DataObject) -> None:
        token = data.draw(st.sampled_from(["nonsense", *self.links[-6:]]))
        assert self._try(visitor, Sit(visitor, seat, token)) == self.model.sit(visitor, seat, token)

    def use_link(self, visitor: str, index: int) -> None:
        """Sit down at seat 1 by any link that was ever made."""
        token = self.links[index] if self.links else "nonsense"
        assert self._try(visitor, Sit(visitor, 1, token)) == self.model.sit(visitor, 1, token)

    @rule(visitor=st.sampled_from(VISITORS), seat=st.sampled_from(SEATS))
    def leave(self, visitor: str, seat: int) -> None:
        assert self._try(visitor, Leave(seat)) == self.model.leave(visitor, seat)

    @rule(visitor=st.sampled_from(VISITORS), seat=st.sampled_from([SPECTATOR, *SEATS]))
    def make_link(self, visitor: str, seat: int) -> None:
        token = f"link {len(self.links)}"
        worked = self._try(visitor, Link(seat), hashed(token))
        assert worked == self.model.make_link(visitor, seat, token)
        if worked:
            self.links.append(token)

    @rule(visitor=st.sampled_from(VISITORS), seat=st.sampled_from(SEATS), more=st.booleans())
    def join_by_a_new_link(self, visitor: str, seat: int, more: bool) -> None:
        """Let a visitor who may make a link to a seat give it to another, and perhaps make a further one that nobody uses."""
        for _ in range(1 + more):
            self.make_link((*self.model.seats[seat].players, self.model.owner)[0], seat)
        token = self.links[-1 - more] if len(self.links) > more else "nonsense"
        assert self._try(visitor, Sit(visitor, seat, token)) == self.model.sit(visitor, seat, token)

    @rule(visitor=st.sampled_from(VISITORS), data=st.data())
    def watch(self, visitor: str, data: st.DataObject) -> None:
        token = data.draw(st.sampled_from(["nonsense", *self.links[-6:]]))
        if not self.model.sees(visitor):
            worked = self._try(visitor, Watch(token), hashed(token))
            assert worked == self.model.valid(token)
            if worked:
                self.model.guests[visitor] = token

    @rule(visitor=st.sampled_from(VISITORS), seat=st.sampled_from(SEATS), other=st.sampled_from(VISITORS))
    def end_device(self, visitor: str, seat: int, other: str) -> None:
        number = next((one.device for one in self.harness.live.seats[seat].devices if one.visitor == other), 99)
        assert self._try(visitor, EndDevice(seat, number)) == self.model.end_device(visitor, seat, other)

    @precondition(lambda self: self.model.status == "running")
    @rule()
    def time_out(self) -> None:
        seat = self.harness.live.acting[0]
        if self.model.seats[seat].kind == "human":
            self.harness.server(seat, TimedOut())
            self.model.seats[seat] = SeatModel("bot")

    @precondition(lambda self: self.model.status == "running" and self.rematches < 2)
    @rule(visitor=st.sampled_from(VISITORS), seat=st.sampled_from(SEATS))
    def resign(self, visitor: str, seat: int) -> None:
        worked = self._try(visitor, Resign(seat))
        assert worked == self.model.holds(visitor, seat)
        if worked:
            self.model.status = "over"

    @precondition(lambda self: self.model.status == "over")
    @rule(visitor=st.sampled_from(VISITORS), seat=st.sampled_from(SEATS))
    def rematch(self, visitor: str, seat: int) -> None:
        assert self._try(visitor, Rematch(seat), "next") == self.model.holds(visitor, seat)
        if not self.model.holds(visitor, seat):
            return
        self.rematches += 1
        old = self.model.seats[::-1]
        harness = self.harness
        harness.live = harness.factory.rematch(harness.live, 1, visitor, f"again {self.rematches}", harness.now)
        harness.row, harness.events = harness.live.row, []
        seats = []
        for one in old:
            if one.kind == "human":
                seats.append(SeatModel("human" if visitor in one.holders else "saved", list(one.holders)))
            else:
                seats.append(SeatModel(one.kind if one.kind == "bot" else "open", was_open=True))
        held = [one.holders for one in self.model.seats if one.kind == "human" and visitor in one.holders]
        owner = visitor if any(holders[0] == visitor for holders in held) else held[0][0]
        self.model = TableModel(owner, self.model.public, seats)
        self._find_links()
        self.model.settle()
        self._load()

    @rule(visitor=st.sampled_from(VISITORS), viewer=st.sampled_from([SPECTATOR, *SEATS]))
    def subscribe(self, visitor: str, viewer: int) -> None:
        may = self.model.sees(visitor) if viewer == SPECTATOR else self.model.holds(visitor, viewer)
        error = _error(lambda: check_viewer(self.harness.live, visitor, viewer))
        if may:
            assert error is None
            self.loaded.subscribers[Subscriber(visitor, viewer)] = None
        else:
            assert error is not None
            assert error.name == ("not_your_seat" if self.model.sees(visitor) else "no_table")

    @invariant()
    def everybody_may_do_what_the_model_says(self) -> None:
        if not hasattr(self, "model"):
            return
        self.model.settle()
        live = self.harness.live
        assert live.status == self.model.status
        for visitor in VISITORS:
            assert live.may_see(visitor) == self.model.sees(visitor)
            for seat in SEATS:
                assert live.is_holder(visitor, seat) == self.model.holds(visitor, seat)
                assert _can_chat(live, visitor, seat) == self.model.holds(visitor, seat)

    @invariant()
    def those_who_lost_a_seat_hear_nothing_more(self) -> None:
        if not hasattr(self, "model"):
            return
        self.model.settle()
        self.loaded.close_lost()
        for one in self.loaded.subscribers:
            may = self.model.sees(one.visitor) if one.seat == SPECTATOR else self.model.holds(one.visitor, one.seat)
            assert (one.closed == "") == may
        self.loaded.subscribers = {one: None for one in self.loaded.subscribers if not one.closed}

    @invariant()
    def what_is_stored_gives_the_same_table(self) -> None:
        if hasattr(self, "model"):
            assert everything(self.harness.again()) == everything(self.harness.live)


def _error(call: Callable[[], object]) -> ApiError | None:
    """Return the refusal of a call, or None."""
    try:
        call()
    except ApiError as error:
        return error
    return None


def _can_chat(live: LiveTable, visitor: str, seat: int) -> bool:
    """Tell whether a visitor may act for a seat, by a command that is always possible for its holders."""
    return _error(lambda: Command(Chat(seat, "hello"), visitor, "", live.at).event(live)) is None


TestSeats = SeatMachine.TestCase
TestSeats.settings = settings(max_examples=60, stateful_step_count=30, deadline=None, derandomize=True, database=None)


def shared_seat() -> TableHarness:
    """Return a table where Bob shares seat 1 with Eve."""
    harness = TableHarness("hex", seats=[{"kind": "me"}, {"kind": "open"}])
    harness.do("bob", Sit("Bob", 1))
    harness.do("bob", Link(1), token=hashed("phone"))
    harness.now += 5
    harness.do("eve", Sit("", 1, "phone"))
    return harness


def lines(live: LiveTable, seat: int) -> list[str]:
    return [line.kind for line in Viewer(live).whole(seat, 0, live.at).log]


def test_only_the_holders_of_a_seat_are_told_of_a_second_device() -> None:
    harness = shared_seat()
    for live in (harness.live, harness.again()):
        assert lines(live, 1) == ["sit", "device"]
        assert lines(live, 0) == lines(live, SPECTATOR) == ["sit"]
        assert b'"device"' in Viewer(live).step(1, live.version - 1)
        assert b'"device"' not in Viewer(live).step(0, live.version - 1)


def test_a_later_device_cannot_throw_out_an_earlier_one() -> None:
    harness = shared_seat()
    refused: list[tuple[CommandBody, str]] = [
        (EndDevice(1, 1), "earlier_device"),
        (EndDevice(1, 2), "earlier_device"),
        (EndDevice(1, 9), "no_device"),
        (Link(1), "earlier_device"),
    ]
    for command, name in refused:
        with pytest.raises(ApiError) as found:
            harness.do("eve", command, token=hashed("more"))
        assert found.value.name == name
    harness.do("eve", Leave(1))
    assert harness.live.seats[1].holders == ("bob",)
    assert harness.live.why_lost("eve", 1) == "seat"


def test_an_ended_device_is_told_why_and_its_number_is_not_used_again() -> None:
    harness = shared_seat()
    harness.do("bob", Link(1), token=hashed("another"))
    harness.do("bob", EndDevice(1, 2))
    for live in (harness.live, harness.again()):
        assert live.why_lost("eve", 1) == "ended"
        with pytest.raises(ApiError, match="another device has ended this device's hold of seat 1") as found:
            check_viewer(live, "eve", 1)
        assert found.value.name == "not_your_seat"
        assert lines(live, 1)[-1] == "end_device"
        assert "end_device" not in lines(live, 0)
    with pytest.raises(ApiError, match="this link is not valid for a seat"):
        harness.do("eve", Sit("", 1, "another"))
    harness.do("bob", Link(1), token=hashed("sorry"))
    harness.do("eve", Sit("", 1, "sorry"))
    assert [one.device for one in harness.live.seats[1].devices] == [1, 3]
    assert harness.live.why_lost("eve", 1) == ""


def test_a_table_full_of_events_still_lets_a_device_be_ended() -> None:
    harness = shared_seat()
    harness.live.other_events = 10**6
    with pytest.raises(ApiError, match="limit of events"):
        harness.do("eve", Chat(1, "more"))
    harness.do("bob", EndDevice(1, 2))
    assert harness.live.seats[1].holders == ("bob",)


@pytest.mark.parametrize("first", ["bob", "eve"])
def test_a_saved_seat_is_saved_for_all_devices_whichever_sits_down_first(first: str) -> None:
    harness = shared_seat()
    harness.live = harness.factory.rematch(harness.live, 1, "ann", "again", harness.now)
    seat = next(number for number, one in enumerate(harness.live.seats) if one.kind == "saved")
    harness.do(first, Sit("", seat))
    assert harness.live.seats[seat].holders == ("bob", "eve")


def test_guests_are_counted_while_their_link_is_valid() -> None:
    harness = TableHarness("hex", seats=[{"kind": "me"}, {"kind": "open"}], public=False)
    token = harness.factory.link(harness.live)

    def watch(visitor: str, token: str) -> Any:
        return harness.do(visitor, Watch(token), token=hashed(token))

    for number in range(100):
        watch(f"guest {number}", token)
    with pytest.raises(ApiError, match="100 people"):
        watch("late", token)
    harness.do("ann", Link(SPECTATOR), token=hashed("new"))
    assert not harness.live.may_see("guest 0")
    with pytest.raises(ApiError, match="no such table"):
        watch("guest 0", token)
    watch("late", "new")
    assert harness.live.may_see("late")


STEPS: dict[str, Callable[[SeatMachine], None]] = {
    "the first holder links": lambda m: m.make_link((*m.model.seats[1].players, "ann")[0], 1),
    "bob sits": lambda m: m.sit("bob", 1),
    "bob uses the newest link": lambda m: m.use_link("bob", -1),
    "eve uses the newest link": lambda m: m.use_link("eve", -1),
    "eve uses the oldest link": lambda m: m.use_link("eve", 0),
    "bob leaves": lambda m: m.leave("bob", 1),
    "eve leaves": lambda m: m.leave("eve", 1),
    "bob ends eve": lambda m: m.end_device("bob", 1, "eve"),
    "eve ends bob": lambda m: m.end_device("eve", 1, "bob"),
}


@pytest.mark.parametrize("kind", ["open", "link"])
@pytest.mark.parametrize(
    "before", [(), ("the first holder links", "bob uses the newest link", "the first holder links", "eve uses the newest link")]
)
def test_in_every_order_of_link_sit_leave_and_end_the_model_is_right(kind: str, before: tuple[str, ...]) -> None:
    for steps in product(STEPS, repeat=3):
        machine = SeatMachine()
        machine.open_table(True, kind)
        for step in (*before, *steps):
            STEPS[step](machine)
            machine.everybody_may_do_what_the_model_says()
