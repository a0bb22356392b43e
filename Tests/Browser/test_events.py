"""The events page: the tail, its filters and the event that is open."""

import json
import re

import pytest
from playwright.sync_api import expect

from pagefiles import boards, texts_of
from pages import EventsPage, go_to, settled, wait_until
from stage import serving


@pytest.fixture(scope="module")
def long_journal():
    """A hub with 230 events, of which tests only read."""
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
    settled(events.page)
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


def test_an_empty_journal_says_so(hub, open_events):
    events = open_events()
    events.expect_live()
    expect(events.page.locator("#none")).to_have_text("Nothing has happened yet.")
    expect(events.page.locator("#save")).to_be_hidden()
    expect(events.count).to_have_text("0 events")


def test_nothing_scrolls_or_is_lost_while_one_reads_and_a_button_brings_one_back(hub, open_events):
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


def test_only_the_rows_in_view_are_drawn_and_each_says_which_it_is(open_long):
    events = open_long()
    expect(events.count).to_have_text("200 events: revisions 31 to 230 of 230")
    expect(events.rows.last).to_be_in_viewport()
    settled(events.page)
    assert events.rows.count() < 80
    last = events.page.locator("#events > li").last
    expect(last).to_have_attribute("aria-posinset", "200")
    expect(last).to_have_attribute("aria-setsize", "200")
    events.page.get_by_role("button", name="Load earlier").click()
    expect(events.count).to_have_text("230 events")
    expect(events.page.get_by_role("button", name="Load earlier")).to_be_hidden()
    expect(last).to_have_attribute("aria-posinset", "230")
    settled(events.page)
    assert events.rows.count() < 80
    height = events.page.evaluate(
        "() => document.querySelector('#events').clientHeight "
        " / document.querySelector('#events > li').clientHeight"
    )
    assert height == 230
    events.scroll_to_top()
    assert events.read_all() == [f"added Party{number}, party of 2" for number in range(230)]


def test_earlier_events_come_by_themselves_where_one_scrolls_up(open_long):
    events = open_long()
    expect(events.count).to_have_text("200 events: revisions 31 to 230 of 230")
    # Down there it has to be before it is scrolled up.
    expect(events.row("added Party229,")).to_be_in_viewport()
    events.scroll_to_top()
    expect(events.count).to_have_text("230 events")
    # What was in view is in view still.
    expect(events.row("added Party30,")).to_be_in_viewport()


def test_the_keyboard_goes_through_all_of_them(open_long):
    events = open_long()
    expect(events.count).to_have_text("200 events: revisions 31 to 230 of 230")
    expect(events.row("added Party229,")).to_be_in_viewport()
    press = events.page.keyboard.press
    events.row("added Party229,").focus()
    press("ArrowUp")
    expect(events.row("added Party228,")).to_be_focused()
    press("Home")
    expect(events.row("added Party30,")).to_be_focused()
    expect(events.count).to_have_text("230 events")
    expect(events.row("added Party30,")).to_be_focused()
    press("Home")
    expect(events.row("added Party0,")).to_be_focused()
    press("ArrowDown")
    expect(events.row("added Party1,")).to_be_focused()
    press("PageDown")
    far = events.page.evaluate("document.activeElement.parentElement.getAttribute('aria-posinset')")
    assert int(far) > 10
    press("PageUp")
    expect(events.row("added Party1,")).to_be_focused()
    press("End")
    expect(events.row("added Party229,")).to_be_focused()
    press("Enter")
    expect(events.page.locator("#opened-title")).to_have_text("Event 230")
    press("ArrowUp")
    expect(events.page.locator("#opened-title")).to_have_text("Event 229")
    expect(events.row("added Party228,")).to_be_focused()
    press("Escape")
    expect(events.page.locator("#opened")).to_be_hidden()
    # One row is reached by Tab; the wheel may take it out of view, and it keeps the focus.
    events.scroll_to_top()
    expect(events.row("added Party0,")).to_be_in_viewport()
    expect(events.row("added Party228,")).to_be_focused()
    expect(events.page.locator(".event[tabindex='0']")).to_have_count(1)


def begin_evening(hub):
    """Ada, Grace and Edsger; Grace is put before Ada, Ada is ready, a notice stands there."""
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
    """The hub of such an evening, of which tests only read."""
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
    # The device's random id, which is looked through too, may well have "ada" in it.
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
    expect(page.locator("#none")).to_have_text("No event here is like that.")
    page.go_back()
    expect(page.get_by_label("Who")).to_have_value("")
    expect(said).to_have_text(["added Grace, party of 2"])
    # A copied address shows the same.
    copy = page.context.new_page()
    copy.goto(page.url)
    expect(copy.locator(".what")).to_have_text(["added Grace, party of 2"])
    expect(copy.get_by_label("From revision")).to_have_value("2")
    copy.close()
    page.get_by_role("button", name="Show everything").click()
    expect(said).to_have_count(6)
    expect(page).not_to_have_url(re.compile("#"))


def test_who_comes_back_from_the_past_is_where_one_was(hub, open_events):
    for number in range(60):
        hub.add(f"Party{number}", 2)
    events = open_events(viewport={"width": 1024, "height": 500})
    expect(events.row("added Party59")).to_be_in_viewport()
    events.scroll.evaluate("element => { element.scrollTop = 280; }")
    expect(events.row("added Party10,")).to_be_in_viewport()
    events.page.get_by_role("button", name="Then and now").click()
    expect(events.page.locator("#past-event")).to_contain_text("added Party59")
    hub.add("Latest", 2)
    events.page.keyboard.press("Escape")
    expect(events.page.locator("#fresh")).to_have_text("1 new")
    assert events.scroll.evaluate("element => element.scrollTop") == 280
    expect(events.row("added Party10,")).to_be_in_viewport()


def test_one_device_and_one_role(hub, open_events, open_host, evening):
    host = open_host()
    host.add("Barbara", 5)
    events = open_events()
    said = events.page.locator(".what")
    events.page.get_by_label("Who").select_option("host")
    expect(said).to_have_text(["added Barbara, party of 5"])
    settled(events.page)
    device = events.page.locator(".who").inner_text().split()[1]
    events.page.get_by_label("Who").select_option("")
    expect(said).to_have_count(7)
    events.page.get_by_label("Device").fill(device)
    expect(said).to_have_text(["added Barbara, party of 5"])


def test_a_stretch_of_time_by_the_clocks_of_the_venue(open_evening):
    events = open_evening()
    expect(events.count).to_have_text("6 events")
    drawn = events.page.locator(".event time")
    instants = drawn.evaluate_all("all => all.map((each) => each.dateTime)")
    times = [clock(events, {"time": instant}) for instant in instants]
    # What is of yesterday has its weekday before it.
    expect(drawn).to_have_text([re.compile(each.partition("T")[2] + "$") for each in times])
    said = events.page.locator(".what")
    events.page.get_by_label("From (the venue’s time)").fill(times[0])
    events.page.get_by_label("Until").fill(times[-1])
    expect(events.count).to_have_text("6 found in revisions 1 to 6 of 6")
    expect(said).to_have_count(6)
    events.page.get_by_label("Until").fill("2026-01-01T12:00:00")
    expect(said).to_have_count(0)
    events.page.get_by_label("From (the venue’s time)").fill("2026-01-01T12:00:00")
    events.page.get_by_label("Until").fill("")
    expect(said).to_have_count(6)


def clock(events, event):
    """The time of an event as the venue's clocks show it, to the second."""
    return events.page.evaluate(
        """instant => new Date(instant).toLocaleString("sv", { timeZone: "Europe/Rome" })
            .replace(" ", "T")""",
        event["time"],
    )


def next_second(events, instant):
    """Waits until the server's clock shows another second than an event does."""
    wait_until(events.page, "instant => Date.now() > Date.parse(instant.slice(0, 19) + 'Z') + 1000",
               instant)


def add_in_a_second_of_its_own(hub, events, names):
    """Adds parties, the last one not in the first second of a minute: a browser's field leaves that one
    out, and then means the whole minute. What is added next is of a later second.

    Returns the events."""
    seen = len(hub.events())
    for name in names[:-1]:
        hub.add(name, 2)
    # Long before the next minute: the hub may take its time.
    wait_until(events.page, "() => new Date().getSeconds() > 0 && new Date().getSeconds() < 50")
    hub.add(names[-1], 2)
    added = hub.events()[seen:]
    next_second(events, added[-1]["time"])
    return added


def test_times_in_the_address_find_what_they_find_where_they_are_typed(hub, open_events):
    hub.add("Early", 2)
    events = open_events()
    early = add_in_a_second_of_its_own(
        hub, events, [f"Early{number}" for number in range(119)]
    )[-1]
    late = add_in_a_second_of_its_own(hub, events, [f"Late{number}" for number in range(130)])
    hub.add("Last", 2)
    expect(events.count).to_have_text("251 events")
    page = events.page
    page.get_by_label("Until").fill(clock(events, early))
    expect(events.count).to_have_text("120 found in revisions 1 to 120 of 251")
    page.reload()
    expect(events.count).to_have_text("120 found in revisions 1 to 120 of 251")
    expect(page.get_by_role("button", name="Load later")).to_be_hidden()
    page.get_by_label("Until").fill("")
    page.get_by_label("From (the venue’s time)").fill(clock(events, late[0]))
    page.get_by_label("Until").fill(clock(events, late[-1]))
    expect(events.count).to_have_text("130 found in revisions 121 to 250 of 251")
    page.reload()
    expect(events.count).to_have_text("130 found in revisions 121 to 250 of 251")
    page.get_by_label("Until").fill("")
    expect(events.count).to_have_text("131 found in revisions 121 to 251 of 251")
    page.reload()
    expect(events.count).to_have_text("131 found in revisions 121 to 251 of 251")
    go_to(page, "since=2100-01-01T12:00:00")
    expect(page.locator("#none")).to_have_text("No event here is like that.")
    page.reload()
    expect(page.locator("#none")).to_have_text("No event here is like that.")
    expect(events.rows).to_have_count(0)


def test_where_a_time_ends_is_known_when_something_later_comes(hub, open_events):
    hub.add("Ada", 2)
    events = open_events()
    until = clock(events, hub.events()[0])
    go_to(events.page, f"until={until}")
    events.page.reload()
    expect(events.page.locator(".what")).to_have_text(["added Ada, party of 2"])
    next_second(events, hub.events()[0]["time"])
    hub.add("Grace", 2)
    expect(events.count).to_have_text("1 found in revisions 1 to 1 of 2")
    expect(events.page.locator("#save-link")).to_have_text("Save revision 1")


def test_what_an_address_has_and_the_form_cannot_have_is_said(open_evening):
    events = open_evening()
    go_to(events.page, "from=abc&since=garbage&verdict=bogus&board=notice")
    events.page.reload()
    expect(events.page.locator(".what")).to_have_text(["posted a notice: Closing at ten"])
    problem = events.page.locator("#filter-problem")
    expect(problem).to_contain_text("“Verdict” can’t be “bogus”: it is left out.")
    expect(problem).to_contain_text("“From revision” can’t be “abc”: it is left out.")
    expect(problem).to_contain_text("“From (the venue’s time)” can’t be “garbage”: it is left out.")
    events.page.get_by_role("button", name="Show everything").click()
    expect(problem).to_be_empty()


def test_a_filter_that_finds_little_goes_on_looking_and_says_how_far(hub, open_events):
    needle = hub.add("Needle", 2)
    for number in range(230):
        hub.add(f"Party{number}", 2)
    events = open_events()
    expect(events.count).to_have_text("200 events: revisions 32 to 231 of 231")
    events.page.get_by_label("Contains").fill("needle")
    expect(events.page.locator(".what")).to_have_text(["added Needle, party of 2"])
    expect(events.count).to_have_text("1 found in revisions 1 to 231 of 231")
    hub.mutate("waitlist.ready", party=needle)
    expect(events.page.locator(".what")).to_have_count(2)
    # A stretch that is far away is fetched by itself, and what comes meanwhile is counted.
    page = events.page.context.new_page()
    page.goto(events.page.url.split("#")[0] + "#from=2&to=3")
    # Later ones are loaded up to those of which the page has heard.
    EventsPage(page).expect_live()
    expect(page.locator(".what")).to_have_text(["added Party0, party of 2", "added Party1, party of 2"])
    page.get_by_role("button", name="Show everything").click()
    expect(page.get_by_role("button", name=re.compile("To the newest"))).to_be_visible()
    page.get_by_role("button", name="Load later").click()
    count = page.locator("#filter-count")
    expect(count).to_have_text("231 events: revisions 2 to 232 of 232")
    expect(page.get_by_role("button", name=re.compile("To the newest"))).to_be_hidden()
    hub.add("Latest", 2)
    expect(count).to_have_text("232 events: revisions 2 to 233 of 233")


def test_from_the_past_a_button_leads_to_the_newest(hub, open_events):
    for number in range(230):
        hub.add(f"Party{number}", 2)
    events = open_events()
    events.expect_live()
    go_to(events.page, "to=5")
    expect(events.page.locator(".what")).to_have_count(5)
    hub.add("Latest", 2)
    events.page.get_by_role("button", name="Show everything").click()
    events.page.get_by_role("button", name="To the newest (1 new)").click()
    expect(events.row("added Latest")).to_be_in_viewport()
    expect(events.page.locator("#fresh")).to_be_hidden()


def test_what_was_there_before_the_page_is_not_new(hub, open_events):
    for number in range(230):
        hub.add(f"Party{number}", 2)
    page = open_events().page
    go_to(page, "to=5")
    page.reload()
    EventsPage(page).expect_live()
    page.get_by_role("button", name="Show everything").click()
    expect(page.locator("#fresh")).to_have_text("To the newest")
    hub.add("Latest", 2)
    expect(page.locator("#fresh")).to_have_text("To the newest (1 new)")


def test_the_page_is_not_live_before_it_has_what_has_happened(hub, open_events):
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


def test_places_are_those_that_guests_are_told(hub, open_events):
    hub.add("Barbara", 2)
    hub.mutate("waitlist.call_next")
    hub.mutate("house.configure", selfCheckIn="confirm")
    hub.join("Edsger")
    parties = {name: hub.add(name, 2) for name in ("Ada", "Grace", "Tony")}
    hub.mutate("waitlist.move", party=parties["Ada"], after=parties["Tony"])
    events = open_events()
    events.row("moved Ada").click()
    said = "moved Ada from place 1 to 3, behind Tony"
    expect(events.page.locator("#opened-words")).to_contain_text(said)
    expect(events.page.locator(".places li")).to_have_text([
        "Ada: place 1 → 3, further back",
        "Grace: place 2 → 1, further ahead",
        "Tony: place 3 → 2, further ahead",
    ])
    events.page.get_by_role("button", name="All views at it").click()
    events.page.locator("#past-beside").select_option(label="the revision before")
    for view in ("waitlist/host", "waitlist/display"):
        row = events.page.get_by_role("region", name=view).locator(f"tr[data-key={parties['Ada']}]")
        expect(row.locator("td:nth-child(2)")).to_have_text(["1", "3"])


def test_the_story_of_a_party_has_those_who_passed_it(open_evening):
    events = open_evening()
    events.row("made Ada ready").click()
    events.page.get_by_role("button", name="Story of Ada").click()
    expect(events.page.locator(".what")).to_have_text(
        ["added Ada, party of 4", "moved Grace, ahead of Ada", "made Ada ready"]
    )
    expect(events.page.locator("#filter-story")).to_contain_text("Only the story of Ada")
    events.row("moved Grace").click()
    expect(events.page.locator(".places li")).to_have_text(
        ["Grace: place 2 → 1, further ahead", "Ada: place 1 → 2, further back"]
    )
    events.page.keyboard.press("Escape")
    events.page.get_by_role("button", name="Everybody").click()
    expect(events.page.locator(".what")).to_have_count(6)


def test_the_story_leaves_out_what_was_looked_for_and_back_brings_it_back(open_evening):
    events = open_evening()
    page = events.page
    page.get_by_label("Contains").fill("Ada")
    page.get_by_label("Board").select_option("waitlist")
    events.row("made Ada ready").click()
    page.get_by_role("button", name="Story of Ada").click()
    expect(page.locator(".what")).to_have_text(
        ["added Ada, party of 4", re.compile("moved Grace.*, ahead of Ada$"), "made Ada ready"]
    )
    expect(page.get_by_label("Contains")).to_have_value("")
    page.go_back()
    expect(page.get_by_label("Contains")).to_have_value("Ada")
    expect(page.get_by_label("Board")).to_have_value("waitlist")


def test_what_is_typed_before_the_page_is_ready_is_looked_for(quiet_evening, new_page):
    page = new_page()
    held = []
    page.route("**/waitlist/events/words.js", lambda route: held.append(route))
    with page.expect_request("**/waitlist/events/words.js"):
        page.goto(quiet_evening.link("engineer"), wait_until="commit")
    page.get_by_label("Contains").fill("Grace")
    held.pop().continue_()
    expect(page.locator(".what")).to_have_text(["added Grace, party of 2", "moved Grace"])
    expect(page.get_by_label("Contains")).to_have_value("Grace")


def test_a_move_says_from_where_to_where_and_the_party_comes_first(hub, open_events):
    first = hub.add("First", 2)
    for number in range(45):
        last = hub.add(f"Party{number}", 2)
    hub.mutate("waitlist.move", party=first, after=last)
    events = open_events()
    events.row("moved First").click()
    places = events.page.locator(".places li")
    expect(places).to_have_count(40)
    expect(places.first).to_have_text("First: place 1 → 46, further back")
    said = "moved First from place 1 to 46, behind Party44"
    expect(events.row(said)).to_have_count(1)
    expect(events.page.locator("#opened-words")).to_contain_text(said)


def test_what_the_owner_decides_is_said_in_words(hub, open_events):
    hub.link("host")
    settings = [
        {"labels": "initials"}, {"name": "The Tin Pot"}, {"selfCheckIn": "confirm"},
        {"languages": ["de", "en"]}, {"timeZone": "Europe/Berlin", "labels": "number"},
    ]
    for each in settings:
        hub.mutate("house.configure", **each)
    hub.mutate("house.invite", role="host", name="Bar")
    hub.mutate("house.renew_join_link")
    hub.mutate("house.set_webhook", url="https://example.org/alarms")
    hub.mutate("house.set_webhook", url=None)
    hub.mutate("house.clear_pin")
    events = open_events()
    page, said = events.page, events.page.locator(".what")
    expect(said).to_have_text(
        [
            "set labels to initials",
            "renamed the house to The Tin Pot",
            "self check-in: confirm",
            "languages: de, en",
            "set the time zone to Europe/Berlin; set labels to number",
            "invited a host (Bar)",
            "made a new join link",
            "set where alarms are sent to",
            "ended the sending of alarms",
            "took the PIN away",
        ]
    )
    events.row("renamed the house").click()
    expect(said.nth(1)).to_have_text("renamed the house from The Copper Pot to The Tin Pot")
    expect(page.locator(".patch li").filter(has_text="name").first).to_have_text(
        "± replaced name settings: The Copper Pot → The Tin Pot"
    )
    expect(page.locator("#story")).to_be_hidden()
    page.keyboard.press("Escape")
    page.get_by_label("Board").select_option("house")
    expect(events.count).to_have_text("10 found in revisions 1 to 10 of 10")
    expect(said).to_have_count(10)
    page.get_by_label("Board").select_option("")
    hub.add("Ada Terrace", 2)
    page.get_by_label("Contains").fill("TERRACE")
    expect(said).to_have_text(["added Ada Terrace, party of 2"])


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
    expect(who.first).to_have_attribute("title", f"host Front Bar ({device})")
    for text in ("front b", device.upper()):
        page.get_by_label("Device").fill("")
        expect(page.locator(".what")).to_have_count(2)
        page.get_by_label("Device").fill(text)
        expect(page.locator(".what")).to_have_text(["added Ada, party of 4"])
    page.get_by_label("Device").fill("front b")
    expect(page).to_have_url(re.compile("#device=front"))
    page.reload()
    expect(page.locator(".what")).to_have_text(["added Ada, party of 4"])
    events.rows.first.click()
    expect(page.locator("#opened-words")).to_contain_text(f"host Front Bar ({device})")
    added = [
        texts_of(f"boards/{board['name']}", "en")[f"role.{role['name']}"]
        for board in boards()["boards"] for role in board["roles"]
    ]
    expect(page.get_by_label("Who").locator("option")).to_have_text(
        [
            "Everybody", "Hosts", "Owners", "Guests", "Screens", "Engineers", "The clock", "The hub",
            *added,
        ]
    )
    hub.mutate("house.revoke", device=device)
    page.keyboard.press("Escape")
    page.get_by_label("Device").fill("")
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
    expect(events.page.locator("#opened-more dd")).to_contain_text(
        ["waitlist.unready", "conflict", "", "owner d_", "", evening["grace"]]
    )
    expect(events.page.locator("#see-past")).to_be_hidden()
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
    events.row("made Ada ready").click()
    more = events.page.locator("#opened-more")
    expect(more).to_contain_text("waitlist.ready")
    expect(more).to_contain_text("WebSocket from 127.0.0.1:")
    expect(more).to_contain_text(re.compile(r"host d_\w+"))
    expect(more).to_contain_text(re.compile(r"From received to the disk\d+\.\d+ ms"))
    expect(more).to_contain_text(re.compile(r"From received to the screens\d+\.\d+ ms"))
    patch = more.locator(".patch li")
    expect(patch.filter(has_text="± replaced Ada parties status: waiting → ready")).to_have_count(2)
    expect(patch.filter(has_text="+ added Ada parties ready at")).to_have_count(2)
    expect(events.page).to_have_url(re.compile("#event=2$"))
    events.page.reload()
    expect(events.page.locator("#opened-title")).to_have_text("Event 2")
    expect(more).to_contain_text("waitlist.ready")
    # What is kept in memory only is not known after a restart, and the page says so.
    hub.stop()
    hub.start()
    events.expect_live()
    events.page.reload()
    expect(more).to_contain_text("Not known any more")
    expect(patch.filter(has_text="± replaced Ada parties status: waiting → ready")).to_have_count(2)


def test_what_an_engineer_may_not_see_is_masked_in_the_changes_too(hub, open_events, new_page):
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


def test_a_rejection_that_comes_again_is_there_once(hub, open_events, evening):
    events = open_events()
    events.expect_live()
    page = events.page
    page.get_by_label("Verdict").select_option("rejected")
    expect(page.locator("#none")).to_contain_text("the hub keeps the last thousand")
    again = []

    def repeat(route):
        answer = "".join(f"data: {json.dumps(each)}\n\n" for each in again * 2)
        route.fulfill(body=answer, content_type="text/event-stream")

    again.append({
        "specversion": "1.0", "id": "e:rejected:1", "source": "/v1/main",
        "type": "tablecast.rejected", "time": "2026-11-20T19:00:00.000Z",
        "data": {"action": "waitlist.fly", "code": "unknown_action", "args": {"name": "•••"},
                 "message": "There is no such action"},
        "board": "waitlist", "actor": "host:d_1",
    })
    page.route("**/v1/main/events?*rejected=1", repeat)
    page.reload()
    expect(page.locator(".what")).to_have_text(
        ["rejected (unknown_action): waitlist.fly. There is no such action"]
    )


def test_an_open_event_is_closed_by_going_back(open_evening):
    events = open_evening(viewport={"width": 390, "height": 844})
    page = events.page
    events.row("added Ada").click()
    expect(page.locator("#opened-title")).to_have_text("Event 1")
    page.go_back()
    expect(page.locator("#opened")).to_be_hidden()
    expect(page.locator("#scroll")).to_be_visible()
    expect(page).not_to_have_url(re.compile("#"))
    page.go_forward()
    expect(page.locator("#opened-title")).to_have_text("Event 1")


def test_an_address_leads_to_an_event_in_its_place(open_long):
    page = open_long().page
    go_to(page, "event=10")
    page.reload()
    expect(page.locator("#opened-title")).to_have_text("Event 10")
    row = page.locator(".event[aria-expanded='true']")
    expect(row.locator(".what")).to_have_text("added Party9, party of 2")
    expect(row).to_be_in_viewport()
    go_to(page, "event=99999")
    expect(page.locator("#opened-title")).to_have_text("There is no event 99999")
    expect(page.locator("#opened-words")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator("#opened")).to_be_hidden()


def test_the_heading_follows_the_houses_name(hub, open_events):
    page = open_events().page
    expect(page.locator("h1")).to_contain_text("The Copper Pot")
    hub.mutate("house.configure", name="The Tin Pot")
    expect(page.locator("h1")).to_contain_text("The Tin Pot")
    expect(page).to_have_title("Events · The Tin Pot")


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
    # Nobody has to ask for it again.
    expect(events.page.locator(".places li")).to_have_count(2)


def test_names_are_text(hub, open_events):
    hub.add("<img src=x onerror=\"document.title='run'\">", 2)
    events = open_events()
    expect(events.page.locator(".what")).to_have_text(
        ["added <img src=x onerror=\"document.title='run'\">, party of 2"]
    )
    events.rows.first.click()
    expect(events.page.locator(".patch li")).to_have_count(2)
    events.page.locator("#see-past").click()
    expect(events.page.locator("#past td bdi").first).to_be_visible()
    assert events.page.title() == "Events · The Copper Pot"


def test_a_phone_has_room_for_all_of_it(open_evening):
    events = open_evening(viewport={"width": 390, "height": 844})
    events.expect_live()
    events.row("moved Grace").click()
    expect(events.page.locator(".places li")).to_have_count(2)
    assert events.page.evaluate("document.documentElement.scrollWidth") <= 390
    events.page.get_by_role("button", name="All views at it").click()
    expect(events.page.locator("#past-views section")).to_have_count(len(events.past_views))
    assert events.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_another_journal_is_begun_anew(hub, open_events, evening):
    events = open_events()
    events.expect_live()
    events.row("moved Grace").click()
    page = EventsPage(events.page)
    # As the server answers when the journal was restored meanwhile.
    page.page.route(
        "**/v1/main/events?*rejected=1",
        lambda route: route.fulfill(status=409, body="{}")
        if "last-event-id" in route.request.headers
        else route.continue_(),
    )
    hub.kill()
    events.expect_not_live()
    hub.start()
    events.expect_live()
    expect(events.count).to_have_text("6 events")
    expect(events.page.locator("#opened")).to_be_hidden()
    wait_until(events.page, "() => location.hash === ''")
