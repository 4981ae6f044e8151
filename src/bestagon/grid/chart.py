"""Shapes drawn as text: one staggered row of labels per row of cells."""

from __future__ import annotations

from collections.abc import Sequence

from bestagon.grid.shapes import Shape


def chart(shape: Shape, labels: Sequence[str], *, margin: bool = True) -> str:
    """Return the labels of the cells as a drawing, with row names on the left unless `margin` is off.

    Columns are as wide as the longest label. `read_map` reads a drawing without a margin.
    """
    if not shape.cells:
        return ""
    widest = max(len(label) for label in labels)
    pitch = max(2, widest + 1 + (widest + 1) % 2)
    half = pitch // 2
    left = min(2 * cell.q + cell.r for cell in shape.cells)
    rows: dict[int, list[tuple[int, int]]] = {}
    for i, cell in enumerate(shape.cells):
        rows.setdefault(cell.r, []).append(((2 * cell.q + cell.r - left) * half, i))
    names = {r: shape.names[cells[0][1]].rstrip("0123456789") if margin else "" for r, cells in rows.items()}
    pad = max(len(name) for name in names.values()) + 2 if margin else 0
    lines = []
    for r in range(min(rows), max(rows) + 1):
        text = names.get(r, "").ljust(pad)
        for column, i in rows.get(r, []):
            text = text.ljust(pad + column) + labels[i]
        lines.append(text.rstrip())
    return "\n".join(lines)
