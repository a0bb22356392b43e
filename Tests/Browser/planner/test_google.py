"""Syncing the house's book with Google Calendar: from scratch, through every refusal by Google."""

import json
import re
from datetime import datetime, timedelta
from urllib.parse import unquote

import pytest
from playwright.sync_api import expect

from elsewhere import account, linked_at_google, setup, titles
from google import CLIENT, SECRET, Google
from hub import eventually
from planning import DAY, ZONE, PlannerHub, monday
from stage import serving

GUEST = {"email": "ada@example.org", "responseStatus": "accepted"}
ENDED = "Google no longer lets this hub in"


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


def event(hub, title):
    return next(row["event"] for row in hub.week()["occurrences"].values() if row["title"] == title)


def test_from_nothing_to_two_calendars_in_step(hub, google, setup):
    google.add("New menu", evening(1), attendees=[GUEST], colorId="7")
    setup.connect_google()
    expect(setup.account).to_contain_text("Waits for you to sign in at Google.")
    with setup.page.context.expect_page() as opened:
        setup.sign_in.click()
    # On the hub's own machine the browser ends where it began.
    expect(opened.value).to_have_url(re.compile(r"/planner/setup$"))
    expect(setup.account).to_contain_text("Connected: 3 calendars there")
    setup.link()
    expect(setup.account).to_contain_text("in step with Kitchen")
    expect_titles(lambda: titles(hub), "New menu")
    calendar = next(key for key, row in hub.view("planner/calendars")["doc"]["calendars"].items() if row.get("account"))
    hub.plan("Tasting", monday() + 2 * DAY, calendar=calendar)
    expect_titles(google.titles, "New menu", "Tasting")
    # A change there is taken over; a change here keeps properties that the planner doesn't know.
    google.edit("PATCH", f"/{google.events()['New menu']['id']}", {"summary": "Newer menu"})
    hub.do("sync", calendar=calendar)
    expect_both(hub, google, "Newer menu", "Tasting")
    hub.do("edit", event=event(hub, "Newer menu"), location="Upstairs")
    found = eventually(lambda: google.events()["Newer menu"], lambda event: event.get("location") == "Upstairs")
    assert (found.get("location"), found["attendees"], found["colorId"]) == ("Upstairs", [GUEST], "7")
    google.edit("DELETE", f"/{google.events()['Tasting']['id']}")
    hub.do("sync", calendar=calendar)
    expect_both(hub, google, "Newer menu")
    hub.do("delete", event=event(hub, "Newer menu"))
    expect_both(hub, google)
    # No guests got a mail.
    assert google.state()["mails"] == 0


def test_a_refused_sign_in_is_reported_and_done_again(hub, google, setup):
    google.order("deny")
    setup.connect_google()
    with setup.page.context.expect_page():
        setup.sign_in.click()
    expect(setup.account).to_contain_text("or not everything was allowed")
    # There is only one button.
    expect(setup.account.get_by_role("button", name="The chef")).to_have_text(["Disconnect"])
    google.order("allow")
    # On a tablet it ends on an unreachable page; the pasted text may be anything.
    expect(setup.sign_in).to_be_visible()
    address = google.sign_in(account(hub, "sign_in")[1]["authorize"])
    setup.paste("https://example.org/?state=1&code=1")
    expect(setup.account).to_contain_text("not of the sign-in that is under way")
    setup.paste(address)
    expect(setup.account).to_contain_text("Connected: 3 calendars there")
    expect(setup.sign_in).to_be_hidden()


def test_changes_wait_while_the_sign_in_has_expired(hub, google, setup):
    calendar = linked_at_google(hub, google)
    google.order("revokeSignIns")
    hub.plan("Tasting", monday(), calendar=calendar)
    expect(setup.account).to_contain_text(ENDED)
    expect(setup.calendar).to_contain_text("The chef, Kitchen: waits until the account is connected again")
    expect(setup.calendar).to_contain_text("1 change not sent yet")
    expect(setup.calendar.get_by_role("button", name="Sync now")).to_be_hidden()
    google.add("New menu", evening())
    with setup.page.context.expect_page():
        setup.sign_in.click()
    expect(setup.calendar).to_contain_text("In step with The chef, Kitchen")
    expect_both(hub, google, "New menu", "Tasting")
    expect(setup.account).not_to_contain_text(ENDED)


def test_events_that_google_refuses_are_shown_and_the_rest_goes_on(hub, google, setup):
    calendar = linked_at_google(hub, google)
    google.order("forbidden", on="events.insert")
    hub.plan("Tasting", monday(), calendar=calendar)
    expect(setup.calendar).to_contain_text("1 change was not taken there")
    expect(setup.calendar).to_contain_text("Tasting could not be added there (answer 403)")
    hub.plan("New menu", monday() + DAY, calendar=calendar)
    expect_titles(google.titles, "New menu")
    setup.press("Try again: Kitchen")
    expect_both(hub, google, "New menu", "Tasting")
    expect(setup.calendar).not_to_contain_text("not taken there")


def test_a_client_that_was_mistyped_is_typed_again_and_no_secret_is_told(hub, google, setup):
    setup.connect_google("mistyped")
    expect(setup.sign_in).to_be_visible()
    authorize = account(hub, "sign_in")[1]["authorize"]
    addresses = [google.sign_in(authorize.replace("client_id=mistyped", f"client_id={CLIENT}"))]
    setup.paste(addresses[0])
    expect(setup.account).to_contain_text("Google does not know this client ID with this secret.")
    expect(setup.sign_in).to_be_hidden()
    setup.press("Enter it again: The chef")
    expect(setup.dialog.get_by_label("Client ID")).to_have_value("mistyped")
    setup.dialog.get_by_label("Client ID").fill(CLIENT)
    setup.dialog.get_by_label("Client secret").fill(SECRET)
    setup.dialog.get_by_role("button", name="Connect", exact=True).click()
    expect(setup.sign_in).to_be_visible()
    addresses.append(google.sign_in(account(hub, "sign_in")[1]["authorize"]))
    setup.paste(addresses[1])
    expect(setup.account).to_contain_text("Connected: 3 calendars there")
    google.add("New menu", evening())
    setup.link()
    expect_titles(lambda: titles(hub), "New menu")
    kept = setup.page.evaluate("() => JSON.stringify({ ...sessionStorage, ...localStorage })")
    told = json.dumps([hub.journal(), hub.view("planner/accounts"), hub.view("planner/calendars")])
    told += hub.errors() + kept + setup.page.content()
    hub.stop()
    disk = b"".join(path.read_bytes() for path in sorted(hub.data.rglob("*")) if path.is_file())
    codes = [re.search("code=([^&]+)", address)[1] for address in addresses]
    # The Google server's prefixes of its tokens, and the codes, percent-encoded and decoded.
    secrets = [SECRET, *codes, *map(unquote, codes), "refresh-", "access-"]
    assert [secret for secret in secrets if secret in told or secret.encode() in disk] == []
