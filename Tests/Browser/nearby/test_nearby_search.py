"""The search for stations, and the places around them, on the staff's page."""

import threading

import pytest
from playwright.sync_api import expect

from neighbourhood import NearbyPage, open_nearby, served, signed_in
from pages import settled

AROUND_LINDEN = [
    "Signal Soup", "Platform Café", "Porter's Pizza", "The Last Train", "<b>Points & Crossings</b>",
    "Gelato Siding", "The Grindstone", "Mill Tavern",
]


@pytest.fixture(scope="module")
def hub():
    with served() as hub:
        yield hub


@pytest.fixture
def nearby(hub, new_page):
    return open_nearby(hub, new_page)


def hold(page, pattern, answer_to=""):
    """Holds the answers to some requests until they are released."""
    held, gate = [], threading.Event()

    def handle(route):
        if answer_to in route.request.url and not gate.is_set():
            held.append(route)
        else:
            route.continue_()

    page.route(pattern, handle)

    def let_go():
        gate.set()
        for route in held:
            route.continue_()

    return held, let_go


def test_places_are_found_around_the_house_a_station_and_the_reader(hub, new_page, nearby):
    page = nearby.page
    expect(nearby.names).to_have_text(AROUND_LINDEN)
    soup = nearby.row("Signal Soup")
    expect(soup.locator(".place-way")).to_have_text("170\u00A0ft · about 1\u00A0min")
    expect(soup.locator(".place-about")).to_have_text("Restaurant · soup, vegan")
    expect(soup).to_contain_text("Open")
    expect(page.locator("#places-about")).to_have_text("8 places within 2\u00A0mi")
    expect(page.locator("#source")).to_contain_text("1 place without a name is left out")
    nearby.names.filter(has_text="Signal Soup").click()
    dialog = page.get_by_role("dialog", name="Signal Soup")
    expect(dialog).to_contain_text("3 Union Place, Linden")
    expect(dialog.get_by_role("link", name="signal-soup.example")).to_have_attribute(
        "href", "https://signal-soup.example/"
    )
    expect(dialog.get_by_role("link", name="+1 609 555 0127")).to_have_attribute("href", "tel:+16095550127")
    expect(dialog).to_contain_text("on foot, an estimate")
    expect(dialog).to_contain_text("Accessible")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    # A name is text, never markup.
    name = "<b>Points & Crossings</b>"
    nearby.row(name).get_by_role("button", name=name, exact=True).click()
    expect(page.locator("#opened-title")).to_have_text(name)
    page.keyboard.press("Escape")

    # A station is chosen by the keyboard alone.
    nearby.search.focus()
    # All at once, because part of the word finds two stations too.
    page.keyboard.insert_text("linden")
    expect(nearby.found).to_have_count(2)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(nearby.found.nth(1)).to_have_attribute("aria-selected", "true")
    expect(nearby.search).to_have_attribute("aria-activedescendant", "found-1")
    settled(page)
    chosen = nearby.found.nth(1).locator("strong").inner_text()
    page.keyboard.press("Enter")
    expect(nearby.title).to_have_text(chosen)
    expect(nearby.search).to_have_value(chosen)
    nearby.search.focus()
    page.keyboard.type("mill")
    expect(nearby.found).to_have_count(1)
    page.keyboard.press("Escape")
    expect(nearby.found.first).to_be_hidden()
    expect(nearby.title).to_have_text(chosen)
    # Enter takes the first result if none is marked.
    page.keyboard.press("Enter")
    expect(nearby.title).to_have_text("Mill Street")
    expect(nearby.names.first).to_have_text("The Grindstone")

    # The way back leads to place, sort and filters.
    nearby.search.fill("étoile")
    page.keyboard.press("Enter")
    expect(nearby.names.first).to_have_text("Gelato Siding")
    page.get_by_label("Sort by").first.select_option("name")
    expect(nearby.names.first).to_have_text("<b>Points & Crossings</b>")
    page.get_by_label("Kind").select_option("restaurant")
    expect(nearby.names).to_have_text(["<b>Points & Crossings</b>", "Mill Tavern", "Signal Soup"])
    page.get_by_role("button", name="Open now").click()
    expect(nearby.names).to_have_text(["Signal Soup"])
    address = page.url
    page.go_back()
    expect(nearby.names).to_have_count(3)
    expect(page.get_by_role("button", name="Open now")).to_have_attribute("aria-pressed", "false")
    page.go_back()
    page.go_back()
    expect(nearby.names.first).to_have_text("Gelato Siding")
    page.go_back()
    expect(nearby.title).to_have_text("Mill Street")
    page.go_forward()
    expect(nearby.title).to_have_text("Étoile Square")
    # The address can be sent.
    sent = open_nearby(hub, new_page, address.removeprefix(hub.address))
    expect(sent.names).to_have_text(["Signal Soup"])
    expect(sent.title).to_have_text("Étoile Square")
    expect(sent.page.get_by_label("Kind")).to_have_value("restaurant")

    # Near the reader, over https.
    page.context.grant_permissions(["geolocation"], origin=hub.address)
    page.context.set_geolocation({"latitude": 40.7301, "longitude": -74.3399})
    page.get_by_role("button", name="Near me").click()
    expect(nearby.names.first).to_have_text("The Grindstone")
    expect(nearby.title).to_have_text("Around 40.7301, -74.3399")
    page.get_by_role("button", name="Around us").click()
    expect(nearby.names.first).to_have_text("Signal Soup")
    page.evaluate("Object.defineProperty(window, 'isSecureContext', { value: false })")
    page.get_by_role("button", name="Near me").click()
    expect(page.locator("#near-me-say")).to_contain_text("needs https")
    # Filters that let nothing through say so, and are cleared.
    page.get_by_label("Name or cuisine").fill("nothing like that")
    expect(page.get_by_text("Nothing passes these filters")).to_be_visible()
    page.locator("#places-empty").get_by_role("button", name="Clear filters").click()
    expect(nearby.names).to_have_text(AROUND_LINDEN)
    page.get_by_label("Name or cuisine").fill("pizza")
    expect(nearby.names).to_have_text(["Porter's Pizza", "<b>Points & Crossings</b>"])


def test_what_is_wanted_before_its_script_has_come_is_there_with_it(hub, new_page):
    nearby = NearbyPage(signed_in(hub, new_page))
    held, let_go = hold(nearby.page, "**/leaflet.esm.min.js")
    with nearby.page.expect_request("**/leaflet.esm.min.js"):
        nearby.page.goto(f"{hub.address}/nearby")
    expect(nearby.names).to_have_text(AROUND_LINDEN)
    nearby.part("Rounds")
    expect(nearby.page.get_by_role("button", name="New round")).to_be_visible()
    assert len(held) == 1
    let_go()
    expect(nearby.page.locator("#map.leaflet-container")).to_be_attached()
    nearby.part("Places")
    expect(nearby.marks("place")).to_have_count(len(AROUND_LINDEN))
    # A place that was pressed is opened.
    nearby = NearbyPage(signed_in(hub, new_page))
    held, let_go = hold(nearby.page, "**/parts.js")
    nearby.page.goto(f"{hub.address}/nearby", wait_until="commit")
    nearby.names.filter(has_text="Signal Soup").click()
    nearby.page.wait_for_load_state()
    expect(nearby.page.get_by_role("dialog")).to_be_hidden()
    let_go()
    expect(nearby.page.get_by_role("dialog", name="Signal Soup")).to_be_visible()
