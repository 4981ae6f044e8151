"""Tutorials: every lesson of every game can be completed by any accepted actions, and all kinds of actions occur."""

from __future__ import annotations

import re

import pytest

from bestagon.core import registry
from bestagon.core.actions import legal_actions
from bestagon.core.errors import BadNotation, IllegalMove
from bestagon.core.game import Game
from bestagon.core.lesson import Lesson, Snapshot, Task, follow

KINDS = {
    "pocket-hexes": (r"d\d+ [a-z]\d", "score", "skip", "reroll"),
    "beerhex": (r"^\w\d own$", r"^\w\d other$", "clue$", "^attack", "^declare$", "^cannot$", "^concede$", "^start "),
    "hex-roller": (r"^take \d$", r"^take \d \+1$", r"^take \d bonus$", r"^[a-k]\d$", "^2 ", "^red . green .$", "^done$"),
    "hexagone": (
        *("^gray", "^cracked", "^end$", "^claim", "^move", "^to", "^swap", "^with", "^bomb .* draw$", "^draw$"),
        *("^discard", "^pass$", "^return", "^exchange$"),
    ),
    "hex-dice": (
        *("^base", "^(keep|reroll)", "^deploy", r"^\w+-\w+$", r"^\w+\*\w+$", "guard$", r"^\w\d+ reroll$", "^become"),
        *("^decline$", "^(forest|lake|tower|mountain)"),
    ),
}
"""The kinds of actions that each game has, and that its tutorial lets people do."""
MOST = 4
"""Continuations followed from each task; the first step after it is tried for all."""
LESSONS = [(game, n) for game in registry.all_games().values() for n in range(len(game.lessons()))]
each = pytest.mark.parametrize(("game", "n"), LESSONS, ids=lambda value: value.name if isinstance(value, Game) else str(value + 1))


def good(game: Game, lesson: Lesson, actions: list[int | str]) -> list[str]:
    """Return the accepted actions after some accepted ones, in notation."""
    position = follow(game, lesson, actions).position
    seat = lesson.place.seat
    texts = [game.action_text(position, seat, action) for action in legal_actions(position, seat)]
    return [text for text in texts if lesson.tasks[len(actions)].counts(text)]


def walks(game: Game, lesson: Lesson) -> list[list[str]]:
    """Return many ways through a lesson."""
    ways: list[list[str]] = [[]]
    for n in range(len(lesson.tasks)):
        more = []
        for way in ways:
            found = good(game, lesson, [*way])
            assert found, f"nothing counts after {way}"
            more += [[*way, text] for text in (found if n == len(lesson.tasks) - 1 else [*found[:MOST], found[-1]])]
        ways = more[:: max(1, len(more) // 60)]
    return ways


@each
def test_a_lesson_can_be_done(game: Game, n: int) -> None:
    lesson = game.lessons()[n]
    for way in walks(game, lesson):
        progress = follow(game, lesson, way)
        assert progress.right
        assert progress.done == len(lesson.tasks)


@each
def test_every_action_named_is_legal_when_it_is_asked_for(game: Game, n: int) -> None:
    lesson = game.lessons()[n]
    for number, task in enumerate(lesson.tasks):
        found = {text for way in walks(game, Lesson(lesson.title, lesson.place, lesson.tasks[: number + 1])) for text in way[-1:]}
        for pattern in task.good:
            assert any(Task("", (pattern,)).counts(text) for text in found), pattern


@each
def test_a_wrong_action_is_answered_with_advice_and_not_played(game: Game, n: int) -> None:
    lesson = game.lessons()[n]
    way: list[int | str] = []
    for task in lesson.tasks:
        position = follow(game, lesson, way).position
        texts = [game.action_text(position, lesson.place.seat, action) for action in legal_actions(position, lesson.place.seat)]
        wrong = [text for text in texts if not task.counts(text)]
        if wrong:
            assert task.advice, task.words
            progress = follow(game, lesson, [*way, wrong[0]])
            assert (progress.right, progress.done) == (False, len(way))
            assert progress.position.to_bytes() == position.to_bytes()
            with pytest.raises(IllegalMove, match="nothing can follow"):
                follow(game, lesson, [*way, wrong[0], texts[0]])
        way.append(next(text for text in texts if task.counts(text)))


@each
def test_a_lesson_names_no_coordinates(game: Game, n: int) -> None:
    dice = {"d4", "d6", "d8", "d10", "d12", "d20"}
    for task in game.lessons()[n].tasks:
        for text in (task.words, task.praise, task.advice):
            assert set(re.findall(r"\b[a-q]\d{1,2}\b", text)) <= dice, text


@pytest.mark.parametrize("name", KINDS)
def test_a_tutorial_has_every_kind_of_action(name: str) -> None:
    game = registry.game(name)
    done = {text for lesson in game.lessons() for way in walks(game, lesson) for text in way}
    for kind in KINDS[name]:
        assert any(re.search(kind, text) for text in done), kind


def test_a_bad_action_is_named() -> None:
    game = registry.game("beerhex")
    lesson = game.lessons()[0]
    with pytest.raises(BadNotation, match="action 1: 'z9 own'"):
        follow(game, lesson, ["z9 own"])
    with pytest.raises(IllegalMove, match="action 1: 'c3 own' is not legal"):
        follow(game, lesson, ["c3 own"])
    with pytest.raises(IllegalMove, match="action 1: 99999 is not legal"):
        follow(game, lesson, [99999])
    with pytest.raises(IllegalMove, match="action 3: the lesson has only 2 tasks"):
        follow(game, lesson, ["a1 own", "b1 other", "b2 own"])


def test_a_game_without_a_tutorial_needs_nothing() -> None:
    assert Game().lessons() == ()
    assert Snapshot("x").seat == 0
