"""The television with the favourites around the house."""

import pytest
from playwright.sync_api import expect

from neighbourhood import TELEVISION, served, visit
from pages import SIZES, WIDER, DisplayPage, at_each_size
from stage import EVENING_MS

pytestmark = pytest.mark.usefixtures("time")


@pytest.fixture
def hub():
    with served(options={"at": EVENING_MS}) as hub:
        yield hub


@pytest.fixture
def open_screen(hub, new_page):
    def open_page(**options):
        options.setdefault("viewport", TELEVISION)
        page = visit(hub, new_page, "/nearby/display", "display", **options)
        DisplayPage(page).expect_live()
        return page

    return open_page


def test_favourites_stand_by_the_minutes_on_foot(hub, open_screen):
    hub.keep(7)
    hub.keep(1, rating=4.5, notes="Only for us")
    hub.do("add", name="Somewhere")
    page = open_screen()
    expect(page.locator("#places .name")).to_have_text(["Signal Soup", "Mill Tavern", "Somewhere"])
    expect(page.locator("#places .minutes").nth(0)).to_have_text("1")
    expect(page.locator("#places .walk").nth(2)).to_be_hidden()
    assert "Only for us" not in page.content()
    expect(page.locator("#places .about").first).to_contain_text("3 Union Place")
    expect(page.locator("#places .stars")).to_have_attribute("aria-label", "4½ stars")
    expect(page.locator("#places .star.is-full")).to_have_count(4)
    for size in at_each_size(page, [*SIZES, (1080, 1920)]):
        assert page.evaluate(WIDER) == [], size
    # It speaks the house's language.
    hub.mutate("house.configure", languages=["fr", "en"])
    page.reload()
    expect(page.locator("#around-title")).to_have_text("Autour d’ici, à pied")
    expect(page.locator("html")).to_have_attribute("lang", "fr")


def test_eight_are_on_a_page_the_pages_take_turns_and_stay_without_a_connection(hub, time, open_screen):
    for number in range(1, 9):
        hub.keep(number)
    hub.do("add", name="Somewhere")
    page = open_screen()
    expect(page.locator("#pages")).to_have_text("1 of 2")
    places = page.locator("#places .place")
    expect(places).to_have_count(8)
    bottoms = places.evaluate_all("rows => rows.map((each) => each.getBoundingClientRect().bottom)")
    assert max(bottoms) <= TELEVISION["height"]
    time.go_by(10)
    expect(page.locator("#pages")).to_have_text("2 of 2")
    expect(page.locator("#places .name")).to_have_text(["Somewhere"])
    # Without a connection the favourites stay.
    page.context.set_offline(True)
    time.go_by(3)
    expect(page.locator("#band")).to_contain_text("Reconnecting")
    expect(page.locator("#places .name")).to_have_text(["Somewhere"])
    page.context.set_offline(False)
    DisplayPage(page).expect_live()
