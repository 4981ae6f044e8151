"""BeerHex actions and positions as text."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bestagon.core.errors import BadNotation
from bestagon.games.beerhex.board import ATTACK, CANNOT, CLUED, CONCEDE, DECLARE, ENDINGS, FULL, SHAPE, START, TRIPLES, VOID
from bestagon.games.beerhex.rules import memory, serial
from bestagon.games.beerhex.rules.state import BeerHexPosition

NAMES: Final = ("Gold", "Silver")
KINDS: Final = ("own", "other")
ACTION_WORDS: Final = {
    "declare": int(DECLARE),
    "cannot": int(CANNOT),
    "concede": int(CONCEDE),
    "start gold": int(START),
    "start silver": int(START) + 1,
}
WORD_TEXTS: Final = {action: words for words, action in ACTION_WORDS.items()}
ATTACKS: Final = {int(three): i for i, three in enumerate(TRIPLES)}
PHASES: Final = ("turn", "place", "fill", "between")
LETTERS: Final = "GS"
SYMBOLS: Final = "gs"

# Actions.


@cache
def action_text(action: int) -> str:
    """Return the full text of an action, such as `c3 own`, `attack b2 b3 c2` or `declare`."""
    if action in WORD_TEXTS:
        return WORD_TEXTS[action]
    if ATTACK <= action < DECLARE:
        return " ".join(["attack", *cell_names(int(TRIPLES[action - ATTACK]))])
    return _placement(action, KINDS[action % 2])


@cache
def seen_text(action: int) -> str:
    """Return the text of an action with ? for the symbol of a placed cap."""
    if action < ATTACK or action >= CLUED:
        return _placement(action, "?")
    return action_text(action)


def _placement(action: int, kind: str) -> str:
    if action < ATTACK:
        return f"{SHAPE.name(action // 2)} {kind}"
    return f"{SHAPE.name((action - int(CLUED)) // 2)} {kind} clue"


def placed_cell(action: int) -> int:
    """Return the cell of a placement."""
    return (action if action < ATTACK else action - int(CLUED)) // 2


def cell_names(cells: int) -> list[str]:
    """Return the names of a set of cells, in cell order."""
    names, found = SHAPE.names, []
    while cells:
        lowest = cells & -cells
        found.append(names[lowest.bit_length() - 1])
        cells ^= lowest
    return found


def parse_action(position: BeerHexPosition, text: str) -> int:
    """Parse an action, ignoring case, extra spaces and the order of an attack's cells."""
    words = text.lower().split()
    if " ".join(words) in ACTION_WORDS:
        return ACTION_WORDS[" ".join(words)]
    if words and words[0] == "attack":
        return _parse_attack(words[1:], text)
    if words and words[0] == "start":
        raise BadNotation(f"{text!r}: write 'start gold' or 'start silver'")
    return _parse_placement(position, words, text)


def _parse_attack(names: list[str], text: str) -> int:
    cells = [_cell(name, text) for name in names]
    if len(set(cells)) != 3 or len(cells) != 3:
        raise BadNotation(f"{text!r}: an attack needs three different cells, as in 'attack b2 b3 c2'")
    three = sum(1 << cell for cell in cells)
    if three not in ATTACKS:
        raise BadNotation(f"{text!r}: the three cells of an attack must be connected, as in 'attack b2 b3 c2'")
    return int(ATTACK) + ATTACKS[three]


def _parse_placement(position: BeerHexPosition, words: list[str], text: str) -> int:
    if len(words) < 2 or len(words) > 3 or words[1] not in KINDS or words[2:] not in ([], ["clue"]):
        clue = ", 'c3 own clue'" if position.clues else ""
        forms = f"'c3 own', 'c3 other'{clue}, 'attack b2 b3 c2', 'declare', 'cannot', 'concede', 'start gold' or 'start silver'"
        raise BadNotation(f"{text!r} is not an action: expected {forms}")
    if len(words) == 3 and not position.clues:
        raise BadNotation(f"{text!r}: clue tokens need the option clues")
    base = int(CLUED) if len(words) == 3 else 0
    return base + 2 * _cell(words[0], text) + KINDS.index(words[1])


def _cell(name: str, text: str) -> int:
    if name not in SHAPE.by_name:
        raise BadNotation(f"{text!r}: {name!r} is not a cell: cells are a1 to e5, column letter first")
    return SHAPE.find(name)


# Positions.

_CAP: Final = r"\.|[GS](?:[gs]!|[gs?]\*?)"
_ROW: Final = rf"(?:{_CAP}){{5}}"
_HAND: Final = r"\d{1,2}\+\d{1,2}|\d{1,2}\?"
_ERA: Final = r"(?:[a-e][1-5])+=[0-7]\+[0-7]/[0-7]\+[0-7]"
_POSITION: Final = re.compile(
    rf"({_ROW}(?:/{_ROW}){{4}}) ([GS]) ({'|'.join(PHASES)}) (\d{{1,4}}) ({_HAND}) ({_HAND}) (\d)-(\d) ([GS]) (\d)"
    rf" (-|{'|'.join(word.replace(' ', '-') for word in ENDINGS[1:])}) (-|r?(?:x[GS])?)"
    rf"(?: ({_ERA}(?:,{_ERA})*))?"
)
EXAMPLE: Final = "...../.Gg.../..S?../...../..... G turn 2 6+6 12? 0-0 G 0 - -"

MEANING: Final = (
    "five rows of cells (. or a cap G S with its symbol g s ?, then ! face up, * token), player to act, phase, completed turns, "
    "Gold's hand, Silver's hand, games won, start player, void games, ending, flags (r revealed, xG xS resigned), "
    "and after attacks what they revealed: face-down caps as c3d3=5+6/7+4, oldest first, "
    "with the most own and other symbols that Gold/Silver can have under these caps and all before them"
)


def cap_text(position: BeerHexPosition, cell: int) -> str:
    """Return . for an empty cell, else colour and symbol (or ?) of its cap, with ! if face up and * for a token."""
    if not (position.occupied >> cell) & 1:
        return "."
    colour = LETTERS[(position.silver_caps >> cell) & 1]
    symbol = "?" if (position.hidden >> cell) & 1 else SYMBOLS[(position.silver_symbols >> cell) & 1]
    return colour + symbol + ("!" if (position.face_up >> cell) & 1 else "") + ("*" if (position.tokens >> cell) & 1 else "")


def hand_text(position: BeerHexPosition, seat: int) -> str:
    """Return the own and other symbols of a hand as `6+5`, or `11?` if only its size is known."""
    if (position.hidden_hands >> seat) & 1:
        return f"{position.hand(seat)}?"
    hand = position.hands >> (8 * seat)
    return f"{hand & 15}+{(hand >> 4) & 15}"


def position_text(position: BeerHexPosition) -> str:
    """Return a match in one line, such as `...../.Gg.../..S?../...../..... G turn 2 6+6 12? 0-0 G 0 - -`."""
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
        ENDINGS[position.game_ending].replace(" ", "-") or "-",
        flags or "-",
    ]
    if len(position.eras):
        parts.append(",".join(_era_text(int(era)) for era in position.eras))
    return " ".join(parts)


def _era_text(era: int) -> str:
    bounds = "/".join("+".join(str(memory.bound(era, seat, kind)) for kind in range(2)) for seat in range(2))
    return f"{''.join(cell_names(era & int(FULL)))}={bounds}"


def parse_position(into: BeerHexPosition, text: str) -> None:
    """Set `into` to the position that `position_text` wrote; BadNotation says what is wrong."""
    match = _POSITION.fullmatch(text.strip())
    if match is None:
        raise BadNotation(f"{text!r} is not a position: expected a line such as {EXAMPLE!r}, which is {MEANING}")
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
    fresh.game_ending = ENDINGS.index(match[11].replace("-", " ").strip())
    fresh.revealed = "r" in match[12]
    fresh.over = fresh.game_ending == VOID or 2 * max(fresh.score(0), fresh.score(1)) > fresh.sets
    if "x" in match[12]:
        fresh.resign(LETTERS.index(match[12][-1]))
        fresh.revealed = "r" in match[12]
    fresh.eras = vec[i64]([_read_era(era) for era in match[13].split(",")]) if match[13] else vec[i64]()
    try:
        serial.validate(fresh)
    except ValueError as error:
        raise BadNotation(f"{text!r} is not a possible position: {error}") from None
    into.copy_from(fresh)


def _read_board(fresh: BeerHexPosition, caps: list[str]) -> None:
    for cell, cap in enumerate(caps):
        bit = 1 << cell
        fresh.occupied |= bit if cap != "." else 0
        fresh.silver_caps |= bit if cap[0] == "S" else 0
        fresh.silver_symbols |= bit if cap[1:2] == "s" else 0
        fresh.hidden |= bit if "?" in cap else 0
        fresh.face_up |= bit if "!" in cap else 0
        fresh.tokens |= bit if "*" in cap else 0


def _read_era(text: str) -> int:
    names, _, bounds = text.partition("=")
    cells = sum({1 << SHAPE.find(name) for name in re.findall("[a-e][1-5]", names)})
    return int(memory.era_of(cells, sum(int(most) << 3 * i for i, most in enumerate(re.findall(r"\d", bounds)))))


def _read_hand(fresh: BeerHexPosition, seat: int, text: str) -> None:
    own, _, other = text.partition("+")
    if text.endswith("?"):
        fresh.hidden_hands |= 1 << seat
        own, other = text[:-1], "0"
    if int(own) > 15 or int(other) > 15:
        raise BadNotation(f"a hand of {text} is impossible: a player has 13 caps")
    fresh.hands |= (int(own) | int(other) << 4) << (8 * seat)
