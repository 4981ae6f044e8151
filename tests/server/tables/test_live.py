"""A live table is the sum of its events, whenever it is built."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import msgspec
import pytest
from tests.server.table_harness import KEYS, TableHarness, everything

from bestagon.core import registry
from bestagon.core.actions import legal_actions
from bestagon.core.dice import Dice, fast
from bestagon.server.errors import ApiError
from bestagon.server.protocol.tables import Act, Answer, Chat, Leave, Link, Offer, Rematch, Rename, Resign, Sit, Undo
from bestagon.server.tables.events import DowntimeGranted, Resigned, TimedOut
from bestagon.server.tables.factory import TableFactory
from bestagon.server.tables.live import LiveTable
from bestagon.server.tables.views import Viewer
from bestagon.server.tokens import hashed

GAMES = ("pocket-hexes", "beerhex", "hex-roller", "hexagone", "hex-dice")
TWO = [{"kind": "me"}, {"kind": "open"}]


def two(game: str = "beerhex", **asked: Any) -> TableHarness:
    """A table of Ann and Bob."""
    harness = TableHarness(game, players=2, seats=TWO, **asked)
    harness.do("bob", Sit("Bob"))
    return harness


def refused(name: str, harness: TableHarness, *asked: object) -> str:
    """Check that something is refused by that name and changes nothing; return the words."""
    before = everything(harness.live)
    with pytest.raises(ApiError) as found:
        harness.do(*asked)  # type: ignore[arg-type]
    assert found.value.name == name
    assert everything(harness.live) == before
    return found.value.message


def first_legal(harness: TableHarness, seat: int) -> int:
    return legal_actions(harness.live.masked(seat), seat)[0]


def stir(harness: TableHarness, dice: Dice) -> None:
    """Do something at random, often something that cannot be done."""
    live = harness.live
    people = [f"v{seat}" for seat in range(live.row.players)] + ["ann", "eve"]
    seat = int(dice.below(live.row.players))
    who = people[int(dice.below(len(people)))] if dice.below(3) == 0 else f"v{seat}"
    harness.now += int(dice.below(1500))
    commands: list[Callable[[], object]] = [
        lambda: harness.do(who, Sit(who, seat)),
        lambda: harness.do(who, Sit(who, seat, KEYS.link(live.id, seat, "x", "y"))),
        lambda: harness.do(who, Link(seat), token=hashed(KEYS.link(live.id, seat, "x", "y"))),
        lambda: harness.do(who, Leave(seat)),
        lambda: harness.do(who, Rename(seat, f"name {harness.now}")),
        lambda: harness.do(who, Chat(seat, "hello")),
        lambda: harness.do(who, Undo(seat)),
        lambda: harness.do(who, Offer(seat)) if dice.below(5) == 0 else None,
        lambda: harness.do(who, Answer(seat, dice.below(3) > 0)),
        lambda: harness.do(who, Resign(seat)) if dice.below(15) == 0 else None,
        lambda: harness.do(who, Rematch(seat), token="next"),
        lambda: harness.server(live.clocks.out(harness.now)[0], TimedOut()) if live.clocks.out(harness.now) else None,
        lambda: harness.server(-1, DowntimeGranted(harness.now - 500, harness.now)),
    ]
    try:
        if live.status == "running" and dice.below(4):
            acting = live.acting[int(dice.below(len(live.acting)))]
            actions = legal_actions(live.masked(acting), acting)
            holders = live.seats[acting].holders or ("eve",)
            harness.act(holders[0], acting, actions[int(dice.below(len(actions)))], live.version - int(dice.below(3)))
        else:
            commands[int(dice.below(len(commands)))]()
    except ApiError:
        pass


@pytest.mark.parametrize("game", GAMES)
def test_made_again_at_any_moment_a_table_is_the_same(game: str) -> None:
    players = min(max(registry.game(game).players), 4)
    happened = 0
    for seed in range(3):
        clock = {"kind": ("none", "move", "fischer")[seed], "seconds": 60, "increment": 2, "timeout": ("resign", "bot")[seed % 2]}
        harness = TableHarness(game, secret=seed + 1, players=players, clock=clock if seed else {"kind": "none"})
        dice = fast(seed)
        states = [everything(harness.live)]
        for _ in range(250):
            stir(harness, dice)
            if len(states) < len(harness.events) + 1:
                states.append(everything(harness.live))
        happened += len(harness.events)
        for n in {0, len(harness.events), *(int(dice.below(len(harness.events))) for _ in range(25))}:
            assert everything(harness.again(n)) == states[n]
    assert happened > 100


def test_a_game_begins_when_every_seat_is_taken() -> None:
    harness = TableHarness("beerhex", seats=TWO)
    assert harness.live.status == "open"
    refused("not_started", harness, "ann", Undo(0))
    harness.do("bob", Sit("Bob"))
    assert harness.live.status == "running"


def test_nobody_acts_for_another() -> None:
    harness = two()
    for command in (Resign(0), Undo(0), Offer(0), Chat(0, "x"), Rename(0, "x"), Leave(0), Link(0)):
        refused("not_your_seat", harness, "bob", command)
    refused("no_seat", harness, "bob", Resign(9))


def test_an_invitation_gives_one_seat_once() -> None:
    harness = TableHarness("pocket-hexes", players=3, seats=[{"kind": "me"}, {"kind": "link"}, {"kind": "link"}])
    tokens = harness.factory.invitations(harness.live)
    assert sorted(tokens) == ["1", "2"]
    refused("seat_taken", harness, "eve", Sit("Eve"))
    refused("bad_token", harness, "eve", Sit("Eve", token="guess"))
    refused("bad_token", harness, "eve", Sit("Eve", 2, tokens["1"]))
    harness.do("bob", Sit("Bob", token=tokens["1"]))
    assert harness.live.seats_of("bob") == [1]
    refused("bad_token", harness, "eve", Sit("Eve", token=tokens["1"]))
    assert sorted(harness.factory.invitations(harness.live)) == ["2"]
    assert tokens["2"].encode() not in harness.row.setup


def test_a_second_device_shares_the_seat() -> None:
    harness = two()
    refused("not_your_seat", harness, "eve", Link(1))
    harness.do("bob", Link(1), token=hashed("secret"))
    assert all(b"secret" not in event.data for event in harness.events)
    harness.do("bob's phone", Sit(token="secret"))
    assert harness.live.is_holder("bob", 1)
    assert harness.live.is_holder("bob's phone", 1)
    assert harness.live.seats[1].name == "Bob"
    refused("bad_token", harness, "eve", Sit(token="secret"))


def test_one_person_can_hold_several_seats_and_it_shows() -> None:
    harness = TableHarness("hex-roller", players=3, seats=[{"kind": "me"}, {"kind": "me"}, {"kind": "open"}])
    harness.do("bob", Sit("Bob"))
    view = everything(harness.live)[0][0]  # type: ignore[index]
    assert b'"who":0},{' not in view
    assert view.count(b'"who":0') == 2
    assert view.count(b'"who":2') == 1


def test_a_player_who_left_a_running_game_cannot_take_another_seat() -> None:
    harness = TableHarness("beerhex", seats=[{"kind": "open"}, {"kind": "open"}])
    harness.do("ann", Sit("Ann"))
    harness.do("bob", Sit("Bob"))
    harness.do("ann", Leave(0))
    harness.do("bob", Leave(1))
    refused("held_another_seat", harness, "bob", Sit("Bob", 0))
    harness.do("bob", Sit("Bob", 1))
    harness.do("eve", Sit("Eve", 0))
    assert harness.live.status == "running"


def test_a_seat_that_was_left_can_be_given_to_another_by_its_owner() -> None:
    harness = two()
    harness.do("ann", Leave(0))
    refused("seat_taken", harness, "eve", Sit("Eve", 0))
    harness.do("ann", Link(0), token=hashed("new"))
    harness.do("eve", Sit("Eve", 0, "new"))
    assert harness.live.is_holder("eve", 0)
    assert not harness.live.is_holder("ann", 0)


def test_what_another_seat_does_in_a_shared_phase_leaves_a_choice_fresh() -> None:
    harness = two("hex-roller")
    assert harness.live.acting == (0, 1)
    seen = harness.live.version
    harness.act("ann", 0, first_legal(harness, 0), seen)
    harness.act("bob", 1, first_legal(harness, 1), seen)
    refused("stale", harness, "ann", _act(harness, 0, seen))
    refused("stale", harness, "ann", _act(harness, 0, harness.live.version + 1))


def _act(harness: TableHarness, seat: int, version: int) -> Act:
    return Act(seat, first_legal(harness, seat), version)


def test_chat_makes_no_choice_stale() -> None:
    harness = two()
    seen = harness.live.version
    harness.do("bob", Chat(1, "hello"))
    harness.act("ann", 0, first_legal(harness, 0), seen)


def test_an_undo_makes_the_choice_stale() -> None:
    harness = two("hex-roller")
    seen = harness.live.version
    harness.act("ann", 0, first_legal(harness, 0), seen)
    after = harness.live.version
    harness.do("ann", Undo(0))
    refused("stale", harness, "ann", _act(harness, 0, after))
    harness.act("ann", 0, first_legal(harness, 0))


def test_undo_beyond_the_free_point_needs_the_others() -> None:
    harness = two()
    start = harness.live.truth.to_bytes()
    harness.act("ann", 0, "c2 own")
    assert harness.live.undo(0) == "ask"
    harness.do("ann", Undo(0))
    assert harness.live.unanswered() == [1]
    refused("already_asked", harness, "bob", Offer(1))
    harness.do("bob", Answer(1, False))
    assert harness.live.question is None
    assert len(harness.live.steps) == 1
    harness.do("ann", Undo(0))
    harness.do("bob", Answer(1, True))
    assert harness.live.truth.to_bytes() == start
    assert harness.live.acting == (0,)


def test_an_answer_is_to_the_question_that_was_read() -> None:
    harness = two()
    harness.act("ann", 0, "c2 own")
    harness.do("ann", Undo(0))
    view = msgspec.json.decode(msgspec.json.encode(Viewer(harness.live).whole(1, 0, harness.now)))
    read = view["ask"]["version"]
    assert read == harness.live.version
    # Bob is about to agree to an undo, and Ann asks for the end of a game that she would lose.
    harness.do("ann", Answer(0, False))
    harness.do("ann", Offer(0))
    for yes in (True, False):
        refused("stale", harness, "bob", Answer(1, yes, read))
    assert harness.live.status == "running"
    harness.do("bob", Chat(1, "What now?"))
    harness.do("bob", Answer(1, True, harness.live.version - 1))
    assert harness.again().ended == "agreed"


def test_an_action_ends_the_question_whether_it_may_be_undone() -> None:
    harness = two()
    harness.act("ann", 0, "c2 own")
    harness.do("ann", Undo(0))
    harness.act("bob", 1, first_legal(harness, 1))
    assert harness.live.question is None
    refused("nothing_asked", harness, "bob", Answer(1, True))


def test_undo_never_goes_past_chance() -> None:
    harness = two("pocket-hexes")
    dice = fast(3)
    undone = 0
    for _ in range(80):
        if harness.live.status == "over":
            break
        seat = harness.live.acting[0]
        actions = legal_actions(harness.live.masked(seat), seat)
        before = harness.live.truth
        harness.act(("ann", "bob")[seat], seat, actions[int(dice.below(len(actions)))])
        if harness.live.truth.dice.drawn != before.dice.drawn:
            assert harness.live.undo(0) == harness.live.undo(1) == ""
            refused("cannot_undo" if harness.live.status == "running" else "over", harness, ("ann", "bob")[seat], Undo(seat))
            undone += 1
    assert undone > 3


def test_bots_never_object() -> None:
    harness = TableHarness("beerhex", seats=[{"kind": "me"}, {"kind": "bot"}])
    harness.act("ann", 0, "c2 own")
    harness.do("ann", Undo(0))
    assert harness.live.steps == []
    harness.do("ann", Offer(0))
    assert (harness.live.status, harness.live.ended) == ("over", "agreed")


def test_a_game_ends_by_agreement() -> None:
    harness = two()
    harness.do("ann", Offer(0))
    refused("nothing_asked", harness, "ann", Answer(0, True))
    harness.do("bob", Answer(1, True))
    assert (harness.live.status, harness.live.ended) == ("over", "agreed")
    refused("over", harness, "ann", Resign(0))


def test_an_offer_can_be_withdrawn() -> None:
    harness = two()
    harness.do("ann", Offer(0))
    harness.do("ann", Answer(0, False))
    refused("nothing_asked", harness, "bob", Answer(1, True))


def test_in_beerhex_the_loser_chooses_who_starts_next() -> None:
    harness = two()
    harness.do("bob", Resign(1))
    refused("not_your_turn", harness, "ann", Rematch(0))
    again = harness.factory.rematch(harness.live, 1, "bob", "k", harness.now)
    harness.do("bob", Rematch(1, 1), token=again.id)
    assert harness.live.next == again.id
    assert everything(LiveTable(again.row)) == everything(again)
    assert [(seat.kind, seat.name) for seat in again.seats] == [("human", "Bob"), ("saved", "")]
    assert again.status == "open"
    assert again.setup.previous == harness.live.id
    # The chosen player starts, though the start player of a first game is chance.
    numbers = count()
    factory = TableFactory(KEYS, lambda n: bytes([next(numbers)]) * n, pace=0)
    for n in range(8):
        assert LiveTable(factory.rematch(harness.live, n % 2, "bob", f"k{n}", harness.now).row).acting == (0,)


def test_a_bot_that_lost_lets_the_winner_ask_for_a_rematch() -> None:
    harness = TableHarness("beerhex", seats=[{"kind": "me", "name": "Ann"}, {"kind": "bot"}])
    harness.server(1, Resigned())
    harness.do("ann", Rematch(0), token="next")
    assert harness.live.next == "next"


def test_names_and_chat_are_one_line_of_visible_text() -> None:
    harness = two()
    harness.do("bob", Rename(1, "  B\u202eo\x00b\n"))
    assert harness.live.seats[1].name == "B o b"
    refused("bad_name", harness, "bob", Rename(1, "\u200b \n"))
    refused("bad_name", harness, "bob", Chat(1, " "))


def test_nobody_can_fill_a_table_with_chat() -> None:
    harness = two()
    harness.live.other_events = 3000
    refused("full", harness, "bob", Chat(1, "x"))
    harness.act("ann", 0, first_legal(harness, 0))


def test_one_player_cannot_fill_the_table_for_the_others() -> None:
    harness = two()
    for number in range(1000):
        harness.do("bob", Rename(1, f"Bob {number}"))
    refused("full", harness, "bob", Rename(1, "Bob"))
    refused("full", harness, "bob", Chat(1, "x"))
    harness.do("ann", Chat(0, "Stop it!"))
    harness.act("ann", 0, first_legal(harness, 0))
    harness.do("bob", Leave(1))


def test_nobody_can_fill_a_table_by_sitting_down_and_leaving() -> None:
    harness = TableHarness("hex", seats=[{"kind": "me"}, {"kind": "open"}])
    for number in range(40):
        visitor = f"visitor {number}"
        for _ in range(50):
            harness.do(visitor, Sit("Bob", 1))
            harness.do(visitor, Leave(1))
        refused("full", harness, visitor, Sit("Bob", 1))
    # More than a table accepts of anything else: but somebody must be able to sit down, or the game would never begin.
    assert harness.live.other_events > 3000
    harness.do("cat", Sit("Cat", 1))
    assert harness.live.status == "running"
    # What others did at the seat is not charged to its next player.
    assert 1 not in harness.live.events_by
    assert harness.again().events_by == harness.live.events_by


def test_a_table_of_other_rules_is_not_played_on() -> None:
    harness = two()
    harness.row = msgspec.structs.replace(harness.row, rules=99)
    with pytest.raises(ApiError, match="version 99"):
        harness.again()
