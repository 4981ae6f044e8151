from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from bestagon.grid import DIRECTIONS, Hex, Layout

layouts = st.builds(Layout, st.floats(0.5, 200), st.floats(-500, 500), st.floats(-500, 500), st.booleans())
cells = st.builds(Hex, st.integers(-40, 40), st.integers(-40, 40))


@given(layouts, cells, st.floats(0, 2 * math.pi), st.floats(0, 0.86))
def test_every_pixel_inside_a_hexagon_belongs_to_it(layout: Layout, cell: Hex, angle: float, reach: float) -> None:
    x, y = layout.centre(cell)
    assert layout.cell(x, y) == cell
    inside = layout.size * reach
    assert layout.cell(x + inside * math.cos(angle), y + inside * math.sin(angle)) == cell


@given(layouts, cells)
def test_neighbours_are_all_equally_far_on_the_page(layout: Layout, cell: Hex) -> None:
    centre = layout.centre(cell)
    gaps = [math.dist(centre, layout.centre(cell + step)) for step in DIRECTIONS]
    assert all(math.isclose(gap, layout.size * math.sqrt(3), rel_tol=1e-6) for gap in gaps)


@given(layouts, cells)
def test_corners_lie_on_the_circle_around_the_centre(layout: Layout, cell: Hex) -> None:
    centre = layout.centre(cell)
    corners = layout.corners(cell)
    assert len(corners) == 6
    assert all(math.isclose(math.dist(centre, corner), layout.size, rel_tol=1e-6) for corner in corners)


def test_pointy_tops_have_a_corner_at_the_top_and_flat_ones_do_not() -> None:
    assert min(y for _, y in Layout(1.0).corners(Hex(0, 0))) == -1.0
    assert math.isclose(min(y for _, y in Layout(1.0, flat=True).corners(Hex(0, 0))), -math.sqrt(3) / 2)
