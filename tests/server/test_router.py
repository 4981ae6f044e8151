"""What is at which path."""

from __future__ import annotations

import pytest

from bestagon.server.http.router import LONGEST, MOST_FOUND, Router


@pytest.fixture
def paths() -> Router[str]:
    found: Router[str] = Router()
    for path in ("/", "/api/tables", "/api/tables/{table}", "/api/tables/{table}/act", "/api/{kind}/me/act", "/api/tables/new"):
        found.put(path, path)
    found.put("/api/games/{game}/lessons/{lesson}", "lesson")
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
def test_paths_are_found_with_their_parts(paths: Router[str], path: str, what: str | None, parts: dict[str, str]) -> None:
    for _ in range(2):
        assert paths.find(path) == (what, parts)


def test_few_paths_are_remembered(paths: Router[str]) -> None:
    for number in range(MOST_FOUND + 10):
        assert paths.find(f"/api/tables/{number}") == ("/api/tables/{table}", {"table": str(number)})
    long = "x" * (LONGEST + 1)
    assert paths.find(f"/api/tables/{long}")[1] == {"table": long}
    assert len(paths._found) <= MOST_FOUND
    assert all(len(path) <= LONGEST for path in paths._found)
