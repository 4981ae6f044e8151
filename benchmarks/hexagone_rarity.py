"""How rare are the cards of hexaGONE? Measures it, and checks that a rarer card is never worth less (HG 1.3).

Rarity is taken from games in which both players act at random, since it then depends on the cards' patterns and not on
what they are worth. Once a turn, when the last hexagon has been played and before anything is claimed, every card of the
deck is looked for on the table, whether it lies in the row or not. A card's frequency is the share of such tables that
show its pattern; its standard error counts a game as one observation, since the tables of a game resemble each other.

    python benchmarks/hexagone_rarity.py [--games 10000] [--seed 1] [--greedy]

With --greedy the players choose by the game's evaluator (fewer games, and points matter then): a cross-check only.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from librt.vecs import vec
from mypy_extensions import i32

from bestagon.core.actions import room
from bestagon.core.dice import Dice, fast
from bestagon.games.hexagone import GAME
from bestagon.games.hexagone.rules.moves import CLAIM, CLAIMING, END, PLAYING
from bestagon.games.hexagone.rules.state import HexagonePosition


class Rarity(NamedTuple):
    """One card, measured."""

    card: str
    stars: int
    points: int
    frequency: float
    error: float
    """The standard error of the frequency."""


def chosen(position: HexagonePosition, dice: Dice, out: vec[i32], greedy: bool) -> int:
    """Return an action for the seat in turn: a random one, or the one whose outcome looks best."""
    seat = int(position.turn)
    if not greedy:
        return int(position.pick(seat, dice, out))
    evaluator = GAME.evaluator()
    after = position.blank()
    best, choice = -1e18, 0
    for i in range(position.legal(seat, out)):
        after.copy_from(position)
        after.determinize(seat, dice)
        after.play(seat, int(out[i]))
        value = evaluator.value(after, seat)
        if value > best:
            best, choice = value, int(out[i])
    return choice


def tables(games: int, seed: int, greedy: bool) -> Iterator[tuple[int, HexagonePosition]]:
    """Yield every table to look at, with the number of its game; it is good until the next one is asked for."""
    position = GAME.setup(2, GAME.complete(2, {}))
    assert isinstance(position, HexagonePosition)
    dice, own, out = fast(seed), Dice(), room(position)
    for game in range(games):
        own.fork_from(dice)
        position.start(own)
        while not position.over:
            action = chosen(position, dice, out, greedy)
            if position.phase == PLAYING and (action == END or action >= CLAIM):
                yield game, position
            position.play(position.turn, action)


def lying(probe: HexagonePosition, out: vec[i32]) -> Iterator[int]:
    """Yield the cards whose patterns lie on the probe's table, three in the row at a time."""
    for first in range(0, int(probe.deck.count), 3):
        for slot in range(3):
            probe.row[slot] = first + slot if first + slot < probe.deck.count else -1
        claims = probe.legal(0, out) - 1
        yield from {first + (int(out[i]) - int(CLAIM)) // (6 * 721) for i in range(claims)}


def measure(games: int, seed: int, greedy: bool = False) -> tuple[list[Rarity], int]:
    """Return the cards, the most frequent first, and how many tables were looked at."""
    probe = GAME.setup(2, GAME.complete(2, {}))
    assert isinstance(probe, HexagonePosition)
    probe.phase = CLAIMING
    out = room(probe)
    cards = int(probe.deck.count)
    seen = [0] * games
    hits = [[0] * games for _ in range(cards)]
    for game, position in tables(games, seed, greedy):
        seen[game] += 1
        probe.board.copy_from(position.board)
        for card in lying(probe, out):
            hits[card][game] += 1
    total = sum(seen)
    found = []
    for card in range(cards):
        share = sum(hits[card]) / total
        # The ratio estimator's error: how far each game is from the common share.
        spread = sum((hit - share * n) ** 2 for hit, n in zip(hits[card], seen, strict=True))
        deck = probe.deck
        found.append(Rarity(deck.names[card], int(deck.stars[card]), int(deck.points[card]), share, spread**0.5 / total))
    return sorted(found, key=lambda card: -card.frequency), total


def out_of_order(cards: list[Rarity]) -> list[str]:
    """Return every pair in which the rarer card is worth less."""
    return [f"{a.card} is rarer than {b.card} but worth less" for i, b in enumerate(cards) for a in cards[i + 1 :] if a.points < b.points]


def steps(cards: list[Rarity]) -> list[str]:
    """Return, between points and the next higher points, how far the nearest cards are apart, in standard errors."""
    found = []
    for a, b in pairwise(cards):
        if a.points != b.points:
            apart = (a.frequency - b.frequency) / (a.error**2 + b.error**2) ** 0.5
            found.append(f"{a.points}/{b.points}: {apart:.1f}")
    return found


def main() -> None:
    """Print the table, and fail where the order is broken."""
    parser = argparse.ArgumentParser(description="measure how rare the cards of hexaGONE are")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--greedy", action="store_true")
    given = parser.parse_args()
    cards, total = measure(given.games, given.seed, given.greedy)
    print(f"{given.games} games, seed {given.seed}, {'greedy' if given.greedy else 'random'} players, {total} tables")
    print("card  stars  points  frequency  error")
    for card in cards:
        print(f"{card.card}   {'*' * card.stars:<5}  {card.points:>6}  {card.frequency:>9.4f}  {card.error:.4f}")
    print("standard errors between neighbouring points: " + ", ".join(steps(cards)))
    wrong = out_of_order(cards)
    print("\n".join(wrong) if wrong else "a rarer card is never worth less")
    if wrong and not given.greedy:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
