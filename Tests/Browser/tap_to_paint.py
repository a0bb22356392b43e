"""Measures how long it takes from a tap on one page until another page has painted the result: from the host's
*Add* to the party on the display; from a guest's *Place order* to the round in the kitchen, in a house with 120
dishes, 100 open tabs and 60 rounds; and from *Save* in the planner's book to another book that has turned ten
weeks, in a house with 20,000 events and 2,000 series. On one page, it measures from a key in the search for
stations to the list of matches among 50,000, without the 100 ms for which a page waits for another key.

    .build-tools/venv/bin/python Tests/Browser/tap_to_paint.py [taps]

Both pages run in one Chromium, so they share a clock. The time includes the tap's handling, the way to the hub,
its rules, the journal's flush to the disk, the diff's way back, and the other page's next frame. It is a
measurement, not a test.
"""

import statistics
import sys
import urllib.request
from datetime import timedelta
from pathlib import Path

from playwright.sync_api import sync_playwright

TESTS = Path(__file__).parents[1]
sys.path += [str(TESTS / "Browser/planner"), str(TESTS / "Benchmarks/planner"), str(TESTS / "Benchmarks/nearby"),
             str(TESTS / "Browser/nearby")]

import chromium
from bigcalendar import calendar_file
from busyhouse import ROUNDS, TABS, BusyHouse
from hub import Hub
from neighbourhood import NearbyHub, open_nearby
from pages import DisplayPage, HostPage, LivePage, wait_until
from planning import BookPage, PlannerHub, monday, today
from stage import in_process, serving
from town import stop_names, stops_file

# The number of orders of each guest.
ROUNDS_PER_TAB = 5
STOPS = 50_000
REST_MS = 100

# Records the time at which each text of a list is first painted.
WATCH = """([list, texts]) => {
    window.paintedAt = {};
    new MutationObserver(() => {
        for (const name of document.querySelectorAll(`${list} ${texts}`)) {
            const label = name.textContent;
            if (label in window.paintedAt) { continue; }
            window.paintedAt[label] = 0;
            // A message posted from within a frame is handled after that frame was painted.
            requestAnimationFrame(() => {
                const channel = new MessageChannel();
                channel.port1.onmessage = () => {
                    window.paintedAt[label] = performance.timeOrigin + performance.now();
                };
                channel.port2.postMessage(0);
            });
        }
    }).observe(document.querySelector(list), { childList: true, subtree: true, characterData: true });
}"""

TYPE = """(element, text) => {
    const at = performance.timeOrigin + performance.now();
    element.focus();
    element.value = text;
    element.dispatchEvent(new Event("input", { bubbles: true }));
    return at;
}"""

TAP = """(element) => {
    const at = performance.timeOrigin + performance.now();
    element.click();
    return at;
}"""


def time_of(button, page, label):
    """Returns the milliseconds from the tap until the other page has painted the text."""
    tapped = button.evaluate(TAP)
    wait_until(page, "(label) => window.paintedAt[label]", label)
    return page.evaluate("(label) => window.paintedAt[label]", label) - tapped


def add_parties(browser, taps):
    hub = Hub().start()
    host = HostPage(browser.new_context().new_page())
    display = DisplayPage(
        browser.new_context(viewport={"width": 1920, "height": 1080}).new_page()
    )
    host.page.goto(hub.link("host"))
    display.page.goto(hub.link("display"))
    host.expect_live()
    display.expect_live()
    display.page.evaluate(WATCH, ["#waiting", "bdi"])
    button = host.page.get_by_role("button", name="Add", exact=True)
    for number in range(taps):
        label = f"P{number}"
        host.name.fill(label)
        host.size.fill("2")
        yield time_of(button, display.page, label)
        # Seated at once, so that the next party appears on the first page too.
        party = next(iter(hub.view("waitlist/host")["doc"]["parties"]))
        hub.mutate("waitlist.seat", party=party)
    hub.close()


def place_orders(browser, taps):
    house = BusyHouse().start()
    kitchen = LivePage(browser.new_context(viewport={"width": 1920, "height": 1080}).new_page())
    kitchen.page.goto(house.link("kitchen"))
    kitchen.expect_live()
    kitchen.page.evaluate(WATCH, ["#rounds", "bdi"])
    for number in range(taps):
        if number % ROUNDS_PER_TAB == 0:
            # A tab without rounds in the kitchen.
            tab = house.tabs[ROUNDS + number // ROUNDS_PER_TAB % (TABS - ROUNDS)]
            context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
            guest = LivePage(context.new_page())
            guest.page.goto(f"{house.address}/t/{tab['ticket']}")
            guest.expect_live()
            guest.page.get_by_role("button", name="See order").click()
        label = f"P{number}"
        house.add_line(tab, house.dishes[number % len(house.dishes)], notes=label)
        guest.page.locator("#basket").get_by_text(label).wait_for()
        yield time_of(guest.page.locator("#place"), kitchen.page, label)
        # Done at once, so that the number of rounds stays the same.
        placed = house.view(f"orders/tab?tab={tab['tab']}")["doc"]["lines"]
        lines = [key for key, row in placed.items() if row["status"] == "placed"]
        house.do("done", lines=lines)
        if number % ROUNDS_PER_TAB == ROUNDS_PER_TAB - 1:
            context.close()
    house.close()


def change_events(browser, taps):
    hub = in_process(PlannerHub)().start()
    day = monday() + timedelta(days=2)
    # A book paints the first events of a long day.
    hub.plan("P", day, "06:00")
    request = urllib.request.Request(
        f"{hub.address}/v1/main/planner/import?name=Everything", calendar_file(20_000, 2_000),
        {"Authorization": f"Bearer {hub.token}", "Content-Type": "text/calendar"},
    )
    urllib.request.urlopen(request).close()
    books = []
    for _ in range(2):
        context = browser.new_context(viewport={"width": 1920, "height": 1080})
        context.request.get(hub.link("host"))
        books.append(BookPage(context.new_page()))
        books[-1].page.goto(f"{hub.address}/planner")
        books[-1].expect_live()
    book, other = books
    for _ in range(10):
        other.press("ArrowRight")
        other.expect_live()
    other.press("t")
    other.expect_week(today())
    other.page.evaluate(WATCH, ["#book", ".event-title"])
    label = "P"
    for number in range(taps):
        book.choose(day, label)
        book.press("e")
        label = f"P{number}"
        book.page.locator("#event-name").fill(label)
        yield time_of(book.page.get_by_role("button", name="Save"), other.page, label)
    hub.close()


def search_stations(browser, taps):
    with serving(in_process(NearbyHub)) as hub:
        hub.furnish()
        stops = Path(hub.folder.name) / "stops.txt"
        stops.write_bytes(stops_file(STOPS))
        hub.send_file("stops", stops, "text/csv")
        nearby = open_nearby(hub, lambda **options: browser.new_context(**options).new_page())
        nearby.page.evaluate(WATCH, ["#found", "bdi"])
        for name in stop_names(STOPS)[:: STOPS // taps]:
            typed = nearby.search.evaluate(TYPE, name)
            wait_until(nearby.page, "(label) => window.paintedAt[label]", name)
            yield nearby.page.evaluate("(label) => window.paintedAt[label]", name) - typed - REST_MS


def report(what, times):
    times = sorted(times)
    p99 = times[min(len(times) - 1, int(len(times) * 0.99))]
    print(
        f"{what}, {len(times)} times: p50 {statistics.median(times):.1f} ms, "
        f"p99 {p99:.1f} ms, worst {times[-1]:.1f} ms", flush=True,
    )


def main():
    taps = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    with sync_playwright() as playwright:
        browser = chromium.launch(playwright)
        report("from Add to the display", add_parties(browser, taps))
        report("from Place order to the kitchen", place_orders(browser, taps))
        report("from Save to another book", change_events(browser, taps))
        report("from a key to the stations found", search_stations(browser, taps))
        browser.close()


if __name__ == "__main__":
    main()
