"""Scenes in JSON, whose choices and cells are encoded once."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from bestagon.core import registry
from bestagon.core.position import SPECTATOR
from bestagon.core.table import open_table
from bestagon.i18n import use_language
from bestagon.scene.model import BoardState, CellState, Choice, Piece, Scene
from bestagon.server.tables.scene_json import MOST_CELLS, MOST_CHOICES, CellCache, ChoiceCache, encode_scene, scene

GAMES = ("beerhex", "hex-dice", "hex-roller", "hexagone", "pocket-hexes")


def decoded(choices: bytes) -> list[Choice]:
    return msgspec.json.decode(b"[" + choices + b"]", type=list[Choice])


def decoded_cells(cells: bytes) -> dict[str, CellState]:
    return msgspec.json.decode(b"{" + cells + b"}", type=dict[str, CellState])


@pytest.mark.parametrize("name", GAMES)
def test_a_scene_survives_json_in_every_language(name: str) -> None:
    game, dice = registry.game(name), random.Random(name)
    table = open_table(game, None, 5, {})
    for _ in range(12):
        for language in ("en", "de"):
            with use_language(language):
                for viewer in range(SPECTATOR, table.players):
                    masked = table.view(viewer).position
                    drawn = game.scene(masked, viewer)
                    # Twice: the second time, all choices and cells are known.
                    for text in (encode_scene(drawn), encode_scene(drawn), bytes(scene(game, masked, viewer))):
                        assert msgspec.json.decode(text, type=Scene) == drawn
        table.play(dice.choice(table.moves()))


def test_equal_ids_of_different_choices_are_not_confused() -> None:
    cache = ChoiceCache()
    for number in range(200):
        # Each is freed at the end of its round unless the cache keeps it, and the next one may get its address.
        choice = Choice(number, f"move {number}", "Move", ("a1",))
        assert decoded(cache.encode([choice, choice])) == [choice, choice]
        del choice


def test_a_full_cache_starts_again() -> None:
    cache = ChoiceCache()
    choices = [Choice(number, str(number), "") for number in range(MOST_CHOICES + 10)]
    assert decoded(cache.encode(choices)) == choices
    assert decoded(cache.encode(choices[::-1])) == choices[::-1]
    assert cache.size <= MOST_CHOICES


def test_equal_ids_of_different_cells_are_not_confused() -> None:
    cache = CellCache()
    for number in range(200):
        state = CellState(label=f'"{number}"', piece=Piece("stone", number % 3))
        cells = {'a"1': state, "b\n2": state, "": state}
        assert decoded_cells(cache.encode(cells)) == decoded_cells(cache.encode(cells)) == cells
        del state, cells


def test_a_full_cache_of_cells_starts_again() -> None:
    cache = CellCache()
    cells = {f"a{number}": CellState(label=str(number)) for number in range(MOST_CELLS + 10)}
    assert decoded_cells(cache.encode(cells)) == cells
    assert decoded_cells(cache.encode(cells)) == cells
    assert cache.size <= MOST_CELLS


def test_every_field_of_a_board_is_encoded() -> None:
    cells = {"a1": CellState("forest", "3", Piece("stone", 1), 0, ("token",))}
    full: dict[str, Any] = {"highlighted": ("a",), "ties": (("a1", "a2"),), "lines": (("a1", "a2"),), "tags": {"a": "3"}}
    fields = set(BoardState.__struct_fields__)
    assert fields == {"cells", *full}
    boards = {name: BoardState(cells, **{field: full[field]}) for name, field in zip(("", "p1.", "p2.", "p3."), full, strict=True)}
    drawn = Scene(
        "stage", [], "Wait.", {**boards, "all": BoardState(cells, **full), "none": BoardState(), "only": BoardState(tags={"a": "1"})}
    )
    assert msgspec.json.decode(encode_scene(drawn), type=Scene) == drawn


def test_a_scene_without_choices_has_no_field_for_them() -> None:
    assert encode_scene(Scene("stage", [], "Wait.")) == b'{"stage":"stage","seats":[],"prompt":"Wait."}'
