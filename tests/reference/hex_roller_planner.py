"""A one-turn planner for Hex Roller, written from the clauses alone (HR = rules/hex-roller.md): a yardstick for the levels.

It plays its round in thought, cell by cell where the sheet is worth most: the points it has (HR 4), and a part of those that filled
areas, pairs that come closer and rows that go on promise. Bonuses are kept for their two points unless they earn more.
"""

from __future__ import annotations

import copy

from tests.reference.hex_roller import NUMBERS, Paper, Reference

AREA = 0.8
"""The part of an area's points that it promises with its last cell missing."""
PAIR = 0.6
"""The part of a pair's points that each step between its two numbers leaves."""
ROW = 0.35
"""What each further number of a row promises."""


def choose(game: Reference, seat: int) -> str:
    """Return the choice whose round ends best, the first in the order of the texts among equals."""
    return best(game, game.papers[seat])[0]


def best(game: Reference, paper: Paper) -> tuple[str, float]:
    """Return the best choice of a paper and what its sheet is worth then."""
    texts = sorted(game.choices(paper))
    words = {text: _worth_after(game, paper, text) for text in texts}
    text = max(words, key=lambda text: words[text])
    return text, words[text]


def _worth_after(game: Reference, paper: Paper, text: str) -> float:
    """Return the worth of a choice, a number taken with its whole chain."""
    after = _played(game, paper, text)
    while after.left > 0:  # HR 2.4
        cells = sorted(game.next_cells(after, after.number, after.left, after.last))
        after = max((_played(game, after, cell) for cell in cells), key=lambda sheet: worth(game, sheet))
    return worth(game, after)


def _played(game: Reference, paper: Paper, text: str) -> Paper:
    """Return the paper after a choice; the rest of the round is left to play."""
    after = copy.deepcopy(paper)
    words = text.split()
    if words[0] == "take":
        game._take(after, int(words[1]), "".join(words[2:]))
    elif words[0] == "2":
        game.use(after, "2")
        after.written[words[1]] = 2
    elif words[0] in ("red", "green"):
        game._box(after, words)
    elif words[0] != "done":
        after.written[words[0]] = after.number
        after.last = words[0]
        after.left -= 1
    return after


def worth(game: Reference, paper: Paper) -> float:
    """Return the points of a paper and what it promises."""
    return game.score(paper) + sum(_area(game, paper, letter) for letter in set(game.areas.values())) + _pairs(game, paper) + _rows(paper)


def _area(game: Reference, paper: Paper, letter: str) -> float:
    """HR 4.1: an area scores when its last cell is filled."""
    content = [game.shown(paper, cell) for cell, area in game.areas.items() if area == letter]
    numbers = [int(text) for text in content if text not in ("", "x")]
    if "" not in content or not numbers:
        return 0.0
    likely = max(numbers, key=lambda number: (numbers.count(number), number))
    filled = 1 - content.count("") / len(content)
    return AREA * likely * (2 if letter == game.middle else 1) * filled**2


def _pairs(game: Reference, paper: Paper) -> float:
    """HR 4.3: printed numbers that come closer to their twins."""
    total = 0.0
    for number in NUMBERS:
        pair = [cell for cell, text in game.printed.items() if text == str(number)]
        if len(pair) == 2 and not game.pair_score(paper, number):
            steps = _steps(game, paper, number, pair[0], pair[1])
            total += number * PAIR**steps if steps else 0.0
    return total


def _steps(game: Reference, paper: Paper, number: int, start: str, end: str) -> int:
    """Return the empty cells between two cells over the number's own, 0 if there is no way."""
    left = {start: 0}
    queue = [start]
    for cell in queue:
        for near in game.near[cell]:
            shown = game.shown(paper, near)
            cost = left[cell] + (shown == "")
            if shown in ("", str(number)) and cost < left.get(near, 99):
                left[near] = cost
                queue.append(near)
    return left.get(end, 0)


def _rows(paper: Paper) -> float:
    """HR 4.5: a row scores its highest number without a gap from 3 on; numbers above a gap wait for it."""
    return sum(ROW * len(set(row)) for row in (paper.red, paper.green))
