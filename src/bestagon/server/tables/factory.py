"""New tables: requests checked, and the table set up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bestagon.bots.levels import level, levels_of
from bestagon.core import registry
from bestagon.core.errors import BestagonError
from bestagon.core.game import Game
from bestagon.core.position import SPECTATOR
from bestagon.core.table import Table
from bestagon.server.errors import ApiError, from_engine
from bestagon.server.protocol.records import GoOn
from bestagon.server.protocol.tables import LONGEST_NAME, Create, SeatPlan
from bestagon.server.store.base import TableRow
from bestagon.server.store.checks import MOST_SETUP
from bestagon.server.tables.events import SeatSetup, TableSetup, encode, fingerprint
from bestagon.server.tables.live import LiveTable
from bestagon.server.tables.records import read_record
from bestagon.server.tables.sanitize import clean, shown_names
from bestagon.server.tables.seats import AT_ONE_DEVICE
from bestagon.server.tokens import Keys, hashed

SHORTEST_CLOCK = 5
"""Seconds: with less, network latency decides games."""
TRIES = 256
"""How many secrets are tried for one that lets the first seat start; with two seats every second one does."""


class TableFactory:
    """Sets up new tables, which are not stored yet."""

    def __init__(self, keys: Keys, entropy: Callable[[int], bytes], pace: int) -> None:
        """Take secrets from `entropy`; `pace` slows down games between bots."""
        self._keys = keys
        self._entropy = entropy
        self._pace = pace

    def new(self, body: Create, visitor: str, key: str, now: int) -> LiveTable:
        """Return the table that a visitor requests; ApiError for a bad option."""
        try:
            game = registry.game(body.game)
            players = game.check_players(body.players if body.players is not None else len(body.seats) or None)
            plans = _plans(body, players)
            options = game.complete(players, body.options)
            dice = body.dice if body.real_dice else None
            table = Table(game, players, options, None, b"" if body.real_dice else self._entropy(32), dice)
        except BestagonError as error:
            raise error if isinstance(error, ApiError) else from_engine(error, "bad_option") from None
        clock = body.clock
        if clock.kind != "none" and clock.seconds < SHORTEST_CLOCK:
            raise ApiError("bad_option", f"a clock needs at least {SHORTEST_CLOCK} seconds, not {clock.seconds}")
        table_id = self._keys.table(visitor, key)
        seats = tuple(self._seat(game, table_id, number, plan, visitor) for number, plan in enumerate(plans))
        setup = TableSetup(
            owner=visitor,
            seats=seats,
            name=clean(body.name, LONGEST_NAME),
            public=body.public,
            clock=clock,
            level=_default_level(game),
            pace=self._pace if all(seat.kind == "bot" for seat in seats) else 0,
            link="" if body.public else self._first_link(table_id),
            fingerprint=fingerprint(body),
            dice=table.start_dice,
        )
        return _live(table_id, now, table, encode(setup))

    def _seat(self, game: Game, table: str, number: int, plan: SeatPlan, visitor: str) -> SeatSetup:
        name = clean(plan.name, LONGEST_NAME)
        if plan.kind == "me":
            return SeatSetup("human", name, holders=(visitor,))
        if plan.kind == "link":
            return SeatSetup("link", token=hashed(self._keys.invitation(table, number)))
        if plan.kind == "open":
            return SeatSetup("open")
        try:
            found = level(game.name, plan.level).name if plan.level else _default_level(game)
        except BestagonError as error:
            raise ApiError("bad_option", str(error)) from None
        return SeatSetup("bot", name, found)

    def rematch(self, live: LiveTable, first: int | None, visitor: str, key: str, now: int, dice: Sequence[int] = ()) -> LiveTable:
        """Return a table for the same people, rotated so that seat `first` comes first and, where the loser chooses, starts.

        `dice` is what real dice show before the first action; ApiError if more have to be rolled.
        """
        table = self._rematch_game(live, live.game.loser_chooses and first is not None, dice)
        players = live.row.players
        shift = (1 if first is None else first) % players
        seats = []
        names = shown_names(live.game, live.id, [(seat.name, seat.kind) for seat in live.seats])
        for number in range(players):
            former = (number + shift) % players
            old = live.seats[former]
            if old.kind == "bot":
                seats.append(SeatSetup("bot", names[former], old.level))
            elif old.kind == "human":
                seats.append(SeatSetup("human" if visitor in old.holders else "saved", old.name, holders=old.holders))
            else:
                seats.append(SeatSetup("open"))
        old_setup = live.setup
        table_id = self._keys.table(visitor, rematch_key(live.id, key))
        setup = TableSetup(
            owner=_first_device(live, visitor),
            seats=tuple(seats),
            name=old_setup.name,
            public=old_setup.public,
            clock=old_setup.clock,
            level=old_setup.level,
            pace=old_setup.pace,
            previous=live.id,
            link="" if old_setup.public else self._first_link(table_id),
            dice=table.start_dice,
        )
        return _live(table_id, now, table, encode(setup))

    def _rematch_game(self, live: LiveTable, first_starts: bool, dice: Sequence[int]) -> Table:
        """Return the same game with new dice, by which the first seat starts where it must; the rest stays random."""
        if live.table.real_dice:
            try:
                return Table(live.game, live.row.players, live.table.options, None, b"", dice)
            except BestagonError as error:
                raise from_engine(error, "bad_option", live.version) from None
        for _ in range(TRIES):
            table = Table(live.game, live.row.players, live.table.options, None, self._entropy(32))
            if not first_starts or table.acting == (0,):
                break
        return table

    def go_on(self, body: GoOn, visitor: str, key: str, now: int) -> LiveTable:
        """Return a table that continues a record after some of its actions; ApiError says why it cannot."""
        secret = self._entropy(32)
        record = read_record(body.record)
        try:
            table = record.go_on(body.at, None, secret)
        except BestagonError as error:
            raise ApiError("bad_record", str(error)) from None
        game, players = table.game, table.players
        if body.seat >= players or not table.position.still_in(body.seat):
            raise ApiError("no_seat", f"seat {body.seat} does not take part at that point")
        table_id = self._keys.table(visitor, key)
        plans = {body.seat: SeatPlan("me", name=body.name)}
        seats = tuple(self._seat(game, table_id, seat, plans.get(seat, SeatPlan("bot", body.level)), visitor) for seat in range(players))
        origin = replace(record.until(body.at), options={})
        setup = encode(
            TableSetup(
                owner=visitor,
                seats=seats,
                level=_default_level(game),
                origin=origin.to_line(),
                link=self._first_link(table_id),
                fingerprint=fingerprint(body),
            )
        )
        if len(setup) > MOST_SETUP:
            raise ApiError("bad_record", "the record is too long to be continued")
        return _live(table_id, now, table, setup)

    def invitations(self, live: LiveTable) -> dict[str, str]:
        """Return the tokens of the invitations that have not been used."""
        found = {}
        for number, seat in enumerate(live.seats):
            token = self._keys.invitation(live.id, number)
            if seat.empty and seat.token and seat.token == hashed(token):
                found[str(number)] = token
        return found

    def link(self, live: LiveTable) -> str:
        """Return the token of the link that opens a private table; empty if there is none."""
        token = self._keys.link(live.id, SPECTATOR, *live.link_maker)
        return token if live.link == hashed(token) else ""

    def _first_link(self, table: str) -> str:
        """Return the hash of the link that a private table begins with."""
        return hashed(self._keys.link(table, SPECTATOR, "", ""))


def rematch_key(table: str, key: str) -> str:
    """Return what the id of a rematch is made of. A key has no NUL, so no request to open a table can take that id in advance."""
    return f"rematch\0{table}\0{key}"


def _first_device(live: LiveTable, visitor: str) -> str:
    """Return the visitor who owns a rematch that a player opens: the first device of their seat.

    A later device would still own the table, see it and make links to its seats after the first one has ended it.
    """
    held = [seat.holders for seat in live.seats if seat.kind == "human" and visitor in seat.holders]
    return visitor if any(holders[0] == visitor for holders in held) else held[0][0]


def _live(table_id: str, now: int, table: Table, setup: bytes) -> LiveTable:
    """Return the live table of a game that has just been set up."""
    game = table.game
    row = TableRow(table_id, now, game.name, game.rules_version, table.players, encode(table.options), table.secret, setup)
    return LiveTable(row, table=table)


def _plans(body: Create, players: int) -> list[SeatPlan]:
    if len(body.seats) > players:
        raise ApiError("bad_option", f"{len(body.seats)} seats are described, but there are {players}")
    plans = body.seats or [SeatPlan("me")]
    plans = [*plans, *[SeatPlan("open")] * (players - len(plans))]
    if body.real_dice:
        _check_real_dice(body, plans)
    elif body.dice:
        raise ApiError("bad_option", "the server rolls the dice of this table: `dice` needs `real_dice`")
    return plans


def _check_real_dice(body: Create, plans: list[SeatPlan]) -> None:
    """Raise ApiError unless everybody is at one device, without a clock, which could end a turn whose dice nobody rolls."""
    if body.clock.kind != "none" or any(plan.kind != "me" for plan in plans):
        raise ApiError("real_dice", AT_ONE_DEVICE)


def _default_level(game: Game) -> str:
    found = levels_of(game.name)
    return found[len(found) // 2].name
