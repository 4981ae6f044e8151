"""The weights that games of two players taught: read from two_players.json, which benchmarks/hex_dice_learning.py writes."""

from __future__ import annotations

from typing import Final

from bestagon.core.weight_file import WeightFile

HIDDEN: Final = 24
"""Units of the network's hidden layer."""
_FILE: Final = WeightFile("hex_dice", "two_players.json")
INPUTS: Final = _FILE.weights("inputs")
"""HIDDEN for each feature of network.py."""
BIASES: Final = _FILE.weights("biases")
OUTPUTS: Final = _FILE.weights("outputs")
"""Four for each hidden unit, then four biases."""
PRIORS: Final = _FILE.weights("priors")
"""One for each feature of learned_priors.py."""
