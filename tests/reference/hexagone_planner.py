"""A second opponent for hexaGONE: plans one turn by arithmetic on the rules (HG), and knows nothing of the game's evaluator."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import NamedTuple

from mypy_extensions import i64

from bestagon.bots.players import Player
from bestagon.core.actions import legal_actions
from bestagon.core.dice import Dice
from bestagon.core.position import Position
from bestagon.games.hexagone import GAME
from bestagon.games.hexagone.board import BLUE, CELLS, KINDS, SHAPE
from bestagon.games.hexagone.rules.state import HexagonePosition
from bestagon.grid import Hex, neighbour

Table = dict[Hex, str]
"""The hexagons on the table: "g", "c" (cracked) or "b"."""
LETTERS = "gcb"
NAMES = dict(zip(SHAPE.cells, SHAPE.names, strict=True))
TILE_COST = 0.4
"""What a plan must earn for each hexagon it places."""
WAYS = 6
"""The ways to complete a card that are combined with other cards."""


class Way(NamedTuple):
    """A place on the table where a card can be completed."""

    slot: int
    points: int
    cells: dict[Hex, str]
    missing: dict[Hex, str]


class TurnPlan(NamedTuple):
    """Hexagons to place and the cards to claim with them."""

    worth: float
    missing: dict[Hex, str]
    ways: tuple[Way, ...]


class TurnPlanner(Player):
    """Places what completes the most points this turn, claims it, and otherwise plays the hexagon that helps the row least."""

    def choose(self, masked: Position, seat: i64, dice: Dice) -> i64:
        """Return the first action of the best plan for the turn."""
        assert isinstance(masked, HexagonePosition)
        legal = {GAME.action_text(masked, int(seat), action): action for action in legal_actions(masked, int(seat))}
        texts = list(legal)
        hand = Counter({KINDS[kind]: int(masked.pools[8 * seat + kind]) for kind in range(7)})
        return legal[_choose_text(masked, texts, hand)]


def _choose_text(position: HexagonePosition, texts: list[str], hand: Counter[str]) -> str:
    words = {text.split()[0] for text in texts}
    if words & {"return", "discard", "exchange", "to", "with"}:
        most = [text for text in texts if text.split()[-1] == max(("gray", "cracked", "blue"), key=lambda kind: hand[kind])]
        return "exchange" if "exchange" in texts else (most or texts)[0]
    if "draw" in texts:
        return "draw"
    table = _table(position)
    basic = hand if words & {"gray", "cracked", "blue"} else Counter[str]()
    plan = _best_plan(position, table, basic)
    placements = [text for text in texts if text.split()[0] in ("gray", "cracked", "blue")]
    if plan.missing:
        return _placement(plan, placements)
    if plan.ways and not placements_needed(words):
        return _claim(position, plan.ways[0], texts)
    if "end" in texts:
        return "end"
    return min(placements, key=lambda text: _help(position, table, text)) if placements else "pass" if "pass" in texts else texts[0]


def placements_needed(words: set[str]) -> bool:
    """Tell whether nothing has been played yet, so that no card can be claimed (HG 3.2)."""
    return "pass" in words


def _table(position: HexagonePosition) -> Table:
    kinds = ((SHAPE.cells[cell], int(position.board.kind_at(cell))) for cell in range(int(CELLS)))
    return {cell: LETTERS[kind] for cell, kind in kinds if kind >= 0}


def _best_plan(position: HexagonePosition, table: Table, hand: Counter[str]) -> TurnPlan:
    """Return the plan with the most points for its hexagons, over all orders of the cards in the row."""
    slots = [slot for slot in range(3) if position.row[slot] >= 0]
    best = TurnPlan(0.0, {}, ())
    for order in (order for size in range(1, len(slots) + 1) for order in permutations(slots, size)):
        for plan in _plans(position, table, hand, order, TurnPlan(0.0, {}, ())):
            if plan.worth > best.worth:
                best = plan
    return best


def _plans(position: HexagonePosition, table: Table, hand: Counter[str], order: tuple[int, ...], so_far: TurnPlan) -> Iterator[TurnPlan]:
    if not order:
        yield so_far
        return
    used = {cell for way in so_far.ways for cell in way.cells}
    # HG 5.3: a cracked hexagon serves one claim only.
    usable = {cell: ("x" if letter == "c" and cell in used else letter) for cell, letter in table.items()}
    for way in _ways(position, order[0], {**usable, **so_far.missing}, hand):
        missing = {**so_far.missing, **way.missing}
        tones = Counter(missing.values())
        if tones["b"] <= hand["blue"] and tones["g"] <= hand["gray"] + hand["cracked"]:
            cost = TILE_COST * len(way.missing)
            yield from _plans(position, table, hand, order[1:], TurnPlan(so_far.worth + way.points - cost, missing, (*so_far.ways, way)))


def _ways(position: HexagonePosition, slot: int, table: Table, hand: Counter[str]) -> list[Way]:
    """Return the ways to complete a card that need the fewest hexagons."""
    card = int(position.row[slot])
    grays, blues = hand["gray"] + hand["cracked"], hand["blue"]
    found: dict[frozenset[Hex], Way] = {}
    for pattern in position.deck.patterns[card]:
        for anchor in {cell - step for cell in table for step, _ in pattern} or {Hex(0, 0)}:
            cells = {anchor + step: "b" if tone == 2 else "g" for step, tone in pattern}
            missing = {cell: want for cell, want in cells.items() if cell not in table}
            tones = Counter(missing.values())
            fits = all(table[cell].replace("c", "g") == want for cell, want in cells.items() if cell in table)
            if fits and tones["g"] <= grays and tones["b"] <= blues and all(cell in SHAPE for cell in missing):
                found.setdefault(frozenset(cells), Way(slot, int(position.deck.points[card]), cells, missing))
    return sorted(found.values(), key=lambda way: (len(way.missing), sorted(way.cells)))[:WAYS]


def _placement(plan: TurnPlan, placements: list[str]) -> str:
    """Return a placement of the plan that is possible now; a hexagon that two cards share must not be cracked."""
    for cell, want in sorted(plan.missing.items()):
        shared = sum(cell in way.cells for way in plan.ways) > 1
        kinds = ["blue"] if want == "b" else ["gray", "cracked"] if shared else ["cracked", "gray"]
        for text in (f"{kind} {NAMES[cell]}" for kind in kinds):
            if text in placements:
                return text
    raise AssertionError(f"no hexagon of {plan} can be placed")


def _claim(position: HexagonePosition, way: Way, texts: list[str]) -> str:
    names = {NAMES[cell] for cell in way.cells}
    card = position.deck.names[int(position.row[way.slot])]
    return next(text for text in texts if text.startswith(f"claim {card} ") and set(text.split()[2:]) == names)


def _help(position: HexagonePosition, table: Table, text: str) -> tuple[int, int, str]:
    """Return how much a placement helps the next player: neighbours of its colour count, and a blue one is too good to waste."""
    kind, name = text.split()
    cell = SHAPE.cells[SHAPE.find(name)]
    tone = LETTERS[KINDS.index(kind)].replace("c", "g")
    same = sum(table.get(neighbour(cell, d), "").replace("c", "g") == tone for d in range(6))
    return (same + (3 if KINDS.index(kind) == BLUE else 0), len(name), text)
