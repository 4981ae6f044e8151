"""Links to seats: a link gives the seat it was made for, once, and only until somebody else has sat down there."""

from __future__ import annotations

import pytest
from tests.server.table_harness import TableHarness

from bestagon.server.errors import ApiError
from bestagon.server.protocol.tables import EndDevice, Leave, Link, Sit
from bestagon.server.tokens import hashed

STEPS = ("owner links", "bob sits", "bob links", "bob leaves", "eve uses the oldest link", "carl uses the newest link")
LENGTH = 6


class SeatStory:
    """Plays steps at seat 1 of a table and notes which links ought to work."""

    def __init__(self, kind: str, steps: tuple[str, ...] = ()) -> None:
        self.harness = TableHarness("hex", seats=[{"kind": "me"}, {"kind": kind}])
        self.links: list[str] = []
        self.valid = ""
        if kind == "link":
            self.valid = self.harness.factory.invitations(self.harness.live)["1"]
            self.links.append(self.valid)
        for step in steps:
            assert self.step(step)

    def step(self, step: str) -> bool:
        """Try a step and return whether the table accepted it; a refused one must change nothing."""
        who, _, what = step.partition(" ")
        visitor = "ann" if who == "owner" else who
        if what == "links":
            token = f"link {len(self.links)}"
            worked = self._try(visitor, Link(1), hashed(token))
            if worked:
                self.links.append(token)
                self.valid = token
            return worked
        if what == "sits":
            worked = self._try(visitor, Sit(visitor, 1))
        elif what == "leaves":
            worked = self._try(visitor, Leave(1))
        elif not self.links:
            return False
        else:
            token = self.links[0 if "oldest" in what else -1]
            worked = self._try(visitor, Sit(visitor, 1, token))
            assert not worked or token == self.valid, step
        if worked:
            self.valid = ""
        return worked

    def _try(self, visitor: str, command: Sit | Leave | Link, token: str = "") -> bool:
        before = self.state()
        try:
            self.harness.do(visitor, command, token=token)
        except ApiError:
            assert self.state() == before
            return False
        return True

    def state(self) -> str:
        """Return everything that decides who may sit down at the table."""
        live = self.harness.live
        seats = [(seat.kind, seat.name, seat.token, seat.devices, sorted(seat.ended)) for seat in live.seats]
        held = sorted((who, sorted(seats)) for who, seats in live.seats_held.items())
        return repr((live.version, live.status, live.link, live.link_maker, sorted(live.guests.items()), held, seats))


def explore(kind: str, steps: tuple[str, ...] = ()) -> int:
    """Try every step after these, and go on after each that was accepted; return how many were tried."""
    story, tried = SeatStory(kind, steps), 0
    for step in STEPS:
        tried += 1
        if story.step(step):
            tried += explore(kind, (*steps, step)) if len(steps) + 1 < LENGTH else 0
            story = SeatStory(kind, steps)
    return tried


@pytest.mark.parametrize("kind", ["open", "link"])
def test_in_every_order_a_link_works_only_until_somebody_sits_down(kind: str) -> None:
    """All orders of six steps; one with refused steps is the same as the shorter order without them."""
    assert explore(kind) > 70


@pytest.mark.parametrize("loser", [0, 1])
def test_a_link_to_a_saved_seat_ends_when_its_owner_takes_the_seat(loser: int) -> None:
    harness = TableHarness("hex", seats=[{"kind": "me"}, {"kind": "open"}])
    harness.do("bob", Sit("Bob", 1))
    harness.live = harness.factory.rematch(harness.live, loser, "ann", "again", harness.now)
    seat = next(number for number, seat in enumerate(harness.live.seats) if seat.kind == "saved")
    harness.do("ann", Link(seat), token=hashed("link"))
    harness.do("bob", Sit("Bob", seat))
    with pytest.raises(ApiError, match="this link is not valid for a seat"):
        harness.do("eve", Sit("Eve", seat, "link"))


def test_a_second_device_that_opened_the_rematch_loses_everything_when_it_is_ended() -> None:
    harness = TableHarness("hex", seats=[{"kind": "me"}, {"kind": "open"}], public=False)
    harness.do("bob", Sit("Bob", 1, harness.factory.link(harness.live)))
    harness.do("ann", Link(0), token=hashed("given away"))
    harness.do("eve", Sit("Eve", 0, "given away"))
    harness.live = harness.factory.rematch(harness.live, 0, "eve", "again", harness.now)
    assert harness.live.setup.owner == "ann"
    assert harness.live.seats[0].holders == ("ann", "eve")
    harness.do("ann", EndDevice(0, harness.live.seats[0].devices[1].device))
    assert not harness.live.may_see("eve")
    for seat in (-1, 0, 1):
        with pytest.raises(ApiError, match="there is no such table"):
            harness.do("eve", Link(seat), token=hashed("mine"))


def test_a_player_who_is_also_a_second_device_owns_the_rematch_that_they_open() -> None:
    harness = TableHarness("hex", seats=[{"kind": "me"}, {"kind": "open"}])
    harness.do("ann", Link(0), token=hashed("second device"))
    harness.do("bob", Sit("Bob", 0, "second device"))
    harness.do("bob", Sit("Bob", 1))
    assert harness.factory.rematch(harness.live, 0, "bob", "again", harness.now).setup.owner == "bob"
