"""What a seat knows of a BeerHex game, as features for the network: nothing else may enter its policy.

Everything is seen from the seat: it connects top and bottom, as Gold does, and the board can also be turned by half.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i32, i64

from bestagon.games.beerhex.ai.path_finder import BeerHexPathFinder, attackable, makes_three
from bestagon.games.beerhex.board import (
    ATTACK,
    CANNOT,
    DECLARE,
    FIRST_TRIPLE,
    FULL,
    NO_PATH,
    OTHER_CAPS,
    OWN_CAPS,
    SILVER,
    TRIPLES,
    TURN,
    caps_needed,
    connects,
)
from bestagon.games.beerhex.rules.moves import open_cells
from bestagon.games.beerhex.rules.state import BeerHexPosition
from bestagon.grid.bits import BITS, count, lowest

# Features: first planes of 25 cells.
EMPTY: Final = 0
HONEST: Final = 25
"""The own face-down caps with the own symbol,"""
BLUFFS: Final = 50
"""and with the other one."""
UNSEEN: Final = 75
"""The opponent's face-down caps,"""
UNSEEN_OLD: Final = 100
"""and those placed before the last attack."""
UP_MINE: Final = 125
UP_THEIRS: Final = 150
MY_PATHS: Final = 175
"""Empty cells on the shortest paths of the symbols that the seat knows to be its own,"""
MY_SEEMING_PATHS: Final = 200
"""of its face-down caps if all were honest, as the opponent may think,"""
THEIR_PATHS: Final = 225
"""of the opponent's face-down caps if all were honest, with the own bluffs,"""
THEIR_SEEMING_PATHS: Final = 250
"""and without them."""
MY_LINKS: Final = 275
"""The own face-down caps without which a seeming connection would break,"""
THEIR_LINKS: Final = 300
"""and the opponent's."""
# Then groups of which one feature is 1.
MY_STEPS: Final = 325
"""7 each: the caps missing on these paths; 5 for more and 6 for no path."""
MY_SEEMING_STEPS: Final = 332
THEIR_STEPS: Final = 339
THEIR_SEEMING_STEPS: Final = 346
STEPS_OF_BOTH: Final = 353
"""49: MY_STEPS with THEIR_STEPS."""
MY_CHOICE: Final = 402
"""8: cells on the own paths, up to 7,"""
THEIR_CHOICE: Final = 410
"""and on the opponent's."""
OWN_HAND: Final = 418
"""8: own symbols in hand,"""
OTHER_HAND: Final = 426
"""7: other symbols in hand."""
THEIR_HAND: Final = 433
"""14: caps in the opponent's hand."""
THEIR_OWN: Final = 447
"""8: the opponent's caps with its own symbol that do not lie face up,"""
THEIR_OTHER: Final = 455
"""7: those with the other."""
PHASES: Final = 462
"""3: the phase, on the turn of the seat."""
WAITING: Final = 465
"""Whether it is the turn of the opponent."""
TURNS: Final = 466
"""10: completed turns, in fours."""
EXPOSED: Final = 476
"""Whether three of the own honest caps can be attacked together."""
CENTRE_CLOSED: Final = 477
"""Whether this is the first cap of the game (BH 3.2)."""
FEATURES: Final = 478
MOST_ACTIVE: Final = 260
"""Room for the features that are 1."""

# Kinds of actions, which share weights. A placement: 1 for the other symbol, 2 on an own path, 4 on a path of the opponent, 8 beside
# two connected honest caps, 16 if it completes a seeming connection.
ATTACK_KINDS: Final = 32
"""An attack: 8 for each cap of the opponent, 2 for each honest own cap, 1 if it would break a seeming connection."""
KINDS: Final = 64
FRAME_ACTIONS: Final = 201
"""Placements and attacks, in the order of the board's."""


def _cell_maps() -> vec[i64]:
    """Return where each cell is seen: by Gold, by Gold after half a turn, by Silver, by Silver after half a turn."""
    seen = vec[i64]()
    for view in range(4):
        for cell in range(25):
            there = cell if view < 2 else 5 * (cell % 5) + cell // 5
            seen = append(seen, i64(24 - there if view % 2 else there))
    return seen


CELL_MAPS: Final[vec[i64]] = _cell_maps()


def _triple_maps() -> vec[i64]:
    """Return where each group of three cells is seen, likewise."""
    places = {int(TRIPLES[i]): i for i in range(len(TRIPLES))}
    seen = vec[i64]()
    for view in range(4):
        for i in range(len(TRIPLES)):
            three = sum(1 << int(CELL_MAPS[25 * view + cell]) for cell in range(25) if int(TRIPLES[i]) >> cell & 1)
            seen = append(seen, i64(places[three]))
    return seen


TRIPLE_MAPS: Final[vec[i64]] = _triple_maps()
TRIPLE_COUNT: Final[i64] = 151


def sure_action(position: BeerHexPosition, seat: i64) -> i64:
    """Return a declaration that wins for certain by what the seat knows, or -1."""
    if position.phase != TURN or position.turn != seat:
        return -1
    other = 1 - seat
    unseen = position.face_down(other)
    if connects(position.symbols(seat) & ~unseen, seat):
        return DECLARE
    hand = position.hand(other)
    most = (hand if hand < OWN_CAPS else OWN_CAPS) + ((position.hands >> (8 * seat + 4)) & 15)
    if caps_needed(position.symbols(other) | unseen, ~position.occupied & FULL, other) > most:
        return CANNOT
    return -1


class BeerHexKnowledge:
    """The features of what a seat knows, and its sensible actions."""

    active: vec[i32]
    """The features that are 1."""
    count: i64
    actions: vec[i32]
    """Placements and attacks that the seat may choose from,"""
    places: vec[i32]
    """the same as the seat sees the board,"""
    kinds: vec[i32]
    """and their kinds."""
    logits: vec[float]
    """Scratch: what a network thinks of them."""
    options: i64
    """The number of these actions."""
    paths: BeerHexPathFinder
    first: i64
    """Where the seat's view begins in CELL_MAPS, divided by 25."""
    mine: i64
    """The cells with own symbols, as far as the seat knows,"""
    seeming: i64
    """its caps as the opponent sees them,"""
    theirs: i64
    """the opponent's symbols if all its face-down caps were honest,"""
    their_seeming: i64
    """and without the own bluffs."""
    my_paths: i64
    my_seeming_paths: i64
    their_paths: i64

    def __init__(self) -> None:
        """Allocate the room."""
        self.active = vec[i32]([i32(0)] * MOST_ACTIVE)
        self.count = 0
        self.actions = vec[i32]([i32(0)] * FRAME_ACTIONS)
        self.places = vec[i32]([i32(0)] * FRAME_ACTIONS)
        self.kinds = vec[i32]([i32(0)] * FRAME_ACTIONS)
        self.logits = vec[float]([0.0] * FRAME_ACTIONS)
        self.options = 0
        self.paths = BeerHexPathFinder()
        self.first = 0
        self.mine = 0
        self.seeming = 0
        self.theirs = 0
        self.their_seeming = 0
        self.my_paths = 0
        self.my_seeming_paths = 0
        self.their_paths = 0

    def look(self, position: BeerHexPosition, seat: i64, turned: bool) -> None:
        """List the features of a running game, whether it is masked for the seat or not."""
        self.first = (2 if seat == SILVER else 0) + (1 if turned else 0)
        self.count = 0
        other = 1 - seat
        unseen = position.face_down(other)
        down = position.face_down(seat)
        up = position.face_up
        self.mine = position.symbols(seat) & ~unseen
        self.theirs = position.symbols(other) | unseen
        self.seeming = (self.mine & up) | down
        self.their_seeming = (self.theirs & up) | unseen
        self._list_cells(EMPTY, ~position.occupied & FULL)
        self._list_cells(HONEST, down & self.mine)
        self._list_cells(BLUFFS, down & ~self.mine)
        self._list_cells(UNSEEN, unseen)
        self._list_cells(UP_MINE, self.mine & up)
        self._list_cells(UP_THEIRS, self.theirs & up)
        self._list_memory(position, other, unseen)
        self._list_paths(position, seat, down, unseen)
        self._list_numbers(position, seat)

    def _add(self, feature: i64) -> None:
        self.active[self.count] = i32(feature)
        self.count += 1

    def _list_cells(self, plane: i64, cells: i64) -> None:
        maps = 25 * self.first
        while cells:
            cell = lowest(cells)
            cells ^= BITS[cell]
            self._add(plane + CELL_MAPS[maps + cell])

    def _list_memory(self, position: BeerHexPosition, other: i64, unseen: i64) -> None:
        """List what attacks told about the opponent's face-down caps."""
        caps = position.caps(other) & position.face_up
        own = count(caps & position.symbols(other))
        past: i64 = 0
        for era in position.eras:
            past |= era & unseen
        self._list_cells(UNSEEN_OLD, past)
        self._add(THEIR_OWN + OWN_CAPS - own)
        self._add(THEIR_OTHER + OTHER_CAPS - (count(caps) - own))

    def _list_paths(self, position: BeerHexPosition, seat: i64, down: i64, unseen: i64) -> None:
        """List the shortest paths, how many caps they need, and the caps that seeming connections depend on."""
        empty = ~position.occupied & FULL
        other = 1 - seat
        self.my_paths = self.paths.shortest(self.mine, empty, seat)
        mine = self._steps()
        self.my_seeming_paths = self.paths.shortest(self.seeming, empty, seat)
        seeming = self._steps()
        self.their_paths = self.paths.shortest(self.theirs, empty, other)
        theirs = self._steps()
        their_seeming_paths = self.paths.shortest(self.their_seeming, empty, other)
        their_seeming = self._steps()
        self._list_cells(MY_PATHS, self.my_paths)
        self._list_cells(MY_SEEMING_PATHS, self.my_seeming_paths)
        self._list_cells(THEIR_PATHS, self.their_paths)
        self._list_cells(THEIR_SEEMING_PATHS, their_seeming_paths)
        if seeming == 0:
            self._list_cells(MY_LINKS, _links(self.seeming, down, seat))
        if their_seeming == 0:
            self._list_cells(THEIR_LINKS, _links(self.their_seeming, unseen, other))
        self._add(MY_STEPS + mine)
        self._add(MY_SEEMING_STEPS + seeming)
        self._add(THEIR_STEPS + theirs)
        self._add(THEIR_SEEMING_STEPS + their_seeming)
        self._add(STEPS_OF_BOTH + 7 * mine + theirs)
        self._add(MY_CHOICE + _most(count(self.my_paths), 7))
        self._add(THEIR_CHOICE + _most(count(self.their_paths), 7))

    def _steps(self) -> i64:
        """Return the length of the paths found last as a class."""
        return 6 if self.paths.steps == NO_PATH else _most(self.paths.steps, 5)

    def _list_numbers(self, position: BeerHexPosition, seat: i64) -> None:
        """List hands, phase and turns."""
        hand = position.hands >> (8 * seat)
        self._add(OWN_HAND + (hand & 15))
        self._add(OTHER_HAND + ((hand >> 4) & 15))
        self._add(THEIR_HAND + position.hand(1 - seat))
        if position.turn == seat:
            self._add(PHASES + position.phase)
        else:
            self._add(WAITING)
        self._add(TURNS + _most(position.turns // 4, 9))
        if attackable(self.mine & ~position.face_up):
            self._add(EXPOSED)
        if position.turns == 0:
            self._add(CENTRE_CLOSED)

    def list_options(self, position: BeerHexPosition, seat: i64) -> None:
        """List placements and attacks of the seat that `look` was called for, with their kinds."""
        self.options = 0
        self._list_placements(position, seat)
        if position.phase == TURN:
            self._list_attacks(position, seat)

    def _list_placements(self, position: BeerHexPosition, seat: i64) -> None:
        maps = 25 * self.first
        own = (position.hands >> (8 * seat)) & 15 != 0
        bluff = (position.hands >> (8 * seat + 4)) & 15 != 0
        honest = self.mine & ~position.face_up
        cells = open_cells(position)
        n = self.options
        while cells:
            cell = lowest(cells)
            bit = BITS[cell]
            cells ^= bit
            kind: i64 = 2 if self.my_paths & bit else 0
            if self.their_paths & bit:
                kind += 4
            if makes_three(honest, bit):
                kind += 8
            if self.my_seeming_paths & bit and connects(self.seeming | bit, seat):
                kind += 16
            for symbol in range(2):
                if own if symbol == 0 else bluff:
                    self.actions[n] = i32(2 * cell + symbol)
                    self.places[n] = i32(2 * CELL_MAPS[maps + cell] + symbol)
                    self.kinds[n] = i32(kind + symbol)
                    n += 1
        self.options = n

    def _list_attacks(self, position: BeerHexPosition, seat: i64) -> None:
        """List attacks on at least one cap of the opponent."""
        maps = TRIPLE_COUNT * self.first
        down = position.occupied & ~position.face_up
        unseen = position.face_down(1 - seat)
        danger = connects(self.their_seeming, 1 - seat)
        n = self.options
        cell: i64 = 0
        while down >> cell:
            if (down >> cell) & 1:
                for i in range(FIRST_TRIPLE[cell], FIRST_TRIPLE[cell + 1]):
                    three = TRIPLES[i]
                    if three & ~down or not three & unseen:
                        continue
                    kind = ATTACK_KINDS + 8 * count(three & unseen) + 2 * count(three & self.mine)
                    if danger and not connects(self.their_seeming & ~three, 1 - seat):
                        kind += 1
                    self.actions[n] = i32(ATTACK + i)
                    self.places[n] = i32(ATTACK + TRIPLE_MAPS[maps + i])
                    self.kinds[n] = i32(kind)
                    n += 1
            cell += 1
        self.options = n


def _most(number: i64, most: i64) -> i64:
    return number if number < most else most


def _links(cells: i64, caps: i64, seat: i64) -> i64:
    """Return the caps of a connection without which it would break."""
    links: i64 = 0
    left = caps
    while left:
        bit = left & -left
        left ^= bit
        if not connects(cells & ~bit, seat):
            links |= bit
    return links
