"""Syncing the house's book with Radicale, by the owner's page, from scratch."""

import json
import re
from datetime import timedelta

import pytest
from playwright.sync_api import expect

from elsewhere import Forwarder, linked, radicale, setup, start, titles
from evening import visit
from hub import eventually
from planning import BookPage, PlannerHub, monday
from radicale import PASSWORD, USER
from stage import hub_fixture


hub = hub_fixture(PlannerHub)


def expect_titles(hub, *wanted):
    assert eventually(lambda: titles(hub), lambda found: found == [*wanted]) == [*wanted]


def test_a_calendar_is_connected_kept_in_step_settled_and_let_go(hub, radicale, setup, new_page):
    radicale.put("kitchen", "menu@example.org", "New menu", start(1))
    radicale.put("kitchen", "stock@example.org", "Stocktaking", start(2))
    text, tag = radicale.read("kitchen", "stock@example.org")
    radicale.replace("kitchen", "stock@example.org", text.replace("DURATION:PT1H", "DTEND:20200101T100000Z"), tag)
    # A redirect and a wrong password are reported and corrected.
    with Forwarder(f"{radicale.address}/{USER}/") as forwarder:
        setup.connect(forwarder)
        expect(setup.account).to_contain_text("The server sends us elsewhere: link that address.")
        expect(setup.account).to_contain_text(f"{radicale.address}/{USER}/ is filled in")
    setup.connect_again("App password", "wr0ng-s3cret")
    expect(setup.account).to_contain_text("The user or the app password is wrong.")
    setup.connect_again("App password", PASSWORD)
    expect(setup.account).to_contain_text("Connected: 1 calendar there")
    setup.link()
    expect(setup.account).to_contain_text("in step with Kitchen")
    expect_titles(hub, "New menu")

    # Unreadable events are listed until they can be read.
    setup.calendar.get_by_text("1 event there can’t be read").click()
    expect(setup.calendar).to_contain_text("Stocktaking")
    _, tag = radicale.read("kitchen", "stock@example.org")
    radicale.replace("kitchen", "stock@example.org", text, tag)
    setup.calendar.get_by_role("button", name="Sync now").click()
    expect(setup.calendar).not_to_contain_text("can’t be read")
    expect_titles(hub, "New menu", "Stocktaking")

    # Changes go both ways, and keep what the planner doesn't know.
    row = next(row for row in hub.week()["occurrences"].values() if row["title"] == "New menu")
    hub.plan("Tasting", monday() + timedelta(days=2), calendar=row["calendar"])
    assert eventually(lambda: "SUMMARY:Tasting" in radicale.texts("kitchen"))
    radicale.delete("kitchen", "stock@example.org")
    radicale.put("kitchen", "menu@example.org", "Menu", start(1), X_COLOUR="red", ATTENDEE="mailto:ada@example.org")
    hub.do("sync", calendar=row["calendar"])
    expect_titles(hub, "Menu", "Tasting")
    hub.do("edit", event=row["event"], location="Upstairs")
    text = eventually(lambda: radicale.texts("kitchen"), lambda text: "LOCATION:Upstairs" in text)
    assert "SUMMARY:Menu" in text and "X-COLOUR:red" in text and "ATTENDEE:mailto:ada@example.org" in text

    # Conflicting changes are settled side by side.
    radicale.kill()
    hub.do("edit", event=row["event"], title="Our menu")
    expect(setup.calendar).to_contain_text("1 change not sent yet")
    # The pending write must not arrive before the other change.
    hub.pause()
    radicale.start()
    radicale.put("kitchen", "menu@example.org", "Their menu", start(1))
    hub.resume()
    hub.do("sync", calendar=row["calendar"])
    expect(setup.issue).to_contain_text("Our menu")
    expect(setup.issue).to_contain_text("Their menu")
    # A host settles the issue in the event's dialog.
    book = BookPage(visit(hub, new_page, "/planner", "host"))
    opened = book.open(monday() + timedelta(days=1), "Our menu")
    expect(opened.locator(".side")).to_contain_text(["Our menu", "Their menu"])
    opened.get_by_role("button", name="Take this: Our menu").click()
    expect(opened.locator(".issue")).to_have_count(0)
    expect(setup.issue).to_have_count(0)
    expect_titles(hub, "Tasting", "Their menu")

    # All events stay when the syncing ends, and without the account too.
    setup.press("Stop syncing: Kitchen")
    expect(setup.calendar).to_contain_text("All events stay here and there, but changes no longer go across.")
    setup.press("End it")
    expect(setup.calendar.locator(".link")).to_be_hidden()
    setup.press("Disconnect: The chef")
    expect(setup.account).to_contain_text("Its calendars stay here and there")
    setup.press("Disconnect now")
    expect(setup.account).to_have_count(0)
    assert titles(hub) == ["Tasting", "Their menu"]
    assert "SUMMARY:Their menu" in radicale.texts("kitchen")

    # No password is in journal, log or export.
    kept = setup.page.evaluate("() => JSON.stringify({ ...sessionStorage, ...localStorage })")
    told = json.dumps([hub.journal(), hub.view("planner/accounts")]) + hub.errors() + kept
    hub.stop()
    disk = b"".join(path.read_bytes() for path in sorted(hub.data.rglob("*")) if path.is_file())
    for secret in (PASSWORD, "wr0ng-s3cret"):
        assert secret not in told and secret.encode() not in disk


@pytest.mark.process
def test_a_hub_that_is_killed_loses_no_change_and_sends_none_twice(hub, radicale):
    calendar = linked(hub, radicale)
    radicale.kill()
    wanted = [f"Planned {number}" for number in range(5)]
    for number, title in enumerate(wanted):
        hub.plan(title, monday() + timedelta(days=number), calendar=calendar)
    hub.kill()
    radicale.start()
    hub.start()
    found = eventually(
        lambda: sorted(re.findall("SUMMARY:(.*)\r", radicale.texts("kitchen"))), lambda found: found == wanted
    )
    assert found == wanted and titles(hub) == wanted
    stale = eventually(
        lambda: hub.view("planner/calendars")["doc"]["calendars"][calendar], lambda row: "staleSince" not in row
    )
    assert "staleSince" not in stale
