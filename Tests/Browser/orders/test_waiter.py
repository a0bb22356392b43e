"""The waiter's page when it is empty, and on a phone."""

import pytest
from playwright.sync_api import expect

from ordering import TABLET, House, WaiterPage, house, hub, served
from pages import at_each_size, settled, wait_until

__all__ = ["house", "hub"]


@pytest.fixture(scope="module")
def bare_hub():
    """A house without anything, not even a menu."""
    with served() as hub:
        yield hub


@pytest.fixture
def bare_house(bare_hub, new_page):
    bare_hub.clear()
    return House(bare_hub, new_page)


def expect_empty(part, button):
    """Expects a picture, what is missing, and one button that leads on."""
    expect(part).to_be_visible()
    page = part.page
    for width, _ in at_each_size(page):
        expect(part.locator(".picture")).to_be_visible()
        wait_until(page, "() => document.querySelector('.empty:not([hidden]) .picture')"
                         ".getBBox().width > 50")
        expect(part.get_by_role("button")).to_have_text(button)
        for each in (part, part.get_by_role("button")):
            settled(page)
            box = each.bounding_box()
            assert box["x"] >= 0 and box["x"] + box["width"] <= width


def test_a_house_without_tabs_or_a_menu_leads_to_the_first_of_each(bare_house):
    hub = bare_house.hub
    history = bare_house.history()
    history.page.get_by_role("button", name="Open tabs").click()
    history.page.wait_for_url("**/orders/waiter")
    waiter = WaiterPage(history.page)
    page = waiter.page
    none = page.locator("#tabs-none")
    expect_empty(none, "New tab")
    # There is one button, and nothing to choose from.
    expect(page.get_by_role("button", name="New tab")).to_have_count(1)
    expect(page.get_by_text("Choose a tab")).to_be_hidden()
    page.set_viewport_size(TABLET)
    waiter.press("New tab")
    page.get_by_label("Table", exact=True).fill("4")
    page.keyboard.press("Enter")
    expect(page.locator("#tab-title")).to_have_text("Table 4")
    expect(none).to_be_hidden()
    expect(page.get_by_role("button", name="New tab")).to_have_count(1)
    # The focus follows the button to its new place.
    page.get_by_role("button", name="New tab").focus()
    hub.clear()
    expect(none).to_be_visible()
    expect(none.get_by_role("button")).to_be_focused()

    # A waiter does not write the menu, and passes on where it is written.
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    hub.open(table="5")
    waiter.open("Table 5")
    expect_empty(page.locator("#menu-none"), "Copy the editor’s address")
    page.locator("#menu-none").get_by_role("button").click()
    expect(waiter.toast).to_contain_text("Copied.")
    assert page.evaluate("() => navigator.clipboard.readText()") == f"{hub.address}/orders/editor"


def test_a_host_is_led_from_a_tab_without_a_menu_to_the_editor(bare_house):
    bare_house.hub.open(table="4")
    page = bare_house.visit("/orders/waiter", "host")
    page.locator("#tabs button").click()
    expect_empty(page.locator("#menu-none"), "Open the menu editor")
    expect(page.locator("#dish-search")).to_be_hidden()
    page.locator("#menu-none").get_by_role("button").click()
    page.wait_for_url("**/orders/editor")
