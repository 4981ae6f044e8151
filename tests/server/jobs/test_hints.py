"""Hints: legal actions with reasons, made only from what the seat may know; and requests without a hint."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.server.serving import Client, Refusal, Server, serving

OURS = ("beerhex", "hex-dice", "hex-roller", "hexagone", "pocket-hexes")
BOTH = [{"kind": "me"}, {"kind": "me"}]


@pytest.fixture(scope="module")
def thinking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a bot process."""
    with serving(tmp_path_factory.mktemp("hints") / "tables.db", bots=1) as found:
        yield found


@pytest.fixture
def eve(thinking: Server) -> Iterator[Client]:
    """A visitor of that server."""
    client = Client(thinking.port)
    yield client
    client.close()


def acting(client: Client, table: str) -> int:
    return next(n for n, seat in enumerate(client.view(table)["seats"]) if seat.get("acting"))


def play(client: Client, table: str, seat: int, action: int | str) -> None:
    client.do(table, "act", seat=seat, action=action, version=client.view(table, seat)["version"])


def refused(client: Client, table: str, seat: int) -> str:
    with pytest.raises(Refusal) as found:
        client.do(table, "hint", seat=seat)
    return str(found.value.name)


@pytest.mark.parametrize("game", OURS)
def test_a_hint_is_a_legal_action_in_words(eve: Client, game: str) -> None:
    table = eve.create(game, players=2, seats=BOTH)["table"]
    for _ in range(3):
        seat = acting(eve, table)
        hint = eve.do(table, "hint", seat=seat)
        view = eve.view(table, seat)
        choice = next(choice for choice in view["scene"]["choices"] if choice[0] == hint["action"])
        assert (hint["version"], hint["label"], hint["picks"]) == (view["version"], choice[2], choice[3] if len(choice) > 3 else [])
        assert 0 <= hint["chance"] <= 1
        assert len(hint["reasons"]) <= 3
        play(eve, table, seat, hint["action"])


def test_a_solo_hint_has_no_chance_to_win(eve: Client) -> None:
    table = eve.create("hex-roller", players=1, seats=[{"kind": "me"}])["table"]
    assert eve.do(table, "hint", seat=0)["chance"] is None


def started_by(client: Client, seat: int) -> str:
    """Open matches of BeerHex until chance lets the seat start."""
    while True:
        table: str = client.create("beerhex", seats=BOTH)["table"]
        if acting(client, table) == seat:
            return table


def test_a_hint_does_not_depend_on_what_is_hidden(eve: Client) -> None:
    hints: list[Any] = []
    for hidden in ("own", "other"):
        table = started_by(eve, 0)
        play(eve, table, 0, f"c2 {hidden}")
        play(eve, table, 1, "c3 own")
        play(eve, table, 0, f"b4 {hidden}")
        hints.append(eve.do(table, "hint", seat=1))
    assert hints[0] == hints[1]


def test_only_an_acting_seat_gets_a_hint(eve: Client, thinking: Server) -> None:
    table = eve.create("beerhex", seats=BOTH)["table"]
    assert refused(eve, table, 1 - acting(eve, table)) == "not_your_turn"
    assert refused(eve, table, 2) == "no_seat"
    other = Client(thinking.port)
    assert refused(other, table, 0) == "not_your_seat"
    other.close()
    eve.do(table, "resign", seat=0)
    assert refused(eve, table, 0) == "over"
    waiting = eve.create("beerhex", seats=[{"kind": "me"}, {"kind": "link"}])["table"]
    assert refused(eve, waiting, 0) == "not_started"


def test_there_are_no_hints_with_a_clock_or_without_bots(eve: Client, ann: Client) -> None:
    timed = eve.create("beerhex", seats=BOTH, clock={"kind": "move", "seconds": 60})["table"]
    assert refused(eve, timed, acting(eve, timed)) == "no_hints"
    plain = ann.create("beerhex", seats=BOTH)["table"]
    assert refused(ann, plain, acting(ann, plain)) == "no_bots"


def test_a_hint_is_in_the_requested_language(eve: Client) -> None:
    table = eve.create("beerhex", seats=BOTH)["table"]
    seat = acting(eve, table)
    english = eve.do(table, "hint", seat=seat)
    german = eve.post(f"/api/tables/{table}/hint?language=de", {"seat": seat})
    assert german["action"] == english["action"]
    assert german["label"] != english["label"]
    assert german["reasons"] != english["reasons"]
