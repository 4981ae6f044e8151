"""Golden playthroughs: whole games must stay unchanged. `python tools/playthroughs.py` rewrites them."""

from __future__ import annotations

import pytest

from bestagon.core import registry
from playthroughs import VARIANTS, path_of, playthrough

WRITTEN = [(name, players, options) for name, variants in VARIANTS.items() for players, options in variants]


@pytest.mark.parametrize(("name", "players", "options"), WRITTEN)
def test_a_whole_game_is_unchanged(name: str, players: int, options: dict[str, object]) -> None:
    assert playthrough(name, players, options) == path_of(name, players, options).read_text(encoding="utf-8")


def test_every_game_has_a_playthrough() -> None:
    assert set(VARIANTS) == set(registry.all_games())
