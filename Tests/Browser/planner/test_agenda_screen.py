"""The television with the agenda of the day."""

import re

import pytest
from playwright.sync_api import expect

from evening import TELEVISION, EveningHub, clock, fill, local, visit
from hub import HOUSE
from pages import DisplayPage, settled
from stage import hub_fixture


# The words of an element that break across lines.
TORN = """(element) => {
    const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    return [...node.data.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        return range.getClientRects().length > 1;
    }).map(([word]) => word);
}"""

pytestmark = pytest.mark.usefixtures("time")

hub = hub_fixture(EveningHub)


@pytest.fixture
def open_agenda(hub, new_page):
    def open_page(**options):
        options.setdefault("viewport", TELEVISION)
        page = visit(hub, new_page, "/agenda", "display", **options)
        DisplayPage(page).expect_live()
        return page

    return open_page


def test_the_next_event_is_the_largest_and_nothing_is_torn_told_or_lost(hub, time, open_agenda):
    page = open_agenda()
    welcome = page.locator(".welcome")
    expect(welcome.get_by_role("heading", name=HOUSE)).to_be_visible()
    expect(welcome).to_contain_text("Nothing is planned for today.")
    fill(hub)
    expect(page.locator("#card-time")).to_have_text(clock(30))
    expect(page.locator(".card-entry .label")).to_have_text(["Ada L."])
    expect(page.locator(".card-entry .size")).to_contain_text("2")
    expect(page.locator("#next-title")).to_have_text(re.compile(r"^Next, in 30 min$"))
    expect(page.locator(".entry .label")).to_have_text(["Tasting", "Private"])
    largest = page.evaluate("""() => Math.max(...[...document.querySelectorAll("body *")]
        .filter((each) => each.checkVisibility() && each.textContent.trim())
        .map((each) => parseFloat(getComputedStyle(each).fontSize)))""")
    size = page.locator("#card-time").evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
    assert size == largest
    # The screen doesn't even receive hidden data.
    for secret in ("Quiet word", "Lovelace", "Nuts", "+39"):
        assert secret not in page.content()
    hub.show("reservations", "off")
    expect(page.locator(".card-entry .label")).not_to_have_text("Ada L.")
    # What was said to screen readers is replaced by the next sentence.
    time.go_by(10)
    expect(page.locator("body")).not_to_contain_text("Ada L.")
    expect(page.locator("#card-time")).to_have_text(clock(90))
    event = hub.do("add", title="Opening", start=local(30), minutes=30)["event"]
    for title in ("Meeting 12", "Breakfast for all", "Degustaciones y vino"):
        hub.do("edit", event=event, title=title)
        label = page.locator(".card-entry .label")
        expect(label).to_have_text([title])
        assert label.evaluate(TORN) == []
    # A screen that has lost the hub says so, keeps what it has, and comes back.
    hub.kill()
    time.go_by(3)
    band = page.locator("#band")
    expect(band).to_have_text("Reconnecting – last updated 18:00")
    expect(page.locator("#card-time")).to_have_text(clock(30))
    hub.start()
    page.evaluate("window.dispatchEvent(new Event('online'))")
    DisplayPage(page).expect_live()
    expect(band).to_be_empty()


def test_events_beyond_the_screen_are_paged(hub, time, open_agenda):
    hub.show("reservations", "title")
    hub.mutate("house.configure", labels="full")
    for number in range(30):
        hub.reserve(f"Guest {number}", 40 + number)
    page = open_agenda()
    pages = page.locator("#pages")
    expect(pages).to_have_text(re.compile(r"^1 of \d+$"))
    settled(page)
    count = int(pages.inner_text().split()[-1])
    seen = page.locator(".card-entry .label").all_inner_texts()
    for number in range(1, count + 1):
        expect(pages).to_have_text(f"{number} of {count}")
        settled(page)
        seen += page.locator(".entry .label").all_inner_texts()
        bottom = page.locator(".entry").last.evaluate("each => each.getBoundingClientRect().bottom")
        assert bottom <= 0.95 * TELEVISION["height"]
        time.go_by(8)
    assert sorted(seen) == sorted(f"Guest {number}" for number in range(30))
