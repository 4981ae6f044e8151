"""Handlers about the games: options, rules, samples, lessons."""

from __future__ import annotations

from bestagon.bots.levels import elos, levels_of, slowed_levels
from bestagon.core import registry
from bestagon.core.errors import UnknownGame
from bestagon.core.game import Game
from bestagon.core.option import Option
from bestagon.server.content.lessons import lesson_view
from bestagon.server.content.previews import sample, setup_preview
from bestagon.server.content.printouts import print_document
from bestagon.server.content.rule_examples import example_pictures
from bestagon.server.errors import ApiError
from bestagon.server.http.context import Context
from bestagon.server.http.dispatch import Request, Response
from bestagon.server.jobs.content_jobs import Sliced, in_one_slice
from bestagon.server.protocol.games import ConditionInfo, GameInfo, OptionInfo, Preview, PrintChoice, SetupChoice, TipInfo
from bestagon.server.protocol.learn import Attempt, ExamplePicture, LessonView, Rules

ONE_HOUR = [(b"cache-control", b"public, max-age=3600"), (b"vary", b"accept-language")]


async def list_games(context: Context, request: Request) -> list[GameInfo]:
    """Return the games with their options and levels."""
    return [
        GameInfo(
            name=game.name,
            title=game.title,
            summary=game.translator(game.summary),
            players=list(game.players),
            usual_players=game.usual_players,
            minutes=game.minutes,
            options=[_option(game, option) for option in game.options],
            quick=dict(game.quick_options),
            levels=[level.name for level in levels_of(game.name)],
            elo=elos(game.name),
            slowed=slowed_levels(game.name),
            extra=not registry.is_ours(game),
            lessons=len(game.lessons()),
            seats=[game.seat_name(seat) for seat in range(max(game.players))],
            real_dice=game.real_dice,
            coach=[TipInfo(game.translator(tip.text), game.translator(tip.prompt), tip.beat, tip.about) for tip in game.coach()],
        )
        for game in registry.all_games().values()
    ]


async def get_rules(context: Context, request: Request) -> Rules:
    """Return a game's rules."""
    game = _game(request)
    pictures = await context.content.once(_pictures, game)
    return Rules(game.name, game.title, game.how_to_play(), game.rules(), pictures, len(game.lessons()))


async def get_sample(context: Context, request: Request) -> Response:
    """Return the scene of a game in the middle of play."""
    return Response((await context.content.once(sample, _game(request))).picture, b"application/json", ONE_HOUR)


async def get_moves(context: Context, request: Request) -> Response:
    """Return the actions that follow the scene of a game in the middle of play."""
    return Response((await context.content.once(sample, _game(request))).moves, b"application/json", ONE_HOUR)


async def get_setup(context: Context, request: Request) -> Preview:
    """Return how a game with some players and options begins."""
    body: SetupChoice = request.body
    work = in_one_slice(setup_preview, _game(request), body.players, body.options)
    return await context.content.run(work, request.visitor, request.network)


async def print_game(context: Context, request: Request) -> Response:
    """Return a game for paper as a PDF."""
    body: PrintChoice = request.body
    game = _game(request)
    pdf = await context.prints.make(in_one_slice(print_document, game, body), request.visitor, request.network)
    name = f'attachment; filename="{game.name}-{body.paper}.pdf"'.encode()
    return Response(pdf, b"application/pdf", [(b"cache-control", b"private, no-store"), (b"content-disposition", name)])


async def get_lesson(context: Context, request: Request) -> LessonView:
    """Return a lesson after some actions."""
    body: Attempt = request.body
    work = in_one_slice(lesson_view, _game(request), request.path_number("lesson"), body.actions)
    return await context.content.run(work, request.visitor, request.network)


def _pictures(game: Game) -> Sliced[list[ExamplePicture]]:
    return in_one_slice(example_pictures, game)


def _game(request: Request) -> Game:
    """Return the game in the path; ApiError if it does not exist."""
    try:
        return registry.game(request.params["game"])
    except UnknownGame as error:
        raise ApiError("no_game", str(error)) from None


def _option(game: Game, option: Option) -> OptionInfo:
    translate = game.translator
    words = [translate(label) if isinstance(label, str) else str(label) for label in option.labels or option.choices]
    return OptionInfo(
        name=option.name,
        text=translate(option.text),
        kind=option.kind(),
        default=option.default,
        choices=list(option.choices),
        words=words,
        low=option.low,
        high=option.high,
        data=option.data,
        needs=[ConditionInfo(one.option, list(one.values), list(one.choices)) for one in option.needs],
        pictured=list(option.pictured),
    )
