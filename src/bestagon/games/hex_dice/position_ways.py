"""What a player may do: how units move, shoot and merge, and the choices of set-up."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.games.hex_dice.board import (
    ACROSS,
    ALL_AXES,
    BASES,
    BECOME,
    DECLINE,
    EXTRA,
    GROUND,
    GUARD,
    KEEP,
    KNIGHT,
    LAKE,
    MOUNTAIN,
    OWNER,
    PLAY,
    REROLL,
    REROLLS,
    ROULETTE,
    SEAT,
    SHOOT,
    SITE,
    SLOTS,
    STAND,
    TOWER,
    TURN_INTO,
    VALUE,
)
from bestagon.games.hex_dice.position_field import AXIS, CAMP, COUNT, HAND, MEN
from bestagon.games.hex_dice.position_stored import Stored


class Ways(Stored):
    """A state that knows its legal actions."""

    def acting(self) -> i64:
        """Return the seat whose turn it is."""
        return 0 if self.over else 1 << self.turn

    def legal(self, seat: i64, out: vec[i32]) -> i64:
        """List the actions of the seat on turn: its units by cell, and their ways in a fixed order."""
        if self.over or seat != self.turn:
            return 0
        if self.phase == PLAY:
            return self.all_ways(seat, out)
        if self.phase == EXTRA:  # HD 4.6: never merge or re-roll
            n = self.ways(seat, self.focus, False, 0, out)
            out[n] = i32((self.focus << 6) + STAND)
            out[n + 1] = i32(self.board.rest + DECLINE)
            return n + 2
        if self.phase == BECOME:
            for v in range(6):
                out[v] = i32(self.board.rest + TURN_INTO + 1 + v)
            return 6
        return self._choices(seat, out)

    def all_ways(self, seat: i64, out: vec[i32]) -> i64:
        """List what the seat's units could do if it were its turn."""
        camps = self.camps
        n: i64 = 0
        i = CAMP * seat + MEN
        end = i + i64(camps[CAMP * seat + COUNT])
        while i < end:
            cell = i64(camps[i])
            n = self.ways(seat, cell, True, n, out)
            out[n] = i32((cell << 6) + REROLL)
            n += 1
            if i64(self.cells[cell]) & GUARD == 0:
                out[n] = i32((cell << 6) + STAND)
                n += 1
            i += 1
        return n

    def ways(self, seat: i64, cell: i64, merge: bool, n: i64, out: vec[i32]) -> i64:
        """List the moves and attacks of one unit after the first `n` entries and return how many there are now (HD 3)."""
        code = i64(self.cells[cell])
        value = code & VALUE
        own = (seat + 1) * SEAT
        at = cell << 6
        back = i64(self.camps[CAMP * seat + AXIS])
        rough = code & GROUND == MOUNTAIN
        if value == 1:
            n = self._slide(at, 1 << opposite(back), own, 3, rough, merge, n, out)
            return self._slide(at, 1 << back, own, 1, rough, merge, n, out)
        if value == 2:
            return self._slide(at, ALL_AXES - primary(back), own, 3, rough, merge, n, out)
        if value == 3:
            return self._leap(at, own, merge, n, out)
        if value == 4:
            n = self._slide(at, primary(back), own, 2, rough, merge, n, out)
            n = self._step(at, ALL_AXES - primary(back), own, merge, n, out)
            if rough:
                return n
            n = self._across(at, (back + 1) % 6, own, merge, n, out)
            return self._across(at, (back + 4) % 6, own, merge, n, out)
        if value == 5:
            n = self._step(at, ALL_AXES, own, merge, n, out)
            return self._shoot(at, code & GROUND, own, n, out)
        if value == 6:
            return self._strike(at, own, n, out)
        return n

    def _slide(self, at: i64, axes: i64, own: i64, reach: i64, rough: bool, merge: bool, n: i64, out: vec[i32]) -> i64:
        """List straight ways; a mountain at the start, on the way or at its end makes one a step shorter (6.1)."""
        to = self.board.to
        cells = self.cells
        if rough:
            reach -= 1
        while axes:
            if axes & 1:
                slot = at
                end = at + reach
                # A mountain that is met takes the last step away, and meeting another takes no more.
                shortest = end if rough else end - 1
                while slot < end:
                    target = i64(to[slot])
                    if target < 0:
                        break
                    code = i64(cells[target])
                    ground = code & GROUND
                    if ground:
                        if ground == LAKE:
                            break
                        if ground == MOUNTAIN:
                            end = shortest
                            if slot >= end:
                                break
                    if code & VALUE:
                        if merge or code & OWNER != own:
                            out[n] = i32(slot)
                            n += 1
                        break
                    out[n] = i32(slot)
                    n += 1
                    slot += 1
            axes >>= 1
            at += 3
        return n

    def _step(self, at: i64, axes: i64, own: i64, merge: bool, n: i64, out: vec[i32]) -> i64:
        """List single steps, to which mountains are nothing."""
        to = self.board.to
        cells = self.cells
        while axes:
            if axes & 1:
                target = i64(to[at])
                if target >= 0:
                    code = i64(cells[target])
                    if code & GROUND != LAKE and (merge or code & OWNER != own):
                        out[n] = i32(at)
                        n += 1
            axes >>= 1
            at += 3
        return n

    def _leap(self, at: i64, own: i64, merge: bool, n: i64, out: vec[i32]) -> i64:
        """List the twelve ways of a 3, which passes friends (3.1) and keeps off mountains (6.1)."""
        to = self.board.to
        cells = self.cells
        slot = at + KNIGHT
        end = at + 18
        while at < end:
            first = i64(to[at])
            second = i64(to[at + 1])
            if first >= 0 and second >= 0 and not closed(i64(cells[first]), own) and not closed(i64(cells[second]), own):
                for way in range(slot, slot + 2):
                    target = i64(to[way])
                    if target >= 0:
                        code = i64(cells[target])
                        ground = code & GROUND
                        if ground != LAKE and ground != MOUNTAIN and (merge or code & OWNER != own):
                            out[n] = i32(way)
                            n += 1
            at += 3
            slot += 2
        return n

    def _across(self, at: i64, d: i64, own: i64, merge: bool, n: i64, out: vec[i32]) -> i64:
        """List a 4's way across, over one of two cells (3.2)."""
        target = i64(self.board.to[at + ACROSS + d])
        if target < 0:
            return n
        code = i64(self.cells[target])
        if code & GROUND in (LAKE, MOUNTAIN) or (code & OWNER == own and not merge):
            return n
        if self._blocked(at + 3 * d) and self._blocked(at + 3 * ((d + 1) % 6)):
            return n
        out[n] = i32(at + ACROSS + d)
        return n + 1

    def _blocked(self, slot: i64) -> bool:
        cell = i64(self.board.to[slot])
        if cell < 0:
            return True
        code = i64(self.cells[cell])
        ground = code & GROUND
        return code & VALUE != 0 or ground in (LAKE, MOUNTAIN)

    def _shoot(self, at: i64, ground: i64, own: i64, n: i64, out: vec[i32]) -> i64:
        """List a 5's targets: 2-3 away, 1-3 from a tower, 2-4 from a mountain, in clear sight (4.4, 6)."""
        to = self.board.to
        cells = self.cells
        nearest: i64 = 0 if ground == TOWER else 1
        farthest: i64 = 4 if ground == MOUNTAIN else 3
        for d in range(6):
            first = at + SHOOT + 4 * d
            k: i64 = 0
            while k < farthest:
                target = i64(to[first + k])
                if target < 0:
                    break
                code = i64(cells[target])
                if code & VALUE and code & OWNER != own and k >= nearest:
                    out[n] = i32(first + k)
                    n += 1
                between = code & GROUND
                if between and between != LAKE:  # HD 6.2
                    break
                k += 1
        return n

    def _strike(self, at: i64, own: i64, n: i64, out: vec[i32]) -> i64:
        """List a 6's special attacks (4.5)."""
        to = self.board.to
        cells = self.cells
        for d in range(6):
            target = i64(to[at + 3 * d])
            if target >= 0:
                code = i64(cells[target])
                if code & VALUE and code & OWNER != own:
                    out[n] = i32(at + 3 * d)
                    n += 1
        return n

    # The choices of set-up.

    def _choices(self, seat: i64, out: vec[i32]) -> i64:
        if self.phase == ROULETTE:
            return self._terrains(out)
        if self.phase == BASES:
            n: i64 = 0
            sites = self.free_sites()
            for axis in range(6):
                if (sites >> axis) & 1:
                    out[n] = i32(self.board.rest + SITE + axis)
                    n += 1
            return n
        if self.phase == REROLLS:
            return self._rerolls(seat, out)
        return self._places(seat, out)

    def _terrains(self, out: vec[i32]) -> i64:
        n: i64 = 0
        first = self.board.size * SLOTS
        for cell in range(self.board.size):
            if self.can_hold(cell):
                for kind in range(4):
                    out[n] = i32(first + 4 * cell + kind)
                    n += 1
        return n

    def can_hold(self, cell: i64) -> bool:
        """Tell whether terrain may be placed there (2.5)."""
        return self.board.barred[cell] == 0 and i64(self.cells[cell]) & GROUND == 0

    def free_sites(self) -> i64:
        """Return the bit set of the axes the next seat may choose its base from (2.6)."""
        sites = self.board.sites
        for seat in range(self.seats):
            axis = self.axis(seat)
            if axis < 0:
                continue
            sites &= ~(1 << axis)
            if self.seats == 2:
                sites &= 1 << opposite(axis)
            elif self.seats == 3:
                sites &= 42 if axis % 2 else 21
        return sites

    def _rerolls(self, seat: i64, out: vec[i32]) -> i64:
        """List what to re-roll: nothing, one value, or two where the army has six dice (2.8)."""
        rest = self.board.rest + KEEP
        hand = CAMP * seat + HAND
        out[0] = i32(rest)
        n: i64 = 1
        for v in range(1, 7):
            if self.camps[hand + v]:
                out[n] = i32(rest + v)
                n += 1
        if self.board.army < 6:
            return n
        pair = rest + 6
        for low in range(1, 7):
            for high in range(low, 7):
                pair += 1
                if self.camps[hand + low] and self.camps[hand + high] > (1 if low == high else 0):
                    out[n] = i32(pair)
                    n += 1
        return n

    def _places(self, seat: i64, out: vec[i32]) -> i64:
        """List which die to deploy where (2.9)."""
        board = self.board
        hand = CAMP * seat + HAND
        n: i64 = 0
        i = self.axis(seat) * board.size
        end = i + board.size
        while i < end and i64(board.steps[i]) <= self.zone:
            cell = i64(board.nearest[i])
            if self.can_deploy(seat, cell):
                for v in range(1, 7):
                    if self.camps[hand + v]:
                        out[n] = i32(board.deploy + 6 * cell + v - 1)
                        n += 1
            i += 1
        return n


def closed(code: i64, own: i64) -> bool:
    """Tell whether a 3 cannot pass over a cell that holds this."""
    ground = code & GROUND
    return ground in (LAKE, MOUNTAIN) or (code & VALUE != 0 and code & OWNER != own)


def primary(axis: i64) -> i64:
    """Return the bit set of the two directions along an axis."""
    return 9 << (axis % 3)


def opposite(axis: i64) -> i64:
    """Return the direction that leads the other way."""
    return axis + 3 if axis < 3 else axis - 3
