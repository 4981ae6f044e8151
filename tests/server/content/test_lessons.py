"""Lessons, previews and the example scenes of the rules over HTTP."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.server.serving import Client, Refusal

OURS = ("beerhex", "hex-dice", "hex-roller", "hexagone", "pocket-hexes")
MOST_PREVIEW = 16_000
"""Letters of a preview: five of them are loaded before the home page is complete."""


def attempt(client: Client, actions: list[int | str], game: str = "beerhex", lesson: int | str = 1) -> Any:
    return client.post(f"/api/games/{game}/lessons/{lesson}", {"actions": actions})


def refusal(client: Client, *asked: Any, **given: Any) -> tuple[str, int, str]:
    with pytest.raises(Refusal) as found:
        attempt(client, *asked, **given)
    return found.value.name, found.value.status, found.value.problem["message"]


def test_a_lesson_proceeds_action_by_action(ann: Client) -> None:
    view = attempt(ann, [])
    assert (view["lesson"], view["done"], view["tasks"], view["said"]) == (1, 0, 2, "")
    assert view["lessons"][0] == "Suns and moons"
    view = attempt(ann, [view["scene"]["choices"][0][0]])
    assert view["right"]
    assert (view["done"], view["cells"]) == (1, ["c3"])
    view = attempt(ann, ["a1 own", "b1 other"])
    assert (view["done"], view["words"], view["answer"]) == (2, "", "")
    assert "choices" not in view["scene"]


def test_a_wrong_action_gets_advice_and_is_taken_back(ann: Client) -> None:
    before = attempt(ann, ["a1 own"])
    view = attempt(ann, ["a1 own", "b1 own"])
    assert not view["right"]
    assert view["said"].startswith("That was an honest cap")
    assert view["scene"] == before["scene"]


def test_the_shown_answer_can_be_played(ann: Client) -> None:
    for game in OURS:
        done: list[int | str] = []
        view = attempt(ann, done, game)
        while view["done"] < view["tasks"]:
            done.append(next(c[0] for c in view["scene"]["choices"] if c[2] == view["answer"] and list(c[3:4]) in ([view["picks"]], [])))
            view = attempt(ann, done, game)
            assert view["right"], game


def test_what_every_answer_needs_is_highlighted(ann: Client) -> None:
    assert attempt(ann, [])["touch"] == ["p1.cap.own"]  # on any cell
    assert attempt(ann, [], lesson=2)["touch"] == ["b3", "c3", "d3"]
    assert attempt(ann, ["attack b3 c3 d3", "c3 own"], lesson=2)["touch"] == []


def test_a_lesson_tells_the_action_and_the_reply(ann: Client) -> None:
    view = attempt(ann, ["a1 own"])
    assert {beat["seat"] for beat in view["beats"] if "seat" in beat} == {0, 1}
    assert attempt(ann, [])["beats"] == []


def test_a_lesson_shows_only_what_the_learner_may_know(ann: Client) -> None:
    works, meets = attempt(ann, [], lesson=2), attempt(ann, [], lesson=3)
    for view in (works, meets):
        assert {cell["piece"]["kind"] for cell in view["scene"]["boards"][""]["cells"].values() if cell["piece"].get("seat")} == {"cap"}
    assert works["scene"]["boards"] == meets["scene"]["boards"]


def test_bad_attempts_are_refused_by_name(ann: Client) -> None:
    assert refusal(ann, [], game="chess")[:2] == ("no_game", 404)
    assert refusal(ann, [], game="hex") == ("no_lesson", 404, "Hex has no lesson 1: it has none")
    assert refusal(ann, [], lesson=8) == ("no_lesson", 404, "BeerHex has no lesson 8: its lessons are 1 to 7")
    assert refusal(ann, [], lesson="one")[:2] == ("malformed", 400)
    assert refusal(ann, ["c3 own"]) == ("illegal", 409, "action 1: 'c3 own' is not legal for seat 0 now")
    assert refusal(ann, [5000])[0] == "illegal"
    assert refusal(ann, ["nonsense"])[0] == "illegal"
    assert refusal(ann, ["a1 other", "b1 own"])[0] == "illegal"
    assert refusal(ann, [1] * 41)[0] == "malformed"


def test_lessons_and_pictures_speak_german(ann: Client) -> None:
    view = ann.post("/api/games/beerhex/lessons/1?language=de", {"actions": ["a1 own", "b1 own"]})
    assert view["lessons"][0] == "Sonnen und Monde"
    assert view["said"].startswith("Das war ein ehrlicher Korken.")
    assert view["answer"] == "Kronkorken mit silbernem Symbol legen"
    rules = ann.get("/api/games/beerhex/rules", language="de")
    assert rules["pictures"][0]["words"].startswith("Gold verbindet die goldenen Seiten")
    assert ann.get("/api/games/beerhex/rules")["pictures"][0]["words"].startswith("Gold joins")


def test_the_list_of_games_has_the_number_of_lessons(ann: Client) -> None:
    found = {game["name"]: game["lessons"] for game in ann.get("/api/games")}
    assert all(found[game] >= 5 for game in OURS)
    assert found.get("hex", 0) == 0


def test_the_rules_come_with_their_pictures(ann: Client) -> None:
    rules = ann.get("/api/games/beerhex/rules")
    assert rules["markdown"].startswith("# BeerHex")
    assert (rules["title"], rules["lessons"]) == ("BeerHex", 7)
    assert [picture["section"] for picture in rules["pictures"]] == [1, 3, 4, 4, 5, 6, 8]
    assert rules["pictures"][0]["scene"]["boards"][""]["cells"]
    assert ann.get("/api/games/hex/rules")["pictures"] == []


def test_how_a_game_begins_is_shown_for_its_options(ann: Client) -> None:
    layouts = [ann.post("/api/games/hex-dice/setup", {"players": 2, "options": {"terrain": "preset", "preset": n}}) for n in (1, 2)]
    assert layouts[0]["stage"]["boards"] == layouts[1]["stage"]["boards"]
    assert layouts[0]["scene"]["boards"] != layouts[1]["scene"]["boards"]
    with pytest.raises(Refusal) as found:
        ann.post("/api/games/hex-dice/setup", {"players": 5})
    assert (found.value.name, found.value.status) == ("bad_option", 400)


@pytest.mark.parametrize("game", OURS)
def test_a_preview_is_small_and_its_moves_change_its_board(ann: Client, game: str) -> None:
    picture, moves = ann.get(f"/api/games/{game}/sample"), ann.get(f"/api/games/{game}/moves")
    assert len(json.dumps(picture)) < MOST_PREVIEW
    assert 3 <= len(moves) <= 5
    (board,) = picture["stage"]["boards"]
    cells = {f"{board['id']}{cell[0]}" for cell in picture["stage"]["grids"][0]["cells"]}
    assert f"{board['id']}{picture['focus']}" in cells
    scenes = [picture["scene"], *(move["scene"] for move in moves)]
    boards = [json.dumps(scene["boards"][board["id"]]) for scene in scenes]
    assert len(set(boards)) > 1
    seen = {one for move in moves for beat in move["beats"] for one in beat["ids"]}
    assert seen & cells
    assert not any(beat.get("text") for move in moves for beat in move["beats"])


def test_what_a_preview_shows_is_hidden_from_nobody(ann: Client) -> None:
    """Face-down caps have no symbol in the picture."""
    for scene in (ann.get("/api/games/beerhex/sample")["scene"], *(move["scene"] for move in ann.get("/api/games/beerhex/moves"))):
        for cell in scene["boards"][""]["cells"].values():
            assert "up" in cell["piece"].get("marks", ()) or cell["piece"]["kind"] == "cap"
