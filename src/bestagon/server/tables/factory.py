"""New tables: what was asked for, checked and turned into a row."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bestagon.bots.levels import level, levels_of
from bestagon.core import registry
from bestagon.core.errors import BestagonError
from bestagon.core.game import Game
from bestagon.core.table import Table
from bestagon.server.errors import ApiError
from bestagon.server.protocol.records import GoOn
from bestagon.server.protocol.tables import LONGEST_NAME, Create, SeatPlan
from bestagon.server.store.base import MOST_SETUP, TableRow
from bestagon.server.tables import events
from bestagon.server.tables.events import SeatSetup, Setup
from bestagon.server.tables.live import LiveTable
from bestagon.server.tables.records import read_record
from bestagon.server.tables.sanitize import clean
from bestagon.server.tokens import Keys, hashed

SHORTEST_CLOCK = 5
"""Seconds: with less, the network decides games."""
TRIES = 256
"""How many dice are looked at for some by which the first seat starts; with two seats every second one does."""


class TableFactory:
    """Makes the rows of new tables."""

    def __init__(self, keys: Keys, entropy: Callable[[int], bytes], pace: int) -> None:
        """Take dice from `entropy`; `pace` slows down games that only bots play."""
        self._keys = keys
        self._entropy = entropy
        self._pace = pace

    def new(self, asked: Create, visitor: str, key: str, now: int) -> TableRow:
        """Return the table a visitor asks for; ApiError says what cannot be."""
        try:
            game = registry.game(asked.game)
            players = game.check_players(asked.players if asked.players is not None else len(asked.seats) or None)
            options = game.complete(players, asked.options)
            game.setup(players, options)
        except BestagonError as error:
            raise ApiError("bad_option", str(error)) from None
        plans = _plans(asked, players)
        clock = asked.clock
        if clock.kind != "none" and clock.seconds < SHORTEST_CLOCK:
            raise ApiError("bad_option", f"a clock gives at least {SHORTEST_CLOCK} seconds, not {clock.seconds}")
        table = self._keys.table(visitor, key)
        seats = tuple(self._seat(game, table, number, plan, visitor) for number, plan in enumerate(plans))
        setup = Setup(
            owner=visitor,
            seats=seats,
            name=clean(asked.name, LONGEST_NAME),
            public=asked.public,
            clock=clock,
            level=_middle(game),
            pace=self._pace if all(seat.kind == "bot" for seat in seats) else 0,
        )
        return TableRow(table, now, game.name, game.rules_version, players, events.encode(options), self._entropy(32), events.encode(setup))

    def _seat(self, game: Game, table: str, number: int, plan: SeatPlan, visitor: str) -> SeatSetup:
        name = clean(plan.name, LONGEST_NAME)
        if plan.kind == "me":
            return SeatSetup("human", name, holders=(visitor,))
        if plan.kind == "link":
            return SeatSetup("link", token=hashed(self._keys.invitation(table, number)))
        if plan.kind == "open":
            return SeatSetup("open")
        try:
            found = level(game.name, plan.level).name if plan.level else _middle(game)
        except BestagonError as error:
            raise ApiError("bad_option", str(error)) from None
        return SeatSetup("bot", name, found)

    def again(self, live: LiveTable, first: int | None, visitor: str, key: str, now: int) -> TableRow:
        """Return the table of a rematch: the same people, the seats moved on so that `first` comes first and, where one chooses, starts."""
        players = live.row.players
        shift = (1 if first is None else first) % players
        seats = []
        for number in range(players):
            old = live.seats[(number + shift) % players]
            if old.kind == "bot":
                seats.append(SeatSetup("bot", old.name, old.level))
            elif old.kind == "human":
                seats.append(SeatSetup("human" if visitor in old.holders else "saved", old.name, holders=old.holders))
            else:
                seats.append(SeatSetup("open"))
        old_setup = live.setup
        setup = Setup(
            visitor, tuple(seats), old_setup.name, old_setup.public, old_setup.clock, old_setup.level, old_setup.pace, previous=live.id
        )
        table = self._keys.table(visitor, f"rematch {live.id} {key}")
        row = live.row
        secret = self._starting(live) if live.game.loser_chooses and first is not None else self._entropy(32)
        return TableRow(table, now, row.game, row.rules, players, row.options, secret, events.encode(setup))

    def _starting(self, live: LiveTable) -> bytes:
        """Return dice by which the first seat starts; all that comes after the start player is as much chance as ever."""
        for _ in range(TRIES):
            secret = self._entropy(32)
            if Table(live.game, live.row.players, live.table.options, None, secret).acting == (0,):
                break
        return secret

    def go_on(self, asked: GoOn, visitor: str, key: str, now: int) -> TableRow:
        """Return a table that goes on from a moment of a record; ApiError says what cannot be."""
        secret = self._entropy(32)
        record = read_record(asked.record)
        try:
            begun = record.go_on(asked.at, None, secret)
        except BestagonError as error:
            raise ApiError("bad_record", str(error)) from None
        game, players = begun.game, begun.players
        if asked.seat >= players or not begun.position.still_in(asked.seat):
            raise ApiError("no_seat", f"seat {asked.seat} does not take part at that moment")
        table = self._keys.table(visitor, f"go on {key}")
        plans = {asked.seat: SeatPlan("me", name=asked.name)}
        seats = tuple(self._seat(game, table, seat, plans.get(seat, SeatPlan("bot", asked.level)), visitor) for seat in range(players))
        origin = replace(
            record,
            options={},
            actions=record.actions[: asked.at],
            branches=tuple(branch for branch in record.branches if branch.at <= asked.at),
            result=None,
        )
        setup = events.encode(Setup(owner=visitor, seats=seats, level=_middle(game), origin=origin.to_line()))
        if len(setup) > MOST_SETUP:
            raise ApiError("bad_record", "so long a game cannot be gone on with")
        return TableRow(table, now, game.name, game.rules_version, players, events.encode(begun.options), secret, setup)

    def invitations(self, live: LiveTable) -> dict[str, str]:
        """Return the tokens of the seats that still wait for whom they were made for."""
        found = {}
        for number, seat in enumerate(live.seats):
            token = self._keys.invitation(live.id, number)
            if seat.empty and seat.token and seat.token == hashed(token):
                found[str(number)] = token
        return found


def _plans(asked: Create, players: int) -> list[SeatPlan]:
    if len(asked.seats) > players:
        raise ApiError("bad_option", f"{len(asked.seats)} seats are described, but there are {players}")
    plans = asked.seats or [SeatPlan("me")]
    return [*plans, *[SeatPlan("open")] * (players - len(plans))]


def _middle(game: Game) -> str:
    found = levels_of(game.name)
    return found[len(found) // 2].name
