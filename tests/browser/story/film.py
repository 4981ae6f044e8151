"""What a page tells, recorded by its own clock, and strips of screenshots.

The page's clock stands still but for `run`, so that the times of beats are exact on a busy machine, too.
With BESTAGON_SHOTS=DIRECTORY every film is saved there as one picture, with a screenshot for each beat.
"""

from __future__ import annotations

import base64
import os
import time
from dataclasses import dataclass
from pathlib import Path

import msgspec
from playwright.sync_api import Browser, Page, ViewportSize

SHOTS = os.environ.get("BESTAGON_SHOTS", "")
RECORD = """() => {
  window.film = [];
  const look = () => {
    const banner = document.querySelector(".prompt");
    if (!banner) return;
    const told = [...document.querySelectorAll("[data-id].told")];
    const kind = told.length ? /told-(\\w+)/.exec(told[0].getAttribute("class"))[1] : "";
    const now = {
      telling: banner.classList.contains("telling"),
      text: banner.querySelector(".headline").textContent,
      kind,
      ids: told.map((one) => one.dataset.id),
      shown: told.map((one) => one.getAttribute("aria-label") ?? ""),
      ticket: document.querySelector(".verdict-ticket")?.textContent ?? "",
      points: [...document.querySelectorAll(".seat .points")].map((one) => Number(one.lastChild.textContent)),
      sheet: document.querySelector(".owner")?.textContent.trim() ?? "",
    };
    const last = film[film.length - 1];
    if (last && JSON.stringify({...last, at: 0}) === JSON.stringify({...now, at: 0})) return;
    film.push({...now, at: performance.now()});
  };
  const all = {subtree: true, childList: true, characterData: true, attributes: true};
  new MutationObserver(look).observe(document.querySelector(".table"), all);
}"""
STEP = 100 if SHOTS else 1000
"""Milliseconds of the page's clock between two looks at it: none of the pictures may be missed."""
PATIENCE = 30
"""Seconds until what was played must reach the page."""
STRIP = (
    """<body style="margin: 0; background: #777"><div style="display: flex; gap: 6px; padding: 6px; width: max-content">PICTURES</div>"""
)


@dataclass(frozen=True)
class Shot:
    """What a page shows for a while: the banner, what is told, and the scores."""

    telling: bool
    text: str
    kind: str
    ids: tuple[str, ...]
    shown: tuple[str, ...]
    """What the ids are, for screen readers."""
    ticket: str
    points: tuple[int, ...]
    sheet: str
    """Whose sheet is large, where everybody has one."""
    seconds: float


class Film:
    """A page whose clock stands still between the scenes that it records."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._pictures: list[bytes] = []
        page.clock.install()

    def start(self) -> None:
        """Stop the clock of the opened page, and begin to record."""
        self._page.clock.pause_at(time.time() + 3600)
        self._page.evaluate(RECORD)

    def run(self) -> list[Shot]:
        """Let the page tell what was just played, and return what it told."""
        self._wait_for("film.length > 0")
        seen = 0
        while True:
            entries = self._page.evaluate("film")
            if SHOTS and len(entries) > seen:
                self._pictures.append(self._page.screenshot())
            seen = len(entries)
            if not entries[-1]["telling"]:
                break
            self._page.clock.run_for(STEP)
        self._page.evaluate("film.length = 0")
        ends = [entry["at"] for entry in entries[1:]]
        seconds = [(end - entry["at"]) / 1000 for entry, end in zip(entries, ends, strict=False)]
        return [msgspec.convert({**entry, "seconds": each}, Shot) for entry, each in zip(entries, seconds, strict=False)]

    def save(self, browser: Browser, name: str) -> None:
        """Save the pictures side by side, if BESTAGON_SHOTS is set."""
        if not SHOTS:
            return
        pictures = [f'<img src="data:image/png;base64,{base64.b64encode(one).decode()}">' for one in self._pictures]
        page = browser.new_page(viewport=ViewportSize(width=800, height=600))
        page.set_content(STRIP.replace("PICTURES", "".join(pictures)))
        page.locator("div").screenshot(path=Path(SHOTS) / f"{name}.png")
        page.close()

    def _wait_for(self, condition: str) -> None:
        """Wait by this process's clock: the page's own does not run."""
        deadline = time.monotonic() + PATIENCE
        while not self._page.evaluate(condition):
            assert time.monotonic() < deadline, f"the page does not show what was played: {condition}"
            time.sleep(0.02)
