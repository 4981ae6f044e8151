"""Fixtures: a server with the built client, and a real browser."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Playwright, ViewportSize, expect, sync_playwright
from tests.browser.seeded_entropy import ENTROPY
from tests.server.serving import Server, serving

from browser import chromium

PLAYWRIGHT_DISABLES = (
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable"),
    *("LensOverlay", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect"),
    *("TcpPortRandomizationWin", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"),
)
"""What Playwright switches off itself: Chromium obeys only the last list of disabled features."""
ADDRESS_BAR = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "SpareRendererForSitePerProcess")
"""Two pages for the address bar and a spare process, which Chromium starts for each window: a quarter of the CPU of opening a page."""
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking"),
    f"--disable-features={','.join((*PLAYWRIGHT_DISABLES, *ADDRESS_BAR))}",
]
ROOT = Path(__file__).resolve().parents[2]
NewPage = Callable[..., Page]
SET_ONCE = """try {
  if (!localStorage.getItem("bestagon.NAME")) localStorage.setItem("bestagon.NAME", 'VALUE');
} catch {
  // A blank page has no storage.
}"""


@pytest.fixture(scope="session")
def program() -> str:
    """Return the path of Chromium, which `make test` installs if necessary."""
    found = chromium()
    if not found:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("Chromium is not installed; `make test` installs it or says why it cannot")
    return found


@pytest.fixture(scope="session")
def client() -> Path:
    """Build the client and return its directory."""
    subprocess.run([sys.executable, ROOT / "tools" / "client.py"], check=True)
    return ROOT / "client" / "dist"


class SharedBrowser:
    """One Chromium for all tests of this folder: starting it takes three seconds of CPU."""

    def __init__(self) -> None:
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None

    def started(self, program: str) -> Browser:
        """Return the browser, and start it if it is not running."""
        if self._browser is None or not self._browser.is_connected():
            self._playwright = self._playwright or sync_playwright().start()
            self._browser = self._playwright.chromium.launch(executable_path=program, args=FLAGS)
        return self._browser

    def stop(self) -> None:
        """End the browser, and the event loop that Playwright runs in this thread: it would break asyncio tests of other folders."""
        if self._browser is not None:
            self._browser.close()
        if self._playwright is not None:
            self._playwright.stop()
        self._browser = self._playwright = None


SHARED = SharedBrowser()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """End the browser before a test of another folder runs; pytest has no scope for a folder that is not a package."""
    if nextitem is None or Path(__file__).parent not in nextitem.path.parents:
        SHARED.stop()


@pytest.fixture
def browser(program: str) -> Browser:
    return SHARED.started(program)


PATIENCE = 15_000
"""Milliseconds until a page that does not show what it should fails: with three browsers at work, five seconds can be too few."""
expect.set_options(timeout=PATIENCE)


@pytest.fixture(autouse=True)
def same_dice(request: pytest.FixtureRequest) -> None:
    ENTROPY.begin(request.node.nodeid)


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest, client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    # The key of the server, from which bots get their dice.
    ENTROPY.begin(request.node.nodeid)
    with serving(tmp_path_factory.mktemp("browser") / "tables.db", entropy=ENTROPY, client=str(client), bots=1) as found:
        yield found


def is_complaint(message: ConsoleMessage) -> bool:
    """Tell whether a console message reports a fault; tests that go offline cause disconnection errors on purpose."""
    return message.type in ("error", "warning") and "ERR_INTERNET_DISCONNECTED" not in message.text


@pytest.fixture
def new_page(browser: Browser, server: Server) -> Iterator[NewPage]:
    """Return a function that opens pages, each for a new visitor; any console error fails the test."""
    pages: list[Page] = []
    complaints: list[str] = []

    def make(
        width: int = 1280,
        height: int = 800,
        scheme: str = "light",
        locale: str = "en-GB",
        speed: str = "off",
        coach: bool = False,
        expected: str | None = None,
    ) -> Page:
        """Open a page; console errors that contain the `expected` text are caused by the test."""
        size = ViewportSize(width=width, height=height)
        address = f"http://127.0.0.1:{server.port}"
        context = browser.new_context(viewport=size, reduced_motion="reduce", base_url=address, locale=locale)
        context.set_default_timeout(PATIENCE)
        # Most tests are not about how others' actions are told, and would wait for it; nor are they about the coach.
        for name, value in (("speed", f'"{speed}"'), ("coach", "true" if coach else "false")):
            context.add_init_script(SET_ONCE.replace("NAME", name).replace("VALUE", value))
        page = context.new_page()

        def note(message: ConsoleMessage) -> None:
            if is_complaint(message) and (expected is None or expected not in message.text):
                complaints.append(message.text)

        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        page.on("console", note)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        pages.append(page)
        return page

    yield make
    for page in pages:
        page.context.close()
    assert complaints == []


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """Open a page for one visitor."""
    return new_page()
