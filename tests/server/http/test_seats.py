"""Seats over HTTP: nobody but its holders sees or plays a seat, devices can be ended, and private tables are private."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from functools import partial
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from tests.server.serving import Client, Refusal, Server, hear, serving
from websockets.exceptions import ConnectionClosed, InvalidStatus

STEPS = ("eve gets a link", "bob sits", "eve uses the link", "bob links his phone", "eve uses the phone's link")


@pytest.fixture
def eve(server: Server) -> Iterator[Client]:
    """A third visitor."""
    client = Client(server.port)
    yield client
    client.close()


def refusal(client: Client, path: str, body: object = None, **query: object) -> tuple[str, int, str]:
    """Return the name, status and message of a refused request."""
    ask = partial(client.get, path, **query) if body is None else partial(client.post, path, body)
    with pytest.raises(Refusal) as found:
        ask()
    return found.value.name, found.value.status, found.value.problem["message"]


def everything(client: Client, table: str, seat: int) -> list[bytes]:
    """Return everything that a client can get about a seat of a table."""
    base = f"/api/tables/{table}"
    paths = ("", f"/view?seat={seat}", "/view", f"/devices?seat={seat}", "/record")
    got = [client.http.get(base + path).content for path in paths]
    for command, body in (("act", {"action": 0, "version": 0}), ("hint", {}), ("undo", {}), ("chat", {"text": "x"}), ("link", {})):
        got.append(client.http.post(f"{base}/{command}", json={"seat": seat, **body}, headers={"Idempotency-Key": command}).content)
    try:
        with client.live(table, seat) as connection:
            got.append(connection.recv(timeout=5, decode=False))
    except InvalidStatus as error:
        got.append(bytes(error.response.body))
    return got


def test_in_every_order_a_link_gives_the_seat_only_until_somebody_sits_down(tmp_path: Path) -> None:
    store = tmp_path / "tables.db"
    played = []
    with serving(store) as server:
        clients = {name: Client(server.port) for name in ("ann", "bob", "eve")}
        for number, order in enumerate(permutations(STEPS)):
            if order.index(STEPS[2]) < order.index(STEPS[0]) or order.index(STEPS[4]) < order.index(STEPS[3]):
                continue
            made = clients["ann"].create("beerhex", seats=[{"kind": "me"}, {"kind": "open"}], public=number % 2 == 0)
            played.append((made["table"], _play(clients, made, order)))
        _check(clients, played)
    # After a restart everything is read from storage.
    with serving(store) as server:
        for client in clients.values():
            client.move(server.port)
        _check(clients, played)
        for client in clients.values():
            client.close()
    assert {holder for _, holder in played} == {"bob", "eve", "bob eve"}


def _play(clients: dict[str, Client], made: Any, order: tuple[str, ...]) -> str:
    """Play the steps at seat 1, and return who ought to hold it: a link is good while the seat was not taken since it was made."""
    table, holders = made["table"], ""
    given = {"eve": "", "phone": ""}
    valid = ""
    clients["bob"].do(table, "watch", token=made["link"])
    clients["eve"].do(table, "watch", token=made["link"])
    for step in order:
        try:
            if step == "eve gets a link":
                given["eve"] = valid = clients["ann"].do(table, "link", seat=1)["token"]
            elif step == "bob sits":
                clients["bob"].do(table, "sit", seat=1)
                holders, valid = "bob", ""
            elif step == "bob links his phone":
                given["phone"] = valid = clients["bob"].do(table, "link", seat=1)["token"]
            else:
                token = given["eve" if step == "eve uses the link" else "phone"]
                clients["eve"].do(table, "sit", seat=1, token=token)
                assert token == valid or (not token and not holders)
                holders, valid = f"{holders} eve".strip(), ""
        except Refusal as refused:
            if refused.name not in ("not_your_seat", "seat_taken", "bad_token", "earlier_device"):
                raise
    return holders


def _check(clients: dict[str, Client], played: list[tuple[str, str]]) -> None:
    for table, holders in played:
        for name in ("bob", "eve"):
            may = name in holders.split()
            assert clients[name].get(f"/api/tables/{table}")["mine"] == ([1] if may else [])
            if not may:
                assert refusal(clients[name], f"/api/tables/{table}/view", seat=1)[0] == "not_your_seat"


def test_nobody_without_the_seat_gets_its_view_anywhere(server: Server, ann: Client, bob: Client, eve: Client) -> None:
    made = ann.create("beerhex", seats=[{"kind": "me"}, {"kind": "link"}])
    table = made["table"]
    bob.do(table, "sit", token=made["invitations"]["1"])
    while b"b3" not in bob.http.get(f"/api/tables/{table}/view?seat=1").content:
        for client, seat in ((ann, 0), (bob, 1)):
            view = client.view(table, seat)
            own = [choice for choice in view["scene"].get("choices", []) if choice[1].endswith("own")]
            if own:
                client.do(table, "act", seat=seat, action=own[0][0], version=view["version"])
    for stranger in (ann, eve):
        for text in everything(stranger, table, 1):
            assert b'"seat":1,"status"' not in text
    assert any(b'"seat":1,"status"' in text for text in everything(bob, table, 1))


def shared(ann: Client, bob: Client, eve: Client, **given: Any) -> str:
    """Return a table where Eve's device shares Bob's seat 1."""
    made = ann.create("hex-roller", players=2, seats=[{"kind": "me"}, {"kind": "link"}], **given)
    table: str = made["table"]
    bob.do(table, "sit", name="Bob", token=made["invitations"]["1"])
    eve.do(table, "sit", token=bob.do(table, "link", seat=1)["token"])
    return table


def test_a_second_device_is_shown_to_the_seat_and_can_be_ended(ann: Client, bob: Client, eve: Client) -> None:
    made = ann.create("hex-roller", players=2, seats=[{"kind": "me"}, {"kind": "link"}])
    table = made["table"]
    bob.do(table, "sit", name="Bob", token=made["invitations"]["1"])
    with bob.live(table, 1) as mine, ann.live(table, 0) as theirs:
        hear(mine, 0), hear(theirs, 0)
        joined = eve.do(table, "sit", token=bob.do(table, "link", seat=1)["token"])["version"]
        assert [line["kind"] for line in hear(mine, joined)["log"]] == ["device"]
        assert hear(theirs, joined).get("log", []) == []
        found = bob.get(f"/api/tables/{table}/devices", seat=1)
        assert found["can_link"]
        assert [(one["device"], one.get("own", False), one.get("can_end", False), one["presence"]) for one in found["devices"]] == [
            (1, True, False, "here"),
            (2, False, True, "away"),
        ]
        assert found["devices"][0]["joined"] <= found["devices"][1]["joined"]
        seen = eve.get(f"/api/tables/{table}/devices", seat=1)
        assert not seen["can_link"]
        assert [one.get("can_end", False) for one in seen["devices"]] == [False, False]
        assert refusal(ann, f"/api/tables/{table}/devices", seat=1)[0] == "not_your_seat"
        assert refusal(eve, f"/api/tables/{table}/end_device", {"seat": 1, "device": 1})[:2] == ("earlier_device", 403)
        with eve.live(table, 1) as phone:
            hear(phone, 0)
            ended = bob.do(table, "end_device", seat=1, device=2)["version"]
            with pytest.raises(ConnectionClosed) as closed:
                hear(phone, 10**6)
            assert closed.value.rcvd is not None
            assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1008, "ended")
        assert [line["kind"] for line in hear(mine, ended)["log"]] == ["end_device"]
    name, status, message = refusal(eve, f"/api/tables/{table}/view", seat=1)
    assert (name, status) == ("not_your_seat", 403)
    assert "another device" in message
    assert refusal(eve, f"/api/tables/{table}/chat", {"seat": 1, "text": "x"})[0] == "not_your_seat"
    assert bob.view(table, 1)["seat"] == 1


def test_a_device_that_leaves_takes_only_itself_away(ann: Client, bob: Client, eve: Client) -> None:
    table = shared(ann, bob, eve)
    eve.do(table, "leave", seat=1)
    assert bob.view(table, 1)["seats"][1]["kind"] == "human"
    assert refusal(eve, f"/api/tables/{table}/view", seat=1)[0] == "not_your_seat"


GETS = ("", "/view", "/view?seat=0", "/view?seat=1", "/stage/{stage}", "/record", "/devices?seat=1")
COMMANDS: dict[str, dict[str, object]] = {
    "sit": {"name": "Eve"},
    "leave": {"seat": 1},
    "rename": {"seat": 1, "name": "Eve"},
    "act": {"seat": 1, "action": 0, "version": 0},
    "resign": {"seat": 1},
    "undo": {"seat": 1},
    "offer": {"seat": 1},
    "answer": {"seat": 1, "yes": True},
    "chat": {"seat": 1, "text": "x"},
    "hint": {"seat": 1},
    "link": {"seat": -1},
    "watch": {"token": "guess"},
    "end_device": {"seat": 1, "device": 2},
    "rematch": {"seat": 1},
}


@pytest.mark.parametrize("over", [False, True])
def test_a_private_table_does_not_exist_for_strangers(ann: Client, bob: Client, eve: Client, over: bool) -> None:
    made = ann.create("beerhex", seats=[{"kind": "me"}, {"kind": "open"}], public=False)
    table = made["table"]
    bob.do(table, "sit", token=made["link"])
    stage = bob.view(table, 1)["scene"]["stage"]
    if over:
        bob.do(table, "resign", seat=1)
    for path in GETS:
        answers = [eve.http.get(f"/api/tables/{name}{path.format(stage=stage)}") for name in (table, "A" * 12)]
        assert answers[0].status_code == 404, path
        assert (answers[0].status_code, answers[0].content) == (answers[1].status_code, answers[1].content)
        assert [{**answer.headers, "date": ""} for answer in answers[:1]] == [{**answer.headers, "date": ""} for answer in answers[1:]]
        assert answers[0].json()["error"] == "no_table"
    for command, body in COMMANDS.items():
        for more in ({}, {"token": "guess"}) if command == "sit" else ({},):
            answers = [
                eve.http.post(f"/api/tables/{name}/{command}", json=body | more, headers={"Idempotency-Key": "k"})
                for name in (table, "A" * 12)
            ]
            assert answers[0].json()["error"] == "no_table", command
            assert answers[0].content == answers[1].content
    with pytest.raises(InvalidStatus) as denied, eve.live(table):
        pass
    assert denied.value.response.status_code == 404
    assert bob.get(f"/api/tables/{table}/view")["version"] == (2 if over else 1)
    if over:
        assert bob.get(f"/api/tables/{table}/record")["game"] == "beerhex"


def test_a_link_to_the_table_opens_it_until_it_is_replaced(ann: Client, bob: Client, eve: Client) -> None:
    made = ann.create("hex-roller", players=2, seats=[{"kind": "me"}, {"kind": "open"}], public=False)
    table = made["table"]
    assert ann.get(f"/api/tables/{table}")["link"] == made["link"]
    bob.do(table, "watch", token=made["link"])
    assert bob.get(f"/api/tables/{table}")["link"] == ""
    assert refusal(bob, f"/api/tables/{table}/link", {"seat": -1})[0] == "not_your_seat"
    bob.do(table, "sit")
    assert bob.get(f"/api/tables/{table}")["link"] == made["link"]
    eve.do(table, "watch", token=made["link"])
    assert eve.view(table)["seat"] == -1
    before = eve.view(table)["version"]
    eve.do(table, "watch", token="anything")
    assert eve.view(table)["version"] == before
    with eve.live(table) as watching:
        hear(watching, 0)
        new = bob.do(table, "link", seat=-1)["token"]
        with pytest.raises(ConnectionClosed) as closed:
            hear(watching, 10**6)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.reason == "link"
    assert refusal(eve, f"/api/tables/{table}/view")[0] == "no_table"
    assert refusal(eve, f"/api/tables/{table}/watch", {"token": made["link"]})[0] == "no_table"
    assert ann.get(f"/api/tables/{table}")["link"] == bob.get(f"/api/tables/{table}")["link"] == new
    eve.do(table, "watch", token=new)
    assert eve.view(table)["seat"] == -1


def test_an_invitation_previews_its_table_as_long_as_it_can_be_used(ann: Client, bob: Client, eve: Client) -> None:
    made = ann.create("beerhex", seats=[{"kind": "me"}, {"kind": "link"}], public=False)
    table, token = made["table"], made["invitations"]["1"]
    for client in (bob, eve):
        client.do(table, "watch", token=token)
        assert client.get(f"/api/tables/{table}")["mine"] == []
        assert client.get(f"/api/tables/{table}")["invitations"] == {}
    bob.do(table, "sit", token=token)
    assert refusal(eve, f"/api/tables/{table}")[0] == "no_table"
    assert bob.view(table, 1)["seat"] == 1


def test_players_who_left_a_private_table_may_still_watch(ann: Client, bob: Client) -> None:
    made = ann.create("beerhex", seats=[{"kind": "me"}, {"kind": "open"}], public=False)
    bob.do(made["table"], "sit", token=made["link"])
    bob.do(made["table"], "leave", seat=1)
    assert bob.view(made["table"])["seats"][1]["kind"] == "open"
    bob.do(made["table"], "sit")


def test_a_device_that_was_ended_cannot_watch_a_private_table(ann: Client, bob: Client, eve: Client) -> None:
    table = shared(ann, bob, eve, public=False)
    with eve.live(table) as watching:
        hear(watching, 0)
        bob.do(table, "end_device", seat=1, device=2)
        with pytest.raises(ConnectionClosed) as closed:
            hear(watching, 10**6)
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1008, "link")
    for path in ("", "/view", "/view?seat=1", "/log", "/devices?seat=1"):
        assert refusal(eve, f"/api/tables/{table}{path}")[0] == "no_table"


def test_a_device_that_was_ended_cannot_come_back_by_the_link_to_the_table(ann: Client, bob: Client, eve: Client) -> None:
    table = shared(ann, bob, eve, public=False)
    link = eve.get(f"/api/tables/{table}")["link"]
    assert link
    bob.do(table, "end_device", seat=1, device=2)
    assert refusal(eve, f"/api/tables/{table}/watch", {"token": link})[0] == "no_table"
    assert bob.get(f"/api/tables/{table}")["link"] == ""
    new = bob.do(table, "link", seat=-1)["token"]
    eve.do(table, "watch", token=new)
    assert eve.view(table)["seat"] == -1


def test_a_public_table_needs_no_link(ann: Client, bob: Client) -> None:
    made = ann.create("beerhex", public=True)
    assert made["link"] == ""
    assert bob.view(made["table"])["seat"] == -1
    assert refusal(ann, f"/api/tables/{made['table']}/link", {"seat": -1})[0] == "bad_option"


def test_a_slow_device_gets_nothing_that_happened_after_it_was_ended(server: Server, ann: Client, bob: Client, eve: Client) -> None:
    table = shared(ann, bob, eve)
    with socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.connect(("127.0.0.1", server.port))
        slow.sendall(
            f"GET /api/tables/{table}/live?seat=1 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            f"Authorization: Bearer {eve.token}\r\n\r\n".encode()
        )
        got = slow.recv(1024)
        subscribers = server.app._manager._tables[table].subscribers
        for _ in range(2000):
            bob.do(table, "chat", seat=1, text="x" * 400)
            if any(one.overflowed for one in subscribers):
                break
        assert any(one.overflowed for one in subscribers)
        bob.do(table, "end_device", seat=1, device=2)
        ann.do(table, "chat", seat=0, text="a secret")
        slow.settimeout(30)
        while data := slow.recv(1 << 20):
            got += data
    assert b"ended" in got
    assert b"a secret" not in got


def test_a_seat_shows_nothing_hidden_before_the_game_begins(ann: Client, bob: Client, eve: Client) -> None:
    table = ann.create("hexagone", seats=[{"kind": "me"}, {"kind": "open"}, {"kind": "open"}])["table"]
    bob.do(table, "sit", seat=1)
    public = eve.view(table)["scene"]
    # Bob could look at this hand, leave, and take the other seat.
    assert bob.view(table, 1)["scene"] == public
    with bob.live(table, 1) as connection:
        assert hear(connection, 0)["scene"] == public
        eve.do(table, "sit", seat=2)
        begun = hear(connection, 2)
    assert begun["status"] == "running"
    assert [piece["kind"] for piece in begun["scene"]["trays"]["p2.hand"]] != ["hidden"]
    assert begun["scene"] == bob.view(table, 1)["scene"] != public
