"""Many games that are played in lockstep, for learning programs that choose all actions at once."""

from __future__ import annotations

from itertools import repeat
from typing import Final, SupportsIndex, final

from librt.strings import BytesWriter, read_i32_le, read_i64_le, write_i32_le
from librt.vecs import vec
from mypy_extensions import i16, i32, i64, u8

from bestagon.core.actions import room
from bestagon.core.dice import Dice, fast
from bestagon.core.errors import BadOption, BadSeed, IllegalMove, brief
from bestagon.core.game import Game
from bestagon.core.observation.observer import Observer
from bestagon.core.observation.schema import Schema
from bestagon.core.option import Value, whole_number
from bestagon.core.position import Position
from bestagon.rl.observation import find_game, new_position

MOST_GAMES: Final = 1 << 20
NONE: Final = -1
"""What follows the legal actions of a game in its row."""
INTEGERS: Final = "ilqnILQN"
"""Codes of the types of integers in buffers."""


@final
class Batch:
    """Games of one set-up. `step` plays an action in each, and begins a new game wherever one has ended.

    All memoryviews stay the same for as long as the batch exists, and show the latest step: numpy.asarray(view) shares their memory.
    They are read-only. Game i of the batch begins with seed + i, and each new game there adds `n` to its seed, so every game can be
    repeated at a table.
    """

    n: i64
    """How many games there are."""
    players: i64
    actions: i64
    """The size of the action space."""
    schema: Schema
    """The meaning of the numbers in an observation."""
    observations: memoryview
    """int16, n x schema.size: what the seat to act knows."""
    legal: memoryview
    """int32, n x most legal actions: the legal actions of the seat to act, then -1."""
    counts: memoryview
    """int32, n: how many actions are legal."""
    masks: memoryview | None
    """uint8, n x actions: 1 for every legal action, else 0; None if the batch was made without masks."""
    seats: memoryview
    """int32, n: the seat to act."""
    rewards: memoryview[float]
    """float64, n x players: the payoff of every seat, from -1 to 1, if the game ended with this step, else 0."""
    dones: memoryview
    """uint8, n: 1 if the game ended with this step. Everything but its rewards belongs to the next game then."""
    seeds: memoryview
    """int64, n: the seeds of the games."""
    title: str
    _positions: list[Position]
    _masked: Position
    _observer: Observer
    _dense: bool
    _width: i64
    _out: vec[i32]
    _observations: vec[i16]
    _legal: vec[i32]
    _counts: vec[i32]
    _masks: vec[u8]
    _seats: vec[i32]
    _rewards: vec[float]
    _dones: vec[u8]
    _seeds: vec[i64]
    _dice: Dice

    def __init__(self, game: Game, first: Position, n: i64, seed: i64, masks: bool) -> None:
        """Take over a position of the set-up; `bestagon.rl.batch` checks the arguments."""
        observer = game.observer(first)
        count, size = int(n), int(observer.size)
        self.n = n
        self.players = first.seats
        self.actions = first.actions
        self.title = game.title
        self._observer = observer
        self.schema = observer.schema
        self._positions = [first] + [first.copy() for _ in range(count - 1)]
        self._masked = first.copy()
        self._dense = masks
        self._width = first.max_legal
        self._out = room(first)
        self._observations = vec[i16](repeat(0, count * size))
        self._legal = vec[i32](repeat(NONE, count * int(first.max_legal)))
        self._counts = vec[i32](repeat(0, count))
        self._masks = vec[u8](repeat(0, count * int(first.actions) if masks else 0))
        self._seats = vec[i32](repeat(0, count))
        self._rewards = vec[float](repeat(0.0, count * int(first.seats)))
        self._dones = vec[u8](repeat(0, count))
        self._seeds = vec[i64](repeat(0, count))
        self._dice = fast(0)
        self.observations = memoryview(self._observations).cast("B").cast("h", (count, size))
        self.legal = memoryview(self._legal).cast("B").cast("i", (count, int(first.max_legal)))
        self.counts = memoryview(self._counts)
        self.masks = memoryview(self._masks).cast("B", (count, int(first.actions))) if masks else None
        self.seats = memoryview(self._seats)
        self.rewards = memoryview(self._rewards).cast("B").cast("d", (count, int(first.seats)))
        self.dones = memoryview(self._dones)
        self.seeds = memoryview(self._seeds)
        self.reset(seed)

    def reset(self, seed: i64) -> None:
        """Begin all games anew with the seeds `seed`, `seed` + 1, ..."""
        if seed < 0:
            raise BadSeed(f"a seed is a whole number from 0, not {seed}")
        self._dice.fork_from(fast(int(seed)))  # Not what the first game will roll.
        for i in range(self.n):
            self._clear_result(i)
            self._begin(i, seed + i)

    def step(self, actions: object) -> None:
        """Play one action in every game: n integers of 32 or 64 bits, as an array, a tensor, or bytes in little-endian order.

        IllegalMove names the first action that is not legal; no action has been played then.
        """
        given = _integers(actions, int(self.n))
        wide = len(given) == 8 * self.n
        for i in range(self.n):
            action = read_i64_le(given, 8 * i) if wide else i64(read_i32_le(given, 4 * i))
            if not self._is_legal(i, action):
                self._refuse(i, action)
        for i in range(self.n):
            position = self._positions[i]
            action = read_i64_le(given, 8 * i) if wide else i64(read_i32_le(given, 4 * i))
            seat = i64(self._seats[i])
            position.play(seat, action)
            if self._dones[i]:
                self._clear_result(i)
            if position.over:
                self._dones[i] = 1
                for player in range(self.players):
                    self._rewards[i * self.players + player] = position.payoff(player)
                self._begin(i, self._seeds[i] + self.n)
            else:
                seat = _next_seat(position.acting(), seat, self.players)
                self._seats[i] = i32(seat)
                self._masked.view_from(position, seat)
                self._observer.update(self._masked, seat, self._observations, i * self._observer.size)
                if position.used_up(action):
                    self._cross_out(i, action)
                else:
                    self._list_legal(i, position.legal(seat, self._out))

    def random_actions(self) -> bytes:
        """Return a random legal action for every game, as `step` takes them; the same seed gives the same actions."""
        dice = self._dice
        found = BytesWriter()
        for i in range(self.n):
            write_i32_le(found, self._legal[i * self._width + dice.below(i64(self._counts[i]))])
        return found.getvalue()

    def position(self, index: int) -> Position:
        """Return a copy of a game's position, hidden information included."""
        if not 0 <= index < self.n:
            raise IndexError(f"the batch has the games 0 to {self.n - 1}, not {index}")
        return self._positions[index].copy()

    def _begin(self, i: i64, seed: i64) -> None:
        position = self._positions[i]
        self._seeds[i] = seed
        position.start(fast(int(seed)))
        seat = _next_seat(position.acting(), self.players - 1, self.players)
        self._seats[i] = i32(seat)
        self._masked.view_from(position, seat)
        self._observer.observe(self._masked, seat, self._observations, i * self._observer.size)
        self._list_legal(i, position.legal(seat, self._out))

    def _clear_result(self, i: i64) -> None:
        self._dones[i] = 0
        for player in range(self.players):
            self._rewards[i * self.players + player] = 0.0

    def _cross_out(self, i: i64, action: i64) -> None:
        """Remove a legal action from the game's list and mask; those after it move forward."""
        legal = self._legal
        gone = i32(action)
        at = i * self._width + i64(self._counts[i]) - 1
        kept = legal[at]
        legal[at] = NONE
        while kept != gone:
            at -= 1
            moved = kept
            kept = legal[at]
            legal[at] = moved
        self._counts[i] -= 1
        if self._dense:
            self._masks[i * self.actions + action] = 0

    def _list_legal(self, i: i64, n: i64) -> None:
        """Write the first n actions of `_out` to the game's list and mask.

        Often all actions but one stay legal, in the same order: the mask keeps those that are found in the list before, looking only
        forwards. Where the list differs otherwise, comparing would cost more than writing.
        """
        out = self._out
        legal = self._legal
        row = i * self._width
        end = row + i64(self._counts[i])
        same: i64 = 0
        while same < n and row + same < end and legal[row + same] == out[same]:
            same += 1
        if self._dense:
            masks = self._masks
            first = i * self.actions
            kept = same
            if kept < n and row + same + 1 < end and legal[row + same + 1] == out[kept]:
                for j in range(row + same, end):
                    action = legal[j]
                    if kept < n and action == out[kept]:
                        kept += 1
                    else:
                        masks[first + i64(action)] = 0
            else:
                for j in range(row + same, end):
                    masks[first + i64(legal[j])] = 0
            for j in range(kept, n):
                masks[first + i64(out[j])] = 1
        for j in range(same, n):
            legal[row + j] = out[j]
        for j in range(row + n, end):
            legal[j] = NONE
        self._counts[i] = i32(n)

    def _is_legal(self, i: i64, action: i64) -> bool:
        if action < 0 or action >= self.actions:
            return False
        if self._dense:
            return self._masks[i * self.actions + action] != 0
        legal = self._legal
        row = i * self._width
        for j in range(i64(self._counts[i])):
            if i64(legal[row + j]) == action:
                return True
        return False

    def _refuse(self, i: i64, action: i64) -> None:
        raise IllegalMove(
            f"action {action} is not legal for seat {self._seats[i]} in game {i} of the batch"
            f" ({self.title}, seed {self._seeds[i]}): {self._counts[i]} of {self.actions} actions are; nothing was played"
        )


def batch(
    game: str | Game,
    /,
    *,
    n: SupportsIndex = 1024,
    players: int | None = None,
    seed: SupportsIndex = 0,
    masks: bool = True,
    **options: Value,
) -> Batch:
    """Return n games of one set-up that are stepped together; without `masks` only lists say which actions are legal."""
    count, first = whole_number(n), whole_number(seed)
    if count is None or not 1 <= count <= MOST_GAMES:
        raise BadOption(f"a batch has 1 to {MOST_GAMES} games, not {brief(n)}")
    if first is None or not 0 <= first < 1 << 62:
        raise BadSeed(f"the seed of a batch is a whole number from 0 to 2**62 - 1, not {brief(seed)}")
    return Batch(find_game(game), new_position(game, players, options), count, first, masks)


def _integers(actions: object, n: int) -> bytes:
    """Return the bytes of n integers; BadOption if it is something else."""
    convert = getattr(actions, "__array__", None)  # Tensors of PyTorch have no buffer of their own.
    try:
        view = memoryview(actions if convert is None else convert())  # type: ignore[arg-type]
    except TypeError as error:
        given = type(actions).__name__
        raise BadOption(f"actions are an array of {n} integers, such as numpy.array([...]), not {given}: {error}") from None
    kind = "int32" if isinstance(actions, bytes) else view.format.lstrip("<=@")
    if kind != "int32" and (kind not in INTEGERS or view.itemsize not in (4, 8)):
        raise BadOption(f"actions are integers of 32 or 64 bits, not of the type {view.format!r} with {view.itemsize} bytes")
    numbers = view.tobytes()
    size = 4 if kind == "int32" else view.itemsize
    if len(numbers) != size * n:
        raise BadOption(f"{n} games need {n} actions, not {len(numbers) / size:g}")
    return numbers


def _next_seat(acting: i64, seat: i64, seats: i64) -> i64:
    """Return the next seat clockwise that may act, the same seat last."""
    while True:
        seat += 1
        if seat >= seats:
            seat = 0
        if (acting >> seat) & 1:
            return seat
