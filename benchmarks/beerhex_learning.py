"""Teaches BeerHex what to do with what a seat knows: first it imitates the search, then it learns from its own games by PPO.

    python benchmarks/beerhex_learning.py imitate FOLDER --minutes 3
    python benchmarks/beerhex_learning.py learn FOLDER --minutes 60
    python benchmarks/beerhex_learning.py judge FOLDER --minutes 1
    python benchmarks/beerhex_learning.py write FOLDER --out policy.json

FOLDER gets a checkpoint now and then, and the same command goes on from there; minutes are CPU time of one thread. `learn` plays against
itself and against older versions of itself, and prints now and then how many single games it wins against the expert's search.
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
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from bestagon.bots.mcts import Search
from bestagon.bots.players import Player
from bestagon.core.dice import fast
from bestagon.core.weight_file import in_units
from bestagon.games.beerhex import GAME, board
from bestagon.games.beerhex.ai.knowledge import CELL_MAPS, FEATURES, FRAME_ACTIONS, TRIPLE_MAPS, sure_action
from bestagon.games.beerhex.ai.network import JUDGE_LAYERS, LOGITS, POLICY_LAYERS
from bestagon.games.beerhex.rules.state import BeerHexPosition
from bestagon.lab.ratings import interval

SOURCE = Path(__file__).with_suffix(".c")
TURN_LIMIT = 80
"""Turns after which a game that is played to learn from is drawn."""
TEACHER = 190
"""Iterations of the search that is imitated: with more it asks the networks."""
LEAST_SHARE = 0.3
"""Actions with a smaller share of the best action's visits are not imitated."""
DECISIONS = 20000
"""Decisions between two updates."""
PAST_SHARE = 0.25
"""Share of games against older versions,"""
HABIT_SHARE = 0.25
"""and against players with simple habits. Without them the policy forgets how to answer honest lines, which it never meets."""
PROLOGUE_SHARE = 0.15
"""Share of games that such players begin, on both seats."""
EPOCHS = 2
BATCH = 2048
RATE, LAST_RATE = 1e-3, 1e-4
ENTROPY, LAST_ENTROPY = 0.02, 0.008
CLIP = 0.2
TRACE = 0.95
"""Lambda of generalized advantage estimation over the decisions of one seat. What the other seat expects must not enter: it cannot
tell a bluff from an honest cap."""
AVERAGE = 0.97
"""Share of the old weights in the moving average that is evaluated and written."""
SNAPSHOT = 25
"""Updates between two older versions that are kept as opponents."""
EXPERT = 8000
"""Iterations of the search to compare with, which asks the networks in ai/policy.json."""
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
        self._code.play.restype = self._code.learn.restype = ctypes.c_float
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

    def play(self, weights: Array, older: Array | None, watch: bool, seed: int, to: Lessons) -> tuple[int, float, int]:
        """Play games, record them, and return their number, and points and games against older weights."""
        games, met = ctypes.c_int(), ctypes.c_int()
        share = ctypes.c_float(0.0 if older is None else PAST_SHARE)
        past = weights if older is None else older
        points = self._code.play(
            _address(weights), _address(past), share, ctypes.c_float(0.0 if watch else HABIT_SHARE),
            ctypes.c_float(PROLOGUE_SHARE), TURN_LIMIT, ctypes.c_float(TRACE), int(watch), ctypes.c_uint64(seed),
            ctypes.byref(to.pointers), ctypes.byref(games), ctypes.byref(met),
        )  # fmt: skip
        return games.value, float(points), met.value

    def learn(
        self, state: dict[str, Array], name: str, found: Lessons, order: Array, targets: Array | None, rate: float, bonus: float
    ) -> float:
        """Learn from decisions in this order, and return their mean entropy or loss."""
        order = order.astype(np.int32)
        state.setdefault(f"{name}_steps", np.zeros(1, np.int64))
        moments = [state.setdefault(f"{name}_{kind}", np.zeros_like(state[name])) for kind in ("mean", "square")]
        answer = self._code.learn(
            *(_address(one) for one in (state[name], *moments, state[f"{name}_steps"])), ctypes.byref(found.pointers), _address(order),
            len(order), None if targets is None else _address(targets), BATCH,
            ctypes.c_float(rate), ctypes.c_float(CLIP), ctypes.c_float(bonus),
        )  # fmt: skip
        return float(answer)

    def observe(self, position: BeerHexPosition, to: Lessons) -> bool:
        """Add what the seat to act knows to the lessons, and return whether it wins for certain."""
        return bool(self._code.observe(_address(numbers_of(position)), ctypes.byref(to.pointers)))

    def advance(self, numbers: Array, action: int, seed: int) -> int:
        """Carry out an action in a game of `numbers_of`, and return 1 if the mover won, -1 if it lost, else 0."""
        return int(self._code.advance(_address(numbers), action, ctypes.c_uint64(seed)))

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

    def __init__(self, folder: Path, seed: int) -> None:
        """Go on with the run in a folder, or begin one."""
        folder.mkdir(parents=True, exist_ok=True)
        self.file = folder / "checkpoint.npz"
        self.code, self.judge_code = Library(POLICY_LAYERS), Library(JUDGE_LAYERS)
        self.progress: dict[str, Any] = {"seconds": 0.0, "updates": 0, "games": 0, "curve": []}
        self.state: dict[str, Array] = {}
        self.past: list[Array] = []
        if self.file.exists():
            self.state = dict(np.load(self.file))
            self.progress = json.loads(str(self.state.pop("progress")))
            self.past = list(self.state.pop("past"))
        self.chance = np.random.default_rng([seed, self.progress["games"]])
        self.dice = fast(seed * 10**9 + self.progress["games"])
        if not self.state:
            self.state = {"model": self.code.new_weights(self.chance), "judge": self.judge_code.new_weights(self.chance)}
            self.state["average"] = self.state["model"].copy()

    def save(self) -> None:
        """Write a checkpoint; a crash leaves the one before."""
        new = self.file.with_suffix(".new.npz")
        arrays: dict[str, Any] = {"progress": np.array(json.dumps(self.progress)), "past": np.array(self.past), **self.state}
        np.savez(new, **arrays)
        new.replace(self.file)

    def seed(self) -> int:
        """Return a seed for the next games."""
        return int(self.chance.integers(2**63))

    def imitate(self, minutes: float) -> None:
        """Fit the policy to the visits of a search that plays itself, and the chances to its results."""
        found, targets = self._teach(minutes * 0.8 * 60)
        n = found.pointers.count
        print(f"{self.progress['games']} games, {n} decisions of the teacher", flush=True)
        for epoch in range(10):
            loss = self.code.learn(self.state, "model", found, self.chance.permutation(n), targets, RATE, 0.0)
            print(f"epoch {epoch + 1}: loss {loss:.4f}", flush=True)
        self.state["average"] = self.state["model"].copy()
        self.save()

    def _teach(self, seconds: float) -> tuple[Lessons, Array]:
        """Let the search play itself; return its decisions, and the shares of visits of their options."""
        search = Search(GAME.evaluator(), TEACHER, 0.0, 1.0, 0.6)
        end, found, position = time.process_time() + seconds, Lessons(500000), one_game()
        targets: list[Array] = []
        while time.process_time() < end and found.pointers.count < 499000:
            position.start(fast(10**6 + self.progress["games"]))
            self.progress["games"] += 1
            first = found.pointers.count
            while not position.over:
                seat = int(position.turn)
                action = int(sure_action(position, seat))
                if action < 0:
                    self.code.observe(position, found)
                    row = found.decisions[found.pointers.count - 1]
                    places = found.places[row["option"] : row["option"] + row["options"]]
                    targets.append(self._visit_shares(search, position, seat, places))
                    action = frame_action(int(self.chance.choice(places, p=targets[-1])), seat)
                position.play(seat, action)
            rows = found.decisions[first : found.pointers.count]
            rows["target"] = [(position.payoff(seat) + 1) / 2 for seat in rows["seat"].tolist()]
        return found, np.concatenate(targets).astype(np.float32)

    def _visit_shares(self, search: Search, position: BeerHexPosition, seat: int, places: Array) -> Array:
        """Return the shares of visits that are worth imitating."""
        masked = position.copy()
        masked.mask(seat)
        visits = np.zeros(FRAME_ACTIONS)
        for choice in search.think(masked, seat, self.dice).choices:
            if choice.action < FRAME_ACTIONS:
                visits[frame_action(choice.action, seat)] = choice.visits
        shares: Array = visits[places]
        shares[shares < LEAST_SHARE * shares.max()] = 0.0
        shares /= shares.sum()
        return shares

    def learn(self, minutes: float, evaluate: float, games: int) -> None:
        """Play and learn for so many minutes of CPU time in all, and evaluate now and then."""
        following, found = self.progress["seconds"] + 60 * evaluate, Lessons(DECISIONS + 400)
        while self.progress["seconds"] < 60 * minutes:
            began = time.process_time()
            figures = self.update(found, self.progress["seconds"] / (60 * minutes))
            self.progress["seconds"] += time.process_time() - began
            if self.progress["updates"] % 50 == 0:
                left = minutes - self.progress["seconds"] / 60
                print(f"update {self.progress['updates']}, {self.progress['games']} games, {left:.2f} min left: {figures}", flush=True)
                self.save()
            if self.progress["seconds"] >= following:
                following = self.progress["seconds"] + 60 * evaluate
                self.evaluate(games)
        self.save()

    def update(self, found: Lessons, done: float) -> str:
        """Play games, learn from them, and return figures about them."""
        found.clear()
        older = self.past[self.chance.integers(len(self.past))] if self.past else None
        games, points, met = self.code.play(self.state["model"], older, False, self.seed(), found)
        n = found.pointers.count
        rate, bonus = RATE * (LAST_RATE / RATE) ** done, ENTROPY * (LAST_ENTROPY / ENTROPY) ** done
        for _ in range(EPOCHS):
            entropy = self.code.learn(self.state, "model", found, self.chance.permutation(n), None, rate, bonus)
        self.progress["games"] += games
        self.progress["updates"] += 1
        self.state["average"] += np.float32(1 - AVERAGE) * (self.state["model"] - self.state["average"])
        if self.progress["updates"] % SNAPSHOT == 0:
            self.past.append(self.state["average"].copy())
        against = f"{points / max(1, met):.1%} of {met} against an older version"
        return f"{n / games:.1f} decisions a game, entropy {entropy:.2f}, {against}"

    def fit_judge(self, minutes: float) -> None:
        """Let the moving average play itself, and fit the judge to the results."""
        began, rounds, found = time.process_time(), 0, Lessons(3 * DECISIONS)
        losses: list[float] = []
        while (done := (time.process_time() - began) / (60 * minutes)) < 1.0:
            found.clear()
            self.code.play(self.state["average"], None, True, self.seed(), found)
            order = self.chance.permutation(found.pointers.count)
            losses.append(self.judge_code.learn(self.state, "judge", found, order, None, 2e-3 * (1.02 - done), 0.0))
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
        """Play the moving average against the expert's search, and add the result to the curve."""
        won = self.play_against(lambda: Search(GAME.evaluator(), EXPERT, 0.0, 1.0, 0.6), games)
        low, high = interval(won, games)
        self.progress["curve"].append((self.progress["seconds"] / 60, self.progress["games"], won, games))
        print(f"against search:{EXPERT}: {won:.1%} ({low:.1%} to {high:.1%}) of {games} games", flush=True)

    def play_against(self, make: Callable[[], Player], games: int) -> float:
        """Return the share of single games that the moving average wins against a player, each seat with every deal."""
        player, position, found, won = make(), one_game(), Lessons(2), 0.0
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


def main() -> None:
    """Carry out one step."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=["imitate", "learn", "judge", "write"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--evaluate", type=float, default=3.0, help="minutes between two evaluations")
    parser.add_argument("--games", type=int, default=200, help="games of an evaluation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("policy.json"))
    given = parser.parse_args()
    learner = Learner(given.folder, given.seed)
    if given.step == "imitate":
        learner.imitate(given.minutes)
    elif given.step == "learn":
        learner.learn(given.minutes, given.evaluate, given.games)
    elif given.step == "judge":
        learner.fit_judge(given.minutes)
    else:
        learner.write(given.out)


if __name__ == "__main__":
    main()
