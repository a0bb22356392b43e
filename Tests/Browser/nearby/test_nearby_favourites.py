"""The house's favourites: hearts on every device at once, notes, visits, and those added by hand."""

import pytest
from playwright.sync_api import expect

from hub import eventually
from neighbourhood import open_nearby, served, visit
from pages import DisplayPage, expect_accessible
from stage import EVENING_MS

pytestmark = pytest.mark.usefixtures("time")


@pytest.fixture
def hub():
    with served(options={"at": EVENING_MS}) as hub:
        yield hub


@pytest.fixture
def nearby(hub, new_page):
    return open_nearby(hub, new_page)


def test_a_heart_fills_on_two_hosts_and_the_television_at_once(hub, new_page, nearby):
    other = open_nearby(hub, new_page)
    screen = DisplayPage(visit(hub, new_page, "/nearby/display", "display"))
    screen.expect_live()
    expect(other.heart("Signal Soup")).to_have_attribute("aria-pressed", "false")
    nearby.heart("Signal Soup").click()
    expect(nearby.heart("Signal Soup")).to_have_attribute("aria-pressed", "true")
    expect(other.heart("Signal Soup")).to_have_attribute("aria-pressed", "true")
    expect(other.marks("favourite")).to_have_count(1)
    expect(screen.page.locator("#places .name")).to_have_text(["Signal Soup"])
    # Removing it there shows a message there, with an undo.
    other.heart("Signal Soup").click()
    expect(other.toast).to_contain_text("Removed from the favourites: Signal Soup")
    expect(nearby.heart("Signal Soup")).to_have_attribute("aria-pressed", "false")
    expect(screen.page.locator("#places .name")).to_have_count(0)
    other.undo()
    expect(nearby.heart("Signal Soup")).to_have_attribute("aria-pressed", "true")
    expect(screen.page.locator("#places .name")).to_have_text(["Signal Soup"])


def test_a_favourite_is_added_by_hand_rated_noted_and_visited(hub, nearby):
    page = nearby.page
    nearby.part("Favourites")
    expect(page.get_by_text("No favourites yet")).to_be_visible()
    page.get_by_role("button", name="Add by hand").click()
    form = page.get_by_role("dialog", name="Add by hand")
    # Missing values are reported at their field.
    form.get_by_role("button", name="Save").click()
    expect_accessible(page)
    expect(form.locator("#favourite-name-problem")).to_have_text("Please fill this in.")
    form.get_by_label("Name").fill("Mario’s kiosk")
    form.get_by_label("Latitude").fill("40.7166")
    form.get_by_role("button", name="Save").click()
    expect(form.locator("#favourite-lon-problem")).to_have_text("Please fill this in.")
    form.get_by_label("Longitude").fill("-74.3579")
    form.get_by_label("Our stars").select_option("4.5")
    form.get_by_label("Tags").fill("quiet, cheap")
    form.get_by_label("Notes").fill("Ask for Mario.\nCash only.")
    form.get_by_role("button", name="Save").click()
    expect(form).to_be_hidden()
    row = nearby.row("Mario’s kiosk", "#favourite-list")
    expect(row).to_contain_text("Ours: 4½ stars")
    expect(row.locator(".place-way")).to_contain_text("about 1\u00A0min")
    expect(row.locator(".tag")).to_have_text(["quiet", "cheap"])
    expect(row.locator(".place-notes")).to_have_text("Ask for Mario.\nCash only.")
    row.get_by_role("button", name="Note a visit").click()
    visit_form = page.get_by_role("dialog", name="Mario’s kiosk")
    visit_form.get_by_label("How it was").fill("Great arancini")
    visit_form.get_by_role("button", name="Save").click()
    expect(row.locator("summary")).to_contain_text("1 visit")
    row.locator("summary").click()
    expect(row.locator(".visits")).to_contain_text("Great arancini")
    row.get_by_role("button", name="Remove the visit on").click()
    expect(row.locator("summary")).to_be_hidden()
    row.get_by_role("button", name="Edit").click()
    edited = page.get_by_role("dialog", name="Mario’s kiosk")
    edited.get_by_label("Our stars").select_option("")
    edited.get_by_role("button", name="Save").click()
    expect(row).not_to_contain_text("stars")
    [kept] = eventually(hub.favourites, lambda found: "rating" not in [*found.values()][0]).values()
    assert "rating" not in kept and kept["tags"] == ["quiet", "cheap"] and kept["visits"] == {}


def test_favourites_are_sorted_and_one_that_is_there_already_is_reported(hub, time, nearby):
    hub.keep(1, rating=3)
    hub.keep(2, rating=5)
    third = hub.keep(7)
    hub.do("visit", favourite=third, on="2026-01-02")
    nearby.part("Favourites")
    sort = nearby.page.locator("#favourites-sort")
    names = nearby.favourite_names
    expect(names).to_have_text(["Mill Tavern", "Platform Café", "Signal Soup"])
    sort.select_option("rating")
    expect(names).to_have_text(["Platform Café", "Signal Soup", "Mill Tavern"])
    sort.select_option("distance")
    expect(names).to_have_text(["Signal Soup", "Platform Café", "Mill Tavern"])
    sort.select_option("visit")
    expect(names.first).to_have_text("Mill Tavern")
    # A place that became a favourite meanwhile is reported.
    nearby.part("Places")
    time.lose(nearby.page)
    time.go_by(3)
    nearby.expect_not_live()
    heart = nearby.heart("Porter's Pizza")
    heart.click()
    # The heart waits for the hub.
    expect(heart).to_be_disabled()
    hub.keep(3)
    nearby.page.context.set_offline(False)
    nearby.expect_live()
    expect(nearby.page.locator("#open-refused")).to_contain_text("1 not done")
    expect(heart).to_be_enabled()
    expect(heart).to_have_attribute("aria-pressed", "true")
    assert len(hub.favourites()) == 4
