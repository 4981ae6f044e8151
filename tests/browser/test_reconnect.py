"""Connections that break: the page says so, tries again and goes on where it was."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect
from tests.browser.hands import BOT, open_table, settled
from tests.server.serving import serving


def test_a_table_goes_on_after_the_server_was_away(browser: Browser, client: Path, tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", client=str(client), bots=1) as server:
        port = server.port
        context = browser.new_context(reduced_motion="reduce", base_url=f"http://127.0.0.1:{port}")
        page = context.new_page()
        table = open_table(page, "beerhex", {}, [{"kind": "me"}, BOT])
        settled(page)
        page.locator(".thing.next").first.click()
    expect(page.locator(".banner")).to_contain_text("Connection lost")
    with serving(tmp_path / "tables.db", port=port, client=str(client), bots=1):
        expect(page.locator(".banner")).to_have_count(0, timeout=20_000)
        page.locator(".cell.next").first.click()
        expect(page.locator(".log")).to_contain_text("Gold places a cap")
        assert page.url.endswith(table)
    context.close()
