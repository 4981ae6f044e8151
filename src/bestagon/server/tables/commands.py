"""Commands of visitors: checked against a table and turned into events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from bestagon.core.position import SPECTATOR
from bestagon.server.errors import ApiError, no_table
from bestagon.server.protocol import tables as protocol
from bestagon.server.store.base import OVER, RUNNING
from bestagon.server.tables import events
from bestagon.server.tables.events import TableEvent
from bestagon.server.tables.live import LiveTable
from bestagon.server.tables.questions import OpenQuestion, check_present
from bestagon.server.tables.sanitize import clean
from bestagon.server.tables.seats import AT_ONE_DEVICE, MOST_HOLDERS

MOST_OTHER_EVENTS: Final = 3000
"""How many events besides actions a table accepts, so that nobody can fill it with chat or endless undoing."""
MOST_OF_ONE: Final = 1000
"""How many of them are accepted for one seat, or of one visitor who sits down or watches, so that others can still chat."""

MOST_OF_SITTING: Final = 100
"""How often a visitor may sit down and leave at a table, which others must be able to do however many events there are."""
MOST_GUESTS: Final = 100
"""How many visitors can watch a private table by a link."""


class Command:
    """A visitor's command to a table."""

    __slots__ = ("body", "fingerprint", "key", "now", "token", "visitor")

    def __init__(self, body: protocol.CommandBody, visitor: str, key: str, now: int, token: str = "") -> None:
        """Take the command, its sender, the idempotency key and the time."""
        self.body = body
        self.visitor = visitor
        self.key = key
        self.fingerprint = events.fingerprint(body) if key else ""
        self.now = now
        self.token = token
        """Hash of the token that comes with it (sit, watch) or that it makes (link); id of the new table (rematch)."""

    def event(self, live: LiveTable) -> TableEvent:
        """Return the event that carries it out, or raise ApiError. The table is not changed."""
        kind = type(self.body)
        if not live.may_see(self.visitor) and not (kind in BY_LINK and live.is_link(self.token)):
            raise no_table()
        if live.other_events >= MOST_OTHER_EVENTS and kind not in ALWAYS and kind is not protocol.Sit:
            raise ApiError("full", "this table has reached its limit of events: only the game can continue", live.version)
        seat, body = _CHECKS[kind](live, self.body, self)
        source = self.visitor if seat == SPECTATOR or kind is protocol.Sit else seat
        most = MOST_OF_SITTING if kind is protocol.Sit else MOST_OF_ONE
        if live.events_by.get(source, 0) >= most and kind not in ALWAYS:
            raise ApiError("full", "your share of this table's events is used up: only the game can continue", live.version)
        return TableEvent(live.version, max(self.now, live.at), seat, self.visitor, self.key, body, self.fingerprint)


Checked = tuple[int, events.EventBody]
"""The seat and the body of an event."""
BY_LINK: Final = (protocol.Sit, protocol.Watch)
"""Commands that a valid link lets anybody send to a private table."""
ALWAYS: Final = (protocol.Act, protocol.Resign, protocol.EndDevice, protocol.Leave)
"""Commands that a table full of events accepts: the game goes on, a device that filled it can be ended, and a seat becomes free."""


def _refusal(live: LiveTable, name: str, message: str) -> ApiError:
    return ApiError(name, message, live.version)


def _own_seat(live: LiveTable, body: protocol.OfSeat, command: Command) -> int:
    """Return the seat of a command, which the visitor must hold."""
    live.check_holder(command.visitor, body.seat)
    return body.seat


def _ask(live: LiveTable, seat: int, what: protocol.AskKind, command: Command) -> Checked:
    """Return the event that asks the other seats."""
    if live.question is not None:
        raise _refusal(live, "already_asked", "another question is open; it must be answered or withdrawn first")
    _check_present(live, OpenQuestion(what, seat, set(), live.version + 1), command)
    return seat, events.Asked(what)


def _check_present(live: LiveTable, question: OpenQuestion, command: Command) -> None:
    check_present(question, live.seats, live.truth.still_in, max(command.now, live.at), live.version)


def _sit(live: LiveTable, body: protocol.Sit, command: Command) -> Checked:
    live.check_not_over()
    if live.table.real_dice:
        raise _refusal(live, "real_dice", AT_ONE_DEVICE)
    by_seat_link = body.token and command.token != live.link
    number = _linked_seat(live, body, command) if by_seat_link else _free_seat(live, body, command)
    seat = live.seats[number]
    if seat.kind == "human" and command.visitor in seat.holders:
        raise _refusal(live, "seat_taken", "you hold this seat already")
    if seat.kind == "human" and len(seat.holders) >= MOST_HOLDERS:
        raise _refusal(live, "seat_taken", "too many devices hold this seat")
    if live.status == RUNNING and live.seats_held.get(command.visitor, {number}) != {number}:
        raise _refusal(live, "held_another_seat", "you have held another seat in this game, so you cannot take this one")
    return number, events.Sat(clean(body.name, protocol.LONGEST_NAME), command.token)


def _linked_seat(live: LiveTable, body: protocol.Sit, command: Command) -> int:
    for number, seat in enumerate(live.seats):
        if seat.token and seat.token == command.token and body.seat in (None, number):
            return number
    raise _refusal(live, "bad_token", "this link is not valid for a seat here; it may have been used already")


def _free_seat(live: LiveTable, body: protocol.Sit, command: Command) -> int:
    if body.seat is not None:
        live.check_seat(body.seat)
    wanted = range(live.row.players) if body.seat is None else (body.seat,)
    for kind in ("saved", "open"):
        for number in wanted:
            seat = live.seats[number]
            if seat.kind == kind and (kind == "open" or command.visitor in seat.holders):
                return number
    what = "no seat is free" if body.seat is None else f"seat {body.seat} is not free"
    raise _refusal(live, "seat_taken", f"{what}; invited seats need their invitation link")


def _leave(live: LiveTable, body: protocol.Leave, command: Command) -> Checked:
    live.check_not_over()
    number = _own_seat(live, body, command)
    seat = live.seats[number]
    rank = seat.rank(command.visitor)
    # A later device leaves alone: it must not take the seat from the one that gave it the link.
    return number, events.DeviceEnded(seat.devices[rank].device) if rank else events.Left()


def _end_device(live: LiveTable, body: protocol.EndDevice, command: Command) -> Checked:
    number = _own_seat(live, body, command)
    seat = live.seats[number]
    own = seat.rank(command.visitor)
    for rank, one in enumerate(seat.devices):
        if one.device == body.device:
            if rank <= own:
                raise _refusal(live, "earlier_device", "a device can end only those that joined the seat after it")
            return number, events.DeviceEnded(body.device)
    raise _refusal(live, "no_device", f"seat {number} has no device {body.device} now")


def _rename(live: LiveTable, body: protocol.Rename, command: Command) -> Checked:
    seat = _own_seat(live, body, command)
    name = clean(body.name, protocol.LONGEST_NAME)
    if not name:
        raise _refusal(live, "bad_name", "a name needs at least one visible character")
    return seat, events.Renamed(name)


def _act(live: LiveTable, body: protocol.Act, command: Command) -> Checked:
    seat = _own_seat(live, body, command)
    live.check_running()
    if body.version < live.valid_since[seat] or body.version > live.version:
        raise _refusal(live, "stale", f"the choices of seat {seat} at version {body.version} are outdated: read version {live.version}")
    if seat not in live.acting:
        raise _refusal(live, "not_your_turn", f"it is not the turn of seat {seat}")
    return seat, events.ActionPlayed(live.check_action(seat, body.action), tuple(body.dice))


def _resign(live: LiveTable, body: protocol.Resign, command: Command) -> Checked:
    seat = _own_seat(live, body, command)
    live.check_running()
    return seat, events.Resigned(tuple(body.dice))


def _undo(live: LiveTable, body: protocol.Undo, command: Command) -> Checked:
    seat = _own_seat(live, body, command)
    live.check_running()
    how = live.undo(seat)
    if not how:
        raise _refusal(live, "cannot_undo", "there is nothing to undo: undo stops at chance and at a reveal")
    if how == "free":
        return seat, events.Undone()
    return _ask(live, seat, "undo", command)


def _offer(live: LiveTable, body: protocol.Offer, command: Command) -> Checked:
    seat = _own_seat(live, body, command)
    live.check_running()
    return _ask(live, seat, "end", command)


def _answer(live: LiveTable, body: protocol.Answer, command: Command) -> Checked:
    seat = _own_seat(live, body, command)
    question = live.question
    if question is None:
        raise _refusal(live, "nothing_asked", "there is no question to answer")
    if body.version is not None and body.version != question.version:
        # Otherwise a player could ask for something else just before the others agree.
        raise _refusal(live, "stale", "another question was asked meanwhile: read the table again")
    withdraws = question.seat == seat and not body.yes
    if not withdraws and seat not in live.unanswered():
        raise _refusal(live, "nothing_asked", "this seat has nothing to answer")
    if body.yes:
        _check_present(live, question, command)
    return seat, events.Answered("yes" if body.yes else "no")


def _chat(live: LiveTable, body: protocol.Chat, command: Command) -> Checked:
    seat = _own_seat(live, body, command)
    text = clean(body.text, protocol.LONGEST_CHAT)
    if not text:
        raise _refusal(live, "bad_name", "a message needs at least one visible character")
    return seat, events.Chatted(text)


def _link(live: LiveTable, body: protocol.Link, command: Command) -> Checked:
    owner = command.visitor == live.setup.owner
    if body.seat == SPECTATOR:
        if live.setup.public:
            raise _refusal(live, "bad_option", "a public table needs no link: everybody may see it")
        if not owner and not live.seats_of(command.visitor):
            raise _refusal(live, "not_your_seat", "only players and the owner can make a link to the table")
        return SPECTATOR, events.LinkMade(command.token)
    live.check_seat(body.seat)
    if live.table.real_dice:
        raise _refusal(live, "real_dice", AT_ONE_DEVICE)
    seat = live.seats[body.seat]
    if owner and seat.empty:
        return body.seat, events.LinkMade(command.token)
    if not live.is_holder(command.visitor, body.seat):
        raise _refusal(live, "not_your_seat", "only the holder of a seat, or the table's owner while it is empty, can make a link to it")
    if seat.rank(command.visitor):
        # Otherwise a device could bring in others faster than it can be ended.
        raise _refusal(live, "earlier_device", "only the first device of a seat can make links to it")
    return body.seat, events.LinkMade(command.token)


def _watch(live: LiveTable, body: protocol.Watch, command: Command) -> Checked:
    if not live.is_link(command.token):
        raise _refusal(live, "bad_token", "this link does not work any more")
    if sum(map(live.is_link, live.guests.values())) >= MOST_GUESTS:
        raise _refusal(live, "full", f"{MOST_GUESTS} people watch this table by a link: a player can replace the link")
    return SPECTATOR, events.Watched(command.token)


def _rematch(live: LiveTable, body: protocol.Rematch, command: Command) -> Checked:
    seat = _own_seat(live, body, command)
    if live.status != OVER:
        raise _refusal(live, "not_over", "the game is not over yet")
    if live.next:
        raise _refusal(live, "already_asked", f"there is a rematch already: table {live.next}")
    if body.first is not None:
        live.check_seat(body.first)
    if live.game.loser_chooses and live.truth.over and live.table.ranking[seat] == 1 and _has_human_loser(live):
        raise _refusal(live, "not_your_turn", "the loser chooses who starts the next game")
    return seat, events.RematchOpened(command.token)


def _has_human_loser(live: LiveTable) -> bool:
    """Tell whether a person lost; a bot would never choose."""
    return any(place > 1 and live.seats[seat].kind == "human" for seat, place in enumerate(live.table.ranking))


_CHECKS: Final[dict[type, Callable[[LiveTable, Any, Command], Checked]]] = {
    protocol.Sit: _sit,
    protocol.Leave: _leave,
    protocol.Rename: _rename,
    protocol.Act: _act,
    protocol.Resign: _resign,
    protocol.Undo: _undo,
    protocol.Offer: _offer,
    protocol.Answer: _answer,
    protocol.Chat: _chat,
    protocol.Link: _link,
    protocol.Watch: _watch,
    protocol.EndDevice: _end_device,
    protocol.Rematch: _rematch,
}
