"""The weights that games of two players taught: read from two_players.json, which benchmarks/hexagone_learning.py writes."""

from __future__ import annotations

import json
from importlib import resources
from typing import Final, cast

from librt.vecs import vec

HIDDEN: Final = 24
"""Units of the network's hidden layer."""
UNIT: Final = 1000.0
"""The file contains thousandths."""


def _read() -> dict[str, list[int]]:
    text = resources.files("bestagon.games.hexagone").joinpath("ai", "two_players.json").read_text(encoding="utf-8")
    return cast("dict[str, list[int]]", json.loads(text))


def _weights(numbers: list[int]) -> vec[float]:
    return vec[float]([number / UNIT for number in numbers])


_FILE: Final = _read()
INPUTS: Final = _weights(_FILE["inputs"])
"""HIDDEN for each feature of network.py."""
BIASES: Final = _weights(_FILE["biases"])
OUTPUTS: Final = _weights(_FILE["outputs"])
"""One for each hidden unit, then a bias."""
SCALES: Final = _weights(_FILE["scales"])
"""By STAGE of network.py: the lead that is worth tanh(1) of the payoff."""
