"""The page that connects calendars, in each of its states, on each screen and in each language."""

from collections import deque

import pytest
from playwright.sync_api import expect

from elsewhere import account, link, sign_in
from evening import visit
from google import CLIENT, Google
from hub import eventually
from pages import SIZES, WIDER, at_each_size, axe_violations
from planning import LONG, PlannerHub, monday
from stage import serving


@pytest.fixture
def hub():
    with Google() as google, serving(PlannerHub, **{"google-base": google.address}) as hub:
        hub.google = google
        yield hub


def test_every_state_is_accessible_and_fits(hub, new_page):
    google = hub.google
    # Names are as long as possible.
    long = LONG * 2
    hub.do("configure", pacing=[{"days": ["FR", "SA"], "from": "19:00", "covers": 16}, {"covers": 12}])
    calendar = hub.do("add_calendar", name=long, color="red")["calendar"]
    hub.do("add_feed", name="Phones", calendars=[calendar, "main"], details="busy")
    pages = [visit(hub, new_page, f"/planner/setup?lang={language}", "owner") for language in ("en", "es")]
    sizes = deque(SIZES)

    def look(*shown, within=None):
        for page in pages:
            for each in shown:
                expect(page.locator(each).first).to_be_visible()
            for size in at_each_size(page, sizes):
                assert page.evaluate(WIDER) == [], size
        # Both languages have the same elements. Each state is checked at the next size.
        assert axe_violations(pages[0], within) == []
        sizes.rotate(1)

    def look_at_dialog():
        look("dialog[open]", within="dialog[open]")

    def click(*places):
        for page in pages:
            for each in places:
                page.locator(each).first.click()

    def close():
        for page in pages:
            page.keyboard.press("Escape")
            expect(page.locator("dialog[open]")).to_have_count(0)

    for page in pages:
        expect(page.locator("html")).to_have_attribute("data-life", "live")
    for opener in ("#new-calendar", "#new-feed", "#open-import"):
        click(opener)
        look_at_dialog()
        close()
    click("#connect-open")
    for choice in ("google", "server"):
        for page in pages:
            page.locator(f"#connect-provider input[value={choice}]").check()
        look_at_dialog()
    close()

    # Unknown to Google, then signed in again after a refused sign-in.
    hub.do("connect", kind="google", clientId="mistyped", name=long)
    key, waiting = account(hub, "sign_in")
    address = google.sign_in(waiting["authorize"].replace("client_id=mistyped", f"client_id={CLIENT}"))
    hub.do("authorise", account=key, address=address)
    look(".account .is-wrong")
    hub.do("connect", account=key, kind="google", clientId=CLIENT)
    look(".account .sign-in")
    google.order("deny")
    sign_in(hub, google)
    look(".account .is-wrong", ".account .sign-in")
    google.order("allow")
    sign_in(hub, google)
    for page in pages:
        expect(page.locator(".account .remote")).to_have_count(3)
    look()
    click(".account .remote button")
    look_at_dialog()
    close()

    # In step; then with a refused change, a change on both sides, and an end.
    linked = link(hub)
    look("#calendars .link:visible")
    google.order("tooManyRequests", retryAfter=3600, on="events.list")
    hub.do("sync", calendar=linked)
    for page, asked in zip(pages, ("it asks to be left alone until", "pide que no se le pregunte hasta las")):
        expect(page.locator("#calendars .link .state:visible")).to_contain_text(asked)
    look("#calendars .state.is-attention:visible")
    # A sync by hand need not wait.
    hub.do("sync", calendar=linked)
    expect(pages[0].locator("#calendars .link .state:visible")).to_contain_text("In step")
    google.order("forbidden", on="events.insert")
    event = hub.plan(long, monday(), calendar=linked)
    look("#calendars .writes:visible")
    hub.do("sync", calendar=linked)
    assert eventually(google.titles) == [long]
    there = google.events()[long]
    google.order("backendError", on="events.patch", times=2)
    hub.do("edit", event=event, title=f"{long} ours")
    # The pending write must not arrive before the other change.
    hub.pause()
    google.edit("PUT", f"/{there['id']}", {**there, "summary": f"{long} theirs"})
    hub.resume()
    hub.do("sync", calendar=linked)
    look("#issues .issue")
    google.order("revokeSignIns")
    hub.plan("Tasting", monday(), calendar=linked)
    for page in pages:
        expect(page.locator(".account .sign-in")).to_be_visible()
    click("#calendars .link .wrong:visible", ".account .wrong")
    look()
