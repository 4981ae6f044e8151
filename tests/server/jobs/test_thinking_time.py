"""Bots think for the player whose move they answer: a guest uses up their own time, not that of the table's owner."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.server.serving import PATIENCE, Client, serving
from tests.server.table_harness import TableHarness

from bestagon.core.actions import legal_actions
from bestagon.server.protocol.tables import Answer, Chat, Leave, Resign, Sit, Undo
from bestagon.server.tables.events import ActionPlayed, TimedOut

FRIENDLY = {"kind": "bot", "level": "friendly"}


def table(**asked: Any) -> TableHarness:
    """Return a game of Ann, her guest Bob and a bot."""
    harness = TableHarness("hex-dice", players=3, seats=[{"kind": "me"}, {"kind": "open"}, FRIENDLY], **asked)
    harness.do("bob", Sit("Bob"))
    return harness


def play(harness: TableHarness, seat: int) -> None:
    """Play until a seat has just acted."""
    while True:
        live = harness.live
        acting = live.acting[0]
        action = legal_actions(live.masked(acting), acting)[0]
        if live.seats[acting].kind == "bot":
            harness.server(acting, ActionPlayed(action))
        else:
            harness.act(("ann", "bob")[acting], acting, action)
        if acting == seat:
            return


def payers(harness: TableHarness) -> str:
    """Return who pays, the same for the table loaded again."""
    found = harness.live.bots_payer()
    assert harness.again().bots_payer() == found
    return found


def test_bots_think_for_the_player_whose_move_they_answer() -> None:
    harness = table()
    # The game began when Bob sat down.
    assert payers(harness) == "bob"
    play(harness, 0)
    assert payers(harness) == "ann"
    play(harness, 1)
    assert payers(harness) == "bob"
    harness.do("ann", Chat(0, "hello"))
    assert payers(harness) == "bob"


def test_a_guest_who_leaves_after_each_move_pays_nevertheless() -> None:
    harness = table()
    play(harness, 1)
    harness.do("bob", Leave(1))
    assert payers(harness) == "bob"


def test_an_undo_is_paid_by_the_player_who_asked_or_agreed() -> None:
    harness = TableHarness("beerhex", seats=[{"kind": "me"}, FRIENDLY])
    harness.act("ann", 0, "c2 own")
    harness.do("ann", Undo(0))
    assert harness.live.steps == []
    assert payers(harness) == "ann"
    harness = table()
    while harness.live.undo(1) != "ask":
        play(harness, 1)
    harness.do("bob", Undo(1))
    assert payers(harness) == "bob"
    harness.do("ann", Answer(0, True))
    assert payers(harness) == "ann"


def test_the_owner_pays_for_the_rest_of_a_game_that_a_guest_has_given_up() -> None:
    harness = table()
    play(harness, 1)
    harness.do("bob", Resign(1))
    assert payers(harness) == "ann"
    harness = table(clock={"kind": "move", "seconds": 60, "timeout": "bot"})
    play(harness, 1)
    harness.server(1, TimedOut())
    assert payers(harness) == "ann"


def test_bots_alone_think_for_the_owner() -> None:
    assert payers(TableHarness("hex-dice", players=2, seats=[FRIENDLY] * 2)) == "ann"


def until(found: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not found():
        assert time.monotonic() < end, "nothing happened"
        time.sleep(0.05)


def may_act(client: Client, table: str, seat: int) -> bool:
    return bool(client.view(table, seat)["scene"].get("choices"))


def move(client: Client, table: str, seat: int) -> None:
    """Make a move once it is the seat's turn."""
    until(lambda: may_act(client, table, seat))
    view = client.view(table, seat)
    client.do(table, "act", seat=seat, action=view["scene"]["choices"][0][0], version=view["version"])


def test_a_guest_who_has_used_up_their_time_delays_no_other_table_of_the_owner(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db", bots=1, visitor_thinking=100.0) as server:
        ann, bob = Client(server.port), Client(server.port)
        context = server.app.site._context
        ann_id, bob_id = (context.keys.visitor(one.token) for one in (ann, bob))

        def left(visitor: str) -> float:
            return context.limits._thinking._visitors.level(visitor, 0.0)[0]

        shared = ann.create("hexagone", players=3, seats=[{"kind": "me"}, {"kind": "open"}, FRIENDLY])["table"]
        bob.do(shared, "sit", seat=1)

        # The bot's turns follow Bob's; the first one follows his arrival.
        def bob_has_paid() -> bool:
            for seat, client in enumerate((ann, bob)):
                if may_act(client, shared, seat):
                    move(client, shared, seat)
            return left(bob_id) < 100.0

        until(bob_has_paid)
        assert left(ann_id) == 100.0
        context.limits.spend_thinking(bob_id, "bots", 1000.0)
        # Bob's bots wait now, Ann's do not.
        own = ann.create("beerhex", seats=[{"kind": "me"}, FRIENDLY])["table"]
        move(ann, own, 0)
        move(ann, own, 0)
        until(lambda: left(ann_id) < 100.0)
        ann.close()
        bob.close()
