"""The events page: every view at an earlier revision, and a range saved and replayed."""

import json
import re
import shlex
import subprocess

import pytest
from playwright.sync_api import expect

from hub import binary
from pages import EventsPage, at_each_size, go_to, settled
from stage import StagedHub


@pytest.fixture
def evening(hub):
    """A hub with Ada, Grace and Edsger: Grace was moved before Ada, Ada is seated, a notice is
    posted."""
    ada, grace = hub.add("Ada", 4, phone="+1 201 555 0123"), hub.add("Grace", 2)
    hub.add("Edsger", 3)
    hub.mutate("waitlist.move", party=grace, before=ada)
    hub.mutate("waitlist.edit", party=grace, size=5)
    hub.mutate("waitlist.seat", party=ada)
    hub.mutate("notice.post", text="Closing at ten", level="info")
    return {"ada": ada, "grace": grace}


def rows(page, view, side):
    """The rows of the parties: change, place and name."""
    tables = page.locator(f"#past section[aria-label='{view}'] .sides > div").nth(side)
    return tables.locator("table").filter(has_text="parties:").locator("tbody tr")


def said(page, view, side):
    cells = rows(page, view, side).evaluate_all(
        "rows => rows.map((row) => [...row.cells].slice(0, 6).map((cell) => cell.textContent))"
    )
    return [tuple(cells) for cells in cells]


def expect_compared(events):
    """Waits until every view is there on both sides. Each arriving view redraws all of them."""
    expect(events.page.locator("#past details")).to_have_count(2 * len(events.past_views))


def test_a_revision_is_seen_beside_now_with_what_changed_marked(hub, open_events, evening):
    events = open_events()
    events.expect_live()
    page = events.page
    page.get_by_role("button", name="Then and now").click()
    expect(page.locator("#past-slider")).to_be_focused()
    page.get_by_role("spinbutton", name="Revision").fill("3")
    page.keyboard.press("Enter")
    expect(page.locator("#past-event")).to_contain_text("added Edsger, party of 3")
    expect(rows(page, "waitlist/host", 0)).to_have_count(3)
    expect(rows(page, "waitlist/host", 1)).to_have_count(2)
    # The columns are change, place, number, name, status and size.
    assert said(page, "waitlist/host", 0) == [
        ("− gone", "1", "1", "Ada", "waiting", "4"),
        ("± changed", "2", "2", "Grace", "waiting", "2"),
        ("", "3", "3", "Edsger", "waiting", "3"),
    ]
    assert said(page, "waitlist/host", 1) == [
        ("± changed", "1", "2", "Grace", "waiting", "5"),
        ("", "2", "3", "Edsger", "waiting", "3"),
    ]
    changed = rows(page, "waitlist/host", 0).nth(1).locator("td.is-changed")
    expect(changed).to_have_text(["2", "2"])
    notice = page.locator("section[aria-label='notice/display']")
    expect(notice).to_contain_text("+ added")
    expect(notice).to_contain_text("Closing at ten")
    expect_compared(events)
    # The raw document is shown too, masked as the engineer's is.
    page.locator("#past summary").first.click()
    expect(page.locator("#past pre").first).not_to_be_empty()
    settled(page)
    raw = json.loads(page.locator("#past pre").first.inner_text())
    assert raw["parties"][evening["ada"]]["phone"] == "•••"
    expect(page).to_have_url(re.compile("#past=3$"))
    page.reload()
    expect(page.locator("#past-event")).to_contain_text("added Edsger, party of 3")
    page.keyboard.press("Escape")
    expect(page.locator("#past")).to_be_hidden()
    expect(page.locator(".what")).to_have_count(7)


def test_changes_are_in_the_first_window_however_long_the_view_is(hub, open_events):
    for number in range(40):
        last = hub.add(f"Party{number}", 2)
    hub.mutate("waitlist.edit", party=last, size=5)
    events = open_events()
    page = events.page
    go_to(page, "past=41&beside=before")
    for _ in at_each_size(page, [(390, 844), (1024, 844)]):
        page.reload()
        expect(page.locator("#past tr.is-changed").first).to_be_in_viewport()
        assert page.locator("#past-views").evaluate("each => each.scrollTop") == 0
    host = page.locator("section[aria-label='waitlist/host']")
    folded = host.get_by_role("button", name="39 unchanged rows")
    expect(folded).to_have_count(2)
    folded.first.click()
    expect(folded).to_have_count(0)
    expect(rows(page, "waitlist/host", 0)).to_have_count(40)
    expect(rows(page, "waitlist/host", 1)).to_have_count(40)
    expect(host.locator("[data-table='waitlist/host parties then']")).to_be_focused()
    # Unchanged views come after changed ones.
    changed = ["waitlist/host", "waitlist/display"]
    others = [view for view in events.past_views if view not in changed]
    assert {"notice/display", "house/settings"} <= set(others)
    expect(page.locator("#past h3 code")).to_have_text([*changed, *others])


def test_the_slider_is_moved_by_keys_and_steps_and_the_address_goes_with_it(
    hub, open_events, evening
):
    page = open_events().page
    expect(page.locator(".what")).to_have_count(7)
    page.get_by_role("button", name="Then and now").click()
    slider = page.locator("#past-slider")
    expect(slider).to_have_value("7")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#past-event")).to_contain_text("seated Ada")
    expect(page).to_have_url(re.compile("#past=6$"))
    expect(slider).to_have_attribute("aria-valuetext", "Revision 6 of 7")
    page.keyboard.press("Home")
    expect(page.locator("#past-event")).to_have_text("Before the first event.")
    expect(page.get_by_role("button", name="Previous event")).to_have_attribute(
        "aria-disabled", "true"
    )
    page.get_by_role("button", name="Next event").click()
    expect(page.locator("#past-event")).to_contain_text("added Ada")
    page.get_by_role("button", name="Next event").click()
    expect(page.locator("#past-event")).to_contain_text("added Grace")
    page.go_back()
    expect(page.locator("#past-event")).to_contain_text("added Ada")
    # The present view keeps updating.
    expect(rows(page, "waitlist/host", 1)).to_have_count(2)
    hub.add("Barbara", 2)
    expect(rows(page, "waitlist/host", 1)).to_have_count(3)
    expect(slider).to_have_attribute("max", "8")


def test_an_event_is_seen_beside_the_revision_before_it(hub, open_events, evening):
    events = open_events()
    events.row("moved Grace").click()
    events.page.get_by_role("button", name="All views at it").click()
    events.page.get_by_label("Beside").select_option("before")
    page = events.page
    expect(page.locator("#past h4").first).to_have_text("At revision 3")
    expect(rows(page, "waitlist/display", 1)).to_have_count(3)
    assert [row[:3] for row in said(page, "waitlist/display", 0)] == [
        ("", "1", "Ada"), ("± changed", "2", "Grace"), ("", "3", "Edsger"),
    ]
    assert [row[:3] for row in said(page, "waitlist/display", 1)] == [
        ("± changed", "1", "Grace"), ("", "2", "Ada"), ("", "3", "Edsger"),
    ]
    expect(page).to_have_url(re.compile("#event=4&past=4&beside=before$"))


def test_a_missing_revision_opens_the_nearest_one(hub, open_events, evening):
    page = open_events().page
    go_to(page, "past=9999")
    expect(page.locator("#past-event")).to_contain_text("posted a notice")
    expect(page).to_have_url(re.compile("#past=7$"))
    number = page.get_by_role("spinbutton", name="Revision")
    number.fill("")
    page.keyboard.press("Enter")
    expect(number).to_have_value("7")
    expect(page).to_have_url(re.compile("#past=7$"))


def test_revisions_that_the_slider_only_passes_are_not_fetched(hub, open_events):
    for number in range(60):
        hub.add(f"Party{number}", 2)
    events = open_events()
    events.expect_live()
    page = events.page
    page.get_by_role("button", name="Then and now").click()
    expect(page.locator("#past-event")).to_contain_text("added Party59")
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "?rev=" in request.url else None)
    page.locator("#past-slider").evaluate(
        """(slider) => {
            for (let rev = 60; rev >= 10; rev -= 1) {
                slider.value = String(rev);
                slider.dispatchEvent(new Event("input"));
            }
        }"""
    )
    expect(page.locator("#past-event")).to_contain_text("added Party9")
    expect(rows(page, "waitlist/host", 0)).to_have_text(["10 unchanged rows"])
    # All views of two revisions.
    assert len(asked) <= 2 * len(events.past_views)
    expect(page).to_have_url(re.compile("#past=10$"))


def test_without_a_connection_the_past_says_so_and_comes_back(hub, open_events, evening):
    events = open_events()
    events.expect_live()
    events.page.get_by_role("button", name="Then and now").click()
    expect(events.page.locator("#past-event")).to_contain_text("posted a notice")
    hub.kill()
    events.expect_not_live()
    events.page.get_by_role("button", name="Previous event").click()
    expect(events.page.locator("#past-problem")).to_contain_text("Revision 6 could not be read")
    hub.start()
    events.expect_live()
    expect(events.page.locator("#past-event")).to_contain_text("seated Ada")
    expect(events.page.locator("#past-problem")).to_be_empty()


def replayed(path, command):
    """A hub with a venue imported from a file, by the command that the page shows."""
    fresh = StagedHub()
    places = {path.name: path, "NEW-FOLDER": fresh.data}
    words = [places.get(word, word) for word in shlex.split(command)[1:]]
    imported = subprocess.run([binary(), *words], capture_output=True, text=True)
    assert imported.returncode == 0, imported.stderr
    return fresh.start()


def views(hub, role, rev=None):
    query = "" if rev is None else f"?rev={rev}"
    hub.token = hub.command("token", "--role", role)
    return [
        json.loads(hub.get(f"/v1/main/views/{view}{query}"))["hash"]
        for view in ("waitlist/host", "waitlist/display", "notice/display")
    ]


def test_a_saved_stretch_is_replayed_into_a_fresh_venue(hub, new_page, evening, tmp_path):
    page = new_page()
    events = EventsPage(page)
    for role in ("owner", "engineer"):
        page.context.clear_cookies()
        page.goto(hub.link(role))
        page.goto(f"{hub.address}/events")
        events.expect_live()
        expect(page.locator("#save-link")).to_have_text("Save revisions 1 to 7")
        # Two picks mark the range. Earlier events are included, so it can be replayed.
        events.row("added Grace").click()
        page.get_by_role("button", name="Stretch begins here").click()
        events.row("changed Grace").click()
        page.get_by_role("button", name="Stretch ends here").click()
        page.keyboard.press("Escape")
        expect(events.count).to_have_text("4 found in revisions 2 to 5 of 7")
        with page.expect_download() as downloading:
            page.get_by_role("link", name="Save revisions 1 to 5").click()
        assert downloading.value.suggested_filename == "main-1-5.ndjson"
        path = tmp_path / role / "main-1-5.ndjson"
        downloading.value.save_as(path)
        assert [json.loads(line)["rev"] for line in path.read_text().splitlines()] == [1, 2, 3, 4, 5]
        # The command has the venue's original settings.
        expect(page.locator("#save-command")).to_contain_text("--time-zone")
        settled(page)
        command = page.locator("#save-command").inner_text()
        masked = ["--masked"] if role == "engineer" else []
        assert shlex.split(command) == [
            "tablecast", "import", "events", path.name, "--data", "NEW-FOLDER",
            "--name", "The Copper Pot", "--time-zone", "Europe/Rome", "--labels", "first_initial",
            "--languages", "en", *masked,
        ]
        fresh = replayed(path, command)
        try:
            assert views(fresh, role) == views(hub, role, rev=5)
        finally:
            fresh.close()
    page.get_by_label("With all that came before it").uncheck()
    expect(page.get_by_role("link", name="Save revisions 2 to 5")).to_be_visible()
    expect(page.locator("#save-how")).to_contain_text("It can be read, not replayed")
    expect(page.locator("#save-command")).to_be_hidden()
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Save revisions 2 to 5").click()
    lines = downloading.value.path().read_text().splitlines()
    assert [json.loads(line)["rev"] for line in lines] == [2, 3, 4, 5]
