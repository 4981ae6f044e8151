"""Tables: games in progress, with every move checked."""

from __future__ import annotations

import difflib
import secrets
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple, SupportsIndex

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.core.actions import BARRIER, CONSENT, FREE, RESIGN_TEXT, TIMEOUT_TEXT, Move, Step, is_listed, room
from bestagon.core.dice import SECRET_BYTES, commitment, fast, sealed
from bestagon.core.errors import BadDice, BadNotation, BadSeed, BestagonError, CannotUndo, GameOver, IllegalMove, WrongSeat, brief
from bestagon.core.game import Game
from bestagon.core.option import Value, whole_number
from bestagon.core.position import RESIGN, SPECTATOR, Position
from bestagon.core.real_dice import dice_numbers, play_by_hand, start_by_hand
from bestagon.scene.svg import draw

if TYPE_CHECKING:
    from bestagon.core.record import Record

MOST_SEEDS: Final = 2**128
LONGEST: Final = 200
"""Longer texts are refused unread, so that errors stay readable."""
SHOWN: Final = 8
"""How many legal moves an error lists."""


class Branch(NamedTuple):
    """The point where a table left the game it was copied from; later chance comes from its own dice."""

    at: int
    """The number of actions before it."""
    seed: int | None
    """The seed of fast dice; None for sealed ones."""
    commitment: str
    secret: bytes
    """The secret of sealed dice; empty in a record until the game is over."""


class View:
    """Everything that one seat, or a spectator (-1), may know, and nothing else; this is also true of its pickle."""

    seat: int
    position: Position
    """The position, masked for the seat."""
    moves: list[Move]
    log: list[str]
    """All actions so far, as the viewer may read them."""
    _game: Game

    def __init__(self, seat: int, position: Position, moves: list[Move], log: list[str], game: Game) -> None:
        """Store the arguments."""
        self.seat = seat
        self.position = position
        self.moves = moves
        self.log = log
        self._game = game

    def __str__(self) -> str:
        """Return the position drawn as text."""
        return self._game.draw(self.position)

    def _repr_svg_(self) -> str:
        """Return the picture for a notebook, with the seat's choices marked."""
        return draw(self._game.stage(self.position), self._game.scene(self.position, self.seat))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as the arguments of the constructor."""
        return View, (self.seat, self.position, self.moves, self.log, self._game)


class Table:
    """A game in progress. A method that raises changes nothing.

    `copy.copy`, `copy.deepcopy` and `pickle` return an independent table. Its pickle contains everything, including
    hidden information and the secret of sealed dice: keep it from the players, and give them `view(seat)` instead.
    """

    game: Game
    players: int
    _options: dict[str, Value]
    seed: int | None
    """The seed of fast dice; None for sealed ones."""
    commitment: str
    """The SHA-256 of the secret of sealed dice; empty for fast ones."""
    _secret: bytes
    _first: tuple[int | None, bytes]
    """Seed and secret of the first dice."""
    real_dice: bool
    """Whether people roll their own dice and enter them."""
    start_dice: tuple[int, ...] | None
    """What real dice showed before the first action; None if the computer rolled."""
    _branches: list[Branch]
    _position: Position
    _room: vec[i32]
    _steps: list[Step]
    _undo: list[Position]
    """The positions before the latest steps, as far back as undo is allowed."""
    _hides: bool
    """`Game.hides`, kept for speed."""

    def __init__(
        self,
        game: Game,
        players: int,
        options: Mapping[str, Value],
        seed: int | None,
        secret: bytes,
        start_dice: Iterable[object] | None = None,
    ) -> None:
        """Start a game for checked arguments; call `bestagon.start` or `Record.replay` instead.

        With real dice there is neither seed nor secret; NeedsDice if more of them have to be rolled before the first action.
        """
        self.game = game
        self.players = players
        self._options = dict(options)
        self.seed = seed
        self._secret = secret
        self.real_dice = start_dice is not None
        self.commitment = commitment(secret) if seed is None and not self.real_dice else ""
        self._first = (seed, secret)
        self._branches = []
        self._position = game.new_position(players, options)
        self.start_dice = None
        if start_dice is not None:
            self.start_dice = start_by_hand(game, self._position, start_dice)
        else:
            self._position.start(fast(seed) if seed is not None else sealed(secret))
        self._room = room(self._position)
        self._steps = []
        self._undo = []
        self._hides = game.hides

    @property
    def position(self) -> Position:
        """A copy of the full position, hidden information included."""
        return self._position.copy()

    @property
    def options(self) -> dict[str, Value]:
        """The value of every option of the game."""
        return dict(self._options)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._position.over

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return tuple(_seats(self._position.acting(), self.players))

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of every seat."""
        return tuple([int(self._position.score(seat)) for seat in range(self.players)])

    @property
    def ranking(self) -> tuple[int, ...]:
        """The rank of every seat, from 1, ties sharing the better rank; empty while the game runs."""
        return tuple([int(self._position.place(seat)) for seat in range(self.players)]) if self._position.over else ()

    @property
    def ending(self) -> str:
        """How the game ended; empty while it runs."""
        return self._position.ending()

    @property
    def steps(self) -> tuple[Step, ...]:
        """The actions played so far, without those undone."""
        return tuple(self._steps)

    @property
    def undoable(self) -> int:
        """How many of the latest steps could be undone; the positions before them are kept."""
        return len(self._undo)

    @property
    def secret(self) -> bytes:
        """The secret of sealed dice, which `Record` publishes when the game is over."""
        return self._secret

    @property
    def first_dice(self) -> tuple[int | None, bytes]:
        """Seed and secret of the first dice; `seed` and `secret` are those of the latest branch."""
        return self._first

    @property
    def branches(self) -> tuple[Branch, ...]:
        """The points where the game got fresh dice, the latest last."""
        return tuple(self._branches)

    @property
    def record(self) -> Record:
        """The record of the game so far; it contains the secret of sealed dice once the game is over."""
        from bestagon.core.record import Record

        return Record.of(self)

    def moves(self, seat: SupportsIndex | None = None) -> list[Move]:
        """Return the legal moves of a seat, or of all acting seats. Each keeps an unmasked copy of the position."""
        at = self._position.copy()
        found: list[Move] = []
        for one in _seats(at.acting(), self.players) if seat is None else [self._check_seat(seat)]:
            n = at.legal(one, self._room)
            for i in range(n):
                found.append(Move(one, int(self._room[i]), self.game, at))
        return found

    def play(self, move: Move | str | SupportsIndex, seat: SupportsIndex | None = None, dice: Iterable[object] = ()) -> Step:
        """Play a move, given as a Move, its notation or its action id; a BestagonError says what is wrong.

        `dice` is what real dice show that are rolled because of it; NeedsDice says which are missing.
        """
        if isinstance(move, Move):
            if seat is not None and self._check_seat(seat) != move.seat:
                raise WrongSeat(f"the move {move.text!r} is seat {move.seat}'s, not seat {seat}'s")
            if move.action == RESIGN:
                return self.resign(move.seat, dice)
            seat = move.seat
        elif is_resignation(move):
            return self.resign(seat, dice, timed_out=_is_text(move, TIMEOUT_TEXT))
        who = self._acting_seat(seat)
        action = self._read(move, who)
        if 0 <= action < int(self._position.actions) and is_listed(self._position, who, action, self._room):
            return self._play(who, action, dice)
        raise self._illegal(move, who)

    def play_checked(self, seat: int, action: int, dice: Iterable[object] = ()) -> Step:
        """Play an action without checking it, only its dice: the caller has just found it legal for an acting seat of this position."""
        return self._play(seat, action, dice)

    def play_again(self, step: Step) -> Step:
        """Play a step of another table that has come to the same position, without checking it."""
        return self._play(step.seat, step.action, step.dice, step.timed_out)

    def resign(self, seat: SupportsIndex | None = None, dice: Iterable[object] = (), *, timed_out: bool = False) -> Step:
        """Resign for a seat that is still in the game (C5), whether or not it may act; its time may be up."""
        self._check_running()
        if self.players == 1:
            raise IllegalMove("a solo game cannot be resigned")
        who = self._acting_seat(None) if seat is None else self._check_seat(seat)
        if not self._position.still_in(who):
            raise WrongSeat(f"seat {who} cannot resign: it is already out of the game")
        return self._play(who, RESIGN, dice, timed_out)

    def undo(self, seat: SupportsIndex | None = None) -> Step:
        """Undo the seat's latest action, or the latest of all; CannotUndo after chance, a reveal or another player's turn.

        With real dice, undo stops only at a reveal, at a resignation and where others have acted since.
        """
        if not self._steps:
            raise CannotUndo("nothing has been played yet")
        who = self._steps[-1].seat if seat is None else self._check_seat(seat)
        first = len(self._steps) - len(self._undo)
        for i in range(len(self._steps) - 1, first - 1, -1):
            if self._steps[i].seat == who:
                return self._take_back(i, i - first)
        raise CannotUndo(f"seat {who} has nothing to undo: undo stops at chance, at a reveal and at another player's turn")

    def branch(self, seed: SupportsIndex | None, secret: object) -> None:
        """Continue from here with fresh dice, so that future chance differs from the game replayed so far.

        Sealed dice (`seed` is None) need a secret of 32 bytes.
        """
        self._check_running()
        number = check_seed(seed)
        if not isinstance(secret, bytes) or (number is None and len(secret) != SECRET_BYTES):
            raise BadSeed(f"without a seed, fresh dice need a secret of {SECRET_BYTES} bytes")
        at = len(self._steps)
        if self._branches and self._branches[-1].at == at:
            # Nothing was drawn from those dice.
            self._branches.pop()
        self.real_dice = False
        self.seed = number
        self._secret = secret
        self.commitment = commitment(secret) if number is None else ""
        self._branches.append(Branch(at, number, self.commitment, secret))
        self._position.dice.copy_from(fast(number) if number is not None else sealed(secret))
        self._undo.clear()

    def view(self, seat: SupportsIndex = SPECTATOR) -> View:
        """Return what a seat may know; without a seat, what a spectator may know."""
        viewer = SPECTATOR if whole_number(seat) == SPECTATOR else self._check_seat(seat)
        masked = self._position.copy()
        masked.mask(viewer)
        moves: list[Move] = []
        if viewer != SPECTATOR:
            for i in range(masked.legal(viewer, self._room)):
                moves.append(Move(viewer, int(self._room[i]), self.game, masked))
        return View(viewer, masked, moves, [step.seen.get(viewer, step.text) for step in self._steps], self.game)

    def __str__(self) -> str:
        """Return the full position drawn as text, hidden information included."""
        return self.game.draw(self._position)

    def _repr_svg_(self) -> str:
        """Return a picture of the full position for a notebook, hidden information included."""
        return draw(self.game.stage(self._position), self.game.scene(self._position, SPECTATOR))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as a new table and the state that `__setstate__` restores."""
        dice = (self.seed, self._secret, self.commitment, self.real_dice)
        state = (dice, self._branches, self._position, self._steps, self._undo)
        return Table, (self.game, self.players, self._options, *self._first, self.start_dice), state

    def __setstate__(self, state: tuple[tuple[int | None, bytes, str, bool], list[Branch], Position, list[Step], list[Position]]) -> None:
        """Restore the state; copy what changes, because `copy.copy` passes the state of another table."""
        dice, branches, position, steps, undo = state
        self.seed, self._secret, self.commitment, self.real_dice = dice
        self._branches = branches[:]
        self._position = position.copy()
        self._steps = steps[:]
        self._undo = undo[:]

    def _play(self, seat: int, action: int, dice: Iterable[object], timed_out: bool = False) -> Step:
        position = self._position
        before = position.copy()
        step = describe_step(self.game, self._hides, before, seat, action, timed_out)
        acting = position.acting()
        try:
            step.dice = carry_out(self.game, position, seat, action, dice, self.real_dice)
        except BaseException:
            position.copy_from(before)
            raise
        self._steps.append(step)
        chance = position.dice.drawn != before.dice.drawn and not self.real_dice
        if chance or position.revealed or position.over or action == RESIGN:
            step.barrier = BARRIER
        elif position.acting() & ~acting:
            step.barrier = CONSENT
        if step.barrier == FREE or (step.barrier == CONSENT and self.real_dice):
            self._undo.append(before)
        else:
            self._undo.clear()
        return step

    def _take_back(self, i: int, depth: int) -> Step:
        gone = self._steps[i]
        position = self._undo[depth].copy()
        kept = self._undo[:depth]
        for step in self._steps[i + 1 :]:
            # In a simultaneous phase the others may have acted since; their actions stay.
            if not is_listed(position, step.seat, step.action, self._room):
                raise CannotUndo(f"{gone.text!r} cannot be undone: seat {step.seat} has acted on it")
            kept.append(position.copy())
            try:
                carry_out(self.game, position, step.seat, step.action, step.dice, self.real_dice)
            except BestagonError as error:
                raise CannotUndo(f"{gone.text!r} cannot be undone: the dice of seat {step.seat} depend on it: {error}") from None
        self._position = position
        self._undo = kept
        del self._steps[i]
        return gone

    def _check_running(self) -> None:
        if self._position.over:
            raise GameOver(f"the game is over ({self.ending})")

    def _check_seat(self, seat: object) -> int:
        number = whole_number(seat)
        if number is None or number < 0 or number >= self.players:
            raise WrongSeat(f"there is no seat {brief(seat)}: the seats are 0 to {self.players - 1}")
        return number

    def _acting_seat(self, seat: object) -> int:
        self._check_running()
        acting = self.acting
        if seat is None:
            if len(acting) > 1:
                raise WrongSeat(f"seats {', '.join([str(s) for s in acting])} may act now: choose one with seat=...")
            return acting[0]
        number = self._check_seat(seat)
        if number not in acting:
            raise WrongSeat(f"seat {number} may not act now; it is the turn of seat {', '.join([str(s) for s in acting])}")
        return number

    def _read(self, move: object, seat: int) -> int:
        if isinstance(move, Move):
            if move._game is not self.game or move.text != self.game.action_text(self._position, seat, move.action):
                raise IllegalMove(f"the move {move.text!r} belongs to another position or another table")
            return move.action
        if isinstance(move, str):
            if len(move) > LONGEST:
                raise BadNotation(f"{move[:40]!r}... is too long: no move takes {len(move)} characters")
            return self.game.parse_action(self._position, seat, move)
        action = whole_number(move)
        if action is None:
            raise IllegalMove(f"a move is a Move, its notation or its action id, not {brief(move)}")
        return action

    def _illegal(self, move: object, seat: int) -> IllegalMove:
        texts = [other.text for other in self.moves(seat)]
        written = isinstance(move, Move | str)
        wanted = repr(str(move)) if written else f"action {brief(move)}"
        near = difflib.get_close_matches(str(move), texts, SHOWN, 0.3) if written else []
        shown = near + [text for text in texts if text not in near][: SHOWN - len(near)]
        more = f" and {len(texts) - len(shown)} more" if len(texts) > len(shown) else ""
        return IllegalMove(f"{wanted} is not legal for seat {seat} now; legal: {', '.join(shown)}{more}")


def is_resignation(move: object) -> bool:
    """Tell whether a move, its notation or its action id is a resignation."""
    if isinstance(move, str):
        return _is_text(move, RESIGN_TEXT) or _is_text(move, TIMEOUT_TEXT)
    return whole_number(move) == RESIGN


def _is_text(move: object, text: str) -> bool:
    return isinstance(move, str) and move.strip().lower() == text


def _seats(bits: i64, players: int) -> list[int]:
    return [seat for seat in range(players) if (bits >> i64(seat)) & 1]


def open_table(
    game: Game,
    players: SupportsIndex | None,
    seed: SupportsIndex | None,
    options: Mapping[str, object],
    real_dice: Iterable[object] | None = None,
) -> Table:
    """Check all arguments and return a new table; without a seed and without real dice its dice are sealed."""
    count = game.check_players(players)
    number = check_seed(seed)
    if real_dice is not None:
        if number is not None:
            raise BadSeed("real dice have no seed: leave it out, or let the computer roll")
        return Table(game, count, game.complete(count, options), None, b"", real_dice)
    return Table(game, count, game.complete(count, options), number, secrets.token_bytes(32) if number is None else b"")


def carry_out(game: Game, position: Position, seat: int, action: int, dice: Iterable[object], real_dice: bool) -> tuple[int, ...]:
    """Change a position by an action that is legal there, and return the real dice that were rolled for it."""
    if real_dice:
        return play_by_hand(game, position, seat, action, dice)
    if dice != () and dice_numbers(dice):
        raise BadDice("the computer rolls the dice of this table, so none can be entered")
    if action == RESIGN:
        position.resign(seat)
    else:
        position.play(seat, action)
    return ()


def describe_step(game: Game, hides: bool, before: Position, seat: int, action: int, timed_out: bool) -> Step:
    """Return an action as a step, before it is carried out; `hides` is that of the game, which takes time to read."""
    if action == RESIGN:
        return Step(seat, action, TIMEOUT_TEXT if timed_out else RESIGN_TEXT, {})
    text = game.action_text(before, seat, action)
    seen: dict[int, str] = {}
    if hides:
        for viewer in range(SPECTATOR, int(before.seats)):
            other = game.seen_text(before, seat, action, viewer)
            if other != text:
                seen[viewer] = other
    return Step(seat, action, text, seen)


def check_seed(seed: object) -> int | None:
    """Return a seed as an int, or None; BadSeed for anything else."""
    if seed is None:
        return None
    number = whole_number(seed)
    if number is None:
        raise BadSeed(f"a seed is a whole number, not {brief(seed)}")
    if not 0 <= number < MOST_SEEDS:
        raise BadSeed(f"a seed is a whole number from 0 and below 2**128, not {number if number.bit_length() < 200 else 'a larger one'}")
    return number
