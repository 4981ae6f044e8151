"""A live table is what its events add up to, whenever it is made."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import msgspec
import pytest
from tests.server.folding import KEYS, Fold, everything

from bestagon.core import registry
from bestagon.core.actions import legal_actions
from bestagon.core.dice import Dice, fast
from bestagon.server.errors import ApiError
from bestagon.server.protocol.tables import Act, Answer, Chat, Leave, Link, Offer, Rematch, Rename, Resign, Sit, Undo
from bestagon.server.tables import events
from bestagon.server.tables.events import Data
from bestagon.server.tables.factory import TableFactory
from bestagon.server.tables.live import LiveTable
from bestagon.server.tokens import hashed

GAMES = ("pocket-hexes", "beerhex", "hex-roller", "hexagone", "hex-dice")
TWO = [{"kind": "me"}, {"kind": "open"}]


def two(game: str = "beerhex", **asked: Any) -> Fold:
    """A table of Ann and Bob."""
    fold = Fold(game, players=2, seats=TWO, **asked)
    fold.do("bob", Sit("Bob"))
    return fold


def refused(name: str, fold: Fold, *asked: object) -> str:
    """Check that something is refused by that name and changes nothing; return the words."""
    before = everything(fold.live)
    with pytest.raises(ApiError) as found:
        fold.do(*asked)  # type: ignore[arg-type]
    assert found.value.name == name
    assert everything(fold.live) == before
    return found.value.message


def first_legal(fold: Fold, seat: int) -> int:
    return legal_actions(fold.live.masked(seat), seat)[0]


def stir(fold: Fold, dice: Dice) -> None:
    """Do something at random, often something that cannot be done."""
    live = fold.live
    people = [f"v{seat}" for seat in range(live.row.players)] + ["ann", "eve"]
    seat = int(dice.below(live.row.players))
    who = people[int(dice.below(len(people)))] if dice.below(3) == 0 else f"v{seat}"
    fold.now += int(dice.below(1500))
    commands: list[Callable[[], object]] = [
        lambda: fold.do(who, Sit(who, seat)),
        lambda: fold.do(who, Sit(who, seat, KEYS.link(live.id, seat, "x", "y"))),
        lambda: fold.do(who, Link(seat), token=hashed(KEYS.link(live.id, seat, "x", "y"))),
        lambda: fold.do(who, Leave(seat)),
        lambda: fold.do(who, Rename(seat, f"name {fold.now}")),
        lambda: fold.do(who, Chat(seat, "hello")),
        lambda: fold.do(who, Undo(seat)),
        lambda: fold.do(who, Offer(seat)) if dice.below(5) == 0 else None,
        lambda: fold.do(who, Answer(seat, dice.below(3) > 0)),
        lambda: fold.do(who, Resign(seat)) if dice.below(15) == 0 else None,
        lambda: fold.do(who, Rematch(seat), token="next"),
        lambda: fold.server(events.TIMEOUT, live.clocks.out(fold.now)[0]) if live.clocks.out(fold.now) else None,
        lambda: fold.server(events.GIVEN, -1, events.encode(Data(since=fold.now - 500, until=fold.now))),
    ]
    try:
        if live.status == "running" and dice.below(4):
            acting = live.acting[int(dice.below(len(live.acting)))]
            actions = legal_actions(live.masked(acting), acting)
            holders = live.seats[acting].holders or ("eve",)
            fold.act(holders[0], acting, actions[int(dice.below(len(actions)))], live.version - int(dice.below(3)))
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
        fold = Fold(game, secret=seed + 1, players=players, clock=clock if seed else {"kind": "none"})
        dice = fast(seed)
        states = [everything(fold.live)]
        for _ in range(250):
            stir(fold, dice)
            if len(states) < len(fold.events) + 1:
                states.append(everything(fold.live))
        happened += len(fold.events)
        for n in {0, len(fold.events), *(int(dice.below(len(fold.events))) for _ in range(25))}:
            assert everything(fold.again(n)) == states[n]
    assert happened > 100


def test_a_game_begins_when_every_seat_is_taken() -> None:
    fold = Fold("beerhex", seats=TWO)
    assert fold.live.status == "open"
    refused("not_started", fold, "ann", Undo(0))
    fold.do("bob", Sit("Bob"))
    assert fold.live.status == "running"


def test_nobody_acts_for_another() -> None:
    fold = two()
    for command in (Resign(0), Undo(0), Offer(0), Chat(0, "x"), Rename(0, "x"), Leave(0), Link(0)):
        refused("not_your_seat", fold, "bob", command)
    refused("no_seat", fold, "bob", Resign(9))


def test_an_invitation_gives_one_seat_once() -> None:
    fold = Fold("pocket-hexes", players=3, seats=[{"kind": "me"}, {"kind": "link"}, {"kind": "link"}])
    tokens = fold.factory.invitations(fold.live)
    assert sorted(tokens) == ["1", "2"]
    refused("seat_taken", fold, "eve", Sit("Eve"))
    refused("bad_token", fold, "eve", Sit("Eve", token="guess"))
    refused("bad_token", fold, "eve", Sit("Eve", 2, tokens["1"]))
    fold.do("bob", Sit("Bob", token=tokens["1"]))
    assert fold.live.held("bob") == [1]
    refused("bad_token", fold, "eve", Sit("Eve", token=tokens["1"]))
    assert sorted(fold.factory.invitations(fold.live)) == ["2"]
    assert tokens["2"].encode() not in fold.row.setup


def test_a_second_device_shares_the_seat() -> None:
    fold = two()
    refused("not_your_seat", fold, "eve", Link(1))
    fold.do("bob", Link(1), token=hashed("secret"))
    assert all(b"secret" not in event.data for event in fold.events)
    fold.do("bob's phone", Sit(token="secret"))
    assert fold.live.holds("bob", 1)
    assert fold.live.holds("bob's phone", 1)
    assert fold.live.seats[1].name == "Bob"
    refused("bad_token", fold, "eve", Sit(token="secret"))


def test_one_person_can_hold_several_seats_and_it_shows() -> None:
    fold = Fold("hex-roller", players=3, seats=[{"kind": "me"}, {"kind": "me"}, {"kind": "open"}])
    fold.do("bob", Sit("Bob"))
    view = everything(fold.live)[0][0]  # type: ignore[index]
    assert b'"who":0},{' not in view
    assert view.count(b'"who":0') == 2
    assert view.count(b'"who":2') == 1


def test_who_has_left_a_running_game_cannot_take_another_seat() -> None:
    fold = Fold("beerhex", seats=[{"kind": "open"}, {"kind": "open"}])
    fold.do("ann", Sit("Ann"))
    fold.do("bob", Sit("Bob"))
    fold.do("ann", Leave(0))
    fold.do("bob", Leave(1))
    refused("held_another_seat", fold, "bob", Sit("Bob", 0))
    fold.do("bob", Sit("Bob", 1))
    fold.do("eve", Sit("Eve", 0))
    assert fold.live.status == "running"


def test_a_seat_that_was_left_can_be_given_to_another_by_its_owner() -> None:
    fold = two()
    fold.do("ann", Leave(0))
    refused("seat_taken", fold, "eve", Sit("Eve", 0))
    fold.do("ann", Link(0), token=hashed("new"))
    fold.do("eve", Sit("Eve", 0, "new"))
    assert fold.live.holds("eve", 0)
    assert not fold.live.holds("ann", 0)


def test_what_another_seat_does_in_a_shared_phase_leaves_a_choice_fresh() -> None:
    fold = two("hex-roller")
    assert fold.live.acting == (0, 1)
    seen = fold.live.version
    fold.act("ann", 0, first_legal(fold, 0), seen)
    fold.act("bob", 1, first_legal(fold, 1), seen)
    refused("stale", fold, "ann", _act(fold, 0, seen))
    refused("stale", fold, "ann", _act(fold, 0, fold.live.version + 1))


def _act(fold: Fold, seat: int, version: int) -> Act:
    return Act(seat, first_legal(fold, seat), version)


def test_chat_makes_no_choice_stale() -> None:
    fold = two()
    seen = fold.live.version
    fold.do("bob", Chat(1, "hello"))
    fold.act("ann", 0, first_legal(fold, 0), seen)


def test_an_undo_makes_the_choice_stale() -> None:
    fold = two("hex-roller")
    seen = fold.live.version
    fold.act("ann", 0, first_legal(fold, 0), seen)
    after = fold.live.version
    fold.do("ann", Undo(0))
    refused("stale", fold, "ann", _act(fold, 0, after))
    fold.act("ann", 0, first_legal(fold, 0))


def test_undo_beyond_the_free_point_needs_the_others() -> None:
    fold = two()
    start = fold.live.truth.to_bytes()
    fold.act("ann", 0, "c2 own")
    assert fold.live.undo(0) == "ask"
    fold.do("ann", Undo(0))
    assert fold.live.waiting() == [1]
    refused("already_asked", fold, "bob", Offer(1))
    fold.do("bob", Answer(1, False))
    assert fold.live.question is None
    assert len(fold.live.steps) == 1
    fold.do("ann", Undo(0))
    fold.do("bob", Answer(1, True))
    assert fold.live.truth.to_bytes() == start
    assert fold.live.acting == (0,)


def test_an_action_ends_the_question_whether_it_may_be_undone() -> None:
    fold = two()
    fold.act("ann", 0, "c2 own")
    fold.do("ann", Undo(0))
    fold.act("bob", 1, first_legal(fold, 1))
    assert fold.live.question is None
    refused("nothing_asked", fold, "bob", Answer(1, True))


def test_undo_never_goes_past_chance() -> None:
    fold = two("pocket-hexes")
    dice = fast(3)
    undone = 0
    for _ in range(80):
        if fold.live.status == "over":
            break
        seat = fold.live.acting[0]
        actions = legal_actions(fold.live.masked(seat), seat)
        before = fold.live.truth
        fold.act(("ann", "bob")[seat], seat, actions[int(dice.below(len(actions)))])
        if fold.live.truth.dice.drawn != before.dice.drawn:
            assert fold.live.undo(0) == fold.live.undo(1) == ""
            refused("cannot_undo" if fold.live.status == "running" else "over", fold, ("ann", "bob")[seat], Undo(seat))
            undone += 1
    assert undone > 3


def test_bots_never_object() -> None:
    fold = Fold("beerhex", seats=[{"kind": "me"}, {"kind": "bot"}])
    fold.act("ann", 0, "c2 own")
    fold.do("ann", Undo(0))
    assert fold.live.steps == []
    fold.do("ann", Offer(0))
    assert (fold.live.status, fold.live.ended) == ("over", "agreed")


def test_a_game_ends_by_agreement() -> None:
    fold = two()
    fold.do("ann", Offer(0))
    refused("nothing_asked", fold, "ann", Answer(0, True))
    fold.do("bob", Answer(1, True))
    assert (fold.live.status, fold.live.ended) == ("over", "agreed")
    refused("over", fold, "ann", Resign(0))


def test_an_offer_can_be_withdrawn() -> None:
    fold = two()
    fold.do("ann", Offer(0))
    fold.do("ann", Answer(0, False))
    refused("nothing_asked", fold, "bob", Answer(1, True))


def test_in_beerhex_the_loser_chooses_who_starts_next() -> None:
    fold = two()
    fold.do("bob", Resign(1))
    refused("not_your_turn", fold, "ann", Rematch(0))
    row = fold.factory.again(fold.live, 1, "bob", "k", fold.now)
    fold.do("bob", Rematch(1, 1), token=row.id)
    assert fold.live.next == row.id
    again = LiveTable(row)
    assert [(seat.kind, seat.name) for seat in again.seats] == [("human", "Bob"), ("saved", "")]
    assert again.status == "open"
    assert again.setup.previous == fold.live.id
    # Whoever was chosen starts, though the start player of a first game is chance.
    numbers = count()
    factory = TableFactory(KEYS, lambda n: bytes([next(numbers)]) * n, pace=0)
    for n in range(8):
        assert LiveTable(factory.again(fold.live, n % 2, "bob", f"k{n}", fold.now)).acting == (0,)


def test_a_bot_that_lost_lets_the_winner_ask_for_a_rematch() -> None:
    fold = Fold("beerhex", seats=[{"kind": "me", "name": "Ann"}, {"kind": "bot"}])
    fold.server(events.RESIGN, 1)
    fold.do("ann", Rematch(0), token="next")
    assert fold.live.next == "next"


def test_names_and_chat_are_one_line_of_visible_text() -> None:
    fold = two()
    fold.do("bob", Rename(1, "  B\u202eo\x00b\n"))
    assert fold.live.seats[1].name == "B o b"
    refused("bad_name", fold, "bob", Rename(1, "\u200b \n"))
    refused("bad_name", fold, "bob", Chat(1, " "))


def test_nobody_can_fill_a_table_with_chat() -> None:
    fold = two()
    fold.live.extra = 3000
    refused("full", fold, "bob", Chat(1, "x"))
    fold.act("ann", 0, first_legal(fold, 0))


def test_a_table_of_other_rules_is_not_played_on() -> None:
    fold = two()
    fold.row = msgspec.structs.replace(fold.row, rules=99)
    with pytest.raises(ApiError, match="version 99"):
        fold.again()
