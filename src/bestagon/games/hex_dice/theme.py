"""The look of Hex Dice: dice on an island in the sea of an old chart."""

from __future__ import annotations

from typing import Final

from bestagon.scene.theme import Theme

MOTTOS: Final = {
    "The Grove": "trees hide every path",
    "Six Ponds": "water cuts the lanes",
    "The Keep": "six towers on watch",
    "The Passes": "six gaps in the hills",
    "The Moat": "towers guard bridges",
    "Broken Country": "no straight way",
    "Deep Forest": "two belts of trees",
    "Lake District": "long lakes, open land",
    "Watch Towers": "towers on every axis",
    "High Passes": "hills close the middle",
    "Island Fortress": "a moat, six bridges",
    "The Whirl": "every path is a curve",
}
"""What is printed below the names of the layouts."""
THEME: Final = Theme(
    "sea",
    "island",
    palette={
        "surface": ("#8fc3be", "#12343f"),
        "surface-2": ("#5d9fa6", "#091d27"),
        "surface-line": ("#123d47", "#8fc0c6"),
        "board": ("#ecd9a3", "#8d7a52"),
        "board-2": ("#bfe4da", "#1d4d57"),
        "board-edge": ("#8a6236", "#3a2815"),
        "cell": ("#b3cc74", "#41602f"),
        "cell-2": ("#a9c56a", "#3b592b"),
        "cell-3": ("#bdd380", "#476736"),
        "cell-line": ("#7d9a48", "#2a4220"),
        "cell-forest": ("#8db159", "#2d4a25"),
        "cell-mountain": ("#bdb68c", "#4a4a38"),
        "cell-lake": ("#5ba8c1", "#1b4d62"),
        "tree": ("#3d7a3c", "#2f6335"),
        "tree-2": ("#2f6a46", "#26563a"),
        "rock": ("#a59a8a", "#7a7268"),
        "rock-2": ("#7d7163", "#554e46"),
        "snow": ("#fffdf7", "#e6ecf2"),
        "tower": ("#d8cbb4", "#a5987f"),
        "tower-2": ("#b3a48a", "#7d715c"),
        "tower-3": ("#cbbd9f", "#8d806a"),
        "paving": ("#cbbd9f", "#8d806a"),
        "print": ("#123d47", "#8fc0c6"),
    },
    turn=3,
    home=True,
    face="pawn",
    compass=True,
)
