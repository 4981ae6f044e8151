"""The report of `bestagon balance` in a real browser, from a file."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, ViewportSize

from bestagon.cli import main


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("balance") / "report.html"
    words = [
        "balance",
        "hex",
        "-o",
        "size=3",
        "--against",
        "swap=yes",
        "--levels",
        "random,search:10",
        "-n",
        "6",
        "--out",
        str(out),
        "-j",
        "1",
    ]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    return out


@pytest.mark.parametrize(("width", "height", "scheme"), [(390, 844, "dark"), (1440, 900, "light")])
def test_the_report_opens_without_complaints(browser: Browser, report: Path, width: int, height: int, scheme: str) -> None:
    context = browser.new_context(viewport=ViewportSize(width=width, height=height), offline=True)
    page = context.new_page()
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: None if request.url.startswith(("file:", "data:")) else complaints.append(request.url))
    page.goto(report.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator("section").count() >= 7
    for figure in page.locator("figure:not(:has(table))").all():
        box = figure.locator("svg").bounding_box()
        assert box is not None
        assert box["width"] <= width
        assert box["height"] > 40
    for section in page.locator("section").all():
        assert section.locator("li:visible").count() >= min(7, section.locator("li").count())
    # Sorting: a click sorts numbers from the largest, a second one from the smallest.
    table = page.locator("#uses table").first
    times = table.locator("th", has_text="times a game")
    for order, word in ((True, "descending"), (False, "ascending")):
        times.locator("button").click()
        assert times.get_attribute("aria-sort") == word
        numbers = [float(text) for text in table.locator("tr td:nth-child(3)").all_inner_texts()]
        assert numbers == sorted(numbers, reverse=order)
    page.locator("#seats .hit").first.hover()
    assert "the first player" in page.locator("#tip").inner_text()
    before = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.locator("#theme").click()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != before
    assert complaints == []
    context.close()
