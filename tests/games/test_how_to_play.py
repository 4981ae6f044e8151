"""One page a game: how to play it, in English and German, with pictures that exist."""

from __future__ import annotations

import re

import pytest

from bestagon.core import registry
from bestagon.core.game import Game
from bestagon.i18n import LANGUAGES, use_language

OURS = [game for game in registry.all_games().values() if registry.is_ours(game)]
PICTURE = re.compile(r"^!\[(.+)\]\((\d+)\)$", re.M)
MOST_WORDS = 420
"""Two minutes of reading."""


def guide(game: Game, language: str) -> str:
    with use_language(language):
        return game.how_to_play()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_every_game_has_a_page_that_is_read_in_two_minutes(game: Game, language: str) -> None:
    text = guide(game, language)
    assert text.startswith("# ")
    assert game.title in text.splitlines()[0]
    assert len(text.split()) <= MOST_WORDS
    assert "[ruling]" not in text
    assert not re.search(r"\b(?!d(?:4|6|8|10|12|20)\b)[a-o]\d{1,2}\b", text), "a page for players names no coordinates"


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_its_pictures_exist_and_are_the_same_in_all_languages(game: Game) -> None:
    shown = [[int(number) for _, number in PICTURE.findall(guide(game, language))] for language in LANGUAGES]
    assert shown[0]
    assert all(numbers == shown[0] for numbers in shown)
    assert all(1 <= number <= len(game.examples()) for number in shown[0])


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_the_pages_have_the_same_sections_in_all_languages(game: Game) -> None:
    counts = {guide(game, language).count("\n## ") for language in LANGUAGES}
    assert len(counts) == 1
    assert counts.pop() >= 5


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_a_page_says_how_long_a_game_takes_as_the_home_page_does(game: Game, language: str) -> None:
    opening = guide(game, language).split("\n\n")[1]
    assert [int(number) for number in re.findall(r"(\d+) [Mm]inute", opening)] == [game.minutes]


def test_a_game_without_a_page_has_none() -> None:
    assert registry.game("tictactoe").how_to_play() == ""
