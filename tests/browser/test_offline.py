"""Offline the site still opens and shows the rules that were read before."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def test_rules_offline(page: Page) -> None:
    page.goto("/")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.get_by_role("link", name="BeerHex: Rules").click()
    expect(page.locator(".markdown h1").first).to_be_visible()
    read = page.locator(".rules").inner_text()
    page.context.set_offline(True)
    page.reload()
    expect(page.locator(".markdown h1").first).to_be_visible()
    assert page.locator(".rules").inner_text() == read
    page.context.set_offline(False)
