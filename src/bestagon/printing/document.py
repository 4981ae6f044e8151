"""What a game prints, collected and arranged on pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final

from msgspec import Struct

from bestagon.core.errors import BadOption
from bestagon.core.game import Game
from bestagon.core.lesson import Example
from bestagon.core.option import Value
from bestagon.i18n import translate
from bestagon.printing.boards import board_pages
from bestagon.printing.cards import card_pages
from bestagon.printing.markdown import blocks
from bestagon.printing.paper import PAPERS, Page, Paper, TextBox
from bestagon.printing.pdf import document_bytes
from bestagon.printing.pictures import draw_picture
from bestagon.printing.sheets import sheet_pages
from bestagon.printing.tokens import token_pages
from bestagon.scene.grids import part_of
from bestagon.scene.printout import PrintBoard, PrintCards, PrintPart, PrintPicture, PrintSheet, PrintText, PrintTokens

MAX_COPIES: Final = 20
MAX_PAGES: Final = 120
"""Of one PDF, which takes about 3 s."""
TEXT_MARGIN: Final = 13.0
FIELD_CELLS: Final = 19
"""A board with more cells is cut down to those that an example is about."""


class PrintJob(Struct, frozen=True):
    """What to print: a checked game with the options that were chosen, not their defaults."""

    game: Game
    players: int
    options: dict[str, Value]
    paper: Paper
    copies: int = 1


def print_job(game: Game, players: int | None, given: Mapping[str, object], paper: str, copies: int) -> PrintJob:
    """Return a checked job; BestagonError says what is wrong."""
    count = game.check_players(players)
    full = game.complete(count, given)
    game.setup(count, full)
    if paper not in PAPERS:
        raise BadOption(translate("paper is one of {names}, not {paper}", names=", ".join(PAPERS), paper=repr(paper)))
    if not 1 <= copies <= MAX_COPIES:
        raise BadOption(translate("copies are 1 to {most}, not {copies}", most=MAX_COPIES, copies=copies))
    return PrintJob(game, count, {name: full[name] for name in given}, PAPERS[paper], copies)


def job_document(job: PrintJob) -> bytes:
    """Return the pages of a job as the input of the template, in the current language; BadOption if they are too many."""
    game = job.game
    parts = [how_to_play(game), *game.printed(job.players, job.options)]
    pages = arrange(parts, job.paper, job.players, job.copies)
    if len(pages) > MAX_PAGES:
        raise BadOption(
            translate("these are {pages} pages: print fewer copies, so that there are at most {most}", pages=len(pages), most=MAX_PAGES)
        )
    return document_bytes(game.title, pages)


def arrange(parts: Sequence[PrintPart], paper: Paper, players: int, copies: int) -> list[Page]:
    """Return the pages of all parts: texts once, a sheet for every player, everything else once for every copy."""
    pages: list[Page] = []
    for kind, group in groupby(parts, type):
        if kind is PrintTokens:
            pages += token_pages([part for part in group if isinstance(part, PrintTokens)], paper) * copies
            continue
        for part in group:
            if isinstance(part, PrintSheet):
                pages += sheet_pages(part, paper, players * copies)
            elif isinstance(part, PrintCards):
                pages += card_pages(part, paper) * copies
            elif isinstance(part, PrintBoard):
                pages += board_pages(part, paper) * copies
            elif isinstance(part, PrintText):
                pages.append(_text_page(part, paper))
    return pages


def _text_page(part: PrintText, paper: Paper) -> Page:
    if part.long:
        return Page(paper, flow=blocks(part.text))
    size = (paper.width - 2 * TEXT_MARGIN, paper.height - 2 * TEXT_MARGIN)
    text = TextBox(TEXT_MARGIN, TEXT_MARGIN, *size, blocks(part.text), 14, columns=2)
    return Page(paper, texts=(text,), pictures={str(number): draw_picture(picture) for number, picture in part.pictures.items()})


def how_to_play(game: Game) -> PrintText:
    """Return a game on one page with drawn examples, or all of its rules if it has no such page."""
    guide = game.how_to_play()
    if not guide:
        return PrintText(game.rules(), long=True)
    numbers = [block["number"] for block in blocks(guide) if block["kind"] == "picture"]
    examples = game.examples()
    return PrintText(guide, {number: _picture(game, examples[number - 1]) for number in numbers if number <= len(examples)})


def _picture(game: Game, example: Example) -> PrintPicture:
    position = example.place.open(game)
    position.mask(example.place.seat)
    stage, scene = game.stage(position), game.scene(position, example.place.seat)
    board = stage.boards[0]
    cells = scene.boards[board.id].cells
    marks = tuple(mark.removeprefix(board.id) for mark in example.marks.split())
    items = [item for tray in scene.trays.values() for item in tray if item.id in example.marks.split()]
    grid = stage.grids[board.grid]
    used = {*marks, *(name for name, state in cells.items() if state.kind not in ("printed", "cross", "base"))}
    if grid.crop:
        grid = part_of(grid, used, 0)
    elif example.near:
        grid = part_of(grid, marks, example.near)
    elif len(grid.cells) > FIELD_CELLS and not grid.sides and not grid.areas:
        grid = part_of(grid, used, 1)
    return PrintPicture(
        grid,
        cells,
        game.translator(example.words),
        marks,
        stage.players,
        tuple((item.kind, item.label, item.count) for item in items if item.id not in stage.figures),
        tuple((item.label, stage.figures[item.id]) for item in items if item.id in stage.figures),
    )
