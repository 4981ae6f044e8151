"""The list of endpoints, from which the router and the OpenAPI document are made."""

from __future__ import annotations

from typing import Any

from bestagon.scene.beats import WhyNot
from bestagon.server.http.dispatch import Endpoint, Handler
from bestagon.server.http.handlers import devices, games, operation, records, tables, visitors
from bestagon.server.protocol import tables as protocol
from bestagon.server.protocol.games import GameInfo, Preview, PreviewMove, PrintChoice, SetupChoice
from bestagon.server.protocol.learn import Advice, Attempt, Hint, LessonView, Rules
from bestagon.server.protocol.records import Analysis, GoOn, Replay, Show
from bestagon.server.protocol.tables import Create, Created, Devices, Renewed, TableView
from bestagon.server.tables.views import LOG_LINES

LARGE_BODY = 256 * 1024
"""Limit in bytes of a body with a record or a data file."""
TABLE = "/api/tables/{table}"
LIVE = f"{TABLE}/live"
ACT = f"{TABLE}/act"
LESSON = "/api/games/{game}/lessons/{lesson}"
ANALYSIS = "/api/analyses/{analysis}"
DEVICES = f"{TABLE}/devices"
_SEAT = ("seat", "The seat to view from; -1 for a spectator.", -1, -1)
_OWN_SEAT = ("seat", "The seat.", 0, 0)
_SINCE = ("since", "Return the log entries after this version.", 0, 0)
_BEFORE = ("before", "Return the log entries before this version; 0 for the latest.", 0, 0)
_LIMIT = ("limit", "How many log entries at most.", 1, LOG_LINES)
_SEAT_ERRORS = ("no_table", "no_seat", "not_your_seat")
"""The errors of every request for a seat."""
_KEYED: dict[str, Any] = {"visitor": True, "keyed": True}
_WHY_ERRORS = (*_SEAT_ERRORS, "not_started", "over")
_HINT_ERRORS = (*_SEAT_ERRORS, "not_started", "over", "not_your_turn", "no_hints", "no_bots", "busy")


class Nothing(protocol.Body, frozen=True):
    """An empty object."""


def endpoints() -> list[Endpoint]:
    """Return all endpoints."""
    command, json = tables.command, "application/json"
    return [
        _command("act", "Play an action", protocol.Act, command, "stale", "illegal", "not_your_turn", "not_started", "over"),
        _get("/healthz", "healthz", "Whether the process is alive", operation.get_health, protocol.Health),
        _get("/readyz", "readyz", "Whether the server can do its work", operation.get_readiness, protocol.Health, "not_ready"),
        _get("/metrics", "metrics", "Metrics for Prometheus, for the operator only", operation.get_metrics, "text/plain", "no_page"),
        _get("/api/games", "games", "The games and their options", games.list_games, list[GameInfo]),
        _get("/api/games/{game}/rules", "rules", "The rules of a game", games.get_rules, Rules, "no_game"),
        _get("/api/games/{game}/moves", "moves", "What follows it", games.get_moves, list[PreviewMove], "no_game"),
        _get("/api/games/{game}/sample", "sample", "A game in the middle of play", games.get_sample, Preview, "no_game"),
        _post(
            "/api/games/{game}/setup",
            "setup",
            "How a game begins",
            games.get_setup,
            Preview,
            SetupChoice,
            "no_game",
            "bad_option",
            max_body=LARGE_BODY,
        ),
        _post(
            "/api/games/{game}/print",
            "print",
            "A game for paper, as a PDF",
            games.print_game,
            "application/pdf",
            PrintChoice,
            "no_game",
            "bad_option",
            "no_printing",
            "busy",
            max_body=LARGE_BODY,
        ),
        _post(LESSON, "lesson", "A lesson after some actions", games.get_lesson, LessonView, Attempt, "no_game", "no_lesson", "illegal"),
        _record("show", "replays", "A record as scenes", records.show_record, Replay, Show),
        _record("analyse", "analyses", "Start the analysis of a record", records.start_analysis, Analysis, Show, "busy", "no_bots"),
        _get(ANALYSIS, "poll", "Continue an analysis", records.poll_analysis, Analysis, "no_analysis", "busy", "no_bots", visitor=True),
        _record("go_on", "branches", "Continue a recorded game", tables.go_on, Created, GoOn, "no_seat", "bad_option", keyed=True),
        _get("/api/me", "me", "The visitor and their tables", visitors.get_me, protocol.Me),
        _post("/api/me", "enter", "Get a cookie, unless the visitor has one", visitors.enter, protocol.Me, Nothing),
        _post("/api/me/revoke", "revoke", "Replace the visitor's credentials", devices.revoke, Renewed, Nothing, "no_visitor", keyed=True),
        _post("/api/tokens", "token", "Get a token for a program", visitors.create_token, protocol.Token, Nothing),
        _get("/api/tables", "lobby", "Public tables", visitors.get_lobby, protocol.Lobby),
        _post("/api/tables", "create", "Open a table", tables.create, Created, Create, "bad_option", **_KEYED, max_body=LARGE_BODY),
        _get(TABLE, "table", "What never changes at a table", tables.get_table, protocol.TableInfo, "no_table"),
        _get(f"{TABLE}/view", "view", "The table as a seat may see it", tables.get_view, TableView, *_SEAT_ERRORS, query=(_SEAT, _SINCE)),
        _get(
            f"{TABLE}/log",
            "log",
            "Earlier lines of the log",
            tables.get_log,
            protocol.LogPage,
            *_SEAT_ERRORS,
            "busy",
            query=(_SEAT, _BEFORE, _LIMIT),
        ),
        _get(f"{TABLE}/stage/{{stage}}", "stage", "What never changes in the scene", tables.get_stage, json, "no_table", "no_page"),
        _get(f"{TABLE}/record", "record", "The record of a finished game", tables.get_record, json, "no_table", "not_over", "busy"),
        _command("sit", "Take a seat", protocol.Sit, command, "seat_taken", "bad_token", "held_another_seat", "over"),
        _command("leave", "Leave a seat", protocol.Leave, command, "over"),
        _command("rename", "Change the name", protocol.Rename, command, "bad_name"),
        _command("resign", "Resign", protocol.Resign, command, "illegal", "not_started", "over"),
        _command(
            "undo", "Undo an action, or ask to", protocol.Undo, command, "cannot_undo", "already_asked", "seat_left", "not_started", "over"
        ),
        _command("offer", "Offer to end the game", protocol.Offer, command, "already_asked", "seat_left", "not_started", "over"),
        _command("answer", "Answer a question", protocol.Answer, command, "nothing_asked", "seat_left"),
        _command("chat", "Send a chat message", protocol.Chat, tables.chat, "bad_name"),
        _post(f"{TABLE}/hint", "hint", "What a strong player would do", tables.get_hint, Hint, Advice, *_HINT_ERRORS, visitor=True),
        _post(
            f"{TABLE}/why_not",
            "why_not",
            "Why something cannot be chosen",
            tables.why_not,
            WhyNot,
            protocol.Why,
            *_WHY_ERRORS,
            visitor=True,
        ),
        _command("link", "Create a link to a seat or to the table", protocol.Link, tables.create_link, "earlier_device", "bad_option"),
        _command("watch", "See a private table by a link", protocol.Watch, tables.watch, "bad_token"),
        _command("end_device", "End a later device of your seat", protocol.EndDevice, command, "earlier_device", "no_device"),
        _get(DEVICES, "devices", "The devices of a seat", devices.list_devices, Devices, *_SEAT_ERRORS, query=(_OWN_SEAT,), visitor=True),
        _command("rematch", "Open a rematch", protocol.Rematch, tables.rematch, "not_over", "already_asked", "not_your_turn"),
    ]


def _get(path: str, name: str, summary: str, handler: Handler, answer: object, *refusals: str, **more: Any) -> Endpoint:  # noqa: ANN401
    return Endpoint("GET", path, name, summary, handler, answer, refusals=refusals, **more)


def _post(path: str, name: str, summary: str, handler: Handler, answer: type | str, body: type, *refusals: str, **more: Any) -> Endpoint:  # noqa: ANN401
    return Endpoint("POST", path, name, summary, handler, answer, body, refusals=refusals, **more)


def _record(name: str, path: str, summary: str, handler: Handler, answer: type, body: type, *refusals: str, **more: Any) -> Endpoint:  # noqa: ANN401
    given = {"visitor": True, "max_body": LARGE_BODY, **more}
    return _post(f"/api/{path}", name, summary, handler, answer, body, "bad_record", *refusals, **given)


def _command(name: str, summary: str, body: type, handler: Handler, *refusals: str) -> Endpoint:
    return _post(f"{TABLE}/{name}", name, summary, handler, protocol.Done, body, *_SEAT_ERRORS, "full", *refusals, **_KEYED)
