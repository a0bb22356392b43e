"""Syncing the house's book with Google Calendar: from scratch, through every refusal by Google, and by its push."""

import json
import re
from datetime import datetime, timedelta
from urllib.parse import unquote

import pytest
from playwright.sync_api import expect

from elsewhere import account, linked_at_google, setup, titles
from google import CLIENT, SECRET, Google
from hub import eventually
from pages import expect_accessible
from planning import ZONE, PlannerHub, monday
from stage import serving

GUEST = {"email": "ada@example.org", "responseStatus": "accepted"}


@pytest.fixture
def google():
    with Google() as google:
        yield google


@pytest.fixture
def hub(google):
    with serving(PlannerHub, **{"google-base": google.address}) as hub:
        yield hub


def evening(days=0):
    """Seven in the evening, `days` after this week's Monday."""
    return datetime.combine(monday() + timedelta(days=days), datetime.min.time(), ZONE).replace(hour=19)


def expect_titles(ask, *wanted):
    assert eventually(ask, lambda found: found == [*wanted]) == [*wanted]


def expect_both(hub, google, *wanted):
    """Waits until both sides have the same events, and nothing waits to be sent."""
    expect_titles(google.titles, *wanted)
    expect_titles(lambda: titles(hub), *wanted)
    (link,) = eventually(
        lambda: [*hub.view("planner/accounts")["doc"]["links"].values()], lambda links: links[0]["waiting"] == 0
    )
    assert (link["waiting"], link["failed"]) == (0, 0)


def test_a_calendar_is_signed_in_and_kept_in_step_through_every_refusal(hub, google, setup):
    google.add("New menu", evening(1), attendees=[GUEST], colorId="7")
    # A client that was mistyped is typed again.
    setup.connect_google("mistyped")
    expect(setup.account).to_contain_text("Waits for you to sign in at Google.")
    authorize = account(hub, "sign_in")[1]["authorize"]
    addresses = [google.sign_in(authorize.replace("client_id=mistyped", f"client_id={CLIENT}"))]
    setup.paste(addresses[0])
    expect(setup.account).to_contain_text("Google does not know this client ID with this secret.")
    expect(setup.sign_in).to_be_hidden()
    setup.press("Enter it again: The chef")
    expect(setup.dialog.get_by_label("Client ID")).to_have_value("mistyped")
    setup.dialog.get_by_label("Client ID").fill(CLIENT)
    setup.dialog.get_by_label("Client secret").fill(SECRET)
    setup.in_dialog("Connect")
    # A refused sign-in is reported and done again.
    google.order("deny")
    expect(setup.sign_in).to_be_visible()
    with setup.page.context.expect_page() as opened:
        setup.sign_in.click()
    # On the hub's own machine the browser ends where it began.
    expect(opened.value).to_have_url(re.compile(r"/planner/setup$"))
    expect(setup.account).to_contain_text("or not everything was allowed")
    # There is only one button.
    expect(setup.account.get_by_role("button", name="The chef")).to_have_text(["Disconnect"])
    google.order("allow")
    # On a tablet it ends on an unreachable page; the pasted text may be anything.
    expect(setup.sign_in).to_be_visible()
    addresses.append(google.sign_in(account(hub, "sign_in")[1]["authorize"]))
    setup.paste("https://example.org/?state=1&code=1")
    expect(setup.account).to_contain_text("not of the sign-in that is under way")
    expect_accessible(setup.page)
    setup.paste(addresses[1])
    expect(setup.account).to_contain_text("Connected: 3 calendars there")
    expect(setup.sign_in).to_be_hidden()
    setup.link()
    expect_titles(lambda: titles(hub), "New menu")

    # A change there is taken over; a change here keeps properties that the planner doesn't know.
    google.edit("PATCH", f"/{google.events()['New menu']['id']}", {"summary": "Newer menu"})
    (row,) = hub.week()["occurrences"].values()
    calendar = row["calendar"]
    hub.do("sync", calendar=calendar)
    expect_both(hub, google, "Newer menu")
    hub.do("edit", event=row["event"], location="Upstairs")
    found = eventually(lambda: google.events()["Newer menu"], lambda event: event.get("location") == "Upstairs")
    assert (found.get("location"), found["attendees"], found["colorId"]) == ("Upstairs", [GUEST], "7")

    # An event that Google refuses is shown, and the rest goes on.
    google.order("forbidden", on="events.insert")
    hub.plan("Tasting", monday(), calendar=calendar)
    expect(setup.calendar).to_contain_text("1 change was not taken there")
    expect(setup.calendar).to_contain_text("Tasting could not be added there (answer 403)")
    hub.do("delete", event=row["event"])
    expect_titles(google.titles)
    setup.press("Try again: Kitchen")
    expect_both(hub, google, "Tasting")
    expect(setup.calendar).not_to_contain_text("not taken there")
    google.order("tooManyRequests", retryAfter=3600, on="events.list")
    hub.do("sync", calendar=calendar)
    expect(setup.calendar).to_contain_text("it asks to be left alone until")
    # A sync by hand need not wait.
    hub.do("sync", calendar=calendar)
    expect(setup.calendar).to_contain_text("In step with The chef, Kitchen")

    # Changes wait while the sign-in has expired.
    google.order("revokeSignIns")
    hub.plan("Tea", monday(), calendar=calendar)
    expect(setup.account).to_contain_text("Google no longer lets this hub in")
    expect(setup.calendar).to_contain_text("The chef, Kitchen: waits until the account is connected again")
    expect(setup.calendar).to_contain_text("1 change not sent yet")
    expect(setup.calendar.get_by_role("button", name="Sync now")).to_be_hidden()
    expect_accessible(setup.page)
    google.add("New menu", evening())
    with setup.page.context.expect_page():
        setup.sign_in.click()
    expect(setup.calendar).to_contain_text("In step with The chef, Kitchen")
    expect_both(hub, google, "New menu", "Tasting", "Tea")
    # No guests got a mail.
    assert google.state()["mails"] == 0

    # No secret is told.
    kept = setup.page.evaluate("() => JSON.stringify({ ...sessionStorage, ...localStorage })")
    told = json.dumps([hub.journal(), hub.view("planner/accounts"), hub.view("planner/calendars")])
    told += hub.errors() + kept + setup.page.content()
    hub.stop()
    disk = b"".join(path.read_bytes() for path in sorted(hub.data.rglob("*")) if path.is_file())
    codes = [re.search("code=([^&]+)", address)[1] for address in addresses]
    # The Google server's prefixes of its tokens, and the codes, percent-encoded and decoded.
    secrets = [SECRET, *codes, *map(unquote, codes), "refresh-", "access-"]
    assert [secret for secret in secrets if secret in told or secret.encode() in disk] == []


def test_a_change_at_google_is_here_by_push():
    hub = PlannerHub()
    with Google("--push-to", hub.address) as google:
        # The test doesn't need the proxy at this address.
        hub.options = {"url": "https://planner.example.org", "google-base": google.address}
        hub.start()
        # Nobody has a page of the planner open, so the hub polls once an hour.
        hub.do("configure", pollSeconds=3600)
        linked_at_google(hub, google)
        assert eventually(lambda: google.count("events.watch"), lambda count: count == 1) == 1
        change = google.add("Change 0", evening())
        expect_titles(lambda: titles(hub), "Change 0")
        google.edit("PATCH", f"/{change}", {"summary": "Change 1"})
        expect_titles(lambda: titles(hub), "Change 1")
        hub.close()
