"""The television with the favourites around the house."""

import pytest
from playwright.sync_api import expect

from neighbourhood import TELEVISION, served, visit
from pages import DisplayPage
from stage import EVENING_MS

pytestmark = pytest.mark.usefixtures("time")


@pytest.fixture
def hub():
    with served(options={"at": EVENING_MS}) as hub:
        yield hub


def test_favourites_stand_by_the_minutes_on_foot_eight_on_a_page(hub, time, new_page):
    hub.keep(1, rating=4.5, notes="Only for us")
    for number in range(2, 9):
        hub.keep(number)
    hub.do("add", name="Somewhere")
    page = visit(hub, new_page, "/nearby/display", "display", viewport=TELEVISION)
    screen = DisplayPage(page)
    screen.expect_live()
    places = page.locator("#places .place")
    expect(page.locator("#pages")).to_have_text("1 of 2")
    expect(places).to_have_count(8)
    expect(page.locator("#places .name").first).to_have_text("Signal Soup")
    expect(page.locator("#places .minutes").first).to_have_text("1")
    assert "Only for us" not in page.content()
    expect(page.locator("#places .about").first).to_contain_text("3 Union Place")
    expect(page.locator("#places .stars")).to_have_attribute("aria-label", "4½ stars")
    expect(page.locator("#places .star.is-full")).to_have_count(4)
    bottoms = places.evaluate_all("rows => rows.map((each) => each.getBoundingClientRect().bottom)")
    assert max(bottoms) <= TELEVISION["height"]
    # The pages take turns.
    time.go_by(10)
    expect(page.locator("#pages")).to_have_text("2 of 2")
    expect(page.locator("#places .name")).to_have_text(["Somewhere"])
    expect(page.locator("#places .walk")).to_be_hidden()
    # Without a connection the favourites stay.
    time.lose(page)
    time.go_by(3)
    expect(page.locator("#band")).to_contain_text("Reconnecting")
    expect(page.locator("#places .name")).to_have_text(["Somewhere"])
    page.context.set_offline(False)
    screen.expect_live()
