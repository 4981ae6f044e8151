"""Games as Python games of OpenSpiel: `register_openspiel()`, then `pyspiel.load_game("bestagon_beerhex")`."""

from __future__ import annotations

from typing import Any, Final

import numpy
import pyspiel

from bestagon.core import registry
from bestagon.core.actions import legal_actions
from bestagon.core.dice import fast
from bestagon.core.game import Game
from bestagon.core.position import Position
from bestagon.rl.observation import new_position
from bestagon.rl.simulator import Simulator

PREFIX: Final = "bestagon_"
SEEDS: Final = 1024
"""The default number of outcomes of the only chance node, which opens the game and decides all dice."""
LONGEST: Final = 100_000
"""More actions than any game has."""


def register_openspiel() -> list[str]:
    """Register all games that are not registered yet, and return all their names in OpenSpiel."""
    known = set(pyspiel.registered_names())
    names: list[str] = []
    for game in registry.all_games().values():
        kind = _game_type(game)
        names.append(kind.short_name)
        if kind.short_name not in known:
            pyspiel.register_game(kind, _maker(game, kind))
    return names


def _game_type(game: Game) -> Any:  # noqa: ANN401  # pyspiel has no types.
    parameters: dict[str, bool | int | str] = {"players": game.usual_players, "seeds": SEEDS}
    usual = game.complete(game.usual_players, {})
    parameters.update({option.name: usual[option.name] for option in game.options if not option.data})
    return pyspiel.GameType(
        short_name=PREFIX + game.name.replace("-", "_"),
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if min(game.players) > 1 else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.players),
        min_num_players=min(game.players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


def _maker(game: Game, kind: object) -> type:
    """Return a class whose instances are the game with some parameters: OpenSpiel calls it with nothing else."""

    class RegisteredGame(SpielGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(game, kind, params or {})

    return RegisteredGame


class SpielGame(pyspiel.Game):
    """A game for OpenSpiel; its parameters are players, seeds and the options of the game."""

    def __init__(self, game: Game, kind: object, params: dict[str, Any]) -> None:
        """Check players and options."""
        given = {name: value for name, value in params.items() if name not in ("players", "seeds")}
        players = game.check_players(params.get("players"))
        # Options whose default depends on the number of players come with the default of the usual number.
        usual = game.complete(game.usual_players, {})
        chosen = {name: value for name, value in given.items() if value != usual[name]}
        self.first = new_position(game, players, chosen)
        self.seeds = int(params.get("seeds", SEEDS))
        info = pyspiel.GameInfo(
            num_distinct_actions=int(self.first.actions),
            max_chance_outcomes=self.seeds,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if min(game.players) > 1 else None,
            max_game_length=LONGEST,
        )
        super().__init__(kind, info, params)

    def new_initial_state(self) -> SpielState:
        """Return the chance node that opens the game."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: object = None, params: object = None) -> SpielObserver:
        """Return an observer of the masked position."""
        return SpielObserver(self.first)


class SpielState(pyspiel.State):
    """A position, and what every player has read of the game so far."""

    def __init__(self, game: SpielGame) -> None:
        """Create the chance node."""
        super().__init__(game)
        self.position: Position = game.first.copy()
        self.seeds = game.seeds
        self.started = False
        self.read: list[list[str]] = [[] for _ in range(int(self.position.seats))]

    @property
    def bestagon_game(self) -> Game:
        """The game, apart from its position."""
        assert self.position.origin is not None
        return self.position.origin.game

    def current_player(self) -> int:
        """Return the first seat that may act."""
        if not self.started:
            return int(pyspiel.PlayerId.CHANCE)
        acting = int(self.position.acting())
        return (acting & -acting).bit_length() - 1 if acting else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.started and bool(self.position.over)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(legal_actions(self.position, player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return all seeds, equally likely."""
        return [(seed, 1 / self.seeds) for seed in range(self.seeds)]

    def _apply_action(self, action: int) -> None:
        if not self.started:
            self.position.start(fast(action))
            self.started = True
            return
        seat = self.current_player()
        for viewer, read in enumerate(self.read):
            read.append(f"{seat}:{self.bestagon_game.seen_text(self.position, seat, action, viewer)}")
        self.position.play(seat, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed {action}"
        return self.bestagon_game.action_text(self.position, player, action)

    def returns(self) -> list[float]:
        """Return the payoffs, zeros while the game runs."""
        return [float(self.position.payoff(seat)) if self.is_terminal() else 0.0 for seat in range(int(self.position.seats))]

    def observation_string(self, player: int) -> str:
        """Return the position in notation as the player may know it."""
        return self._masked_text(player) if self.started else ""

    def information_state_string(self, player: int) -> str:
        """Return everything that the player has read, then the position as it may know it."""
        return " | ".join([*self.read[player], self.observation_string(player)])

    def _masked_text(self, player: int) -> str:
        masked = self.position.copy()
        masked.mask(player)
        return self.bestagon_game.position_text(masked)

    def __str__(self) -> str:
        """Return the whole position in notation."""
        return self.bestagon_game.position_text(self.position) if self.started else "start"


class SpielObserver:
    """Writes the observation of a player to a tensor: the same numbers as in the schema of the game."""

    def __init__(self, first: Position) -> None:
        """Create the tensor."""
        assert first.origin is not None
        self._simulator = Simulator(first.copy(), first.origin.game.observer(first))
        self._numbers = numpy.asarray(self._simulator.observation)
        self.tensor = numpy.zeros(len(self._numbers), numpy.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees."""
        self._simulator.position.copy_from(state.position)
        self._simulator.look(player)
        self.tensor[:] = self._numbers

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a player sees in notation."""
        return state.observation_string(player)
