from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bestagon.grid import Hex, Shape, chart, distance, flower, from_map, hexagon, rhombus
from bestagon.grid.shapes import OFF, letters, read_map

shapes = st.one_of(
    st.builds(hexagon, st.integers(0, 6)),
    st.builds(rhombus, st.integers(1, 8), st.integers(1, 8)),
    st.sets(st.builds(Hex, st.integers(-6, 6), st.integers(-6, 6)), min_size=1).map(Shape),
)


@given(shapes)
def test_index_and_names_lead_to_the_cell_and_back(shape: Shape) -> None:
    for i, cell in enumerate(shape.cells):
        assert shape.index[cell] == i
        assert shape.find(shape.name(i)) == i
        assert cell in shape


@given(shapes)
def test_neighbour_tables_hold_exactly_the_cells_one_step_away(shape: Shape) -> None:
    for i, cell in enumerate(shape.cells):
        assert sorted(shape.around(i)) == [j for j, other in enumerate(shape.cells) if distance(cell, other) == 1]
        for d in range(6):
            n = shape.step(i, d)
            assert n == shape.neighbours[6 * i + d]
            if n != OFF:
                assert shape.step(n, d + 3) == i


@given(shapes)
def test_a_chart_reads_back_as_the_same_shape(shape: Shape) -> None:
    again = from_map(chart(shape, ["o"] * len(shape), margin=False))
    shift = again.cells[0] - shape.cells[0]
    assert again.cells == tuple(cell + shift for cell in shape.cells)


def test_sizes() -> None:
    assert [len(hexagon(n)) for n in range(5)] == [1, 7, 19, 37, 61]
    assert len(hexagon(15)) == 721
    assert len(rhombus(5)) == 25
    assert len(flower()) == 7


def test_names_of_a_hexagon_go_by_rows() -> None:
    assert hexagon(1).names == ("a1", "a2", "b1", "b2", "b3", "c1", "c2")
    assert hexagon(15).name(hexagon(15).index[Hex(0, 0)]) == "p16"
    assert hexagon(15).names[-1] == "ae16"


def test_names_of_a_rhombus_go_by_columns() -> None:
    assert rhombus(2).names == ("a1", "b1", "a2", "b2")


def test_letters_continue_after_z() -> None:
    assert [letters(n) for n in (0, 25, 26, 27, 51, 52)] == ["a", "z", "aa", "ab", "az", "ba"]


def test_a_map_is_read_with_its_tokens() -> None:
    drawn = "  3 .\n x . 8\n  . 4\n"
    found = read_map(drawn)
    assert len(found) == 7
    assert sorted(found.values()) == [".", ".", ".", "3", "4", "8", "x"]
    assert len(flower()) == len(from_map(drawn))
    assert found[Hex(0, 1)] == "x" or "x" in found.values()


def test_a_token_between_two_cells_is_refused_with_its_line() -> None:
    with pytest.raises(ValueError, match=r"line 2: '\.' at column 3 is between the cells"):
        read_map(". . .\n  . .\n")
    with pytest.raises(ValueError, match="line 2"):
        read_map(". .\n. .\n")


def test_a_token_too_wide_for_the_grid_is_refused() -> None:
    with pytest.raises(ValueError, match="'12' is too wide"):
        read_map("12 .\n")
    assert read_map("12  4\n", pitch=4) == {Hex(0, 0): "12", Hex(1, 0): "4"}


def test_impossible_shapes_are_refused() -> None:
    with pytest.raises(ValueError, match="radius"):
        hexagon(-1)
    with pytest.raises(ValueError, match="0 x 3"):
        rhombus(0, 3)
    with pytest.raises(ValueError, match="different names"):
        Shape([Hex(0, 0), Hex(1, 0)], ["a", "a"])


def test_charts_stagger_the_rows_and_name_them() -> None:
    assert chart(hexagon(1), list("abcdefg")) == "a   a b\nb  c d e\nc   f g"
