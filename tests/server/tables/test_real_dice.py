"""Tables whose people roll their own dice."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.table_harness import TableHarness, everything

from bestagon.core.actions import legal_actions
from bestagon.core.record import Record
from bestagon.server.errors import ApiError
from bestagon.server.protocol.tables import Act, Leave, Link, Rematch, Resign, Sit, Undo
from bestagon.server.tables.live import LiveTable

ME = {"kind": "me"}
FIRST = [3, 4, 4, 5, 6, 7, 8, 8]
SECOND = [5, 5, 5, 6, 6, 7, 3, 4]


def opened(game: str = "hex-roller", dice: list[int] = FIRST, players: int = 2, **asked: Any) -> TableHarness:
    return TableHarness(game, real_dice=True, dice=dice, players=players, seats=[ME] * players, **asked)


def refused(harness: TableHarness, visitor: str, command: Any) -> ApiError:
    before = everything(harness.live)
    with pytest.raises(ApiError) as refusal:
        harness.do(visitor, command)
    assert everything(harness.live) == before
    return refusal.value


def to_the_next_round(harness: TableHarness) -> tuple[int, int]:
    """Play until an action begins a round, and return its seat and number."""
    while True:
        seat = harness.live.acting[0]
        action = legal_actions(harness.live.masked(seat), seat)[0]
        try:
            harness.act("ann", seat, action)
        except ApiError as error:
            assert error.name == "needs_dice"  # noqa: PT017 - the loop needs it
            return seat, action


def test_a_new_table_says_what_to_roll() -> None:
    with pytest.raises(ApiError) as refusal:
        opened(dice=[])
    assert (refusal.value.name, refusal.value.status, refusal.value.message) == ("needs_dice", 409, "Round 1: roll all 8 dice.")
    assert refusal.value.throw is not None
    assert len(refusal.value.throw.dice) == 8
    with pytest.raises(ApiError, match="A d6 shows 3 to 8, not 9") as refusal:
        opened(dice=[9] * 8)
    assert refusal.value.name == "bad_dice"


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ({"seats": [ME, {"kind": "bot"}]}, "real_dice"),
        ({"seats": [ME, {"kind": "link"}]}, "real_dice"),
        ({"seats": [ME, {"kind": "open"}]}, "real_dice"),
        ({"seats": [ME]}, "real_dice"),
        ({"seats": [ME, ME], "clock": {"kind": "move", "seconds": 60}}, "real_dice"),
        ({"seats": [ME, ME], "real_dice": False}, "bad_option"),
    ],
)
def test_real_dice_need_everybody_at_one_device(asked: dict[str, Any], name: str) -> None:
    with pytest.raises(ApiError) as refusal:
        TableHarness("hex-roller", **{"players": 2, "real_dice": True, "dice": FIRST, **asked})
    assert refusal.value.name == name
    if name == "real_dice":
        assert refusal.value.message == "Real dice need everybody at this device: no bots, no links, no clock."


@pytest.mark.parametrize("game", ["beerhex", "hexagone"])
def test_a_game_without_dice_is_refused(game: str) -> None:
    with pytest.raises(ApiError, match="cannot be played with real dice") as refusal:
        opened(game)
    assert refusal.value.name == "bad_option"


def test_dice_that_are_missing_or_wrong_change_nothing_and_the_right_ones_are_stored() -> None:
    harness = opened()
    seat, action = to_the_next_round(harness)
    version = harness.live.version
    for dice, name in (([], "needs_dice"), ([9] * 8, "bad_dice"), (SECOND[:4], "bad_dice"), ([*SECOND, 3], "bad_dice")):
        assert refused(harness, "ann", Act(seat, action, version, dice)).name == name
    harness.do("ann", Act(seat, action, version, SECOND))
    assert harness.live.table.steps[-1].dice == tuple(SECOND)
    assert b'"dice":[5,5,5,6,6,7,3,4]' in harness.events[-1].data
    assert b"dice" not in harness.events[-2].data
    assert everything(harness.again()) == everything(harness.live)


def test_a_crash_between_asking_and_entering_loses_nothing() -> None:
    harness = opened()
    seat, action = to_the_next_round(harness)
    before = everything(harness.live)
    harness.live = harness.again()
    assert everything(harness.live) == before
    harness.do("ann", Act(seat, action, harness.live.version, SECOND))
    assert harness.live.truth.to_bytes() == harness.again().truth.to_bytes()


def test_nobody_else_can_enter_dice_or_join() -> None:
    harness = opened()
    seat, action = to_the_next_round(harness)
    assert refused(harness, "bob", Act(seat, action, harness.live.version, SECOND)).name == "not_your_seat"
    assert refused(harness, "ann", Link(0)).name == "real_dice"
    harness.do("ann", Leave(1))
    assert refused(harness, "bob", Sit("Bob", 1)).name == "real_dice"


def test_undo_takes_back_the_latest_action_with_its_dice() -> None:
    harness = opened()
    seat, action = to_the_next_round(harness)
    before = harness.live.truth.to_bytes()
    harness.do("ann", Act(seat, action, harness.live.version, SECOND))
    other = 1 - seat
    assert harness.live.undo(other) == "free"
    harness.do("ann", Undo(other))
    assert harness.live.truth.to_bytes() == before
    harness.do("ann", Act(seat, action, harness.live.version, FIRST))
    assert harness.live.table.steps[-1].dice == tuple(FIRST)
    assert everything(harness.again()) == everything(harness.live)
    while harness.live.undo(0):
        harness.do("ann", Undo(0))
    assert (harness.live.steps, harness.live.table.steps) == ([], ())


def test_a_resignation_may_ask_for_dice() -> None:
    harness = opened(players=3)
    seat, _ = to_the_next_round(harness)
    assert refused(harness, "ann", Resign(seat)).name == "needs_dice"
    harness.do("ann", Resign(seat, SECOND))
    assert everything(harness.again()) == everything(harness.live)


def over() -> TableHarness:
    harness = opened()
    harness.do("ann", Resign(0))
    return harness


def test_a_rematch_asks_for_its_own_dice() -> None:
    harness = over()
    harness.do("ann", Rematch(0), token="next")
    with pytest.raises(ApiError, match="Round 1: roll all 8 dice") as refusal:
        harness.factory.rematch(harness.live, None, "ann", "k", harness.now)
    assert refusal.value.name == "needs_dice"
    again = harness.factory.rematch(harness.live, None, "ann", "k", harness.now, SECOND)
    assert (again.table.real_dice, again.table.start_dice, again.seats_of("ann")) == (True, tuple(SECOND), [0, 1])
    assert LiveTable(again.row).truth.to_bytes() == again.truth.to_bytes()


def test_the_record_has_the_dice_and_no_secret() -> None:
    harness = over()
    record = harness.live.record()
    assert (record.start_dice, record.secret, record.commitment, harness.live.row.secret) == (tuple(FIRST), b"", "", b"")
    assert Record.load(record.to_json()) == record
