from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from bestagon.grid.coords import CENTRE, DIRECTIONS, Hex, distance, line, neighbour, reflect, ring, rotate, spiral

small = st.integers(-50, 50)
cells = st.builds(Hex, small, small)
turns = st.integers(-12, 12)


@given(cells, cells, cells)
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex) -> None:
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, b) == distance(b, a)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


def test_directions_are_the_six_cells_at_distance_one_anticlockwise() -> None:
    assert set(DIRECTIONS) == set(ring(CENTRE, 1))
    assert all(distance(DIRECTIONS[d], DIRECTIONS[(d + 1) % 6]) == 1 for d in range(6))
    assert all(rotate(DIRECTIONS[d]) == DIRECTIONS[(d + 1) % 6] for d in range(6))
    assert all(DIRECTIONS[d] + DIRECTIONS[d + 3] == CENTRE for d in range(3))


@given(cells, st.integers(0, 11))
def test_a_step_and_its_opposite_lead_back(cell: Hex, direction: int) -> None:
    assert neighbour(neighbour(cell, direction), direction + 3) == cell


@given(cells, cells, turns, turns)
def test_rotations_add_up_and_keep_distances(a: Hex, b: Hex, s: int, t: int) -> None:
    assert rotate(rotate(a, s, b), t, b) == rotate(a, s + t, b)
    assert rotate(a, 6, b) == a
    assert distance(rotate(a, s), rotate(b, s)) == distance(a, b)


@given(cells, cells)
def test_a_reflection_keeps_distances_and_undoes_itself(a: Hex, b: Hex) -> None:
    assert reflect(reflect(a)) == a
    assert distance(reflect(a), reflect(b)) == distance(a, b)


@given(cells, st.integers(0, 12))
def test_a_ring_holds_all_cells_at_its_distance_once(centre: Hex, radius: int) -> None:
    found = list(ring(centre, radius))
    assert len(found) == len(set(found)) == max(1, 6 * radius)
    assert all(distance(centre, cell) == radius for cell in found)
    assert all(distance(a, b) == 1 for a, b in itertools.pairwise(found))


@given(cells, st.integers(0, 8))
def test_a_spiral_is_the_rings_one_after_the_other(centre: Hex, radius: int) -> None:
    found = list(spiral(centre, radius))
    assert len(set(found)) == len(found) == 3 * radius * (radius + 1) + 1


@given(cells, cells)
def test_a_line_is_a_shortest_way(a: Hex, b: Hex) -> None:
    way = line(a, b)
    assert way[0] == a
    assert way[-1] == b
    assert len(way) == distance(a, b) + 1
    assert all(distance(x, y) == 1 for x, y in itertools.pairwise(way))


@given(cells, st.integers(0, 5), st.integers(0, 20))
def test_a_line_along_a_direction_is_straight(a: Hex, direction: int, steps: int) -> None:
    assert line(a, a + DIRECTIONS[direction] * steps) == [a + DIRECTIONS[direction] * i for i in range(steps + 1)]
