"""Second devices, links to watch and signing out, through the page."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.browser.conftest import NewPage
from tests.browser.page_fixtures import open_menu
from tests.browser.robot_player import BOT, open_table, seat_guests

ME = {"kind": "me", "name": "Ada"}
PANEL = ".devices"


def path(link: str) -> str:
    return link[link.index("/t/") :]


def show_devices(page: Page) -> None:
    open_menu(page)
    page.locator(f"{PANEL} > summary").click()


def test_a_second_device_is_announced_and_can_be_ended(new_page: NewPage) -> None:
    # The phone's console may complain: Chromium reports that the private table is gone for it in the end.
    host, guest, phone = new_page(), new_page(), new_page(390, 844).context.new_page()
    seat_guests(host, [guest], "beerhex", {})
    show_devices(guest)
    expect(guest.locator(f"{PANEL} li")).to_have_count(1)
    expect(guest.locator(f"{PANEL} li")).to_contain_text("This device")
    guest.get_by_role("button", name="Add a device").click()
    phone.goto(path(guest.get_by_label("Open this link on your other device").input_value()))
    expect(phone.locator(".who", has_text="you")).to_have_count(1)
    expect(guest.get_by_role("alert")).to_contain_text("Another device has joined your seat")
    expect(guest.locator(f"{PANEL} li")).to_have_count(2)
    expect(host.get_by_text("Another device")).to_have_count(0)
    show_devices(phone)
    expect(phone.locator(f"{PANEL} li")).to_have_count(2)
    expect(phone.get_by_role("button", name="End", exact=False).filter(has_text="Device")).to_have_count(0)
    expect(phone.get_by_role("button", name="Add a device")).to_have_count(0)
    guest.locator(PANEL).get_by_role("button", name="End").click()
    expect(phone.get_by_role("alert")).to_contain_text("has signed this device out")
    expect(phone.locator(".who", has_text="you")).to_have_count(0)
    expect(guest.locator(f"{PANEL} li")).to_have_count(1)
    guest.get_by_role("alert").get_by_role("button", name="Close").click()
    expect(guest.get_by_role("alert")).to_have_count(0)


def test_a_private_table_is_watched_by_its_link(new_page: NewPage) -> None:
    # The guest's console may complain: Chromium reports the refusal at the end there.
    host, guest = new_page(), new_page().context.new_page()
    open_table(host, "beerhex", {}, [ME, BOT])
    show_devices(host)
    link = host.get_by_label("Link to watch this table").input_value()
    guest.goto(path(link))
    expect(guest.locator(".table")).to_be_visible()
    assert "#" not in guest.url
    host.get_by_role("button", name="Replace the link to watch").click()
    expect(guest.locator(".notice")).to_contain_text("no such table")


def test_an_open_seat_of_a_private_table_is_taken_by_the_link(new_page: NewPage) -> None:
    host, guest = new_page(), new_page()
    open_table(host, "beerhex", {}, [ME, {"kind": "open"}])
    guest.goto(path(host.get_by_label("Link to this table").input_value()))
    guest.get_by_role("button", name="Take a seat").click()
    expect(guest.locator(".who", has_text="you")).to_have_count(1)


def test_signing_out_other_devices_keeps_the_seat(new_page: NewPage) -> None:
    page = new_page()
    open_table(page, "beerhex", {}, [ME, ME])
    before = page.context.cookies()[0]["value"]
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Sign out other devices").click()
    with page.expect_navigation():
        page.get_by_role("group", name="Sign out other devices").get_by_role("button", name="Sign out other devices").click()
    expect(page.locator(".table, .handover").first).to_be_visible()
    assert page.context.cookies()[0]["value"] != before
