"""The events page: the tail, its filters, the opened event and the views as they were after it."""

import json
import re

import pytest
from playwright.sync_api import expect

from pagefiles import boards, texts_of
from pages import EventsPage, go_to, settled, wait_until
from stage import serving


@pytest.fixture(scope="module")
def long_journal():
    """A hub with 230 events, which tests only read."""
    with serving() as hub:
        for number in range(230):
            hub.add(f"Party{number}", 2)
        yield hub


@pytest.fixture
def open_long(long_journal, new_page):
    def open_page(**options):
        page = new_page(**options)
        page.goto(long_journal.link("engineer"))
        return EventsPage(page)

    return open_page


def test_an_event_is_shown_in_words_and_as_json(hub, open_events):
    events = open_events(viewport={"width": 390, "height": 844})
    events.expect_live()
    party = hub.add("Ada Lovelace", 4, phone="+1 201 555 0123")
    row = events.row("added Ada Lovelace, party of 4")
    expect(row).to_have_count(1)
    expect(row.locator(".rev")).to_have_text("1")
    expect(row.locator(".who")).to_contain_text("owner d_")
    row.click()
    expect(row).to_have_attribute("aria-expanded", "true")
    settled(events.page)
    opened = json.loads(events.page.locator("#opened-json").inner_text())
    assert opened["type"] == "tablecast.waitlist.added"
    assert opened["rev"] == 1
    assert opened["subject"] == party
    assert "5550123" not in json.dumps(opened)
    # The event is closed by going back, and by a key.
    events.page.go_back()
    expect(events.page.locator("#opened")).to_be_hidden()
    expect(events.page).not_to_have_url(re.compile("#"))
    events.page.go_forward()
    expect(events.page.locator("#opened-title")).to_have_text("Event 1")
    events.page.keyboard.press("Escape")
    expect(events.page.locator("#opened")).to_be_hidden()
    expect(row).to_be_focused()


def test_new_events_do_not_scroll_the_page_and_a_button_leads_to_them(hub, open_events):
    events = open_events(viewport={"width": 1024, "height": 500})
    events.expect_live()
    for number in range(40):
        hub.add(f"Party{number}", 2)
    expect(events.count).to_have_text("40 events")
    expect(events.row("added Party39")).to_be_in_viewport()
    events.scroll_to_top()
    expect(events.row("added Party0,")).to_be_in_viewport()
    for number in range(40, 43):
        hub.add(f"Party{number}", 2)
    fresh = events.page.locator("#fresh")
    expect(fresh).to_have_text("3 new")
    assert events.scroll.evaluate("element => element.scrollTop") == 0
    fresh.click()
    expect(events.row("added Party42")).to_be_in_viewport()
    expect(fresh).to_be_hidden()
    events.scroll_to_top()
    assert events.read_all() == [f"added Party{number}, party of 2" for number in range(43)]


def test_only_the_rows_in_view_are_drawn_and_the_keyboard_reaches_each(open_long):
    events = open_long()
    page, press = events.page, events.page.keyboard.press
    expect(events.count).to_have_text("200 events: revisions 31 to 230 of 230")
    expect(events.row("added Party229,")).to_be_in_viewport()
    settled(page)
    assert events.rows.count() < 80
    last = page.locator("#events > li").last
    expect(last).to_have_attribute("aria-posinset", "200")
    expect(last).to_have_attribute("aria-setsize", "200")
    events.row("added Party229,").focus()
    press("ArrowUp")
    expect(events.row("added Party228,")).to_be_focused()
    press("Home")
    expect(events.row("added Party30,")).to_be_focused()
    # The earlier events are loaded at the top, and the rows stay where they are.
    expect(events.count).to_have_text("230 events")
    expect(page.get_by_role("button", name="Load earlier")).to_be_hidden()
    expect(events.row("added Party30,")).to_be_focused()
    expect(events.row("added Party30,")).to_be_in_viewport()
    press("Home")
    expect(events.row("added Party0,")).to_be_focused()
    press("ArrowDown")
    expect(events.row("added Party1,")).to_be_focused()
    press("End")
    expect(events.row("added Party229,")).to_be_focused()
    expect(last).to_have_attribute("aria-posinset", "230")
    press("Enter")
    expect(page.locator("#opened-title")).to_have_text("Event 230")
    press("Escape")
    expect(page.locator("#opened")).to_be_hidden()
    # Tab reaches one row; if the wheel scrolls it out of view, it keeps the focus.
    events.scroll_to_top()
    expect(events.row("added Party0,")).to_be_in_viewport()
    expect(events.row("added Party229,")).to_be_focused()
    expect(page.locator(".event[tabindex='0']")).to_have_count(1)
    settled(page)
    assert events.rows.count() < 80
    assert events.read_all() == [f"added Party{number}, party of 2" for number in range(230)]
    # An address leads to an event.
    go_to(page, "event=10")
    page.reload()
    expect(page.locator("#opened-title")).to_have_text("Event 10")
    expect(page.locator("#opened-words")).to_contain_text("added Party9, party of 2")
    go_to(page, "event=99999")
    expect(page.locator("#opened-title")).to_have_text("There is no event 99999")
    expect(page.locator("#opened-words")).to_be_hidden()
    press("Escape")
    expect(page.locator("#opened")).to_be_hidden()


def begin_evening(hub):
    """Adds Ada, Grace and Edsger; moves Grace before Ada, calls Ada, and posts a notice."""
    ada, grace = hub.add("Ada", 4), hub.add("Grace", 2)
    hub.add("Edsger", 3)
    hub.mutate("waitlist.move", party=grace, before=ada)
    hub.mutate("waitlist.ready", party=ada)
    hub.mutate("notice.post", text="Closing at ten", level="info")
    return {"ada": ada, "grace": grace}


@pytest.fixture
def evening(hub):
    return begin_evening(hub)


@pytest.fixture(scope="module")
def quiet_evening():
    """A hub with that evening, which tests only read."""
    with serving() as hub:
        begin_evening(hub)
        yield hub


@pytest.fixture
def open_evening(quiet_evening, new_page):
    def open_page(**options):
        page = new_page(**options)
        page.goto(quiet_evening.link("engineer"))
        return EventsPage(page)

    return open_page


def test_filters_leave_what_matches_and_stand_in_the_address(open_evening):
    events = open_evening()
    expect(events.count).to_have_text("6 events")
    page, said = events.page, events.page.locator(".what")
    # The search includes the device's random id, which may contain "ada".
    page.get_by_label("Contains").fill("grace")
    expect(said).to_have_text(["added Grace, party of 2", "moved Grace"])
    expect(page).to_have_url(re.compile("#text=grace$"))
    expect(events.count).to_have_text("2 found in revisions 1 to 6 of 6")
    page.get_by_label("Contains").fill("")
    page.get_by_label("Board").select_option("notice")
    expect(said).to_have_text(["posted a notice: Closing at ten"])
    page.get_by_label("Board").select_option("")
    page.get_by_label("What").fill("added")
    expect(said).to_have_count(3)
    page.get_by_label("From revision").fill("2")
    page.get_by_label("to", exact=True).fill("2")
    page.keyboard.press("Enter")
    expect(said).to_have_text(["added Grace, party of 2"])
    expect(page).to_have_url(re.compile("#kind=added&from=2&to=2$"))
    page.get_by_label("Who").select_option("host")
    expect(said).to_have_count(0)
    expect(page.locator("#none")).to_have_text("No matching events.")
    page.go_back()
    expect(page.get_by_label("Who")).to_have_value("")
    expect(said).to_have_text(["added Grace, party of 2"])
    # A copied address shows the same.
    copy = page.context.new_page()
    copy.goto(page.url)
    expect(copy.locator(".what")).to_have_text(["added Grace, party of 2"])
    expect(copy.get_by_label("From revision")).to_have_value("2")
    copy.close()
    # The revisions are saved as a file.
    page.get_by_label("to", exact=True).fill("4")
    page.keyboard.press("Enter")
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Save revisions 2 to 4").click()
    assert downloading.value.suggested_filename == "main-2-4.ndjson"
    lines = downloading.value.path().read_text().splitlines()
    assert [json.loads(line)["rev"] for line in lines] == [2, 3, 4]
    page.get_by_role("button", name="Show everything").click()
    expect(said).to_have_count(6)
    expect(page).not_to_have_url(re.compile("#"))
    # What is told of a party is found by its id.
    events.row("called Ada").click()
    page.get_by_role("button", name="Story of Ada").click()
    expect(said).to_have_text(["added Ada, party of 4", "called Ada"])


def test_times_are_in_the_venues_zone_and_what_the_form_lacks_is_left_out(open_evening):
    events = open_evening()
    page, said = events.page, events.page.locator(".what")
    expect(events.count).to_have_text("6 events")
    drawn = page.locator(".event time")
    instants = drawn.evaluate_all("all => all.map((each) => each.dateTime)")
    times = [
        page.evaluate(
            """instant => new Date(instant).toLocaleString("sv", { timeZone: "Europe/Rome" })
                .replace(" ", "T")""",
            instant,
        )
        for instant in instants
    ]
    # Times of yesterday have their weekday.
    expect(drawn).to_have_text([re.compile(each.partition("T")[2] + "$") for each in times])
    since, until = page.get_by_label("From (the venue’s time)"), page.get_by_label("Until")
    since.fill(times[0])
    until.fill(times[-1])
    page.keyboard.press("Enter")
    expect(events.count).to_have_text("6 found in revisions 1 to 6 of 6")
    expect(said).to_have_count(6)
    until.fill("2026-01-01T12:00:00")
    page.keyboard.press("Enter")
    expect(said).to_have_count(0)
    go_to(page, "from=abc&since=garbage&verdict=bogus&board=notice")
    expect(said).to_have_text(["posted a notice: Closing at ten"])
    problem = page.locator("#filter-problem")
    expect(problem).to_contain_text("“Verdict” can’t be “bogus”: it is left out.")
    expect(problem).to_contain_text("“From revision” can’t be “abc”: it is left out.")
    expect(problem).to_contain_text("“From (the venue’s time)” can’t be “garbage”: it is left out.")
    page.get_by_role("button", name="Show everything").click()
    expect(problem).to_be_empty()


def test_the_views_are_seen_as_they_were_after_an_event(open_evening):
    events = open_evening()
    page = events.page
    events.row("moved Grace").click()
    expect(page.locator("#opened-words")).to_contain_text("moved Grace from place 2 to 1")
    page.get_by_text("waitlist/host", exact=True).last.click()
    view = page.locator("[data-view='waitlist/host']")
    rows = view.locator("table").filter(has_text="parties: 3").locator("tbody tr")
    expect(rows).to_contain_text(["Grace", "Ada", "Edsger"])
    # It stays unfolded at the next event.
    events.row("added Ada").click()
    expect(rows).to_have_count(0)
    expect(view.locator("table tbody tr")).to_contain_text(["Ada"])


def test_the_page_is_live_only_after_it_has_all_past_events(hub, open_events):
    hub.add("Ada", 2)
    page = open_events().page
    page.add_init_script(
        """const { read } = ReadableStreamDefaultReader.prototype;
        const told = new Promise((resolve) => { window.tell = resolve; });
        ReadableStreamDefaultReader.prototype.read = async function () {
            const result = await read.call(this);
            window.hasOpened = true;
            await told;
            return result;
        };
        window.lives = [];
        new MutationObserver(() => {
            window.lives.push(document.documentElement.dataset.life);
        }).observe(document, { attributeFilter: ["data-life"], subtree: true });"""
    )
    page.reload()
    events = EventsPage(page)
    wait_until(page, "() => window.hasOpened")
    expect(page.locator("#sign")).to_have_text(re.compile("^Reconnecting"))
    assert "live" not in page.evaluate("lives")
    page.evaluate("tell()")
    events.expect_live()
    expect(events.row("added Ada")).to_have_count(1)


def test_text_typed_before_the_page_is_ready_is_searched(quiet_evening, new_page):
    page = new_page()
    held = []
    page.route("**/waitlist/events/words.js", lambda route: held.append(route))
    with page.expect_request("**/waitlist/events/words.js"):
        page.goto(quiet_evening.link("engineer"), wait_until="commit")
    page.get_by_label("Contains").fill("Grace")
    held.pop().continue_()
    expect(page.locator(".what")).to_have_text(["added Grace, party of 2", "moved Grace"])
    expect(page.get_by_label("Contains")).to_have_value("Grace")


def test_devices_are_called_by_their_names_where_they_have_one(hub, open_events, open_host):
    open_host().add("Ada", 4)
    events = open_events()
    page, who = events.page, events.page.locator(".who")
    expect(who).to_have_text([re.compile(r"^host d_\w+$")])
    settled(page)
    device = who.inner_text().split()[1]
    hub.mutate("house.rename", device=device, name="Front Bar")
    expect(who.first).to_have_text("host Front Bar")
    expect(page.locator(".what").nth(1)).to_have_text(f"called the device {device} Front Bar")
    page.reload()
    expect(who.first).to_have_text("host Front Bar")
    page.get_by_label("Contains").fill("host front b")
    expect(page.locator(".what")).to_have_text(["added Ada, party of 4"])
    events.rows.first.click()
    expect(page.locator("#opened-words")).to_contain_text(f"host Front Bar ({device})")
    added = [
        texts_of(f"boards/{board['name']}", "en")[f"role.{role['name']}"]
        for board in boards()["boards"] for role in board["roles"]
    ]
    expect(page.get_by_label("Who").locator("option")).to_have_text(
        [
            "Everybody", "Host", "Owner", "Guest", "Display", "Engineer", "the clock", "the hub",
            *added,
        ]
    )
    hub.mutate("house.revoke", device=device)
    page.keyboard.press("Escape")
    page.get_by_label("Contains").fill("")
    expect(page.locator(".what").last).to_have_text("signed out Front Bar")


def test_a_rejected_change_stands_among_the_others_with_its_reason(hub, open_events, evening):
    events = open_events()
    events.expect_live()
    hub.refuse("waitlist.add", name="", size=0)
    hub.refuse("waitlist.unready", party=evening["grace"])
    hub.mutate("waitlist.seat", party=evening["ada"])
    said = events.page.locator(".what")
    expect(said).to_have_count(9)
    expect(said.nth(6)).to_have_text(
        "rejected (invalid): waitlist.add. Name is a required field. "
        "Size must be a positive integer"
    )
    expect(said.nth(7)).to_contain_text("rejected (conflict): waitlist.unready of Grace.")
    expect(said.nth(8)).to_have_text("seated Ada")
    assert events.page.evaluate(
        "() => getComputedStyle(document.querySelector('.is-rejected .what')).color"
        " !== getComputedStyle(document.querySelector('.event:not(.is-rejected) .what')).color"
    )
    events.page.get_by_label("Verdict").select_option("rejected")
    expect(said).to_have_count(2)
    events.page.get_by_label("Verdict").select_option("accepted")
    expect(said).to_have_count(7)
    events.page.get_by_label("Verdict").select_option("")
    said.nth(7).click()
    expect(events.page.locator("#opened-title")).to_have_text("Rejected, not in the journal")
    expect(events.page.locator("#opened-json")).to_contain_text(evening["grace"])
    expect(events.page.locator("#opened-more")).to_be_empty()
    events.page.get_by_role("button", name="Story of Grace").click()
    expect(said).to_have_text(
        ["added Grace, party of 2", "moved Grace", re.compile("waitlist.unready of Grace")]
    )


@pytest.mark.smoke
def test_an_open_event_tells_its_cause_its_time_and_what_it_changed(hub, open_events, open_host):
    host = open_host()
    host.add("Ada", 4)
    host.step("Ada")
    events = open_events()
    events.row("called Ada").click()
    more = events.page.locator("#opened-more")
    expect(more).to_contain_text("waitlist.ready")
    expect(more).to_contain_text("WebSocket from 127.0.0.1:")
    expect(more).to_contain_text(re.compile(r"host d_\w+"))
    expect(more).to_contain_text(re.compile(r"From received to the disk\d+\.\d+ ms"))
    expect(more).to_contain_text(re.compile(r"From received to the screens\d+\.\d+ ms"))
    patch = more.locator(".patch li")
    expect(patch.filter(has_text="± replaced Ada parties status: waiting → ready")).to_have_count(2)
    expect(patch.filter(has_text="+ added Ada parties called at")).to_have_count(2)
    expect(events.page).to_have_url(re.compile("#event=2$"))
    events.page.reload()
    expect(events.page.locator("#opened-title")).to_have_text("Event 2")
    expect(more).to_contain_text("waitlist.ready")
    # Details kept only in memory are lost by a restart, and the page says so.
    hub.stop()
    hub.start()
    events.expect_live()
    events.page.reload()
    expect(more).to_contain_text("Not known any more")
    expect(patch.filter(has_text="± replaced Ada parties status: waiting → ready")).to_have_count(2)


def test_masked_fields_are_masked_in_the_changes_too(hub, open_events, new_page):
    ada = hub.add("Ada", 4, phone="+1 201 555 0123", notes="By the window")
    hub.mutate("waitlist.edit", party=ada, phone="+1 201 555 0199")
    events = open_events()
    events.row("changed Ada: phone").click()
    expect(events.page.locator("#opened-more")).to_contain_text(
        "Only what is not shown to engineers."
    )
    settled(events.page)
    shown = events.page.locator("#opened").inner_text()
    assert "2015550" not in shown and "201 555" not in shown
    page = new_page()
    page.goto(hub.link("owner"))
    page.goto(f"{hub.address}/events#event=2")
    expect(page.locator(".patch li")).to_have_text(
        ["± replaced Ada parties phone: +12015550123 → +12015550199"]
    )


def test_without_a_connection_the_page_keeps_what_it_has_and_says_so(hub, open_events, evening):
    events = open_events()
    events.expect_live()
    hub.kill()
    events.expect_not_live()
    expect(events.count).to_have_text("6 events")
    events.row("moved Grace").click()
    expect(events.page.locator("#opened-more")).to_contain_text("could not be read")
    hub.start()
    events.expect_live()
    # The page loads it again by itself.
    expect(events.page.locator("#opened-words")).to_contain_text("moved Grace from place 2 to 1")
