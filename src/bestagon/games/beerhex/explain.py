"""What speaks for an action of BeerHex, in words, from what the seat may know."""

from __future__ import annotations

from typing import Final

from bestagon.games.beerhex.ai.paths import Paths, attackable, makes_three
from bestagon.games.beerhex.board import FULL, NEVER, SHAPE
from bestagon.games.beerhex.notation import NAMES
from bestagon.games.beerhex.position import BeerHexPosition
from bestagon.games.beerhex.translations import translate

PLAIN: Final = {
    "declare": "Your own symbols seem to join your sides.",
    "cannot": "No way through seems to be left for your opponent.",
    "concede": "This game is lost as good as surely; save your time for the next.",
    "start": "Who starts is a cap ahead.",
}


def reasons(position: BeerHexPosition, seat: int, text: str) -> list[str]:
    """Return what speaks for an action in notation."""
    word, *rest = text.split()
    if word in PLAIN:
        return [translate(PLAIN[word])]
    if word == "attack":
        return _attacking(position, seat, sum(1 << SHAPE.find(name) for name in rest))
    return _placing(position, seat, 1 << SHAPE.find(word), rest[0] == "own")


def _known(position: BeerHexPosition, seat: int) -> tuple[int, int]:
    """Return the seat's own symbols as far as it knows, and the opponent's, whose face-down caps are taken for what they seem to be."""
    dark = int(position.caps(1 - seat)) & ~int(position.up)
    unseen = int(position.hidden) & ~dark
    return int(position.symbols(seat)) & ~dark | unseen, int(position.symbols(1 - seat)) & ~unseen | dark


def _lacks(cells: int, occupied: int, seat: int) -> int:
    """Return how many more symbols join the seat's sides; NEVER where nothing does."""
    paths = Paths()
    paths.shortest(cells, ~occupied & int(FULL), seat)
    return int(paths.steps)


def _placing(position: BeerHexPosition, seat: int, bit: int, honest: bool) -> list[str]:
    mine, theirs = _known(position, seat)
    occupied, other = int(position.occupied), translate(NAMES[1 - seat])
    found = []
    if not honest:
        found.append(translate("A bluff looks like your own cap: who attacks it together with others loses a turn."))
        if makes_three(mine & ~int(position.up), bit):
            found.append(translate("Your caps beside it are safer, for three of them could be attacked there."))
        return found
    before, after = _lacks(mine, occupied, seat), _lacks(mine | bit, occupied | bit, seat)
    if after == 0:
        found.append(translate("Your symbols join your sides then: next turn you can declare."))
    elif after < before:
        found.append(translate.plural(after, "You lack only {count} more cap then.", "You lack only {count} more caps then."))
    before, after = _lacks(theirs, occupied, 1 - seat), _lacks(theirs, occupied | bit, 1 - seat)
    if after == NEVER and before != NEVER:
        found.append(translate("It bars {colour}'s last way.", colour=other))
    elif after > before:
        one, more = "It stands in {colour}'s way: {count} more cap to place.", "It stands in {colour}'s way: {count} more caps to place."
        found.append(translate.plural(after - before, one, more, colour=other))
    elif Paths().shortest(theirs, ~occupied & int(FULL), 1 - seat) & bit:
        found.append(translate("It takes a cell that {colour} could use.", colour=other))
    if not found and not attackable((mine | bit) & ~int(position.up)):
        found.append(translate("No three of your caps can be attacked together then."))
    return found


def _attacking(position: BeerHexPosition, seat: int, three: int) -> list[str]:
    _, theirs = _known(position, seat)
    occupied, other = int(position.occupied), translate(NAMES[1 - seat])
    before, after = _lacks(theirs, occupied, 1 - seat), _lacks(theirs & ~three, occupied & ~three, 1 - seat)
    found = []
    if before == 0:
        found.append(translate("{colour} seems to have joined the sides: this may break the line.", colour=other))
    elif after > before:
        one = "{colour} lacks only {count} more cap as it looks: this may break the line."
        more = "{colour} lacks only {count} more caps as it looks: this may break the line."
        found.append(translate.plural(before, one, more, colour=other))
    found.append(translate("If all three symbols are the same you place a cap, too."))
    return found
