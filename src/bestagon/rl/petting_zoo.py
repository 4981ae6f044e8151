"""Games as environments of PettingZoo: one agent at a time, or all at once."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, Final, SupportsIndex

import numpy
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from bestagon.core.dice import Dice, fast
from bestagon.core.errors import BadOption, IllegalMove, brief
from bestagon.core.game import Game
from bestagon.core.option import Value, whole_number
from bestagon.rl.arguments import checked_seed, whole_action
from bestagon.rl.observation import find_game, new_position
from bestagon.rl.rendering import RENDER_MODES, Picture, check_render_mode, render
from bestagon.rl.simulator import ILLEGAL, OVER, Simulator

Array = numpy.ndarray[Any, Any]
ILLEGAL_ACTIONS: Final = ("error", "random")
"""What happens to an illegal action: it raises IllegalMove, or a random legal one is played instead."""
UNSTARTED: Final = "no game has begun: call reset() first"


class EnvironmentParts:
    """What both kinds of environment have: a simulator with its buffers as arrays, spaces, dice and pictures."""

    def __init__(
        self,
        game: str | Game,
        players: int | None,
        seed: int | None,
        options: dict[str, Value],
        *,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        illegal: str = "error",
        wait: bool = False,
    ) -> None:
        """Check all arguments; `wait` adds an action for seats that may not act."""
        if illegal not in ILLEGAL_ACTIONS:
            raise BadOption(f"illegal is one of {', '.join(ILLEGAL_ACTIONS)}, not {illegal!r}")
        if max_cycles is not None and (whole_number(max_cycles) or 0) < 1:
            raise BadOption(f"max_cycles is a whole number from 1, not {brief(max_cycles)}")
        self.game = find_game(game)
        position = new_position(self.game, players, options)
        self.observer = self.game.observer(position)
        self.simulator = Simulator(position, self.observer)
        self.seats = int(position.seats)
        self.actions = int(position.actions)
        self.max_cycles = max_cycles
        self.replace = illegal == "random"
        self.render_mode = check_render_mode(render_mode)
        self.names = [f"player_{seat}" for seat in range(self.seats)]
        self.dice = fast(secrets.randbits(64) if seed is None else checked_seed(seed))
        # Both stay valid: the simulator never moves its buffers.
        self.numbers: Array = numpy.asarray(self.simulator.observation)
        self.mask: Array = numpy.asarray(self.simulator.mask).view(numpy.int8)
        lows, highs = self.observer.schema.bounds()
        size = self.actions + 1 if wait else self.actions
        self.observation_spaces = {
            name: spaces.Dict(
                {
                    "observation": spaces.Box(numpy.array(lows, numpy.int16), numpy.array(highs, numpy.int16), dtype=numpy.int16),
                    "action_mask": spaces.Box(0, 1, (size,), numpy.int8),
                }
            )
            for name in self.names
        }
        self.action_spaces = {name: spaces.Discrete(size) for name in self.names}

    def start(self, seed: int | None) -> None:
        """Begin a game: with a seed always the same, without one the next of this environment."""
        if seed is not None:
            self.dice = fast(checked_seed(seed))
        own = Dice()
        own.fork_from(self.dice)
        self.simulator.start(own)

    def payoffs(self) -> list[float]:
        """Return the payoff of every seat, or zeros while the game runs."""
        position = self.simulator.position
        return [float(position.payoff(seat)) if position.over else 0.0 for seat in range(self.seats)]

    def space(self, found: Mapping[str, spaces.Space[Any]], agent: str) -> spaces.Space[Any]:
        """Return the space of an agent; BadOption if there is no such agent."""
        self.seat_of(agent)
        return found[agent]

    def seat_of(self, agent: str) -> int:
        """Return the seat of an agent; BadOption if there is no such agent."""
        if agent not in self.names:
            raise BadOption(f"there is no agent {brief(agent)}; the agents are: {', '.join(self.names)}")
        return self.names.index(agent)

    def refuse(self, seat: int, action: object) -> IllegalMove:
        """Return the error of an illegal action."""
        return IllegalMove(f"{self.names[seat]} may not play action {action!r} now: choose one whose action_mask is 1")


class TurnEnvironment(AECEnv):
    """A game in which one agent acts at a time; rewards are the payoffs at its end."""

    def __init__(self, parts: EnvironmentParts) -> None:
        """Take over the parts."""
        super().__init__()
        self.parts = parts
        self.metadata = {"name": f"bestagon/{parts.game.name}", "render_modes": list(RENDER_MODES), "is_parallelizable": False}
        self.render_mode = parts.render_mode
        self.possible_agents = list(parts.names)
        self.agents: list[str] = []
        self.observation_spaces = parts.observation_spaces
        self.action_spaces = parts.action_spaces

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.parts.space(self.observation_spaces, agent)

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.parts.space(self.action_spaces, agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game."""
        parts = self.parts
        parts.start(seed)
        self.agents = list(parts.names)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.steps_left = parts.max_cycles * parts.seats if parts.max_cycles is not None else -1
        self.done = False
        self._turn_to(int(parts.simulator.turn_after(-1)))

    def _turn_to(self, seat: int) -> None:
        """Give the turn to a seat."""
        self.parts.simulator.look(seat)
        self._show(seat)

    def _show(self, seat: int) -> None:
        """Copy what the simulator has written for a seat."""
        parts = self.parts
        self.seat = seat
        self.agent_selection = agent = parts.names[seat]
        mask = parts.mask.copy()
        self.seen = {"observation": parts.numbers.copy(), "action_mask": mask}
        self.infos[agent] = {"action_mask": mask}

    def observe(self, agent: str) -> dict[str, Array]:
        """Return what an agent sees, and which actions it may choose."""
        if agent == self.agent_selection and not self.done:
            return self.seen
        parts = self.parts
        parts.simulator.look(parts.seat_of(agent))
        seen = {"observation": parts.numbers.copy(), "action_mask": parts.mask.copy()}
        if not self.done:
            parts.simulator.look(self.seat)  # `step` expects the mask of the agent whose turn it is.
        return seen

    def step(self, action: SupportsIndex | None) -> None:
        """Play the action of the agent whose turn it is."""
        try:
            done = self.done
        except AttributeError:
            raise AttributeError(UNSTARTED) from None
        if done:
            self._was_dead_step(action)
            return
        parts, seat = self.parts, self.seat
        self._cumulative_rewards[parts.names[seat]] = 0.0
        following = parts.simulator.step(seat, -1 if action is None else whole_action(action, parts.names[seat]))
        if following == ILLEGAL:
            if not parts.replace:
                raise parts.refuse(seat, action)
            following = parts.simulator.step(seat, int(parts.simulator.any_action(parts.dice)))
        self.steps_left -= 1
        if following == OVER or self.steps_left == 0:
            self._finish(following == OVER)
        else:
            self._show(int(following))

    def _finish(self, over: bool) -> None:
        """End the game for all agents: by the rules, or because it has taken long enough."""
        self.done = True
        self.rewards = dict(zip(self.agents, self.parts.payoffs(), strict=True))
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, not over)
        self.infos = {agent: {"action_mask": self.observe(agent)["action_mask"]} for agent in self.agents}
        self._deads_step_first()

    def render(self) -> Picture:
        """Return a picture of the game as a spectator sees it, or print it for the mode `human`."""
        return render(self.parts.game, self.parts.simulator.position, self.render_mode)

    def close(self) -> None:
        """Do nothing: there are no windows."""


class RoundEnvironment(ParallelEnv):
    """A game in which all agents act at once; those that may not act choose the last action, which waits."""

    def __init__(self, parts: EnvironmentParts) -> None:
        """Take over the parts."""
        self.parts = parts
        self.metadata = {"name": f"bestagon/{parts.game.name}", "render_modes": list(RENDER_MODES)}
        self.render_mode = parts.render_mode
        self.max_cycles = parts.max_cycles
        self.wait = parts.actions
        """The action of agents that may not act."""
        self.possible_agents = list(parts.names)
        self.agents: list[str] = []
        self.cycles = -1
        """How many rounds were played; -1 before the first game."""
        self.observation_spaces = parts.observation_spaces
        self.action_spaces = parts.action_spaces

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.parts.space(self.observation_spaces, agent)

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.parts.space(self.action_spaces, agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new game and return observations and infos."""
        self.parts.start(seed)
        self.agents = list(self.parts.names)
        self.cycles = 0
        seen = self._look()
        return seen, {agent: {"action_mask": one["action_mask"]} for agent, one in seen.items()}

    def _look(self) -> dict[str, dict[str, Array]]:
        """Return what every agent sees."""
        parts = self.parts
        found: dict[str, dict[str, Array]] = {}
        for seat, agent in enumerate(self.agents):
            parts.simulator.look(seat)
            mask = numpy.zeros(self.wait + 1, numpy.int8)
            mask[:-1] = parts.mask
            mask[-1] = not parts.simulator.legal
            found[agent] = {"observation": parts.numbers.copy(), "action_mask": mask}
        return found

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Play one action of every agent that may act, in the order of their seats."""
        parts, agents = self.parts, self.agents
        if self.cycles < 0:
            raise AttributeError(UNSTARTED)
        if not isinstance(actions, Mapping):
            raise BadOption(f"actions are a dictionary from agents to whole numbers, not {brief(actions)}")
        for agent in actions:
            parts.seat_of(agent)
        if actions and not agents:
            raise IllegalMove("the game is over: call reset()")
        acting = int(parts.simulator.position.acting())
        chosen = [self._checked(seat, acting >> seat & 1 == 1, actions) for seat in range(len(agents))]
        for seat, action in enumerate(chosen):
            if action != self.wait:
                parts.simulator.play(seat, action)  # It does nothing if a seat before has ended the round or the game.
        self.cycles += 1
        over = bool(parts.simulator.position.over)
        cut = not over and self.max_cycles is not None and self.cycles >= self.max_cycles
        seen = self._look()
        rewards = dict(zip(agents, parts.payoffs(), strict=False))
        infos = {agent: {"action_mask": one["action_mask"]} for agent, one in seen.items()}
        if over or cut:
            self.agents = []
        return seen, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut), infos

    def _checked(self, seat: int, acting: bool, actions: dict[str, Any]) -> int:
        """Return a legal action of a seat, WAIT if it may not act."""
        parts = self.parts
        given = actions.get(parts.names[seat])
        action = self.wait if given is None else whole_action(given, parts.names[seat])
        if not acting:
            if action != self.wait and not parts.replace:
                raise parts.refuse(seat, action)
            return self.wait
        parts.simulator.list_legal(seat)
        if 0 <= action < self.wait and parts.mask[action]:
            return action
        if not parts.replace:
            raise parts.refuse(seat, given)
        return int(parts.simulator.any_action(parts.dice))

    def render(self) -> Picture:
        """Return a picture of the game as a spectator sees it, or print it for the mode `human`."""
        return render(self.parts.game, self.parts.simulator.position, self.render_mode)

    def close(self) -> None:
        """Do nothing: there are no windows."""


def aec(
    game: str | Game,
    /,
    *,
    players: int | None = None,
    seed: int | None = None,
    max_cycles: int | None = None,
    render_mode: str | None = None,
    illegal: str = "error",
    **options: Value,
) -> TurnEnvironment:
    """Return a game as PettingZoo's AEC environment.

    `max_cycles` truncates it after so many actions for each player, on average. An illegal action raises IllegalMove, or with
    `illegal="random"` is replaced by a random legal one.
    """
    return TurnEnvironment(EnvironmentParts(game, players, seed, options, max_cycles=max_cycles, render_mode=render_mode, illegal=illegal))


def parallel(
    game: str | Game,
    /,
    *,
    players: int | None = None,
    seed: int | None = None,
    max_cycles: int | None = None,
    render_mode: str | None = None,
    illegal: str = "error",
    **options: Value,
) -> RoundEnvironment:
    """Return a game as PettingZoo's parallel environment, made for rounds in which everybody acts at once."""
    return RoundEnvironment(
        EnvironmentParts(game, players, seed, options, max_cycles=max_cycles, render_mode=render_mode, illegal=illegal, wait=True)
    )
