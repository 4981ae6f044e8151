"""PDFs: a document is JSON for the template, and typst makes the file in a process of its own.

typst keeps everything that it has ever laid out in memory, about 50 MB for each PDF, and cannot be interrupted; a process that ends
after one PDF gives the memory back and can be stopped.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Final

import msgspec

from bestagon.core.errors import BestagonError
from bestagon.i18n import language, translate
from bestagon.printing.paper import Page

TIMEOUT: Final = 60.0
"""Seconds after which typst is stopped."""
HOW_TO_INSTALL: Final = "pip install 'bestagon[print]'"


class NoPrinting(BestagonError):
    """The package that makes PDFs is not installed."""


class PrintDocument(msgspec.Struct, frozen=True):
    """The input of the template."""

    title: str
    language: str
    pages: Sequence[Page]
    """Different pages."""
    order: Sequence[int]
    """The index of every page to print."""


def can_print() -> bool:
    """Tell whether PDFs can be made here."""
    return importlib.util.find_spec("typst") is not None


def check_printing() -> None:
    """Raise NoPrinting, which says what to install, if PDFs cannot be made here."""
    if not can_print():
        raise NoPrinting(translate("Printing needs typst: run `{command}`.", command=HOW_TO_INSTALL))


def document_bytes(title: str, pages: Sequence[Page]) -> bytes:
    """Return the input of the template in the current language."""
    unlike = list({id(page): page for page in pages}.values())
    index = {id(page): n for n, page in enumerate(unlike)}
    return msgspec.json.encode(PrintDocument(title, language(), unlike, [index[id(page)] for page in pages]))


def command() -> list[str]:
    """Return the command that reads a document from its input and writes the PDF to its output."""
    folder = Path(str(resources.files("bestagon.printing")))
    # The file, not the module: importing the package would take longer than the PDF.
    return [sys.executable, "-P", str(folder / "typeset.py"), str(folder)]


def make_pdf(document: bytes) -> bytes:
    """Return a document as PDF; BestagonError if that fails."""
    check_printing()
    try:
        done = subprocess.run(command(), input=document, capture_output=True, timeout=TIMEOUT, check=False)
    except subprocess.TimeoutExpired:
        raise BestagonError(f"typst has not finished within {TIMEOUT:.0f} s") from None
    if done.returncode:
        raise BestagonError(f"typst failed: {done.stderr.decode(errors='replace').strip()[-500:]}")
    return done.stdout
