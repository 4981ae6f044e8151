"""One running game with the buffers that learning programs read."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i32, i64, u8

from bestagon.core.actions import room
from bestagon.core.dice import Dice
from bestagon.core.observation.observer import Observer
from bestagon.core.position import Position

OVER: Final = -1
ILLEGAL: Final = -2


class Simulator:
    """A game whose observations and masks are written to buffers that never move: numpy.asarray(buffer) shares their memory.

    Masks are cleared by the previous list of legal actions, because games have up to 18,049 actions and few are legal at once.
    """

    position: Position
    observer: Observer
    observation: vec[i16]
    """What the seat of the last `look` may know; see the schema of the observer."""
    mask: vec[u8]
    """1 for every legal action of that seat, else 0."""
    actions: vec[i32]
    """The first `legal` numbers are the legal actions of that seat."""
    legal: i64
    _masked: Position

    def __init__(self, position: Position, observer: Observer) -> None:
        """Take over a position; its observer must be one for the same set-up."""
        self.position = position
        self.observer = observer
        self.observation = vec[i16]([0] * int(observer.size))
        self.mask = vec[u8]([0] * int(position.actions))
        self.actions = room(position)
        self.legal = 0
        self._masked = position.blank()

    def start(self, dice: Dice) -> None:
        """Begin a new game with a copy of these dice."""
        self.position.start(dice)

    def look(self, seat: i64) -> None:
        """Write the seat's observation, mask and legal actions to the buffers."""
        self._masked.view_from(self.position, seat)
        self.observer.observe(self._masked, seat, self.observation, 0)
        self.list_legal(seat)

    def list_legal(self, seat: i64) -> None:
        """Write the seat's mask and legal actions to the buffers."""
        mask = self.mask
        actions = self.actions
        for i in range(self.legal):
            mask[i64(actions[i])] = 0
        self.legal = self.position.legal(seat, actions)
        for i in range(self.legal):
            mask[i64(actions[i])] = 1

    def play(self, seat: i64, action: i64) -> bool:
        """Play an action if it is legal for the seat, and tell whether it was."""
        if action < 0 or action >= self.position.actions:
            return False
        self.list_legal(seat)
        if self.mask[action] == 0:
            return False
        self.position.play(seat, action)
        return True

    def turn_after(self, seat: i64) -> i64:
        """Return the next seat clockwise that may act, the same seat last; -1 if the game is over."""
        acting = self.position.acting()
        if acting == 0:
            return -1
        seat += 1
        while not (acting >> seat) & 1:
            seat = seat + 1 if seat < self.position.seats else 0
        return seat

    def step(self, seat: i64, action: i64) -> i64:
        """Play an action of the seat that `look` was called for last, and look for the next one.

        Return that seat, or OVER, or ILLEGAL if the action was not legal and nothing was played.
        """
        if action < 0 or action >= self.position.actions or self.mask[action] == 0:
            return ILLEGAL
        self.position.play(seat, action)
        following = self.turn_after(seat)
        if following < 0:
            return OVER
        self.look(following)
        return following

    def any_action(self, dice: Dice) -> i64:
        """Return a random one of the listed legal actions."""
        return i64(self.actions[dice.below(self.legal)])
