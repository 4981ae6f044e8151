"""Weights that games have learned: a JSON file of lists, in thousandths, beside the code that uses them."""

from __future__ import annotations

import json
from importlib import resources
from typing import Final, cast

from librt.vecs import vec

UNIT: Final = 1000.0
"""The files contain thousandths."""


class WeightFile:
    """The lists of one file, by name."""

    def __init__(self, game: str, name: str) -> None:
        """Read a file of the folder `ai` of a game's package."""
        text = resources.files(f"bestagon.games.{game}").joinpath("ai", name).read_text(encoding="utf-8")
        self._lists = cast("dict[str, list[int]]", json.loads(text))

    def weights(self, name: str) -> vec[float]:
        """Return one of the lists."""
        return vec[float]([number / UNIT for number in self._lists[name]])


def in_units(numbers: list[float]) -> list[int]:
    """Return weights as a file has them."""
    return [round(UNIT * number) for number in numbers]
