"""Hex Dice, a second time: naive, slow, written from the clauses alone (HD = rules/hex-dice.md, N = docs/notation.md)."""

from __future__ import annotations

import copy
from collections.abc import Callable
from itertools import combinations

from tests.reference.hex_dice_board import Board, Cell, Unit, go, steps_between

TERRAINS = ["forest", "lake", "tower", "mountain"]
GENERATED = {1: "forest", 2: "forest", 3: "lake", 4: "lake", 5: "tower", 6: "mountain"}  # HD 2.4
ARMY = {2: 6, 3: 4, 4: 3, 6: 3}  # HD 2.7
ATTACK = {1: 2, 2: 3, 3: 4, 4: 5, 5: 6, 6: 6}  # HD 3


class Reference(Board):
    """One game of Hex Dice."""

    MARKED = 0  # HD 1.2: the marked bases lie in this direction from the centre, and in the opposite one (not in the clauses)

    def __init__(
        self,
        players: int,
        options: dict[str, bool | int | str],
        below: Callable[[int], int],
        layouts: dict[int, dict[str, str]] | None = None,
    ) -> None:
        self.players = players
        self.below = below
        super().__init__(int(options["map"]))
        self.patience = int(options["patience"])
        self.corners = [go((0, 0), d, self.radius) for d in range(6)]
        self.sites = list(self.corners)  # where bases may be (HD 1.2)
        if players == 2 and self.radius == 6:
            self.sites = [go((0, 0), d, self.radius - 1) for d in (self.MARKED, self.MARKED + 3)]
        self.order: list[int] = []  # HD 2.6
        self.queue: list[int] = []  # seats that are still to choose in this stage of set-up
        self.dice: dict[int, list[int]] = {}  # not deployed yet
        self.zone = 0  # how far the seat that deploys may go
        self.gone: list[int] = []  # seats that are out, the first out first
        self.resigned: set[int] = set()
        self.stage = "terrain"
        self.seat = 0
        self.to_place = 0  # roulette: terrain cells still to be placed
        self.quiet = 0  # turns without a loss (HD 7.3)
        self.loss = False  # in this turn
        self.actor: Cell = (0, 0)  # where the unit that acts in this turn stands
        self.extra = False  # the merged unit may act at once (HD 4.6)
        self.over = False
        self.stalled = False  # ended by patience
        self.set_terrain(str(options["terrain"]), int(options["preset"]), str(options["data"]), layouts or {})

    def copy(self, below: Callable[[int], int] | None = None) -> Reference:
        """Copy everything but the source of chance."""
        other = copy.copy(self)
        for key, value in vars(self).items():
            if key != "below":
                setattr(other, key, copy.deepcopy(value))
        if below is not None:
            other.below = below
        return other

    def die(self) -> int:
        """Roll a die."""
        return self.below(6) + 1

    def seats_in(self) -> list[int]:
        """Seats that are not out."""
        return [seat for seat in range(self.players) if seat not in self.gone]

    def next_in(self, seat: int) -> int:
        """Next seat clockwise that is in."""
        seat = (seat + 1) % self.players
        while seat in self.gone:
            seat = (seat + 1) % self.players
        return seat

    # ---- set-up -------------------------------------------------------------------------------------------------

    def set_terrain(self, kind: str, preset: int, data: str, layouts: dict[int, dict[str, str]]) -> None:
        """HD 2.1: terrain comes first."""
        if kind == "preset":  # HD 2.2
            number = 0 if data else preset or self.die()
            self.terrain = {self.cells[name]: word for name, word in layouts[number].items()}
        if kind == "generation":  # HD 2.4
            for _ in range(sum(self.die() for _ in range(6))):
                direction, distance, scatter, word = self.die(), self.die(), self.die(), self.die()
                cell = go(go((0, 0), direction - 1, distance + 2), scatter - 1)
                if self.terrain_allowed(cell):
                    self.terrain[cell] = GENERATED[word]
        if kind == "roulette":  # HD 2.3
            self.to_place = sum(self.die() for _ in range(6))
            self.seat = self.below(self.players)
        else:
            self.start_bases()

    def terrain_allowed(self, cell: Cell) -> bool:
        """HD 2.5."""
        return cell in self.names and cell != (0, 0) and cell not in self.corners + self.sites and cell not in self.terrain

    def roll_order(self, seats: list[int]) -> list[int]:
        """HD 2.6: falling rolls; ties roll again among themselves, the highest group first."""
        if len(seats) == 1:
            return seats
        rolls = {seat: self.die() for seat in seats}
        order: list[int] = []
        for value in (6, 5, 4, 3, 2, 1):
            tied = [seat for seat in seats if rolls[seat] == value]
            if tied:
                order += self.roll_order(tied)
        return order

    def start_bases(self) -> None:
        """HD 2.6."""
        self.order = self.roll_order(list(range(self.players)))
        self.queue = list(self.order)
        self.next_setup("base")

    def free_bases(self) -> list[Cell]:
        """HD 2.6: what the next seat may choose."""
        taken = list(self.base.values())
        if not taken:
            return list(self.sites)
        if self.players == 2:
            return [(-taken[0][0], -taken[0][1])]
        free = [site for site in self.sites if site not in taken]
        if self.players == 3:
            first = self.sites.index(taken[0])
            free = [site for site in free if (self.sites.index(site) - first) % 2 == 0]
        return free

    def next_setup(self, stage: str) -> None:
        """Let the next seat of the queue choose; with the queue empty, start the next stage."""
        self.stage = stage
        while self.queue:
            seat = self.queue.pop(0)
            if seat in self.gone:
                continue
            if stage == "base" and len(self.free_bases()) == 1:  # N: given without asking
                self.base[seat] = self.free_bases()[0]
                continue
            if stage == "deploy":
                self.zone = self.deploy_reach(seat)
            self.seat = seat
            return
        self.queue = list(self.order)
        if stage == "base":
            for seat in range(self.players):  # HD 2.7, N: seat by seat
                self.dice[seat] = [self.die() for _ in range(ARMY[self.players])]
            self.next_setup("reroll")
        elif stage == "reroll":
            self.next_setup("deploy")
        else:
            first = next(iter(self.base))  # HD 2.10
            self.start_turn(self.next_in(first) if first in self.gone else first)

    def deploy_reach(self, seat: int) -> int:
        """HD 2.9: as many steps around the base as it takes to have room for all dice."""
        reach = 1
        while len(self.deploy_area(seat, reach)) < len(self.dice[seat]):
            reach += 1
        return reach

    def deploy_area(self, seat: int, reach: int) -> set[Cell]:
        """HD 2.9: no lakes, no units, no bases of others."""
        others = {base for other, base in self.base.items() if other != seat}
        free = {cell for cell in self.names if self.terrain.get(cell) != "lake" and cell not in self.units and cell not in others}
        return {cell for cell in free if steps_between(cell, self.base[seat]) <= reach}

    def legal_setup(self) -> set[str]:
        """Texts of the choices before the first turn."""
        if self.stage == "terrain":
            return {f"{word} {name}" for name, cell in self.cells.items() if self.terrain_allowed(cell) for word in TERRAINS}
        if self.stage == "base":
            return {f"base {self.names[cell]}" for cell in self.free_bases()}
        dice = sorted(self.dice[self.seat])
        if self.stage == "reroll":  # HD 2.8
            texts = {"keep"}
            for count in range(1, len(dice) // 3 + 1):
                texts |= {"reroll " + " ".join(map(str, chosen)) for chosen in combinations(dice, count)}
            return texts
        return {f"deploy {value} {self.names[cell]}" for value in dice for cell in self.deploy_area(self.seat, self.zone)}

    def play_setup(self, words: list[str]) -> None:
        """Carry out a choice before the first turn."""
        if self.stage == "terrain":
            self.terrain[self.cells[words[1]]] = words[0]
            self.to_place -= 1
            if self.to_place == 0:
                self.start_bases()
            else:
                self.seat = self.next_in(self.seat)
        elif self.stage == "base":
            self.base[self.seat] = self.cells[words[1]]
            self.next_setup("base")
        elif self.stage == "reroll":
            for value in words[1:]:
                self.dice[self.seat].remove(int(value))
            self.dice[self.seat] += [self.die() for _ in words[1:]]
            self.next_setup("reroll")
        else:
            self.dice[self.seat].remove(int(words[1]))
            self.units[self.cells[words[2]]] = Unit(self.seat, int(words[1]))
            if not self.dice[self.seat]:
                self.next_setup("deploy")

    # ---- turns --------------------------------------------------------------------------------------------------

    def start_turn(self, seat: int) -> None:
        self.seat = seat
        self.stage = "turn"
        self.loss = False

    def end_turn(self) -> None:
        """HD 7.3, and the next seat clockwise (HD 2.10)."""
        for cell, unit in self.units.items():
            if unit.owner == self.seat:
                unit.acted = cell == self.actor
        self.quiet = 0 if self.loss else self.quiet + 1
        if not self.over and self.quiet >= self.patience * len(self.seats_in()):
            self.over = self.stalled = True
        if not self.over:
            self.start_turn(self.next_in(self.seat))

    def unit_actions(self, at: Cell, after_merge: bool) -> set[str]:
        """HD 4: the actions of one unit."""
        name = self.names[at]
        texts = {f"{name}-{self.names[cell]}" for cell in self.targets(at, not after_merge)}
        texts |= {f"{name}*{self.names[cell]}" for cell in self.shots(at)}
        if not self.units[at].guard:
            texts.add(f"{name} guard")
        if not after_merge:
            texts.add(f"{name} reroll")
        return texts

    def legal_turn(self) -> set[str]:
        """Texts of the choices of a turn."""
        if self.stage == "become":  # HD 4.6
            return {f"become {value}" for value in range(1, 7)}
        if self.stage == "extra":
            return self.unit_actions(self.actor, True) | {"decline"}
        return set().union(*(self.unit_actions(cell, False) for cell, unit in self.units.items() if unit.owner == self.seat))

    def play_turn(self, text: str) -> None:
        """Carry out a choice of a turn; the turn ends unless a merge leaves something to choose."""
        if text.startswith("become "):
            self.units[self.actor].value = int(text.split()[1])
            if self.extra:
                self.stage = "extra"
                return
        elif text.endswith(" guard"):  # HD 4.3
            self.actor = self.cells[text.split()[0]]
            self.units[self.actor].guard = True
        elif text.endswith(" reroll"):  # HD 4.2
            self.actor = self.cells[text.split()[0]]
            self.units[self.actor] = Unit(self.seat, self.die())
        elif "*" in text:
            start, end = text.split("*")
            self.actor = self.cells[start]
            self.strike(self.actor, self.cells[end])
        elif "-" in text:
            start, end = text.split("-")
            self.advance(self.cells[start], self.cells[end])
            if self.stage == "become":
                return
        self.end_turn()  # `decline` comes here, too

    def advance(self, at: Cell, to: Cell) -> None:
        """HD 4.1, 4.5, 4.6: move, melee, special attack or merge."""
        self.actor = at
        if to in self.units and self.units[to].owner == self.seat:
            self.merge(at, to)
        elif to not in self.units or self.strike(at, to):
            self.actor = to
            self.units[to] = self.units.pop(at)
            self.units[to].guard = False
            for seat in self.seats_in():
                if seat != self.seat and self.base[seat] == to:  # HD 7.1, 7.2
                    self.leave(seat)

    def strike(self, at: Cell, to: Cell) -> bool:
        """HD 5.2, 5.3: attack; tell whether the defender is gone."""
        if ATTACK[self.units[at].value] < self.armour(to):
            self.units[to].tokens += 1
            return False
        owner = self.units.pop(to).owner
        self.loss = True
        if all(unit.owner != owner for unit in self.units.values()):  # HD 7.1, 7.2
            self.leave(owner)
        return True

    def merge(self, at: Cell, to: Cell) -> None:
        """HD 4.6."""
        self.actor = to
        self.extra = not self.units[to].acted
        total = self.units[at].value + self.units[to].value
        del self.units[at]
        self.units[to] = Unit(self.seat, total)
        if total > 6:
            self.stage = "become"

    def leave(self, seat: int) -> None:
        """HD 7.2: a seat is out, its units go, and the last one in wins."""
        self.gone.append(seat)
        self.units = {cell: unit for cell, unit in self.units.items() if unit.owner != seat}
        self.loss = True
        if len(self.seats_in()) == 1:
            self.over = True

    def resign(self, seat: int) -> None:
        """C5."""
        self.resigned.add(seat)
        self.leave(seat)
        if self.over or seat != self.seat:
            self.quiet, self.loss = 0, False  # HD 7.3: the turn under way counts as the first quiet one
            return
        if self.stage == "terrain":
            self.seat = self.next_in(seat)
        elif self.stage in ("base", "reroll", "deploy"):
            self.next_setup(self.stage)
        else:
            self.end_turn()

    # ---- what the tests call ------------------------------------------------------------------------------------

    def acting(self) -> set[int]:
        return set() if self.over else {self.seat}

    def legal(self, seat: int) -> set[str]:
        if seat not in self.acting():
            return set()
        return self.legal_setup() if self.stage in ("terrain", "base", "reroll", "deploy") else self.legal_turn()

    def play(self, seat: int, text: str) -> None:
        if text in ("resign", "timeout"):
            if self.over or seat in self.gone:
                raise ValueError("this seat cannot resign")
            self.resign(seat)
        elif text not in self.legal(seat):
            raise ValueError(f"{text} is not legal for seat {seat}")
        elif self.stage in ("terrain", "base", "reroll", "deploy"):
            self.play_setup(text.split())
        else:
            self.play_turn(text)

    def strength(self, seat: int) -> tuple[int, int]:
        """HD 7.3: units, then the sum of values; equal for all unless patience ended the game."""
        values = [unit.value for unit in self.units.values() if unit.owner == seat]
        return (len(values), sum(values)) if self.stalled else (0, 0)

    def scores(self) -> list[int]:
        """How many seats stand behind, as places() ranks them."""
        standings = [self.standing(seat) for seat in range(self.players)]
        return [sum(1 for other in standings if other < mine) for mine in standings]

    def standing(self, seat: int) -> tuple[int, int, int]:
        """HD 7.4, C5: greater is better: in, then out by the rules, then resigned; later out above earlier."""
        if seat not in self.gone:
            return (2, *self.strength(seat))
        return (0 if seat in self.resigned else 1, self.gone.index(seat), 0)

    def places(self) -> list[int]:
        standings = [self.standing(seat) for seat in range(self.players)]
        return [1 + sum(1 for other in standings if other > mine) for mine in standings]
