"""The checked door to a game: everything that is played comes through here."""

from __future__ import annotations

import difflib
import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.core.actions import room
from bestagon.core.dice import commitment, fast, sealed
from bestagon.core.errors import BadNotation, BadSeed, CannotUndo, GameOver, IllegalMove, WrongSeat
from bestagon.core.game import Game
from bestagon.core.option import Value
from bestagon.core.position import RESIGN, SPECTATOR, Position
from bestagon.scene.svg import draw

if TYPE_CHECKING:
    from bestagon.core.record import Record

RESIGN_TEXT: Final = "resign"
MOST_SEEDS: Final = 2**128
LONGEST: Final = 200
"""No notation is longer, so that errors stay readable."""
SHOWN: Final = 8
"""How many legal moves an error names."""
FREE: Final = 0
CONSENT: Final = 1
BARRIER: Final = 2
"""Who may undo a step: its seat, its seat if the others agree, or nobody."""


class Branch(NamedTuple):
    """Where a table left the game it came from: chance from there on comes from dice of its own."""

    at: int
    """How many actions were played before."""
    seed: int | None
    """The seed of fast dice; None for sealed ones."""
    commitment: str
    secret: bytes
    """The secret behind sealed dice; in a record empty until the game is over."""


class Move:
    """One action of one seat, at the moment it was offered."""

    seat: int
    action: int
    _game: Game
    _at: Position

    def __init__(self, seat: int, action: int, game: Game, at: Position) -> None:
        """Remember the moment, so that the text is right whatever happens to the table."""
        self.seat = seat
        self.action = action
        self._game = game
        self._at = at

    @property
    def text(self) -> str:
        """The action in notation."""
        return RESIGN_TEXT if self.action == RESIGN else self._game.action_text(self._at, self.seat, self.action)

    def __str__(self) -> str:
        """Return the notation."""
        return self.text

    def __repr__(self) -> str:
        """Return seat, id and notation."""
        return f"Move(seat={self.seat}, action={self.action}, text={self.text!r})"

    def __eq__(self, other: object) -> bool:
        """Tell whether it is the same action of the same seat."""
        return isinstance(other, Move) and other.seat == self.seat and other.action == self.action

    def __hash__(self) -> int:
        """Return a number equal for equal moves."""
        return hash((self.seat, self.action))


class Step:
    """An action that was played."""

    seat: int
    action: int
    text: str
    """The action in notation."""
    seen: dict[int, str]
    """What other viewers read instead, where that differs."""
    barrier: int
    """FREE; CONSENT if another seat's turn began with it; BARRIER if chance, a reveal, a resignation or the end came in."""

    def __init__(self, seat: int, action: int, text: str, seen: dict[int, str]) -> None:
        """Note what was played."""
        self.seat = seat
        self.action = action
        self.text = text
        self.seen = seen
        self.barrier = FREE

    def text_for(self, viewer: int) -> str:
        """Return the action as a seat, or -1 for a spectator, may read it."""
        return self.seen.get(viewer, self.text)


class View:
    """What one seat, or a spectator (-1), may know."""

    seat: int
    position: Position
    """The position with everything hidden that the seat may not know."""
    moves: list[Move]
    log: list[str]
    """All actions so far, as this viewer may read them."""
    _game: Game

    def __init__(self, seat: int, position: Position, moves: list[Move], log: list[str], game: Game) -> None:
        """Hold a masked position and what goes with it."""
        self.seat = seat
        self.position = position
        self.moves = moves
        self.log = log
        self._game = game

    def __str__(self) -> str:
        """Return the picture in text."""
        return self._game.draw(self.position)

    def _repr_svg_(self) -> str:
        """Return the picture for a notebook, with what the seat may click."""
        return draw(self._game.stage(self.position), self._game.scene(self.position, self.seat))


class Table:
    """A game being played. Whatever raises leaves it as it was."""

    game: Game
    players: int
    _options: dict[str, Value]
    seed: int | None
    """The seed of fast dice; None for sealed ones."""
    commitment: str
    """The SHA-256 of the secret behind sealed dice; empty for fast ones."""
    _secret: bytes
    _first: tuple[int | None, bytes]
    """Seed and secret of the dice the game began with."""
    _branches: list[Branch]
    _position: Position
    _room: vec[i32]
    _steps: list[Step]
    _undo: list[Position]
    """The positions before the latest steps, as far back as undo may go."""
    _hides: bool
    """Whether other viewers read some actions differently."""

    def __init__(self, game: Game, players: int, options: Mapping[str, Value], seed: int | None, secret: bytes) -> None:
        """Set up a checked game; `bestagon.start` and `Record.replay` are the doors to this."""
        self.game = game
        self.players = players
        self._options = dict(options)
        self.seed = seed
        self._secret = secret
        self.commitment = commitment(secret) if seed is None else ""
        self._first = (seed, secret)
        self._branches = []
        self._position = game.setup(players, options)
        self._position.start(fast(seed) if seed is not None else sealed(secret))
        self._room = room(self._position)
        self._steps = []
        self._undo = []
        self._hides = type(game).seen_text is not Game.seen_text

    @property
    def position(self) -> Position:
        """A copy of the whole truth, for those who may see it."""
        return self._position.copy()

    @property
    def options(self) -> dict[str, Value]:
        """Every option of the game with its value."""
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
        """The points of every seat."""
        return tuple([int(self._position.score(seat)) for seat in range(self.players)])

    @property
    def ranking(self) -> tuple[int, ...]:
        """The place of every seat, 1 for the best and equals sharing the better one; empty while the game runs."""
        return tuple([int(self._position.place(seat)) for seat in range(self.players)]) if self._position.over else ()

    @property
    def ending(self) -> str:
        """How the game ended; empty while it runs."""
        return self._position.ending()

    @property
    def steps(self) -> tuple[Step, ...]:
        """All that was played and not taken back."""
        return tuple(self._steps)

    @property
    def secret(self) -> bytes:
        """The secret behind sealed dice: what `Record` publishes when the game is over."""
        return self._secret

    @property
    def first_dice(self) -> tuple[int | None, bytes]:
        """Seed and secret of the dice the game began with; those of a branch are in `seed` and `secret`."""
        return self._first

    @property
    def branches(self) -> tuple[Branch, ...]:
        """Where the game went on with fresh dice, the latest last."""
        return tuple(self._branches)

    @property
    def record(self) -> Record:
        """What happened so far, as a file can hold it; the secret of sealed dice only once the game is over."""
        from bestagon.core.record import Record

        return Record.of(self)

    def moves(self, seat: int | None = None) -> list[Move]:
        """Return the legal moves of a seat, or of all acting seats."""
        at = self._position.copy()
        found: list[Move] = []
        for one in _seats(at.acting(), self.players) if seat is None else [self._check_seat(seat)]:
            n = at.legal(one, self._room)
            for i in range(n):
                found.append(Move(one, int(self._room[i]), self.game, at))
        return found

    def play(self, move: Move | str | int, seat: int | None = None) -> Step:
        """Play a move, its notation or its action id; an error of ours says what is wrong and changes nothing."""
        if (isinstance(move, str) and move.strip().lower() == RESIGN_TEXT) or move == RESIGN:
            return self.resign(seat)
        if isinstance(move, Move):
            if seat is not None and seat != move.seat:
                raise WrongSeat(f"the move {move.text!r} is seat {move.seat}'s, not seat {seat}'s")
            if move.action == RESIGN:
                return self.resign(move.seat)
            seat = move.seat
        who = self._acting_seat(seat)
        action = self._read(move, who)
        if 0 <= action < int(self._position.actions) and _is_legal(self._position, who, action, self._room):
            return self._play(who, action)
        raise self._illegal(move, who)

    def play_checked(self, seat: int, action: int) -> Step:
        """Play an action that the caller has just found legal for an acting seat of this position; it is trusted."""
        return self._play(seat, action)

    def resign(self, seat: int | None = None) -> Step:
        """Give up for a seat that is still in (C5); it need not be its turn."""
        self._check_running()
        if self.players == 1:
            raise IllegalMove("a game alone has nobody to resign to")
        if seat is None:
            seat = self._acting_seat(None)
        self._check_seat(seat)
        if not self._position.still_in(seat):
            raise WrongSeat(f"seat {seat} is out of the game already, so it cannot resign")
        return self._play(seat, RESIGN)

    def undo(self, seat: int | None = None) -> Step:
        """Take back the seat's latest action, or the latest of all; CannotUndo where chance, a reveal or another player came in."""
        if not self._steps:
            raise CannotUndo("nothing has been played yet")
        if seat is None:
            seat = self._steps[-1].seat
        self._check_seat(seat)
        first = len(self._steps) - len(self._undo)
        for i in range(len(self._steps) - 1, first - 1, -1):
            if self._steps[i].seat == seat:
                return self._take_back(i, i - first)
        raise CannotUndo(f"seat {seat} has nothing to take back: undo ends where chance, a reveal or another player came in")

    def branch(self, seed: int | None, secret: bytes) -> None:
        """Go on from here with fresh dice: chance to come is no longer that of the game replayed so far."""
        self._check_running()
        at = len(self._steps)
        if self._branches and self._branches[-1].at == at:
            # Nothing was drawn from those dice.
            self._branches.pop()
        self.seed = seed
        self._secret = secret
        self.commitment = commitment(secret) if seed is None else ""
        self._branches.append(Branch(at, seed, self.commitment, secret))
        self._position.dice.copy_from(fast(seed) if seed is not None else sealed(secret))
        self._undo.clear()

    def view(self, seat: int = SPECTATOR) -> View:
        """Return what a seat may know, or a spectator where none is named."""
        if seat != SPECTATOR:
            self._check_seat(seat)
        masked = self._position.copy()
        masked.mask(seat)
        moves: list[Move] = []
        if seat != SPECTATOR:
            for i in range(masked.legal(seat, self._room)):
                moves.append(Move(seat, int(self._room[i]), self.game, masked))
        return View(seat, masked, moves, [step.text_for(seat) for step in self._steps], self.game)

    def __str__(self) -> str:
        """Return the whole truth as a picture in text."""
        return self.game.draw(self._position)

    def _repr_svg_(self) -> str:
        """Return the whole truth as a picture for a notebook."""
        return draw(self.game.stage(self._position), self.game.scene(self._position, SPECTATOR))

    def _play(self, seat: int, action: int) -> Step:
        position = self._position
        before = position.copy()
        step = self._step(before, seat, action)
        acting = position.acting()
        try:
            if action == RESIGN:
                position.resign(seat)
            else:
                position.play(seat, action)
        except BaseException:
            position.copy_from(before)
            raise
        self._steps.append(step)
        if position.dice.drawn != before.dice.drawn or position.revealed or position.over or action == RESIGN:
            step.barrier = BARRIER
        elif position.acting() & ~acting:
            step.barrier = CONSENT
        if step.barrier == FREE:
            self._undo.append(before)
        else:
            self._undo.clear()
        return step

    def _step(self, before: Position, seat: int, action: int) -> Step:
        if action == RESIGN:
            return Step(seat, action, RESIGN_TEXT, {})
        text = self.game.action_text(before, seat, action)
        seen: dict[int, str] = {}
        if self._hides:
            for viewer in range(SPECTATOR, self.players):
                other = self.game.seen_text(before, seat, action, viewer)
                if other != text:
                    seen[viewer] = other
        return Step(seat, action, text, seen)

    def _take_back(self, i: int, depth: int) -> Step:
        gone = self._steps[i]
        position = self._undo[depth].copy()
        kept = self._undo[:depth]
        for step in self._steps[i + 1 :]:
            # What the others did meanwhile stands; a simultaneous phase lets them act without the step taken back.
            if not _is_legal(position, step.seat, step.action, self._room):
                raise CannotUndo(f"{gone.text!r} cannot be taken back: seat {step.seat} has acted on it")
            kept.append(position.copy())
            position.play(step.seat, step.action)
        self._position = position
        self._undo = kept
        del self._steps[i]
        return gone

    def _check_running(self) -> None:
        if self._position.over:
            raise GameOver(f"the game is over ({self.ending}); nothing more can be played")

    def _check_seat(self, seat: int) -> int:
        if not isinstance(seat, int) or seat < 0 or seat >= self.players:
            raise WrongSeat(f"there is no seat {seat!r}: the seats are 0 to {self.players - 1}")
        return seat

    def _acting_seat(self, seat: int | None) -> int:
        self._check_running()
        acting = self.acting
        if seat is None:
            if len(acting) > 1:
                raise WrongSeat(f"seats {', '.join([str(s) for s in acting])} may act now: say which one does, seat=...")
            return acting[0]
        if self._check_seat(seat) not in acting:
            raise WrongSeat(f"seat {seat} may not act now; it is the turn of seat {', '.join([str(s) for s in acting])}")
        return seat

    def _read(self, move: Move | str | int, seat: int) -> int:
        if isinstance(move, Move):
            if move._game is not self.game or move.text != self.game.action_text(self._position, seat, move.action):
                raise IllegalMove(f"the move {move.text!r} was offered at another moment or another table")
            return move.action
        if isinstance(move, str):
            if len(move) > LONGEST:
                raise BadNotation(f"{move[:40]!r}... is too long: no move is written in {len(move)} letters")
            return self.game.parse_action(self._position, seat, move)
        if isinstance(move, int) and not isinstance(move, bool):
            return move
        raise IllegalMove(f"a move is a Move, its notation or its action id, not {move!r}")

    def _illegal(self, move: Move | str | int, seat: int) -> IllegalMove:
        texts = [other.text for other in self.moves(seat)]
        wanted = f"action {move}" if isinstance(move, int) else repr(str(move))
        near = difflib.get_close_matches(str(move), texts, SHOWN, 0.3) if not isinstance(move, int) else []
        shown = near + [text for text in texts if text not in near][: SHOWN - len(near)]
        more = f" and {len(texts) - len(shown)} more" if len(texts) > len(shown) else ""
        return IllegalMove(f"{wanted} is not legal for seat {seat} now; legal: {', '.join(shown)}{more}")


def _seats(bits: i64, players: int) -> list[int]:
    return [seat for seat in range(players) if (bits >> i64(seat)) & 1]


def _is_legal(position: Position, seat: int, action: int, out: vec[i32]) -> bool:
    wanted: i64 = action
    for i in range(position.legal(seat, out)):
        if i64(out[i]) == wanted:
            return True
    return False


def open_table(game: Game, players: int | None, seed: int | None, options: Mapping[str, object]) -> Table:
    """Return a new table, everything about it checked; without a seed its dice are sealed."""
    if seed is not None and not 0 <= seed < MOST_SEEDS:
        raise BadSeed(f"a seed is a whole number from 0 and below 2**128, not {seed if seed.bit_length() < 200 else 'a larger one'}")
    count = game.check_players(players)
    return Table(game, count, game.complete(count, options), seed, secrets.token_bytes(32) if seed is None else b"")
