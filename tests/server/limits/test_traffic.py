"""No address is sent more than its share: neither by requests nor by hundreds of connections that watch a fast table."""

from __future__ import annotations

import asyncio
import socket
import time
from pathlib import Path

import httpx
import msgspec
from tests.server.serving import PATIENCE, Client, serving
from websockets.sync.client import connect

from bestagon.server.tables.subscribers import Subscriber

ELSEWHERE = "127.0.0.2"
MB = 1e6


def test_an_address_that_downloads_without_end_is_refused(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db", address_traffic=0.001) as server:
        address = f"http://127.0.0.1:{server.port}"
        with httpx.Client(base_url=address, transport=httpx.HTTPTransport(local_address=ELSEWHERE)) as far:
            for path in ("/api/games", "/"):
                sent = 0
                while (response := far.get(path)).status_code == 200:
                    sent += len(response.content)
                    assert sent < MB
                assert response.status_code == 429
                assert "too many downloads from one address" in response.json()["message"]
                assert int(response.headers["retry-after"]) >= 1
        ann = Client(server.port)
        assert ann.get("/api/games")
        ann.close()


def test_views_of_an_address_that_watches_too_much_are_left_out(tmp_path: Path) -> None:
    moves = 150
    with serving(tmp_path / "t.db", address_traffic=0.01) as server:
        ann = Client(server.port)
        table = ann.create("hex-roller", players=8, seats=[{"kind": "me"}] * 8)["table"]
        connection = socket.create_connection(("127.0.0.1", server.port), source_address=(ELSEWHERE, 0))
        with connect(f"ws://127.0.0.1:{server.port}/api/tables/{table}/live", sock=connection, compression=None) as far:
            began = time.monotonic()
            for number in range(moves):
                ann.do(table, "rename", seat=0, name=f"Ann {number}")
            sent = views = version = 0
            while version < moves:
                view = far.recv(timeout=PATIENCE)
                assert isinstance(view, str)
                sent += len(view)
                views += 1
                version = msgspec.json.decode(view)["version"]
            assert views < moves
            # The last one is whole, and may be sent when anything is left.
            assert sent < 0.6 * MB + 0.01 * MB * (time.monotonic() - began) + 2 * len(view)
        assert server.app.site._context.limits.traffic_wait("127.0.0.1") == 0.0
        ann.close()


def test_a_connection_that_waits_for_its_address_ends_at_once() -> None:
    async def story() -> None:
        subscriber = Subscriber("ann", 0)
        subscriber.pay = lambda size: False
        resting = asyncio.create_task(subscriber.rest(3600.0))
        await asyncio.sleep(0.01)
        assert not subscriber.push(1, b"view")
        await asyncio.sleep(0.01)
        assert not resting.done()
        subscriber.close("gone")
        await asyncio.wait_for(resting, PATIENCE)

    asyncio.run(story())
