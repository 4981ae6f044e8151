"""Examples that illustrate the rules."""

from __future__ import annotations

from typing import Final

from bestagon.core.lesson import Example, Snapshot

PRESET: Final = {"terrain": "preset"}


def _battle(red: str, blue: str, terrain: str = "-") -> Snapshot:
    """Return a position in play; Red's forward is to the right."""
    return Snapshot(f"play r rb 0 {terrain} r@g2:{red} b@g12:{blue} -", options=PRESET if terrain != "-" else {}, seat=-1)


EXAMPLES: Final = (
    Example(
        1,
        "The map for two: the bases lie at the left and at the right. Red's forward is to the right, Blue's to the left.",
        _battle("1g3,4f2,5h2", "2g11,6f11,3h11"),
        "g2 g12",
    ),
    Example(3, "A 1, the pawn, goes one to three steps forward, or one back.", _battle("1g7", "1a1"), "g6 g8 g9 g10 g7", 1),
    Example(
        3,
        "A 2, the bishop, goes one to three steps along the four directions that are neither forward nor backward.",
        _battle("2g7", "1a1"),
        "g7 f7 e7 d7 f6 e5 d4 h6 i5 j4 h7 i7 j7",
        1,
    ),
    Example(
        3,
        "A 3, the knight, goes two steps straight and one to the side: twelve cells.",
        _battle("3g7", "1a1"),
        "g7 f9 h9 d6 e8 e4 d5 h4 f4 j5 i4 i8 j6",
        1,
    ),
    Example(
        3,
        "A 4, the rook, goes one step anywhere, two forward or backward, or across to the two cells above and below.",
        _battle("4g7", "1a1"),
        "g7 g8 g9 g6 g5 f7 f6 h6 h7 i6 e6",
        1,
    ),
    Example(
        4,
        "A 5, the archer, shoots at enemies two or three cells away in a straight line, and stays. Both blue units here can be shot at.",
        _battle("5g6", "3g8,2d6"),
        "g6 g8 d6",
        1,
    ),
    Example(
        4,
        "A 1 has moved onto a friendly 2: they have merged into a 3. The unit with the ring is on guard: it has one more armour.",
        _battle("3g6*,4f5+", "2g9"),
        "g6 f5",
        1,
    ),
    Example(
        5,
        "A 1 has struck the blue 5: its attack of 2 is less than the armour of 5. The 1 stays where it was, and the 5 bears an "
        "armour token: its armour is 4 now.",
        _battle("1g6*", "5g8-1"),
        "g6 g8",
        1,
    ),
    Example(
        5,
        "The red 2 stands next to a friendly 6: its armour is 3 instead of 2. The blue 3 strikes with 4, which is still enough.",
        _battle("6g6,2f6", "3e8"),
        "g6 f6 e8",
        1,
    ),
    Example(
        6,
        "From left to right: forest, lake, tower and mountain. A unit in a forest or tower has one more armour, on a mountain "
        "two more; nobody enters a lake.",
        _battle("1f4", "1a1", "Ff4,Lf5,Tf6,Mf7"),
        "f4 f5 f6 f7",
        1,
    ),
    Example(
        6,
        "The tower between them blocks the archer's view of the blue 3: it cannot shoot.",
        _battle("5g6", "3g9", "Tg8"),
        "g6 g8 g9",
        1,
    ),
    Example(
        7,
        "The red 4 has entered Blue's base: Red wins, however many units Blue had left.",
        Snapshot("play r rb 0 - r@g2:1g9,4g12* b@g12:-!1 base", seat=-1),
        "g12",
        3,
    ),
)
