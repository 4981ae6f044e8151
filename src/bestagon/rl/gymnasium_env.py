"""A seat of a game as an environment of Gymnasium: one learner against bots, programs or copies of itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, SupportsIndex

import gymnasium
import numpy
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from bestagon.bots.player_factory import make_player
from bestagon.bots.players import Player
from bestagon.core.dice import fast
from bestagon.core.errors import BadOption, IllegalMove, brief
from bestagon.core.game import Game
from bestagon.core.option import Value, whole_number
from bestagon.rl.arguments import whole_action
from bestagon.rl.observation import find_game, new_position
from bestagon.rl.rendering import RENDER_MODES, Picture, check_render_mode, render
from bestagon.rl.simulator import Simulator

Array = numpy.ndarray[Any, Any]
Opponent = str | Callable[[Array, Array], int]
"""The name of a bot, or a function from an observation and its mask of legal actions to an action."""


class SeatEnvironment(gymnasium.Env[Array, SupportsIndex]):
    """One learner among opponents: observations are scaled to 0 ... 1, the reward is the payoff at the end of the game."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012  # Gymnasium declares it so.

    def __init__(
        self,
        game: str | Game,
        opponents: Opponent | Sequence[Opponent] = "random",
        players: int | None = None,
        seat: int | None = None,
        illegal: str = "random",
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        """Seat the learner, by default on another random seat in every game, and the opponents: one for all, or one for each.

        An illegal action is replaced by a random legal one, or with `illegal="error"` raises IllegalMove.
        """
        self.game = find_game(game)
        position = new_position(self.game, players, options)
        self.simulator = Simulator(position, self.game.observer(position))
        self.seats = int(position.seats)
        if seat is not None and whole_number(seat) not in range(self.seats):
            raise BadOption(f"the seat of the learner is from 0 to {self.seats - 1}, not {brief(seat)}")
        if illegal not in ("random", "error"):
            raise BadOption(f"illegal is one of random, error, not {illegal!r}")
        self.fixed_seat, self.replace = seat, illegal == "random"
        self.opponents = self._seated(opponents)
        self.render_mode = check_render_mode(render_mode)
        self.numbers: Array = numpy.asarray(self.simulator.observation)
        self.mask: Array = numpy.asarray(self.simulator.mask).view(numpy.bool_)
        lows, highs = self.simulator.observer.schema.bounds()
        self.lows = numpy.array(lows, numpy.float32)
        self.factors = 1 / (numpy.array(highs, numpy.float32) - self.lows)
        self.observation_space = spaces.Box(0.0, 1.0, (len(lows),), numpy.float32)
        self.action_space = spaces.Discrete(int(position.actions))
        self.seat = 0
        self.dice = fast(0)
        self.started = False

    def _seated(self, opponents: Opponent | Sequence[Opponent]) -> list[Player | Callable[[Array, Array], int]]:
        """Return the opponents in the order of their seats after the learner's."""
        if isinstance(opponents, str) or callable(opponents):
            opponents = [opponents] * (self.seats - 1)
        if not isinstance(opponents, Sequence):
            raise BadOption(f"opponents are the name of a bot, a function, or a list of these, not {brief(opponents)}")
        each = list(opponents)
        if len(each) != self.seats - 1:
            raise BadOption(f"{self.seats} players leave {self.seats - 1} seats for opponents, not {len(each)}")
        wrong = [one for one in each if not isinstance(one, str) and not callable(one)]
        if wrong:
            raise BadOption(f"an opponent is the name of a bot or a function, not {brief(wrong[0])}")
        return [make_player(one, self.game) if isinstance(one, str) else one for one in each]

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Begin a new game and play until it is the learner's turn."""
        super().reset(seed=seed)
        self.dice = fast(int(self.np_random.integers(1 << 62)))
        own = fast(0)
        own.fork_from(self.dice)  # The opponents must not draw the numbers that the game will roll.
        self.simulator.start(own)
        self.seat = int(self.dice.below(self.seats)) if self.fixed_seat is None else self.fixed_seat
        self.started = True
        self._play_opponents()
        if self.simulator.position.over:  # Rare: opponents have ended the game before the learner's first turn.
            return self.reset(options=options)
        return self._seen(), self._info()

    def step(self, action: SupportsIndex) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Play the learner's action, and then the opponents until it is the learner's turn again."""
        position = self.simulator.position
        self._check_started()
        if position.over:
            raise IllegalMove("the game is over: call reset()")
        legal = self.simulator.play(self.seat, whole_action(action, "the learner"))
        if not legal:
            if not self.replace:
                raise IllegalMove(f"action {action!r} is not legal now: choose one for which action_masks() is True")
            self.simulator.play(self.seat, int(self.simulator.any_action(self.dice)))
        self._play_opponents()
        seen = self._seen()
        over = bool(position.over)
        return seen, float(position.payoff(self.seat)) if over else 0.0, over, False, {**self._info(), "illegal": not legal}

    def action_masks(self) -> Array:
        """Return which actions are legal for the learner, as sb3-contrib expects it."""
        self._check_started()
        self.simulator.list_legal(self.seat)
        return self.mask.copy()

    def render(self) -> Picture:
        """Return a picture of the game as a spectator sees it, or print it for the mode `human`."""
        return render(self.game, self.simulator.position, self.render_mode)

    def _check_started(self) -> None:
        if not self.started:
            raise ResetNeeded("no game has begun: call reset() first")

    def _seen(self, seat: int | None = None) -> Array:
        """Return the scaled observation of a seat, by default the learner's; its mask is up to date afterwards."""
        self.simulator.look(self.seat if seat is None else seat)
        seen: Array = (self.numbers - self.lows) * self.factors
        return seen

    def _info(self) -> dict[str, Any]:
        """Return the mask that `_seen` has written, and the learner's seat."""
        return {"action_mask": self.mask.view(numpy.int8).copy(), "seat": self.seat}

    def _play_opponents(self) -> None:
        """Play for the opponents until the learner may act or the game is over."""
        position = self.simulator.position
        while not position.over and not int(position.acting()) >> self.seat & 1:
            other = int(self.simulator.turn_after(self.seat))
            player = self.opponents[(other - self.seat) % self.seats - 1]
            if isinstance(player, Player):
                masked = position.copy()
                masked.mask(other)
                action = int(player.choose(masked, other, self.dice))
            else:
                seen = self._seen(other)
                action = whole_action(player(seen, self.mask.copy()), f"the opponent on seat {other}")
            if not self.simulator.play(other, action):
                raise IllegalMove(f"the opponent on seat {other} may not play action {action} now")
