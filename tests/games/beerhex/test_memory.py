"""What seats have seen in attacks, and that no determinization contradicts it."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from tests.games.beerhex.boards import fresh, masked, own

from bestagon.bots.player_factory import make_player
from bestagon.core.actions import legal_actions
from bestagon.core.dice import Dice, fast
from bestagon.core.errors import BadNotation
from bestagon.games.beerhex import GAME, board
from bestagon.games.beerhex.rules import serial
from bestagon.games.beerhex.rules.state import BeerHexPosition

SYMBOLS = (7, 6)
"""A player's caps with the own and with the other symbol (BH 1.2)."""


@dataclass
class SeenCap:
    """A cap that was placed, as both players could see it."""

    colour: int
    cell: int
    placed: int
    """The moment after which it lay on the board."""
    gone: int = 1 << 30
    """The moment after which it did not."""
    silver: bool | None = None
    """Whether its symbol is silver; None until it is revealed."""


class CapLog:
    """What both players saw of one game: who placed a cap where, and what attacks revealed."""

    def __init__(self) -> None:
        self.caps: list[SeenCap] = []
        self.moment = 0

    def follow(self, before: BeerHexPosition, seat: int, action: int, after: BeerHexPosition) -> None:
        """Write down an action."""
        self.moment += 1
        if action < board.ATTACK or action >= board.CLUED:
            cell = (action if action < board.ATTACK else action - int(board.CLUED)) // 2
            self.caps.append(SeenCap(seat, cell, self.moment))
        elif action < board.DECLARE:
            for cap in self._lying():
                if int(board.TRIPLES[action - board.ATTACK]) >> cap.cell & 1:
                    cap.silver = bool(before.silver_symbols >> cap.cell & 1)
                    if not after.occupied >> cap.cell & 1:
                        cap.gone = self.moment
        if after.turns == 0 or after.phase == board.BETWEEN:
            self.caps = []

    def contradiction(self, world: BeerHexPosition) -> str:
        """Return when a player would have had more symbols on the board than there are; empty if never."""
        lying = self._lying()
        for cap in lying:
            if cap.silver is not None and cap.silver != bool(world.silver_symbols >> cap.cell & 1):
                return f"cell {cap.cell} was revealed"
        for moment in range(self.moment + 1):
            counts = [[0, 0], [0, 0]]
            for cap in self.caps:
                if cap.placed <= moment < cap.gone:
                    silver = bool(world.silver_symbols >> cap.cell & 1) if cap.silver is None else cap.silver
                    counts[cap.colour][silver != (cap.colour == board.SILVER)] += 1
            for colour, found in enumerate(counts):
                if any(n > most for n, most in zip(found, SYMBOLS, strict=True)):
                    return f"at moment {moment} of {self.moment} colour {colour} had {found}"
        return ""

    def _lying(self) -> list[SeenCap]:
        return [cap for cap in self.caps if cap.gone > self.moment]


def random_action(position: BeerHexPosition, seat: int, dice: Dice) -> int:
    """Return an action that does not end the game, now and then an attack."""
    actions = [a for a in legal_actions(position, seat) if not board.DECLARE <= a < board.START]
    attacks = [a for a in actions if board.ATTACK <= a < board.DECLARE]
    placements = [a for a in actions if a not in attacks]
    if attacks and dice.below(5) == 0:
        return attacks[int(dice.below(len(attacks)))]
    return placements[int(dice.below(len(placements)))]


def check_game(position: BeerHexPosition, seed: int, players: list[str] | None = None, samples: int = 2) -> int:
    """Play a game and check what seats believe after each action; return the number of determinizations."""
    log, dice, checked = CapLog(), fast(seed + 1), 0
    evaluator = GAME.evaluator()
    bots = [make_player(name, GAME) for name in players or []]
    position.start(fast(seed))
    while not position.over:
        seat, before = int(position.turn), own(position.copy())
        action = int(bots[seat].choose(masked(position, seat), seat, dice)) if bots else random_action(position, seat, dice)
        position.play(seat, action)
        log.follow(before, seat, action, position)
        assert not log.contradiction(position), "the log is wrong"
        if position.over or position.phase == board.BETWEEN or not log.caps:
            continue
        for viewer in (-1, 0, 1):
            for i in range(samples):
                world = own(masked(position, viewer))
                if i and viewer >= 0:
                    evaluator.sample_belief(world, viewer, dice)
                else:
                    world.determinize(viewer, dice)
                serial.validate(world)
                wrong = log.contradiction(world)
                assert not wrong, f"{wrong}: seat {viewer} believes {GAME.position_text(world)} in {GAME.position_text(position)}"
                checked += 1
    return checked


@pytest.mark.parametrize("clues", [False, True])
def test_determinizations_agree_with_what_attacks_revealed(clues: bool) -> None:
    position = fresh(clues=clues, sets=1, turn_limit=60)
    assert sum(check_game(position, seed) for seed in range(8)) > 700


def test_determinizations_agree_with_games_of_bots() -> None:
    position = fresh(sets=1)
    assert sum(check_game(position, seed, ["greedy", "random"], 1) for seed in range(3)) > 50


def test_revealed_symbols_leave_fewer_for_the_caps_that_stayed() -> None:
    """Of Silver's 13 caps, an attack showed three with silver symbols: the five that stayed are four silver of ten at best."""
    position = fresh(sets=1)
    GAME.parse_position(position, "S?S?S?S?S?/G?G?G?G?G?/...../...../..... G turn 16 8? 8? 0-0 G 0 - - a1b1c1d1e1a2b2c2d2e2=7+6/4+6")
    dice, silver = fast(1), 0
    for _ in range(400):
        world = own(position.copy())
        world.determinize(-1, dice)
        serial.validate(world)
        silver += int(world.silver_symbols & 31).bit_count()
        assert world.hands >> 8 & 15 >= 3, "the returned caps are in the hand"
    assert 0.35 < silver / 2000 < 0.45


def test_eras_that_cannot_be_are_refused() -> None:
    position = fresh(sets=1)
    line = "SsSsSsSsSs/GgGgGgGgGg/...../...../..... G turn 16 2+6 2+6 0-0 G 0 - - "
    for eras in ("a1b1c1d1e1=7+6/4+6", "a3=7+6/7+6", "a1=7+6/7+6,a1=7+6/7+6"):
        with pytest.raises(BadNotation, match=r"attacks revealed|of its own"):
            GAME.parse_position(position, line + eras)
    GAME.parse_position(position, line + "a1b1c1d1e1=7+6/5+6")
