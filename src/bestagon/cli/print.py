"""`bestagon print`: a game for the kitchen table, as a PDF."""

from __future__ import annotations

from pathlib import Path

import click

from bestagon.cli.common import given_options, writing
from bestagon.core import registry
from bestagon.core.errors import BestagonError
from bestagon.i18n import LANGUAGES, use_language
from bestagon.printing import MAX_COPIES, PAPERS, check_printing, job_document, make_pdf, print_job


@click.command("print")
@click.argument("game")
@click.option("--out", "-o", required=True, type=click.Path(path_type=Path), help="The PDF: a name that ends in .pdf.")
@click.option("--paper", type=click.Choice(list(PAPERS)), default="a4", show_default=True, help="The format of the paper.")
@click.option("--copies", type=click.IntRange(1, MAX_COPIES), default=1, show_default=True, help="For how many games.")
@click.option("--players", "-p", type=int, help="Number of players; each gets a sheet.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="Print only what this option of the game needs; may be repeated."
)
@click.option("--data", metavar="FILE", help="Your own sheet, deck or map instead of the built-in one.")
@click.option("--language", type=click.Choice(LANGUAGES), default="en", show_default=True, help="The language of the pages.")
def print_command(
    game: str, out: Path, paper: str, copies: int, players: int | None, options: tuple[str, ...], data: str | None, language: str
) -> None:
    """Print GAME: how to play it, and its sheets, cards, boards and pieces to cut out."""
    if out.suffix.lower() != ".pdf":
        raise BestagonError(f"cannot tell the format of {out}: the name must end in .pdf")
    check_printing()
    found = registry.game(game)
    with use_language(language):
        job = print_job(found, players, given_options(found, options, data), paper, copies)
        pdf = make_pdf(job_document(job))
    with writing(out):
        out.write_bytes(pdf)
