"""What the pages say when something is missing: places, the source, the map, the connection."""

import json
import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from neighbourhood import PHONE, TABLET, NearbyPage, fill, open_friend, open_nearby, served, signed_in
from pages import expect_accessible, settled, wait_until


@pytest.fixture(scope="module")
def hub():
    with served() as hub:
        fill(hub)
        yield hub


def fail_places(page, retry_after="60"):
    """Makes the source of places fail, as the hub reports it."""
    def handle(route):
        route.fulfill(
            status=503, headers={"Retry-After": retry_after}, content_type="application/json",
            body=json.dumps({"code": "unavailable", "message": "The source does not answer"}),
        )

    page.route("**/nearby/places?*", handle)
    return handle


def test_without_a_source_or_a_connection_what_is_known_stays(hub, new_page):
    page = signed_in(hub, new_page)
    fail_places(page)
    page.goto(hub.address + "/nearby")
    nearby = NearbyPage(page)
    expect(nearby.say).to_contain_text("The source of places has not answered since")
    expect(nearby.names).to_have_count(0)
    page.unroute("**/nearby/places?*")
    nearby.say.get_by_role("button", name="Try again").click()
    expect(nearby.names.first).to_have_text("Signal Soup")
    expect(nearby.say).to_be_empty()
    # The earlier results stay, with their age.
    fail_places(page)
    page.get_by_role("button", name="Open now").click()
    expect(nearby.say).to_contain_text("These are from")
    expect(nearby.names.first).to_have_text("Signal Soup")
    expect_accessible(page)
    page.unroute("**/nearby/places?*")
    page.get_by_role("button", name="Open now").click()
    expect(nearby.say).to_be_empty()

    # Without a connection, stations, favourites and rounds stay.
    nearby.search.fill("mill")
    page.keyboard.press("Enter")
    expect(nearby.names.first).to_have_text("The Grindstone")
    # The page knows all stations.
    wait_until(page, """() => performance.getEntriesByType("resource").some(
        ({ name }) => name.includes("/nearby/search?q=&"))""")
    page.context.set_offline(True)
    nearby.expect_not_live()
    expect(nearby.say).to_contain_text("Not connected. These are from")
    # The search continues with known stations and says how old they are.
    nearby.search.fill("harbor")
    expect(nearby.found.locator("strong")).to_have_text(["Harbor Point"])
    expect(page.locator("#search-say")).to_contain_text("Not connected. From the stations as of")
    page.keyboard.press("Escape")
    # Going back shows the earlier results.
    page.go_back()
    expect(nearby.names.first).to_have_text("Signal Soup")
    nearby.part("Favourites")
    expect(nearby.favourite_names.first).to_be_visible()
    nearby.part("Rounds")
    expect(nearby.round("Lunch on Friday")).to_be_visible()
    nearby.part("Places")
    page.context.set_offline(False)
    nearby.expect_live()
    expect(nearby.say).to_be_empty()


def test_a_map_is_drawn_from_the_hub_when_it_is_seen_and_its_marks_say_what_they_are(hub, new_page):
    asked = []
    page = signed_in(hub, new_page, viewport=PHONE)
    page.on("request", lambda request: asked.append(request.url))
    page.goto(hub.address + "/nearby")
    nearby = NearbyPage(page)
    nearby.expect_live()
    expect(nearby.names.first).to_have_text("Signal Soup")
    settled(page)
    assert not [url for url in asked if "leaflet" in url]
    page.get_by_role("button", name="Map", exact=True).click()
    expect(nearby.marks("place").first).to_be_visible()
    expect_accessible(page)
    page.set_viewport_size(TABLET)
    expect(nearby.map.locator(".map-line.is-rail")).to_have_count(1)
    expect(nearby.map.locator(".map-line.is-street")).to_have_count(1)
    expect(nearby.map.locator(".map-line.is-water")).to_have_count(1)
    expect(nearby.map.locator(".map-ring")).to_have_count(4)
    expect(nearby.map.locator(".leaflet-control-scale-line")).to_be_visible()
    expect(nearby.map.locator(".map-north")).to_have_attribute("title", "North is up")
    favourite = nearby.marks("favourite").first
    expect(favourite).to_have_attribute("aria-label", "1: Signal Soup · Favourite · Chosen for the round")
    expect(favourite.locator("path.mark-body")).to_be_attached()
    expect(nearby.marks("house").locator("circle.mark-body")).to_be_attached()
    nearby.search.fill("étoile")
    page.keyboard.press("Enter")
    expect(nearby.marks("stop").locator("rect.mark-body")).to_be_attached()
    expect(nearby.marks("stop")).to_have_attribute("aria-label", "Étoile Square · Station")
    # The station's mark is there before the answer; the list and the other marks come with it.
    expect(nearby.names.first).to_have_text("Gelato Siding")
    settled(page)
    shapes = nearby.map.locator(".map-mark").evaluate_all("marks => marks.map((each) => each.ariaLabel)")
    listed = nearby.names.all_inner_texts()
    assert all(any(name in shape for shape in shapes) for name in listed)
    # A mark opens what the row opens.
    nearby.marks("place").filter(has_text="1").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert {urlsplit(url).netloc for url in asked} == {urlsplit(hub.address).netloc}


def test_a_map_has_the_readers_units_and_images_of_the_owners_server_alone(new_page):
    tiles = {"tileUrl": "https://tiles.example.org/{z}/{x}/{y}.png", "tileAttribution": "© Tiles & Co"}
    with served(units="auto", **tiles) as hub:
        page = signed_in(hub, new_page)
        page.route("https://tiles.example.org/**", lambda route: route.fulfill(
            content_type="image/svg+xml", body='<svg xmlns="http://www.w3.org/2000/svg"/>'
        ))
        page.goto(hub.address + "/nearby#at=stop:main:3")
        nearby = NearbyPage(page)
        expect(nearby.map.locator(".leaflet-tile").first).to_be_attached()
        expect(nearby.map.locator(".leaflet-control-attribution")).to_have_text("© Tiles & Co")
        expect(nearby.map.locator(".leaflet-control-scale-line")).to_have_text(re.compile("ft$|mi$"))
        expect(nearby.map.locator(".map-ring-label").last).to_have_text("2\u00A0mi")
        hub.do("configure", units="km")
        expect(nearby.map.locator(".leaflet-control-scale-line")).to_have_text(re.compile("m$"))
        expect(nearby.marks("house")).to_be_visible()


def test_without_the_library_the_list_stands_alone_and_says_so(new_page):
    with served(options={"leaflet": "/nowhere"}) as hub:
        nearby = open_nearby(hub, new_page)
        expect(nearby.page.locator("#map-say")).to_contain_text("This hub has no map.")
        expect(nearby.names.first).to_have_text("Signal Soup")
        expect(nearby.map).to_be_hidden()
        _, ticket, _ = hub.open_round()
        friend = open_friend(hub, new_page, ticket)
        friend.page.locator("#map-part").scroll_into_view_if_needed()
        expect(friend.page.locator("#map-say")).to_contain_text("There is no map here.")


def test_a_house_that_has_nothing_yet_is_told_what_to_do(new_page):
    with served(furnished=False) as hub:
        nearby = open_nearby(hub, new_page)
        expect(nearby.page.get_by_text("No places loaded yet")).to_be_visible()
        for part in ("Favourites", "Rounds"):
            nearby.part(part)
            expect_accessible(nearby.page)
        hub.furnish(lat=None, lon=None)
        nearby.part("Places")
        expect(nearby.page.get_by_text("Where to?")).to_be_visible()
        nearby.page.get_by_role("button", name="Search a station").click()
        expect(nearby.search).to_be_focused()
        nearby.page.get_by_role("button", name="Around us").click()
        expect(nearby.page.get_by_text("Where is this house?")).to_be_visible()
        hub.do("configure", lat=40.7165, lon=-74.3578)
        expect(nearby.names.first).to_have_text("Signal Soup")
