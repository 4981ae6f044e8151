"""Actions and positions of BeerHex as text, and back."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from bestagon.core.errors import BadNotation
from bestagon.games.beerhex.board import (
    ATTACK,
    CANNOT,
    CLUED,
    CONCEDE,
    DECLARE,
    ENDINGS,
    SHAPE,
    START,
    TRIPLES,
    VOID,
)
from bestagon.games.beerhex.position import BeerHexPosition

NAMES: Final = ("Gold", "Silver")
KINDS: Final = ("own", "other")
WORDS: Final = {
    "declare": int(DECLARE),
    "cannot": int(CANNOT),
    "concede": int(CONCEDE),
    "start gold": int(START),
    "start silver": int(START) + 1,
}
TEXTS: Final = {action: word for word, action in WORDS.items()}
ATTACKS: Final = {int(three): i for i, three in enumerate(TRIPLES)}
PHASES: Final = ("turn", "place", "fill", "between")
LETTERS: Final = "GS"
SYMBOLS: Final = "gs"

# Actions.


@cache
def action_text(action: int) -> str:
    """Return an action in full."""
    if action in TEXTS:
        return TEXTS[action]
    if ATTACK <= action < DECLARE:
        return " ".join(["attack", *cell_names(int(TRIPLES[action - ATTACK]))])
    return _placement(action, KINDS[action % 2])


@cache
def seen_text(action: int) -> str:
    """Return an action as those see it who do not see the symbol under a cap."""
    if action < ATTACK or action >= CLUED:
        return _placement(action, "?")
    return action_text(action)


def _placement(action: int, kind: str) -> str:
    if action < ATTACK:
        return f"{SHAPE.name(action // 2)} {kind}"
    return f"{SHAPE.name((action - int(CLUED)) // 2)} {kind} clue"


def cell_names(cells: int) -> list[str]:
    """Return the names of a set of cells, in cell order."""
    return [SHAPE.name(i) for i in range(len(SHAPE)) if (cells >> i) & 1]


def parse_action(position: BeerHexPosition, text: str) -> int:
    """Return the action of a text, whatever its case and spacing; the cells of an attack may come in any order."""
    words = text.lower().split()
    joined = " ".join(words)
    if joined in WORDS:
        return WORDS[joined]
    if words and words[0] == "attack":
        return _parse_attack(words[1:], text)
    if words and words[0] == "start":
        raise BadNotation(f"{text!r}: the next game can be started as 'start gold' or 'start silver'")
    return _parse_placement(position, words, text)


def _parse_attack(names: list[str], text: str) -> int:
    cells = [_cell(name, text) for name in names]
    if len(set(cells)) != 3 or len(cells) != 3:
        raise BadNotation(f"{text!r}: an attack names three different cells, as in 'attack b2 b3 c2'")
    three = sum(1 << cell for cell in cells)
    if three not in ATTACKS:
        raise BadNotation(f"{text!r}: the three cells of an attack form one connected group, as in 'attack b2 b3 c2'")
    return int(ATTACK) + ATTACKS[three]


def _parse_placement(position: BeerHexPosition, words: list[str], text: str) -> int:
    if len(words) < 2 or len(words) > 3 or words[1] not in KINDS or words[2:] not in ([], ["clue"]):
        clue = ", 'c3 own clue'" if position.clues else ""
        ways = f"'c3 own', 'c3 other'{clue}, 'attack b2 b3 c2', 'declare', 'cannot', 'concede', 'start gold' or 'start silver'"
        raise BadNotation(f"{text!r} cannot be read: an action is like {ways}")
    if len(words) == 3 and not position.clues:
        raise BadNotation(f"{text!r}: there are clue tokens only with the option clues")
    base = int(CLUED) if len(words) == 3 else 0
    return base + 2 * _cell(words[0], text) + KINDS.index(words[1])


def _cell(name: str, text: str) -> int:
    if name not in SHAPE.by_name:
        raise BadNotation(f"{text!r}: {name!r} is no cell; cells are a1 to e5, column letter first")
    return SHAPE.find(name)


# Positions: rows, who acts, phase, turns over, hands, games won, start player, void games, and what has happened.

_CAP: Final = r"\.|[GS](?:[gs]!|[gs?]\*?)"
_ROW: Final = rf"(?:{_CAP}){{5}}"
_HAND: Final = r"\d{1,2}\+\d{1,2}|\d{1,2}\?"
_LINE: Final = re.compile(
    rf"({_ROW}(?:/{_ROW}){{4}}) ([GS]) ({'|'.join(PHASES)}) (\d{{1,4}}) ({_HAND}) ({_HAND}) (\d)-(\d) ([GS]) (\d)"
    rf" (-|{'|'.join(word.replace(' ', '-') for word in ENDINGS[1:])}) (-|r?(?:x[GS])?)"
)
EXAMPLE: Final = "...../.Gg.../..S?../...../..... G turn 2 6+6 12? 0-0 G 0 - -"

MEANING: Final = (
    "five rows of cells (. or a cap G S with its symbol g s ?, then ! face up, * token), who acts, phase, turns over, "
    "Gold's hand, Silver's hand, games won, start player, void games, ending, flags (r revealed, xG xS resigned)"
)


def cap_text(position: BeerHexPosition, cell: int) -> str:
    """Return a cell: . for empty, or colour, symbol (or ?), then ! for face up and * for a token."""
    if not (position.occupied >> cell) & 1:
        return "."
    colour = LETTERS[(position.colour >> cell) & 1]
    symbol = "?" if (position.hidden >> cell) & 1 else SYMBOLS[(position.symbol >> cell) & 1]
    return colour + symbol + ("!" if (position.up >> cell) & 1 else "") + ("*" if (position.token >> cell) & 1 else "")


def hand_text(position: BeerHexPosition, seat: int) -> str:
    """Return a hand: own symbols + other symbols, or its size and ? where no more is known."""
    if (position.blind >> seat) & 1:
        return f"{position.hand(seat)}?"
    hand = position.hands >> (8 * seat)
    return f"{hand & 15}+{(hand >> 4) & 15}"


def position_text(position: BeerHexPosition) -> str:
    """Return a match in one line, like `...../.Gg.../..S?../...../..... G turn 2 6+6 12? 0-0 G 0 - -`."""
    rows = "/".join("".join(cap_text(position, 5 * r + q) for q in range(5)) for r in range(5))
    flags = ("r" if position.revealed else "") + "".join(f"x{LETTERS[s]}" for s in range(2) if position.resigned(s))
    parts = [
        rows,
        LETTERS[position.turn],
        PHASES[position.phase],
        str(position.turns),
        hand_text(position, 0),
        hand_text(position, 1),
        f"{position.score(0)}-{position.score(1)}",
        LETTERS[position.starter],
        str(position.voids),
        ENDINGS[position.how].replace(" ", "-") or "-",
        flags or "-",
    ]
    return " ".join(parts)


def parse_position(into: BeerHexPosition, text: str) -> None:
    """Read what `position_text` wrote."""
    match = _LINE.fullmatch(text.strip())
    if match is None:
        raise BadNotation(f"{text!r} is not a position: it would be like {EXAMPLE!r}, which is {MEANING}")
    fresh = BeerHexPosition(into.sets, into.limit, into.clues)
    _read_board(fresh, re.findall(_CAP, match[1]))
    fresh.turn = LETTERS.index(match[2])
    fresh.phase = PHASES.index(match[3])
    fresh.turns = int(match[4])
    fresh.hands = 0
    _read_hand(fresh, 0, match[5])
    _read_hand(fresh, 1, match[6])
    fresh.wins = int(match[7]) | int(match[8]) << 4
    fresh.starter = LETTERS.index(match[9])
    fresh.voids = int(match[10])
    fresh.how = ENDINGS.index(match[11].replace("-", " ").strip())
    fresh.revealed = "r" in match[12]
    fresh.over = fresh.how == VOID or 2 * max(fresh.score(0), fresh.score(1)) > fresh.sets
    if "x" in match[12]:
        fresh.resign(LETTERS.index(match[12][-1]))
        fresh.revealed = "r" in match[12]
    try:
        fresh.check()
    except ValueError as error:
        raise BadNotation(f"{text!r} cannot be a position: {error}") from None
    into.copy_from(fresh)


def _read_board(fresh: BeerHexPosition, caps: list[str]) -> None:
    for cell, cap in enumerate(caps):
        bit = 1 << cell
        fresh.occupied |= bit if cap != "." else 0
        fresh.colour |= bit if cap[0] == "S" else 0
        fresh.symbol |= bit if cap[1:2] == "s" else 0
        fresh.hidden |= bit if "?" in cap else 0
        fresh.up |= bit if "!" in cap else 0
        fresh.token |= bit if "*" in cap else 0


def _read_hand(fresh: BeerHexPosition, seat: int, text: str) -> None:
    own, _, other = text.partition("+")
    if text.endswith("?"):
        fresh.blind |= 1 << seat
        own, other = text[:-1], "0"
    if int(own) > 15 or int(other) > 15:
        raise BadNotation(f"a hand of {text} cannot be: a player has 13 caps")
    fresh.hands |= (int(own) | int(other) << 4) << (8 * seat)
