"""URL routing."""

from __future__ import annotations

import pytest

from bestagon.server.http.router import CACHE_SIZE, MAX_CACHED, Router


@pytest.fixture
def paths() -> Router[str]:
    found: Router[str] = Router()
    for path in ("/", "/api/tables", "/api/tables/{table}", "/api/tables/{table}/act", "/api/{kind}/me/act", "/api/tables/new"):
        found.add(path, path)
    found.add("/api/games/{game}/lessons/{lesson}", "lesson")
    return found


@pytest.mark.parametrize(
    ("path", "what", "parts"),
    [
        ("/", "/", {}),
        ("/api/tables", "/api/tables", {}),
        ("/api/tables/x-1", "/api/tables/{table}", {"table": "x-1"}),
        ("/api/tables/new", "/api/tables/new", {}),
        ("/api/tables/x/act", "/api/tables/{table}/act", {"table": "x"}),
        ("/api/games/hex/lessons/3", "lesson", {"game": "hex", "lesson": "3"}),
        ("/api/dice/me/act", "/api/{kind}/me/act", {"kind": "dice"}),
        ("/api/tables/", None, {}),
        ("/api/tables//act", None, {}),
        ("/api/tables/x/act/", None, {}),
        ("//api/tables", None, {}),
        ("/api/tables/{}", "/api/tables/{table}", {"table": "{}"}),
        ("", None, {}),
        ("/nowhere", None, {}),
    ],
)
def test_paths_are_found_with_their_parameters(paths: Router[str], path: str, what: str | None, parts: dict[str, str]) -> None:
    for _ in range(2):
        assert paths.find(path) == (what, parts)


def test_the_cache_is_bounded(paths: Router[str]) -> None:
    for number in range(CACHE_SIZE + 10):
        assert paths.find(f"/api/tables/{number}") == ("/api/tables/{table}", {"table": str(number)})
    long = "x" * (MAX_CACHED + 1)
    assert paths.find(f"/api/tables/{long}")[1] == {"table": long}
    assert len(paths._cache) <= CACHE_SIZE
    assert all(len(path) <= MAX_CACHED for path in paths._cache)
