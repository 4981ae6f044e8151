"""The weights that games of three and more players taught: read from crowds.json, which benchmarks/hex_dice_learning.py writes."""

from __future__ import annotations

from typing import Final

from bestagon.core.weight_file import WeightFile

HIDDEN: Final = 16
"""Units of the network's hidden layer."""
_FILE: Final = WeightFile("hex_dice", "crowds.json")
INPUTS: Final = _FILE.weights("inputs")
"""HIDDEN for each feature of crowd_network.py."""
BIASES: Final = _FILE.weights("biases")
OUTPUTS: Final = _FILE.weights("outputs")
"""Two for each hidden unit, then two biases."""
PRIORS: Final = _FILE.weights("priors")
"""One for each feature of learned_priors.py."""
