"""Notation: actions and positions of hexaGONE as text."""

from __future__ import annotations

import re
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from bestagon.core.errors import BadNotation
from bestagon.games.hexagone.board import BAG, CELLS, DISCARDED, HEXAGONS, KINDS, POOLS, RETURNED, SHAPE, TOTALS
from bestagon.games.hexagone.board_deck import SequenceDeck
from bestagon.games.hexagone.rules import memory, moves, serial
from bestagon.games.hexagone.rules.scoring import ENDINGS
from bestagon.games.hexagone.rules.state import HexagonePosition

LETTERS: Final = "gcbSDBM?"
"""The kinds in order, then a hidden hexagon."""
PHASES: Final = ("start", "play", "claim", "move", "swap", "return", "discard")

_WORDS: Final = {"pass": int(moves.PASS), "exchange": int(moves.EXCHANGE), "end": int(moves.END), "draw": int(moves.DRAW_TWO)}
_CELL_WORDS: Final = {
    "gray": 0,
    "cracked": int(CELLS),
    "blue": int(2 * CELLS),
    "move": int(moves.MOVE_FROM),
    "to": int(moves.MOVE_TO),
    "swap": int(moves.SWAP_FROM),
    "with": int(moves.SWAP_WITH),
}
_KIND_WORDS: Final = {"return": int(moves.RETURN), "discard": int(moves.DISCARD)}


def action_text(position: HexagonePosition, action: int) -> str:
    """Return an action in notation."""
    for table, names in ((_WORDS, ("",)), (_CELL_WORDS, SHAPE.names), (_KIND_WORDS, KINDS)):
        for word, first in table.items():
            if first <= action < first + len(names):
                return f"{word} {names[action - first]}".strip()
    if action >= moves.CLAIM:
        card, cells = decode_claim(position, action)
        return f"claim {position.deck.names[card]} {' '.join(cells)}"
    slot, drawing = divmod(action - int(moves.BOMB_CARD), 2)
    return f"bomb {position.deck.names[position.row[slot]]}" + (" draw" if drawing else "")


def decode_claim(position: HexagonePosition, action: int) -> tuple[int, list[str]]:
    """Return the card of a claim and the cells of its match."""
    card = int(position.row[(action - int(moves.CLAIM)) // (6 * int(CELLS))])
    return card, claimed_cells(position.deck, card, action)


def claimed_cells(deck: SequenceDeck, card: int, action: int) -> list[str]:
    """Return the cells of the match of a card, in cell order."""
    rotation, first = divmod(action - int(moves.CLAIM), int(CELLS))
    return [SHAPE.name(SHAPE.index[SHAPE.cells[first] + step]) for step, _ in deck.patterns[card][rotation % 6]]


def parse_action(position: HexagonePosition, text: str) -> int:
    """Return the action of a text; raise BadNotation if it is not one."""
    words = text.split()
    first = words[0].lower() if words else ""
    if first in _WORDS and len(words) == 1:
        return _WORDS[first]
    if first in _CELL_WORDS and len(words) == 2:
        return _CELL_WORDS[first] + _cell(words[1])
    if first in _KIND_WORDS and len(words) == 2:
        return _KIND_WORDS[first] + _kind(words[1])
    if first == "bomb" and (len(words) == 2 or (len(words) == 3 and words[2].lower() == "draw")):
        return int(moves.BOMB_CARD) + 2 * _slot(position, words[1]) + len(words) - 2
    if first == "claim" and len(words) > 2:
        return _claim(position, _slot(position, words[1]), sorted({_cell(word) for word in words[2:]}))
    raise BadNotation(
        f"{text!r} is not an action; actions are 'gray p16' (cracked, blue), 'move p16' and 'to p17', 'swap p16' and 'with p17', "
        "'bomb C07', 'bomb C07 draw', 'draw', 'pass', 'return gray', 'exchange', 'claim C07 p16 p17 ...', 'end', 'discard gray'"
    )


def _cell(word: str) -> int:
    cell = SHAPE.by_name.get(word.lower())
    if cell is None:
        raise BadNotation(f"{word!r} is not a cell: rows are a to z and aa to ae, numbered from 1, from a1 to {SHAPE.names[-1]}")
    return cell


def _kind(word: str) -> int:
    if word.lower() not in KINDS:
        raise BadNotation(f"{word!r} is not a kind of hexagon; the kinds are {', '.join(KINDS)}")
    return KINDS.index(word.lower())


def _slot(position: HexagonePosition, word: str) -> int:
    row = row_names(position)
    if word.upper() not in row:
        raise BadNotation(f"{word!r} is not a card of the row: {', '.join(row) or 'the row is empty'}")
    return row.index(word.upper())


def row_names(position: HexagonePosition) -> list[str]:
    """Return the names of the cards in the row, oldest first."""
    return [position.deck.names[card] for card in position.row if card >= 0]


def _claim(position: HexagonePosition, slot: int, cells: list[int]) -> int:
    """Return the claim of these cells; if the shape fits in several rotations, prefer the one whose colours match."""
    card = int(position.row[slot])
    steps = [SHAPE.cells[cell] - SHAPE.cells[cells[0]] for cell in cells]
    fits = [turn for turn, pattern in enumerate(position.deck.patterns[card]) if [step for step, _ in pattern] == steps]
    if not fits:
        names = " ".join(SHAPE.name(cell) for cell in cells)
        raise BadNotation(f"{names} do not have the shape of {position.deck.names[card]} in any rotation")
    tones = [position.board.kind_at(cell) // 2 + 1 for cell in cells]
    matching = [turn for turn in fits if [tone for _, tone in position.deck.patterns[card][turn]] == tones]
    turn = (matching or fits)[0]
    return int(moves.CLAIM) + (6 * slot + turn) * int(CELLS) + cells[0]


# A position in one line: board, hands, bag, discards, deck, row, claimed cards, turn, phase, passes, closing, end, resigned, memory if any.


def position_text(position: HexagonePosition) -> str:
    """Return a position in one line, without its dice; ? is a hidden hexagon."""
    seats = range(position.seats)
    deck = position.deck
    phase = PHASES[position.phase]
    if position.phase in (moves.MOVING, moves.SWAPPING):
        phase += f"@{SHAPE.name(int(position.source))}"
    if position.phase == moves.RETURNING:
        phase += f":{_pool_text(position, int(RETURNED))}"
    closing = "-" if position.closing < 0 else f"{position.closing}{'*' if position.closing_turn else ''}"
    memories = (",".join(_memory_text(int(entry)) for entry in position.memory),) if len(position.memory) else ()
    return " ".join(
        (
            _board_text(position),
            "/".join(_pool_text(position, seat) for seat in seats),
            _pool_text(position, int(BAG)),
            _pool_text(position, int(DISCARDED)),
            _cards_text(deck.names, int(position.draw_pile)),
            ",".join(row_names(position)) or "-",
            "/".join(_cards_text(deck.names, int(position.claimed[seat])) for seat in seats),
            str(position.turn),
            phase,
            "".join(str(position.pass_count(seat)) for seat in seats),
            closing,
            position.ending() or "-",
            "".join(str(position.resignations >> (4 * seat) & 15) for seat in seats) + ("!" if position.revealed else ""),
            *memories,
        )
    )


def _memory_text(entry: int) -> str:
    """Return what a seat knows of another hand, such as 0/1=3:g2B1: three hexagons that seat 1 has are not two grays and a bomb."""
    kinds = "".join(f"{LETTERS[k]}{memory.excluded(entry, k)}" for k in range(7) if memory.excluded(entry, k))
    return f"{memory.observer(entry)}/{memory.other(entry)}={memory.old(entry)}:{kinds}"


def _board_text(position: HexagonePosition) -> str:
    kinds = ((position.board.kind_at(cell), cell) for cell in range(CELLS))
    return ",".join(f"{SHAPE.name(cell)}{LETTERS[kind]}" for kind, cell in kinds if kind >= 0) or "-"


def _pool_text(position: HexagonePosition, pool: int) -> str:
    counts = [int(position.pools[8 * pool + i]) for i in range(8)]
    return "".join(f"{LETTERS[i]}{count}" for i, count in enumerate(counts) if count) or "-"


def _cards_text(names: list[str], cards: int) -> str:
    """Return a set of cards as names, with three or more consecutive ones as first-last."""
    parts = []
    i = 0
    while i < len(names):
        end = i
        while end < len(names) and cards >> end & 1:
            end += 1
        if end - i > 2:
            parts.append(f"{names[i]}-{names[end - 1]}")
        else:
            parts += names[i:end]
        i = max(end, i + 1)
    return ",".join(parts) or "-"


def parse_position(into: HexagonePosition, text: str) -> None:
    """Set `into` to the position that `position_text` wrote; raise BadNotation if the text is not one."""
    fields = text.split()
    if len(fields) not in (13, 14):
        raise BadNotation(
            "a position has 13 parts (board, hands, bag, discards, deck, row, claimed cards, turn, phase, passes, closing, end, "
            f"resigned) and may have a memory of exchanges, not {len(fields)}"
        )
    fresh = into.blank()
    assert isinstance(fresh, HexagonePosition)
    names = fresh.deck.names
    try:
        _read_board(fresh, fields[0])
        for i in range(8 * POOLS):
            fresh.pools[i] = u8(0)
        for seat, hand in enumerate(_split(fresh, fields[1], "hands")):
            _read_pool(fresh, seat, hand)
        _read_pool(fresh, int(BAG), fields[2])
        _read_pool(fresh, int(DISCARDED), fields[3])
        fresh.draw_pile = _read_cards(names, fields[4])
        _read_row(fresh, fields[5])
        for seat, cards in enumerate(_split(fresh, fields[6], "claimed cards")):
            fresh.claimed[seat] = _read_cards(names, cards)
        _read_turn(fresh, fields[7], fields[8], fields[10])
        fresh.passes = _read_digits(fresh, fields[9], 3, "passes")
        _read_end(fresh, fields[11], fields[12])
        fresh.memory = vec[i64]([_read_memory(item) for item in fields[13].split(",")]) if len(fields) > 13 else vec[i64]()
        serial.validate(fresh)
    except ValueError as error:
        raise BadNotation(f"not a position of hexaGONE: {error}") from None
    into.copy_from(fresh)


def _split(position: HexagonePosition, field: str, noun: str) -> list[str]:
    parts = field.split("/")
    if len(parts) != position.seats:
        raise ValueError(f"{noun} have {position.seats} parts separated by /, not {field!r}")
    return parts


def _read_board(position: HexagonePosition, field: str) -> None:
    cells = bytearray(int(CELLS))
    for item in field.split(",") if field != "-" else []:
        if not re.fullmatch(r"[a-z]+\d+[gcb]", item) or item[:-1] not in SHAPE.by_name:
            raise ValueError(f"a hexagon on the table is a cell and g, c or b, such as p16g, not {item!r}")
        cells[SHAPE.find(item[:-1])] = LETTERS.index(item[-1]) + 1
    serial.set_board(position, bytes(cells))


def _read_pool(position: HexagonePosition, pool: int, field: str) -> None:
    if not re.fullmatch(r"-|([gcbSDBM?]\d\d?)+", field, re.ASCII):
        raise ValueError(f"hexagons are letters of {LETTERS} with their counts, such as g2b1, or -, not {field!r}")
    for letter, count in re.findall(r"([^-\d])(\d+)", field):
        if field.count(letter) > 1 or int(count) > HEXAGONS:
            raise ValueError(f"a letter may occur only once, with a count up to {HEXAGONS}, not {field!r}")
        position.pools[8 * pool + LETTERS.index(letter)] = u8(int(count))


def _read_memory(item: str) -> int:
    match = re.fullmatch(r"([0-3])/([0-3])=(\d):((?:[gcbSDBM]\d\d?)+)", item, re.ASCII)
    if match is None:
        raise ValueError(f"what a seat knows of another hand is written as 0/1=3:g2B1, not {item!r}")
    entry = int(memory.entry_of(int(match[1]), int(match[2]), int(match[3])))
    for letter, count in re.findall(r"(\D)(\d+)", match[4]):
        if match[4].count(letter) > 1 or int(count) > TOTALS[LETTERS.index(letter)]:
            raise ValueError(f"a letter may occur only once, with a count that is in the game, not {item!r}")
        entry |= int(count) << int(memory.KIND_BITS) * LETTERS.index(letter)
    return entry


def _read_cards(names: list[str], field: str) -> int:
    found = 0
    for part in field.split(",") if field != "-" else []:
        ends = part.split("-")
        if len(ends) > 2 or any(end not in names for end in ends):
            raise ValueError(f"cards are names and ranges such as C01,C04-C09, or -, not {part!r}")
        for card in range(names.index(ends[0]), names.index(ends[-1]) + 1):
            found |= 1 << card
    return found


def _read_row(position: HexagonePosition, field: str) -> None:
    cards = field.split(",") if field != "-" else []
    if len(cards) > moves.ROW or any(card not in position.deck.names for card in cards):
        raise ValueError(f"the row is up to three cards such as C01,C07, or -, not {field!r}")
    for slot, card in enumerate(cards):
        position.row[slot] = position.deck.names.index(card)


def _read_turn(position: HexagonePosition, turn: str, phase: str, closing: str) -> None:
    match = re.fullmatch(r"([a-z]+)(?:@([a-z]+\d+)|:(\S+))?", phase)
    if not re.fullmatch(r"[0-3]", turn) or match is None or match[1] not in PHASES:
        raise ValueError(f"the turn is a seat and one of {', '.join(PHASES)}, not '{turn} {phase}'")
    position.turn = int(turn)
    position.phase = PHASES.index(match[1])
    if match[2]:
        position.source = _cell(match[2])
    if (match[3] is not None) != (position.phase == moves.RETURNING):
        raise ValueError(f"the phase return, and no other, lists the returned hexagons, such as return:g1, not {phase!r}")
    if match[3]:
        _read_pool(position, int(RETURNED), match[3])
    if not re.fullmatch(r"-|[0-3]\*?", closing):
        raise ValueError(f"the seat that drew the last hexagon is 0 to 3, with * in the same turn, or -, not {closing!r}")
    if closing != "-":
        position.closing = int(closing[0])
        position.closing_turn = closing.endswith("*")


def _read_digits(position: HexagonePosition, field: str, most: int, noun: str) -> int:
    if not re.fullmatch(rf"[0-{most}]{{{position.seats}}}", field):
        raise ValueError(f"{noun} are one digit up to {most} for each of {position.seats} seats, not {field!r}")
    return sum(int(digit) << (4 * seat) for seat, digit in enumerate(field))


def _read_end(position: HexagonePosition, end: str, resignations: str) -> None:
    if end not in ("-", *ENDINGS):
        raise ValueError(f"the end is -, bag, passes or resigned, not {end!r}")
    position.over = end != "-"
    position.finish = ENDINGS.index(end) if position.over else 0
    position.resignations = _read_digits(position, resignations.removesuffix("!"), 4, "resignations")
    position.revealed = resignations.endswith("!")
