"""What visitors ask a table to do, checked and turned into the event that does it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from bestagon.server.errors import ApiError
from bestagon.server.protocol.tables import (
    LONGEST_CHAT,
    LONGEST_NAME,
    Act,
    Answer,
    Chat,
    CommandBody,
    Leave,
    Link,
    Offer,
    OfSeat,
    Rematch,
    Rename,
    Resign,
    Sit,
    Undo,
)
from bestagon.server.store.base import OPEN, OVER, RUNNING, EventRow
from bestagon.server.tables import events
from bestagon.server.tables.events import NOTHING, Data, encode
from bestagon.server.tables.live import LiveTable
from bestagon.server.tables.sanitize import clean
from bestagon.server.tables.seats import MOST_HOLDERS

MOST_EXTRA: Final = 3000
"""How many events besides actions a table takes: nobody can fill it with chat, nor with undoing for ever."""


class Command:
    """A command of a visitor on its way to a table."""

    __slots__ = ("command", "key", "now", "token", "visitor")

    def __init__(self, command: CommandBody, visitor: str, key: str, now: int, token: str = "") -> None:
        """TableLock what is asked, by whom and when."""
        self.command = command
        self.visitor = visitor
        self.key = key
        self.now = now
        self.token = token
        """Hash of the token that comes with it (sit) or that it makes (link); id of the new table (rematch)."""

    def event(self, live: LiveTable) -> EventRow:
        """Return the event that does it; ApiError says why it cannot be. The table stays as it is."""
        kind = type(self.command)
        if live.extra >= MOST_EXTRA and kind is not Act and kind is not Resign:
            raise ApiError("full", "too much has happened at this table already: only the game can go on", live.version)
        seat, name, data = _CHECKS[kind](live, self.command, self)
        return EventRow(live.version, max(self.now, live.at), name, seat, self.visitor, self.key, data)


Checked = tuple[int, str, bytes]
"""The seat, the kind and the data of an event."""


def _no(live: LiveTable, name: str, message: str) -> ApiError:
    return ApiError(name, message, live.version)


def _own(live: LiveTable, command: OfSeat, asked: Command) -> int:
    """Return the seat a command is for, which the visitor must hold."""
    _exists(live, command.seat)
    if not live.holds(asked.visitor, command.seat):
        raise _no(live, "not_your_seat", f"you do not hold seat {command.seat}")
    return command.seat


def _exists(live: LiveTable, seat: int) -> None:
    if seat >= live.row.players:
        raise _no(live, "no_seat", f"there is no seat {seat}: the seats are 0 to {live.row.players - 1}")


def _going(live: LiveTable) -> None:
    if live.status == OPEN:
        raise _no(live, "not_started", "the game begins when every seat is taken")
    if live.status == OVER:
        raise _no(live, "over", "the game is over")


def _sit(live: LiveTable, command: Sit, asked: Command) -> Checked:
    if live.status == OVER:
        raise _no(live, "over", "the game is over")
    number = _linked(live, command, asked) if command.token else _free(live, command, asked)
    seat = live.seats[number]
    if seat.kind == "human" and (asked.visitor in seat.holders or len(seat.holders) >= MOST_HOLDERS):
        raise _no(live, "seat_taken", "you hold this seat already" if asked.visitor in seat.holders else "too many devices hold this seat")
    if live.status == RUNNING and live.past.get(asked.visitor, {number}) != {number}:
        raise _no(live, "held_another_seat", "who has held a seat in this game cannot take another one")
    return number, events.SIT, encode(Data(text=clean(command.name, LONGEST_NAME), token=asked.token))


def _linked(live: LiveTable, command: Sit, asked: Command) -> int:
    for number, seat in enumerate(live.seats):
        if seat.token and seat.token == asked.token and command.seat in (None, number):
            return number
    raise _no(live, "bad_token", "this link gives no seat here; it may have been used already")


def _free(live: LiveTable, command: Sit, asked: Command) -> int:
    if command.seat is not None:
        _exists(live, command.seat)
    wanted = range(live.row.players) if command.seat is None else (command.seat,)
    for kind in ("saved", "open"):
        for number in wanted:
            seat = live.seats[number]
            if seat.kind == kind and (kind == "open" or asked.visitor in seat.holders):
                return number
    what = "no seat is free" if command.seat is None else f"seat {command.seat} is not free"
    raise _no(live, "seat_taken", f"{what}; an invitation has a seat kept for it")


def _leave(live: LiveTable, command: Leave, asked: Command) -> Checked:
    if live.status == OVER:
        raise _no(live, "over", "the game is over")
    return _own(live, command, asked), events.LEAVE, NOTHING


def _rename(live: LiveTable, command: Rename, asked: Command) -> Checked:
    seat = _own(live, command, asked)
    name = clean(command.name, LONGEST_NAME)
    if not name:
        raise _no(live, "bad_name", "a name has at least one letter that can be seen")
    return seat, events.RENAME, encode(Data(text=name))


def _act(live: LiveTable, command: Act, asked: Command) -> Checked:
    seat = _own(live, command, asked)
    _going(live)
    if command.version < live.fresh[seat] or command.version > live.version:
        raise _no(live, "stale", f"version {command.version} is not what seat {seat} has to decide on: look at version {live.version}")
    if seat not in live.acting:
        raise _no(live, "not_your_turn", f"seat {seat} may not act now")
    return seat, events.ACTION, encode(Data(text=live.read_action(seat, command.action)))


def _resign(live: LiveTable, command: Resign, asked: Command) -> Checked:
    seat = _own(live, command, asked)
    _going(live)
    return seat, events.RESIGN, NOTHING


def _undo(live: LiveTable, command: Undo, asked: Command) -> Checked:
    seat = _own(live, command, asked)
    _going(live)
    how = live.undo(seat)
    if not how:
        raise _no(live, "cannot_undo", "there is nothing to take back: undo ends where chance or a reveal came in")
    if how == "free":
        return seat, events.UNDO, NOTHING
    _unasked(live)
    return seat, events.ASK, encode(Data(text="undo"))


def _offer(live: LiveTable, command: Offer, asked: Command) -> Checked:
    seat = _own(live, command, asked)
    _going(live)
    _unasked(live)
    return seat, events.ASK, encode(Data(text="end"))


def _unasked(live: LiveTable) -> None:
    if live.question is not None:
        raise _no(live, "already_asked", "something else is being asked; it must be answered or withdrawn first")


def _answer(live: LiveTable, command: Answer, asked: Command) -> Checked:
    seat = _own(live, command, asked)
    question = live.question
    if question is None:
        raise _no(live, "nothing_asked", "there is no question to answer")
    own = question.seat == seat and not command.yes
    if not own and seat not in live.waiting():
        raise _no(live, "nothing_asked", "this seat has nothing to answer")
    return seat, events.ANSWER, encode(Data(text="yes" if command.yes else "no"))


def _chat(live: LiveTable, command: Chat, asked: Command) -> Checked:
    seat = _own(live, command, asked)
    text = clean(command.text, LONGEST_CHAT)
    if not text:
        raise _no(live, "bad_name", "there is nothing to say in this text")
    return seat, events.CHAT, encode(Data(text=text))


def _link(live: LiveTable, command: Link, asked: Command) -> Checked:
    _exists(live, command.seat)
    seat = live.seats[command.seat]
    invites = asked.visitor == live.setup.owner and seat.empty
    if not invites and not live.holds(asked.visitor, command.seat):
        raise _no(live, "not_your_seat", "a link to a seat is made by who holds it, or by the table's owner while it is empty")
    return command.seat, events.LINK, encode(Data(token=asked.token))


def _rematch(live: LiveTable, command: Rematch, asked: Command) -> Checked:
    seat = _own(live, command, asked)
    if live.status != OVER:
        raise _no(live, "not_over", "a rematch comes after the game")
    if live.next:
        raise _no(live, "already_asked", f"there is a rematch already: table {live.next}")
    if command.first is not None:
        _exists(live, command.first)
    if live.game.loser_chooses and live.truth.over and live.table.ranking[seat] == 1 and _beaten(live):
        raise _no(live, "not_your_turn", "the loser chooses who starts the next game")
    return seat, events.REMATCH, encode(Data(table=asked.token))


def _beaten(live: LiveTable) -> bool:
    """Tell whether somebody lost who can choose; a bot has no wish."""
    return any(place > 1 and live.seats[seat].kind == "human" for seat, place in enumerate(live.table.ranking))


_CHECKS: Final[dict[type, Callable[[LiveTable, Any, Command], Checked]]] = {
    Sit: _sit,
    Leave: _leave,
    Rename: _rename,
    Act: _act,
    Resign: _resign,
    Undo: _undo,
    Offer: _offer,
    Answer: _answer,
    Chat: _chat,
    Link: _link,
    Rematch: _rematch,
}
