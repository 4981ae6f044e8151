"""Time until pages are usable, and to paint an update of the largest board: `python benchmarks/painting.py`.

Chromium runs on this machine, the server in another process. A page is ready when its controls are there. An update is a view of
Hex Dice on map 8 (217 cells): `work` is the CPU time of the page's main thread for it, including painting, and `until painted`
the time from its arrival to the frame that shows it, including the wait for the next frame (16.7 ms apart). Animations are off;
they would paint more frames after the first.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from server import ROOT, Served

sys.path.insert(0, str(ROOT / "tools"))

from browser import chromium

REST = 120
"""Milliseconds within which an update is certainly painted; polling the page would slow it down."""
READY = """
const look = new MutationObserver(() => {
  if (!document.querySelector(".game .main, .table .cell")) return;
  window.ready = performance.now();
  look.disconnect();
});
look.observe(document, {subtree: true, childList: true});
"""
PAINTED = """
window.updates = [];
const given = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
Object.defineProperty(WebSocket.prototype, "onmessage", {set(handler) {
  given.set.call(this, handler && ((event) => {
    const began = performance.now();
    handler.call(this, event);
    requestAnimationFrame(() => {
      const after = new MessageChannel();
      after.port1.onmessage = () => window.updates.push(performance.now() - began);
      after.port2.postMessage(0);
    });
  }));
}});
"""


class Visitor:
    """A visitor with a browser context, whose moves bypass the page."""

    def __init__(self, browser: Browser, base: str) -> None:
        self.context: BrowserContext = browser.new_context(base_url=base, viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
        self._keys = 0
        self.post("/api/me", {})

    def post(self, path: str, body: object) -> Any:  # noqa: ANN401
        """Send a command and return the answer."""
        self._keys += 1
        answer = self.context.request.post(path, data=body, headers={"idempotency-key": f"{id(self)}-{self._keys}"})
        if not answer.ok:
            raise RuntimeError(answer.text())
        return answer.json()

    def act(self, table: str, seat: int, turn: int) -> bool:
        """Play a legal action; return whether there was one."""
        view = self.context.request.get(f"/api/tables/{table}/view?seat={seat}").json()
        choices = view["scene"].get("choices") or []
        if choices:
            action = choices[turn * 7919 % len(choices)][0]
            self.post(f"/api/tables/{table}/act", {"seat": seat, "action": action, "version": view["version"]})
        return bool(choices)


def told(name: str, values: list[float]) -> None:
    """Print median and percentile in milliseconds."""
    ordered = sorted(values)
    at = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    print(f"{name:<36} median {statistics.median(values):7.1f} ms   p95 {at:7.1f} ms   of {len(values)}")


def load(browser: Browser, base: str, times: int) -> list[float]:
    """Return the times until the home page is ready for new visitors."""
    found = []
    for _ in range(times):
        context = browser.new_context(base_url=base)
        page = context.new_page()
        page.add_init_script(READY)
        page.goto("/")
        page.wait_for_function("() => window.ready")
        found.append(float(page.evaluate("window.ready")))
        context.close()
    return found


def busy(session: Any) -> float:  # noqa: ANN401
    """Return the CPU time of the page's main thread in milliseconds."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(float(one["value"]) * 1000 for one in metrics if one["name"] == "TaskDuration")


def updates(browser: Browser, base: str, moves: int) -> tuple[list[float], list[float], list[float]]:
    """Return the time until the table is ready, and for each update the work and the time until it is painted."""
    ann, bob = Visitor(browser, base), Visitor(browser, base)
    made = ann.post("/api/tables", {"game": "hex-dice", "options": {"map": 8}, "seats": [{"kind": "me"}, {"kind": "link"}]})
    table = made["table"]
    bob.post(f"/api/tables/{table}/sit", {"token": made["invitations"]["1"]})
    page = ann.context.new_page()
    page.add_init_script(READY + PAINTED)
    page.goto(f"/t/{table}")
    page.wait_for_selector(".table .cell")
    session = ann.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    work, ready = [], []
    for turn in range(moves):
        before = busy(session)
        if not ann.act(table, 0, turn) and not bob.act(table, 1, turn):
            break
        page.wait_for_timeout(REST)
        work.append(busy(session) - before)
    painted = [float(one) for one in page.evaluate("window.updates")]
    for _ in range(5):
        page.reload()
        page.wait_for_function("() => window.ready")
        ready.append(float(page.evaluate("window.ready")))
    return ready, work, painted


def main() -> None:
    """Measure and print everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=60)
    parser.add_argument("--loads", type=int, default=10)
    given = parser.parse_args()
    program = chromium()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playing:
        server = Served(f"sqlite:///{Path(folder) / 'tables.db'}")
        browser = playing.chromium.launch(executable_path=program, args=["--no-sandbox"])
        try:
            base = f"http://127.0.0.1:{server.port}"
            told("home ready, first visit", load(browser, base, given.loads))
            ready, work, painted = updates(browser, base, given.moves)
            told("table of 217 cells ready", ready)
            told("update of 217 cells: work", work)
            told("update of 217 cells: until painted", painted)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
