"""What a waiting guest reads about the places around the house."""

import pytest
from playwright.sync_api import expect

from neighbourhood import PHONE, served


@pytest.fixture
def hub():
    with served(guests=True) as hub:
        yield hub


def test_favourites_come_first_then_places_by_distance_in_the_guests_language(hub, new_page):
    hub.mutate("house.configure", languages=["en", "de"])
    hub.keep(7, notes="Only for us", rating=5)
    party = hub.mutate("waitlist.add", name="Ada Lovelace", size=2)["result"]
    page = new_page(viewport=PHONE, locale="en-US")
    page.goto(f"{hub.address}/t/{party['ticket']}")
    panel = page.get_by_role("region", name="Around here while you wait")
    expect(panel.locator(".around-name bdi")).to_have_text(
        ["Mill Tavern", "Signal Soup", "Platform Café", "Porter's Pizza", "The Last Train"]
    )
    expect(panel.locator(".is-favourite")).to_have_count(1)
    expect(panel.locator(".is-favourite")).to_contain_text("a favourite of the house")
    expect(panel.locator(".around-way").nth(1)).to_have_text("170\u00A0ft · about 1\u00A0min on foot")
    panel.get_by_role("button", name="Show all 8").click()
    expect(panel.locator(".around-place")).to_have_count(8)
    assert "Only for us" not in page.content()
    # A new favourite is there at once.
    hub.keep(4)
    expect(panel.locator(".is-favourite")).to_have_count(2)
    page.locator(".languages a[lang=de]").press("Enter")
    expect(page.get_by_role("region", name="In der Nähe, während Sie warten")).to_be_visible()
    expect(page.locator(".around-way").first).to_contain_text("zu Fuß")
    hub.do("configure", guests=False)
    expect(page.locator("#panels .around")).to_be_hidden()
    hub.do("configure", guests=True)
    page.reload()
    expect(page.locator("#panels .around")).to_be_visible()
    # A party whose table is ready is sent there.
    hub.mutate("waitlist.ready", party=party["party"])
    expect(page.locator("#panels .around")).to_be_hidden()
