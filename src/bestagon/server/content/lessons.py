"""Tutorials over HTTP: the client sends the actions of a lesson so far and gets the next scene and text."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bestagon.core.errors import BadNotation, IllegalMove
from bestagon.core.game import Game
from bestagon.core.lesson import Lesson, Progress, follow
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
    answer = None if done else next(choice for choice in scene.choices if lesson.tasks[progress.done].counts(choice.text))
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
        stage=msgspec.Raw(scene_json.stage(game, masked)[1]),
        scene=scene_json.encode(msgspec.structs.replace(scene, choices=[]) if done else scene),
        cells=progress.touched,
    )


def _feedback(lesson: Lesson, progress: Progress) -> str:
    """Return the feedback on the latest action: praise, or advice if it did not count."""
    if not progress.right:
        return lesson.tasks[progress.done].advice
    return lesson.tasks[progress.done - 1].praise if progress.done else ""
