"""An evening, as the people in the house see it."""

import pytest
from playwright.sync_api import expect

from pages import HostPage


def test_a_party_added_on_one_host_is_on_both_displays_and_the_other_host(open_host, open_display):
    door, bar = open_host(), open_host()
    entrance, terrace = open_display(), open_display()
    door.add("Ada Lovelace", 4)
    door.expect_names(waiting=["Ada Lovelace"])
    bar.expect_names(waiting=["Ada Lovelace"])
    for display in (entrance, terrace):
        display.expect_labels(waiting=["Ada L."], ready=[])
        expect(display.page.locator("#waiting .size")).to_have_text("4")
        display.expect_live()


@pytest.mark.smoke
def test_ready_then_seated_moves_a_party_through_every_screen(hub, open_host, open_display):
    door, bar = open_host(), open_host()
    display = open_display()
    door.add("Grace Hopper", 3)
    bar.row("Grace Hopper").wait_for()
    bar.step("Grace Hopper")
    door.expect_names(waiting=[], ready=["Grace Hopper"])
    display.expect_labels(waiting=[], ready=["Grace H."])
    expect(display.page.locator("#ready .called")).to_have_text("called just now")
    door.step("Grace Hopper")
    bar.expect_names(waiting=[], ready=[])
    expect(display.page.locator(".welcome")).to_be_visible()
    assert hub.parties() == []


def test_the_printed_links_lead_to_the_pages(hub, new_page):
    for name, path in (("host", "/host"), ("display", "/display"), ("events", "/events")):
        page = new_page()
        page.goto(hub.links[name])
        expect(page).to_have_url(hub.address + path)
        expect(page.locator("html")).to_have_attribute("data-life", "live")


def test_one_browser_may_be_several_screens(hub, new_page):
    page = new_page()
    page.goto(hub.link("host"))
    page.goto(hub.link("display"))
    expect(page.locator("html")).to_have_attribute("data-life", "live")
    page.goto(hub.address + "/host")
    host = HostPage(page)
    host.expect_live()
    host.add("Ada", 2)
    host.expect_names(waiting=["Ada"])
    expect(host.toast).to_contain_text("Ada added")
