"""Every endpoint in one list: the router and the OpenAPI document are made from it."""

from __future__ import annotations

from bestagon.server.http.dispatch import Endpoint, Handler
from bestagon.server.http.handlers.records import RecordHandlers
from bestagon.server.http.handlers.tables import Api
from bestagon.server.protocol.learn import Advice, Attempt, Hint, LessonView, Rules
from bestagon.server.protocol.records import Analysis, GoOn, Replay, Show
from bestagon.server.protocol.tables import (
    Act,
    Answer,
    Body,
    Chat,
    Create,
    Created,
    Done,
    GameInfo,
    Health,
    Leave,
    Link,
    Lobby,
    Me,
    Offer,
    Preview,
    Rematch,
    Rename,
    Resign,
    Sit,
    TableInfo,
    TableView,
    Token,
    Undo,
)

LIVE = "/api/tables/{table}/live"
"""Where live views are."""
LARGE = 256 * 1024
"""Bytes of a body that may hold a user's own data file."""
_SEAT = ("seat", "The seat to look from; -1 is a spectator.", -1, -1)
_SINCE = ("since", "The log holds what came after this version.", 0, 0)

_ALWAYS = ("no_table", "no_seat", "not_your_seat", "rules_changed")
"""The refusals of whatever is asked for a seat."""


class Nothing(Body, frozen=True):
    """An empty object."""


def endpoints(api: Api, study: RecordHandlers) -> list[Endpoint]:
    """Return everything that can be asked."""
    return [
        _command("act", "Play an action", Act, api.command, ("stale", "illegal", "not_your_turn", "not_started", "over")),
        Endpoint("GET", "/healthz", "healthz", "Whether the server works", api.health, Health),
        Endpoint("GET", "/metrics", "metrics", "Counts for Prometheus", api.metrics, "text/plain"),
        Endpoint("GET", "/api/games", "games", "The games and their options", api.games, list[GameInfo]),
        Endpoint("GET", "/api/games/{game}/rules", "rules", "The rules of a game", api.rules, Rules, refusals=("no_game",)),
        Endpoint("GET", "/api/games/{game}/sample", "sample", "A game in the middle of play", api.sample, Preview, refusals=("no_game",)),
        Endpoint(
            "POST",
            "/api/games/{game}/lessons/{lesson}",
            "lesson",
            "A lesson of a game's tutorial, after some actions",
            api.lesson,
            LessonView,
            Attempt,
            refusals=("no_game", "no_lesson", "illegal"),
        ),
        _record("replays", "show", "A record as pictures", study.show, Replay, Show, ("too_many",)),
        _record("analyses", "analyse", "What a search thinks of it", study.analyse, Analysis, Show, ("too_many", "busy", "no_bots")),
        _record(
            "branches", "go_on", "Go on from a moment of a record", api.go_on, Created, GoOn, ("no_seat", "bad_option", "too_many"), True
        ),
        Endpoint("GET", "/api/me", "me", "Who asks, and their tables", api.me, Me),
        Endpoint("POST", "/api/me", "enter", "Get a cookie, unless there is one", api.enter, Me, Nothing),
        Endpoint("POST", "/api/tokens", "token", "Get a token for a program", api.token, Token, Nothing),
        Endpoint("GET", "/api/tables", "lobby", "Public tables", api.lobby, Lobby),
        Endpoint(
            "POST",
            "/api/tables",
            "create",
            "Open a table",
            api.create,
            Created,
            Create,
            visitor=True,
            keyed=True,
            refusals=("bad_option", "too_many"),
            largest=LARGE,
        ),
        _table("GET", "", "table", "What stays the same at a table", api.table, TableInfo, ("rules_changed",)),
        Endpoint(
            "GET",
            "/api/tables/{table}/view",
            "view",
            "The table as a seat may see it",
            api.view,
            TableView,
            query=(_SEAT, _SINCE),
            refusals=("no_table", "no_seat", "not_your_seat", "rules_changed"),
        ),
        _table("GET", "/stage/{stage}", "stage", "The part of the scene that never changes", api.stage, "application/json", ("no_page",)),
        _table("GET", "/record", "record", "The record of a game that is over", api.record, "application/json", ("not_over",)),
        _command("sit", "Take a seat", Sit, api.command, ("seat_taken", "bad_token", "held_another_seat", "over")),
        _command("leave", "Leave a seat", Leave, api.command, ("over",)),
        _command("rename", "Take another name", Rename, api.command, ("bad_name",)),
        _command("resign", "Give up", Resign, api.command, ("illegal", "not_started", "over")),
        _command("undo", "Take back an action, or ask to", Undo, api.command, ("cannot_undo", "already_asked", "not_started", "over")),
        _command("offer", "Offer to end the game", Offer, api.command, ("already_asked", "not_started", "over")),
        _command("answer", "Answer a question", Answer, api.command, ("nothing_asked",)),
        _command("chat", "Say something", Chat, api.command, ("bad_name",)),
        Endpoint(
            "POST",
            "/api/tables/{table}/hint",
            "hint",
            "What a strong player would do",
            api.hint,
            Hint,
            Advice,
            visitor=True,
            refusals=(*_ALWAYS, "not_started", "over", "not_your_turn", "no_hints", "no_bots", "busy"),
        ),
        _command("link", "Make a link to a seat", Link, api.link, ()),
        _command("rematch", "Play again with the same people", Rematch, api.rematch, ("not_over", "already_asked", "not_your_turn")),
    ]


def _record(
    path: str, name: str, summary: str, handler: Handler, answer: type, body: type, refusals: tuple[str, ...], keyed: bool = False
) -> Endpoint:
    always = ("bad_record", *refusals)
    return Endpoint("POST", f"/api/{path}", name, summary, handler, answer, body, (), True, keyed, always, LARGE)


def _table(
    method: str,
    path: str,
    name: str,
    summary: str,
    handler: Handler,
    answer: type | str,
    refusals: tuple[str, ...],
) -> Endpoint:
    return Endpoint(method, f"/api/tables/{{table}}{path}", name, summary, handler, answer, refusals=("no_table", *refusals))


def _command(name: str, summary: str, body: type, handler: Handler, refusals: tuple[str, ...]) -> Endpoint:
    always = (*_ALWAYS, "full", *refusals)
    return Endpoint("POST", f"/api/tables/{{table}}/{name}", name, summary, handler, Done, body, visitor=True, keyed=True, refusals=always)
