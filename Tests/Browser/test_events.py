"""The events page."""

import json

from playwright.sync_api import expect


def test_an_event_stands_there_in_words_and_as_json(hub, open_events):
    events = open_events()
    events.expect_live()
    party = hub.add("Ada Lovelace", 4, phone="+1 201 555 0123")
    row = events.row("added Ada Lovelace, party of 4")
    expect(row).to_have_count(1)
    expect(row.locator(".rev")).to_have_text("1")
    expect(row.locator(".who")).to_contain_text("owner d_")
    row.click()
    expect(row).to_have_attribute("aria-expanded", "true")
    opened = json.loads(events.page.locator("#opened-json").inner_text())
    assert opened["type"] == "tablecast.waitlist.added"
    assert opened["rev"] == 1
    assert opened["subject"] == party
    assert "5550123" not in json.dumps(opened)
    events.page.keyboard.press("Escape")
    expect(events.page.locator("#opened")).to_be_hidden()
    expect(row).to_be_focused()


def test_every_kind_of_event_is_said_with_the_name(hub, open_events):
    ada = hub.add("Ada", 4)
    grace = hub.add("Grace", 2)
    hub.mutate("waitlist.ready", party=ada)
    hub.mutate("waitlist.unready", party=ada)
    hub.mutate("waitlist.move", party=ada, after=grace)
    hub.mutate("waitlist.edit", party=ada, size=5)
    seated = hub.mutate("waitlist.seat", party=ada)
    hub.mutate("waitlist.undo", rev=seated["rev"])
    hub.mutate("waitlist.no_show", party=ada)
    hub.mutate("waitlist.restore", party=ada)
    hub.mutate("waitlist.cancel", party=ada)
    hub.mutate("waitlist.call_next")
    notice = hub.mutate("notice.post", text="Closing at ten", level="info")["result"]["notice"]
    hub.mutate("notice.clear", notice=notice)
    events = open_events()
    expect(events.page.locator(".what")).to_have_text(
        [
            "added Ada, party of 4",
            "added Grace, party of 2",
            "made Ada ready",
            "put Ada back to waiting",
            "moved Ada",
            "changed Ada: size",
            "seated Ada",
            "took back event 7, of Ada",
            "marked Ada a no-show",
            "restored Ada",
            "cancelled Ada",
            "made Grace ready",
            "posted a notice: Closing at ten",
            "cleared a notice",
        ]
    )


def test_nothing_scrolls_while_one_reads_and_a_button_brings_one_back(hub, open_events):
    events = open_events(viewport={"width": 1024, "height": 400})
    events.expect_live()
    for number in range(20):
        hub.add(f"Party{number}", 2)
    expect(events.rows).to_have_count(20)
    scroll = events.page.locator("#scroll")
    scroll.evaluate("element => { element.scrollTop = 0; }")
    events.rows.first.hover()
    for number in range(20, 23):
        hub.add(f"Party{number}", 2)
    fresh = events.page.locator("#fresh")
    expect(fresh).to_have_text("3 new")
    expect(events.rows).to_have_count(20)
    assert scroll.evaluate("element => element.scrollTop") == 0
    fresh.click()
    expect(events.rows).to_have_count(23)
    expect(events.rows.last).to_be_in_viewport()
    expect(fresh).to_be_hidden()


def test_it_starts_with_the_last_events_and_loads_earlier_ones(hub, open_events):
    for number in range(230):
        hub.add(f"Party{number}", 2)
    events = open_events()
    expect(events.rows).to_have_count(200)
    expect(events.rows.first.locator(".rev")).to_have_text("31")
    expect(events.rows.last).to_be_in_viewport()
    events.page.locator("#scroll").evaluate("element => { element.scrollTop = 0; }")
    events.page.get_by_role("button", name="Load earlier").click()
    expect(events.rows).to_have_count(230)
    expect(events.rows.first.locator(".rev")).to_have_text("1")
    expect(events.page.get_by_role("button", name="Load earlier")).to_be_hidden()


def test_filters_leave_what_matches(hub, open_events):
    ada = hub.add("Ada", 4)
    hub.add("Grace", 2)
    hub.mutate("waitlist.ready", party=ada)
    hub.mutate("notice.post", text="Closing at ten", level="info")
    events = open_events()
    expect(events.rows).to_have_count(4)
    visible = events.page.locator("li:visible .what")
    events.page.get_by_label("Contains").fill("ada")
    expect(visible).to_have_text(["added Ada, party of 4", "made Ada ready"])
    events.page.get_by_label("Contains").fill("")
    events.page.get_by_label("Board").select_option("notice")
    expect(visible).to_have_text(["posted a notice: Closing at ten"])
    expect(events.page.locator("#filter-count")).to_have_text("1 of 4 events")


def test_the_arrows_go_from_event_to_event(hub, open_events):
    for name in ("Ada", "Grace", "Edsger"):
        hub.add(name, 2)
    events = open_events()
    expect(events.rows).to_have_count(3)
    events.rows.last.focus()
    events.page.keyboard.press("Enter")
    expect(events.page.locator("#opened-title")).to_have_text("Event 3")
    events.page.keyboard.press("ArrowUp")
    expect(events.page.locator("#opened-title")).to_have_text("Event 2")
    expect(events.rows.nth(1)).to_be_focused()


def test_names_are_text(hub, open_events):
    hub.add("<img src=x onerror=\"document.title='run'\">", 2)
    events = open_events()
    expect(events.page.locator(".what")).to_have_text(
        ["added <img src=x onerror=\"document.title='run'\">, party of 2"]
    )
    assert events.page.title() == "Events · The Copper Pot"
