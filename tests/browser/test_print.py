"""The print button: it downloads a PDF with the chosen options, and says why it cannot."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pdfplumber
import pytest
from playwright.sync_api import Browser, Download, Page, expect
from tests.browser.conftest import NewPage
from tests.server.serving import Server

PATIENCE = 60_000
"""Milliseconds for a PDF on a busy machine."""


def pages(download: Download) -> list[tuple[float, float]]:
    found = pdfplumber.open(io.BytesIO(Path(download.path()).read_bytes())).pages
    return [(round(page.width), round(page.height)) for page in found]


def test_rules_have_a_button_that_downloads_the_game(new_page: NewPage) -> None:
    page = new_page(locale="en-US")
    page.goto("/rules/pocket-hexes")
    expect(page.get_by_role("combobox", name="Paper")).to_have_value("letter")
    with page.expect_download(timeout=PATIENCE) as first:
        page.get_by_role("button", name="Print (PDF)").click()
    assert first.value.suggested_filename == "pocket-hexes.pdf"
    assert pages(first.value) == [(612, 792)] * 2
    page.get_by_role("combobox", name="Paper").select_option("a4")
    with page.expect_download(timeout=PATIENCE) as second:
        page.get_by_role("button", name="Print (PDF)").click()
    assert pages(second.value) == [(595, 842)] * 2


def test_a_new_table_prints_what_is_chosen(page: Page) -> None:
    page.goto("/new/hex-roller")
    page.get_by_role("combobox", name="Sheet").select_option("back")
    with page.expect_download(timeout=PATIENCE) as download:
        page.get_by_role("button", name="Print (PDF)").click()
    assert len(pages(download.value)) == 2


def test_a_server_that_cannot_print_says_so(browser: Browser, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    # A context of its own: the browser reports the refused request as an error.
    context = browser.new_context(base_url=f"http://127.0.0.1:{server.port}", locale="en-GB")
    page = context.new_page()
    page.goto("/rules/beerhex")
    with page.expect_response("**/print?*") as answer:
        page.get_by_role("button", name="Print (PDF)").click()
    assert answer.value.status == 409
    expect(page.get_by_role("alert")).to_contain_text("bestagon[print]")
    context.close()
