"""Power cuts, hanging servers and lost sign-ins: pages show as live only what is live."""

import re

import pytest
from playwright.sync_api import expect

from pages import LivePage


def test_all_pages_come_back_by_themselves_and_a_hanging_server_is_not_taken_for_live(
    hub, open_host, open_display, open_events, open_owner, open_screens, new_page
):
    ticket = hub.mutate("waitlist.add", name="Ada", size=2)["result"]["ticket"]
    phone = new_page()
    phone.goto(f"{hub.address}/t/{ticket}")
    host, display, events, owner = open_host(), open_display(), open_events(), open_owner()
    pages = (host, display, events, owner, open_screens(), LivePage(phone))
    for name in ("Grace", "Edsger"):
        host.add(name, 2)
    host.step("Ada")
    display.expect_labels(waiting=["Grace", "Edsger"], ready=["Ada"])
    expect(host.toast).to_contain_text("Ada called")
    events.row("called Ada").wait_for()
    for page in pages:
        page.expect_live()
    # The stream of events alone would wait for half an hour; the other connection wakes it.
    events.page.evaluate(
        """() => {
            Math.random = () => {
                return new Error().stack.includes("/events/stream.js") ? 3600 : 0.1;
            };
        }"""
    )
    lose_the_hub(hub, pages, host, display, owner)
    hub.start()
    for page in pages:
        page.expect_live()
        # The lost connection is no longer shown.
        expect(page.page.locator("#announcer")).not_to_contain_text("Not connected")
    expect(owner.toast).to_have_text("Settings saved")
    display.expect_labels(waiting=["Grace", "Edsger"], ready=["Ada"])
    host.expect_names(waiting=["Grace", "Edsger"], ready=["Ada"])
    expect(events.row("called Ada")).to_have_count(1)
    expect(display.page.locator("#band")).to_be_hidden()
    host.add("Barbara", 5)
    display.expect_labels(waiting=["Grace", "Edsger", "Barbara"])
    events.row("added Barbara").wait_for()
    # A hub that says goodbye, and one that hangs.
    for end, begin in ((hub.stop, hub.start), (hub.pause, hub.resume)):
        end()
        for page in pages:
            page.expect_not_live()
        begin()
        for page in pages:
            page.expect_live()


def lose_the_hub(hub, pages, host, display, owner):
    hub.kill()
    for page in pages:
        page.expect_not_live()
    for page in (host, display):
        expect(page.page.locator("#announcer")).to_contain_text("Not connected")
    house = owner.go("house")
    house.get_by_label("Name", exact=True).fill("The Tin Pot")
    house.get_by_role("button", name="Save").click()
    expect(owner.toast).to_contain_text("Not connected")
    band = display.page.locator("#band")
    expect(band).to_have_text(re.compile(r"^Reconnecting – last updated \d\d:\d\d$"))
    expect(band).to_be_visible()
    expect(display.page.locator("#wait")).to_be_hidden()
    display.expect_labels(waiting=["Grace", "Edsger"], ready=["Ada"])


@pytest.mark.smoke
def test_changes_made_while_the_server_is_away_are_sent_once(hub, open_host, open_display):
    host, display = open_host(), open_display()
    host.add("Ada", 2)
    display.expect_labels(waiting=["Ada"])
    host.expect_settled()
    host.expect_live()
    hub.kill()
    host.expect_not_live()
    host.add("Grace", 3)
    host.step("Ada")
    host.expect_names(waiting=["Grace"], ready=["Ada"])
    expect(host.page.locator("#waiting-changes")).to_have_text("2 changes not sent yet")
    expect(host.row("Grace")).to_contain_text("not sent yet")
    # What is taken back is never sent.
    host.add("Bo", 2)
    host.expect_names(waiting=["Grace", "Bo"], ready=["Ada"])
    host.press_toast("Undo")
    host.expect_names(waiting=["Grace"], ready=["Ada"])
    # The others survive a reload.
    host.page.on("dialog", lambda dialog: dialog.accept())
    hub.start()
    host.page.reload()
    host.expect_live()
    host.expect_settled()
    display.expect_labels(waiting=["Grace"], ready=["Ada"])
    expect(host.page.locator("#waiting-changes")).to_have_text("")
    expect(host.row("Grace")).not_to_contain_text("not sent yet")
    assert [event["type"] for event in hub.events()] == [
        "tablecast.waitlist.added",
        "tablecast.waitlist.added",
        "tablecast.waitlist.readied",
    ]


def test_a_page_whose_sign_in_is_gone_says_so_and_stops(hub, open_host):
    host = open_host()
    host.expect_live()
    host.page.context.clear_cookies()
    hub.kill()
    hub.start()
    expect(host.root).to_have_attribute("data-life", "refused")
    expect(host.sign).to_have_text(re.compile("^As of .* signed out$"))
    expect(host.page.locator("#signed-out")).to_contain_text("tablecast link --role host")
