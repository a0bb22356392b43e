"""Google says itself when a calendar has changed, where the hub has an address that Google can reach."""

import time
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect

from elsewhere import linked_at_google
from evening import visit
from google import Google
from planning import BookPage, PlannerHub, ZONE, today


@pytest.fixture
def hub():
    hub = PlannerHub()
    with Google("--push-to", hub.address) as hub.google:
        # What stands before the hub at this address, the tests do without.
        hub.url = ["--url", "https://planner.example.org"]
        hub.options = ["--google-base", hub.google.address]
        yield hub.start()
        hub.close()


def test_a_change_at_google_reaches_the_book_by_push(hub, new_page):
    book = BookPage(visit(hub, new_page, "/planner", "host"))
    book.expect_week(today())
    linked_at_google(hub, hub.google)
    noon = datetime.combine(today(), datetime.min.time(), ZONE) + timedelta(hours=12)
    change = hub.google.add("Change 0", noon)
    expect(book.row(today(), "Change 0")).to_be_visible()
    # A book that is open asks every ten seconds. Whoever only asked would have needed a minute for six.
    began = time.monotonic()
    for number in range(1, 7):
        hub.google.edit("PATCH", f"/{change}", {"summary": f"Change {number}"})
        expect(book.row(today(), f"Change {number}")).to_be_visible()
    assert time.monotonic() - began < 30
