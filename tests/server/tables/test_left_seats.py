"""A player who leaves during the game agrees to nothing: not to an undo, and to the end only after a while."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import product

import pytest
from tests.server.table_harness import TableHarness, everything

from bestagon.core.actions import legal_actions
from bestagon.core.dice import fast
from bestagon.server.errors import ApiError
from bestagon.server.protocol.tables import Answer, Leave, Offer, Resign, Sit, Undo
from bestagon.server.tables.events import Asked
from bestagon.server.tables.questions import ABSENT


def table(players: int = 2, game: str = "beerhex") -> TableHarness:
    """Return a game of Ann, Bob and perhaps Dan, in which Ann has made a move that she could undo by consent."""
    harness = TableHarness(game, players=players, seats=[{"kind": "me"}, *[{"kind": "open"}] * (players - 1)])
    for visitor in ("bob", "dan")[: players - 1]:
        harness.do(visitor, Sit(visitor))
    while harness.live.undo(0) != "ask":
        seat = harness.live.acting[0]
        visitor = harness.live.seats[seat].holders[0]
        harness.act(visitor, seat, legal_actions(harness.live.masked(seat), seat)[0])
    return harness


def name_of_refusal(call: Callable[[], object]) -> str:
    with pytest.raises(ApiError) as found:
        call()
    return found.value.name


def test_nobody_takes_back_a_move_while_the_opponents_seat_is_empty() -> None:
    harness = table()
    harness.do("bob", Leave(1))
    steps = list(harness.live.steps)
    assert name_of_refusal(lambda: harness.do("ann", Undo(0))) == "seat_left"
    harness.now += 10 * ABSENT
    assert name_of_refusal(lambda: harness.do("ann", Undo(0))) == "seat_left"
    assert harness.live.steps == steps
    # The next player of the seat decides, also if it is the one who left.
    harness.do("bob", Sit("Bob", 1))
    harness.do("ann", Undo(0))
    assert harness.live.unanswered() == [1]
    harness.do("bob", Answer(1, True))
    assert len(harness.live.steps) < len(steps)


def test_a_game_that_was_left_can_be_ended_after_a_while() -> None:
    harness = table()
    harness.do("bob", Leave(1))
    harness.now += ABSENT - 1500
    with pytest.raises(ApiError, match="you can end the game in 2 s") as refusal:
        harness.do("ann", Offer(0))
    assert refusal.value.name == "seat_left"
    harness.now += 1500
    harness.do("ann", Offer(0))
    assert (harness.live.status, harness.live.ended) == ("over", "agreed")


def test_leaving_again_starts_the_time_again() -> None:
    harness = table()
    harness.do("bob", Leave(1))
    harness.now += ABSENT
    harness.do("bob", Sit("Bob", 1))
    harness.do("bob", Leave(1))
    assert name_of_refusal(lambda: harness.do("ann", Offer(0))) == "seat_left"


def test_leaving_with_a_question_open_agrees_to_nothing() -> None:
    for what in (Undo(0), Offer(0)):
        harness = table(3, "hex-dice")
        harness.do("ann", what)
        harness.do("bob", Leave(1))
        steps = list(harness.live.steps)
        with pytest.raises(ApiError) as refusal:
            harness.do("dan", Answer(2, True))
        assert refusal.value.name == "seat_left"
        assert harness.live.steps == steps
        harness.do("dan", Answer(2, False))
        assert harness.live.question is None


def test_a_seat_that_asked_or_agreed_before_it_was_left_stays_with_that() -> None:
    harness = table()
    harness.do("bob", Offer(1))
    harness.do("bob", Leave(1))
    harness.do("ann", Answer(0, True))
    assert harness.live.ended == "agreed"
    harness = table(3, "hex-dice")
    harness.do("ann", Offer(0))
    harness.do("bob", Answer(1, True))
    harness.do("bob", Leave(1))
    harness.do("dan", Answer(2, True))
    assert harness.live.ended == "agreed"


def test_a_seat_that_is_out_of_the_game_has_no_say() -> None:
    harness = table(3, "hex-dice")
    harness.do("bob", Resign(1))
    harness.do("bob", Leave(1))
    harness.do("ann", Offer(0))
    harness.do("dan", Answer(2, True))
    assert harness.live.ended == "agreed"


def test_tables_from_before_this_rule_are_loaded_as_they_were() -> None:
    harness = table()
    harness.do("bob", Leave(1))
    before = len(harness.live.steps)
    # An earlier release stored this question, and everybody who was left had agreed to it.
    harness.server(0, Asked("undo"))
    assert len(harness.live.steps) < before
    assert everything(harness.again()) == everything(harness.live)


STEPS: dict[str, Callable[[TableHarness], object]] = {
    "ann asks to undo": lambda one: one.do("ann", Undo(0)),
    "ann offers to end": lambda one: one.do("ann", Offer(0)),
    "ann withdraws": lambda one: one.do("ann", Answer(0, False)),
    "bob agrees": lambda one: one.do("bob", Answer(1, True)),
    "bob leaves": lambda one: one.do("bob", Leave(1)),
    "bob returns": lambda one: one.do("bob", Sit("Bob", 1)),
    "eve sits": lambda one: one.do("eve", Sit("Eve", 1)),
    "eve agrees": lambda one: one.do("eve", Answer(1, True)),
    "time passes": lambda one: setattr(one, "now", one.now + ABSENT),
}


def test_in_every_order_of_leave_ask_answer_and_return_the_other_seat_agrees() -> None:
    settled = {"undo": 0, "end": 0}
    for order in product(STEPS, repeat=4):
        harness = table()
        moves, left_at = len(harness.live.steps), 0
        for step in order:
            was_empty, was_over = harness.live.seats[1].empty, harness.live.status == "over"
            with suppress(ApiError):
                STEPS[step](harness)
            if step == "bob leaves" and not was_empty and harness.live.seats[1].empty:
                left_at = harness.now
            by_holder = step.endswith("agrees") and not was_empty
            if len(harness.live.steps) < moves:
                assert by_holder, order
                settled["undo"] += 1
                break
            if harness.live.status == "over" and not was_over:
                assert by_holder or (was_empty and harness.now >= left_at + ABSENT), order
                settled["end"] += 1
                break
    assert min(settled.values()) > 20


@pytest.mark.parametrize("game", ["pocket-hexes", "beerhex", "hex-roller", "hexagone", "hex-dice"])
def test_no_undo_puts_back_what_was_rolled_or_drawn(game: str) -> None:
    """Players who take back all they can, with the consent of everybody, never come to a roll for a second time."""
    harness = TableHarness(game, players=2, seats=[{"kind": "me"}, {"kind": "open"}])
    harness.do("bob", Sit("Bob"))
    choices, undone = fast(11), 0
    for _ in range(150):
        live = harness.live
        if live.status != "running":
            break
        drawn = live.truth.dice.drawn
        seat = int(choices.below(2))
        if live.undo(seat) and choices.below(2):
            harness.do(("ann", "bob")[seat], Undo(seat))
            if harness.live.question is not None:
                harness.do(("bob", "ann")[seat], Answer(1 - seat, True))
            undone += 1
        else:
            seat = live.acting[0]
            actions = legal_actions(live.masked(seat), seat)
            harness.act(("ann", "bob")[seat], seat, actions[int(choices.below(len(actions)))])
        assert harness.live.truth.dice.drawn >= drawn
    assert undone > 5
