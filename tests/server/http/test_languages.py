"""Language negotiation; everybody at a table reads their own language."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from tests.server.serving import Client, Refusal, Server, hear
from websockets.sync.client import connect

from bestagon.bots.levels import NAMES
from bestagon.server.errors import STATUS
from bestagon.server.http.languages import preferred
from bestagon.server.tables.sanitize import BOTS

CATALOGUE = Path(__file__).resolve().parents[3] / "client" / "src" / "i18n" / "de.ts"


@pytest.mark.parametrize(
    ("query", "header", "wanted"),
    [
        (b"", b"", "en"),
        (b"language=de", b"", "de"),
        (b"seat=1&language=de", b"en", "de"),
        (b"language=DE-at", b"", "de"),
        (b"language=fr", b"de", "en"),
        (b"xlanguage=de", b"", "en"),
        (b"", b"de-DE,de;q=0.9,en;q=0.8", "de"),
        (b"", b"fr, en;q=0.3, de;q=0.7", "de"),
        (b"", b"en-GB, de;q=0.9", "en"),
        (b"", b"fr, *;q=0.5", "en"),
        (b"", b"de;q=x", "en"),
        (b"", b"de;q=0", "en"),
        (b"", b"\xff\xfe;;,,", "en"),
    ],
)
def test_which_language_is_preferred(query: bytes, header: bytes, wanted: str) -> None:
    assert preferred(query, {b"accept-language": header}) == wanted


def test_games_rules_and_samples(ann: Client) -> None:
    games = {game["name"]: game for game in ann.get("/api/games", language="de")}
    assert games["beerhex"]["summary"].endswith("und verbinde deine beiden Seiten.")
    side = next(option for option in games["hex-roller"]["options"] if option["name"] == "side")
    assert (side["choices"], side["words"]) == (["front", "back"], ["Groß: Vorderseite, sieben Runden", "Klein: Rückseite, sechs Runden"])
    assert "Sechsecken" in ann.get("/api/games/beerhex/rules", language="de")["markdown"]
    assert "hexagons" in ann.get("/api/games/beerhex/rules")["markdown"]
    for language, name in (("de", "Silber"), ("en", "Silver")):
        found = ann.get("/api/games/beerhex/sample", language=language)
        assert found["stage"]["players"][1]["name"] == name


def test_the_header_works_like_the_query_and_is_in_vary(server: Server, ann: Client) -> None:
    answer = ann.http.get("/api/games/hexagone/sample", headers={"Accept-Language": "de-AT"})
    assert answer.headers["vary"] == "accept-language"
    assert answer.json() == ann.get("/api/games/hexagone/sample", language="de")
    assert answer.json() != ann.get("/api/games/hexagone/sample")


def test_people_at_one_table_read_their_own_language(ann: Client, bob: Client, table: str) -> None:
    german = f"ws://127.0.0.1:{ann.port}/api/tables/{table}/live?seat=0&language=de"
    with (
        connect(german, additional_headers={"Authorization": f"Bearer {ann.token}"}, compression=None) as a,
        bob.live(table, 1) as b,
    ):
        first: dict[str, Any] = hear(a, 0)
        assert first["scene"]["prompt"] == "Wähle deine erste Zahl."
        assert hear(b, 0)["scene"]["prompt"] == "Choose your first number."
        action = next(choice for choice in first["scene"]["choices"] if choice[2].startswith("Nimm die "))
        done = ann.do(table, "act", seat=0, action=action[0], version=first["version"])
        heard = hear(a, done["version"]), hear(b, done["version"])
    assert re.fullmatch(r"Spieler 1 nimmt die \d.*", heard[0]["log"][0]["words"])
    assert re.fullmatch(r"Player 1 takes the \d.*", heard[1]["log"][0]["words"])
    stages = [ann.get(f"/api/tables/{table}/stage/{view['scene']['stage']}") for view in heard]
    assert [stage["trays"][0]["title"] for stage in stages] == ["Würfel", "Dice"]
    assert ann.get(f"/api/tables/{table}/view", seat=0, language="de")["log"][-1]["words"] == heard[0]["log"][0]["words"]


def test_default_names_are_in_the_readers_language(ann: Client, bob: Client) -> None:
    seats = [{"kind": "me"}, {"kind": "bot", "level": "skilled"}, {"kind": "me", "name": "Player 1"}, {"kind": "open"}]
    made = ann.post("/api/tables?language=de", {"game": "pocket-hexes", "players": 4, "public": True, "seats": seats})
    table = made["table"]
    bot = ann.view(table)["seats"][1]["name"]
    assert bot in BOTS
    wanted = {
        "en": ["Player 1", bot, "Player 1", "Player 4"],
        "de": ["Spieler 1", bot, "Player 1", "Spieler 4"],
    }
    for language, names in wanted.items():
        assert [seat["name"] for seat in ann.get(f"/api/tables/{table}/view", language=language)["seats"]] == [*names[:3], ""]
    bob.do(table, "sit", seat=3)
    for language, names in wanted.items():
        view = ann.get(f"/api/tables/{table}/view", language=language)
        assert [seat["name"] for seat in view["seats"]] == names
        assert [line["text"] for line in view["log"] if line["kind"] == "sit"] == names[3:]
        lines = ann.get("/api/tables", language=language)["tables"]
        assert next(line["seats"] for line in lines if line["table"] == table) == names


def test_errors_are_in_the_clients_language(ann: Client) -> None:
    with pytest.raises(Refusal) as found:
        ann.post("/api/tables?language=de", {"game": "hexagone", "players": 2, "options": {"teams": True}})
    assert found.value.problem["message"] == "Teams gibt es nur zu viert, nicht zu 2."


def test_the_client_has_german_words_for_every_refusal_and_level() -> None:
    text = CATALOGUE.read_text(encoding="utf-8")
    problems = re.search(r"problems: \{(.*?)\n  \},", text, re.DOTALL)
    levels = re.search(r"const levels.*?\{(.*?)\}", text, re.DOTALL)
    assert problems
    assert levels
    assert set(re.findall(r"^    (\w+):", problems[1], re.MULTILINE)) == {*STATUS, "fault"}
    assert tuple(re.findall(r"(\w+):", levels[1])) == NAMES
