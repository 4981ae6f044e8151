"""Caches whose owner is large: only those used last are kept, and so is little of what strangers send as data."""

from __future__ import annotations

import gc
import tracemalloc
from pathlib import Path

import pytest

import bestagon
from bestagon.core import registry
from bestagon.core.dice import fast
from bestagon.core.owned_cache import OWNERS, owned_cache
from bestagon.i18n import use_language

FOLDER = Path(bestagon.__file__).parent / "games"
FILES = {
    "hex-dice": "hex_dice/data/map6-1.txt",
    "hex-roller": "hex_roller/data/back.txt",
    "hexagone": "hexagone/data/deck.txt",
    "pocket-hexes": "pocket_hexes/data/small.txt",
}
WARM_UP = 40
"""Caches of set-ups are full after so many."""
MORE = 40
FEW = 8
SET_UP = 300 << 10
"""Bytes of one with most players; caches have 64 of each game. They take 110 to 265 KB; before they shared texts it was 325 to 480."""
LARGEST = 1 << 20
"""What these may add in bytes; the sheets of Pocket Hexes added 16 MB."""


def test_results_are_kept_for_the_owners_used_last() -> None:
    calls: list[tuple[str, int]] = []

    @owned_cache(2)
    def double(owner: str, number: int) -> int:
        calls.append((owner, number))
        return 2 * number

    assert [double("a", 1), double("a", 1), double("a", number=2)] == [2, 2, 4]
    assert calls == [("a", 1), ("a", 2)]
    for n in range(OWNERS):
        double(f"b{n}", 1)
    assert double("a", 1) == 2
    assert calls.count(("a", 1)) == 2


def test_each_owner_has_a_bounded_cache() -> None:
    calls: list[int] = []

    @owned_cache(2)
    def same(owner: str, number: int) -> int:
        calls.append(number)
        return number

    for number in (1, 2, 3, 1):
        same("a", number)
    assert calls == [1, 2, 3, 1]


def test_every_game_that_reads_data_is_looked_at() -> None:
    assert {name for name, game in registry.all_games().items() if any(option.data for option in game.options)} == set(FILES)


@pytest.mark.parametrize("name", sorted(FILES))
def test_a_set_up_with_data_takes_little_memory(name: str) -> None:
    game = registry.game(name)
    option = next(option.name for option in game.options if option.data)
    text = (FOLDER / FILES[name]).read_text(encoding="utf-8")
    players = max(game.players)

    def look(number: int) -> None:
        position = game.setup(players, game.complete(players, {option: f"# few {number}\n{text}"}))
        position.start(fast(number))
        game.stage(position)
        game.scene(position, -1)

    look(0)
    gc.collect()
    tracemalloc.start()
    try:
        for number in range(FEW):
            look(1 + number)
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] < FEW * SET_UP
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("name", sorted(FILES))
def test_the_data_of_strangers_is_not_kept(name: str) -> None:
    game = registry.game(name)
    option = next(option.name for option in game.options if option.data)
    text = (FOLDER / FILES[name]).read_text(encoding="utf-8")

    def look(first: int, count: int) -> None:
        for number in range(first, first + count):
            position = game.setup(2, game.complete(2, {option: f"# {number}\n{text}"}))
            position.start(fast(number))
            for language in ("en", "de"):
                with use_language(language):
                    game.stage(position)
                    for seat in (-1, 0):
                        game.scene(position, seat)

    tracemalloc.start()
    try:
        look(0, WARM_UP)
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        look(WARM_UP, MORE)
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] - before < LARGEST
    finally:
        tracemalloc.stop()
