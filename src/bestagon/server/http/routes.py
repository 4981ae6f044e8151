"""The list of endpoints, from which the router and the OpenAPI document are made."""

from __future__ import annotations

from bestagon.server.http.dispatch import Endpoint, Handler
from bestagon.server.http.handlers import games, records, tables, visitors
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
"""The path of live views."""
LARGE_BODY = 256 * 1024
"""Limit in bytes of a body with a record or a data file."""
_SEAT = ("seat", "The seat to view from; -1 for a spectator.", -1, -1)
_SINCE = ("since", "Return the log entries after this version.", 0, 0)

_ALWAYS = ("no_table", "no_seat", "not_your_seat", "rules_changed")
"""The errors of every request for a seat."""


class Nothing(Body, frozen=True):
    """An empty object."""


def endpoints() -> list[Endpoint]:
    """Return all endpoints."""
    return [
        _command("act", "Play an action", Act, tables.command, ("stale", "illegal", "not_your_turn", "not_started", "over")),
        Endpoint("GET", "/healthz", "healthz", "Health check", games.get_health, Health),
        Endpoint("GET", "/metrics", "metrics", "Metrics for Prometheus", games.get_metrics, "text/plain"),
        Endpoint("GET", "/api/games", "games", "The games and their options", games.list_games, list[GameInfo]),
        Endpoint("GET", "/api/games/{game}/rules", "rules", "The rules of a game", games.get_rules, Rules, refusals=("no_game",)),
        Endpoint(
            "GET", "/api/games/{game}/sample", "sample", "A game in the middle of play", games.get_sample, Preview, refusals=("no_game",)
        ),
        Endpoint(
            "POST",
            "/api/games/{game}/lessons/{lesson}",
            "lesson",
            "A lesson of a game's tutorial, after some actions",
            games.get_lesson,
            LessonView,
            Attempt,
            refusals=("no_game", "no_lesson", "illegal"),
        ),
        _record("replays", "show", "A record as scenes", records.show_record, Replay, Show, ("too_many",)),
        _record(
            "analyses", "analyse", "Start the analysis of a record", records.start_analysis, Analysis, Show, ("too_many", "busy", "no_bots")
        ),
        Endpoint(
            "GET",
            "/api/analyses/{analysis}",
            "poll_analysis",
            "Continue an analysis",
            records.poll_analysis,
            Analysis,
            visitor=True,
            refusals=("no_analysis", "too_many", "busy", "no_bots"),
        ),
        _record("branches", "go_on", "Continue a recorded game", tables.go_on, Created, GoOn, ("no_seat", "bad_option", "too_many"), True),
        Endpoint("GET", "/api/me", "me", "The visitor and their tables", visitors.get_me, Me),
        Endpoint("POST", "/api/me", "enter", "Get a cookie, unless the visitor has one", visitors.enter, Me, Nothing),
        Endpoint("POST", "/api/tokens", "token", "Get a token for a program", visitors.create_token, Token, Nothing),
        Endpoint("GET", "/api/tables", "lobby", "Public tables", visitors.get_lobby, Lobby),
        Endpoint(
            "POST",
            "/api/tables",
            "create",
            "Open a table",
            tables.create,
            Created,
            Create,
            visitor=True,
            keyed=True,
            refusals=("bad_option", "too_many"),
            max_body=LARGE_BODY,
        ),
        _table("GET", "", "table", "What never changes at a table", tables.get_table, TableInfo, ("rules_changed",)),
        Endpoint(
            "GET",
            "/api/tables/{table}/view",
            "view",
            "The table as a seat may see it",
            tables.get_view,
            TableView,
            query=(_SEAT, _SINCE),
            refusals=("no_table", "no_seat", "not_your_seat", "rules_changed"),
        ),
        _table(
            "GET", "/stage/{stage}", "stage", "The part of the scene that never changes", tables.get_stage, "application/json", ("no_page",)
        ),
        _table("GET", "/record", "record", "The record of a finished game", tables.get_record, "application/json", ("not_over",)),
        _command("sit", "Take a seat", Sit, tables.command, ("seat_taken", "bad_token", "held_another_seat", "over")),
        _command("leave", "Leave a seat", Leave, tables.command, ("over",)),
        _command("rename", "Change the name", Rename, tables.command, ("bad_name",)),
        _command("resign", "Resign", Resign, tables.command, ("illegal", "not_started", "over")),
        _command("undo", "Undo an action, or ask to", Undo, tables.command, ("cannot_undo", "already_asked", "not_started", "over")),
        _command("offer", "Offer to end the game", Offer, tables.command, ("already_asked", "not_started", "over")),
        _command("answer", "Answer a question", Answer, tables.command, ("nothing_asked",)),
        _command("chat", "Send a chat message", Chat, tables.command, ("bad_name",)),
        Endpoint(
            "POST",
            "/api/tables/{table}/hint",
            "hint",
            "What a strong player would do",
            tables.get_hint,
            Hint,
            Advice,
            visitor=True,
            refusals=(*_ALWAYS, "not_started", "over", "not_your_turn", "no_hints", "no_bots", "busy"),
        ),
        _command("link", "Create an invitation link", Link, tables.create_link, ()),
        _command("rematch", "Open a rematch", Rematch, tables.rematch, ("not_over", "already_asked", "not_your_turn")),
    ]


def _record(
    path: str, name: str, summary: str, handler: Handler, answer: type, body: type, refusals: tuple[str, ...], keyed: bool = False
) -> Endpoint:
    always = ("bad_record", *refusals)
    return Endpoint("POST", f"/api/{path}", name, summary, handler, answer, body, (), True, keyed, always, LARGE_BODY)


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
