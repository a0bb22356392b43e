"""The owner's setup: calendars, feeds, files, and the rules of reservations."""

import pytest
from playwright.sync_api import expect

from elsewhere import SetupPage, visit_setup
from evening import EveningHub, local, visit
from pages import axe_violations, settled
from stage import hub_fixture

FILE = "\r\n".join([
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Somebody//Something//EN", "X-WR-CALNAME:Suppliers",
    "BEGIN:VEVENT", "UID:1@example.org", "DTSTAMP:20260101T000000Z", "DTSTART:20260504T080000Z",
    "DTEND:20260504T090000Z", "SUMMARY:Fish", "END:VEVENT",
    "BEGIN:VEVENT", "UID:2@example.org", "DTSTAMP:20260101T000000Z", "SUMMARY:Never", "END:VEVENT",
    "BEGIN:VEVENT", "UID:3@example.org", "DTSTAMP:20260101T000000Z",
    "DTSTART;TZID=Atlantis/Capital:20260504T080000", "SUMMARY:Somewhere", "END:VEVENT",
    "END:VCALENDAR", "",
])

pytestmark = pytest.mark.usefixtures("time")

hub = hub_fixture(EveningHub)


def names(hub):
    return sorted(each["name"] for each in hub.view("planner/calendars")["doc"]["calendars"].values())


def expect_good_dialog(setup):
    expect(setup.dialog).to_be_visible()
    assert axe_violations(setup.page, "dialog[open]") == []


def test_the_owner_sets_calendars_feeds_and_files_up(hub, time, new_page):
    hub.do("add", title="Fish", start=local(60), minutes=60)
    setup = SetupPage(visit(hub, new_page, "/owner#planner", "owner"))
    setup.page.get_by_role("link", name="How long parties stay").click()
    setup.expect_live()
    setup.press("New calendar")
    setup.in_dialog("Save")
    expect(setup.dialog).to_contain_text("Give it a name.")
    expect_good_dialog(setup)
    setup.dialog.get_by_label("Name").fill("House")
    setup.in_dialog("Save")
    expect(setup.dialog).to_contain_text("There is a calendar of this name already.")
    setup.dialog.get_by_label("Name").fill("Kitchen")
    setup.dialog.get_by_role("radio", name="Orange").check()
    setup.dialog.get_by_role("radio", name="titles").check()
    setup.in_dialog("Save")
    expect(setup.calendars).to_have_count(3)
    expect(setup.calendars.last).to_contain_text("Orange · on televisions: titles")
    setup.press("Change: Kitchen")
    setup.dialog.get_by_label("Name").fill("Cooks")
    setup.in_dialog("Save")
    # The two that always exist can't be removed.
    expect(setup.page.get_by_role("button", name="Remove: ")).to_have_count(1)
    setup.press("Remove: Cooks")
    expect(setup.calendars).to_have_count(2)
    expect(setup.toast).to_contain_text("Cooks removed, with its events")
    setup.toast.get_by_role("button", name="Undo").click()
    expect(setup.calendars).to_have_count(3)
    hub.do("remove_calendar", calendar=next(
        key for key, row in hub.view("planner/calendars")["doc"]["calendars"].items() if row["name"] == "Cooks"))
    expect(setup.calendars).to_have_count(2)

    # An address without https is refused.
    setup.press("Connect a calendar")
    setup.dialog.get_by_label("Another CalDAV server").check()
    time.go_by(1)
    settled(setup.page)
    label = setup.page.locator("label:has(#connect-private)").inner_text().strip()
    for field, typed in (("Address of the server", "http://nas.local"), ("User", "chef"), ("App password", "x")):
        setup.dialog.get_by_label(field, exact=True).fill(typed)
    setup.in_dialog("Connect")
    expect(setup.page.locator("#connect-url-problem")).to_contain_text(f"tick “{label}”")
    expect_good_dialog(setup)
    setup.in_dialog("Close")

    # A feed is read until it is removed.
    expect(setup.page.locator("#feeds-none")).to_have_text("No feeds yet.")
    setup.press("New feed")
    setup.in_dialog("Make the feed")
    expect(setup.dialog).to_contain_text("Choose at least one calendar.")
    expect_good_dialog(setup)
    setup.dialog.get_by_label("Name").fill("Phones")
    setup.dialog.get_by_role("checkbox", name="House").check()
    setup.in_dialog("Make the feed")
    address = setup.page.locator("#code-address")
    expect(address).not_to_be_empty()
    expect(setup.page.locator("#code-image")).to_be_visible()
    time.go_by(1)
    settled(setup.page)
    path = address.inner_text().removeprefix(hub.address)
    assert path.startswith("/v1/main/planner/feed/")
    assert "SUMMARY:Fish" in hub.read(path)
    setup.in_dialog("Close")
    expect(setup.feeds).to_contain_text("House · everything")
    # It can be read again later.
    setup.page.reload()
    setup.press("Address and code: Phones")
    expect(address).to_have_text(hub.address + path)
    setup.in_dialog("Close")
    # The feed's address would be lost, so the page asks first.
    setup.press("Remove: Phones")
    setup.press("Keep the feed")
    setup.press("Remove: Phones")
    setup.press("Remove it")
    expect(setup.feeds).to_have_count(0)

    # A file is looked at, then imported, then taken back.
    setup.press("Import a file")
    setup.choose_file("<html>")
    expect(setup.dialog).to_contain_text("This file can’t be imported.")
    setup.choose_file(FILE)
    for said in ("2 new events, 0 changed, 0 unchanged", "1 event can’t be read", "Line 12:", "1 event is odd, and kept"):
        expect(setup.dialog).to_contain_text(said)
    expect_good_dialog(setup)
    assert names(hub) == ["House", "Reservations"]
    setup.in_dialog("Import 2 events")
    expect(setup.dialog).to_contain_text("Imported")
    expect(setup.calendars).to_have_count(3)
    assert names(hub) == ["House", "Reservations", "Suppliers"]
    setup.in_dialog("Undo the import")
    expect(setup.calendars).to_have_count(2)
    assert names(hub) == ["House", "Reservations"]


def test_the_rules_of_reservations_are_written_and_followed(hub, new_page):
    setup, other = visit_setup(hub, new_page), visit_setup(hub, new_page)
    form = setup.page.locator("#rules-form")
    expect(form).to_contain_text("There is no limit.")
    setup.press("Add a rule")
    expect(form.locator("button[aria-pressed]")).to_have_text(["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"])
    form.get_by_role("button", name="Save").click()
    expect(form).to_contain_text("Covers: a whole number from 1 to 500.")
    form.get_by_role("button", name="Friday").click()
    form.get_by_label("From").fill("19:00")
    form.get_by_label("To", exact=True).fill("22:00")
    form.get_by_label("Covers").fill("16")
    form.get_by_role("button", name="Save").click()
    expect(setup.toast).to_have_text("Saved.")
    rule = {"days": ["FR"], "from": "19:00", "to": "22:00", "covers": 16}
    assert hub.view("planner/settings")["doc"]["settings"]["pacing"] == [rule]
    expect(other.page.locator("#rules-form").get_by_label("Covers")).to_have_value("16")
    # Changes by others don't clear a problem shown here.
    late = form.get_by_label("Late after, minutes")
    late.fill("")
    form.get_by_role("button", name="Save").click()
    expect(late).to_have_attribute("aria-invalid", "true")
    hub.do("configure", pacing=None)
    expect(form).to_contain_text("There is no limit.")
    expect(late).to_have_attribute("aria-invalid", "true")
    # Both edit at the same time, and the last to save is asked.
    other.page.get_by_label("Late after, minutes").fill("20")
    hub.do("configure", lateMinutes=30)
    expect(other.page.locator("#rules-form")).to_contain_text("somebody else has changed this")
