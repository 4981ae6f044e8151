"""The browser client's files, and the samples of the games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.server.serving import Client, Server, serving

from bestagon.core import registry

PAGE = "<!doctype html><title>the page</title>" + " " * 300


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a small client."""
    folder = tmp_path_factory.mktemp("site")
    for name, text in {"index.html": PAGE, "main-ABC.js": "let a", "icon.svg": "<svg/>", "deep/file.txt": "x"}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    (folder.parent / "secret.txt").write_text("secret", encoding="utf-8")
    with serving(folder.parent / "pages.db", client=str(folder)) as found:
        yield found


@pytest.fixture
def eve(site: Server) -> Iterator[Client]:
    client = Client(site.port)
    yield client
    client.close()


def test_every_page_address_gets_the_page(eve: Client) -> None:
    for path in ("/", "/t/abc", "/replay/x", "/rules/hex-dice"):
        answer = eve.http.get(path)
        assert (answer.status_code, answer.text) == (200, PAGE)
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.headers["cache-control"] == "no-cache"
        assert "script-src 'self'" in answer.headers["content-security-policy"]


def test_a_browser_without_gzip_gets_an_uncompressed_page(eve: Client) -> None:
    answer = eve.http.get("/", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in answer.headers
    assert answer.text == PAGE


def test_files_have_content_types_and_hashed_files_are_immutable(eve: Client) -> None:
    script = eve.http.get("/main-ABC.js")
    assert script.headers["content-type"] == "text/javascript; charset=utf-8"
    assert "immutable" in script.headers["cache-control"]
    assert eve.http.get("/icon.svg").headers["content-type"] == "image/svg+xml"
    assert eve.http.get("/deep/file.txt").text == "x"
    head = eve.http.head("/main-ABC.js")
    assert (head.content, head.headers["content-length"]) == (b"", "5")


@pytest.mark.parametrize("path", ["/none.js", "/../secret.txt", "/%2e%2e/secret.txt", "/deep/../../secret.txt", "/api/none", "/api/x.js"])
def test_unknown_paths_are_not_found(eve: Client, path: str) -> None:
    answer = eve.http.get(path)
    assert answer.status_code == 404
    assert answer.json()["error"] == "no_page"


def test_pages_do_not_accept_posts(eve: Client) -> None:
    assert eve.http.post("/t/abc", json={}).status_code == 404


@pytest.mark.parametrize("game", [name for name, game in registry.all_games().items() if registry.is_ours(game)])
def test_a_sample_is_a_game_in_the_middle_of_play(eve: Client, game: str) -> None:
    found = eve.get(f"/api/games/{game}/sample")
    assert found["stage"]["game"] == game
    scene = found["scene"]
    assert not scene.get("over", False)
    assert "choices" not in scene
    assert any(field.get("cells") for field in scene["boards"].values())
    assert eve.get(f"/api/games/{game}/sample") == found


def test_there_is_no_sample_of_an_unknown_game(eve: Client) -> None:
    answer = eve.http.get("/api/games/chess/sample")
    assert (answer.status_code, answer.json()["error"]) == (404, "no_game")


def test_our_games_come_before_those_of_others(eve: Client) -> None:
    games = eve.get("/api/games")
    assert [game["extra"] for game in games] == sorted(game["extra"] for game in games)
    assert {game["name"] for game in games if game["extra"]} == {"hex", "tictactoe"}
    for game in games:
        assert set(game["elo"]) <= set(game["levels"])


def test_files_count_for_the_rate_limit_of_an_address(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(PAGE, encoding="utf-8")
    with serving(tmp_path / "pages.db", client=str(tmp_path), address_rate=0.001, address_burst=3) as server:
        answers = [httpx.get(f"http://127.0.0.1:{server.port}/") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert answers[3].json()["error"] == "too_many"
    assert int(answers[3].headers["retry-after"]) > 0
