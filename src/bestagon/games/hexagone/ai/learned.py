"""The weights that games of two players taught: read from two_players.json, which benchmarks/hexagone_learning.py writes."""

from __future__ import annotations

from typing import Final

from bestagon.core.weight_file import WeightFile

HIDDEN: Final = 70
"""Units of the network's hidden layer."""
_FILE: Final = WeightFile("hexagone", "two_players.json")
INPUTS: Final = _FILE.weights("inputs")
"""HIDDEN for each feature of network.py."""
BIASES: Final = _FILE.weights("biases")
OUTPUTS: Final = _FILE.weights("outputs")
"""One for each hidden unit, then a bias."""
SCALES: Final = _FILE.weights("scales")
"""By STAGE of network.py: the lead that is worth tanh(1) of the payoff."""
