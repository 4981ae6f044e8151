"""BeerHex as text for a terminal, and the sentences that terminal and browser share."""

from __future__ import annotations

from typing import Final

from bestagon.games.beerhex.ai.path_finder import attackable
from bestagon.games.beerhex.board import BETWEEN, ENDINGS, FILL, PLACE
from bestagon.games.beerhex.notation import NAMES, SYMBOLS, cap_text
from bestagon.games.beerhex.rules.state import BeerHexPosition
from bestagon.games.beerhex.translations import translate

LATE: Final = 20
"""The number of turns before the limit from which players are warned that the game will be void (BH 6.5)."""
PHASE_TEXTS: Final = {PLACE: "must place a cap after the attack", FILL: "fills the board"}
RESULTS: Final = {
    "declared": "{winner} declared victory and was connected",
    "declared wrongly": "{loser} declared victory and was not connected",
    "full": "{winner} was connected on the full board",
    "cannot": "{winner} was right: {loser} could not connect",
    "cannot wrongly": "{loser} was wrong: {winner} could still connect",
    "conceded": "{loser} conceded",
    "void": "three games were void",
}


def draw(position: BeerHexPosition) -> str:
    """Return the board with coordinates, the hands, the games won and the status."""
    return "\n".join([*_board(position), "", *_players(position), "", *_status(position)])


def seat_names() -> tuple[str, ...]:
    """Return the translated colours of the seats."""
    return tuple(translate(name) for name in NAMES)


def prompt(position: BeerHexPosition) -> str:
    """Return what the player to act has to do."""
    if position.phase == BETWEEN:
        return translate("Choose who starts the next game.")
    if position.phase == FILL:
        return translate("Fill the board with your caps, or concede.")
    if position.phase == PLACE:
        return translate("The attack succeeded: now place a cap.")
    if position.turns == 0:  # BH 3.2
        return translate("Place a cap anywhere but in the centre.")
    if attackable(position.occupied & ~position.face_up):
        return translate("Place a cap, attack three caps, or declare.")
    return translate("Place a cap, or declare.")


def _board(position: BeerHexPosition) -> list[str]:
    lines = [" " * 9 + "     ".join("abcde"), " " * 7 + " Gold ".center(29, "=")]
    for row in range(5):
        cells = "".join(_cell(position, 5 * row + q) for q in range(5))
        lines.append(" " * (3 * row + 3) + f"{row + 1} \\\\ {cells}\\\\")
    lines += [" " * 22 + " Gold ".center(29, "="), " " * 24 + "     ".join("abcde")]
    legend = (
        "Gold joins == with ==, Silver joins \\\\ with \\\\.",
        "G cap of Gold, S of Silver; under it g or s, or ? where",
        "not known. [Gs] lies face up." + (" * bears a clue token." if position.clues else ""),
    )
    for i, words in enumerate(legend):
        lines[i] = lines[i].ljust(42) + words
    return lines


def _cell(position: BeerHexPosition, cell: int) -> str:
    """Return a cell six columns wide, with the colour of its cap in the second."""
    text = cap_text(position, cell)
    if text.endswith("!"):
        return f"[{text[:-1]}]  "
    return f" {text}".ljust(6)


def _players(position: BeerHexPosition) -> list[str]:
    lines = []
    for seat, name in enumerate(NAMES):
        mark = ">" if (position.acting() >> seat) & 1 else " "
        line = f"{mark} {name:<7} games won {position.score(seat)}   in hand {position.hand(seat):>2}: {_hand(position, seat)}"
        lines.append(line + (f"   tokens {position.tokens_left(seat)}" if position.clues else ""))
    return lines


def _hand(position: BeerHexPosition, seat: int) -> str:
    if (position.hidden_hands >> seat) & 1:
        return "symbols not known"
    hand = position.hands >> (8 * seat)
    return f"{hand & 15} {SYMBOLS[seat]}, {(hand >> 4) & 15} {SYMBOLS[1 - seat]}"


def _status(position: BeerHexPosition) -> list[str]:
    if position.over:
        return [f"The match is over: {match_result(position)}."]
    name = NAMES[position.turn]
    if position.phase == BETWEEN:
        return [f"Game over: {game_result(position)}.", f"{name} lost and chooses who starts the next game."]
    doing = PHASE_TEXTS.get(position.phase, "is to move")
    if position.phase == FILL:  # BH 6.6: filling counts no turns
        return [f"{name} {doing}."]
    left = int(position.limit - position.turns)
    lines = [f"Turn {position.turns + 1} of {position.limit} at most: {name} {doing}."]
    if left <= LATE:
        lines.append(f"Without a result the game is void in {left} turn{'s' if left > 1 else ''}.")
    return lines


def game_result(position: BeerHexPosition) -> str:
    """Return how the last game ended, as text."""
    names = seat_names()
    return translate(RESULTS[ENDINGS[position.game_ending]], winner=names[1 - position.turn], loser=names[position.turn])


def final_score(position: BeerHexPosition) -> str:
    """Return how the last game ended and the games won by then, as a sentence."""
    result = game_result(position)
    return f"{result[0].upper()}{result[1:]}: {position.score(0)}-{position.score(1)}."


def match_result(position: BeerHexPosition) -> str:
    """Return how a finished match ended, as text."""
    names = seat_names()
    for seat, name in enumerate(names):
        if position.resigned(seat):
            return translate("{name} resigned, {winner} wins", name=name, winner=names[1 - seat])
    balance = position.score(0) - position.score(1)
    result = translate("a draw") if balance == 0 else translate("{name} wins", name=names[0 if balance > 0 else 1])
    return f"{game_result(position)}; {result} ({position.score(0)}-{position.score(1)})"
