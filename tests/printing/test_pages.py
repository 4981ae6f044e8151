"""The PDFs as a reader sees them: formats, margins, sizes of cards, hexagons and letters, and that nothing is cut off."""

from __future__ import annotations

import io
import math
import re
from collections import Counter
from functools import cache
from typing import Any

import pdfplumber
import pypdfium2
import pytest
from PIL import ImageChops

from bestagon.core import registry
from bestagon.i18n import use_language
from bestagon.printing import PAPERS, job_document, make_pdf, print_job

MM = 72 / 25.4
UNPRINTABLE = 5.0
FORMATS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
OURS = ("pocket-hexes", "beerhex", "hex-roller", "hexagone", "hex-dice")
ONE_MAP = {"hex-dice": {"map": 8, "preset": 6}}
"""Options that leave out pages like others."""
every_printout = pytest.mark.parametrize(("paper", "language"), [("a4", "de"), ("letter", "en")])
every_game = pytest.mark.parametrize("game", OURS)
Page = Any
"""A page of pdfplumber, which has no types."""


@cache
def printed(game: str, paper: str = "a4", language: str = "en", players: int | None = None, copies: int = 1, **options: Any) -> bytes:
    with use_language(language):
        job = print_job(registry.game(game), players, options, paper, copies)
        return make_pdf(job_document(job))


def pages(game: str, *more: Any, **options: Any) -> list[Page]:
    return list(pdfplumber.open(io.BytesIO(printed(game, *more, **options))).pages)


def words(page: Page) -> str:
    return " ".join(page.extract_text().split())


def hexagons(page: Page) -> list[list[tuple[float, float]]]:
    """The hexagons drawn on a page, as corners in millimetres."""
    found = []
    for curve in page.curves:
        points = [(x / MM, y / MM) for x, y in curve["pts"]]
        corners = points[:-1] if points[0] == points[-1] else points
        if len(corners) == 6 and curve["stroke"]:
            found.append(corners)
    return found


def sides(corners: list[tuple[float, float]]) -> list[float]:
    return [math.dist(a, b) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)]


@every_printout
@every_game
def test_nothing_is_small_or_outside_the_printable_area(game: str, paper: str, language: str) -> None:
    pdf = printed(game, paper, language, **ONE_MAP.get(game, {}))
    for page in pdfplumber.open(io.BytesIO(pdf)).pages:
        assert sorted((page.width / MM, page.height / MM)) == pytest.approx(sorted(FORMATS[paper]), abs=0.05)
        for char in page.chars:
            assert char["size"] >= 7.95, (page.page_number, char["text"], char["size"])
    for number, page in enumerate(pypdfium2.PdfDocument(pdf), 1):
        picture = page.render(scale=2, grayscale=True).to_pil()
        edge = int(2 * UNPRINTABLE * MM)
        inside = ImageChops.invert(picture).getbbox()
        assert inside is not None, f"page {number} is empty"
        left, top, right, bottom = inside
        assert min(left, top, picture.width - right, picture.height - bottom) >= edge, (number, inside, picture.size)


@every_printout
@every_game
def test_how_to_play_is_one_page_with_all_of_its_text_and_pictures(game: str, paper: str, language: str) -> None:
    with use_language(language):
        guide = registry.game(game).how_to_play()
    first, second = pages(game, paper, language, **ONE_MAP.get(game, {}))[:2]
    title = guide.splitlines()[0].removeprefix("# ")
    assert words(first).startswith(title)
    assert title not in words(second)
    below = 25 * MM  # The title may be wider than a column.
    halves = [first.crop((0, below, first.width / 2, first.height)), first.crop((first.width / 2, below, first.width, first.height))]
    shown = letters("".join(half.extract_text() for half in halves))
    text = re.sub(r"!\[(.*)\]\(\d+\)", r"\1", guide)
    paragraphs = [letters(line) for line in re.split(r"\n\s*\n|\n(?=[-#])|\n(?=\d\.)", text) if not line.startswith(("|", "# "))]
    assert [one for one in paragraphs if one not in shown] == []
    assert len(first.curves) > 20, "the examples are drawn"


def letters(text: str) -> str:
    """A text without spaces, hyphens and numbers of lists."""
    return "".join(re.findall(r"[^\W\d_]", text))


@pytest.mark.parametrize("paper", list(PAPERS))
def test_cards_have_63_by_88_mm_and_backs_lie_behind_their_fronts(paper: str) -> None:
    found = pages("hexagone", paper)
    assert len(found) == 1 + 12 + 1
    fronts, backs = found[1:13:2], found[2:13:2]
    names = []
    for front, back in zip(fronts, backs, strict=True):
        cards = [rect for rect in front.rects if rect["width"] / MM == pytest.approx(63, abs=0.01)]
        assert len(cards) == 9
        assert all(rect["height"] / MM == pytest.approx(88, abs=0.01) for rect in cards)
        names += [word for word in words(front).split() if word[0] == "C" and word[1:].isdigit()]
        places = Counter((round(word["x0"]), round(word["top"])) for word in back.extract_words() if word["text"] == "hexaGONE")
        assert len(places) == 9
        # Turned over its long edge, every back lies behind a front.
        left = sorted(rect["x0"] for rect in cards)
        assert left[0] == pytest.approx(front.width - max(rect["x1"] for rect in cards), abs=0.01)
    assert sorted(names) == [f"C{n:02}" for n in range(1, 55)]


def test_the_back_of_an_incomplete_page_is_mirrored() -> None:
    deck = "C01 * 3\n g g\n\nC02 ** 4\n  g\n b g\n"
    found = pages("hexagone", data=deck)
    front, back = found[1:3]
    fronts = sorted(rect["x0"] for rect in front.rects if rect["width"] / MM == pytest.approx(63, abs=0.01))
    titles = sorted((word["x0"] + word["x1"]) / 2 for word in back.extract_words() if word["text"] == "hexaGONE")
    assert len(fronts) == len(titles) == 2
    middles = [back.width - (x + 31.5 * MM) for x in reversed(fronts)]
    assert titles == pytest.approx(middles, abs=0.5)


@pytest.mark.parametrize("paper", list(PAPERS))
def test_sixty_hexagons_of_equal_size_are_on_one_page(paper: str) -> None:
    page = pages("hexagone", paper)[-1]
    lengths = [side for corners in hexagons(page) for side in sides(corners)]
    cut = [corners for corners in hexagons(page) if min(sides(corners)) > 10]
    width = 26 / math.sqrt(3)
    outlines = [corners for corners in cut if sides(corners) == pytest.approx([width] * 6, abs=0.01)]
    assert len(outlines) == 60
    assert lengths
    assert "20 gray 20 cracked 12 blue 2 Swap 2 Draw 2 Bomb 2 Move" in words(page)


@pytest.mark.parametrize("paper", list(PAPERS))
@pytest.mark.parametrize(("game", "per_page", "sheets"), [("pocket-hexes", 4, 1), ("hex-roller", 2, 2)])
def test_score_sheets_fill_pages_and_have_equal_cells_without_coordinates(game: str, per_page: int, sheets: int, paper: str) -> None:
    for players, copies in ((1, 1), (4, 3)):
        found = pages(game, paper, "en", players, copies)[1:]
        assert len(found) == sheets * math.ceil(players * copies / per_page)
    page = pages(game, paper)[1]
    assert words(page).count("Name") == per_page
    cells = [corners for corners in hexagons(page) if min(sides(corners)) > 4]
    assert len(cells) >= 49 * per_page
    assert max(side for one in cells for side in sides(one)) - min(side for one in cells for side in sides(one)) < 0.02
    texts = {word["text"] for word in page.extract_words()}
    assert not {f"{letter}{n}" for letter in "abcdefghi" for n in range(1, 10)} & texts


def test_hex_dice_prints_both_maps_plain_and_with_every_layout() -> None:
    found = pages("hex-dice")
    assert len(found) == 3 + 7 + 2 * 7
    text = [words(page) for page in found]
    assert [sum(name in one for one in text) for name in ("Map 6", "Map 8", "Six Ponds", "The Whirl")] == [1, 1, 1, 1]
    for page in (found[4], found[-1]):
        cells = [corners for corners in hexagons(page) if min(sides(corners)) > 8]
        assert cells
        for corners in cells:
            assert sides(corners) == pytest.approx([16 / math.sqrt(3)] * 6, abs=0.01)


def test_options_choose_what_is_printed() -> None:
    one = pages("hex-dice", map=6, preset=2)
    assert len(one) == 4
    assert "Six Ponds" in words(one[-1])
    assert len(pages("hex-dice", map=8, terrain="none")) == 3 + 2
    assert len(pages("hexagone", kids=True)) == 1 + 8 + 1
    assert len(pages("hex-roller", side="back")) == 2
    assert "Clue tokens" not in words(pages("beerhex", clues=False)[-1])
    small = pages("pocket-hexes", sheet="small")[1]
    assert len([corners for corners in hexagons(small) if min(sides(corners)) > 4]) == 4 * 37


def test_own_sheets_decks_and_layouts_are_printed() -> None:
    flower = " . .\n. . .\n . .\n"
    assert len([one for one in hexagons(pages("pocket-hexes", data=flower)[1]) if min(sides(one)) > 4]) == 4 * 7
    rows = [
        "O . . . . . O"
        if n in (0, 12)
        else " ".join("O" if n == 6 and c in (0, 12) else "*" if n == 6 and c == 6 else "." for c in range(13 - abs(6 - n)))
        for n in range(13)
    ]
    layout = "name: #set page(fill: red)\nabout: $x$ *bold* `code` {title}\n\n" + "\n".join(
        " " * abs(6 - n) + row for n, row in enumerate(rows)
    )
    page = pages("hex-dice", map=6, data=layout)[-1]
    assert "#set page(fill: red)" in words(page), "a file is text, never markup of the typesetter"


@pytest.mark.parametrize("paper", list(PAPERS))
def test_beerhex_has_a_board_for_caps_and_labels_for_all_of_them(paper: str) -> None:
    guide, board, labels = pages("beerhex", paper)
    cells = [corners for corners in hexagons(board) if min(sides(corners)) > 15]
    assert len(cells) == 25
    for corners in cells:
        assert sides(corners) == pytest.approx([34 / math.sqrt(3)] * 6, abs=0.01)
    discs = [curve for curve in labels.curves if curve["width"] / MM == pytest.approx(24, abs=0.01) and curve["stroke"]]
    assert len(discs) == 52
    assert guide.page_number == 1


def test_a_game_without_a_printout_prints_its_rules_and_its_board() -> None:
    rules, board = pages("hex", size=5)
    assert "Hex, 2 players" in words(rules)
    assert len([corners for corners in hexagons(board) if min(sides(corners)) > 10]) == 25


def test_the_same_printout_is_the_same_file() -> None:
    first = printed("pocket-hexes")
    printed.cache_clear()
    assert printed("pocket-hexes") == first
