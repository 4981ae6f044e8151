"""The engine against a second implementation, move by move and in whole trees."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.conformance.cases import Case, all_cases, legal, random_step, seats_of, shortcuts
from tests.reference.adapters import Reference, reference

from bestagon.core import registry
from bestagon.core.dice import Dice, fast
from bestagon.core.position import Position
from bestagon.core.record import Record
from bestagon.core.table import Table
from bestagon.engine.perft import perft

MOST_STEPS = 250
"""How far a game is followed: the second implementations are slow."""
MOST_NODES = 3_000
"""How wide a tree is walked by a second implementation."""
GAMES = Path(__file__).parent.parent / "games"


def below(dice: Dice) -> Callable[[int], int]:
    return lambda n: int(dice.below(n))


def check_equal(position: Position, second: Reference, case: Case) -> None:
    acting = seats_of(int(position.acting()), case.players)
    assert set(acting) == second.acting()
    assert position.over == second.over
    for seat in acting:
        texts = {case.game.action_text(position, seat, action) for action in legal(position, seat)}
        assert texts == second.legal(seat)
    assert [int(position.score(seat)) for seat in range(case.players)] == second.scores()
    if position.over:
        assert [int(position.place(seat)) for seat in range(case.players)] == second.places()


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_random_games_agree_move_by_move(case: Case) -> None:
    short = shortcuts(case)
    for seed in range(4):
        position = case.started(seed)
        second = reference(case, below(fast(seed)))
        dice = fast(seed + 30_000)
        for _ in range(MOST_STEPS):
            if position.over:
                break
            check_equal(position, second, case)
            before = position.copy()
            seat, action = random_step(position, dice, resign=seed >= 2, avoid=short if seed % 2 else set())
            second.play(seat, "resign" if action < 0 else case.game.action_text(before, seat, action))
        check_equal(position, second, case)


@pytest.mark.parametrize("case", [case for case in all_cases() if case.players == 2], ids=str)
def test_records_with_timeouts_are_read_alike(case: Case) -> None:
    """A record says `timeout` for a resignation by the clock; for the rules it is one."""
    table = Table(case.game, case.players, case.options, 5, b"")
    second = reference(case, below(fast(5)))
    for _ in range(2):
        table.play(table.moves()[0])
    table.resign(0, timed_out=True)
    assert Record.of(table).actions[-1] == (0, "timeout")
    for seat, text in Record.of(table).actions:
        second.play(seat, text)
    assert (second.over, second.scores(), second.places()) == (table.over, list(table.scores), list(table.ranking))


LAZY = ["pass", "exchange", *(f"return {kind}" for kind in ("gray", "cracked", "blue", "swap", "draw", "bomb", "move"))]


@pytest.mark.parametrize("case", [case for case in all_cases() if case.game.name == "hexagone"], ids=str)
def test_games_of_passes_agree_move_by_move(case: Case) -> None:
    """Random games of hexaGONE never come to an end by passes (HG 6.3), these do; in some of them seats resign."""
    endings = set()
    for seed in range(12):
        position = case.started(seed)
        second = reference(case, below(fast(seed)))
        dice = fast(seed + 40_000)
        passing = {case.game.parse_action(position, 0, text) for text in LAZY}
        others = set(range(int(position.actions))) - passing
        for _ in range(MOST_STEPS):
            if position.over:
                break
            check_equal(position, second, case)
            before = position.copy()
            avoid = others if dice.below(16) else set()
            seat, action = random_step(position, dice, resign=seed % 4 > 0, avoid=avoid, every=25)
            second.play(seat, "resign" if action < 0 else case.game.action_text(before, seat, action))
        check_equal(position, second, case)
        endings.add(position.ending())
    assert "passes" in endings


def rows(name: str) -> list[tuple[Case, int, list[int]]]:
    """Read perft.txt: players, seed, options and the counts from depth 0 on."""
    game = registry.game(name)
    found = []
    for line in (GAMES / name.replace("-", "_") / "perft.txt").read_text(encoding="utf-8").splitlines():
        match = re.fullmatch(r"(\d+) players, seed (\d+), (.*): ([\d ]+)", line)
        if match is None:
            assert line.startswith("#"), line
            continue
        given = dict(pair.split("=") for pair in match[3].split(", ") if "=" in pair)
        players = int(match[1])
        case = Case(game, players, game.complete(players, given))
        found.append((case, int(match[2]), [int(n) for n in match[4].split()]))
    assert found
    return found


def naive_perft(second: Reference, dice: Dice, depth: int) -> int:
    """Count by copying everything; the dice go with the game as they do in the engine."""
    if depth == 0:
        return 1
    if depth == 1:
        return sum(len(second.legal(seat)) for seat in second.acting())
    total = 0
    for seat in second.acting():
        for text in second.legal(seat):
            own = Dice()
            own.copy_from(dice)
            after = second.copy(below(own))
            after.play(seat, text)
            total += naive_perft(after, own, depth - 1)
    return total


NAMES = ["pocket-hexes", "beerhex", "hex-roller", "hexagone", "hex-dice", "hex", "tictactoe"]


@pytest.mark.parametrize("name", NAMES)
def test_perft_of_the_engine(name: str) -> None:
    for case, seed, counts in rows(name):
        assert [int(perft(case.started(seed), depth)) for depth in range(len(counts))] == counts


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_perft_of_the_second_implementation(name: str) -> None:
    for case, seed, counts in rows(name):
        dice = fast(seed)
        second = reference(case, below(dice))
        for depth, count in enumerate(counts):
            # Beyond the widest part of a tree the counts fall, but all of it has to be walked.
            if max(counts[:depth], default=0) <= MOST_NODES:
                assert naive_perft(second, dice, depth) == count
