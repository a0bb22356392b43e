"""Today's reservations on the host's page: from the booking to the waiting list, to the table and back."""

import re

import pytest
from playwright.sync_api import expect

from evening import PHONE, clock, local, served, visit
from pages import WIDER, HostPage, at_each_size, expect_accessible, expect_at_rest, settled

pytestmark = pytest.mark.usefixtures("time")


@pytest.fixture
def hub():
    with served() as hub:
        yield hub


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


def test_the_hours_are_the_houses_whatever_the_browser_is_set_to(hub, open_today, new_page):
    hub.add("Bianchi")
    hub.reserve("Rossi", 30, 4)
    hub.do("add", title="Cleaning", start=local(30), minutes=30)
    book = visit(hub, new_page, "/planner", "host", locale="en-US")
    expect(book.locator(".event")).to_be_visible()
    today = open_today(locale="en-US")
    today.open_form()
    for page in (book, today.page):
        expect(page.locator("#clock")).to_have_text(re.compile(r"^\d\d:\d\d$"))
        settled(page)
        assert re.findall(r"\d\s[AP]M", page.locator("body").inner_text()) == []


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


def test_by_keys_the_cursor_goes_to_the_next_reservation(hub, open_today):
    for name, minutes in (("Rossi", 30), ("Bianchi", 40), ("Curie", 50)):
        hub.reserve(name, minutes)
    today = open_today()

    def enter(name, button):
        pressed = today.reservation(name).get_by_role("button", name=button)
        # An arrived party can be seated once the page has it.
        expect(pressed).not_to_have_attribute("aria-disabled", "true")
        pressed.focus()
        today.page.keyboard.press("Enter")

    enter("Rossi", "Arrived")
    expect(today.reservation("Bianchi").get_by_role("button", name="Arrived")).to_be_focused()
    enter("Bianchi", "Seat now")
    expect(today.reservation("Curie").get_by_role("button", name="Arrived")).to_be_focused()
    enter("Curie", "More")
    enter("Curie", "No-show")
    expect(today.panel.get_by_role("tabpanel")).to_be_focused()
    today.tab("Here")
    enter("Rossi", "Seat now")
    expect(today.reservation("Rossi")).to_contain_text("seated")
    expect(today.panel.get_by_role("tabpanel")).to_be_focused()


def test_late_reservations_are_marked_and_more_has_further_actions(hub, open_today):
    hub.reserve("Rossi", -20, 4, phone="+390612345678")
    hub.reserve("Bianchi", -5)
    today = open_today()
    expect(today.chip).to_have_text("Today 2 · 1 late")
    expect(today.reservation("Rossi")).to_contain_text("20 min late")
    expect(today.reservation("Bianchi")).not_to_contain_text("late")
    summary = today.panel.locator(".today-summary")
    expect(summary).to_contain_text("1 late, 20 min · Bianchi, 2: expected 5 min ago")
    expect(today.reservation("Bianchi")).to_contain_text("expected 5 min ago")
    hub.do("configure", lateMinutes=5)
    expect(today.reservation("Bianchi")).to_contain_text("5 min late")
    today.press("Rossi", "More")
    expect(today.reservation("Rossi").get_by_role("link", name="+390612345678")).to_be_visible()
    today.press("Rossi", "No-show")
    today.expect_counts(1, 0, 1)
    today.press("Bianchi", "More")
    today.press("Bianchi", "Cancel")
    today.expect_counts(0, 0, 2)
    today.press_toast("Undo")
    today.expect_counts(1, 0, 1)
    today.tab("Gone")
    expect(today.reservation("Rossi")).to_contain_text("no-show")
    today.press("Rossi", "Restore")
    today.expect_counts(2, 0, 0)
    hub.expect_reservation("Rossi", status="booked")


def test_a_reservation_is_made_and_changed_and_a_full_quarter_hour_asks_first(hub, open_today):
    today = open_today()
    expect(today.panel).to_contain_text("No reservations to come.")
    today.open_form()
    today.form.get_by_label("Name").fill("Curie")
    today.form.get_by_role("button", name="Reserve", exact=True).click()
    expect(today.form).to_contain_text("Choose how many people come.")
    expect(today.form).to_contain_text("Choose a time.")
    today.form.get_by_role("group", name="How many").get_by_role("button", name="3").click()
    today.form.get_by_label("Another time").fill(clock(60))
    today.form.get_by_role("button", name="Reserve", exact=True).click()
    expect(today.form).to_be_hidden()
    expect(today.toast).to_contain_text("Curie reserved")
    expect(today.reservation("Curie")).to_contain_text(clock(60))
    today.press("Curie", "More")
    today.press("Curie", "Change")
    expect(today.form).to_contain_text("Change the reservation")
    today.form.get_by_label("Table").fill("7")
    today.form.get_by_role("button", name="Save").click()
    expect(today.reservation("Curie")).to_contain_text("table 7")
    hub.expect_reservation("Curie", size=3)
    hub.do("configure", pacing=[{"covers": 4}])
    strip = today.panel.get_by_role("group", name="Covers per quarter hour against the limit")
    expect(strip).to_contain_text("3 of 4 covers")
    today.open_form()
    today.form.get_by_label("Name").fill("Rossi")
    today.form.get_by_role("group", name="How many").get_by_role("button", name="2").click()
    today.form.get_by_label("Another time").fill(clock(60))
    expect(today.form).to_contain_text("is full: 3 of 4 covers are taken")
    expect(today.form.get_by_role("button", name="Reserve", exact=True)).to_be_hidden()
    today.form.get_by_role("button", name="Reserve anyway").click()
    expect(today.reservation("Rossi")).to_contain_text("by exception")
    expect(strip).to_contain_text("5 of 4 covers")
    hub.expect_reservation("Rossi", override=True)


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


def test_no_row_moves_under_a_finger(hub, open_today):
    hub.reserve("Rossi", 30)
    today = open_today()
    button = today.reservation("Rossi").get_by_role("button", name="Arrived")
    expect(button).to_be_visible()
    expect_at_rest(today)
    box = button.bounding_box()
    today.page.mouse.move(box["x"] + 10, box["y"] + 10)
    today.page.mouse.down()
    hub.reserve("Bianchi", 20)
    settled(today.page, hub.view("planner/accounts")["rev"])
    # The change has arrived, but is not shown until the finger lifts.
    expect(today.reservation("Bianchi")).to_have_count(0)
    assert button.bounding_box() == box
    today.page.mouse.up()
    today.expect_names(waiting=["Rossi"])
    expect(today.reservation("Bianchi")).to_be_visible()


def test_a_board_that_is_switched_off_takes_its_panel_with_it(hub, open_today):
    today = open_today()
    expect(today.chip).to_have_text("Today 0")
    hub.mutate("house.configure", boards=[])
    expect(today.panel).to_be_hidden()
    expect(today.chip).to_be_hidden()
    today.expect_live()
    today.page.reload()
    today.expect_live()
    expect(today.page.locator(".panel")).to_have_count(0)


def test_the_panel_is_accessible_and_fits(hub, new_page):
    hub.do("configure", pacing=[{"covers": 6}])
    for number in range(12):
        hub.reserve(f"Guest {number}", 15 * number + 5, 2 + number % 3, override=True)
    hub.reserve("Wolfeschlegelsteinhausenbergerdorff", 31, 6, override=True, notes="x" * 200, table="4")
    hub.add("Bianchi")
    page = new_page(viewport=PHONE)
    page.goto(hub.link("host"))
    today = TodayPage(page)
    for language in ("en", "es"):
        page.goto(f"{hub.address}/host?lang={language}")
        expect(today.root).to_have_attribute("data-life", "live")
        expect(today.root).to_have_attribute("lang", language)
        today.unfold()
        expect(today.rows).to_have_count(13)
        for width, _ in at_each_size(page):
            assert page.evaluate(WIDER) == [], width
        today.rows.first.locator(".more").click()
        # Both languages have the same elements, so one is enough.
        if language == "en":
            expect_accessible(page)
        today.panel.locator(".today-reserve").click()
        expect(today.form).to_be_visible()
        # One tap chooses the hour, and the missing field scrolls into view.
        today.form.locator(".is-hours button").last.click()
        expect(today.form.locator(".is-quarters [aria-pressed=true]")).to_have_count(1)
        today.form.locator(".dialog-foot .action").click()
        problem = today.form.locator(".problem:not(:empty)").first
        expect(problem).to_be_in_viewport(ratio=1)
        for width, _ in at_each_size(page):
            assert page.evaluate(WIDER) == [], width
        if language == "en":
            expect_accessible(page)
