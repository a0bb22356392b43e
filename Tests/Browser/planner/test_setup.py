"""The owner's setup: calendars, feeds, files, and the rules of reservations."""

import pytest
from playwright.sync_api import expect

from evening import local, served, visit
from pages import LivePage, settled

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


@pytest.fixture
def hub():
    with served() as hub:
        yield hub


class SetupPage(LivePage):
    def __init__(self, page):
        super().__init__(page)
        self.toast = page.locator("#toast")
        self.calendars = page.locator("#calendars .thing")
        self.feeds = page.locator("#feeds .thing")
        self.dialog = page.locator("dialog[open]")

    def press(self, name):
        self.page.get_by_role("button", name=name, exact=True).click()

    def in_dialog(self, name):
        self.dialog.get_by_role("button", name=name, exact=True).click()

    def choose_file(self, text, name="suppliers.ics"):
        file = {"name": name, "mimeType": "text/calendar", "buffer": text.encode()}
        self.page.locator("#import-file").set_input_files(file)


@pytest.fixture
def open_setup(hub, new_page):
    def open_page(**options):
        setup = SetupPage(visit(hub, new_page, "/planner/setup", "owner", **options))
        expect(setup.root).to_have_attribute("data-life", "live")
        return setup

    return open_page


def names(hub):
    return sorted(each["name"] for each in hub.view("planner/calendars")["doc"]["calendars"].values())


def test_calendars_are_added_changed_removed_and_restored(hub, open_setup):
    setup, other = open_setup(), open_setup()
    setup.press("New calendar")
    setup.in_dialog("Save")
    expect(setup.dialog).to_contain_text("Give it a name.")
    setup.dialog.get_by_label("Name").fill("House")
    setup.in_dialog("Save")
    expect(setup.dialog).to_contain_text("There is a calendar of this name already.")
    setup.dialog.get_by_label("Name").fill("Kitchen")
    setup.dialog.get_by_role("radio", name="Orange").check()
    setup.dialog.get_by_role("radio", name="titles").check()
    setup.in_dialog("Save")
    for each in (setup, other):
        expect(each.calendars).to_have_count(3)
        expect(each.calendars.last).to_contain_text("Kitchen")
        expect(each.calendars.last).to_contain_text("Orange · on televisions: titles")
    other.page.get_by_role("button", name="Change: Kitchen").click()
    other.dialog.get_by_label("Name").fill("Cooks")
    other.in_dialog("Save")
    expect(setup.calendars.last).to_contain_text("Cooks")
    # The two that always exist can't be removed.
    expect(setup.page.get_by_role("button", name="Remove: ")).to_have_count(1)
    setup.page.get_by_role("button", name="Remove: Cooks").click()
    for each in (setup, other):
        expect(each.calendars).to_have_count(2)
    expect(setup.toast).to_contain_text("Cooks removed, with its events")
    setup.toast.get_by_role("button", name="Undo").click()
    for each in (setup, other):
        expect(each.calendars).to_have_count(3)
    assert names(hub) == ["Cooks", "House", "Reservations"]


def test_a_feed_is_read_until_it_is_removed_and_an_address_without_https_is_refused(hub, open_setup):
    hub.do("add", title="Fish", start=local(60), minutes=60)
    setup = open_setup()
    setup.press("Connect a calendar")
    setup.dialog.get_by_label("Another CalDAV server").check()
    settled(setup.page)
    label = setup.page.locator("label:has(#connect-private)").inner_text().strip()
    for field, typed in (("Address of the server", "http://nas.local"), ("User", "chef"), ("App password", "x")):
        setup.dialog.get_by_label(field, exact=True).fill(typed)
    setup.in_dialog("Connect")
    expect(setup.page.locator("#connect-url-problem")).to_contain_text(f"tick “{label}”")
    setup.in_dialog("Close")
    expect(setup.page.locator("#feeds-none")).to_have_text("No feeds yet.")
    setup.press("New feed")
    setup.in_dialog("Make the feed")
    expect(setup.dialog).to_contain_text("Choose at least one calendar.")
    setup.dialog.get_by_label("Name").fill("Phones")
    setup.dialog.get_by_role("checkbox", name="House").check()
    setup.in_dialog("Make the feed")
    address = setup.page.locator("#code-address")
    expect(address).not_to_be_empty()
    expect(setup.page.locator("#code-image")).to_be_visible()
    settled(setup.page, 0)
    path = address.inner_text().removeprefix(hub.address)
    assert path.startswith("/v1/main/planner/feed/")
    assert "SUMMARY:Fish" in hub.read(path)
    setup.in_dialog("Close")
    expect(setup.feeds).to_contain_text("House · everything")
    # It can be read again later.
    setup.page.reload()
    setup.page.get_by_role("button", name="Address and code: Phones").click()
    expect(address).to_have_text(hub.address + path)
    setup.in_dialog("Close")
    # The feed's address would be lost, so the page asks first.
    setup.page.get_by_role("button", name="Remove: Phones").click()
    setup.page.get_by_role("button", name="Keep the feed").click()
    setup.page.get_by_role("button", name="Remove: Phones").click()
    setup.page.get_by_role("button", name="Remove it").click()
    expect(setup.feeds).to_have_count(0)


def test_a_file_is_looked_at_then_imported_then_taken_back(hub, open_setup):
    setup = open_setup()
    setup.press("Import a file")
    setup.choose_file("<html>")
    expect(setup.dialog).to_contain_text("This file can’t be imported.")
    setup.choose_file(FILE)
    expect(setup.dialog).to_contain_text("2 new events, 0 changed, 0 unchanged")
    expect(setup.dialog).to_contain_text("1 event can’t be read")
    expect(setup.dialog).to_contain_text("Line 12:")
    expect(setup.dialog).to_contain_text("1 event is odd, and kept")
    assert names(hub) == ["House", "Reservations"]
    setup.in_dialog("Import 2 events")
    expect(setup.dialog).to_contain_text("Imported")
    expect(setup.calendars).to_have_count(3)
    assert names(hub) == ["House", "Reservations", "Suppliers"]
    setup.in_dialog("Undo the import")
    expect(setup.calendars).to_have_count(2)
    assert names(hub) == ["House", "Reservations"]


def test_the_rules_of_reservations_are_written_and_followed(hub, open_setup):
    setup, other = open_setup(), open_setup()
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


def test_the_owners_page_leads_to_the_rules(hub, new_page):
    page = visit(hub, new_page, "/owner#planner", "owner")
    link = page.get_by_role("link", name="How long parties stay")
    expect(link).to_have_attribute("href", "/planner/setup")
