"""What seats know from their own exchanges, and that no determinization contradicts it."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from tests.games.hexagone.boards import fresh, hand, play, table

from bestagon.bots.player_factory import make_player
from bestagon.core.actions import legal_actions
from bestagon.core.dice import Dice, fast
from bestagon.games.hexagone import GAME
from bestagon.games.hexagone.board import BAG, CELLS, DISCARDED, RETURNED, TOTALS
from bestagon.games.hexagone.rules import memory, moves, serial
from bestagon.games.hexagone.rules.state import HexagonePosition

KINDS = range(7)
SPECIAL_ACTIONS = ((moves.MOVE_FROM, moves.MOVE_TO, 6), (moves.SWAP_FROM, moves.SWAP_WITH, 3), (moves.BOMB_CARD, moves.DRAW_TWO, 5))


def counts(position: HexagonePosition, pool: int) -> list[int]:
    return [int(position.pools[8 * pool + kind]) for kind in KINDS]


def size(position: HexagonePosition, seat: int) -> int:
    return int(position.pool_size(seat))


def own(position: object) -> HexagonePosition:
    assert isinstance(position, HexagonePosition)
    return position


@dataclass
class Exchange:
    """A moment after the observer's own exchange."""

    elsewhere: list[int]
    """The hexagons, by kind, that the observer could not see and that were not certainly in the bag."""
    hands: list[int]
    played: list[list[int]]
    """What each seat has played or discarded since."""
    returned: list[int] = field(default_factory=lambda: [0] * 4)


class ExchangeLog:
    """What one seat has seen of a game: its own draws and returns, the plays of all, and the sizes of hands."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.surely_in_bag = [0] * 7
        self.exchanges: list[Exchange] = []

    def follow(self, before: HexagonePosition, seat: int, action: int, after: HexagonePosition) -> None:
        """Write down an action."""
        kind = _played_kind(action)
        for exchange in self.exchanges:
            if kind >= 0:
                exchange.played[seat][kind] += 1
            if moves.RETURN <= action < moves.EXCHANGE:
                exchange.returned[seat] += 1
        if seat != self.seat:
            if size(after, seat) > size(before, seat) - (kind >= 0):
                self.surely_in_bag = [0] * 7
            return
        gone = counts(before, int(RETURNED)) if action == moves.EXCHANGE else [0] * 7
        for k in KINDS:
            drawn = counts(after, seat)[k] - counts(before, seat)[k] + (k == kind) + (action == moves.RETURN + k)
            self.surely_in_bag[k] = max(0, self.surely_in_bag[k] + gone[k] - drawn)
        if action == moves.EXCHANGE:
            seen = [counts(after, seat)[k] + counts(after, int(DISCARDED))[k] + after.board.count(k) * (k < 3) for k in KINDS]
            elsewhere = [int(TOTALS[k]) - seen[k] - self.surely_in_bag[k] for k in KINDS]
            self.exchanges.append(Exchange(elsewhere, [size(after, s) for s in range(4)], [[0] * 7 for _ in range(4)]))

    def contradiction(self, world: HexagonePosition) -> str:
        """Return which hand or bag the seat knows to be impossible; empty if none."""
        bag = counts(world, int(BAG))
        if any(bag[k] < self.surely_in_bag[k] for k in KINDS):
            return f"the bag has {bag}, but {self.surely_in_bag} are in it"
        for exchange in self.exchanges:
            for seat in range(int(world.seats)):
                if seat != self.seat and not world.resigned(seat):
                    held = [a + b for a, b in zip(counts(world, seat), exchange.played[seat], strict=True)]
                    old = sum(min(a, b) for a, b in zip(exchange.elsewhere, held, strict=True))
                    if old < exchange.hands[seat] - exchange.returned[seat]:
                        return f"seat {seat} had {exchange.hands[seat]} of {exchange.elsewhere}, then {held}"
        return ""


def _played_kind(action: int) -> int:
    """Return the kind of hexagon that an action takes out of the hand for all to see, or -1."""
    if action < moves.MOVE_FROM:
        return action // int(CELLS)
    for first, end, kind in SPECIAL_ACTIONS:
        if first <= action < end:
            return kind
    if action == moves.DRAW_TWO:
        return 4
    return action - int(moves.DISCARD) if moves.DISCARD <= action < moves.CLAIM else -1


def random_action(position: HexagonePosition, seat: int, dice: Dice) -> int:
    """Return a random action, often a pass or the end of the turn."""
    actions = legal_actions(position, seat)
    common = [a for a in actions if moves.DRAW_TWO <= a <= moves.DISCARD + 6 and a != moves.EXCHANGE]
    if common and dice.below(3) == 0:
        return common[int(dice.below(len(common)))]
    return actions[int(dice.below(len(actions)))]


def check_memory(position: HexagonePosition) -> None:
    """Check that what seats know is true."""
    for entry in position.memory:
        about = int(memory.other(entry))
        held = counts(position, about)
        if position.turn == about:
            held = [a + b for a, b in zip(held, counts(position, int(RETURNED)), strict=True)]
        free = [int(memory.unseen(position, memory.observer(entry), k) - memory.excluded(entry, k)) for k in KINDS]
        assert sum(min(a, b) for a, b in zip(held, free, strict=True)) >= memory.old(entry), GAME.position_text(position)


def check_game(position: HexagonePosition, seed: int, greedy: bool = False, actions: int = 1000) -> int:
    """Play a game, or its beginning, check what seats believe, and return the number of determinizations after exchanges."""
    logs, dice, checked = [ExchangeLog(seat) for seat in range(int(position.seats))], fast(seed + 1), 0
    bot = make_player("greedy", GAME)
    position.start(fast(seed))
    while not position.over and actions > 0:
        actions -= 1
        seat, before = int(position.turn), own(position.copy())
        if greedy and seat:
            masked = position.copy()
            masked.mask(seat)
            action = int(bot.choose(masked, seat, dice))
        else:
            action = random_action(position, seat, dice)
        position.play(seat, action)
        check_memory(position)
        for log in logs:
            log.follow(before, seat, action, position)
            assert not log.contradiction(position), "the log is wrong"
            if not position.over and log.exchanges:
                world = own(position.copy())
                world.mask(log.seat)
                parsed = world.blank()
                GAME.parse_position(parsed, GAME.position_text(world))
                parsed.revealed = world.revealed
                assert parsed.to_bytes() == world.to_bytes()
                world.determinize(log.seat, dice)
                serial.validate(world)
                wrong = log.contradiction(world)
                assert not wrong, f"{wrong}: seat {log.seat} believes {GAME.position_text(world)} in {GAME.position_text(position)}"
                checked += 1
    return checked


@pytest.mark.parametrize("players", [2, 3, 4])
def test_determinizations_agree_with_the_seats_own_exchanges(players: int) -> None:
    position = fresh(players)
    assert sum(check_game(position, seed) for seed in range(5)) > 300


def test_determinizations_agree_with_games_against_a_bot() -> None:
    assert check_game(fresh(2), 3, greedy=True, actions=60) > 20


def test_a_returned_special_is_in_nobodys_hand_until_they_draw() -> None:
    position = table("g b", "gBB", "gcb")
    play(position, "pass", "return bomb", "return bomb", "exchange")
    kept = hand(position, 0).count("B")
    assert kept < 2
    bombs = []
    for drawn in (False, True):
        if drawn:
            play(position, "gray p15", "end")
        worlds = []
        for seed in range(60):
            world = own(position.copy())
            world.mask(0)
            world.determinize(0, fast(seed))
            worlds.append(hand(world, 1))
        bombs.append(sum("B" in held for held in worlds))
    assert bombs[0] == 0 < bombs[1]
