"""Google notifies the hub of changes, if the hub has an address that Google can reach."""

from datetime import datetime, timedelta

import pytest

from elsewhere import linked_at_google, titles
from google import Google
from hub import eventually
from planning import PlannerHub, ZONE, today


@pytest.fixture
def hub():
    hub = PlannerHub()
    with Google("--push-to", hub.address) as hub.google:
        # The tests don't need the proxy at this address.
        hub.options = {"url": "https://planner.example.org", "google-base": hub.google.address}
        yield hub.start()
        hub.close()


def test_a_change_at_google_is_here_by_push(hub):
    # Nobody has a page of the planner open, so the hub polls once an hour.
    hub.do("configure", pollSeconds=3600)
    linked_at_google(hub, hub.google)
    assert eventually(lambda: hub.google.count("events.watch"), lambda count: count == 1) == 1
    noon = datetime.combine(today(), datetime.min.time(), ZONE) + timedelta(hours=12)
    change = hub.google.add("Change 0", noon)
    assert eventually(lambda: titles(hub)) == ["Change 0"]
    for number in range(1, 4):
        hub.google.edit("PATCH", f"/{change}", {"summary": f"Change {number}"})
        known = [f"Change {number}"]
        assert eventually(lambda: titles(hub), lambda here: here == known) == known
