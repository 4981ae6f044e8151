"""Games for paper: the pages, before they are made into a PDF."""

from __future__ import annotations

from bestagon.core.errors import BestagonError
from bestagon.core.game import Game
from bestagon.printing import job_document, print_job
from bestagon.server.errors import ApiError
from bestagon.server.protocol.games import PrintChoice


def print_document(game: Game, choice: PrintChoice) -> bytes:
    """Return what a visitor has chosen as the input of `make_pdf`, in the current language; ApiError if it is not possible."""
    try:
        return job_document(print_job(game, choice.players or None, choice.options, choice.paper, choice.copies))
    except BestagonError as error:
        raise ApiError("bad_option", str(error)) from None
