"""Today's reservations on the host's page: from the booking to the waiting list, to the table and back."""

import re

import pytest
from playwright.sync_api import expect

from evening import EveningHub, clock
from pages import SIZES, WIDER, HostPage, at_each_size, expect_accessible, settled
from planning import LONG
from stage import hub_fixture

pytestmark = pytest.mark.usefixtures("time")

hub = hub_fixture(EveningHub)


class TodayPage(HostPage):
    """The host's page with the sheet of its reservations open."""

    def __init__(self, page):
        super().__init__(page)
        self.chip = page.locator(".today-chip")
        self.panel = page.locator("dialog.today")
        self.form = page.locator("dialog.reserve")
        self.rows = self.panel.locator(".reservation")

    def unfold(self):
        self.chip.click()
        expect(self.panel).to_be_visible()
        return self

    def tab(self, name):
        self.panel.get_by_role("tab", name=re.compile(f"^{name}")).click()

    def expect_counts(self, coming, here, gone):
        tabs = self.panel.get_by_role("tab")
        expect(tabs).to_have_text([f"To come {coming}", f"Here {here}", f"Gone {gone}"])

    def reservation(self, name):
        return self.rows.filter(has_text=name)

    def press(self, name, button):
        self.reservation(name).get_by_role("button", name=button).click()

    def open_form(self):
        self.panel.get_by_role("button", name="Reserve", exact=True).click()
        expect(self.form).to_be_visible()


@pytest.fixture
def open_today(open_host):
    def open_page(**options):
        today = TodayPage(open_host(**options).page)
        today.expect_live()
        return today.unfold()

    return open_page


@pytest.mark.smoke
def test_an_arriving_party_goes_to_the_list_to_the_table_and_back(hub, open_today):
    hub.reserve("Rossi", 30, 4, table="12", notes="Birthday", phone="+390612345678")
    today, other = open_today(), open_today()
    for each in (today, other):
        row = each.reservation("Rossi")
        expect(row).to_contain_text(clock(30))
        expect(row).to_contain_text("table 12")
        expect(row).to_contain_text("Birthday")
        each.expect_counts(1, 0, 0)
    today.press("Rossi", "Arrived")
    for each in (today, other):
        each.expect_names(waiting=["Rossi"])
        each.expect_counts(0, 1, 0)
    party = hub.view("waitlist/host")["doc"]["parties"].popitem()[1]
    assert (party["size"], party["phone"], party["notes"]) == (4, "+390612345678", "Birthday")
    today.press_toast("Undo")
    for each in (today, other):
        each.expect_names(waiting=[])
        each.expect_counts(1, 0, 0)
    hub.expect_reservation("Rossi", status="booked")
    # *Seat now* adds a party and then seats it at its table.
    today.press("Rossi", "Seat now")
    for each in (today, other):
        each.expect_counts(0, 1, 0)
        each.tab("Here")
        expect(each.reservation("Rossi")).to_contain_text("seated")
    hub.expect_reservation("Rossi", status="seated")
    gone = hub.view("waitlist/host")["doc"]["gone"].popitem()[1]
    assert (gone["status"], gone["table"]) == ("seated", "12")
    # The two are one step for undo and redo.
    for button, counts, status in (("Undo", (1, 0, 0), "booked"), ("Redo", (0, 1, 0), "seated"), ("Undo", (1, 0, 0), "booked")):
        today.press_toast(button)
        for each in (today, other):
            each.expect_counts(*counts)
        hub.expect_reservation("Rossi", status=status)
    assert hub.view("waitlist/host")["doc"] == {"parties": {}, "gone": {}}


def test_reservations_are_made_changed_and_late_and_each_key_goes_to_the_next(hub, time, open_today):
    # The hours are the house's, whatever the browser is set to.
    today = open_today(locale="en-US")
    page = today.page
    expect(page.locator("#clock")).to_have_text(re.compile(r"^\d\d:\d\d$"))
    expect(today.panel).to_contain_text("No reservations to come.")
    today.open_form()
    today.form.get_by_label("Name").fill("Curie")
    today.form.get_by_role("button", name="Reserve", exact=True).click()
    expect(today.form).to_contain_text("Choose how many people come.")
    expect(today.form).to_contain_text("Choose a time.")
    # The missing field scrolls into view.
    expect(today.form.locator(".problem:not(:empty)").first).to_be_in_viewport(ratio=1)
    expect_accessible(page)
    today.form.get_by_role("group", name="How many").get_by_role("button", name="3").click()
    today.form.get_by_label("Another time").fill(clock(60))
    today.form.get_by_role("button", name="Reserve", exact=True).click()
    expect(today.toast).to_contain_text("Curie reserved")
    expect(today.reservation("Curie")).to_contain_text(clock(60))
    expect(page.locator("body")).not_to_contain_text(re.compile(r"\d\s[AP]M"), use_inner_text=True)
    today.press("Curie", "More")
    today.press("Curie", "Change")
    expect(today.form).to_contain_text("Change the reservation")
    today.form.get_by_label("Table").fill("7")
    today.form.get_by_role("button", name="Save").click()
    expect(today.reservation("Curie")).to_contain_text("table 7")
    hub.expect_reservation("Curie", size=3)

    # A full quarter hour asks first.
    hub.do("configure", pacing=[{"covers": 4}])
    strip = today.panel.get_by_role("group", name="Covers per quarter hour against the limit")
    expect(strip).to_contain_text("3 of 4 covers")
    today.open_form()
    today.form.get_by_label("Name").fill(LONG)
    today.form.get_by_role("group", name="How many").get_by_role("button", name="2").click()
    today.form.get_by_label("Another time").fill(clock(60))
    expect(today.form).to_contain_text("is full: 3 of 4 covers are taken")
    expect(today.form.get_by_role("button", name="Reserve", exact=True)).to_be_hidden()
    for size in at_each_size(page, [*SIZES, (1024, 768)]):
        assert page.evaluate(WIDER) == [], size
    today.form.get_by_role("button", name="Reserve anyway").click()
    expect(today.reservation(LONG)).to_contain_text("by exception")
    expect(strip).to_contain_text("5 of 4 covers")
    for size in at_each_size(page, [*SIZES, (1024, 768)]):
        assert page.evaluate(WIDER) == [], size
    hub.do("configure", pacing=None)

    # Late ones are marked, after the house's grace period.
    hub.reserve("Rossi", -20, 4, phone="+390612345678")
    hub.reserve("Bianchi", -5)
    expect(today.chip).to_have_text("Today 4 · 1 late")
    expect(today.reservation("Rossi")).to_contain_text("20 min late")
    expect(today.panel.locator(".today-summary")).to_contain_text("1 late, 20 min · Bianchi, 2: expected 5 min ago")
    hub.do("configure", lateMinutes=5)
    expect(today.reservation("Bianchi")).to_contain_text("5 min late")
    today.press("Rossi", "More")
    expect(today.reservation("Rossi").get_by_role("link", name="+390612345678")).to_be_visible()
    expect_accessible(page)

    # No row moves under a finger.
    button = today.reservation("Bianchi").get_by_role("button", name="Arrived")
    time.go_by(1)
    settled(page)
    box = button.bounding_box()
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    hub.reserve("Early", -60)
    settled(page, hub.view("planner/accounts")["rev"])
    # The change has arrived, but is not shown until the finger lifts.
    expect(today.reservation("Early")).to_have_count(0)
    assert button.bounding_box() == box
    page.mouse.up()
    today.expect_names(waiting=["Bianchi"])
    expect(today.reservation("Early")).to_be_visible()

    # By keys the cursor goes to the next reservation.
    def enter(name, button):
        pressed = today.reservation(name).get_by_role("button", name=button)
        # An arrived party can be seated once the page has it.
        expect(pressed).not_to_have_attribute("aria-disabled", "true")
        pressed.focus()
        page.keyboard.press("Enter")

    enter("Early", "Arrived")
    expect(today.reservation("Rossi").get_by_role("button", name="Arrived")).to_be_focused()
    enter("Rossi", "No-show")
    expect(today.reservation("Curie").get_by_role("button", name="Arrived")).to_be_focused()
    today.tab("Here")
    enter("Early", "Seat now")
    expect(today.reservation("Early")).to_contain_text("seated")
    today.tab("Gone")
    expect(today.reservation("Rossi")).to_contain_text("no-show")
    today.press("Rossi", "Restore")
    today.expect_counts(3, 2, 0)
    hub.expect_reservation("Rossi", status="booked")

    # A board that is switched off takes its panel with it.
    hub.mutate("house.configure", boards=[])
    expect(today.panel).to_be_hidden()
    expect(today.chip).to_be_hidden()
    page.reload()
    today.expect_live()
    expect(page.locator(".panel")).to_have_count(0)


def test_changes_without_the_hub_wait_and_are_sent(hub, time, open_today):
    hub.reserve("Rossi", 30)
    today = open_today()
    # The form comes a moment after the panel.
    time.go_by(1)
    expect(today.page.locator("dialog.reserve")).to_have_count(1)
    hub.kill()
    time.go_by(3)
    today.expect_not_live()
    today.press("Rossi", "Arrived")
    today.expect_counts(0, 1, 0)
    today.tab("Here")
    expect(today.reservation("Rossi")).to_contain_text("not sent yet")
    today.open_form()
    today.form.get_by_label("Name").fill("Curie")
    today.form.get_by_role("group", name="How many").get_by_role("button", name="2").click()
    today.form.get_by_label("Another time").fill(clock(60))
    today.form.get_by_role("button", name="Reserve", exact=True).click()
    # It does not wait for an answer, even if the page notices only now that the hub is gone.
    expect(today.form).to_be_hidden()
    today.tab("To come")
    expect(today.reservation("Curie")).to_contain_text("not sent yet")
    expect(today.page.locator("#waiting-changes")).to_have_text("2 changes not sent yet")
    hub.start()
    today.page.evaluate("window.dispatchEvent(new Event('online'))")
    today.expect_live()
    expect(today.panel.locator(".is-pending")).to_have_count(0)
    hub.expect_reservation("Rossi", status="arrived")
    hub.expect_reservation("Curie", status="booked")
