"""The API as a whole: identity, keys, refusals, headers, limits."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from tests.server.serving import Client, Refusal, Server, hear, serving
from tests.server.store.databases import Postgres
from websockets.exceptions import InvalidStatus

from bestagon.cli import main
from bestagon.core.record import Record
from bestagon.server.jobs.content_jobs import Sliced, in_one_slice
from bestagon.server.tables.events import Chatted, TableEvent
from bestagon.server.tables.live import _APPLY, LiveTable
from bestagon.server.tables.payers import LONG


def refused(name: str, status: int, client: Client, *asked: Any, **given: Any) -> dict[str, Any]:
    with pytest.raises(Refusal) as found:
        client.do(*asked, **given)
    assert (found.value.name, found.value.status) == (name, status)
    return found.value.problem


def act(client: Client, table: str, seat: int, key: str | None = None) -> Any:
    view = client.view(table, seat)
    return client.do(table, "act", key, seat=seat, action=view["scene"]["choices"][0][0], version=view["version"])


def test_a_browser_gets_a_cookie_that_scripts_and_other_sites_cannot_use(server: Server) -> None:
    with httpx.Client(base_url=f"http://127.0.0.1:{server.port}") as browser:
        assert browser.get("/api/me").json() == {"known": False, "tables": []}
        answer = browser.post("/api/me", json={})
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert browser.get("/api/me").json()["known"]
        assert "set-cookie" not in browser.post("/api/me", json={}).headers
        made = browser.post("/api/tables", json={"game": "hexagone"}, headers={"Idempotency-Key": "a"})
        assert browser.get("/api/me").json()["tables"][0]["table"] == made.json()["table"]


def test_a_forged_credential_identifies_nobody(server: Server, ann: Client) -> None:
    name, _, signature = ann.token.partition(".")
    for forged in (f"{name}.{signature[:-1]}{'A' if signature[-1] != 'A' else 'B'}", name, f"{'A' * 32}.{signature}", "é"):
        answer = httpx.get(f"http://127.0.0.1:{server.port}/api/me", headers={b"Authorization": f"Bearer {forged}".encode()})
        assert answer.json() == {"known": False, "tables": []}


def test_a_repeated_key_does_nothing_again(ann: Client, bob: Client, table: str) -> None:
    before = ann.view(table, 0)
    move = {"seat": 0, "action": before["scene"]["choices"][0][0], "version": before["version"]}
    done = ann.do(table, "act", "once", **move)
    view = ann.view(table, 0)
    assert ann.do(table, "act", "once", **move) == done
    assert ann.view(table, 0)["version"] == view["version"]
    first = bob.do(table, "link", "mine", seat=1)
    assert bob.do(table, "link", "mine", seat=1) == first
    made = ann.post("/api/tables", {"game": "beerhex"}, "again")
    assert ann.post("/api/tables", {"game": "beerhex"}, "again") == made
    assert bob.post("/api/tables", {"game": "beerhex"}, "again")["table"] != made["table"]


def test_every_refusal_has_a_name_and_the_version(ann: Client, bob: Client, table: str) -> None:
    version = ann.view(table)["version"]
    choice = bob.view(table, 1)["scene"]["choices"][0][0]
    assert refused("not_your_seat", 403, bob, table, "act", seat=0, action=choice, version=version)["version"] == version
    assert refused("illegal", 409, bob, table, "act", seat=1, action=10**6, version=version)["version"] == version
    refused("illegal", 409, bob, table, "act", seat=1, action="nonsense", version=version)
    refused("stale", 409, bob, table, "act", seat=1, action=choice, version=version + 5)
    refused("no_table", 404, bob, "nowhere", "act", seat=1, action=choice, version=version)
    refused("malformed", 400, bob, table, "act", seat="x", action=choice, version=version)
    refused("malformed", 400, bob, table, "act", seat=1, action=choice, version=version, more=1)
    refused("no_seat", 404, bob, table, "act", seat=7, action=choice, version=version)
    refused("not_over", 409, bob, table, "rematch", seat=1)
    assert ann.view(table)["version"] == version


AS_JSON = {"Idempotency-Key": "a", "Content-Type": "application/json"}


@pytest.mark.parametrize(
    ("status", "error", "sent"),
    [
        (415, "not_json", {"content": b"{}", "headers": {"Idempotency-Key": "a"}}),
        (400, "malformed", {"content": b"{", "headers": AS_JSON}),
        (400, "malformed", {"content": b"[" * 5000, "headers": AS_JSON}),
        (
            400,
            "malformed",
            {"content": b'{"seat":0,"text":"\xff"}', "headers": AS_JSON},
        ),
        (400, "no_key", {"json": {"seat": 0, "text": "x"}}),
        (400, "no_key", {"json": {"seat": 0, "text": "x"}, "headers": {"Idempotency-Key": "a" * 65}}),
        (413, "too_large", {"json": {"seat": 0, "text": "x" * 9000}, "headers": {"Idempotency-Key": "a"}}),
        (403, "bad_origin", {"json": {"seat": 0, "text": "x"}, "headers": {"Idempotency-Key": "a", "Origin": "https://evil.example"}}),
    ],
)
def test_a_bad_request_is_answered(ann: Client, table: str, status: int, error: str, sent: dict[str, Any]) -> None:
    answer = ann.http.post(f"/api/tables/{table}/chat", **sent)
    assert (answer.status_code, answer.json()["error"]) == (status, error)


def test_an_unknown_visitor_may_only_look(server: Server, table: str) -> None:
    url = f"http://127.0.0.1:{server.port}/api/tables/{table}"
    assert httpx.get(f"{url}/view").status_code == 200
    assert httpx.get(f"{url}/view?seat=0").json()["error"] == "not_your_seat"
    answer = httpx.post(f"{url}/chat", json={"seat": 0, "text": "x"}, headers={"Idempotency-Key": "a"})
    assert (answer.status_code, answer.json()["error"]) == (401, "no_visitor")
    assert httpx.get(f"{url}/view?seat=x").json()["error"] == "malformed"
    assert httpx.get(f"{url}/view?since=-1").json()["error"] == "malformed"


def test_every_response_has_security_headers(server: Server) -> None:
    for path in ("/", "/api/games", "/nothing", "/healthz"):
        headers = httpx.get(f"http://127.0.0.1:{server.port}{path}").headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


@pytest.mark.parametrize(("https", "status"), [(False, 200), (True, 403)])
def test_behind_https_a_page_of_http_is_another_origin(tmp_path: Path, https: bool, status: int) -> None:
    with serving(tmp_path / "tables.db", https=https) as server:
        for scheme, expected in (("http", status), ("https", 200)):
            origin = f"{scheme}://127.0.0.1:{server.port}"
            answer = httpx.post(f"http://127.0.0.1:{server.port}/api/me", json={}, headers={"Origin": origin})
            assert answer.status_code == expected


def test_the_owner_sees_invitations_again_and_others_do_not(ann: Client, bob: Client) -> None:
    made = ann.create("hexagone", players=3, seats=[{"kind": "me"}, {"kind": "link"}, {"kind": "link"}])
    table = made["table"]
    assert ann.get(f"/api/tables/{table}")["invitations"] == made["invitations"]
    assert bob.get(f"/api/tables/{table}")["invitations"] == {}
    bob.do(table, "sit", token=made["invitations"]["2"], name="Bob")
    assert bob.get(f"/api/tables/{table}")["mine"] == [2]
    assert list(ann.get(f"/api/tables/{table}")["invitations"]) == ["1"]


def test_a_second_device_takes_a_seat_by_link(server: Server, ann: Client, table: str) -> None:
    token = ann.do(table, "link", seat=0)["token"]
    phone = Client(server.port)
    phone.do(table, "sit", token=token)
    act(phone, table, 0)
    act(ann, table, 0)
    refused("bad_token", 403, phone, table, "sit", token=token)
    phone.close()


def test_public_tables_are_in_the_lobby_and_private_ones_are_not(ann: Client, bob: Client) -> None:
    shown = ann.create("beerhex", public=True, name="  Come\x07 in ")["table"]
    hidden = ann.create("beerhex", public=False)["table"]
    lines = {line["table"]: line for line in bob.get("/api/tables")["tables"]}
    assert hidden not in lines
    assert lines[shown] == {
        "table": shown, "status": "open", "game": "beerhex", "name": "Come in", "players": 2, "seats": ["Gold", ""], "free": 1,
    }  # fmt: skip


def test_bad_tables_are_not_opened(ann: Client) -> None:
    for asked in (
        {"game": "chess"},
        {"game": "beerhex", "players": 3},
        {"game": "beerhex", "options": {"sets": 2}},
        {"game": "beerhex", "options": {"nothing": 2}},
        {"game": "beerhex", "seats": [{}, {}, {}]},
        {"game": "beerhex", "seats": [{"kind": "bot", "level": "god"}]},
        {"game": "beerhex", "clock": {"kind": "move", "seconds": 1}},
        {"game": "hex-dice", "options": {"data": "nonsense\nlines"}},
    ):
        with pytest.raises(Refusal) as found:
            ann.post("/api/tables", asked)
        assert found.value.name == "bad_option", asked


def test_the_record_comes_with_the_end_and_the_secret_with_it(ann: Client, bob: Client, table: str, tmp_path: Path) -> None:
    act(ann, table, 0)
    with pytest.raises(Refusal) as found:
        ann.get(f"/api/tables/{table}/record")
    assert found.value.name == "not_over"
    promise = ann.get(f"/api/tables/{table}")["commitment"]
    bob.do(table, "resign", seat=1)
    text = bob.http.get(f"/api/tables/{table}/record").text
    record = Record.load(text)
    assert record.commitment == promise
    assert record.secret
    (tmp_path / "game.json").write_text(text, encoding="utf-8")
    assert CliRunner().invoke(main, ["verify", str(tmp_path / "game.json")]).exit_code == 0


def test_a_game_ended_by_agreement_can_be_verified_as_far_as_it_went(ann: Client, bob: Client, table: str) -> None:
    act(ann, table, 0)
    ann.do(table, "offer", seat=0)
    bob.do(table, "answer", seat=1, yes=True)
    view = ann.view(table)
    assert (view["status"], view["ended"]) == ("over", "agreed")
    record = Record.load(bob.http.get(f"/api/tables/{table}/record").text)
    assert record.result is None
    assert len(record.actions) == 1


def test_a_rematch_keeps_the_seats_for_the_same_people(server: Server, ann: Client, bob: Client, table: str) -> None:
    bob.do(table, "resign", seat=1)
    done = ann.do(table, "rematch", "k", seat=0)
    assert ann.do(table, "rematch", "k", seat=0) == done
    refused("already_asked", 409, bob, table, "rematch", seat=1)
    following = done["table"]
    assert bob.view(table)["next"] == following
    stranger = Client(server.port)
    refused("seat_taken", 409, stranger, following, "sit")
    assert bob.do(following, "sit", name="Bob")["seat"] == 0
    assert ann.get(f"/api/tables/{following}")["mine"] == [1]
    assert ann.view(following)["status"] == "running"
    stranger.close()


def test_rules_games_stages_health_and_counts_can_be_read(ann: Client, table: str) -> None:
    games = {game["name"]: game for game in ann.get("/api/games")}
    assert {"beerhex", "hex-dice", "hex-roller", "hexagone", "pocket-hexes"} <= set(games)
    assert len(games["beerhex"]["levels"]) == 5
    assert "#" in ann.get("/api/games/beerhex/rules")["markdown"]
    stage = ann.view(table)["scene"]["stage"]
    answer = ann.http.get(f"/api/tables/{table}/stage/{stage}")
    assert "immutable" in answer.headers["cache-control"]
    assert answer.json()["game"] == "hex-roller"
    assert ann.http.get(f"/api/tables/{table}/stage/other").status_code == 404
    assert ann.get("/healthz")["ok"]
    counts = ann.http.get("/metrics").text
    assert re.search(r'^bestagon_events_total\{kind="sit"\} [1-9]', counts, re.M)
    assert re.search(r"^bestagon_commit_duration_seconds_count [1-9]", counts, re.M)
    assert re.search(r"^bestagon_faults_total \d+\.0$", counts, re.M)


def test_an_internal_error_costs_one_response(ann: Client, bob: Client, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(live: LiveTable, event: TableEvent, body: Chatted) -> None:
        live.other_events += 100
        raise RuntimeError("a fault")

    with monkeypatch.context() as patch:
        patch.setitem(_APPLY, Chatted, fail)
        with pytest.raises(Refusal) as found:
            ann.do(table, "chat", seat=0, text="hello")
    assert (found.value.name, found.value.status) == ("fault", 500)
    assert "RuntimeError" not in str(found.value)
    version = ann.view(table)["version"]
    assert bob.do(table, "chat", seat=1, text="hello")["version"] == version + 1
    assert act(ann, table, 0)["version"] == version + 2


def test_a_visitor_over_the_rate_limit_waits_and_others_do_not(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db", visitor_rate=0.01, visitor_burst=5) as server:
        greedy, other = Client(server.port), Client(server.port)
        for _ in range(5):
            greedy.get("/api/me")
        answer = greedy.http.get("/api/me")
        assert (answer.status_code, answer.json()["error"]) == (429, "too_many")
        assert "retry-after" in answer.headers
        other.get("/api/me")
        greedy.close()
        other.close()


def test_tables_visitors_and_connections_are_limited(tmp_path: Path) -> None:
    limits: dict[str, Any] = {"new_visitors": 2, "my_tables": 2, "visitor_sockets": 1}
    with serving(tmp_path / "t.db", **limits) as server:
        one, two = Client(server.port), Client(server.port)
        with pytest.raises(Refusal, match="too_many"):
            Client(server.port)
        tables = [one.create("beerhex")["table"] for _ in range(2)]
        with pytest.raises(Refusal, match="2 tables"):
            one.create("beerhex")
        two.create("beerhex")
        with one.live(tables[0]) as connection:
            hear(connection, 0)
            with pytest.raises(InvalidStatus, match="429"), one.live(tables[0]):
                pass
            with two.live(tables[0]) as other:
                hear(other, 0)
        one.close()
        two.close()


def long_game(ann: Client, bob: Client) -> str:
    """Return a table with a game that is replayed in a thread."""
    table: str = ann.create("hex", options={"size": 14}, seats=[{"kind": "me"}, {"kind": "open"}])["table"]
    bob.do(table, "sit")
    players = (ann, bob)
    for number in range(LONG + 2):
        seat = number % 2
        view = players[seat].view(table, seat)
        choices = [choice for choice in view["scene"]["choices"] if choice[1] != "swap"]
        # Far apart, so that nobody connects two sides.
        players[seat].do(table, "act", seat=seat, action=choices[number * 7 % len(choices)][0], version=view["version"])
    return table


@pytest.fixture
def in_threads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which the names of functions are added that are called in threads."""
    found: list[str] = []
    to_thread = asyncio.to_thread

    def note(work: Callable[..., Any]) -> None:
        found.append(work.func.__name__ if isinstance(work, partial) else work.__name__)

    def noted(work: Callable[..., Any], *given: Any) -> Awaitable[Any]:
        note(work)
        return to_thread(work, *given)

    def sliced(work: Callable[..., Any], *given: Any) -> Sliced[Any]:
        note(work)
        return in_one_slice(work, *given)

    monkeypatch.setattr(asyncio, "to_thread", noted)
    monkeypatch.setattr("bestagon.server.app.in_one_slice", sliced)
    return found


def test_undo_with_consent_replays_a_long_game_outside_the_event_loop(ann: Client, bob: Client, in_threads: list[str]) -> None:
    table = long_game(ann, bob)
    in_threads.clear()
    ann.do(table, "undo", seat=0)
    bob.do(table, "answer", seat=1, yes=True)
    assert in_threads == ["apply"]  # The question alone replays nothing.
    view = ann.view(table, 0)
    assert view["scene"]["choices"]
    ann.do(table, "act", seat=0, action=view["scene"]["choices"][0][0], version=view["version"])


def test_undo_in_another_process_is_replayed_outside_the_event_loop_too(postgres: Postgres, in_threads: list[str]) -> None:
    url = postgres.clear()
    with serving(url) as one, serving(url) as two:
        ann, bob = Client(one.port), Client(one.port)
        table = long_game(ann, bob)
        with ann.live(table, 0, port=two.port) as elsewhere:
            hear(elsewhere, LONG)
            in_threads.clear()
            ann.do(table, "undo", seat=0)
            done = bob.do(table, "answer", seat=1, yes=True)
            view = hear(elsewhere, done["version"])
        assert in_threads.count("apply") == 2  # The answer in both processes.
        assert view["scene"]["choices"]
        ann.move(two.port)
        ann.do(table, "act", seat=0, action=view["scene"]["choices"][0][0], version=view["version"])
        ann.close()
        bob.close()


def test_the_record_of_a_long_game_is_content_of_the_reader(ann: Client, bob: Client) -> None:
    # It takes 17 ms for 6,000 actions, for which everybody else would wait.
    def charged() -> float:
        lines = ann.http.get("/metrics").text.splitlines()
        return sum(float(line.split()[1]) for line in lines if line.startswith("bestagon_content_seconds_total "))

    long, short = long_game(ann, bob), ann.create("hex", seats=[{"kind": "me"}, {"kind": "me"}])["table"]
    for table, actions in ((short, 1), (long, LONG + 3)):
        ann.do(table, "resign", seat=0)
        before = charged()
        assert len(ann.get(f"/api/tables/{table}/record")["actions"]) == actions
        assert (charged() > before) is (table == long)


@pytest.mark.parametrize(("public", "cached"), [(True, "no-cache"), (False, "private, no-store")])
def test_the_record_of_a_private_table_is_stored_nowhere(ann: Client, public: bool, cached: str) -> None:
    table = ann.create("beerhex", public=public, seats=[{"kind": "me"}, {"kind": "me"}])["table"]
    ann.do(table, "resign", seat=0)
    assert ann.http.get(f"/api/tables/{table}/record").headers["cache-control"] == cached
