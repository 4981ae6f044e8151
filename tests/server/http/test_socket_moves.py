"""Moves over the live connection: the same results, refusals and keys as requests, and the refusal of hostile messages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.serving import Client, Refusal, Server, serving
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from bestagon.server.edge.socket_session import SocketSession
from bestagon.server.http.socket_moves import MOST_REFUSED, MOST_WAITING, SocketMoves
from bestagon.server.protocol.tables import LONGEST_ACTION

PATIENCE = 30
"""Seconds until a test that hangs fails."""


class Player:
    """A seat's live connection, over which moves are sent."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.view = self.hear()
        self._ids = count(1)

    def hear(self) -> Any:
        """Return the next message."""
        return msgspec.json.decode(self.connection.recv(timeout=PATIENCE))

    def hear_all(self) -> None:
        """Read until the connection is closed, which raises."""
        while True:
            self.hear()

    def send(self, key: str, **act: object) -> int:
        """Send a move and return its id."""
        number = next(self._ids)
        self.connection.send(msgspec.json.encode({"id": number, "key": key, "act": act}).decode())
        return number

    def answer(self, number: int) -> Any:
        """Return the answer to a message; views that come before it are kept."""
        while "answer" not in (message := self.hear()):
            self.view = message
        assert message.pop("answer") == number
        return message

    def play(self, key: str, **act: object) -> Any:
        """Send a move and return its answer."""
        return self.answer(self.send(key, **act))

    def see(self, version: int) -> Any:
        """Return the view of a version."""
        while self.view["version"] < version:
            self.view = self.hear()
        return self.view


@contextmanager
def playing(client: Client, table: str, seat: int) -> Iterator[Player]:
    with client.live(table, seat) as connection:
        yield Player(connection)


def first(view: Any) -> int:
    """Return the first choice of a view."""
    action: int = view["scene"]["choices"][0][0]
    return action


def test_a_move_is_answered_and_seen_by_everybody(ann: Client, bob: Client, table: str) -> None:
    with playing(ann, table, 0) as a, playing(bob, table, 1) as b:
        for n in range(6):
            mover, other = (a, b) if a.view["scene"].get("choices") else (b, a)
            seat, version = mover.view["seat"], mover.view["version"]
            found = mover.play(f"move-{n}", seat=seat, action=first(mover.view), version=version)
            assert found == {"status": 200, "done": {"version": version + 1, "seat": seat}}
            assert mover.see(version + 1)["version"] == other.see(version + 1)["version"] == version + 1
            assert [line["n"] for line in other.view["log"]] == [version + 1]


def test_keys_are_shared_by_both_ways(ann: Client) -> None:
    table = ann.create("beerhex", seats=[{"kind": "me"}, {"kind": "me"}])["table"]
    with playing(ann, table, 0) as a:
        for n, ways in enumerate(("sp", "ps")):
            seat = next(number for number, one in enumerate(ann.view(table)["seats"]) if one.get("acting"))
            view = ann.view(table, seat)
            move = {"seat": seat, "action": first(view), "version": view["version"]}
            # Each way twice, and the move is played once.
            found = [a.play(f"k{n}", **move)["done"] if way == "s" else ann.do(table, "act", f"k{n}", **move) for way in ways * 2]
            assert found == [{"version": view["version"] + 1, "seat": seat}] * 4
            assert ann.view(table, 0)["version"] == view["version"] + 1


def where_ann_begins(ann: Client, bob: Client) -> str:
    """Return a table where seat 0 is to move; the start player is random."""
    while True:
        table: str = ann.create("beerhex", seats=[{"kind": "me"}, {"kind": "open"}])["table"]
        bob.do(table, "sit")
        if ann.view(table)["seats"][0].get("acting"):
            return table


REFUSALS: list[tuple[str, dict[str, object]]] = [
    ("no_seat", {"seat": 5, "action": 0, "version": 1}),
    ("not_your_seat", {"seat": 1, "action": 0, "version": 1}),
    ("stale", {"seat": 0, "action": 0, "version": 99}),
    ("illegal", {"seat": 0, "action": 9999, "version": 1}),
    ("illegal", {"seat": 0, "action": "z9 own", "version": 1}),
    ("malformed", {"seat": 0, "action": 0}),
    ("malformed", {"seat": -1, "action": 0, "version": 1}),
    ("malformed", {"seat": 0, "action": -1, "version": 1}),
    ("malformed", {"seat": 0, "action": "x" * (LONGEST_ACTION + 1), "version": 1}),
    ("malformed", {"seat": "0", "action": 0, "version": 1}),
    ("malformed", {"seat": 0, "action": 0, "version": 1, "more": 1}),
]


@pytest.mark.parametrize(("name", "move"), REFUSALS)
def test_both_ways_refuse_the_same(server: Server, ann: Client, bob: Client, name: str, move: dict[str, object]) -> None:
    table = where_ann_begins(ann, bob)
    with pytest.raises(Refusal) as posted:
        ann.do(table, "act", "posted", **move)
    with playing(ann, table, 0) as a:
        found = a.play("sent", **move)
    assert posted.value.name == name
    assert found == {"status": posted.value.status, "problem": posted.value.problem}


def test_turns_and_the_end_are_the_same(ann: Client, bob: Client) -> None:
    table = ann.create("beerhex", seats=[{"kind": "me"}, {"kind": "open"}])["table"]
    with playing(ann, table, 0) as a:
        assert a.play("early", seat=0, action=0, version=0)["problem"]["error"] == "not_started"
        version = bob.do(table, "sit")["version"]
        waiting = 1 - a.see(version)["seats"].index(next(seat for seat in a.view["seats"] if seat.get("acting")))
        with playing(bob, table, 1) as b:
            other = (a, b)[waiting]
            assert other.play("turn", seat=waiting, action=0, version=version)["problem"]["error"] == "not_your_turn"
            ann.do(table, "resign", seat=0)
            assert b.play("late", seat=1, action=0, version=version)["problem"]["error"] == "over"


@pytest.mark.parametrize("key", ["", "x" * 65, "line\nbreak", "ümlaut"])
def test_a_move_needs_a_valid_key(ann: Client, table: str, key: str) -> None:
    with playing(ann, table, 0) as a:
        found = a.play(key, seat=0, action=first(a.view), version=a.view["version"])
        assert (found["status"], found["problem"]["error"]) == (400, "no_key")
        assert ann.view(table)["version"] == a.view["version"]


def test_an_unknown_visitor_cannot_move(server: Server, ann: Client, table: str) -> None:
    stranger = Client(server.port, token="")
    with playing(stranger, table, -1) as one:
        found = one.play("key", seat=0, action=0, version=0)
        assert (found["status"], found["problem"]["error"]) == (401, "no_visitor")
    stranger.close()


@pytest.mark.parametrize(
    "text", ["", "hello", "[]", "{}", '{"id":1}', '{"id":-1,"key":"k","act":{}}', '{"id":1,"key":"k","act":{},"x":1}', "[" * 900]
)
def test_garbage_is_refused_and_the_connection_stays(ann: Client, table: str, text: str) -> None:
    with playing(ann, table, 0) as a:
        a.connection.send(text)
        found = a.answer(-1)
        assert (found["status"], found["problem"]["error"]) == (400, "malformed")
        assert a.play("key", seat=0, action=first(a.view), version=a.view["version"])["status"] == 200


def test_a_flood_ends_the_connection_and_nobody_elses(ann: Client, bob: Client, table: str) -> None:
    with playing(ann, table, 0) as a, playing(bob, table, 1) as b:
        for _ in range(MOST_REFUSED + 1):
            a.connection.send("noise")
        with pytest.raises(ConnectionClosed) as found:
            a.hear_all()
        assert found.value.rcvd is not None
        assert (found.value.rcvd.code, found.value.rcvd.reason) == (1008, "talked")
        view = ann.view(table, 0)
        b.see(ann.do(table, "act", seat=0, action=first(view), version=view["version"])["version"])


def test_a_message_that_is_too_long_ends_the_connection(ann: Client, table: str) -> None:
    with playing(ann, table, 0) as a:
        a.connection.send("x" * 2000)
        with pytest.raises(ConnectionClosed) as found:
            a.hear()
        assert found.value.rcvd is not None
        assert found.value.rcvd.code == 1009


def test_moves_count_against_the_visitors_rate(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db", visitor_rate=0.01, visitor_burst=8) as server:
        ann = Client(server.port)
        table = ann.create("hex", seats=[{"kind": "me"}, {"kind": "me"}])["table"]
        with playing(ann, table, 0) as a:
            found = [a.play(f"k{n}", seat=0, action=9999, version=0) for n in range(8)]
            assert [one["problem"]["error"] for one in found][:3] == ["illegal"] * 3
            assert found[-1]["problem"]["error"] == "too_many"
            assert found[-1]["status"] == 429
            # The limit counts both ways together, and ends connections that ignore it.
            with pytest.raises(Refusal) as refused:
                ann.do(table, "act", seat=0, action=0, version=0)
            assert refused.value.name == "too_many"
            for n in range(MOST_REFUSED + 1):
                a.send(f"m{n}", seat=0, action=9999, version=0)
            with pytest.raises(ConnectionClosed):
                a.hear_all()
        ann.close()


def test_many_moves_at_once_are_played_in_order_or_refused(ann: Client, table: str) -> None:
    with playing(ann, table, 0) as a:
        sent = [a.send(f"k{n}", seat=0, action=9999, version=a.view["version"]) for n in range(MOST_WAITING * 3)]
        found: dict[int, str] = {}
        while len(found) < len(sent):
            message = a.hear()
            if "answer" in message:
                found[message["answer"]] = message["problem"]["error"]
        assert set(found.values()) <= {"illegal", "too_many"}
        assert found[sent[0]] == "illegal"


def test_a_visitor_who_lost_the_seat_cannot_move(ann: Client, bob: Client, table: str) -> None:
    with playing(bob, table, 1) as b, playing(bob, table, -1) as spectator:
        bob.do(table, "leave", seat=1)
        with pytest.raises(ConnectionClosed) as found:
            b.hear_all()
        assert found.value.rcvd is not None
        assert found.value.rcvd.reason == "seat"
        assert spectator.play("after", seat=1, action=0, version=spectator.view["version"])["problem"]["error"] == "not_your_seat"


def test_both_ways_speak_the_same_language(ann: Client) -> None:
    seats = [{"kind": "me"}, {"kind": "me"}]
    asked = {"game": "hex-dice", "real_dice": True, "players": 2, "seats": seats}
    dice: list[int] = []
    while True:
        answer = ann.http.post("/api/tables", json={**asked, "dice": dice}, headers={"Idempotency-Key": "real-dice"})
        if answer.status_code == 200:
            break
        # Different numbers, since equal ones may have to be rolled again.
        dice += [die.get("low", 1) + (len(dice) + n) % die["sides"] for n, die in enumerate(answer.json()["throw"]["dice"])]
    table = answer.json()["table"]
    seat = next(number for number, one in enumerate(ann.view(table)["seats"]) if one.get("acting"))
    view = ann.view(table, seat)
    for n, (action, *_) in enumerate(view["scene"]["choices"]):
        move = {"seat": seat, "action": action, "version": view["version"]}
        posted = ann.http.post(f"/api/tables/{table}/act?language=de", json=move, headers={"Idempotency-Key": f"p{n}"}).json()
        if "throw" in posted:
            break
    with ann.live(table, seat, language="de") as connection:
        sent = Player(connection).play("sent", **move)
    assert sent["problem"] == posted
    assert "würfelt" in posted["message"]


def test_messages_after_too_many_refusals_are_not_read(ann: Client, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    received = count()
    receive = SocketMoves.receive

    def counted(self: SocketMoves, text: bytes) -> None:
        next(received)
        receive(self, text)

    monkeypatch.setattr(SocketMoves, "receive", counted)
    with playing(ann, table, 0) as player:
        # In one call, so that the server reads all of them at once.
        player.connection.socket.sendall(b"\x81\x80\0\0\0\0" * 5000)
        with pytest.raises(ConnectionClosed) as closed:
            player.hear_all()
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1008, "talked")
    assert next(received) <= MOST_REFUSED + 2


@pytest.mark.parametrize(
    ("sent", "full", "code", "why"), [("{", "", 1008, "talked"), ('{"id":7,"key":"k","act":{}}', "a bug", 1011, "fault")]
)
def test_a_message_that_cannot_be_answered_ends_the_connection(
    ann: Client, table: str, monkeypatch: pytest.MonkeyPatch, sent: str, full: str, code: int, why: str
) -> None:
    push = SocketSession.push

    def pushed(self: SocketSession, text: bytes, more: bytes = b"") -> bool:
        if not text.startswith(b'{"answer":'):
            return push(self, text, more)
        if full:
            raise ValueError(full)
        return False  # Too much is waiting.

    monkeypatch.setattr(SocketSession, "push", pushed)
    with playing(ann, table, 0) as player:
        player.connection.send(sent)
        with pytest.raises(ConnectionClosed) as closed:
            player.hear_all()
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (code, why)
