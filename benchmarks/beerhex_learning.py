"""Teaches BeerHex what to do with what a seat knows: by PPO, from games of random weights on or from those of a file.

    python benchmarks/beerhex_learning.py learn FOLDER --minutes 30 [--begin policy.json]
    python benchmarks/beerhex_learning.py exploit FOLDER --minutes 1
    python benchmarks/beerhex_learning.py compare FOLDER [--player habits] [--games 200]
    python benchmarks/beerhex_learning.py openings FOLDER
    python benchmarks/beerhex_learning.py judge FOLDER --minutes 1
    python benchmarks/beerhex_learning.py write FOLDER --out policy.json

FOLDER gets a checkpoint now and then, and the same command goes on from there; minutes are CPU time of one thread. Those of `learn` are
of all its runs together: with more minutes a finished run goes on. It plays against itself, older versions of itself, players with simple
habits and exploiters, which learn beside it and only want to beat it. Now and then it prints how many games it wins against a search.
`exploit` trains a new exploiter against the result and says how often it wins: by how much it can be exploited, at least.
`judge` lets the result play itself and fits a second network: how likely does a seat win, by what it knows, on its own turn and after it?
`write` writes the weights for ai/policy.json. The inner loops are in beerhex_learning.c, which a C compiler (`cc`) compiles first.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from bestagon.bots.player_factory import make_player
from bestagon.core.dice import fast
from bestagon.core.weight_file import UNIT, in_units
from bestagon.games.beerhex import GAME, board
from bestagon.games.beerhex.ai.knowledge import CELL_MAPS, FEATURES, FRAME_ACTIONS, TRIPLE_MAPS, sure_action
from bestagon.games.beerhex.ai.network import JUDGE_LAYERS, LOGITS, POLICY_LAYERS
from bestagon.games.beerhex.rules.state import BeerHexPosition
from bestagon.lab.ratings import interval

SOURCE = Path(__file__).with_suffix(".c")
TURN_LIMIT = 80
"""Turns after which a game that is played to learn from is drawn."""
DECISIONS = 20000
"""Decisions between two updates."""
PAST_SHARE = 0.35
"""Share of games against older versions or exploiters,"""
HABIT_SHARE = 0.25
"""and against players with simple habits. Without them the policy forgets how to answer honest lines, which it never meets."""
NEWEST_SHARE, EXPLOITER_SHARE = 0.4, 0.3
"""How often the opponent of an update is the newest exploiter or an earlier one, instead of an older version."""
EXPLOIT_EVERY = 3
"""In every third update an exploiter learns: it only wants to beat the moving average."""
EXPLOITER_LIFE = 200
"""Updates after which a new exploiter begins with the weights of the moving average."""
NEWEST = "newest_"
"""What the names of its weights begin with in a checkpoint."""
PROLOGUE_SHARE = 0.15
"""Share of games that such players begin, on both seats."""
EPOCHS = 2
BATCH = 2048
RATE, LAST_RATE = 1e-3, 1e-4
ENTROPY, LAST_ENTROPY = 0.05, 0.02
EXPLOIT_RATE = 5e-4
VALUE_ROUNDS, VALUE_RATE = 30, 5e-3
CLIP = 0.2
TRACE = 0.95
"""Lambda of generalized advantage estimation over the decisions of one seat. What the other seat expects must not enter: it cannot
tell a bluff from an honest cap."""
AVERAGE = 0.97
"""Share of the old weights in the moving average that is evaluated and written."""
SAVE_EVERY = 100
"""Updates between two checkpoints."""
SNAPSHOT = 25
"""Updates between two older versions that are kept as opponents."""
YARDSTICK = "search:190/t0.5/k0.5"
"""The player to compare with now and then, which does not ask the networks."""
HABITS = {
    (0, 0, 0, 0): "all caps honest, never attacks",
    (0, 100, 0, 0): "all caps honest, attacks",
    (30, 0, 0, 0): "30 % bluffs, never attacks",
    (30, 100, 0, 0): "30 % bluffs, attacks",
    (0, 0, 0, 2): "looks one action ahead, never attacks",
    (15, 100, 20, 2): "looks one action ahead, attacks",
}
"""Players with simple habits, to compare with."""
EXPLORATION = 1000.0
"""The exploration constant of searches with the networks: the higher, the closer they stay to the policy."""
Array = np.ndarray[Any, Any]
DECISION = np.dtype(
    [(name, "i4") for name in ("active", "n", "option", "options", "choice", "game", "seat")]
    + [(name, "f4") for name in ("log_share", "chance", "gain", "target")]
)


class Pointers(ctypes.Structure):
    """`Lessons` of the C file."""

    _fields_ = [(name, ctypes.c_int32) for name in ("count", "room", "actives", "options")] + [
        (name, ctypes.c_void_p) for name in ("decisions", "active", "places", "kinds")
    ]


class Lessons:
    """Decisions with what the seats knew."""

    def __init__(self, room: int) -> None:
        """Allocate the room."""
        self.decisions = np.zeros(room, DECISION)
        self.active = np.zeros(room * 120, np.uint16)
        self.places, self.kinds = (np.zeros(room * 100, np.uint8) for _ in range(2))
        self.pointers = Pointers(0, room, 0, 0, *(one.ctypes.data for one in (self.decisions, self.active, self.places, self.kinds)))

    def clear(self) -> None:
        """Forget everything."""
        self.pointers.count = self.pointers.actives = self.pointers.options = 0

    def found(self) -> Array:
        """Return the decisions."""
        return self.decisions[: self.pointers.count]


@dataclass(frozen=True)
class Table:
    """Whom the learning player meets."""

    opponent: Array | None = None
    """Weights of another player,"""
    share: float = 0.0
    """the share of games against it,"""
    habits: float = 0.0
    """and against players with simple habits; all others are against itself."""
    prologues: float = 0.0
    """Share of games that players with simple habits begin, on both seats."""


class Library:
    """The compiled C file for networks of one size."""

    def __init__(self, layers: tuple[int, int]) -> None:
        """Compile and load it."""
        with tempfile.TemporaryDirectory() as folder:
            file = f"{folder}/learning.so"
            sizes = [f"-DH1={layers[0]}", f"-DH2={layers[1]}"]
            subprocess.run(
                ["cc", "-O3", "-march=native", "-ffast-math", "-shared", "-fPIC", *sizes, "-o", file, str(SOURCE), "-lm"], check=True
            )
            self._code = ctypes.CDLL(file)
        self._code.prepare()
        self._code.play.restype = self._code.learn.restype = self._code.measure.restype = ctypes.c_float
        self.sizes = ((FEATURES + 1) * layers[0], (layers[0] + 1) * layers[1], LOGITS * layers[1], LOGITS, layers[1] + 1)

    def parts(self, weights: Array) -> list[Array]:
        """Return the weights of the inputs, of the middle, of the outputs, their biases, and those of the chance to win."""
        return np.split(weights, np.cumsum(self.sizes)[:-1])

    def new_weights(self, chance: np.random.Generator) -> Array:
        """Return small random weights."""
        first, second = self.sizes[0] // (FEATURES + 1), self.sizes[4] - 1
        parts = [chance.normal(0, scale, size) for size, scale in zip(self.sizes, (0.1, first**-0.5, 0.01, 0.0, 0.0), strict=True)]
        parts[0][FEATURES * first :] = 0.0
        parts[1][first * second :] = 0.0
        return np.concatenate(parts).astype(np.float32)

    def play(self, weights: Array, table: Table, watch: bool, seed: int, to: Lessons) -> tuple[int, float, int]:
        """Play games, record them, and return their number, and points and games against the table's opponent."""
        games, met = ctypes.c_int(), ctypes.c_int()
        points = self._code.play(
            _address(weights), _address(weights if table.opponent is None else table.opponent), ctypes.c_float(table.share),
            ctypes.c_float(table.habits), ctypes.c_float(table.prologues), TURN_LIMIT, ctypes.c_float(TRACE), int(watch),
            ctypes.c_uint64(seed), ctypes.byref(to.pointers), ctypes.byref(games), ctypes.byref(met),
        )  # fmt: skip
        return games.value, float(points), met.value

    def learn(self, state: dict[str, Array], name: str, found: Lessons, order: Array, rate: float, bonus: float) -> float:
        """Learn from decisions in this order, and return their mean entropy or loss."""
        order = order.astype(np.int32)
        state.setdefault(f"{name}_steps", np.zeros(1, np.int64))
        moments = [state.setdefault(f"{name}_{kind}", np.zeros_like(state[name])) for kind in ("mean", "square")]
        answer = self._code.learn(
            *(_address(one) for one in (state[name], *moments, state[f"{name}_steps"])), ctypes.byref(found.pointers), _address(order),
            len(order), BATCH, ctypes.c_float(rate), ctypes.c_float(CLIP), ctypes.c_float(bonus),
        )  # fmt: skip
        return float(answer)

    def measure(self, weights: Array, games: int, seed: int, place: int = 0, habits: Sequence[int] | None = None) -> float:
        """Return the share of games won against a player with these habits, or against itself after starting with this placement."""
        fixed = None if habits is None else _address(np.array(habits, np.int32))
        points = self._code.measure(_address(weights), place, fixed, games, TURN_LIMIT, ctypes.c_uint64(seed))
        return float(points) / games

    def observe(self, position: BeerHexPosition, to: Lessons) -> bool:
        """Add what the seat to act knows to the lessons, and return whether it wins for certain."""
        return bool(self._code.observe(_address(numbers_of(position)), ctypes.byref(to.pointers)))

    def advance(self, numbers: Array, action: int, seed: int) -> int:
        """Carry out an action in a game of `numbers_of`, and return 1 if the mover won, -1 if it lost, else 0."""
        return int(self._code.advance(_address(numbers), action, ctypes.c_uint64(seed)))

    def shares(self, weights: Array, found: Lessons, index: int) -> Array:
        """Return how often the policy plays each option of a lesson."""
        shares = np.zeros(FRAME_ACTIONS, np.float32)
        self._code.shares(_address(weights), ctypes.byref(found.pointers), index, _address(shares))
        return shares[: found.decisions[index]["options"]]

    def choose(self, weights: Array, found: Lessons, index: int, seed: int) -> int:
        """Return an action of the policy for a lesson, as its seat sees the board."""
        return int(self._code.choose(_address(weights), ctypes.byref(found.pointers), index, ctypes.c_uint64(seed)))


def _address(array: Array) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


def numbers_of(position: BeerHexPosition) -> Array:
    """Return a running game whose symbols are all known as the C file sees it."""
    seat, up = int(position.turn), int(position.face_up)
    caps = [int(position.caps(seat ^ i)) for i in range(2)]
    symbols = [int(position.symbols(seat ^ i)) for i in range(2)]
    old = 0
    for era in position.eras:
        old |= int(era) & int(board.FULL)
    sets = [caps[0] & symbols[0] & ~up, caps[0] & symbols[1] & ~up, caps[1] & symbols[1] & ~up, caps[1] & symbols[0] & ~up]
    sets += [up & symbols[0], up & symbols[1], old]
    seen = [sum(1 << int(CELL_MAPS[50 * seat + cell]) for cell in range(25) if cells >> cell & 1) for cells in sets]
    ups = [(caps[i] & symbols[i ^ j] & up).bit_count() for i in range(2) for j in range(2)]
    return np.array([*seen, *ups, int(position.phase), int(position.turns), seat], np.int32)


def frame_action(action: int, seat: int) -> int:
    """Return an action as the seat sees the board, or the other way round."""
    if seat == board.GOLD:
        return action
    if action < board.ATTACK:
        return 2 * int(CELL_MAPS[50 + (action >> 1)]) + (action & 1)
    return int(board.ATTACK) + int(TRIPLE_MAPS[302 + action - int(board.ATTACK)])


def one_game() -> BeerHexPosition:
    """Return a game that has not started."""
    position = GAME.setup(2, GAME.complete(2, {"sets": 1, "turn_limit": TURN_LIMIT}))
    assert isinstance(position, BeerHexPosition)
    return position


class Learner:
    """The weights, their moving average, the opponents and the progress."""

    def __init__(self, folder: Path, seed: int, begin: Path | None = None) -> None:
        """Go on with the run in a folder, or begin one, with random weights or those of a file."""
        folder.mkdir(parents=True, exist_ok=True)
        self.file = folder / "checkpoint.npz"
        self.code, self.judge_code = Library(POLICY_LAYERS), Library(JUDGE_LAYERS)
        self.progress: dict[str, Any] = {"seconds": 0.0, "updates": 0, "games": 0, "exploited": 0, "curve": []}
        self.state: dict[str, Array] = {}
        self.past: list[Array] = []
        self.exploiters: list[Array] = []
        self.exploiter: dict[str, Array] = {}
        self.exploited = ""
        if self.file.exists():
            self.state = dict(np.load(self.file))
            self.progress = json.loads(str(self.state.pop("progress")))
            self.past, self.exploiters = list(self.state.pop("past")), list(self.state.pop("exploiters"))
            for name in [name for name in self.state if name.startswith(NEWEST)]:
                self.exploiter[name.removeprefix(NEWEST)] = self.state.pop(name)
        self.chance = np.random.default_rng([seed, self.progress["games"], len(self.exploiters)])
        self.dice = fast(seed * 10**9 + self.progress["games"])
        if not self.state:
            self.state = {"model": self.code.new_weights(self.chance), "judge": self.judge_code.new_weights(self.chance)}
            if begin is not None:
                self.read(begin)
            self.state["average"] = self.state["model"].copy()

    def read(self, file: Path) -> None:
        """Begin with the weights of a policy.json, which lack the policy's own chances to win: fit these to some games."""
        lists = {name: np.array(numbers, np.float32) / np.float32(UNIT) for name, numbers in json.loads(file.read_text("utf-8")).items()}
        model, judge = self.code.parts(self.state["model"]), self.judge_code.parts(self.state["judge"])
        split = self.code.sizes[2]
        for part, values in (
            (model[0], lists["policy_inputs"]), (model[1], lists["policy_middle"]), (model[2], lists["policy_outputs"][:split]),
            (model[3], lists["policy_outputs"][split:]), (judge[0], lists["judge_inputs"]), (judge[1], lists["judge_middle"]),
            (judge[4], lists["judge_outputs"]),
        ):  # fmt: skip
            part[:] = values
        found, last, fitted = Lessons(DECISIONS + 400), self.code.sizes[-1], {"model": self.state["model"]}
        for _ in range(VALUE_ROUNDS):
            found.clear()
            self.code.play(self.state["model"], Table(habits=HABIT_SHARE), False, self.seed(), found)
            found.found()["gain"] = 0.0
            kept = fitted["model"][:-last].copy()
            self.code.learn(fitted, "model", found, self.chance.permutation(found.pointers.count), VALUE_RATE, 0.0)
            fitted["model"][:-last] = kept

    def save(self) -> None:
        """Write a checkpoint; a crash leaves the one before."""
        new = self.file.with_suffix(".new.npz")
        lists = {"past": np.array(self.past), "exploiters": np.array(self.exploiters)}
        newest = {NEWEST + name: array for name, array in self.exploiter.items()}
        np.savez(new, progress=np.array(json.dumps(self.progress)), **lists, **self.state, **newest)  # type: ignore[arg-type]
        new.replace(self.file)

    def seed(self) -> int:
        """Return a seed for the next games."""
        return int(self.chance.integers(2**63))

    def learn(self, minutes: float, rate: float, evaluate: float, games: int) -> None:
        """Play and learn until so many minutes of CPU time have been used in all, and evaluate now and then."""
        following, found = self.progress["seconds"] + 60 * evaluate, Lessons(DECISIONS + 400)
        while self.progress["seconds"] < 60 * minutes:
            began = time.process_time()
            figures = self.update(found, self.progress["seconds"] / (60 * minutes), rate)
            self.progress["seconds"] += time.process_time() - began
            if self.progress["updates"] % SAVE_EVERY == 0:
                left = minutes - self.progress["seconds"] / 60
                print(f"update {self.progress['updates']}, {self.progress['games']} games, {left:.2f} min left: {figures}", flush=True)
                print(f"    the exploiter: {self.exploited}", flush=True)
                self.save()
            if self.progress["seconds"] >= following:
                following = self.progress["seconds"] + 60 * evaluate
                self.evaluate(games)
        self.save()

    def update(self, found: Lessons, done: float, rate: float) -> str:
        """Play games, learn from them, and return figures about them; now and then an exploiter learns instead."""
        self.progress["updates"] += 1
        if self.progress["updates"] % EXPLOIT_EVERY == 0:
            self.exploited = self._exploit_once(found)
            return self.exploited
        table = Table(None, 0.0, HABIT_SHARE, PROLOGUE_SHARE)
        pick = self.chance.random()
        opponents = [self.exploiter["average"]] if self.exploiter and pick < NEWEST_SHARE else self.past
        if pick > 1 - EXPLOITER_SHARE and self.exploiters:
            opponents = self.exploiters
        if opponents:
            table = replace(table, opponent=opponents[self.chance.integers(len(opponents))], share=PAST_SHARE)
        games, figures = self._learn_at(table, self.state, found, done, rate)
        self.progress["games"] += games
        if self.progress["updates"] % SNAPSHOT == 0:
            self.past.append(self.state["average"].copy())
        return figures

    def _exploit_once(self, found: Lessons) -> str:
        """Let the exploiter learn; one that has learned for long enough joins the opponents for good, and a new one begins."""
        if not self.exploiter:
            self.exploiter = {name: self.state["average"].copy() for name in ("model", "average")}
        games, figures = self._learn_at(Table(self.state["average"], 1.0), self.exploiter, found, 0.0, EXPLOIT_RATE)
        self.progress["games"] += games
        self.progress["exploited"] += 1
        if self.progress["exploited"] % EXPLOITER_LIFE == 0:
            self.exploiters.append(self.exploiter["average"])
            self.exploiter = {}
        return figures

    def _learn_at(self, table: Table, state: dict[str, Array], found: Lessons, done: float, rate: float) -> tuple[int, str]:
        """Play games at a table and learn from them; return their number and figures about them."""
        found.clear()
        games, points, met = self.code.play(state["model"], table, False, self.seed(), found)
        n = found.pointers.count
        rate, bonus = rate * (LAST_RATE / rate) ** done, ENTROPY * (LAST_ENTROPY / ENTROPY) ** done
        for _ in range(EPOCHS):
            entropy = self.code.learn(state, "model", found, self.chance.permutation(n), rate, bonus)
        state["average"] += np.float32(1 - AVERAGE) * (state["model"] - state["average"])
        against = f"{points / max(1, met):.1%} of {met} against the opponent"
        return games, f"{n / games:.1f} decisions a game, entropy {entropy:.2f}, {against}"

    def exploit(self, minutes: float, games: int) -> None:
        """Train a player from the moving average on that only wants to beat it, add it to the opponents, and print how often it wins."""
        found, seconds, updates = Lessons(DECISIONS + 400), 0.0, 0
        exploiter = {name: self.state["average"].copy() for name in ("model", "average")}
        table = Table(self.state["average"], 1.0)
        while seconds < 60 * minutes:
            began = time.process_time()
            _, figures = self._learn_at(table, exploiter, found, seconds / (60 * minutes), EXPLOIT_RATE)
            seconds += time.process_time() - began
            updates += 1
            if updates % SAVE_EVERY == 0:
                print(f"{minutes - seconds / 60:.2f} min left: {figures}", flush=True)
        print(f"the exploiter wins {self.match(exploiter['average'], self.state['average'], games)}", flush=True)
        self.exploiters.append(exploiter["average"])
        self.save()

    def match(self, weights: Array, other: Array, games: int) -> str:
        """Return how many single games weights win against others."""
        points, met, found = 0.0, 0, Lessons(DECISIONS + 400)
        while met < games:
            found.clear()
            _, won, played = self.code.play(weights, Table(other, 1.0), False, self.seed(), found)
            points, met = points + won, met + played
        return _with_interval(points / met, met)

    def fit_judge(self, minutes: float) -> None:
        """Let the moving average play itself, and fit the judge to the results."""
        began, rounds, found = time.process_time(), 0, Lessons(3 * DECISIONS)
        losses: list[float] = []
        while (done := (time.process_time() - began) / (60 * minutes)) < 1.0:
            found.clear()
            self.code.play(self.state["average"], Table(), True, self.seed(), found)
            order = self.chance.permutation(found.pointers.count)
            losses.append(self.judge_code.learn(self.state, "judge", found, order, 2e-3 * (1.02 - done), 0.0))
            rounds += 1
            if rounds % 20 == 0:
                print(f"round {rounds}, {60 * minutes * (1 - done):.0f} s left: log loss {sum(losses[-20:]) / 20:.4f}", flush=True)
        self.save()

    def write(self, file: Path) -> None:
        """Write the moving average and the judge."""
        inputs, middle, outputs, biases, _ = self.code.parts(self.state["average"])
        arrays = {"policy_inputs": inputs, "policy_middle": middle, "policy_outputs": np.concatenate([outputs, biases])}
        inputs, middle, _, _, value = self.judge_code.parts(self.state["judge"])
        arrays |= {"judge_inputs": inputs, "judge_middle": middle, "judge_outputs": value, "settings": np.array([EXPLORATION])}
        lists = {name: in_units(array.tolist()) for name, array in arrays.items()}
        file.write_text(json.dumps(lists, separators=(",", ":")) + "\n", encoding="utf-8")

    def evaluate(self, games: int) -> None:
        """Play the moving average against a search that does not ask the networks, and add the result to the curve."""
        won = self.play_against(YARDSTICK, games)
        self.progress["curve"].append((self.progress["seconds"] / 60, self.progress["games"], won, games))
        print(f"against {YARDSTICK}: {_with_interval(won, games)}", flush=True)

    def compare(self, player: str, games: int) -> None:
        """Print how many games the moving average wins against a player of the engine, or with simple habits."""
        if player != "habits":
            print(f"against {player}: {_with_interval(self.play_against(player, games), games)}")
            return
        for habits, words in HABITS.items():
            won = self.code.measure(self.state["average"], games, self.seed(), habits=habits)
            print(f"against {words}: {_with_interval(won, games)}", flush=True)

    def show_openings(self, games: int) -> None:
        """Print how often the moving average begins with each placement, and how many games it then wins against itself."""
        position, found = one_game(), Lessons(2)
        position.start(fast(0))
        self.code.observe(position, found)
        shares = self.code.shares(self.state["average"], found, 0)
        order = sorted(range(len(shares)), key=lambda i: -shares[i])
        for i in order:
            place = int(found.places[i])
            won = self.code.measure(self.state["average"], games, self.seed(), place)
            name = GAME.action_text(position, 0, place)
            print(f"{name}: played {shares[i]:.1%}, wins {_with_interval(won, games)}", flush=True)

    def play_against(self, name: str, games: int) -> float:
        """Return the share of single games that the moving average wins against a player, each seat with every deal."""
        player, position, found, won = make_player(name, GAME, reuse=False), one_game(), Lessons(2), 0.0
        for i in range(games):
            position.start(fast(i // 2))
            while not position.over and not position.voids:
                seat = int(position.turn)
                action = int(sure_action(position, seat)) if seat == i % 2 else -1
                if seat != i % 2:
                    masked = position.copy()
                    masked.mask(seat)
                    action = int(player.choose(masked, seat, self.dice))
                elif action < 0:
                    found.clear()
                    self.code.observe(position, found)
                    action = frame_action(self.code.choose(self.state["average"], found, 0, self.seed()), seat)
                position.play(seat, action)
            won += (position.payoff(i % 2) + 1) / 2 / games
        return won


def _with_interval(share: float, games: int) -> str:
    low, high = interval(share, games)
    return f"{share:.1%} ({low:.1%} to {high:.1%}) of {games} games"


def main() -> None:
    """Carry out one step."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=["learn", "exploit", "judge", "openings", "compare", "write"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--begin", type=Path, help="a policy.json to begin a run with, instead of random weights")
    parser.add_argument("--rate", type=float, default=RATE, help="the rate of learning at the beginning")
    parser.add_argument("--evaluate", type=float, default=3.0, help="minutes between two evaluations")
    parser.add_argument("--games", type=int, default=200, help="games of an evaluation")
    parser.add_argument("--player", default="expert", help="whom to compare with: a player of the engine, or habits")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("policy.json"))
    given = parser.parse_args()
    learner = Learner(given.folder, given.seed, given.begin)
    if given.step == "learn":
        learner.learn(given.minutes, given.rate, given.evaluate, given.games)
    elif given.step == "exploit":
        learner.exploit(given.minutes, given.games)
    elif given.step == "judge":
        learner.fit_judge(given.minutes)
    elif given.step == "openings":
        learner.show_openings(given.games)
    elif given.step == "compare":
        learner.compare(given.player, given.games)
    else:
        learner.write(given.out)


if __name__ == "__main__":
    main()
