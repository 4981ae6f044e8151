"""Learns BeerHex by proximal policy optimization (PPO) in games against the friendly bot, or against itself.

    pip install 'bestagon[rl]' torch
    python train_ppo.py --minutes 20 --out ppo

The folder gets `checkpoint.pt` (networks, optimizer, state of the random numbers) and `curve.svg` (wins against the friendly bot).
The same command continues an interrupted run exactly as if it had not been interrupted; `--minutes 40` goes on after the first 20.
Minutes are CPU time of one thread. docs/train.md explains the parts.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import gymnasium
import numpy

import bestagon.rl
from bestagon.bots.player_factory import make_player
from bestagon.core.dice import fast
from bestagon.lab.plots import Chart, PlotLine, write
from bestagon.lab.ratings import interval
from bestagon.rl.observation import find_game

try:
    import torch
    from torch import nn
    from torch.optim import swa_utils
except ImportError:
    torch = None  # main() says how to install it.

Array = numpy.ndarray[Any, Any]

GAME: Final = "beerhex"
ENVIRONMENT: Final = "bestagon/BeerHex-v0"
OPTIONS: Final[dict[str, Any]] = {"sets": 1}  # One game instead of best of three.
LEVEL: Final = "friendly"
GAMES: Final = 256  # Games that are played in lockstep.
AGAINST_BOT: Final = 256  # How many of them are against the bot; in the others the learner plays both seats.
STEPS: Final = 64  # Actions in every game between two updates.
EPOCHS: Final = 3
MINIBATCH: Final = 2048
RATE: Final = 1e-3
CLIP: Final = 0.2
ENTROPY: Final = 0.005  # Weight of the entropy bonus, which keeps the learner exploring.
DISCOUNT: Final = 0.97  # For each action: quick wins are worth more, since mutual attacks can prolong a game to 200 turns.
TRACE: Final = 0.9  # Lambda of generalized advantage estimation.
AVERAGE: Final = 0.95  # Share of the old weights in the moving average of networks that is evaluated, because single updates are noisy.
WIDTH: Final = 256
UPDATES: Final = 20  # Updates between two evaluations, each of which writes a checkpoint.
EVALUATION: Final = 200  # Games of an evaluation, half of them on each seat.
STRIDE: Final = 1 << 24  # Distance between the seeds of games that begin after different evaluations.


@dataclass
class Progress:
    """How far a run has come."""

    seconds: float = 0.0
    """CPU time of the whole run."""
    updates: int = 0
    games: int = 0
    curve: list[tuple[float, int, float]] = field(default_factory=list)
    """Minutes, games played and share of wins at every evaluation."""


def advantages(rewards: Array, signs: Array, values: Array, bots: Array) -> tuple[Array, Array]:
    """Return how much better than expected each action was, and what the value of its position should have been; steps x games.

    A value is that of the seat that acts, and one seat's gain is the other's loss: `signs` is 1 if the same seat acts next, -1 if the
    opponent does, 0 if the game ended. `values` has one row more than the others. Actions of bots are passed through.
    """
    values = values.copy()
    found = numpy.zeros_like(rewards)
    following = numpy.zeros_like(rewards[0])
    for t in reversed(range(len(rewards))):
        onwards = rewards[t] + DISCOUNT * signs[t] * values[t + 1]
        values[t] = numpy.where(bots[t], onwards, values[t])
        following = onwards - values[t] + DISCOUNT * TRACE * signs[t] * following
        found[t] = following
    return found, found + values[:-1]


def judge(network: Any, seen: Any, legal: Any) -> tuple[Any, Any]:  # noqa: ANN401
    """Return the logarithms of the probabilities of all actions, and the values of the positions."""
    out = network(seen)
    return torch.log_softmax(out[:, :-1].masked_fill(~legal, -1e9), 1), torch.tanh(out[:, -1])


class Trainer:
    """The learner and its games."""

    def __init__(self, out: Path, seed: int) -> None:
        """Continue the run in a folder, or begin one."""
        torch.set_num_threads(1)  # More threads gain little with a network of this size.
        torch.manual_seed(seed)
        self.file, self.seed, self.progress = out / "checkpoint.pt", seed, Progress()
        self.games = bestagon.rl.batch(GAME, n=GAMES, **OPTIONS)
        self.bot, self.dice = make_player(LEVEL, find_game(GAME)), fast(0)
        lows, highs = (numpy.array(bound, numpy.float32) for bound in self.games.schema.bounds())
        self.lows, self.factors = lows, 1 / (highs - lows)
        last = nn.Linear(WIDTH, int(self.games.actions) + 1)  # One score for each action, and the value of the position.
        self.network = nn.Sequential(nn.Linear(len(lows), WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU(), last)
        with torch.no_grad():
            last.weight *= 0.1  # At first all actions are about equally likely.
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=RATE, eps=1e-5)
        self.average = swa_utils.AveragedModel(self.network, multi_avg_fn=swa_utils.get_ema_multi_avg_fn(AVERAGE))
        self.parts = {"network": self.network, "average": self.average, "optimizer": self.optimizer}
        if self.file.exists():
            found = torch.load(self.file, weights_only=True)
            if found["seed"] != seed:
                sys.exit(f"{self.file} is from a run with --seed {found['seed']}: choose that seed, or another folder with --out")
            for name, part in self.parts.items():
                part.load_state_dict(found[name])
            torch.set_rng_state(found["random"])
            self.progress = Progress(**found["progress"])

    def save(self) -> None:
        """Write a checkpoint; a crash leaves the one before."""
        state = {"seed": self.seed, "random": torch.get_rng_state(), "progress": vars(self.progress)}
        new = self.file.with_suffix(".new")
        torch.save(state | {name: part.state_dict() for name, part in self.parts.items()}, new)
        new.replace(self.file)

    def begin(self) -> None:
        """Begin all games anew, with seeds that follow from the progress, so that a continued run plays the same games."""
        first = self.seed * (1 << 40) + self.progress.updates // UPDATES * STRIDE
        self.games.reset(first)
        self.dice = fast(first + STRIDE - 1)

    def update(self) -> None:
        """Play STEPS actions in every game and learn from them."""
        games, everyone = self.games, numpy.arange(GAMES)
        numbers, masks, seats = numpy.asarray(games.observations), numpy.asarray(games.masks), numpy.asarray(games.seats)
        rewards, dones = numpy.asarray(games.rewards), numpy.asarray(games.dones)
        seen = numpy.zeros((STEPS + 1, GAMES, len(self.lows)), numpy.float32)
        legal = numpy.zeros((STEPS + 1, GAMES, int(games.actions)), numpy.bool_)
        chosen, bots = numpy.zeros((STEPS, GAMES), numpy.int64), numpy.zeros((STEPS, GAMES), numpy.bool_)
        logs, gains, signs, values = (numpy.zeros((STEPS + more, GAMES), numpy.float32) for more in (0, 0, 0, 1))
        for t in range(STEPS + 1):
            seen[t], legal[t], seat = (numbers - self.lows) * self.factors, masks, seats.copy()
            with torch.no_grad():
                policy, value = judge(self.network, torch.from_numpy(seen[t]), torch.from_numpy(legal[t]))
                sampled = torch.multinomial(policy.exp(), 1)
            values[t] = value.numpy()
            if t == STEPS:
                break
            chosen[t], logs[t] = sampled[:, 0].numpy(), policy.gather(1, sampled)[:, 0].numpy()
            bots[t] = (everyone < AGAINST_BOT) & (seat == everyone % 2)
            for i in bots[t].nonzero()[0]:
                position = games.position(int(i))
                position.mask(int(seat[i]))  # The bot knows only what its seat may know.
                chosen[t, i] = self.bot.choose(position, int(seat[i]), self.dice)
            games.step(chosen[t])
            gains[t] = rewards[everyone, seat]
            signs[t] = numpy.where(dones, 0, numpy.where(seats == seat, 1, -1))
            self.progress.games += int(dones.sum())
        better, targets = advantages(gains, signs, values, bots)
        own = ~bots  # The learner learns from its own actions.
        better = (better - better[own].mean()) / better[own].std()
        samples = [torch.from_numpy(array[own]) for array in (seen[:-1], legal[:-1], chosen, logs, better, targets)]
        for _ in range(EPOCHS):
            for rows in torch.randperm(len(samples[0])).split(MINIBATCH):
                self.learn(*(sample[rows] for sample in samples))
        self.average.update_parameters(self.network)
        self.progress.updates += 1

    def learn(self, seen: Any, legal: Any, chosen: Any, logs: Any, better: Any, targets: Any) -> None:  # noqa: ANN401
        """Take one step of the optimizer: the clipped loss of PPO, the error of the values, and the entropy bonus."""
        policy, value = judge(self.network, seen, legal)
        ratio = (policy.gather(1, chosen[:, None])[:, 0] - logs).exp()
        gain = torch.min(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better).mean()
        entropy = -(policy.exp() * policy.masked_fill(~legal, 0)).sum(1).mean()
        loss = (value - targets).square().mean() / 2 - gain - ENTROPY * entropy
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
        self.optimizer.step()

    def wins(self, seed: int) -> float:
        """Return the share of games that the averaged network wins against the bot."""
        random, won = torch.Generator().manual_seed(seed), 0
        for seat in (0, 1):
            env = gymnasium.make(ENVIRONMENT, opponents=LEVEL, seat=seat, **OPTIONS)
            for number in range(EVALUATION // 2):
                seen, info = env.reset(seed=seed + number)
                over = False
                while not over:
                    mask = torch.from_numpy(info["action_mask"]).bool()
                    with torch.no_grad():
                        policy, _ = judge(self.average, torch.from_numpy(seen)[None], mask[None])
                    seen, reward, over, _, info = env.step(int(torch.multinomial(policy[0].exp(), 1, generator=random)))
                won += float(reward) > 0
        return won / EVALUATION


def describe(share: float) -> str:
    """Return a share of wins with its 95 % interval."""
    low, high = interval(share, EVALUATION)
    return f"wins {share:.1%} ({low:.1%} to {high:.1%})"


def draw(curve: list[tuple[float, int, float]], file: Path) -> None:
    """Draw the wins over the time of training."""
    bounds = [(minutes, *interval(share, EVALUATION)) for minutes, _, share in curve]
    lines = (
        PlotLine("wins", tuple((minutes, share) for minutes, _, share in curve)),
        PlotLine("upper 95 % limit", tuple((minutes, high) for minutes, _, high in bounds)),
        PlotLine("lower 95 % limit", tuple((minutes, low) for minutes, low, _ in bounds)),
    )
    write(Chart(f"BeerHex against the {LEVEL} level, {EVALUATION} games a point", "minutes of training", "share of wins", lines), file)


def train(out: Path, minutes: float, seed: int, updates: int | None) -> Trainer:
    """Learn until the time is up or there were so many updates."""
    out.mkdir(parents=True, exist_ok=True)
    trainer = Trainer(out, seed)
    progress = trainer.progress
    start = time.process_time() - progress.seconds

    def evaluate() -> None:
        share = trainer.wins(seed)
        progress.seconds = time.process_time() - start
        now = progress.seconds / 60
        progress.curve.append((now, progress.games, share))
        trainer.save()
        draw(progress.curve, out / "curve.svg")
        print(f"{now:5.1f} min  {progress.games:9,} games  {describe(share)}  {max(0.0, minutes - now):.1f} min left", flush=True)

    if not progress.curve:
        evaluate()  # What it can do before it has learned anything, which is not part of the time.
        start, progress.seconds = time.process_time(), 0.0
    while progress.seconds < 60 * minutes and (updates is None or progress.updates < updates):
        trainer.begin()
        for _ in range(UPDATES):
            trainer.update()
        evaluate()
    return trainer


def main() -> None:
    """Train, then evaluate in games with other seeds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=20.0, help="CPU time of the whole run (default: 20)")
    parser.add_argument("--out", type=Path, default=Path("ppo"), help="folder for checkpoint and curve (default: ppo)")
    parser.add_argument("--seed", type=int, metavar="N", default=0, help="the same seed gives the same run (default: 0)")
    parser.add_argument("--updates", type=int, metavar="N", help="stop at the first evaluation after N updates")
    given = parser.parse_args()
    if torch is None:
        sys.exit("train_ppo.py needs PyTorch: pip install torch")
    if not 0 <= given.seed < 1 << 20:
        parser.error(f"--seed is from 0 to {(1 << 20) - 1}, not {given.seed}")
    trainer = train(given.out, given.minutes, given.seed, given.updates)
    print(f"{EVALUATION} other games against the {LEVEL} level: {describe(trainer.wins(1 << 30))}")


if __name__ == "__main__":
    main()
