"""Measures the rarity of hexaGONE's cards, and checks that a rarer card is never worth less (HG 1.3).

The players act at random, so that rarity depends on the cards' patterns and not on their points. Once a turn, after the last
hexagon is played and before a card is claimed, every card of the deck is searched on the table, whether it is in the row or
not. A card's frequency is the share of such tables with its pattern; its standard error counts a game as one observation,
because the tables of one game are correlated.

    python benchmarks/hexagone_rarity.py [--games 10000] [--seed 1] [--greedy]

With --greedy the players use the game's evaluator (fewer games, and points matter): only a cross-check.
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
    """Measured rarity of one card."""

    card: str
    stars: int
    points: int
    frequency: float
    error: float
    """The standard error of the frequency."""


def chosen(position: HexagonePosition, dice: Dice, out: vec[i32], greedy: bool) -> int:
    """Return a random or a greedy action for the seat in turn."""
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
    """Yield every table to search with the number of its game; a table is valid until the next one."""
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
    """Yield the cards whose patterns are on the table, testing three at a time."""
    for first in range(0, int(probe.deck.count), 3):
        for slot in range(3):
            probe.row[slot] = first + slot if first + slot < probe.deck.count else -1
        claims = probe.legal(0, out) - 1
        yield from {first + (int(out[i]) - int(CLAIM)) // (6 * 721) for i in range(claims)}


def measure(games: int, seed: int, greedy: bool = False) -> tuple[list[Rarity], int]:
    """Return the cards, most frequent first, and the number of tables."""
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
        # Standard error of a ratio estimator.
        spread = sum((hit - share * n) ** 2 for hit, n in zip(hits[card], seen, strict=True))
        deck = probe.deck
        found.append(Rarity(deck.names[card], int(deck.stars[card]), int(deck.points[card]), share, spread**0.5 / total))
    return sorted(found, key=lambda card: -card.frequency), total


def out_of_order(cards: list[Rarity]) -> list[str]:
    """Return a message for every pair in which the rarer card is worth less."""
    return [f"{a.card} is rarer than {b.card} but worth less" for i, b in enumerate(cards) for a in cards[i + 1 :] if a.points < b.points]


def steps(cards: list[Rarity]) -> list[str]:
    """Return the distance between the nearest cards of neighbouring point values in standard errors."""
    found = []
    for a, b in pairwise(cards):
        if a.points != b.points:
            apart = (a.frequency - b.frequency) / (a.error**2 + b.error**2) ** 0.5
            found.append(f"{a.points}/{b.points}: {apart:.1f}")
    return found


def main() -> None:
    """Print the table, and fail if a rarer card is worth less."""
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
