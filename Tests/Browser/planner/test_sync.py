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


def test_from_nothing_to_two_calendars_in_step(hub, radicale, setup):
    radicale.put("kitchen", "menu@example.org", "New menu", start(1))
    setup.connect(radicale)
    expect(setup.account).to_contain_text("Connected: 1 calendar there")
    setup.link()
    expect(setup.account).to_contain_text("in step with Kitchen")
    assert eventually(lambda: titles(hub), lambda found: found == ["New menu"]) == ["New menu"]
    # A second account syncs with the same calendar.
    hub.do(
        "connect", kind="caldav", url=radicale.address, user=USER, password=PASSWORD, name="The waiter", allowPrivate=True
    )
    expect(setup.account.filter(has_text="The waiter")).to_contain_text("in step with Kitchen")
    expect(setup.page.get_by_role("button", name="Sync: Kitchen")).to_have_count(0)
    calendar = next(
        key for key, row in hub.view("planner/calendars")["doc"]["calendars"].items() if row.get("account")
    )
    hub.plan("Tasting", monday() + timedelta(days=2), calendar=calendar)
    assert eventually(lambda: "SUMMARY:Tasting" in radicale.texts("kitchen"))
    # A change is sent once, and doesn't undo a change there.
    radicale.put("kitchen", "menu@example.org", "Newer menu", start(1), X_COLOUR="red", ATTENDEE="mailto:ada@example.org")
    hub.do("sync", calendar=calendar)
    assert eventually(lambda: titles(hub), lambda found: "Newer menu" in found) == ["Newer menu", "Tasting"]
    event = next(row["event"] for row in hub.week()["occurrences"].values() if row["title"] == "Newer menu")
    hub.do("edit", event=event, location="Upstairs")
    text = eventually(lambda: radicale.texts("kitchen"), lambda text: "LOCATION:Upstairs" in text)
    assert "SUMMARY:Newer menu" in text and "X-COLOUR:red" in text and "ATTENDEE:mailto:ada@example.org" in text
    radicale.delete("kitchen", "menu@example.org")
    hub.do("sync", calendar=calendar)
    assert eventually(lambda: titles(hub), lambda found: found == ["Tasting"]) == ["Tasting"]


def test_unreadable_events_are_listed_until_they_can_be_read(hub, radicale, setup):
    radicale.put("kitchen", "good@example.org", "Menu", start(1))
    radicale.put("kitchen", "stock@example.org", "Stocktaking", start(2))
    text, tag = radicale.read("kitchen", "stock@example.org")
    radicale.replace("kitchen", "stock@example.org", text.replace("DURATION:PT1H", "DTEND:20200101T100000Z"), tag)
    setup.connect(radicale)
    setup.link()
    expect(setup.calendar).to_contain_text("1 event there can’t be read")
    setup.calendar.get_by_text("1 event there can’t be read").click()
    expect(setup.calendar).to_contain_text("Stocktaking")
    assert eventually(lambda: titles(hub), lambda found: found == ["Menu"]) == ["Menu"]
    _, tag = radicale.read("kitchen", "stock@example.org")
    radicale.replace("kitchen", "stock@example.org", text, tag)
    setup.calendar.get_by_role("button", name="Sync now").click()
    expect(setup.calendar).not_to_contain_text("can’t be read")
    wanted = ["Menu", "Stocktaking"]
    assert eventually(lambda: titles(hub), lambda found: found == wanted) == wanted


def test_a_redirect_and_a_wrong_password_are_reported_and_corrected(hub, radicale, setup):
    with Forwarder(f"{radicale.address}/{USER}/") as forwarder:
        setup.connect(forwarder)
        expect(setup.account).to_contain_text("The server sends us elsewhere: link that address.")
        expect(setup.account).to_contain_text(f"{radicale.address}/{USER}/ is filled in")
    setup.press("Enter it again: The chef")
    setup.dialog.get_by_label("App password").fill("wrong")
    setup.dialog.get_by_role("button", name="Connect", exact=True).click()
    expect(setup.account).to_contain_text("The user or the app password is wrong.")
    setup.press("Enter it again: The chef")
    setup.dialog.get_by_label("App password").fill(PASSWORD)
    setup.dialog.get_by_role("button", name="Connect", exact=True).click()
    expect(setup.account).to_contain_text("Connected: 1 calendar there")
    setup.press("Disconnect: The chef")
    setup.press("Disconnect now")
    expect(setup.account).to_have_count(0)


def test_conflicting_changes_are_settled_side_by_side(hub, radicale, setup, new_page):
    radicale.put("kitchen", "menu@example.org", "Menu", start(1))
    calendar = linked(hub, radicale)
    row, = eventually(lambda: [*hub.week()["occurrences"].values()])
    radicale.kill()
    hub.do("edit", event=row["event"], title="Our menu")
    expect(setup.calendar).to_contain_text("1 change not sent yet")
    # The pending write must not arrive before the other change.
    hub.pause()
    radicale.start()
    radicale.put("kitchen", "menu@example.org", "Their menu", start(1))
    hub.resume()
    hub.do("sync", calendar=calendar)
    expect(setup.issue).to_contain_text("Our menu")
    expect(setup.issue).to_contain_text("Their menu")
    # The current value here.
    hub.do("edit", event=row["event"], title="Our new menu")
    expect(setup.issue.locator(".side").first).to_contain_text("Our new menu")
    # A host settles the issue in the event's dialog.
    book = BookPage(visit(hub, new_page, "/planner", "host"))
    opened = book.open(monday() + timedelta(days=1), "Our new menu")
    expect(opened.locator(".side")).to_contain_text(["Our new menu", "Their menu"])
    opened.get_by_role("button", name="Take this: Our new menu").click()
    expect(opened.locator(".issue")).to_have_count(0)
    expect(setup.issue).to_have_count(0)
    assert eventually(lambda: titles(hub), lambda found: found == ["Their menu"]) == ["Their menu"]
    assert eventually(lambda: "SUMMARY:Their menu" in radicale.texts("kitchen"))


def test_an_event_deleted_while_it_is_open_says_so_and_can_be_restored(hub, radicale, new_page):
    radicale.put("kitchen", "menu@example.org", "Menu", start(1))
    linked(hub, radicale)
    row, = eventually(lambda: [*hub.week()["occurrences"].values()])
    radicale.kill()
    hub.do("delete", event=row["event"])
    hub.pause()
    radicale.start()
    radicale.put("kitchen", "menu@example.org", "Their menu", start(1))
    hub.resume()
    hub.do("sync", calendar=row["calendar"])
    book = BookPage(visit(hub, new_page, "/planner", "host"))
    day = monday() + timedelta(days=1)
    opened = book.open(day, "Their menu")
    expect(opened.get_by_role("button", name="Keep their edit: Their menu")).to_be_visible()
    opened.get_by_role("button", name="Delete it here and there: Their menu").focus()
    book.press("Enter")
    gone = opened.get_by_text("This event is no longer in this week: it was deleted or moved.")
    expect(gone).to_be_visible()
    expect(opened.get_by_role("button", name="Edit")).to_be_hidden()
    expect(opened.get_by_role("button", name="Close")).to_be_focused()
    book.press("Control+z")
    expect(gone).to_be_hidden()
    expect(opened.get_by_role("button", name="Edit", exact=True)).to_be_visible()
    # The same holds when somebody else deletes it; then the focus goes to its day.
    event, = eventually(lambda: [each["event"] for each in hub.week()["occurrences"].values()])
    hub.do("delete", event=event)
    expect(gone).to_be_visible()
    book.press("Escape")
    expect(book.day(day).get_by_role("button", name=re.compile("New event"))).to_be_focused()


@pytest.mark.process
def test_a_hub_that_is_killed_loses_no_change_and_sends_none_twice(hub, radicale):
    calendar = linked(hub, radicale)
    radicale.kill()
    for number in range(5):
        hub.plan(f"Planned {number}", monday() + timedelta(days=number), calendar=calendar)
    hub.kill()
    radicale.start()
    hub.start()
    wanted = [f"Planned {number}" for number in range(5)]
    found = eventually(
        lambda: sorted(re.findall("SUMMARY:(.*)\r", radicale.texts("kitchen"))), lambda found: found == wanted
    )
    assert found == wanted and titles(hub) == wanted
    stale = eventually(
        lambda: hub.view("planner/calendars")["doc"]["calendars"][calendar], lambda row: "staleSince" not in row
    )
    assert "staleSince" not in stale


def test_no_password_is_in_journal_log_or_export(hub, radicale, setup):
    setup.connect(radicale, password="wr0ng-s3cret")
    expect(setup.account).to_contain_text("The user or the app password is wrong.")
    linked_password = PASSWORD
    setup.press("Enter it again: The chef")
    setup.dialog.get_by_label("App password").fill(linked_password)
    setup.dialog.get_by_role("button", name="Connect", exact=True).click()
    expect(setup.account).to_contain_text("Connected: 1 calendar there")
    kept = setup.page.evaluate("() => JSON.stringify({ ...sessionStorage, ...localStorage })")
    told = json.dumps([hub.journal(), hub.view("planner/accounts")]) + hub.errors() + kept
    hub.stop()
    disk = b"".join(path.read_bytes() for path in sorted(hub.data.rglob("*")) if path.is_file())
    for secret in (linked_password, "wr0ng-s3cret"):
        assert secret not in told and secret.encode() not in disk
