"""How good a position is, and which actions to search first."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.core.dice import fast
from bestagon.core.evaluator import Evaluator
from bestagon.core.position import Position
from bestagon.games.hex_dice.ai.crowd_network import HexDiceCrowdNetwork
from bestagon.games.hex_dice.ai.idleness import bores_crowd, has_waited, is_aimless, is_detour, is_idle, loses_by_waiting
from bestagon.games.hex_dice.ai.learned import PRIORS
from bestagon.games.hex_dice.ai.learned_crowds import PRIORS as CROWD_PRIORS
from bestagon.games.hex_dice.ai.learned_priors import HexDiceLearnedPriors
from bestagon.games.hex_dice.ai.network import HexDiceNetwork
from bestagon.games.hex_dice.ai.strength import HexDiceStrength
from bestagon.games.hex_dice.ai.threat_map import HexDiceThreatMap
from bestagon.games.hex_dice.ai.travel import HexDiceTravelTimes, rival
from bestagon.games.hex_dice.ai.weights import (
    COUNT_WORTH,
    CROWD_COUNT_WORTH,
    DETOUR_FULL_AT,
    DETOUR_TOLL,
    EXPLORATION,
    LEAD_SCALE,
    PATIENCE_LEAD,
    PRIOR_TEMPERATURE,
    RESTED_SHARE,
    RESTLESS_FROM,
    SAMPLES,
)
from bestagon.games.hex_dice.board import BECOME, EXTRA, MAX_SEATS, PLAY, ROULETTE
from bestagon.games.hex_dice.rules.state import HexDicePosition

MIXER: Final = 31
SEEDS: Final = 2147483647
"""Seeds for the scattering of terrain have these bits."""


class HexDiceEvaluator(Evaluator):
    """Predicts the result, so that a search needs no playouts: by a network in play, else by the strength of the seats."""

    strength: HexDiceStrength
    network: HexDiceNetwork
    """Of the last two seats."""
    learned_priors: HexDiceLearnedPriors
    """Of the last two seats."""
    crowd_network: HexDiceCrowdNetwork
    """Of three and more."""
    crowd_priors: HexDiceLearnedPriors
    """Of three and more."""
    threats: HexDiceThreatMap
    """The threats that the priors use."""
    travel: HexDiceTravelTimes
    count_worth: float
    """What an eager bot thinks a win by the count over the last foe is worth (HD 7.3), where any other win is 1 and a loss is -1;"""
    crowd_count_worth: float
    """and what it thinks ranking above another by the count is worth while three or more are in."""
    detour_toll: float
    """What a bot that plays thinks a move that gets nowhere costs, in payoff, when half of the quiet turns have passed."""

    def __init__(self) -> None:
        """Estimate at once, without playouts, and with priors."""
        super().__init__(SAMPLES, 0)
        self.prior_temperature = PRIOR_TEMPERATURE
        self.exploration = EXPLORATION
        self.count_worth = COUNT_WORTH
        self.tolls = True
        self.detour_toll = DETOUR_TOLL
        self.crowd_count_worth = CROWD_COUNT_WORTH
        self.travel = HexDiceTravelTimes()
        self.threats = HexDiceThreatMap()
        self.strength = HexDiceStrength(self.travel)
        self.network = HexDiceNetwork(self.travel)
        self.learned_priors = HexDiceLearnedPriors(self.threats, self.travel, PRIORS)
        self.crowd_network = HexDiceCrowdNetwork(self.strength, self.travel)
        self.crowd_priors = HexDiceLearnedPriors(self.threats, self.travel, CROWD_PRIORS)

    def value(self, position: Position, seat: i64) -> float:
        """Return the mean lead over the others."""
        assert isinstance(position, HexDicePosition)
        if position.over:
            return 1e6 * position.payoff(seat)
        self.strength.update(position)
        total = 0.0
        for foe in range(position.seats):
            if foe != seat:
                total += self._lead(position, seat, foe)
        return total / float(position.seats - 1)

    def estimate(self, position: Position, seat: i64) -> float:
        """Return the expected payoff: the mean over the others of the chance to rank above less that to rank below."""
        assert isinstance(position, HexDicePosition)
        if position.remaining == 2 and position.elimination(seat) == 0:
            return self._duel_payoff(position, seat)
        if position.remaining > 2 and position.phase >= PLAY:
            return self.crowd_network.payoff(position, seat, self.crowd_count_worth if self.eager else 1.0)
        if position.over:
            return position.payoff(seat)
        self.strength.update(position)
        total = 0.0
        for foe in range(position.seats):
            if foe != seat:
                total += _payoff_of(self._lead(position, seat, foe) / LEAD_SCALE)
        return total / float(position.seats - 1)

    def _duel_payoff(self, position: HexDicePosition, seat: i64) -> float:
        """Return the expected payoff of one of the last two seats."""
        foe = rival(position, seat)
        worth = self.count_worth if self.eager else 1.0
        payoff = 0.0
        if position.over:
            payoff = worth if position.outranks(seat, foe) else -1.0 if position.outranks(foe, seat) else 0.0
        elif position.phase == PLAY or position.phase == EXTRA:
            payoff = self.network.payoff(position, seat, worth)
        else:
            self.strength.update(position)
            payoff = _payoff_of(self._lead(position, seat, foe) / LEAD_SCALE)
        # They outrank all others.
        return (payoff + float(position.seats - 2)) / float(position.seats - 1)

    def _lead(self, position: HexDicePosition, seat: i64, foe: i64) -> float:
        if position.elimination(seat) or position.elimination(foe):
            return 1e3 if position.outranks(seat, foe) else -1e3
        of = self.strength.of
        return of[seat] - of[foe] + _patience_lead(position, seat, foe)

    def priors(self, position: Position, seat: i64, actions: vec[i32], n: i64, weights: vec[float]) -> None:
        """Write the prior of each action: one ply ahead in set-up and where the seat could be eliminated, else by its logit.

        Before the bases are chosen all terrain favours nobody. It is scattered, or bots would fill the map row by row.
        """
        assert isinstance(position, HexDicePosition)
        if position.phase == ROULETTE:
            _scatter(position, n, weights)
            return
        if position.phase < PLAY or position.phase == BECOME or self.in_mortal_danger(position, seat):
            super().priors(position, seat, actions, n, weights)
            return
        best = -1e300
        learned = self.learned_priors if position.remaining == 2 else self.crowd_priors
        learned.begin(position, seat)
        for i in range(n):
            weights[i] = learned.logit(position, i64(actions[i]))
            if weights[i] > best:
                best = weights[i]
        for i in range(n):
            weights[i] = math.exp(weights[i] - best)

    def omits(self, masked: Position, seat: i64, action: i64) -> bool:
        """Omit idle moves of a seat that loses by waiting, or tires of it: moving to and fro until the count is no play at all."""
        assert isinstance(masked, HexDicePosition)
        if self.restless and masked.remaining == 2 and has_waited(masked, RESTLESS_FROM):
            return is_aimless(masked, seat, action)
        if masked.seats > 2 and self.eager:
            return bores_crowd(masked, seat, action, self.threats)
        return loses_by_waiting(masked, seat) and is_idle(masked, seat, action, self.threats)

    def toll(self, position: Position, seat: i64, action: i64) -> float:
        """Charge for detours, the more quiet turns have passed: going to and fro must cost more than a search errs by."""
        assert isinstance(position, HexDicePosition)
        if position.phase != PLAY or not is_detour(position, seat, action):
            return 0.0
        spent = float(position.quiet_turns) / (DETOUR_FULL_AT * float(position.patience * position.remaining))
        toll = self.detour_toll * (spent if spent < 1.0 else 1.0)
        return toll if position.last_acted(seat) == action >> 6 else RESTED_SHARE * toll

    def in_mortal_danger(self, position: HexDicePosition, seat: i64) -> bool:
        """Scan the threats, and tell whether a foe could eliminate the seat in one turn."""
        self.travel.use_board(position.board)
        self.threats.scan(position)
        for foe in range(position.seats):
            if self.threats.eliminators[MAX_SEATS * foe + seat]:
                return True
        return False


def _scatter(position: HexDicePosition, n: i64, weights: vec[float]) -> None:
    """Write weights from 1 to 2 that only the map and its terrain decide, as dice would."""
    seed = position.pending_terrain
    for cell in range(position.board.size):
        seed = (MIXER * seed + i64(position.cells[cell])) & SEEDS
    dice = fast(int(seed))
    for i in range(n):
        weights[i] = 1.0 + float(dice.word()) / 4294967296.0


def _patience_lead(position: HexDicePosition, seat: i64, foe: i64) -> float:
    """Return the worth of being ahead when patience runs out (HD 7.3), which grows as the end comes near."""
    if position.phase < PLAY:
        return 0.0
    units = position.unit_count(seat) - position.unit_count(foe)
    ahead = units if units else position.value_sum(seat) - position.value_sum(foe)
    if ahead == 0:
        return 0.0
    spent = float(position.quiet_turns) / float(position.patience * position.remaining)
    worth = PATIENCE_LEAD * spent * spent * spent * spent
    return worth if ahead > 0 else -worth


def _payoff_of(lead: float) -> float:
    """Return the expected payoff of a lead in logits."""
    if lead > 30.0:
        return 1.0
    if lead < -30.0:
        return -1.0
    return 1.0 - 2.0 / (1.0 + math.exp(lead))
