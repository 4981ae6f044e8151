"""Live views over WebSockets, and what closes them."""

from __future__ import annotations

import asyncio
import gc
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.server.serving import Client, Server, hear, serving
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from bestagon.server.http.socket_moves import SocketMoves
from bestagon.server.tables.subscribers import BACKLOG, Subscriber, publish

PATIENCE = 20.0


def act(client: Client, table: str, seat: int) -> int:
    view = client.view(table, seat)
    done = client.do(table, "act", seat=seat, action=view["scene"]["choices"][0][0], version=view["version"])
    version: int = done["version"]
    return version


def test_every_subscriber_gets_a_move_with_its_version(server: Server, ann: Client, bob: Client, table: str) -> None:
    with ann.live(table, 0) as a, bob.live(table, 1) as b, bob.live(table) as spectator:
        for connection in (a, b, spectator):
            assert hear(connection, 0)["whole"]
        version = act(ann, table, 0)
        views = [hear(connection, version) for connection in (a, b, spectator)]
        assert [view["seat"] for view in views] == [0, 1, -1]
        assert all(view["version"] == version and "whole" not in view for view in views)
        assert all([line["n"] for line in view["log"]] == [version] for view in views)


def test_a_pushed_view_is_the_one_that_can_be_fetched(ann: Client, table: str) -> None:
    with ann.live(table, 0) as connection:
        hear(connection, 0)
        version = act(ann, table, 0)
        pushed = hear(connection, version)
        fetched = ann.view(table, 0, since=version - 1)
        for changing in ("age", "whole"):
            pushed.pop(changing, None)
            fetched.pop(changing, None)
        assert pushed == fetched


def test_a_reconnecting_client_gets_the_log_it_missed(ann: Client, bob: Client, table: str) -> None:
    with ann.live(table, 0) as connection:
        seen = hear(connection, 0)["version"]
    first, second = act(bob, table, 1), act(ann, table, 0)
    with ann.live(table, 0, since=seen) as connection:
        view = hear(connection, second)
        assert view["since"] == seen
        assert [line["n"] for line in view["log"]] == [first, second]


@pytest.mark.parametrize(("seat", "status"), [(1, 403), (9, 404)])
def test_nobody_can_view_from_another_seat(ann: Client, table: str, seat: int, status: int) -> None:
    with pytest.raises(InvalidStatus) as found, ann.live(table, seat):
        pass
    assert found.value.response.status_code == status
    assert b"seat" in (found.value.response.body or b"")


def test_pages_of_other_origins_cannot_connect(server: Server, table: str) -> None:
    url = f"ws://127.0.0.1:{server.port}/api/tables/{table}/live"
    with pytest.raises(InvalidStatus) as found, connect(url, origin=Origin("https://evil.example")):
        pass
    assert found.value.response.status_code == 403
    with connect(url, origin=Origin(f"http://127.0.0.1:{server.port}")) as connection:
        hear(connection, 0)


def test_an_unknown_table_has_no_live_view(ann: Client, server: Server) -> None:
    with pytest.raises(InvalidStatus) as found, ann.live("nowhere"):
        pass
    assert found.value.response.status_code == 404
    with pytest.raises(InvalidStatus), connect(f"ws://127.0.0.1:{server.port}/other"):
        pass


def test_leaving_a_seat_closes_its_view(ann: Client, bob: Client, table: str) -> None:
    with bob.live(table, 1) as connection:
        hear(connection, 0)
        bob.do(table, "leave", seat=1)
        with pytest.raises(ConnectionClosed) as found:
            connection.recv(timeout=10)
        assert found.value.rcvd is not None
        assert (found.value.rcvd.code, found.value.rcvd.reason) == (1008, "seat")


def test_a_stopping_server_closes_with_service_restart(tmp_path: Path) -> None:
    with ExitStack() as stack:
        with serving(tmp_path / "t.db") as server:
            client = Client(server.port)
            connection = stack.enter_context(client.live(client.create("beerhex")["table"]))
            hear(connection, 0)
        with pytest.raises(ConnectionClosed) as found:
            connection.recv(timeout=10)
    assert found.value.rcvd is not None
    assert found.value.rcvd.code == 1012
    client.close()


def test_a_full_queue_is_dropped_for_the_newest_whole_view() -> None:
    async def run() -> None:
        slow, quick = Subscriber("", -1), Subscriber("", -1)
        made: list[int] = []

        def make(seat: int) -> bytes:
            made.append(seat)
            return b"view"

        for version in range(1, BACKLOG + 2):
            assert publish([slow, quick], version, make) == (version > BACKLOG)
            await quick.ready()
            quick.queue.popleft()
        assert len(made) == BACKLOG + 1
        assert slow.overflowed
        assert not slow.queue
        await slow.ready()
        slow.overflowed = False
        publish([slow], 100, make)
        assert list(slow.queue) == [(100, b"view")]

    asyncio.run(run())


def test_a_view_is_sent_immediately_unless_others_are_queued() -> None:
    subscriber = Subscriber("", -1)
    sent: list[bytes] = []
    room = True

    def write(view: bytes) -> bool:
        if room:
            sent.append(view)
        return room

    subscriber.write = write
    subscriber.push(1, b"while the first whole view is being sent")
    subscriber.queue.clear()
    subscriber.busy = False
    subscriber.push(2, b"at once")
    assert (sent, subscriber.sent) == ([b"at once"], 2)
    room = False
    subscriber.push(3, b"no room")
    room = True
    subscriber.push(4, b"after that")
    assert [version for version, _ in subscriber.queue] == [3, 4]
    subscriber.queue.clear()
    subscriber.overflowed = True
    subscriber.push(5, b"until the whole view has gone out")
    subscriber.overflowed = False
    subscriber.close("seat")
    subscriber.push(6, b"never")
    assert sent == [b"at once"]
    assert not subscriber.queue


def test_a_client_that_does_not_read_delays_nobody(ann: Client, bob: Client) -> None:
    table = ann.create("beerhex", seats=[{"kind": "me"}, {"kind": "open"}])["table"]
    bob.do(table, "sit", name="Bob")
    with ann.live(table, 0) as slow, bob.live(table, 1) as quick:
        latest: Any = hear(slow, 0)
        hear(quick, 0)
        last = 0
        for number in range(400):
            last = bob.do(table, "chat", seat=1, text=f"{number} " + "x" * 350)["version"]
        hear(quick, last)
        heard = {line["n"] for line in latest["log"]}
        while latest["version"] < last:
            latest = hear(slow, 0)
            page = {"lines": latest.get("log", []), "earlier": latest.get("earlier", False)}
            heard |= {line["n"] for line in page["lines"]}
            # After an overflow a view has the latest lines; the others are fetched.
            while page["earlier"] and page["lines"][0]["n"] > latest.get("since", 0) + 1:
                page = ann.get(f"/api/tables/{table}/log", seat=0, before=page["lines"][0]["n"])
                heard |= {line["n"] for line in page["lines"]}
        assert heard >= set(range(2, last + 1))


def test_others_see_who_is_connected(server: Server, ann: Client, bob: Client, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server.app._manager, "away", 0.05)

    def presence(connection: ClientConnection) -> list[str]:
        return [seat.get("presence", "") for seat in hear(connection, 0)["seats"]]

    with ann.live(table, 0) as mine:
        assert presence(mine) == ["here", "away"]
        with bob.live(table, 1) as theirs:
            assert presence(theirs) == ["here", "here"]
            assert presence(mine) == ["here", "here"]
            with bob.live(table, 1) as second:
                assert presence(second) == ["here", "here"]
        # The second page of the same seat changed nothing, so the next view follows when both are closed.
        assert presence(mine) == ["here", "away"]
    with bob.live(table, -1) as spectator:
        assert presence(spectator)[1] == "away"


def test_a_closed_connection_is_freed_without_the_garbage_collector(ann: Client, table: str) -> None:
    gc.collect()
    gc.disable()
    try:
        for _ in range(3):
            with ann.live(table, 0) as connection:
                hear(connection, 0)
        end = time.monotonic() + PATIENCE
        while any(type(one) is SocketMoves for one in gc.get_objects()):
            assert time.monotonic() < end, "the moves of a connection, and with them its request, are still there"
            time.sleep(0.05)
    finally:
        gc.enable()
