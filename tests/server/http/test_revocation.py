"""Credentials can be replaced: the old ones are refused everywhere, and the seats stay."""

from __future__ import annotations

import asyncio
import secrets
import threading
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from click.testing import CliRunner
from tests.server.serving import Client, Refusal, Server, hear, serving
from websockets.exceptions import ConnectionClosed, InvalidStatus

from bestagon.cli import main
from bestagon.server.tables.loaded import LoadedTable
from bestagon.server.tokens import Keys

PATIENCE = 20.0
"""Seconds for a notification to arrive on a busy machine."""
SECRET = "f3b1c07a9d2e4856a1c0"
"""A key that nobody can guess."""


def is_known(client: Client) -> bool:
    return bool(client.get("/api/me")["known"])


def test_a_program_replaces_its_token_and_keeps_its_seats(url: str) -> None:
    with serving(url) as server:
        ann = Client(server.port)
        thief = Client(server.port, ann.token)
        table = ann.create("hexagone", players=2, seats=[{"kind": "me"}, {"kind": "me"}])["table"]
        with thief.live(table, 0) as stolen:
            hear(stolen, 0)
            renewed = ann.post("/api/me/revoke", {}, SECRET)["token"]
            with pytest.raises(ConnectionClosed) as closed:
                hear(stolen, 10**6)
            assert closed.value.rcvd is not None
            assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1008, "revoked")
        # The response was lost: the same key gets it again, another one does not.
        assert ann.post("/api/me/revoke", {}, SECRET)["token"] == renewed
        with pytest.raises(Refusal) as refused:
            thief.post("/api/me/revoke", {}, secrets.token_hex(16))
        assert refused.value.name == "no_visitor"
        with pytest.raises(InvalidStatus), thief.live(table, 0):
            pass
        with pytest.raises(Refusal) as refused:
            thief.view(table, 0)
        assert refused.value.name == "not_your_seat"
        fresh = Client(server.port, renewed)
        assert fresh.view(table, 0)["seat"] == 0
        third = fresh.post("/api/me/revoke", {}, secrets.token_hex(16))["token"]
    with serving(url) as server:
        for client in (ann, thief, fresh):
            client.move(server.port)
            assert not is_known(client)
            client.close()
        last = Client(server.port, third)
        assert last.get(f"/api/tables/{table}")["mine"] == [0, 1]
        last.close()


def test_a_browser_gets_a_new_cookie_that_scripts_cannot_read(server: Server) -> None:
    base = f"http://127.0.0.1:{server.port}"
    with httpx.Client(base_url=base) as browser:
        browser.post("/api/me", json={})
        old = browser.cookies["bestagon"]
        answer = browser.post("/api/me/revoke", json={}, headers={"Idempotency-Key": SECRET})
        assert answer.json() == {"token": ""}
        assert "HttpOnly" in answer.headers["set-cookie"]
        assert browser.cookies["bestagon"] != old
        assert browser.get("/api/me").json()["known"]
    assert not httpx.get(f"{base}/api/me", cookies={"bestagon": old}).json()["known"]
    answer = httpx.post(f"{base}/api/me/revoke", json={}, headers={"Idempotency-Key": SECRET})
    assert (answer.status_code, answer.json()["error"]) == (401, "no_visitor")


@pytest.mark.parametrize("key", ["k", "revoke-1", "1234567890123456789", "abcabcabcabcabcabcabcabcabcabc"])
def test_a_key_that_a_thief_could_guess_revokes_nothing(server: Server, key: str) -> None:
    ann = Client(server.port)
    with pytest.raises(Refusal, match="random") as refused:
        ann.post("/api/me/revoke", {}, key)
    assert refused.value.name == "no_key"
    assert is_known(ann)
    ann.close()


def test_a_generation_cannot_be_forged() -> None:
    keys = Keys(b"k" * 32)
    token = keys.visitor_token(bytes(24))
    visitor = keys.visitor(token)
    assert visitor
    name, _, signature = token.partition(".")
    renewed = keys.renewed(token, 1)
    assert keys.read(renewed) == (visitor, 1)
    for forged in (f"{name}.1.{signature}", f"{name}.0.{signature}", renewed.replace(".1.", ".2."), renewed.replace(".1.", ".01.")):
        assert keys.visitor(forged) == ""
    assert keys.accept_from(visitor, 1)
    assert not keys.accept_from(visitor, 1)
    assert keys.visitor(token) == ""
    assert keys.visitor(renewed) == visitor
    assert keys.visitor(keys.renewed(token, 2)) == visitor


def test_other_processes_are_notified(postgres: Any) -> None:
    url = postgres.clear()
    with serving(url) as one, serving(url) as two:
        ann = Client(one.port)
        elsewhere = Client(two.port, ann.token)
        table = ann.create("hexagone", players=2, seats=[{"kind": "me"}, {"kind": "me"}])["table"]
        with elsewhere.live(table, 0) as connection:
            hear(connection, 0)
            renewed = ann.post("/api/me/revoke", {}, secrets.token_hex(16))["token"]
            with pytest.raises(ConnectionClosed):
                hear(connection, 10**6, PATIENCE)
        assert not is_known(elsewhere)
        # An operator can revoke, too, while the servers run.
        fresh = Client(two.port, renewed)
        assert is_known(fresh)
        visitor = Keys(_key(url)).read(renewed)
        assert visitor is not None
        done = CliRunner().invoke(main, ["revoke", "--store", url, visitor[0]])
        assert done.exit_code == 0, done.output
        until = time.monotonic() + PATIENCE
        while is_known(fresh) and time.monotonic() < until:
            time.sleep(0.02)
        assert not is_known(fresh)
        for client in (ann, elsewhere, fresh):
            client.close()


def _key(url: str) -> bytes:
    import psycopg

    with psycopg.connect(url) as connection:
        found = connection.execute("SELECT value FROM bestagon.meta WHERE key = 'key'").fetchone()
    assert found is not None
    return bytes(found[0])


def test_a_connection_that_waits_for_its_table_while_its_credential_is_revoked_is_refused(server: Server) -> None:
    ann = Client(server.port)
    thief = Client(server.port, ann.token)
    table = ann.create("hexagone", players=2, seats=[{"kind": "me"}, {"kind": "me"}])["table"]
    manager = server.app._manager

    def run(work: Coroutine[None, None, LoadedTable]) -> LoadedTable:
        return asyncio.run_coroutine_threadsafe(work, server._loop).result(PATIENCE)

    locked = run(manager.acquire(table))
    statuses: list[int] = []

    def connect() -> None:
        try:
            with thief.live(table, 0):
                statuses.append(101)
        except InvalidStatus as error:
            statuses.append(error.response.status_code)

    waiting = threading.Thread(target=connect)
    waiting.start()
    until = time.monotonic() + PATIENCE
    while locked.users < 2 and time.monotonic() < until:
        time.sleep(0.01)
    assert locked.users == 2
    ann.post("/api/me/revoke", {}, secrets.token_hex(16))
    server._loop.call_soon_threadsafe(manager.release, locked)
    waiting.join(PATIENCE)
    assert statuses == [401]
    ann.close()
    thief.close()


@pytest.mark.parametrize("closing", ["never", "before", "after"])
def test_moves_that_wait_on_a_connection_end_with_its_credential(server: Server, closing: str) -> None:
    ann = Client(server.port)
    thief = Client(server.port, ann.token)
    table = ann.create("tictactoe", seats=[{"kind": "me"}, {"kind": "me"}])["table"]
    starts = 0 if ann.view(table, 0)["scene"].get("choices") else 1
    manager = server.app._manager
    with thief.live(table, 0) as connection:
        hear(connection, 0)
        locked = asyncio.run_coroutine_threadsafe(manager.acquire(table), server._loop).result(PATIENCE)
        for n in range(4):
            act = {"seat": (starts + n) % 2, "action": n, "version": n}
            connection.send(msgspec.json.encode({"id": n, "key": f"m{n}", "act": act}), text=True)
        wait_until(lambda: locked.users == 2)
        # A thief who hangs up is not on the list of connections to close.
        if closing == "before":
            connection.socket.close()
            wait_until(lambda: not locked.subscribers)
        renewed = ann.post("/api/me/revoke", {}, secrets.token_hex(16))["token"]
        if closing == "after":
            connection.socket.close()
            wait_until(lambda: not locked.subscribers)
        server._loop.call_soon_threadsafe(manager.release, locked)
        if closing == "never":
            with pytest.raises(ConnectionClosed):
                hear(connection, 10**6)
    fresh = Client(server.port, renewed)
    wait_until(lambda: not locked.users)
    # The first move was under way when the credential was revoked; those behind it are not played.
    assert fresh.view(table, 0)["version"] <= 1
    for client in (ann, thief, fresh):
        client.close()


def wait_until(happened: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_a_backup_does_not_bring_revoked_credentials_back(url: str, tmp_path: Path) -> None:
    with serving(url) as server:
        ann = Client(server.port)
        renewed = ann.post("/api/me/revoke", {}, secrets.token_hex(16))["token"]
    copy, file = f"sqlite:///{tmp_path}/copy.db", str(tmp_path / "all.backup")
    for command in (["backup", file, "--store", url], ["restore", file, "--store", copy]):
        done = CliRunner().invoke(main, command)
        assert done.exit_code == 0, done.output
    with serving(copy) as server:
        fresh = Client(server.port, renewed)
        ann.move(server.port)
        assert is_known(fresh)
        assert not is_known(ann)
        ann.close()
        fresh.close()
