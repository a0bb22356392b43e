"""The planner's book: turning pages, planning, moving, series, reservations, offline, on paper."""

import re
from datetime import date, datetime

import pytest
from playwright.sync_api import expect

from blank import Finger
from hub import eventually
from pages import SIZES, WIDER, at_each_size, expect_accessible, settled
from planning import DAY, LONG, PHONE, TABLET, ZONE, BookPage, PlannerHub, monday, today
from stage import hub_fixture


hub = hub_fixture(PlannerHub)
pytestmark = pytest.mark.usefixtures("time")


@pytest.fixture
def open_book(hub, new_page):
    def open_book(path="/planner", role="host", page=None, **options):
        options.setdefault("viewport", TABLET)
        options.setdefault("locale", "en-GB")
        page = page or new_page(**options)
        page.context.request.get(hub.link(role))
        page.goto(hub.address + path)
        book = BookPage(page)
        book.expect_live()
        # Includes the dialogs that open by a key.
        settled(page)
        return book

    return open_book


def later_this_week(days=1):
    """A day of this week that is not today."""
    first = monday()
    return first + DAY * ((today().weekday() + days) % 7)


def new_event(book, date):
    return book.day(date).get_by_role("button", name=re.compile("New event"))


def titles(hub):
    return sorted(title for _, title in hub.occurrences())


def local_starts(hub, day):
    """The starts of a day's events, in local time."""
    rows = [row for row in hub.week(day)["occurrences"].values() if row["firstDay"] == day.isoformat()]
    return [datetime.fromisoformat(row["start"]).astimezone(ZONE).isoformat() for row in rows]


def test_a_week_is_planned_by_keys_alone(hub, open_book):
    first, day = monday(), later_this_week()
    hub.mutate("house.configure", languages=["en", "es"])
    hub.plan("New year", date(2027, 1, 1), "00:30")
    hub.plan("Wine", day, "10:00")
    book = open_book()
    expect(book.page.locator(".day.is-today")).to_have_count(1)
    expect(book.day(today())).to_have_class(re.compile("is-today"))
    # The heads stay visible and cover what scrolls under them.
    heads = "heads => heads.map((each) => getComputedStyle(each).backgroundColor)"
    assert "rgba(0, 0, 0, 0)" not in book.page.locator(".day-head").evaluate_all(heads)
    # Another week and back.
    book.press("g")
    book.page.locator("#date-day").fill("2026-12-30")
    book.press("Enter")
    book.expect_week(date(2026, 12, 28))
    expect(book.rows(date(2027, 1, 1))).to_have_text(["New year"])
    expect(new_event(book, date(2026, 12, 30))).to_be_focused()
    book.press("ArrowRight")
    book.expect_week(date(2027, 1, 4))
    book.press("Shift+ArrowLeft")
    book.expect_week(date(2026, 12, 28))
    book.press("t")
    book.expect_week(today())

    # The cursor stays where something was done.
    new_event(book, day).focus()
    book.press("n")
    book.page.keyboard.type("Tasting")
    book.page.locator("#event-start").fill("08:00")
    book.press("Enter")
    book.expect_cursor(day, "Tasting")
    book.press("Enter")
    expect(book.page.get_by_role("dialog")).to_contain_text("Tasting")
    book.press("Escape")
    expect(book.page.get_by_role("dialog")).to_have_count(0)
    book.press("e")
    book.page.locator("#event-name").fill("Fish")
    book.press("Enter")
    book.expect_cursor(day, "Fish")
    book.press("Alt+ArrowDown")
    expect(book.row(day, "Fish").locator(".event-time")).to_have_text("08:15–09:15")
    # After a deletion it goes to the day's next event, else to the one before, else to the day.
    book.press("Delete")
    book.expect_cursor(day, "Wine")
    book.expect_said("Deleted: Fish")
    book.press("Delete")
    expect(book.rows(day)).to_have_count(0)
    expect(new_event(book, day)).to_be_focused()
    book.press("Control+z")
    expect(book.rows(day)).to_have_text(["Wine"])

    # A bar that moves over the fold keeps the cursor on the part that was chosen.
    hub.plan_days("Painters", first + DAY * 2, 2)
    book.choose(first + DAY * 3, "Painters")
    for key, there in (("Alt+ArrowLeft", 1), ("Alt+ArrowRight", 2)):
        book.press(key)
        book.expect_cursor(first + DAY * there, "Painters")
    expect(book.page.locator(".is-pending")).to_have_count(0)

    # Another language leaves the book open where it is.
    book.page.locator("#page-menu-open").click()
    spanish = book.page.get_by_role("link", name="Español")
    expect(spanish).to_be_visible()
    book.press("Shift+ArrowRight")
    spanish.click()
    expect(book.root).to_have_attribute("lang", "es")
    book.expect_week(today() + DAY * 7)


def test_a_series_is_changed_in_all_ways_and_the_cursor_stays_on_its_occurrence(hub, open_book):
    first = monday()
    hub.plan("Shift", first, "18:00", repeat="FREQ=DAILY;COUNT=7")
    for day in range(7):
        hub.plan("Wine", first + DAY * day, "10:00")
        hub.plan("Fish", first + DAY * day, "20:00")
    book = open_book()

    def expect_shift(day, time):
        row = book.row(day, "Shift").filter(has_text=time)
        expect(row).not_to_have_class(re.compile("is-pending"))
        expect(row.get_by_role("button")).to_be_focused()

    day = first + DAY * 2
    book.choose(day, "Shift")
    for scope, time in (("All", "18:15"), ("This and following", "18:30")):
        book.press("Alt+ArrowDown")
        book.answer(scope)
        expect_shift(day, time)
        expect(book.toast).to_be_visible()
        eventually(lambda: any(f"T{time}" in told for told in local_starts(hub, day)))
        expect_shift(day, time)
    book.press("Control+z")
    expect_shift(day, "18:15")
    book.press("e")
    book.page.locator("#event-name").fill("Late shift")
    book.press("Enter")
    book.answer("This and following")
    expect(book.row(first + DAY * 6, "Late shift")).to_be_visible()
    book.expect_cursor(day, "Late shift")
    # It moves to another day and back with the cursor, even without an answer.
    book.press("Alt+ArrowRight")
    book.press("Escape")
    expect(book.page.get_by_role("dialog")).to_have_count(0)
    book.expect_cursor(day, "Late shift")
    book.press("Alt+ArrowLeft")
    book.answer("This one")
    book.expect_cursor(day - DAY, "Late shift")
    book.press("Control+z")
    book.expect_cursor(day, "Late shift")
    shifts = book.page.locator(".event-title", has_text="Late shift")
    book.press("Delete")
    book.answer("All")
    expect(shifts).to_have_count(0)
    book.undo()
    expect(shifts).to_have_count(5)


def test_what_is_done_before_the_hub_has_answered_is_done_once(hub, open_book):
    day = later_this_week()
    hub.plan("Fish", day)
    hub.plan("Meat", day, "14:00")
    hub.plan("Meeting", today(), "12:30")
    book = open_book()
    book.choose(day, "Fish")
    hub.pause()
    book.press("Delete")
    book.expect_cursor(day, "Meat")
    book.press("Delete", "Control+z", "Control+z", "n")
    book.page.keyboard.type("Soup")
    book.press("Enter", "Control+z")
    hub.resume()
    expect(book.page.get_by_role("dialog")).to_be_hidden()
    expect(book.rows(day)).to_have_text(["Fish", "Meat"])
    wanted = [(day.isoformat(), "Fish"), (day.isoformat(), "Meat"), (today().isoformat(), "Meeting")]
    assert eventually(hub.occurrences, lambda found: found == sorted(wanted)) == sorted(wanted)
    # A double tap saves once, and an overlap is told and not blocked.
    book.page.locator("#new").dblclick()
    dialog = book.page.get_by_role("dialog")
    dialog.get_by_label("Title").fill("Tasting")
    dialog.locator("#event-start").fill("12:00")
    expect(dialog).to_contain_text("Meeting")
    # *Save* is in view, however long the form is.
    save = dialog.get_by_role("button", name="Save")
    expect(save).to_be_in_viewport(ratio=1)
    hub.pause()
    save.dblclick()
    hub.resume()
    expect(dialog).to_be_hidden()
    expect(book.rows(today())).to_have_text(["Tasting", "Meeting"])
    expect(book.row(today(), "Tasting")).to_contain_text("overlaps")
    assert titles(hub) == ["Fish", "Meat", "Meeting", "Tasting"]


def test_two_tablets_drag_and_edit_events_at_once(hub, open_book):
    first = monday()
    hub.plan("Fish", first, "08:00")
    hub.plan("Wine", first, "09:00")
    hub.plan_days("Fair", first + DAY, 2)
    one, other = open_book(), open_book()
    one.lift(first, "Fish", first + DAY * 4)
    other.lift(first, "Wine", first + DAY * 2)
    one.drop()
    other.drop()
    for book in (one, other):
        expect(book.rows(first + DAY * 4)).to_have_text(["Fish"])
        expect(book.rows(first + DAY * 2)).to_have_text(["Wine"])
    one.drag(first + DAY, "Fair", first + DAY * 3)
    for book in (one, other):
        expect(book.row(first + DAY * 3, "Fair")).to_be_visible()
    one.undo()
    for book in (one, other):
        expect(book.row(first + DAY, "Fair")).to_be_visible()
    friday = first + DAY * 4
    for each in (one, other):
        each.choose(friday, "Fish")
        each.press("e")
    other.page.locator("#event-name").fill("Fish and shellfish")
    other.page.locator("#event-location").fill("Back door")
    one.page.locator("#event-location").fill("Yard")
    other.press("Enter")
    # Untouched fields are updated, and typed text stays.
    one.expect_said("This was just changed on another device. What you have typed here stays.")
    expect(one.page.locator("#event-name")).to_have_value("Fish and shellfish")
    expect(one.page.locator("#event-location")).to_have_value("Yard")
    one.press("Enter")
    row = other.row(friday, "Fish and shellfish")
    expect(row).to_contain_text("Yard")
    # The event may be deleted meanwhile.
    for each in (one, other):
        expect(each.page.get_by_role("dialog")).to_have_count(0)
        each.choose(friday, "Fish and shellfish")
    one.press("e")
    other.press("Delete")
    expect(row).to_have_count(0)
    left = ["Fair", "Wine"]
    assert eventually(lambda: titles(hub), lambda found: found == left) == left
    one.page.locator("#event-name").fill("Fish again")
    one.press("Enter")
    expect(one.page.locator("#toast-text")).to_contain_text("The event was deleted")
    expect(one.page.locator("#event-name")).to_have_value("Fish again")
    one.press("Escape")
    expect(one.page.get_by_role("dialog")).to_have_count(0)
    # One that is only read says so, and is there again after an undo.
    opened = one.open(first + DAY * 2, "Wine")
    other.choose(first + DAY * 2, "Wine")
    other.press("Delete")
    gone = opened.get_by_text("This event is no longer in this week: it was deleted or moved.")
    expect(gone).to_be_visible()
    expect(opened.get_by_role("button", name="Edit")).to_be_hidden()
    other.press("Control+z")
    expect(gone).to_be_hidden()
    other.choose(first + DAY * 2, "Wine")
    other.press("Delete")
    expect(gone).to_be_visible()
    one.press("Escape")
    expect(new_event(one, first + DAY * 2)).to_be_focused()


def test_bars_and_nights_go_on_from_page_to_page(hub, open_book):
    first = monday()
    thursday = first + DAY * 3
    hub.plan_days("Painters", first - DAY, 12)
    hub.plan("Late shift", thursday - DAY, "22:00", 240)
    book = open_book(has_touch=True)
    expect(book.row(thursday - DAY, "Late shift")).to_be_visible()
    expect(book.row(thursday, "Late shift")).to_be_hidden()
    bar = book.row(first, "Painters")
    settled(book.page)
    box, day = bar.bounding_box(), book.day(first).bounding_box()
    assert box["width"] > 2.9 * day["width"]
    expect(bar.locator(".arrow.is-before")).to_be_visible()
    expect(bar.locator(".arrow.is-after")).to_be_hidden()
    right = book.row(first + DAY * 3, "Painters")
    expect(right.locator(".arrow.is-after")).to_be_visible()
    expect(right.locator(".arrow.is-before")).to_be_hidden()
    # Where one page is shown at a time, it continues past the page's edge, too.
    book.page.set_viewport_size({"width": 800, "height": 900})
    book.page.goto(f"{hub.address}/planner#day={first.isoformat()}")
    expect(book.row(first, "Painters").locator(".arrow.is-after")).to_be_visible()
    # On a phone each day has its bar, with the arrows inside it.
    book.page.set_viewport_size(PHONE)
    settled(book.page)
    bar = book.row(first, "Painters").bounding_box()
    for side in ("before", "after"):
        arrow = book.row(first, "Painters").locator(f".arrow.is-{side}").bounding_box()
        assert bar["x"] <= arrow["x"] and arrow["x"] + arrow["width"] <= bar["x"] + bar["width"]
    button = book.row(first, "Painters").get_by_role("button").bounding_box()
    assert button["width"] <= bar["width"] < PHONE["width"]
    # The night before is on a page that is shown alone.
    book.page.goto(f"{hub.address}/planner#day={(thursday - DAY).isoformat()}")
    expect(book.day(thursday)).to_be_hidden()
    settled(book.page)
    # A finger turns the page.
    y = book.day(thursday - DAY).bounding_box()["y"] + 60
    finger = Finger(book.page)
    finger.move(300, y)
    finger.down()
    for x in (240, 180, 120):
        finger.move(x, y)
    finger.up()
    expect(book.row(thursday, "Late shift")).to_contain_text("until 02:00")
    expect(book.open(thursday, "Late shift")).to_contain_text("Late shift")


def test_reservations_a_month_and_a_search_lead_to_a_day(hub, time, open_book):
    day = today()
    hub.reserve("Rossi", day, "20:00", 4)
    hub.reserve("García", day, "21:00", 3, table="7")
    hub.reserve("Late", day + DAY, "00:30", 2)
    for number in range(5):
        hub.plan(f"Event {number}", day, f"1{number}:00")
    hub.plan(LONG * 2, day + DAY, location=LONG)
    far = date(2027, 6, 10)
    hub.plan("Wedding of the Kowalskis", far, location="Garden")
    book = open_book()
    folded = book.day(day).locator(".folded")
    expect(folded).to_have_text("3 reservations, 9 covers")
    folded.click()
    rows = book.page.locator("#reservations-list li")
    expect(rows.locator(".booking-name")).to_have_text(["Rossi", "García", "Late"])
    rows.nth(0).get_by_role("button", name=re.compile("^Cancel")).click()
    expect(rows.nth(2)).to_contain_text("cancelled")
    book.press("Escape")
    expect(folded).to_have_text("2 reservations, 5 covers")
    book.press("m")
    cell = book.page.locator(f'.month [data-date="{day.isoformat()}"]')
    expect(cell).to_contain_text("Event 0")
    expect(cell).to_contain_text("and 2 more")
    expect(cell.locator(".month-covers > span")).to_have_text(["2 reservations", "5 covers"])
    # A month is announced without the events of the week that was shown.
    time.go_by(5)
    expect(book.page.locator("#announcer")).to_have_text(f"{day:%B %Y}")
    expect_accessible(book.page)
    for size in at_each_size(book.page, [*SIZES, (1024, 768)]):
        assert book.page.evaluate(WIDER) == [], size
    cell.click()
    expect(book.rows(day)).to_have_count(5)
    book.press("/")
    book.page.keyboard.type("garden")
    time.go_by(1)
    book.page.locator("#search-found button").first.click()
    book.expect_cursor(far, "Wedding of the Kowalskis")


@pytest.mark.process
def test_without_a_connection_the_weeks_that_were_seen_are_shown_and_changes_wait(hub, open_book):
    hub.plan("Fish", today(), "08:00")
    book = open_book()
    book.press("Shift+ArrowRight")
    book.expect_week(today() + DAY * 7)
    book.press("t")
    expect(book.rows(today())).to_have_text(["Fish"])
    # The form for reservations comes with the page, a moment later.
    expect(book.page.locator("#reserve-title")).to_be_attached()
    # Changes saved while the hub hangs wait too, without blocking the page.
    hub.pause()
    book.press("n")
    book.page.keyboard.type("Said into the void")
    book.press("Enter")
    expect(book.page.get_by_role("dialog")).to_be_hidden()
    expect(book.day(today())).to_contain_text("Said into the void")
    hub.kill()
    book.expect_not_live()
    expect(book.page.locator("#notes")).to_contain_text("Not connected. This week is shown as of")
    book.page.set_viewport_size(PHONE)
    expect(book.page.get_by_role("heading", level=1)).to_have_count(1)
    book.page.set_viewport_size(TABLET)
    book.choose(today(), "Fish")
    book.press("n")
    book.page.keyboard.type("Thought of meanwhile")
    book.press("Enter")
    expect(book.day(today())).to_contain_text("Thought of meanwhile")
    expect(book.page.locator("#waiting-changes")).to_have_text("2 changes not sent yet")
    book.press("r")
    form = book.page.get_by_role("dialog")
    expect(form).to_be_visible()
    book.press("Escape")
    book.press("Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowRight")
    expect(book.page.locator("#notes")).to_contain_text("has not been seen on this screen")
    hub.start()
    book.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    book.expect_live()
    thoughts = {(today().isoformat(), title) for title in ("Said into the void", "Thought of meanwhile")}
    assert thoughts <= set(eventually(hub.occurrences, lambda found: thoughts <= set(found)))


def test_the_week_is_one_sheet_of_paper_without_phones(hub, open_book):
    first = monday()
    for number in range(24):
        hub.plan(f"Shift {number}", first + DAY * 3, f"{number:02}:00", 45)
    hub.plan_days("Painters", first + DAY, 4)
    hub.plan("Job interview", first, private=True, location="Office")
    for number in range(30):
        hub.reserve(f"Guest {number}", first + DAY * 4, f"{19 + number // 15}:{number % 4 * 15:02}",
                    phone="+390612345678", notes="A secret")
    # With several venues, the address names the venue.
    book = open_book("/planner?venue=main")
    book.page.get_by_role("link", name="Print").click()
    expect(book.page).to_have_url(re.compile(r"/planner/print\?venue=main&monday="))
    back = book.page.locator("#back")
    expect(back).to_have_attribute("href", f"{hub.address}/planner?venue=main#day={first}")
    sheet = book.page.locator("#sheet")
    expect(sheet).to_contain_text("Guest 29")
    expect(book.page.get_by_role("button", name="Print")).to_have_attribute("aria-disabled", "false")
    settled(book.page)
    text = sheet.inner_text()
    assert "12345678" not in text and "secret" not in text
    # It shows what the host sees; private events only by their times, if that is chosen.
    assert "Job interview" in text
    book.page.get_by_label("Hide titles of private events").check()
    expect(sheet).not_to_contain_text("Job interview")
    expect(sheet).to_contain_text("12:00–13:00 Private")
    expect(sheet).not_to_contain_text("Office")
    paper = book.page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1
    width, height = map(float, re.search(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)", paper).groups())
    assert (round(width), round(height)) == (842, 595)
    # How much of a crowded day fits is found in a few tries, and events without a title get one.
    book.page.evaluate(COUNT_DRAWINGS)
    events = (f"BEGIN:VEVENT\nUID:{number}@x\nDTSTART:{first:%Y%m%d}T{number % 24:02}0000\nEND:VEVENT\n"
              for number in range(90))
    hub.take("".join(["BEGIN:VCALENDAR\n", *events, "END:VCALENDAR\n"]))
    expect(sheet).to_contain_text("Untitled")
    expect(sheet).to_contain_text(re.compile(r"and \d+ more events"))
    assert book.page.evaluate("() => window.drawingCount") < 12


COUNT_DRAWINGS = """() => {
    window.drawingCount = 0;
    new MutationObserver((records) => {
        window.drawingCount += records.length;
    }).observe(document.getElementById("spread"), { childList: true });
}"""
