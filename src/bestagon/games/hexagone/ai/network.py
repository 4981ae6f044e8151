"""A small network that predicts how many points more than the other seat the seat to move will still score, with two players."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bestagon.games.hexagone.ai.learned import BIASES, HIDDEN, INPUTS, OUTPUTS
from bestagon.games.hexagone.ai.planner import HexagonePlanner, remove_cards
from bestagon.games.hexagone.ai.shortfall import FAR, HexagoneShortfall
from bestagon.games.hexagone.ai.weights import AHEAD_DEEPER_WIDTH, AHEAD_FIRST_WIDTH
from bestagon.games.hexagone.board import BAG, BLUE, CRACKED, DIRECTIONS, GRAY, OFF, TONE_BLUE
from bestagon.games.hexagone.rules.moves import ROW
from bestagon.games.hexagone.rules.state import HexagonePosition

# Groups of features of which exactly one is 1.
STAGE: Final = 0
"""Who drew the last hexagon (2), or the hexagons in the bag: up to 15 one by one, then by three."""
STAGES: Final = 32
LACKS: Final = 32
"""25 for each place in the row, from the newest card: what the mover and the other seat lack for it, 5 steps each."""
LACK: Final = 5
NUMBERS: Final = 107
"""From here on features with a value of their own."""
NUMBER_COUNT: Final = 59
FEATURES: Final = 166


class HexagoneNetwork:
    """One hidden layer over what is known in a determinization when a turn begins."""

    planner: HexagonePlanner
    shortfall: HexagoneShortfall
    world: HexagonePosition | None
    active: vec[i64]
    numbers: vec[float]
    hidden: vec[float]
    plans: vec[float]
    """What the best plan of each seat would bring now."""
    at: i64

    def __init__(self) -> None:
        """Make room for the features."""
        self.planner = HexagonePlanner(AHEAD_FIRST_WIDTH, AHEAD_DEEPER_WIDTH, 2)
        self.shortfall = HexagoneShortfall()
        self.world = None
        self.active = vec[i64]([i64(0)] * (1 + int(ROW)))
        self.numbers = vec[float]([0.0] * NUMBER_COUNT)
        self.hidden = vec[float]([0.0] * HIDDEN)
        self.plans = vec[float]([0.0, 0.0])
        self.at = 0

    def rest(self, position: HexagonePosition) -> float:
        """Return the points that the seat to move will score from now on, less those of the other seat."""
        self.describe(position)
        hidden = self.hidden
        for j in range(HIDDEN):
            hidden[j] = BIASES[j]
        for i in range(1 + ROW):
            row = self.active[i] * HIDDEN
            for j in range(HIDDEN):
                hidden[j] += INPUTS[row + j]
        for i in range(NUMBER_COUNT):
            number = self.numbers[i]
            if number != 0.0:
                row = i64(NUMBERS + i) * HIDDEN
                for j in range(HIDDEN):
                    hidden[j] += number * INPUTS[row + j]
        total = OUTPUTS[HIDDEN]
        for j in range(HIDDEN):
            x = hidden[j]
            if x > 0.0 or j == 0:
                total += x * OUTPUTS[j]
        return total

    def features(self, position: HexagonePosition) -> tuple[list[int], list[float]]:
        """Return the features that are 1 and the numbers, for a fit."""
        self.describe(position)
        return [int(one) for one in self.active], list(self.numbers)

    def describe(self, position: HexagonePosition) -> None:
        """Compute the features."""
        mover = position.turn
        other = 1 - mover
        bag = position.pool_size(BAG)
        if position.closing >= 0:
            self.active[0] = 0 if position.closing == mover else 1
        else:
            self.active[0] = 1 + bag if bag <= 15 else 16 + (bag - 13) // 3
        self.at = 0
        pools = position.pools
        for kind in range(7):
            self._add(0.4 * float(i64(pools[8 * mover + kind])))
        for kind in range(7):
            self._add(0.4 * float(i64(pools[8 * other + kind])))
        for kind in range(7):
            self._add(0.15 * float(i64(pools[8 * BAG + kind])))
        self._add(0.1 * float(bag))
        self._add(0.2 * float(position.pool_size(mover)))
        self._add(0.2 * float(position.pool_size(other)))
        self._add_table(position)
        self._add_row(position, mover, other)
        self._add_plans(position, mover, other)

    def _add(self, number: float) -> None:
        self.numbers[self.at] = number
        self.at += 1

    def _add_table(self, position: HexagonePosition) -> None:
        """Add the hexagons on the table and the pairs of neighbours."""
        board = position.board
        spots = board.spots
        grays: i64 = 0
        blues: i64 = 0
        mixed: i64 = 0
        cracked: i64 = 0
        for n in range(board.gray_count + board.blue_count):
            spot = i64(board.grays[n]) if n < board.gray_count else i64(board.blues[n - board.gray_count])
            blue = n >= board.gray_count
            weak = i64(spots[spot]) - 2 == CRACKED
            for d in range(3):
                near = i64(spots[spot + i64(DIRECTIONS[d])])
                if near < 2 or near == OFF:
                    continue
                if weak or near - 2 == CRACKED:
                    cracked += 1
                if blue and near >> 1 == TONE_BLUE:
                    blues += 1
                elif blue or near >> 1 == TONE_BLUE:
                    mixed += 1
                else:
                    grays += 1
        self._add(0.1 * float(board.gray_count - board.cracked_count))
        self._add(0.1 * float(board.cracked_count))
        self._add(0.1 * float(board.blue_count))
        self._add(0.03 * float(board.fringe_count))
        self._add(0.05 * float(grays))
        self._add(0.05 * float(mixed))
        self._add(0.05 * float(blues))
        self._add(0.05 * float(cracked))

    def _add_row(self, position: HexagonePosition, mover: i64, other: i64) -> None:
        """Add what each seat lacks for each card of the row, the newest first."""
        pools = position.pools
        short = self.shortfall
        short.use_hands(
            i64(pools[8 * mover + GRAY]) + i64(pools[8 * mover + CRACKED]),
            i64(pools[8 * mover + BLUE]),
            i64(pools[8 * other + GRAY]) + i64(pools[8 * other + CRACKED]),
            i64(pools[8 * other + BLUE]),
        )
        cards: i64 = 0
        while cards < ROW and position.row[cards] >= 0:
            cards += 1
        self._add(0.5 * float(cards))
        for k in range(ROW):
            at = i64(LACKS) + LACK * LACK * k
            if k >= cards:
                self.active[1 + k] = at + LACK * LACK - 1
                for _ in range(5):
                    self._add(0.0)
                continue
            card = position.row[cards - 1 - k]
            points = 0.1 * float(i64(position.deck.points[card]))
            short.find(position, card)
            self.active[1 + k] = at + LACK * short.lack[0] + short.lack[1]
            self._add(points)
            self._add(points if short.lack[0] == 0 else 0.0)
            self._add(points if short.lack[1] == 0 else 0.0)
            self._add(0.2 * float(short.used[0]) if short.lack[0] < FAR else 0.0)
            self._add(0.2 * float(short.used[1]) if short.lack[1] < FAR else 0.0)

    def _add_plans(self, position: HexagonePosition, mover: i64, other: i64) -> None:
        """Add the best plans of both, and what is left for the other seat and then for the mover once they are carried out."""
        planner = self.planner
        planner.plan(position, other)
        self.plans[other] = max(0.0, planner.worth[0]) if planner.count else 0.0
        self._add(0.1 * self.plans[other])
        planner.plan(position, mover)
        self.plans[mover] = max(0.0, planner.worth[0]) if planner.count else 0.0
        self._add(0.1 * self.plans[mover])
        self._add(0.1 * (planner.worth[0] - planner.worth[1]) if planner.count > 1 else 0.0)
        world = self.world
        if world is None or world.deck is not position.deck or world.seats != position.seats:
            made = position.blank()
            assert isinstance(made, HexagonePosition)
            world = made
            self.world = world
        world.copy_from(position)
        self._carry_out(world, mover)
        if position.closing == mover:
            for _ in range(5):
                self._add(0.0)
            return
        planner.plan(world, other)
        self._add(0.1 * max(0.0, planner.worth[0]) if planner.count else 0.0)
        self._carry_out(world, other)
        if position.closing == other:
            self._add(0.0)
        else:
            planner.plan(world, mover)
            self._add(0.1 * max(0.0, planner.worth[0]) if planner.count else 0.0)

    def _carry_out(self, world: HexagonePosition, seat: i64) -> None:
        """Carry out the best plan, and let the oldest card of three go (HG 3.1)."""
        planner = self.planner
        before = world.points[seat]
        left = ROW
        if planner.count and planner.worth[0] > 0.0:
            left = remove_cards(world, planner.carry_out(world, seat, 0))
            self._add(0.1 * float(world.points[seat] - before))
        else:
            self._add(0.0)
        if left == ROW and world.row[ROW - 1] >= 0 and world.draw_pile:
            world.row[0] = world.row[1]
            world.row[1] = world.row[2]
            world.row[2] = -1
        self._add(0.4 * float(i64(world.pools[8 * seat + GRAY]) + i64(world.pools[8 * seat + CRACKED])))
        self._add(0.4 * float(i64(world.pools[8 * seat + BLUE])))
