"""Replays, analyses and continuations of records."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from click.testing import CliRunner
from tests.server.serving import Client, Refusal, Server, serving

import bestagon
from bestagon.bots.self_play import play_games
from bestagon.cli.main import main
from bestagon.core import registry
from bestagon.core.position import SPECTATOR
from bestagon.core.record import Record
from bestagon.scene.model import Scene
from bestagon.server.tables.sanitize import BOTS


@pytest.fixture(scope="module")
def thinking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a bot process."""
    with serving(tmp_path_factory.mktemp("thinking") / "tables.db", bots=1) as found:
        yield found


@pytest.fixture
def cat(thinking: Server) -> Iterator[Client]:
    """A visitor of that server."""
    client = Client(thinking.port)
    yield client
    client.close()


def hex_game(*texts: str, size: int = 3) -> str:
    table = bestagon.start("hex", seed=7, size=size)
    for text in texts:
        table.play(text)
    return Record.of(table).to_json()


OURS = [name for name, game in registry.all_games().items() if registry.is_ours(game)]
SHORT = hex_game("a1", "c1", "a2", "c2", "b2", "b1")
"""Red could win with the fifth stone at a3, but misses it."""


@pytest.mark.parametrize("game", OURS)
def test_a_record_is_shown_as_the_scenes_of_its_game(ann: Client, game: str) -> None:
    found = registry.game(game)
    players = found.usual_players
    (outcome,) = play_games(game, players, found.complete(players, {}), ["random"] * players, [3], records=True)
    shown = ann.post("/api/replays", {"record": outcome.record})
    record = Record.load(outcome.record)
    assert shown["title"] == found.title
    assert [frame.get("seat", -1) for frame in shown["frames"]] == [-1, *(seat for seat, _ in record.actions)]
    assert all(frame["words"] for frame in shown["frames"][1:])
    *_, end = record.steps()
    last = shown["frames"][-1]["scene"]
    assert last["over"]
    assert [seat["score"] for seat in last["seats"]] == list(end.scores)
    assert last["prompt"] == found.scene(end.position, SPECTATOR).prompt
    assert not any("choices" in frame["scene"] for frame in shown["frames"])


def test_a_table_has_a_record_only_when_it_is_over(ann: Client, bob: Client, table: str) -> None:
    with pytest.raises(Refusal, match="not_over"):
        ann.get(f"/api/tables/{table}/record")
    bob.do(table, "resign", seat=1)
    record = bob.http.get(f"/api/tables/{table}/record").text
    assert "cells" not in ann.view(table)["log"][-1]
    frames = ann.post("/api/replays", {"record": record})["frames"]
    assert frames[-1]["words"] == "Player 2 resigns. Player 1 wins."


@pytest.mark.parametrize("record", ["", "{}", "[" * 5000, SHORT[:-40], SHORT.replace("b2", "z9"), SHORT.replace('"hex"', '"chess"')])
@pytest.mark.parametrize(("path", "more"), [("replays", {}), ("analyses", {}), ("branches", {"at": 0, "seat": 0})])
def test_invalid_records_are_refused(cat: Client, path: str, more: dict[str, int], record: str) -> None:
    with pytest.raises(Refusal) as refused:
        cat.post(f"/api/{path}", {"record": record, **more})
    assert refused.value.name == "bad_record"


def test_a_running_game_with_sealed_dice_cannot_be_shown_or_continued(ann: Client) -> None:
    table = bestagon.start("beerhex")
    text = Record.of(table).to_json()
    for path, more in (("replays", {}), ("branches", {"at": 0, "seat": 0})):
        with pytest.raises(Refusal, match="secret of its sealed dice"):
            ann.post(f"/api/{path}", {"record": text, **more})


def test_an_analysis_grows_until_it_is_complete(cat: Client) -> None:
    found = cat.post("/api/analyses", {"record": SHORT})
    known = len(found["decisions"])
    assert known > 0
    while known < found["total"]:
        found = cat.get(f"/api/analyses/{found['id']}")
        assert len(found["decisions"]) > known
        known = len(found["decisions"])
    assert [decision["move"] for decision in found["decisions"]] == [1, 2, 3, 4, 5, 6]
    fifth = found["decisions"][4]
    assert (fifth["seat"], fifth["better"], fifth["words"], fifth["cells"]) == (0, "a3", "Red puts a stone", ["a3"])
    assert fifth["before"] > fifth["after"]
    assert all(len(decision["chances"]) == 2 for decision in found["decisions"])
    assert found["final"] == []
    # All clients share the analysis, whether they send the record or its hash.
    assert cat.post("/api/analyses", {"record": SHORT}) == found
    assert found["id"] == hashlib.sha256(SHORT.encode()).hexdigest()


def test_an_analysis_is_shared_with_another_visitor_who_has_only_its_id(cat: Client, thinking: Server) -> None:
    whole = judged(cat, SHORT)
    other = Client(thinking.port)
    assert other.get(f"/api/analyses/{whole['id']}") == whole
    other.close()


def test_a_poll_is_small_however_long_the_record(cat: Client) -> None:
    options = registry.game("hex-dice").complete(2, {"patience": 60})
    (outcome,) = play_games("hex-dice", 2, options, ["random"] * 2, [3], records=True)
    assert len(outcome.record) > 2000
    found = cat.post("/api/analyses", {"record": outcome.record})
    answer = cat.http.get(f"/api/analyses/{found['id']}")
    assert answer.status_code == 200
    assert len(answer.request.url.raw_path) + len(answer.request.content) < 200


@pytest.mark.parametrize("id", ["0" * 64, "nonsense"])
def test_an_unknown_analysis_is_refused_so_that_the_client_sends_the_record(cat: Client, id: str) -> None:
    with pytest.raises(Refusal, match="send the record again") as refused:
        cat.get(f"/api/analyses/{id}")
    assert (refused.value.name, refused.value.status) == ("no_analysis", 404)


def test_polls_are_for_visitors(thinking: Server) -> None:
    with httpx.Client(base_url=f"http://127.0.0.1:{thinking.port}") as nobody:
        assert nobody.get(f"/api/analyses/{'0' * 64}").json()["error"] == "no_visitor"


def judged(client: Client, record: str, language: str = "en") -> Any:
    """Poll an analysis until it is complete."""
    found = client.post(f"/api/analyses?language={language}", {"record": record})
    while len(found["decisions"]) < found["total"]:
        found = client.get(f"/api/analyses/{found['id']}", language=language)
    return found


def test_an_analysis_has_mistakes_and_the_result(cat: Client) -> None:
    record = hex_game("b2", "c1", "a3", "c3", "b1")
    found = judged(cat, record)
    assert found["final"] == [1.0, 0.0]
    costs = {one["move"]: one["before"] - one["after"] for one in found["decisions"]}
    assert found["mistakes"] == sorted((move for move in costs if costs[move] >= 0.1), key=lambda move: (-costs[move], move))


def test_without_bots_there_is_no_analysis(ann: Client) -> None:
    with pytest.raises(Refusal) as refused:
        ann.post("/api/analyses", {"record": SHORT})
    assert (refused.value.name, refused.value.status) == ("no_bots", 503)


@pytest.mark.parametrize("path", ["replays", "analyses", "branches", "tables"])
def test_a_record_that_is_missing_is_malformed(ann: Client, path: str) -> None:
    headers = {"Content-Type": "application/json", "Idempotency-Key": "k"}
    refused = ann.http.post(f"/api/{path}", content=b"", headers=headers)
    assert (refused.status_code, refused.json()["error"]) == (400, "malformed")


def test_analyses_and_replays_are_limited(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", visitor_content=1e-6, visitor_analyses=0) as server:
        client, other = Client(server.port), Client(server.port)
        with pytest.raises(Refusal, match="too many analyses at once"):
            client.post("/api/analyses", {"record": SHORT})
        with pytest.raises(Refusal, match="too many analyses at once"):
            client.get("/api/analyses/0")
        server.app._content._limits.spend_content(client_id(server, client), "", 2.0)
        for path, more in (("replays", {}), ("branches", {"at": 0, "seat": 0})):
            with pytest.raises(Refusal, match="too many replays and lessons by one visitor: try again in"):
                client.post(f"/api/{path}", {"record": SHORT, **more})
        other.post("/api/replays", {"record": SHORT})
        client.close()
        other.close()


def client_id(server: Server, client: Client) -> str:
    """The id that the server has given a visitor."""
    return server.app._scheduler._keys.visitor(client.token)


def test_a_recorded_game_is_continued_with_new_dice(ann: Client) -> None:
    (outcome,) = play_games(
        "pocket-hexes", 2, registry.game("pocket-hexes").complete(2, {"sheet": "small"}), ["greedy"] * 2, [4], records=True
    )
    before = Record.load(outcome.record)
    at = 6
    seat = before.actions[at][0]
    body = {"record": outcome.record, "at": at, "seat": seat, "level": "friendly", "name": "Ann"}
    made = ann.post("/api/branches", body, "again")
    assert ann.post("/api/branches", body, "again") == made
    table = made["table"]
    info = ann.get(f"/api/tables/{table}")
    assert (info["begun"], info["mine"], info["options"]) == (at, [seat], before.options)
    view = ann.view(table, seat)
    assert view["status"] == "running"
    assert view["seats"][seat]["name"] == "Ann"
    assert view["seats"][1 - seat]["name"] in BOTS
    assert view["seats"][1 - seat] | {"acting": True, "name": ""} == {"name": "", "kind": "bot", "level": "friendly", "acting": True}
    steps = before.steps()
    for _ in range(at + 1):
        then = next(steps)
    scene = registry.game("pocket-hexes").scene(then.view(seat).position, seat)
    assert view["scene"]["boards"] == _built(scene)["boards"]
    done = ann.do(table, "act", seat=seat, action=view["scene"]["choices"][0][0], version=view["version"])
    ann.do(table, "resign", seat=seat)
    assert done["version"] == 1
    text = ann.http.get(f"/api/tables/{table}/record").text
    after = Record.load(text)
    assert after.actions[:at] == before.actions[:at]
    assert [branch.at for branch in after.branches] == [at]
    assert after.branches[0].commitment == info["commitment"]


def _built(scene: Scene) -> Any:
    return msgspec.json.decode(msgspec.json.encode(scene))


def test_a_continued_game_survives_a_restart_and_an_archive(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as server:
        client = Client(server.port)
        table = client.post("/api/branches", {"record": SHORT, "at": 4, "seat": 0})["table"]
        view = client.view(table, 0)
        client.do(table, "act", seat=0, action="c3", version=view["version"])
        seen = client.view(table, 0)
    with serving(tmp_path / "tables.db") as server:
        client.move(server.port)
        assert client.view(table, 0)["scene"] == seen["scene"]
        client.close()
    for command, name in (("export", "tables"), ("import", "other")):
        done = CliRunner().invoke(main, [command, str(tmp_path / "all"), "--store", f"sqlite:///{tmp_path}/{name}.db"])
        assert (done.exit_code, done.output[:8]) == (0, "1 tables")


@pytest.mark.parametrize(
    ("more", "name", "words"),
    [
        ({"at": 7, "seat": 0}, "bad_record", "nothing after 7"),
        ({"at": 2, "seat": 2}, "no_seat", "seat 2"),
        ({"at": 2, "seat": 0, "level": "god"}, "bad_option", "no level 'god'"),
        ({"at": -1, "seat": 0}, "malformed", "at"),
    ],
)
def test_invalid_continuations_are_refused(ann: Client, more: dict[str, Any], name: str, words: str) -> None:
    with pytest.raises(Refusal, match=words) as refused:
        ann.post("/api/branches", {"record": SHORT, **more})
    assert refused.value.name == name


def test_a_finished_game_cannot_be_continued_from_its_end(ann: Client) -> None:
    over = hex_game("b2", "c1", "a3", "c3", "b1")
    with pytest.raises(Refusal, match="the game is over"):
        ann.post("/api/branches", {"record": over, "at": 5, "seat": 0})
    assert ann.post("/api/branches", {"record": over, "at": 4, "seat": 0})["table"]


def test_a_seat_that_resigned_cannot_be_taken(ann: Client) -> None:
    table = bestagon.start("hexagone", players=3, seed=2)
    table.resign(1)
    with pytest.raises(Refusal, match="does not take part"):
        ann.post("/api/branches", {"record": Record.of(table).to_json(), "at": 1, "seat": 1})


def test_texts_about_a_record_are_in_the_clients_language(cat: Client) -> None:
    table = bestagon.start("beerhex", seed=3, sets=1)
    for _ in range(8):
        table.play(table.moves()[0])
    record = Record.of(table).to_json()
    told = {language: judged(cat, record, language) for language in ("en", "de")}
    english, german = (found["decisions"] for found in told.values())
    assert [one["chances"] for one in english] == [one["chances"] for one in german]
    pairs = [(one["words"], other["words"]) for one, other in zip(english, german, strict=True) if "words" in one]
    assert pairs
    assert all(one != other for one, other in pairs)
    shown = [cat.post(f"/api/replays?language={language}", {"record": record})["frames"][1]["words"] for language in ("en", "de")]
    assert shown[0] != shown[1]
