"""The page that connects calendars, in each of its states, as somebody sees it with any screen and any reader."""

from itertools import cycle

import pytest
from playwright.sync_api import expect

from elsewhere import account, link, sign_in
from evening import SIZES, visit
from google import CLIENT, Google
from hub import eventually
from pages import WIDER, expect_accessible
from planning import PlannerHub, monday

# Names as long as somebody may make them.
LONG = "Wolfeschlegelsteinhausenbergerdorff" * 2


@pytest.fixture
def hub():
    hub = PlannerHub()
    with Google() as hub.google:
        hub.options = ["--google-base", hub.google.address]
        yield hub.start()
        hub.close()


@pytest.mark.parametrize("locale", ["en-US", "es-ES"])
def test_every_state_is_accessible_and_fits(hub, new_page, locale):
    google = hub.google
    # Every state is read in one size; in the other language in the next.
    turns = cycle(SIZES if locale == "en-US" else SIZES[1:] + SIZES[:1])

    def look(page):
        for size in SIZES:
            page.set_viewport_size(size)
            assert page.evaluate(WIDER) == []
        page.set_viewport_size(next(turns))
        expect_accessible(page)

    hub.mutate("house.configure", languages=[locale[:2]])
    page = visit(hub, new_page, "/planner/setup", "owner", locale=locale)
    row, calendar = page.locator(".account"), page.locator("#calendars .thing").last
    page.locator("#connect-open").click()
    for choice in ("google", "server"):
        page.locator(f"#connect-provider input[value={choice}]").check()
        look(page)
    page.keyboard.press("Escape")

    # Not known at Google, then signed in with a sign-in that was refused before.
    hub.do("connect", kind="google", clientId="mistyped", name=LONG)
    key, waiting = account(hub, "sign_in")
    address = google.sign_in(waiting["authorize"].replace("client_id=mistyped", f"client_id={CLIENT}"))
    hub.do("authorise", account=key, address=address)
    expect(row.locator(".is-wrong")).to_be_visible()
    look(page)
    hub.do("connect", account=key, kind="google", clientId=CLIENT)
    expect(row.locator(".sign-in")).to_be_visible()
    look(page)
    google.order("deny")
    sign_in(hub, google)
    expect(row.locator(".is-wrong")).to_be_visible()
    expect(row.locator(".sign-in")).to_be_visible()
    look(page)
    google.order("allow")
    sign_in(hub, google)
    expect(row.locator(".remote")).to_have_count(3)
    look(page)
    row.locator(".remote button").first.click()
    look(page)
    page.keyboard.press("Escape")

    # In step; then with a change that was not taken there, one that was made on both sides, and an end.
    linked = link(hub)
    expect(calendar.locator(".link")).to_be_visible()
    look(page)
    google.order("forbidden", on="events.insert")
    event = hub.plan(LONG, monday(), calendar=linked)
    expect(calendar.locator(".writes")).to_be_visible()
    look(page)
    hub.do("sync", calendar=linked)
    assert eventually(google.titles) == [LONG]
    there = google.events()[LONG]
    google.order("backendError", on="events.patch", times=2)
    hub.do("edit", event=event, title=f"{LONG} ours")
    # What waits must not get there before the other change.
    hub.pause()
    google.edit("PUT", f"/{there['id']}", {**there, "summary": f"{LONG} theirs"})
    hub.resume()
    hub.do("sync", calendar=linked)
    expect(page.locator("#issues .issue")).to_be_visible()
    look(page)
    google.order("revokeSignIns")
    hub.plan("Tasting", monday(), calendar=linked)
    expect(row.locator(".sign-in")).to_be_visible()
    for question in (calendar.locator(".link .wrong").first, row.locator(".wrong").first):
        question.click()
    look(page)
