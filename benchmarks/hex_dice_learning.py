"""Teaches Hex Dice: bots play each other, and the network and the priors are fitted to their games.

    python benchmarks/hex_dice_learning.py play FILE --seed 1 --minutes 10 [--players 3 4 6]
    python benchmarks/hex_dice_learning.py fit FILE... [--players 3 4 6] [--out crowds.json]

`play` appends games to a file: start it again with another seed, several times at once with a file each. The bots use the weights in
ai/two_players.json and ai/crowds.json (three and more seats in), so a generation is: play, fit, copy the result there, and again. `fit`
needs torch, and prints how well the network predicts games it has not seen: the mean squared error of the result, beside that of the
searches that played.
"""

from __future__ import annotations

import argparse
import json
import pickle
import random
import time
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from bestagon.bots.mcts import Search
from bestagon.core.dice import fast
from bestagon.core.weight_file import in_units
from bestagon.games.hex_dice import GAME
from bestagon.games.hex_dice.ai import crowd_network, learned_crowds
from bestagon.games.hex_dice.ai.evaluator import HexDiceEvaluator
from bestagon.games.hex_dice.ai.learned import HIDDEN
from bestagon.games.hex_dice.ai.learned_priors import PRIOR_FEATURES, HexDiceLearnedPriors
from bestagon.games.hex_dice.ai.network import CHANCES, EXTRA_ACTION, FEATURES, NUMBER_COUNT, NUMBERS
from bestagon.games.hex_dice.ai.weights import COUNT_WORTH
from bestagon.games.hex_dice.board import BECOME, MAX_SEATS, PLAY
from bestagon.games.hex_dice.rules.state import HexDicePosition

if TYPE_CHECKING:
    from torch import Tensor

WORTHS = (1.0, 0.5, 0.0, -0.5, -1.0)
"""What a win by the count is worth to the bots of a game, so that both waiting and attacking are seen."""
SAME_SHARE = 0.6
"""How often both bots of a game agree about that."""
MOST_WORTH = 0.0
"""Priors of two are learned only from bots to which a win by the count is worth at most this."""
QUICK = (50, 80, 120)
"""Iterations for most actions,"""
DEEP = 500
"""and for those whose visits teach the priors."""
DUEL = 40
"""Iterations of the last two of more, from whom nothing is learned."""
DEEP_SHARE = 0.15
SLIPS = (0.0, 0.03, 0.1)
"""How often bots try something else."""
WIDTH = 80
"""Room for the features of a position,"""
PRIOR_WIDTH = 12
"""and of an action."""
LAMBDA = 0.92
"""The share of later positions in what a position learns; the rest is the prediction for the next one."""
HELD_OUT = 12
"""One game in so many is not learned from."""
PAIRS = list(combinations(range(MAX_SEATS), 2))
TABLES = 512
"""Positions of three and more seats in a batch."""
BATCH = 1024
RATE = 2e-3
Array = np.ndarray[Any, Any]


class Sample(NamedTuple):
    """One position of a game."""

    state: bytes
    seat: int
    value: float
    """What the search expected."""
    visits: list[tuple[int, int]] | None
    """Actions and visits, of deep searches."""


class Game(NamedTuple):
    """A finished game."""

    players: int
    options: dict[str, object]
    seed: int
    samples: list[Any]
    """Each like a Sample."""
    final: bytes
    """The position at the end."""
    worths: list[float]
    """What a win by the count was worth to whom."""


def options(chance: random.Random) -> dict[str, object]:
    """Return the options of a game: mostly the usual ones."""
    u = chance.random()
    return {} if u < 0.65 else {"map": 6, "terrain": "preset"} if u < 0.8 else {"map": 8}


def set_up(players: int, chosen: dict[str, object]) -> HexDicePosition:
    """Return an empty map."""
    position = GAME.setup(players, GAME.complete(players, chosen))
    assert isinstance(position, HexDicePosition)
    return position


def play(file: Path, seed: int, minutes: float, tables: list[int]) -> None:
    """Play games for a while."""
    chance = random.Random(seed)
    searches = [Search(GAME.evaluator(), temperature=0.0) for _ in range(MAX_SEATS)]
    end = time.monotonic() + 60 * minutes
    games = waited = 0
    with file.open("ab") as out:
        while time.monotonic() < end:
            players, chosen = chance.choice(tables), options(chance)
            worths = [chance.choice(WORTHS) for _ in range(players)]
            if chance.random() < SAME_SHARE:
                worths = worths[:1] * players
            for search, worth in zip(searches, worths, strict=False):
                assert isinstance(search.evaluator, HexDiceEvaluator)
                search.evaluator.count_worth = worth if players == 2 else COUNT_WORTH
                search.evaluator.crowd_count_worth = worth
            position = set_up(players, chosen)
            seed += 1
            found = play_game(position, searches, chance, seed)
            pickle.dump(tuple(Game(players, chosen, seed, [tuple(one) for one in found], position.to_bytes(), worths)), out)
            games += 1
            waited += position.ending() == "patience"
            if games % 50 == 0:
                print(f"{games} games, {waited / games:.0%} ended by the count, {end - time.monotonic():.0f} s left", flush=True)


def play_game(position: HexDicePosition, searches: list[Search], chance: random.Random, seed: int) -> list[Sample]:
    """Play one game and return its positions: all with two players, else those in which three or more are in."""
    position.start(fast(seed))
    dice = fast(seed + 10**9)
    slips, quick = chance.choice(SLIPS), [chance.choice(QUICK) for _ in range(int(position.seats))]
    found: list[Sample] = []
    while not position.over:
        seat = int(position.turn)
        taught = position.seats == 2 or position.remaining > 2
        deep = position.phase >= PLAY and taught and chance.random() < DEEP_SHARE
        masked = position.copy()
        masked.mask(seat)
        search = searches[seat]
        search.iterations = DEEP if deep else quick[seat] if taught else DUEL
        report = search.think(masked, seat, dice, eager=True)
        choice = report.choices[0]
        if position.phase < PLAY or (taught and chance.random() < slips):
            choice = chance.choices(report.choices, [one.visits + 0.2 for one in report.choices])[0]
        if position.phase >= PLAY and taught:
            visits = [(one.action, one.visits) for one in report.choices]
            found.append(Sample(position.to_bytes(), seat, report.values[seat], visits if deep else None))
        position.play(seat, choice.action)
    return found


class Lessons(NamedTuple):
    """What games teach the network: one row for each position."""

    active: Array
    numbers: Array
    results: Array
    """The chances that came true."""
    values: Array
    games: Array


class CrowdLessons(NamedTuple):
    """What games of three and more teach the network: one row for each position, or for each seat that is in."""

    active: Array
    """By seat that is in."""
    numbers: Array
    """By seat that is in."""
    rows: Array
    """By position and seat: its row in these two, or -1."""
    results: Array
    """By position and pair of seats: the chances that came true, as the network predicts them."""
    both: Array
    """By position and pair of seats: 1 if both are in."""
    turns: Array
    """The seat on turn."""
    values: Array
    games: Array


class PriorLessons(NamedTuple):
    """What deep searches teach the priors: one row for each action, position after position."""

    active: Array
    shares: Array
    """Of the visits."""
    sizes: Array
    """The number of actions of each position."""


def recorded(files: list[Path]) -> Iterator[tuple[HexDicePosition, Game]]:
    """Yield each game, with its last position."""
    for file in files:
        with file.open("rb") as source:
            while True:
                try:
                    game = Game(*pickle.load(source))
                except EOFError:
                    break
                position = set_up(game.players, game.options)
                position.from_bytes(game.final)
                yield position, game


def lessons(files: list[Path]) -> tuple[Lessons, PriorLessons]:
    """Return the features of all recorded positions and actions of two."""
    evaluator = GAME.evaluator()
    assert isinstance(evaluator, HexDiceEvaluator)
    rows: list[tuple[Array, list[float], list[float], float, int]] = []
    actions: list[tuple[Array, Array]] = []
    for number, (position, game) in enumerate(recorded(files)):
        payoffs, ending = [position.payoff(seat) for seat in range(2)], position.ending()
        for one in map(Sample._make, game.samples):
            position.from_bytes(one.state)
            if position.phase == BECOME:
                continue
            active, numbers = evaluator.network.features(position)
            won = (payoffs[one.seat] + 1) / 2
            result = [0.0, 0.0, won, 1 - won] if ending == "patience" else [won, 1 - won, 0.0, 0.0]
            rows.append((padded(active, WIDTH, FEATURES), numbers, result, one.value, number))
            if game.worths[one.seat] <= MOST_WORTH:
                actions += visited(evaluator, evaluator.learned_priors, position, one)
    kinds = (np.int16, np.float32, np.float32, np.float32, np.int32)
    columns = [np.array(column, kind) for column, kind in zip(zip(*rows, strict=True), kinds, strict=True)]
    return Lessons(*columns), joined(actions)


def crowd_lessons(files: list[Path]) -> tuple[CrowdLessons, PriorLessons]:
    """Return the features of all recorded positions and actions of three and more."""
    evaluator = GAME.evaluator()
    assert isinstance(evaluator, HexDiceEvaluator)
    seats: list[tuple[Array, list[float]]] = []
    rows: list[tuple[list[int], Array, list[bool], int, float, int]] = []
    actions: list[tuple[Array, Array]] = []
    for number, (position, game) in enumerate(recorded(files)):
        results = pair_results(position, game.players)
        for one in map(Sample._make, game.samples):
            position.from_bytes(one.state)
            if position.phase == BECOME:
                continue
            row = [-1] * MAX_SEATS
            for seat in range(game.players):
                if position.still_in(seat):
                    row[seat] = len(seats)
                    active, numbers = evaluator.crowd_network.features(position, seat)
                    seats.append((padded(active, WIDTH, crowd_network.FEATURES), numbers))
            rows.append((row, results, [row[a] >= 0 and row[b] >= 0 for a, b in PAIRS], one.seat, one.value, number))
            actions += visited(evaluator, evaluator.crowd_priors, position, one)
    active_rows, number_rows = zip(*seats, strict=True)
    kinds = (np.int64, np.float32, np.float32, np.int64, np.float32, np.int32)
    columns = [np.array(column, kind) for column, kind in zip(zip(*rows, strict=True), kinds, strict=True)]
    return CrowdLessons(np.array(active_rows), np.array(number_rows, np.float32), *columns), joined(actions)


def pair_results(position: HexDicePosition, players: int) -> Array:
    """Return who ranks above whom at the end, and whether by force (first two chances) or by the count (last two)."""
    results = np.zeros((len(PAIRS), CHANCES), np.float32)
    for k, (a, b) in enumerate(PAIRS):
        if b < players:
            won = 1.0 if position.outranks(a, b) else 0.0 if position.outranks(b, a) else 0.5
            counted = position.still_in(a) and position.still_in(b)
            results[k] = [0.0, 0.0, won, 1 - won] if counted else [won, 1 - won, 0.0, 0.0]
    return results


def visited(
    evaluator: HexDiceEvaluator, priors: HexDiceLearnedPriors, position: HexDicePosition, one: Sample
) -> Iterator[tuple[Array, Array]]:
    """Yield the features of the actions that a deep search tried and the shares of their visits, if priors are used there at all."""
    if not one.visits or len(one.visits) < 3 or evaluator.in_mortal_danger(position, one.seat):
        return
    priors.begin(position, one.seat)
    if not any(priors.wins(position, action) for action, _ in one.visits):
        visits = np.array([visits for _, visits in one.visits], np.float32)
        rows = [padded(priors.features(position, action), PRIOR_WIDTH, PRIOR_FEATURES) for action, _ in one.visits]
        yield np.array(rows), visits / visits.sum()


def joined(found: list[tuple[Array, Array]]) -> PriorLessons:
    """Return what all searches teach."""
    active, shares = zip(*found, strict=True)
    return PriorLessons(np.concatenate(active), np.concatenate(shares), np.array([len(share) for share in shares]))


def padded(active: list[int], width: int, filler: int) -> Array:
    """Return the features as a row of fixed width."""
    row = np.full(width, filler, np.int16)
    row[: len(active)] = active
    return row


def fit_network(found: Lessons, epochs: int) -> dict[str, list[int]]:
    """Fit the network: first to the results, then to a mix of results and its own predictions for later positions."""
    import torch

    torch.manual_seed(1)
    chance = np.random.default_rng(1)
    active, numbers = torch.tensor(found.active.astype(np.int64)), torch.tensor(found.numbers)
    inputs = torch.nn.EmbeddingBag(FEATURES + 1, HIDDEN, mode="sum", padding_idx=FEATURES)
    torch.nn.init.normal_(inputs.weight, 0, 0.03)
    biases, outputs = torch.nn.Parameter(torch.zeros(HIDDEN)), torch.nn.Linear(HIDDEN, CHANCES)

    def predict(rows: Tensor) -> Tensor:
        hidden = inputs(active[rows]) + numbers[rows] @ inputs.weight[NUMBERS : NUMBERS + NUMBER_COUNT] + biases
        return torch.log_softmax(outputs(torch.relu(hidden)), 1)

    def predict_all(rows: Array) -> Array:
        with torch.no_grad():
            parts = [predict(torch.tensor(part)).exp().numpy() for part in np.array_split(rows, len(rows) // 20000 + 1)]
        return np.concatenate(parts)

    held_out = found.games % HELD_OUT == 0
    learned, unseen = np.flatnonzero(~held_out), np.flatnonzero(held_out)
    targets = found.results
    sign = np.array([1.0, -1.0, 1.0, -1.0])
    for rate in (RATE, RATE / 2):
        wanted = torch.tensor(targets)
        adam = torch.optim.AdamW([*inputs.parameters(), biases, *outputs.parameters()], lr=rate, weight_decay=0.05)
        schedule = torch.optim.lr_scheduler.OneCycleLR(adam, rate, total_steps=epochs * (len(learned) // BATCH) + 2, pct_start=0.15)
        for epoch in range(epochs):
            order = chance.permutation(learned)
            for i in range(0, len(order) - BATCH + 1, BATCH):
                rows = torch.tensor(order[i : i + BATCH])
                loss = -(wanted[rows] * predict(rows)).sum(1).mean()
                adam.zero_grad()
                loss.backward()
                adam.step()
                schedule.step()
            real = found.results[unseen] @ sign
            errors = [float(((guess - real) ** 2).mean()) for guess in (predict_all(unseen) @ sign, found.values[unseen])]
            print(f"epoch {epoch + 1} at {rate}: error {errors[0]:.4f}, that of the searches {errors[1]:.4f}", flush=True)
        targets = later_targets(found, predict_all(np.arange(len(targets))))
    arrays = [inputs.weight[:FEATURES], biases, torch.cat([outputs.weight.T, outputs.bias[None]])]
    return {name: in_units(array.detach().flatten().tolist()) for name, array in zip(("inputs", "biases", "outputs"), arrays, strict=True)}


def later_targets(found: Lessons, predicted: Array) -> Array:
    """Return for each position a mix of the predictions for those that follow it and the result."""
    targets = found.results.copy()
    same_seat = (found.active == EXTRA_ACTION).any(1)
    for i in range(len(targets) - 2, -1, -1):
        if found.games[i] == found.games[i + 1]:
            following = (1 - LAMBDA) * predicted[i + 1] + LAMBDA * targets[i + 1]
            targets[i] = following if same_seat[i + 1] else following[[1, 0, 3, 2]]
    return targets


def fit_crowd_network(found: CrowdLessons, epochs: int) -> dict[str, list[int]]:
    """Fit the network of three and more: first to the results, then to a mix of results and its own predictions for later positions."""
    import torch

    torch.manual_seed(1)
    chance = np.random.default_rng(1)
    hidden, features = learned_crowds.HIDDEN, crowd_network.FEATURES
    numbered = slice(crowd_network.NUMBERS, crowd_network.NUMBERS + crowd_network.NUMBER_COUNT)
    active, numbers, rows = torch.tensor(found.active.astype(np.int32)), torch.tensor(found.numbers), torch.tensor(found.rows)
    first, second = torch.tensor(PAIRS).T
    weights = torch.tensor(found.both / found.both.sum(1, keepdims=True))
    inputs = torch.nn.EmbeddingBag(features + 1, hidden, mode="sum", padding_idx=features)
    torch.nn.init.normal_(inputs.weight, 0, 0.05)
    biases, outputs = torch.nn.Parameter(torch.zeros(hidden)), torch.nn.Linear(hidden, 2)

    def predict(positions: Tensor) -> Tensor:
        seats = rows[positions]
        seats_in = seats[seats >= 0]
        sums = inputs(active[seats_in]) + numbers[seats_in] @ inputs.weight[numbered] + biases
        logits = torch.zeros(*seats.shape, 2)
        logits[seats >= 0] = outputs(torch.relu(sums))
        return torch.log_softmax(torch.cat([torch.stack([logits[:, first, k], logits[:, second, k]], 2) for k in range(2)], 2), 2)

    def predict_all(positions: Array) -> Array:
        with torch.no_grad():
            parts = [predict(torch.tensor(part)).exp().numpy() for part in np.array_split(positions, len(positions) // 5000 + 1)]
        return np.concatenate(parts)

    held_out = found.games % HELD_OUT == 0
    learned, unseen = np.flatnonzero(~held_out), np.flatnonzero(held_out)
    targets = found.results
    for rate in (RATE, RATE / 2):
        wanted = torch.tensor(targets)
        adam = torch.optim.AdamW([*inputs.parameters(), biases, *outputs.parameters()], lr=rate, weight_decay=0.05)
        schedule = torch.optim.lr_scheduler.OneCycleLR(adam, rate, total_steps=epochs * (len(learned) // TABLES) + 2, pct_start=0.15)
        for epoch in range(epochs):
            order = chance.permutation(learned)
            for i in range(0, len(order) - TABLES + 1, TABLES):
                positions = torch.tensor(order[i : i + TABLES])
                loss = -((wanted[positions] * predict(positions)).sum(2) * weights[positions]).sum() / TABLES
                adam.zero_grad()
                loss.backward()
                adam.step()
                schedule.step()
            real = crowd_payoffs(found, found.results[unseen], unseen)
            three = (found.rows[unseen] >= 0).sum(1) == 3
            guesses = crowd_payoffs(found, predict_all(unseen), unseen), found.values[unseen]
            errors = [float(((guess - real)[three] ** 2).mean()) for guess in guesses]
            print(f"epoch {epoch + 1} at {rate}: error with three in {errors[0]:.4f}, that of the searches {errors[1]:.4f}", flush=True)
        targets = later_crowd_targets(found, predict_all(np.arange(len(targets))))
    arrays = [inputs.weight[:features], biases, torch.cat([outputs.weight.T, outputs.bias[None]])]
    return {name: in_units(array.detach().flatten().tolist()) for name, array in zip(("inputs", "biases", "outputs"), arrays, strict=True)}


def crowd_payoffs(found: CrowdLessons, chances: Array, positions: Array) -> Array:
    """Return the mean lead of the seats on turn over those that are in."""
    leads = (chances @ np.array([1.0, -1.0, 1.0, -1.0])) * found.both[positions]
    turns = found.turns[positions]
    total = sum(leads[:, k] * ((turns == a) * 1.0 - (turns == b)) for k, (a, b) in enumerate(PAIRS))
    return np.asarray(total / ((found.rows[positions] >= 0).sum(1) - 1))


def later_crowd_targets(found: CrowdLessons, predicted: Array) -> Array:
    """Return for each position a mix of the predictions for those that follow it and the result."""
    targets = found.results.copy()
    for i in range(len(targets) - 2, -1, -1):
        if found.games[i] == found.games[i + 1]:
            following = (1 - LAMBDA) * predicted[i + 1] + LAMBDA * targets[i + 1]
            targets[i] = np.where(found.both[i + 1][:, None] > 0, following, found.results[i])
    return targets


def fit_priors(found: PriorLessons, epochs: int) -> dict[str, list[int]]:
    """Fit the priors to the visits of the deep searches."""
    import torch

    chance = np.random.default_rng(1)
    weights = torch.nn.Embedding(PRIOR_FEATURES + 1, 1, padding_idx=PRIOR_FEATURES)
    torch.nn.init.zeros_(weights.weight)
    starts = np.concatenate([[0], np.cumsum(found.sizes)])
    active, shares = torch.tensor(found.active.astype(np.int64)), torch.tensor(found.shares)

    def loss_of(positions: Array) -> Tensor:
        rows = np.concatenate([np.arange(starts[i], starts[i + 1]) for i in positions])
        owner = torch.tensor(np.repeat(np.arange(len(positions)), found.sizes[positions]))
        powers = torch.exp(weights(active[rows]).sum((1, 2)))
        totals = torch.zeros(len(positions)).index_add(0, owner, powers)
        # As the search uses them: a tenth is spread uniformly.
        spread = (1 / torch.bincount(owner).float())[owner]
        return -(shares[rows] * torch.log(0.9 * powers / totals[owner] + 0.1 * spread)).sum() / len(positions)

    positions = np.arange(len(found.sizes))
    unseen, learned = positions[::15], positions[positions % 15 != 0]
    adam = torch.optim.Adam(weights.parameters(), lr=0.04)
    schedule = torch.optim.lr_scheduler.OneCycleLR(adam, 0.04, total_steps=epochs * (len(learned) // 256 + 1) + 1)
    for epoch in range(epochs):
        order = chance.permutation(learned)
        for i in range(0, len(order), 256):
            loss = loss_of(order[i : i + 256]) + 1e-5 * (weights.weight**2).sum()
            adam.zero_grad()
            loss.backward()
            adam.step()
            schedule.step()
        with torch.no_grad():
            print(f"epoch {epoch + 1} of the priors: cross entropy {float(loss_of(unseen)):.4f}", flush=True)
    return {"priors": in_units(weights.weight[:PRIOR_FEATURES].detach().flatten().tolist())}


def main() -> None:
    """Play or fit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=["play", "fit"])
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--players", type=int, nargs="+", default=[2])
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("learned.json"))
    given = parser.parse_args()
    if given.step == "play":
        play(given.files[0], given.seed, given.minutes, given.players)
        return
    network: dict[str, list[int]]
    if given.players == [2]:
        positions, actions = lessons(given.files)
        network = fit_network(positions, given.epochs)
    else:
        tables, actions = crowd_lessons(given.files)
        network = fit_crowd_network(tables, given.epochs)
    print(f"{len(actions.sizes)} deep searches", flush=True)
    fitted = {**network, **fit_priors(actions, 2 * given.epochs)}
    given.out.write_text(json.dumps(fitted, separators=(",", ":")), encoding="utf-8")


if __name__ == "__main__":
    main()
