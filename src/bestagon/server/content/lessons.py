"""Tutorials over HTTP: the client sends the actions of a lesson so far and gets the next scene and text."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bestagon.core.errors import BadNotation, IllegalMove
from bestagon.core.game import Game
from bestagon.core.lesson import Lesson, Progress, follow
from bestagon.core.story import story
from bestagon.scene.beats import Beat
from bestagon.scene.model import Choice
from bestagon.server.errors import ApiError
from bestagon.server.protocol.learn import LessonView
from bestagon.server.tables import scene_json


def lesson_view(game: Game, number: int, actions: Sequence[int | str]) -> LessonView:
    """Return a lesson, counted from 1, after some actions; ApiError if there is no such lesson or an action is illegal."""
    lessons = game.lessons()
    if not 1 <= number <= len(lessons):
        have = f"its lessons are 1 to {len(lessons)}" if lessons else "it has none"
        raise ApiError("no_lesson", f"{game.title} has no lesson {number}: {have}")
    lesson = lessons[number - 1]
    try:
        progress = follow(game, lesson, actions)
    except (IllegalMove, BadNotation) as error:
        raise ApiError("illegal", str(error)) from None
    masked = progress.position.copy()
    masked.mask(lesson.place.seat)
    done = progress.done == len(lesson.tasks)
    scene = game.scene(masked, lesson.place.seat)
    good = [] if done else [choice for choice in scene.choices if lesson.tasks[progress.done].counts(choice.text)]
    answer = good[0] if good else None
    return LessonView(
        game=game.name,
        title=game.title,
        lessons=[game.translator(one.title) for one in lessons],
        lesson=number,
        seat=lesson.place.seat,
        done=progress.done,
        tasks=len(lesson.tasks),
        right=progress.right,
        words="" if done else game.translator(lesson.tasks[progress.done].words),
        said=game.translator(said) if (said := _feedback(lesson, progress)) else "",
        answer=answer.label if answer else "",
        picks=answer.picks if answer else (),
        touch=_common_picks(good),
        stage=msgspec.Raw(scene_json.stage(game, masked)[1]),
        scene=scene_json.encode(msgspec.structs.replace(scene, choices=[]) if done else scene),
        cells=progress.touched,
        beats=_beats(game, progress, lesson.place.seat),
    )


def _common_picks(good: Sequence[Choice]) -> tuple[str, ...]:
    """Return what every correct choice needs to be clicked, in the order of the first one."""
    if not good:
        return ()
    shared = set(good[0].picks).intersection(*[choice.picks for choice in good])
    return tuple(dict.fromkeys(pick for pick in good[0].picks if pick in shared))


def _beats(game: Game, progress: Progress, seat: int) -> tuple[Beat, ...]:
    """Return what the learner's latest action and the replies to it did."""
    stories = [story(game, one.before, one.after, one.seat, one.action, seat) for one in progress.played]
    return tuple(beat for told in stories for beat in told.beats)


def _feedback(lesson: Lesson, progress: Progress) -> str:
    """Return the feedback on the latest action: praise, or advice if it did not count."""
    if not progress.right:
        return lesson.tasks[progress.done].advice
    return lesson.tasks[progress.done - 1].praise if progress.done else ""
