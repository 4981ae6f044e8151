"""Reasons for BeerHex actions, based only on what the seat knows."""

from __future__ import annotations

from typing import Final

from bestagon.games.beerhex.ai.path_finder import BeerHexPathFinder, attackable, makes_three
from bestagon.games.beerhex.board import FULL, NO_PATH, SHAPE, TURN, neighbours
from bestagon.games.beerhex.notation import NAMES
from bestagon.games.beerhex.rules.state import BeerHexPosition
from bestagon.games.beerhex.translations import translate

FIXED_REASONS: Final = {
    "declare": "Your symbols seem to connect your sides.",
    "cannot": "Your opponent seems to have no path left.",
    "concede": "This game is almost certainly lost; save your time for the next.",
    "start": "The start player is a cap ahead.",
}
ACTIONS: Final = {
    "attack": "attack",
    "declare": "declare a connection",
    "cannot": "declare that the opponent cannot connect",
    "concede": "concede a game",
    "start": "choose who starts",
}
"""The words of notation other than cells, for statistics."""
FEW: Final = 3
"""The most caps of which a hint says that only so many seem to be needed."""
SYMBOLS: Final = {"own": "own symbol", "other": "opponent's symbol"}


def reasons(position: BeerHexPosition, seat: int, text: str) -> list[str]:
    """Return the reasons for an action given in notation."""
    word, *rest = text.split()
    if word in FIXED_REASONS:
        return [translate(FIXED_REASONS[word])]
    if word == "attack":
        return _attack_reasons(position, seat, sum(1 << SHAPE.find(name) for name in rest))
    found = _placement_reasons(position, seat, 1 << SHAPE.find(word), rest[0] == "own")
    doubtful = _doubtful_caps(position, seat) if position.phase == TURN else 0
    if doubtful:
        one = "{colour} seems to be connected: this counts on one cap being a bluff."
        more = "{colour} seems to be connected: this counts on a bluff among {count} caps."
        found = [translate.plural(doubtful, one, more, colour=translate(NAMES[1 - seat])), *found[:2]]
    return found


def _doubtful_caps(position: BeerHexPosition, seat: int) -> int:
    """Return how many caps of a seeming connection of the opponent may be bluffs, at least; 0 if there is none."""
    unseen = int(position.face_down(1 - seat))
    _, theirs = _apparent_symbols(position, seat)
    paths = BeerHexPathFinder()
    paths.shortest(theirs & ~unseen, unseen, 1 - seat)
    return 0 if paths.steps == NO_PATH else int(paths.steps)


def _apparent_symbols(position: BeerHexPosition, seat: int) -> tuple[int, int]:
    """Return the symbols of the seat and of its opponent as the seat sees them, taking unknown caps for honest."""
    theirs = int(position.face_down(1 - seat))
    mine = int(position.hidden) & ~theirs
    return int(position.symbols(seat)) & ~theirs | mine, int(position.symbols(1 - seat)) & ~mine | theirs


def _caps_missing(cells: int, occupied: int, seat: int) -> int:
    """Return the number of symbols missing to connect the seat's sides, or NO_PATH."""
    paths = BeerHexPathFinder()
    paths.shortest(cells, ~occupied & int(FULL), seat)
    return int(paths.steps)


def _placement_reasons(position: BeerHexPosition, seat: int, bit: int, honest: bool) -> list[str]:
    mine, theirs = _apparent_symbols(position, seat)
    occupied, other = int(position.occupied), translate(NAMES[1 - seat])
    found = []
    if not honest:
        return _bluff_reasons(position, seat, bit)
    before, after = _caps_missing(mine, occupied, seat), _caps_missing(mine | bit, occupied | bit, seat)
    theirs_before, theirs_after = _caps_missing(theirs, occupied, 1 - seat), _caps_missing(theirs, occupied | bit, 1 - seat)
    progress = _progress(after, theirs_after, other) if after < before else []
    if after <= theirs_after:
        found += progress
    if theirs_after == NO_PATH and theirs_before != NO_PATH:
        found.append(translate("It blocks {colour}'s last path.", colour=other))
    elif theirs_after > theirs_before:
        one, more = "It costs {colour} {count} more cap.", "It costs {colour} {count} more caps."
        found.append(translate.plural(theirs_after - theirs_before, one, more, colour=other))
    elif not found and BeerHexPathFinder().shortest(theirs, ~occupied & int(FULL), 1 - seat) & bit:
        found.append(translate("It takes a cell that {colour} could use.", colour=other))
    found = found or progress
    if not found and not attackable((mine | bit) & ~int(position.face_up)):
        found.append(translate("After this no three of your caps can be attacked."))
    return found or [translate("It leaves both paths as they are, and {colour} must guess why.", colour=other)]


def _progress(missing: int, theirs: int, other: str) -> list[str]:
    """Return how many caps the seat needs after a placement that brings it nearer, and how many its opponent does."""
    if missing == 0:
        return [translate("After this your sides are connected: declare next turn.")]
    if theirs in (0, NO_PATH):
        return [translate.plural(missing, "After this you need only {count} more cap.", "After this you need only {count} more caps.")]
    one, more = (
        "After this you need {count} more cap, and {colour} {their}.",
        "After this you need {count} more caps, and {colour} {their}.",
    )
    return [translate.plural(missing, one, more, colour=other, their=theirs)]


def _bluff_reasons(position: BeerHexPosition, seat: int, bit: int) -> list[str]:
    """Return what a bluff protects, and what it makes the opponent believe."""
    mine, theirs = _apparent_symbols(position, seat)
    occupied, other = int(position.occupied), translate(NAMES[1 - seat])
    found = []
    if makes_three(mine & ~int(position.face_up), bit):
        one = "It protects your cap beside it: an attack on both and a third one fails."
        more = "It protects your {count} caps beside it: an attack on it and them fails."
        found.append(translate.plural((int(neighbours(bit)) & mine & ~int(position.face_up)).bit_count(), one, more))
    before, after = _caps_missing(mine, occupied, seat), _caps_missing(mine | bit, occupied | bit, seat)
    if after == 0:
        found.append(translate("After this you seem to be connected: {colour} is tempted to attack.", colour=other))
    elif after < before and after <= FEW:
        one, more = "After this you seem to need only {count} more cap.", "After this you seem to need only {count} more caps."
        found.append(translate.plural(after, one, more))
    elif BeerHexPathFinder().shortest(theirs, ~occupied & int(FULL), 1 - seat) & bit:
        found.append(translate("It looks like a block, so {colour} may go another way.", colour=other))
    if not found and not position.hands >> 8 * seat & 15:
        found.append(translate("You have none of your own symbols left."))
    one = "It looks like an honest cap and leaves you the last one with your own symbol."
    more = "It looks like an honest cap and leaves you {count} with your own symbol."
    return found[:2] or [translate.plural(int(position.hands) >> 8 * seat & 15, one, more)]


def _attack_reasons(position: BeerHexPosition, seat: int, three: int) -> list[str]:
    _, theirs = _apparent_symbols(position, seat)
    occupied, other = int(position.occupied), translate(NAMES[1 - seat])
    before, after = _caps_missing(theirs, occupied, 1 - seat), _caps_missing(theirs & ~three, occupied & ~three, 1 - seat)
    found = []
    if before == 0:
        found.append(translate("{colour} seems to be connected: this may break the path.", colour=other))
    elif after > before:
        one = "{colour} seems to need only {count} more cap: this may break the path."
        more = "{colour} seems to need only {count} more caps: this may break the path."
        found.append(translate.plural(before, one, more, colour=other))
    return found or [translate("If all three symbols are alike, you also place a cap.")]


def uses(text: str) -> tuple[tuple[str, str], ...]:
    """Return what an action in notation uses, for statistics."""
    word, *rest = text.split()
    if word in ACTIONS:
        return (("action", ACTIONS[word]),)
    found = (("action", "place a cap"), ("cell", word), ("symbol", SYMBOLS[rest[0]]))
    return (*found, ("token", "clue")) if rest[1:] else found
