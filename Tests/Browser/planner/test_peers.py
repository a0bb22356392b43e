"""Two peers at once: two hubs and a third-party client all change one calendar of Radicale."""

import re
from datetime import UTC, datetime, time

import pytest
from playwright.sync_api import expect

from elsewhere import linked, radicale, setup, start
from evening import visit
from hub import eventually
from planning import DAY, ZONE, BookPage, PlannerHub, monday
from stage import hub_fixture

UID = "tasting@example.org"


hub = hub_fixture(PlannerHub)
other = hub_fixture(PlannerHub)


def rows(hub):
    return [
        (row["title"], row["start"], row.get("location", ""))
        for row in sorted(hub.week()["occurrences"].values(), key=lambda row: row["title"])
    ]


def rows_there(radicale):
    """Returns the same fields of the calendar's events, as any client reads them."""
    found = []
    for text in radicale.texts("kitchen").split("BEGIN:VEVENT")[1:]:
        fields = dict(re.findall(r"^(SUMMARY|LOCATION|DTSTART)[^:\n]*:(.*?)\r?$", text, re.MULTILINE))
        zone = UTC if fields["DTSTART"].endswith("Z") else ZONE
        at = datetime.strptime(fields["DTSTART"].rstrip("Z"), "%Y%m%dT%H%M%S").replace(tzinfo=zone)
        found.append((fields["SUMMARY"], f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%S}.000Z", fields.get("LOCATION", "")))
    return sorted(found)


def expect_agreement(radicale, hubs, *wanted):
    """Makes the hubs poll until nothing waits to be sent, and all have the same events."""
    def found():
        is_at_rest = True
        for hub in hubs:
            for calendar, link in hub.view("planner/accounts")["doc"]["links"].items():
                is_at_rest &= (link["waiting"], link["failed"]) == (0, 0)
                hub.do("sync", calendar=calendar)
        return [is_at_rest, *map(rows, hubs), rows_there(radicale)]

    agreed = [True, *[[*wanted]] * (len(hubs) + 1)]
    assert eventually(found, lambda found: found == agreed) == agreed


def instant(days, hour=17, zone=UTC):
    """A full hour, `days` after this week's Monday."""
    at = datetime.combine(monday() + days * DAY, time(hour), zone)
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%S}.000Z"


def issues(hub):
    return [*hub.view("planner/calendars")["doc"]["issues"].values()]


@pytest.mark.process
def test_an_event_changed_in_three_places_is_the_same_in_all_and_nothing_is_lost(
    hub, other, radicale, setup, new_page
):
    radicale.put("kitchen", UID, "Tasting", start(1))
    for each in (hub, other):
        linked(each, radicale)
    expect_agreement(radicale, [hub, other], ("Tasting", instant(1), ""))
    book = BookPage(visit(other, new_page, "/planner", "host"))
    book.expect_live()
    expect(book.row(monday() + DAY, "Tasting")).to_be_visible()
    text, tag = radicale.read("kitchen", UID)
    radicale.kill()
    (event,) = {row["event"] for row in hub.week()["occurrences"].values()}
    hub.do("edit", event=event, title="Our tasting")
    book.drag(monday() + DAY, "Tasting", monday() + 2 * DAY)
    moved = [("Tasting", instant(2), "")]
    assert eventually(lambda: rows(other), lambda found: found == moved) == moved
    # A power cut in one house; the other hub is held until the client has written.
    hub.kill()
    other.pause()
    radicale.start()
    text = text.replace("SUMMARY:Tasting", "SUMMARY:Their tasting\r\nLOCATION:Upstairs")
    radicale.replace("kitchen", UID, text, tag)
    other.resume()
    hub.start()
    # The values written here win, and those from elsewhere become issues.
    expect_agreement(radicale, [hub, other], ("Our tasting", instant(2), "Upstairs"))
    (issue,) = issues(hub)
    assert (issue["kind"], issue["ours"], issue["theirs"]) == ("title", "Our tasting", "Their tasting")
    assert issues(other) == []
    setup.press("Take this: Our tasting")
    expect(setup.issue).to_have_count(0)
    expect_agreement(radicale, [hub, other], ("Their tasting", instant(2), "Upstairs"))
    expect(book.row(monday() + 2 * DAY, "Their tasting")).to_be_visible()


@pytest.mark.process
def test_repeated_kills_of_hubs_and_server_end_in_the_same_events(hub, other, radicale):
    calendars = {each: linked(each, radicale) for each in (hub, other)}
    expect_agreement(radicale, [hub, other])
    for turn in range(3):
        for each, house in ((hub, "here"), (other, "there")):
            each.plan(f"{turn} {house}", monday() + turn * DAY, "19:00", calendar=calendars[each])
        radicale.kill()
        hub.kill()
        radicale.start()
        hub.start()
        other.kill()
        other.start()
    wanted = [(f"{turn} {house}", instant(turn, 19, ZONE), "") for turn in range(3) for house in ("here", "there")]
    expect_agreement(radicale, [hub, other], *wanted)
