"""A server with the built client, and a real browser."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Playwright, ViewportSize, sync_playwright
from tests.server.serving import Server, serving

from browser import chromium

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
ROOT = Path(__file__).resolve().parents[2]
NewPage = Callable[..., Page]


@pytest.fixture(scope="session")
def program() -> str:
    """The path of Chromium; `make test` installs one where there is none."""
    found = chromium()
    if not found:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("there is no Chromium: `make test` says why")
    return found


@pytest.fixture(scope="session")
def client() -> Path:
    """The built client."""
    subprocess.run([sys.executable, ROOT / "tools" / "client.py"], check=True)
    return ROOT / "client" / "dist"


# Playwright runs an event loop in this thread, which tests of other modules must not find: so it ends with each module.
@pytest.fixture(scope="module")
def playing() -> Iterator[Playwright]:
    with sync_playwright() as found:
        yield found


@pytest.fixture(scope="module")
def browser(program: str, playing: Playwright) -> Iterator[Browser]:
    found = playing.chromium.launch(executable_path=program, args=FLAGS)
    yield found
    found.close()


@pytest.fixture(scope="module")
def server(client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("browser") / "tables.db", client=str(client), bots=1) as found:
        yield found


def complains(message: ConsoleMessage) -> bool:
    """Whether a message tells of a mistake; a test that cuts a network knows that it is cut."""
    return message.type in ("error", "warning") and "ERR_INTERNET_DISCONNECTED" not in message.text


@pytest.fixture
def new_page(browser: Browser, server: Server) -> Iterator[NewPage]:
    """Makes pages, each of a visitor of its own; whatever they complain about fails the test."""
    pages: list[Page] = []
    troubles: list[str] = []

    def make(width: int = 1280, height: int = 800, scheme: str = "light", locale: str = "en-GB") -> Page:
        size = ViewportSize(width=width, height=height)
        address = f"http://127.0.0.1:{server.port}"
        context = browser.new_context(viewport=size, reduced_motion="reduce", base_url=address, locale=locale)
        context.set_default_timeout(15_000)
        page = context.new_page()
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        page.on("console", lambda message: troubles.append(message.text) if complains(message) else None)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        pages.append(page)
        return page

    yield make
    for page in pages:
        page.context.close()
    assert troubles == []


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """A page of one visitor."""
    return new_page()
