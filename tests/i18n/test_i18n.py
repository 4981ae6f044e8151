"""Every text that people read is translated into every language, through a catalogue of each game."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from tests.conformance.cases import Case, all_cases, random_step, shortcuts

from bestagon.core import registry
from bestagon.core.dice import fast
from bestagon.core.game import Game
from bestagon.core.position import RESIGN, SPECTATOR
from bestagon.core.story import story
from bestagon.i18n import ENGLISH, LANGUAGES, Translator, language, translate, use_language
from bestagon.scene.beats import Card
from bestagon.scene.model import Scene, Stage

SOURCE = Path(__file__).resolve().parents[2] / "src" / "bestagon"
FOREIGN = [language for language in LANGUAGES if language != ENGLISH]
MARKED = "xx"
"""A language without catalogues, in which every text is put between quotation marks."""
OURS = [game for game in registry.all_games().values() if game.translator.package.startswith("bestagon.games.")]
every_catalogue = pytest.mark.parametrize("words", [translate, *(game.translator for game in OURS)], ids=lambda words: words.package)
every_language = pytest.mark.parametrize("language", FOREIGN)


def sources(words: Translator) -> list[Path]:
    """The modules whose texts a catalogue holds: those of a game, or all that belong to none."""
    if words is translate:
        return [path for path in SOURCE.rglob("*.py") if SOURCE / "games" not in path.parents]
    return list(SOURCE.joinpath(*words.package.split(".")[1:-1]).rglob("*.py"))


def said(tree: ast.AST) -> Iterator[str]:
    """The texts in calls of `translate` and `translate.plural`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            one = isinstance(node.func, ast.Name) and node.func.id == "translate"
            many = isinstance(node.func, ast.Attribute) and node.func.attr == "plural"
            texts = node.args[:1] if one else node.args[1:] if many else []
            yield from (text.value for text in texts if isinstance(text, ast.Constant) and isinstance(text.value, str))


def offered(game: Game) -> set[str]:
    """The texts of a form for a new table."""
    words = [label for option in game.options for label in option.labels or option.choices if isinstance(label, str)]
    return {game.summary, *(option.text for option in game.options), *words}


def taught(game: Game) -> set[str]:
    """The texts of the tutorial and of the pictures of the rules."""
    tasks = [task for lesson in game.lessons() for task in lesson.tasks]
    said = {text for task in tasks for text in (task.words, task.praise, task.advice) if text}
    return (
        said
        | {lesson.title for lesson in game.lessons()}
        | {example.words for example in game.examples()}
        | {tip.text for tip in game.coach()}
    )


def parts(template: str) -> set[tuple[str | None, str | None]]:
    return {(name, conversion) for _, name, _, conversion in string.Formatter().parse(template) if name is not None}


@every_language
@every_catalogue
def test_a_catalogue_is_complete_and_holds_nothing_else(words: Translator, language: str) -> None:
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sources(words)]
    wanted = {text for tree in trees for text in said(tree)}
    wanted |= {text for game in OURS if game.translator is words for text in offered(game) | taught(game)}
    written = {node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    entries = words.catalogue(language)
    assert wanted - set(entries) == set()
    assert set(entries) - written == set()
    assert [text for text, entry in entries.items() if parts(text) != parts(entry) or not entry.strip()] == []


def skeleton(rules: str) -> list[str]:
    """The headings, clauses, rulings, columns and words of the notation of a text of rules."""
    return re.findall(r"^#+ (?:\d+)?|^- [\d.]+|\*\*\[|\||`[^`]+`", rules, re.MULTILINE)


@every_language
@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_the_rules_have_the_same_clauses_in_every_language(game: Game, language: str) -> None:
    english = game.rules()
    with use_language(language):
        own = game.rules()
    assert own != english
    assert skeleton(own) == skeleton(english)


def stage_texts(stage: Stage) -> Iterator[str]:
    yield from (player.name for player in stage.players)
    yield from (board.title for board in stage.boards)
    yield from (tray.title for tray in stage.trays)
    yield from stage.legend.values()
    for grid in stage.grids:
        yield from (side.name for side in grid.sides)
        yield from (area.words for area in grid.areas)
        yield from (cell.name for cell in grid.cells)
    yield from card_texts(stage.cards.values())


def card_texts(cards: Iterable[Card]) -> Iterator[str]:
    for card in cards:
        yield from (card.title, card.text, *(text for row in card.rows for text in row))


def scene_texts(scene: Scene) -> Iterator[str]:
    yield scene.prompt
    yield from (choice.label for choice in scene.choices)
    yield from (line.text for lines in scene.score_breakdown for line in lines)
    yield from (effect.text for effect in scene.effects.values())
    yield from card_texts(scene.cards.values())
    for facts in (scene.facts, *(seat.facts for seat in scene.seats)):
        yield from (*facts, *facts.values())


def unmarked(text: str) -> str:
    """Return the rest of a text without the parts from a catalogue: at most signs and numbers."""
    while "«" in text:
        text = re.sub(r"«[^«»]*»", "", text, count=1)
    return re.sub(r"[^a-zäöüß]", "", text.lower())


def check(texts: Iterator[str]) -> None:
    assert [text for text in texts if unmarked(text)] == []


@pytest.mark.parametrize("case", [case for case in all_cases() if case.game.translator is not translate], ids=str)
def test_all_that_is_shown_comes_from_a_catalogue(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[tuple[Translator, str]] = set()

    def missing(self: Translator, english: str) -> str:
        asked.add((self, english))
        return f"«{english}»"

    monkeypatch.setattr(Translator, "missing", missing)
    game, position, dice = case.game, case.started(7), fast(70)
    with use_language(MARKED):
        game.stage(position)
        check(stage_texts(game.stage(position)))
        check(iter([game.describe(position, 0, RESIGN, SPECTATOR)]))
        check(beat.text for beat in game.tell_start(position, SPECTATOR))
        while True:
            if dice.below(6) == 0 or position.over:
                for viewer in range(SPECTATOR, case.players):
                    view = position.copy()
                    view.mask(viewer)
                    check(scene_texts(game.scene(view, viewer)))
            if position.over:
                break
            before = position.copy()
            seat, action = random_step(position, dice, resign=True, avoid=shortcuts(case), every=200)
            for viewer in (SPECTATOR, seat):
                check(iter([game.describe(before, seat, action, viewer)]))
                check(beat.text for beat in story(game, before, position, seat, action, viewer).beats)
    for words, english in asked:
        assert all(english in words.catalogue(language) for language in FOREIGN)


def test_a_text_without_an_entry_stays_english() -> None:
    words = Translator("somewhere.else", {"de": {"{count} cap": "{count} Kronkorken"}})
    assert language() == ENGLISH
    with use_language("de"):
        assert words("Nobody is {where}.", where="here") == "Nobody is here."
        assert words.plural(1, "{count} cap", "{count} caps") == "1 Kronkorken"
        assert words.plural(2, "{count} cap", "{count} caps") == "2 caps"
        with use_language(ENGLISH):
            assert words.plural(1, "{count} cap", "{count} caps") == "1 cap"
        assert language() == "de"
    assert language() == ENGLISH
