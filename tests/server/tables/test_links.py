"""Links to seats: a link gives the seat it was made for, once, and only until somebody else has sat down there."""

from __future__ import annotations

from itertools import product

import pytest
from tests.server.table_harness import TableHarness

from bestagon.server.errors import ApiError
from bestagon.server.protocol.tables import Leave, Link, Sit
from bestagon.server.tokens import hashed

STEPS = ("owner links", "bob sits", "bob links", "bob leaves", "eve uses the oldest link", "carl uses the newest link")


class SeatStory:
    """Plays steps at seat 1 of a table and notes which links ought to work."""

    def __init__(self, kind: str) -> None:
        self.harness = TableHarness("hex", seats=[{"kind": "me"}, {"kind": kind}])
        self.links: list[str] = []
        self.valid = ""
        if kind == "link":
            self.valid = self.harness.factory.invitations(self.harness.live)["1"]
            self.links.append(self.valid)

    def step(self, step: str) -> None:
        who, _, what = step.partition(" ")
        visitor = "ann" if who == "owner" else who
        if what == "links":
            token = f"link {len(self.links)}"
            if self._try(visitor, Link(1), hashed(token)):
                self.links.append(token)
                self.valid = token
        elif what == "sits":
            if self._try(visitor, Sit(visitor, 1)):
                self.valid = ""
        elif what == "leaves":
            if self._try(visitor, Leave(1)):
                self.valid = ""
        elif self.links:
            token = self.links[0 if "oldest" in what else -1]
            worked = self._try(visitor, Sit(visitor, 1, token))
            assert not worked or token == self.valid, step
            if worked:
                self.valid = ""

    def _try(self, visitor: str, command: Sit | Leave | Link, token: str = "") -> bool:
        try:
            self.harness.do(visitor, command, token=token)
        except ApiError:
            return False
        return True


@pytest.mark.parametrize("kind", ["open", "link"])
def test_in_every_order_a_link_works_only_until_somebody_sits_down(kind: str) -> None:
    for steps in product(STEPS, repeat=5):
        story = SeatStory(kind)
        for step in steps:
            story.step(step)


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
