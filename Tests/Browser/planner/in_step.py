"""Measures how far a synced calendar lags: from the ack of a host's change until Google has it, from a change
at Google until the book has painted it, both when Google notifies and when the hub polls, and how often the
hub polls while nothing happens.

    .build-tools/venv/bin/python Tests/Browser/planner/in_step.py [changes] [idle minutes]

Google is the server of the tests, on the same machine. It is a measurement, not a test.
"""

import sys
import time
from datetime import datetime, timedelta
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1]))

from playwright.sync_api import expect, sync_playwright

import chromium
from elsewhere import linked_at_google
from google import Google
from planning import BookPage, PlannerHub, ZONE, today
from stage import in_process
from tap_to_paint import report

POLLED = 10


def sent(hub, changes):
    """Returns the milliseconds from the ack of a host's change until it is at Google."""
    event = hub.plan("Ours", today(), "12:00", calendar=hub.calendar)
    for number in range(changes):
        title = f"Ours {number}"
        hub.do("edit", event=event, title=title)
        acknowledged = time.monotonic()
        while title not in hub.google.events():
            time.sleep(0.005)
        yield (time.monotonic() - acknowledged) * 1000


def come(hub, book, changes):
    """Returns the milliseconds from a change at Google until the book shows it."""
    noon = datetime.combine(today(), datetime.min.time(), ZONE) + timedelta(hours=15)
    event = hub.google.add("Theirs", noon)
    expect(book.row(today(), "Theirs")).to_be_visible()
    for number in range(changes):
        title = f"Theirs {number}"
        hub.google.edit("PATCH", f"/{event}", {"summary": title})
        answered = time.monotonic()
        expect(book.row(today(), title)).to_be_visible()
        yield (time.monotonic() - answered) * 1000
    hub.google.edit("DELETE", f"/{event}")


def requests_while_idle(hub, minutes):
    def count():
        return sum(hub.google.state()["counts"].values())

    before = count()
    time.sleep(60 * minutes)
    return (count() - before) * 60 / minutes


def measured(browser, push, measure):
    hub = in_process(PlannerHub)()
    options = ["--push-to", hub.address] if push else []
    with Google(*options) as hub.google:
        hub.options["google-base"] = hub.google.address
        if push:
            # The proxy at this address need not exist.
            hub.url = ["--url", "https://planner.example.org"]
        hub.start()
        hub.calendar = linked_at_google(hub, hub.google)
        context = browser.new_context(viewport={"width": 1920, "height": 1080})
        context.request.get(hub.link("host"))
        book = BookPage(context.new_page())
        book.page.goto(f"{hub.address}/planner")
        book.expect_week(today())
        measure(hub, book)
        context.close()
        hub.close()


def main():
    changes = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    minutes = float(sys.argv[2]) if len(sys.argv) > 2 else 10

    def pushed(hub, book):
        report("from the ack to Google", sent(hub, changes))
        report("from Google to the book, by push", come(hub, book, changes))

    def polled(hub, book):
        report("from Google to the book, by asking", come(hub, book, POLLED))
        book.page.close()
        print(f"an idle link asks {requests_while_idle(hub, minutes):.0f} times an hour", flush=True)

    with sync_playwright() as playwright:
        browser = chromium.launch(playwright)
        measured(browser, True, pushed)
        measured(browser, False, polled)
        browser.close()


if __name__ == "__main__":
    main()
