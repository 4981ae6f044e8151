"""Real dice over HTTP and the live connection: asked for as data, entered with the command."""

from __future__ import annotations

from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.serving import Client, Refusal, Server, serving

from bestagon.server.jobs.content_jobs import Sliced

ME = {"kind": "me"}
HAND = {"real_dice": True, "players": 2, "seats": [ME, ME]}
FIRST = [3, 4, 4, 5, 6, 7, 8, 8]
SECOND = [5, 5, 5, 6, 6, 7, 3, 4]


def opened(client: Client, **given: Any) -> str:
    table: str = client.create("hex-roller", **{**HAND, "dice": FIRST, **given})["table"]
    return table


def to_the_next_round(client: Client, table: str) -> tuple[dict[str, Any], Refusal]:
    """Play until an action asks for dice, and return both."""
    while True:
        view = client.view(table)
        seat = next(n for n, one in enumerate(view["seats"]) if one.get("acting"))
        choice = client.view(table, seat)["scene"]["choices"][0]
        act = {"seat": seat, "action": choice[0], "version": view["version"]}
        try:
            client.do(table, "act", **act)
        except Refusal as refusal:
            return act, refusal


def test_a_table_is_opened_with_what_was_asked_for(ann: Client) -> None:
    games = {game["name"]: game["real_dice"] for game in ann.get("/api/games")}
    assert [name for name, real in games.items() if real] == ["hex-dice", "hex-roller", "pocket-hexes"]
    dice: list[int] = []
    asked = []
    for numbers in ([2], [1, 2, 3, 0, 5, 6]):
        with pytest.raises(Refusal) as refusal:
            ann.create("pocket-hexes", **HAND, dice=dice)
        assert (refusal.value.status, refusal.value.name) == (409, "needs_dice")
        asked.append(refusal.value.problem["throw"])
        dice += numbers
    assert asked[0]["dice"] == [{"sides": 2, "names": ["Player 1", "Player 2"]}]
    assert asked[1]["dice"][3] == {"sides": 10, "low": 0, "label": "d10"}
    table = ann.create("pocket-hexes", **HAND, dice=dice)["table"]
    info = ann.get(f"/api/tables/{table}")
    assert (info["real_dice"], info["commitment"], info["mine"]) == (True, "", [0, 1])


def test_asking_for_dice_opens_no_table(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", new_tables=2) as server:
        ann = Client(server.port)
        for _ in range(6):
            with pytest.raises(Refusal, match="needs_dice"):
                ann.create("hex-roller", **HAND)
        table = opened(ann)
        ann.do(table, "resign", seat=0)
        for _ in range(3):
            with pytest.raises(Refusal, match="needs_dice"):
                ann.do(table, "rematch", seat=0)
        again = ann.do(table, "rematch", seat=0, dice=SECOND)["table"]
        assert ann.get(f"/api/tables/{again}")["real_dice"]
        with pytest.raises(Refusal, match="too_many"):
            opened(ann)
        ann.close()


def test_an_action_is_sent_again_with_its_dice_over_http_and_over_the_live_connection(ann: Client, bob: Client) -> None:
    table = opened(ann)
    act, refusal = to_the_next_round(ann, table)
    assert refusal.name == "needs_dice"
    assert refusal.problem["throw"] == {"prompt": "Round 2: roll all 8 dice.", "dice": [{"sides": 6, "low": 3}] * 8}
    with pytest.raises(Refusal, match=r"A d6 shows 3 to 8, not 9\.") as wrong:
        ann.do(table, "act", **act, dice=[9] * 8)
    assert (wrong.value.status, wrong.value.name) == (400, "bad_dice")
    with pytest.raises(Refusal, match="not_your_seat"):
        bob.do(table, "act", **act, dice=SECOND)
    with ann.live(table, act["seat"]) as connection:
        msgspec.json.decode(connection.recv())
        for number, dice in enumerate(([], SECOND)):
            connection.send(msgspec.json.encode({"id": number, "key": f"k{number}", "act": {**act, "dice": dice}}).decode())
            answer = msgspec.json.decode(connection.recv())
            assert (answer["answer"], answer["status"]) == (number, 200 if dice else 409)
            if not dice:
                assert answer["problem"]["throw"]["prompt"] == "Round 2: roll all 8 dice."
    line = ann.view(table)["log"][-1]
    assert "5" in line["words"]
    assert any(beat["kind"] == "roll" for beat in line["beats"])


def test_the_prompt_is_in_the_language_of_the_request(ann: Client) -> None:
    answer = ann.http.post("/api/tables?language=de", json={"game": "hex-roller", **HAND}, headers={"Idempotency-Key": "de"})
    assert answer.json()["message"] == "Runde 1: Wirf alle 8 Würfel."


def test_a_record_with_real_dice_is_replayed_analysed_and_continued(ann: Client) -> None:
    table = opened(ann)
    act, _ = to_the_next_round(ann, table)
    ann.do(table, "act", **act, dice=SECOND)
    ann.do(table, "resign", seat=0)
    record = ann.http.get(f"/api/tables/{table}/record").text
    assert '"kind": "hand"' in record
    replay = ann.post("/api/replays", {"record": record})
    assert replay["real_dice"]
    assert any(beat["kind"] == "roll" for beat in replay["frames"][-2]["beats"])
    at = len(replay["frames"]) - 2
    branch = ann.post("/api/branches", {"record": record, "at": at, "seat": 0, "level": ""})["table"]
    info = ann.get(f"/api/tables/{branch}")
    assert (info["real_dice"], len(info["commitment"]), info["begun"]) == (False, 64, at)


def test_entered_dice_survive_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as server:
        ann = Client(server.port)
        table = opened(ann)
        act, _ = to_the_next_round(ann, table)
    with serving(tmp_path / "tables.db") as server:
        ann.move(server.port)
        ann.do(table, "act", **act, dice=SECOND)
        before = ann.view(table, 0)["scene"]
    with serving(tmp_path / "tables.db") as server:
        ann.move(server.port)
        assert ann.view(table, 0)["scene"] == before
        ann.close()


def test_a_table_with_real_dice_is_set_up_as_content_of_its_visitor(server: Server, ann: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asking for dice opens no table and so has no limit of its own, and rolling for the terrain of Hex Dice takes many throws."""
    charged: list[str] = []
    run = server.app._content.run

    def noted(work: Sliced[object], visitor: str, network: str) -> Awaitable[object]:
        charged.append(network)
        return run(work, visitor, network)

    monkeypatch.setattr(server.app._content, "run", noted)
    table = opened(ann)
    with pytest.raises(Refusal, match="needs_dice"):
        ann.create("hex-dice", **HAND, options={"map": 8, "terrain": "generation"})
    ann.do(table, "resign", seat=0)
    assert len(charged) == 2
    with pytest.raises(Refusal, match="needs_dice"):
        ann.do(table, "rematch", seat=0)
    made = ann.post(f"/api/tables/{table}/rematch", {"seat": 0, "dice": SECOND}, "once")
    assert len(charged) == 4
    assert ann.post(f"/api/tables/{table}/rematch", {"seat": 0, "dice": SECOND}, "once") == made
    assert charged == ["127.0.0.1"] * 4


def test_a_table_with_a_data_file_is_set_up_as_content_too(server: Server, ann: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    charged: list[str] = []
    run = server.app._content.run

    def noted(work: Sliced[object], visitor: str, network: str) -> Awaitable[object]:
        charged.append(network)
        return run(work, visitor, network)

    monkeypatch.setattr(server.app._content, "run", noted)
    deck = "C01 * 1\ng g\n"
    table = ann.create("hexagone", options={"data": deck})["table"]
    assert ann.get(f"/api/tables/{table}")["options"]["data"] == deck
    with pytest.raises(Refusal, match="bad_option"):
        ann.create("hexagone", options={"data": deck * 1000})
    assert charged == ["127.0.0.1"] * 2
    ann.create("hexagone", options={"kids": True})
    assert len(charged) == 2
