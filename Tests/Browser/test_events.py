"""The events page: the tail, its filters, the opened event and the views as they were after it."""

import json
import re

import pytest
from playwright.sync_api import expect

from pagefiles import boards, texts_of
from pages import EventsPage, go_to, settled, wait_until


def test_only_the_rows_in_view_are_drawn_and_the_keyboard_reaches_each(hub, open_events):
    for number in range(230):
        hub.add(f"Party{number}", 2)
    events = open_events(viewport={"width": 1024, "height": 500})
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
    # New events do not scroll the page, and a button leads to them.
    for number in range(230, 233):
        hub.add(f"Party{number}", 2)
    fresh = page.locator("#fresh")
    expect(fresh).to_have_text("3 new")
    assert events.scroll.evaluate("element => element.scrollTop") == 0
    fresh.click()
    expect(events.row("added Party232")).to_be_in_viewport()
    expect(fresh).to_be_hidden()
    events.scroll_to_top()
    assert events.read_all() == [f"added Party{number}, party of 2" for number in range(233)]
    # An address leads to an event.
    go_to(page, "event=99999")
    expect(page.locator("#opened-title")).to_have_text("There is no event 99999")
    expect(page.locator("#opened-words")).to_be_hidden()
    press("Escape")
    expect(page.locator("#opened")).to_be_hidden()


@pytest.fixture
def evening(hub):
    """Adds Ada, Grace and Edsger; moves Grace before Ada, calls Ada, and posts a notice."""
    ada, grace = hub.add("Ada", 4), hub.add("Grace", 2)
    hub.add("Edsger", 3)
    hub.mutate("waitlist.move", party=grace, before=ada)
    hub.mutate("waitlist.ready", party=ada)
    hub.mutate("notice.post", text="Closing at ten", level="info")
    return {"ada": ada, "grace": grace}


def test_filters_leave_what_matches_and_stand_in_the_address(hub, evening, new_page):
    page = new_page()
    held = []
    page.route("**/waitlist/events/words.js", lambda route: held.append(route))
    with page.expect_request("**/waitlist/events/words.js"):
        page.goto(hub.link("engineer"), wait_until="commit")
    # Text that is typed before the page is ready is searched.
    page.get_by_label("Contains").fill("grace")
    held.pop().continue_()
    page.unroute("**/waitlist/events/words.js")
    events, said = EventsPage(page), page.locator(".what")
    # The search includes the device's random id, which may contain "ada".
    expect(said).to_have_text(["added Grace, party of 2", "moved Grace"])
    expect(page.get_by_label("Contains")).to_have_value("grace")
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
    # The same address shows the same.
    page.reload()
    expect(said).to_have_text(["added Grace, party of 2"])
    expect(page.get_by_label("From revision")).to_have_value("2")
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
    filter_by_the_venues_time(page, said)
    see_the_views_as_they_were(events)
    filter_rejected_changes(hub, events, evening)


def filter_by_the_venues_time(page, said):
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
    since, until = page.get_by_label("From (the house’s time)"), page.get_by_label("Until")
    since.fill(times[0])
    until.fill(times[-1])
    page.keyboard.press("Enter")
    expect(page.locator("#filter-count")).to_have_text("6 found in revisions 1 to 6 of 6")
    until.fill("2026-01-01T12:00:00")
    page.keyboard.press("Enter")
    expect(said).to_have_count(0)
    # What the form lacks is left out.
    go_to(page, "from=abc&since=garbage&verdict=bogus&board=notice")
    expect(said).to_have_text(["posted a notice: Closing at ten"])
    problem = page.locator("#filter-problem")
    expect(problem).to_contain_text("“Verdict” can’t be “bogus”: it is left out.")
    expect(problem).to_contain_text("“From revision” can’t be “abc”: it is left out.")
    expect(problem).to_contain_text("“From (the house’s time)” can’t be “garbage”: it is left out.")
    page.get_by_role("button", name="Show everything").click()
    expect(problem).to_be_empty()


def see_the_views_as_they_were(events):
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
    page.keyboard.press("Escape")


def filter_rejected_changes(hub, events, evening):
    page, said = events.page, events.page.locator(".what")
    hub.refuse("waitlist.add", name="", size=0)
    hub.refuse("waitlist.unready", party=evening["grace"])
    hub.mutate("waitlist.seat", party=evening["ada"])
    expect(said).to_have_count(9)
    expect(said.nth(6)).to_have_text(
        "rejected (invalid): waitlist.add. Name is a required field. "
        "Size must be a positive integer"
    )
    expect(said.nth(7)).to_contain_text("rejected (conflict): waitlist.unready of Grace.")
    expect(said.nth(8)).to_have_text("seated Ada")
    assert page.evaluate(
        "() => getComputedStyle(document.querySelector('.is-rejected .what')).color"
        " !== getComputedStyle(document.querySelector('.event:not(.is-rejected) .what')).color"
    )
    page.get_by_label("Verdict").select_option("rejected")
    expect(said).to_have_count(2)
    page.get_by_label("Verdict").select_option("accepted")
    expect(said).to_have_count(7)
    page.get_by_label("Verdict").select_option("")
    said.nth(7).click()
    expect(page.locator("#opened-title")).to_have_text("Rejected, not in the journal")
    expect(page.locator("#opened-json")).to_contain_text(evening["grace"])
    expect(page.locator("#opened-more")).to_be_empty()
    # What is told of a party is found by its id.
    page.get_by_role("button", name="Story of Grace").click()
    expect(said).to_have_text(
        ["added Grace, party of 2", re.compile("^moved Grace"), re.compile("waitlist.unready of Grace")]
    )


def test_the_page_is_live_only_after_it_has_all_past_events(hub, new_page):
    hub.add("Ada", 2)
    page = new_page()
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
    page.goto(hub.link("engineer"))
    events = EventsPage(page)
    wait_until(page, "() => window.hasOpened")
    expect(page.locator("#sign")).to_have_text(re.compile("^Reconnecting"))
    assert "live" not in page.evaluate("lives")
    page.evaluate("tell()")
    events.expect_live()
    expect(events.row("added Ada")).to_have_count(1)


@pytest.mark.smoke
def test_an_open_event_tells_its_cause_its_time_and_what_it_changed(hub, open_events, open_host):
    host = open_host()
    host.add("Ada", 4)
    host.step("Ada")
    host.expect_settled()
    host.page.context.close()
    events = open_events()
    page = events.page
    row, opened, more = events.row("called Ada"), page.locator("#opened"), page.locator("#opened-more")
    expect(row.locator(".rev")).to_have_text("2")
    row.click()
    expect(row).to_have_attribute("aria-expanded", "true")
    expect(more).to_contain_text("waitlist.ready")
    expect(more).to_contain_text("WebSocket from 127.0.0.1:")
    expect(more).to_contain_text(re.compile(r"host d_\w+"))
    expect(more).to_contain_text(re.compile(r"From received to the disk\d+\.\d+ ms"))
    expect(more).to_contain_text(re.compile(r"From received to the screens\d+\.\d+ ms"))
    patch = more.locator(".patch li")
    replaced = patch.filter(has_text="± replaced Ada parties status: waiting → ready")
    expect(replaced).to_have_count(2)
    expect(patch.filter(has_text="+ added Ada parties called at")).to_have_count(2)
    settled(page)
    told = json.loads(page.locator("#opened-json").inner_text())
    assert (told["type"], told["rev"]) == ("tablecast.waitlist.readied", 2)
    # The event is closed by going back, and by a key.
    expect(page).to_have_url(re.compile("#event=2$"))
    page.go_back()
    expect(opened).to_be_hidden()
    expect(page).not_to_have_url(re.compile("#"))
    page.go_forward()
    expect(page.locator("#opened-title")).to_have_text("Event 2")
    page.keyboard.press("Escape")
    expect(opened).to_be_hidden()
    expect(row).to_be_focused()
    call_devices_by_their_names(hub, events)
    # Without a connection the page keeps what it has, and later loads the rest by itself.
    hub.kill()
    events.expect_not_live()
    events.row("called Ada").click()
    expect(more).to_contain_text("could not be read")
    hub.start()
    events.expect_live()
    # Details kept only in memory are lost by a restart, and the page says so.
    expect(more).to_contain_text("Not known any more")
    expect(replaced).to_have_count(2)


def call_devices_by_their_names(hub, events):
    page, who = events.page, events.page.locator(".who")
    expect(who.first).to_have_text(re.compile(r"^host d_\w+$"))
    settled(page)
    device = who.first.inner_text().split()[1]
    hub.mutate("house.rename", device=device, name="Front Bar")
    expect(who.first).to_have_text("host Front Bar")
    expect(page.locator(".what").nth(2)).to_have_text(f"called the device {device} Front Bar")
    page.get_by_label("Contains").fill("host front b")
    expect(page.locator(".what")).to_have_text(["added Ada, party of 4", "called Ada"])
    events.rows.first.click()
    expect(page.locator("#opened-words")).to_contain_text(f"host Front Bar ({device})")
    added = [
        texts_of(f"boards/{board['name']}", "en")[f"role.{role['name']}"]
        for board in boards()["boards"] for role in board["roles"]
    ]
    expect(page.get_by_label("Who").locator("option")).to_have_text(
        ["Everybody", "Host", "Owner", "Guest", "Display", "Engineer", "the clock", "the hub", *added]
    )
    hub.mutate("house.revoke", device=device)
    page.keyboard.press("Escape")
    page.get_by_label("Contains").fill("")
    expect(page.locator(".what").last).to_have_text("signed out Front Bar")


def test_masked_fields_are_masked_in_the_changes_too(hub, open_events, new_page):
    ada = hub.add("Ada", 4, phone="+1 201 555 0123", notes="By the window")
    hub.mutate("waitlist.edit", party=ada, phone="+1 201 555 0199")
    events = open_events()
    events.row("changed Ada: phone").click()
    opened = events.page.locator("#opened")
    expect(opened.locator("#opened-more")).to_contain_text("Only what is not shown to engineers.")
    settled(events.page)
    shown = opened.inner_text()
    events.row("added Ada").click()
    expect(opened.locator("#opened-json")).to_contain_text("tablecast.waitlist.added")
    settled(events.page)
    shown += opened.inner_text()
    assert "2015550" not in shown and "201 555" not in shown
    page = new_page()
    page.context.request.get(hub.link("owner"))
    page.goto(f"{hub.address}/events#event=2")
    expect(page.locator(".patch li")).to_have_text(
        ["± replaced Ada parties phone: +12015550123 → +12015550199"]
    )
