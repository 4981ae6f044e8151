"""Reconnection: the page reports a lost connection, reconnects and continues where it was."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect
from tests.browser.robot_player import BOT, open_table, settled
from tests.server.serving import serving


def test_table_continues_after_a_server_restart(browser: Browser, client: Path, tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", client=str(client), bots=1) as server:
        port = server.port
        context = browser.new_context(reduced_motion="reduce", base_url=f"http://127.0.0.1:{port}")
        page = context.new_page()
        table = open_table(page, "beerhex", {}, [{"kind": "me"}, BOT])
        settled(page)
        page.locator(".item.next").first.click()
    expect(page.locator(".banner")).to_contain_text("Connection lost")
    with serving(tmp_path / "tables.db", port=port, client=str(client), bots=1):
        expect(page.locator(".banner")).to_have_count(0, timeout=20_000)
        page.locator(".cell.next").first.click()
        expect(page.locator(".log")).to_contain_text("Places a cap")
        assert page.url.endswith(table)
    context.close()
