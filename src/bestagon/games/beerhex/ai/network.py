"""Networks over what a seat knows: how often it should play each action, and how likely it wins the game."""

from __future__ import annotations

import math
from functools import cache
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bestagon.core.weight_file import WeightFile
from bestagon.games.beerhex.ai.knowledge import FEATURES, FRAME_ACTIONS, KINDS, BeerHexKnowledge, sure_action
from bestagon.games.beerhex.board import ACTIONS
from bestagon.games.beerhex.rules.state import BeerHexPosition

LOGITS: Final = FRAME_ACTIONS + KINDS
"""Outputs of the policy: placements, attacks, and kinds of actions, which are added."""
POLICY_LAYERS: Final = (96, 64)
"""Units of the hidden layers of the network that chooses,"""
JUDGE_LAYERS: Final = (32, 16)
"""and of the one that judges."""


class BeerHexNetwork:
    """Two hidden layers over the features of what a seat knows."""

    first_size: i64
    second_size: i64
    outputs_size: i64
    inputs: vec[float]
    """The weights of the first layer for each feature, then its biases."""
    middle: vec[float]
    """The weights of the second layer for each unit of the first, then its biases."""
    outputs: vec[float]
    """The weights of each output, then the biases of all."""
    first: vec[float]
    second: vec[float]

    def __init__(self, layers: tuple[int, int], inputs: vec[float], middle: vec[float], outputs: vec[float]) -> None:
        """Use these weights."""
        self.first_size = layers[0]
        self.second_size = layers[1]
        self.outputs_size = len(outputs) // (self.second_size + 1)
        self.inputs = inputs
        self.middle = middle
        self.outputs = outputs
        self.first = vec[float]([0.0] * layers[0])
        self.second = vec[float]([0.0] * layers[1])

    def see(self, knowledge: BeerHexKnowledge) -> None:
        """Compute the hidden layers."""
        first = self.first
        inputs = self.inputs
        size = self.first_size
        row = FEATURES * size
        for j in range(size):
            first[j] = inputs[row + j]
        active = knowledge.active
        for i in range(knowledge.count):
            row = i64(active[i]) * size
            for j in range(size):
                first[j] += inputs[row + j]
        second = self.second
        middle = self.middle
        width = self.second_size
        row = size * width
        for k in range(width):
            second[k] = middle[row + k]
        for j in range(size):
            x = first[j]
            if x > 0.0:
                row = j * width
                for k in range(width):
                    second[k] += x * middle[row + k]
        for k in range(width):
            if second[k] < 0.0:
                second[k] = 0.0

    def output(self, index: i64) -> float:
        """Return one of the outputs."""
        outputs = self.outputs
        second = self.second
        width = self.second_size
        row = index * width
        total = outputs[self.outputs_size * width + index]
        for k in range(width):
            total += second[k] * outputs[row + k]
        return total


class BeerHexWeights:
    """What policy.json has."""

    policy: BeerHexNetwork
    judge: BeerHexNetwork
    settings: vec[float]
    """The exploration constant of a search with these networks."""

    def __init__(self) -> None:
        """Read the file."""
        file = WeightFile("beerhex", "policy.json")
        self.policy = BeerHexNetwork(
            POLICY_LAYERS, file.weights("policy_inputs"), file.weights("policy_middle"), file.weights("policy_outputs")
        )
        self.judge = BeerHexNetwork(JUDGE_LAYERS, file.weights("judge_inputs"), file.weights("judge_middle"), file.weights("judge_outputs"))
        self.settings = file.weights("settings")


@cache
def weights() -> BeerHexWeights:
    """Return the weights, which only searches of some length need."""
    return BeerHexWeights()


class BeerHexPolicy:
    """Asks the networks about positions."""

    weights: BeerHexWeights
    knowledge: BeerHexKnowledge
    shares: vec[float]
    """By action: how often the seat should play it."""

    def __init__(self) -> None:
        """Load the weights, if nobody has."""
        self.weights = weights()
        self.knowledge = BeerHexKnowledge()
        self.shares = vec[float]([0.0] * int(ACTIONS))

    def weigh(self, position: BeerHexPosition, seat: i64) -> None:
        """Write the shares of all actions of the seat on turn, judged by what it knows: a sure win, or what the policy says."""
        shares = self.shares
        for i in range(ACTIONS):
            shares[i] = 0.0
        sure = sure_action(position, seat)
        if sure >= 0:
            shares[sure] = 1.0
            return
        self._add_shares(position, seat, False)
        self._add_shares(position, seat, True)

    def _add_shares(self, position: BeerHexPosition, seat: i64, turned: bool) -> None:
        """Add half of what the policy says of the board, which may be turned by half."""
        knowledge = self.knowledge
        policy = self.weights.policy
        shares = self.shares
        knowledge.look(position, seat, turned)
        knowledge.list_options(position, seat)
        policy.see(knowledge)
        logits = knowledge.logits
        most = -1e9
        for i in range(knowledge.options):
            logits[i] = policy.output(i64(knowledge.places[i])) + policy.output(FRAME_ACTIONS + i64(knowledge.kinds[i]))
            if logits[i] > most:
                most = logits[i]
        total = 0.0
        for i in range(knowledge.options):
            logits[i] = math.exp(logits[i] - most)
            total += logits[i]
        for i in range(knowledge.options):
            shares[i64(knowledge.actions[i])] += 0.5 * logits[i] / total

    def chance(self, position: BeerHexPosition, seat: i64) -> float:
        """Return how likely a seat wins the running game, by what it knows."""
        if sure_action(position, seat) >= 0:
            return 1.0
        self.knowledge.look(position, seat, False)
        judge = self.weights.judge
        judge.see(self.knowledge)
        return 1.0 / (1.0 + math.exp(-judge.output(0)))
