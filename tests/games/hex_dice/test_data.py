"""The bundled layouts, and layout files that are rejected."""

from __future__ import annotations

import pytest
from tests.games.hex_dice.boards import drawing, empty

from bestagon.core.dice import fast
from bestagon.core.errors import BadData, BadOption
from bestagon.games.hex_dice import GAME
from bestagon.games.hex_dice.layouts import PRESETS, TerrainLayout, preset, read_layout
from bestagon.grid import DIRECTIONS, hexagon

ALL = [(radius, number) for radius in (6, 8) for number in range(1, PRESETS + 1)]


def layout(text: str) -> TerrainLayout:
    """Parse a layout of map 6."""
    return read_layout(text, 6, "mine.txt")


@pytest.mark.parametrize(("radius", "number"), ALL)
def test_our_layouts_are_symmetric_named_and_connected(radius: int, number: int) -> None:
    found = preset(radius, number)
    assert found.is_symmetric()
    assert found.name
    assert found.about.endswith(".")
    assert sum(1 for kind in found.terrain if kind) >= 18
    shape = hexagon(radius)
    for step in DIRECTIONS:  # HD 2.5, and the marked bases of map 6
        assert found.terrain[shape.index[step * radius]] == found.terrain[shape.index[step * (radius - 1)]] == 0
    land = {i for i, kind in enumerate(found.terrain) if kind != 2}
    reached, edge = {0}, [0]
    while edge:
        edge = [n for cell in edge for n in shape.around(cell) if n in land and n not in reached and not reached.add(n)]  # type: ignore[func-returns-value]
    assert reached == land


def test_our_layouts_differ() -> None:
    assert len({preset(radius, number).terrain for radius, number in ALL}) == len({preset(*key).name for key in ALL}) == 2 * PRESETS


def test_a_custom_layout_is_used() -> None:
    text = drawing({"b3": "F", "c4": "L", "d5": "T", "e6": "M"})
    assert [kind for kind in layout(text).terrain if kind] == [1, 2, 3, 4]
    assert not layout(text).is_symmetric()
    position = empty(data=text)
    before = fast(3)
    position.start(before)
    assert GAME.position_text(position).split()[4] == "Fb3,Lc4,Td5,Me6"
    assert GAME.complete(2, {"data": text})["terrain"] == "preset"


def test_comments_may_be_anywhere() -> None:
    plain = drawing({"b3": "F", "m2": "L"}, header="name: Mine\nabout: Small.\n")
    lines = plain.splitlines()
    for at in range(len(lines) + 1):
        assert layout("\n".join([*lines[:at], "# about: a comment", *lines[at:]])) == layout(plain)
    assert layout(plain + "\n# the end\n\n#\n") == layout(plain)


def test_a_preset_number_alone_implies_preset_terrain() -> None:
    for radius in (6, 8):
        assert GAME.complete(2, {"preset": 3, "map": radius})["terrain"] == "preset"
        position = empty(preset=3, map=radius)
        position.start(fast(1))
        assert tuple(code >> 10 & 7 for code in position.cells) == preset(radius, 3).terrain
    for word in ("none", "roulette", "generation"):
        with pytest.raises(BadOption, match=f"preset=3 .* needs terrain=preset, not {word}"):
            GAME.complete(2, {"preset": 3, "terrain": word, "map": 8})
        assert GAME.complete(2, {"preset": 0, "terrain": word, "map": 8})["terrain"] == word


def test_data_needs_preset_terrain() -> None:
    with pytest.raises(BadOption, match="terrain=preset"):
        GAME.complete(2, {"data": drawing(), "terrain": "none"})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "`name: ...` before the map is missing"),
        (drawing(header=""), "`name: ...` before the map is missing"),
        (drawing(header="name: X\nsize: 6\n"), "line 2: unknown key 'size'"),
        (drawing(header="name: X\nname: Y\n"), "line 2: duplicate line `name:`"),
        (drawing(header="name: X\nabout: Y.\n#\nabout: Y.\n"), "line 4: duplicate line `about:`"),
        (drawing(header=f"name: X\nabout: {'y' * 201}\n"), "line 2: `about:` has at most 200 characters, not 201"),
        ("name: X\n", "the map has 0 rows; map 6 has 13"),
        (drawing(radius=8), "the map has 17 rows; map 6 has 13"),
        (drawing().replace("O . . . . . O", "O . . . . O", 1), "line 3: the row has 6 cells instead of 7"),
        (drawing({"c4": "X"}), "line 5: c4 must be one of . F L T M, not 'X'"),
        (drawing({"a1": "F"}), "line 3: a1 is a corner, which never has terrain: it must be O, not 'F'"),
        (drawing({"g7": "."}), "line 9: g7 is the centre, which never has terrain: it must be \\*, not '.'"),
        (drawing().replace("     . . . . . . . .\n", "    . . . . . . . .\n", 1), "line 4: .* between the cells"),
        (
            drawing().replace("     . . . . . . . .\n", "# here\n#\n    . . . . . . . .\n", 1),
            "line 6: .* between the cells",
        ),
        (drawing({"c4": "X"}).replace("     . . . . . . . .\n", "# here\n     . . . . . . . .\n", 1), "line 6: c4 must be"),
        (drawing().replace("     . . . . . . . .\n", "       . . . . . . . .\n", 1), "line 4: the row is shifted"),
    ],
)
def test_broken_files_are_rejected(text: str, words: str) -> None:
    with pytest.raises(BadData, match=words) as caught:
        layout(text)
    assert str(caught.value).startswith("mine.txt")


def test_marked_bases_and_room_for_the_dice() -> None:
    blocked = drawing({"g2": "M"})
    with pytest.raises(BadData, match="g2 is a marked base"):
        empty(2, data=blocked)
    empty(3, data=blocked)
    names = [name for name in hexagon(6).names if name not in ("a1", "a7", "g1", "g13", "m1", "m7", "g7", "g2", "g12")]
    for land, enough in ((9, False), (12, False), (13, True)):
        text = drawing(dict.fromkeys(names[: 127 - land], "L"))
        if enough:
            empty(2, data=text)
        else:
            with pytest.raises(BadData, match=f"only {land} cells are not lakes; 12 dice and 1 bases of others need 13"):
                empty(2, data=text)
    with pytest.raises(BadData):
        empty(2, data="garbage\n")


def test_the_readme_names_every_sign() -> None:
    from importlib import resources

    text = resources.files("bestagon.games.hex_dice").joinpath("data", "README.md").read_text(encoding="utf-8")
    assert all(f"`{sign}`" in text for sign in ".FLTM*O")
