"""What happens in BeerHex, told in beats."""

from __future__ import annotations

from functools import cache
from typing import Final

from mypy_extensions import i64

from bestagon.games.beerhex import board
from bestagon.games.beerhex.notation import NAMES, cell_names
from bestagon.games.beerhex.rules.state import BeerHexPosition
from bestagon.games.beerhex.scene import KINDS, action_sentence, touched
from bestagon.games.beerhex.terminal import final_score
from bestagon.games.beerhex.translations import translate
from bestagon.grid.bits import BITS, count, lowest
from bestagon.i18n import language
from bestagon.scene.beats import Beat, Face

VERDICTS: Final = (
    "All three silver: the attack succeeds.",
    "One gold, two silver: the attack fails.",
    "Two gold, one silver: the attack fails.",
    "All three gold: the attack succeeds.",
)
"""By the number of gold symbols."""
CELLS: Final = board.SHAPE.names
RETURNS: Final = {
    (0, 1): "{silver} takes one cap back.",
    (0, 2): "{silver} takes two caps back.",
    (0, 3): "{silver} takes three caps back.",
    (1, 0): "{gold} takes one cap back.",
    (1, 1): "{gold} and {silver} take one cap back each.",
    (1, 2): "{gold} takes one cap back, {silver} two.",
    (2, 0): "{gold} takes two caps back.",
    (2, 1): "{gold} takes two caps back, {silver} one.",
    (3, 0): "{gold} takes three caps back.",
}
"""By the numbers of caps that return to Gold and to Silver."""


def opened(before: BeerHexPosition, action: int) -> BeerHexPosition:
    """Return the position with the caps that an action attacks face up."""
    shown = BeerHexPosition(before.sets, before.limit, before.clues)
    shown.copy_from(before)
    if board.ATTACK <= action < board.DECLARE:
        shown.face_up |= board.TRIPLES[action - board.ATTACK]
    return shown


def tell_start(start: BeerHexPosition) -> list[Beat]:
    """Tell who starts the match."""
    starter = int(start.starter)
    return [Beat("round", translate("{name} starts, drawn by lot.", name=_name(starter)), starter)]


def tell(before: BeerHexPosition, after: BeerHexPosition, seat: int, action: int, viewer: int) -> list[Beat]:
    """Tell what an action did; `before` shows the caps that it attacked."""
    first = _first_beat(seat, action, viewer == seat and not before.clues, after.voids > before.voids)
    if board.ATTACK <= action < board.DECLARE:
        return [first, *_attack(before, seat, board.TRIPLES[action - board.ATTACK]), *_outcome(before, after, seat)]
    if board.START <= action < board.CLUED:
        return [first, *_new_game(int(before.occupied), before, after)]
    return [first, *_outcome(before, after, seat)]


def _first_beat(seat: int, action: int, known: bool, void: bool) -> Beat:
    """Return what the seat does, with the symbol of a placed cap if it is known."""
    spoken = language()
    beats = _first_beats.get(spoken)
    if beats is None:
        beats = _first_beats[spoken] = {}
    packed = action << 3 | (4 if seat else 0) | (2 if known else 0) | (1 if void else 0)
    beat = beats.get(packed)
    if beat is None:
        beat = beats[packed] = _made_first_beat(seat, action, known, void, spoken)
    return beat


_first_beats: Final[dict[str, dict[int, Beat]]] = {}
"""By language and all else in one number: every story needs one, and a cached function of five arguments costs four times as much."""


def _made_first_beat(seat: int, action: int, known: bool, void: bool, language: str) -> Beat:
    words = f"{action_sentence(seat, action, known, language)}."
    if board.ATTACK <= action < board.DECLARE:
        return Beat("attack", words, seat, touched(action))
    if board.DECLARE <= action < board.CLUED:
        return Beat("declare" if action <= board.CONCEDE else "act", words, seat)
    # The next scene of a void game shows the next game.
    return Beat("place", words, seat, touched(action), (Face("cap", seat=seat),) if void else ())


def tell_resignation(seat: int) -> list[Beat]:
    """Tell who has won the match by a resignation."""
    return [Beat("end", translate("{name} wins the match.", name=_name(1 - seat)), 1 - seat)]


def _name(seat: int) -> str:
    return translate(NAMES[seat])


def _faces(position: BeerHexPosition, cells: int) -> tuple[Face, ...]:
    """Return what the caps on these cells show."""
    found = [i for i in range(len(board.SHAPE)) if cells >> i & 1]
    silver, owners = int(position.silver_symbols), int(position.silver_caps)
    return tuple([_face(silver >> i & 1, owners >> i & 1) for i in found])


@cache
def _face(symbol: int, owner: int) -> Face:
    return Face(KINDS[symbol], seat=owner)


def _hands(silver_caps: int, cells: int) -> tuple[str, ...]:
    """Return the tray to which each cap on these cells returns."""
    return tuple(["p2.hand" if silver_caps >> i & 1 else "p1.hand" for i in range(len(board.SHAPE)) if cells >> i & 1])


# An attack. Its beats are cached one by one: there are few of each.


def _attack(before: BeerHexPosition, seat: int, three: i64) -> list[Beat]:
    """Turn three caps over, one after the other; give the verdict, and tell where the caps go (BH 4)."""
    spoken = language()
    left, silver, owners = three, before.silver_symbols, before.silver_caps
    beats: list[Beat] = []
    while left:
        cell = lowest(left)
        left ^= BITS[cell]
        beats.append(_flip(int(cell), int(silver >> cell & 1), int(owners >> cell & 1)))
    mine = before.symbols(seat) & three
    alike = mine == 0 or mine == three
    home = mine
    if alike:
        home = three
    beats.append(_judged(int(three), int(count(before.symbols(board.GOLD) & three)), seat, spoken))
    if before.tokens & three:
        beats += _tokens(before, int(three))
    beats.append(_returned(int(home), int(owners & home), spoken))
    if not alike:
        beats.append(_staying(int(three & ~home), spoken))
    return beats


@cache
def _flip(cell: int, symbol: int, owner: int) -> Beat:
    return Beat("flip", ids=(CELLS[cell],), faces=(_face(symbol, owner),))


@cache
def _judged(three: int, gold: int, seat: int, language: str) -> Beat:
    return Beat("verdict", translate(VERDICTS[gold]), seat, tuple(cell_names(three)), success=gold in (0, 3))


@cache
def _returned(home: int, silver_caps: int, language: str) -> Beat:
    silver = silver_caps.bit_count()
    words = translate(RETURNS[home.bit_count() - silver, silver], gold=_name(0), silver=_name(1))
    return Beat("return", words, ids=tuple(cell_names(home)), to=_hands(silver_caps, home))


@cache
def _staying(cells: int, language: str) -> Beat:
    names = tuple(cell_names(cells))
    return Beat("act", translate.plural(len(names), "One cap stays face up.", "Two caps stay face up."), ids=names)


def _tokens(before: BeerHexPosition, revealed: int) -> list[Beat]:
    """Return the tokens of revealed caps to their owners (BH 8.4)."""
    beats = []
    for seat in (0, 1):
        count = (int(before.tokens & before.caps(seat)) & revealed).bit_count()
        if count:
            words = translate.plural(count, "{name}'s clue token returns.", "{name}'s {count} clue tokens return.", name=_name(seat))
            beats.append(Beat("act", words, seat, (f"p{seat + 1}.token",)))
    return beats


# What an action led to.


def _outcome(before: BeerHexPosition, after: BeerHexPosition, seat: int) -> list[Beat]:
    """Tell how the game or the match ended, if it did, or that its last phase begins."""
    if after.game_ending != board.RUNNING:
        return _ending(before, after, seat)
    if after.voids > before.voids:
        return [_void(after), *_new_game(int(before.occupied), before, after)]
    if after.phase == board.FILL and before.phase != board.FILL:
        words = translate("{name} has no caps left: {other} fills the board.", name=_name(seat), other=_name(1 - seat))
        return [Beat("act", words, seat)]
    return []


def _void(after: BeerHexPosition) -> Beat:
    return Beat("verdict", translate("Nobody wins: {count} turns are the limit.", count=after.limit), success=False)


def _new_game(cleared: int, before: BeerHexPosition, after: BeerHexPosition) -> list[Beat]:
    """Clear the board, and begin the next game (BH 7.1, 7.2)."""
    starter, number = int(after.starter), int(after.score(0) + after.score(1)) + 1
    beats = [Beat("return", ids=tuple(cell_names(cleared)), to=_hands(int(before.silver_caps), cleared))] if cleared else []
    words = translate("Game {number}: {name} starts.", number=number, name=_name(starter))
    return [*beats, Beat("round", words, starter)]


def _ending(before: BeerHexPosition, after: BeerHexPosition, seat: int) -> list[Beat]:
    """Turn everything over, if it is revealed; tell who has won the game, by which path, and whether the match is over."""
    beats = []
    turned = int(after.face_up & ~before.face_up)
    if turned:
        full = after.game_ending == board.FILLED
        words = translate("The board is full: all caps are turned over.") if full else translate("All caps are turned over.")
        beats.append(Beat("flip", words, ids=tuple(cell_names(turned)), faces=_faces(after, turned)))
        beats += _tokens(before, turned)
    if after.game_ending == board.VOID:
        return [*beats, _void(after), Beat("end", final_score(after))]
    winner, path = 1 - int(after.turn), _path(after)
    beats += _verdict(after, seat, path)
    score = f"{after.score(0)}-{after.score(1)}"
    words = "" if after.over else translate("{name} wins the game: {score}.", name=_name(winner), score=score)
    beats.append(Beat("score", words, winner, path, to=(f"seat.{winner}",), points=1))
    if after.over:
        return [*beats, Beat("end", final_score(after), winner, path)]
    return [*beats, Beat("turn", translate("{name} chooses who starts the next game.", name=_name(1 - winner)), 1 - winner)]


def _path(after: BeerHexPosition) -> tuple[str, ...]:
    """Return the winner's path between the sides, with the empty cells that it could use after a wrong `cannot`; () if there is none."""
    if after.game_ending == board.CONCEDED:
        return ()
    winner = 1 - after.turn
    empty = ~after.occupied & board.FULL if after.game_ending == board.CANNOT_WRONG else 0
    return tuple(CELLS[cell] for cell in board.connection(after.symbols(winner), empty, winner))


def _verdict(after: BeerHexPosition, seat: int, path: tuple[str, ...]) -> list[Beat]:
    """Return whether a declaration was right, or who has connected on a full board."""
    winner, loser = 1 - int(after.turn), int(after.turn)
    match int(after.game_ending):
        case board.DECLARED | board.FILLED:
            words = translate("{name}'s sides are connected.", name=_name(winner))
            return [Beat("verdict", words, winner, path, success=True)]
        case board.DECLARED_WRONGLY:
            words = translate("{name}'s sides are not connected.", name=_name(loser))
            return [Beat("verdict", words, seat, tuple(cell_names(int(after.symbols(seat)))), success=False)]
        case board.CANNOT_RIGHT if path:
            return [Beat("verdict", translate("{name} is cut off.", name=_name(loser)), seat, path, success=True)]
        case board.CANNOT_RIGHT:
            words = translate("{name} has too few symbols left to connect.", name=_name(loser))
            return [Beat("verdict", words, seat, success=True)]
        case board.CANNOT_WRONG:
            return [Beat("verdict", translate("{name} can still connect.", name=_name(winner)), seat, path, success=False)]
    return []
