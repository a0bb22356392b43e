"""The waiter's page: the first tab of a house, an evening by the keyboard, and bills that are moved and split."""

from playwright.sync_api import expect

from hub import eventually
from ordering import TABLET, House, Keys, WaiterPage, expect_room, house, hub, served
from pages import at_each_size, axe_violations, settled, wait_until

__all__ = ["house", "hub"]


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


def test_a_house_without_tabs_or_a_menu_leads_to_the_first_of_each(new_page):
    with served() as hub:
        house = House(hub, new_page)
        history = house.history()
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

        # A host is led to the editor.
        page = house.visit("/orders/waiter", "host")
        page.locator("#tabs button").click()
        expect(page.locator("#dish-search")).to_be_hidden()
        page.locator("#menu-none").get_by_role("button", name="Open the menu editor").click()
        page.wait_for_url("**/orders/editor")


def test_the_waiter_does_everything_by_the_keyboard(house):
    hub, waiter = house.hub, house.waiter()
    page, keyboard = waiter.page, waiter.page.keyboard
    keys = Keys(page)
    press = keys.press_button

    press("New tab")
    expect(page.get_by_role("dialog").get_by_label("Table", exact=True)).to_be_focused()
    keyboard.type("Terrace")
    keyboard.press("Enter")
    expect(page.locator("#tab-title")).to_have_text("Terrace")
    expect(page.locator("#tab-title")).to_be_focused()
    # A search, and Enter for its first result.
    keys.type(page.get_by_label("Find a dish"), "chops")
    keyboard.press("Enter")
    keyboard.press("Enter")
    expect(waiter.basket.locator(".stepper .figures")).to_have_text("2")
    press("Notes: Lamb chops")
    expect(page.get_by_label("Notes for the kitchen")).to_be_focused()
    keyboard.type("Well done")
    press("Save")
    expect(waiter.basket).to_contain_text("Well done")
    waiter.expect_settled()
    press("Place 2 · €32.00")
    expect(waiter.line("Lamb chops")).to_contain_text("Placed")
    tab = next(iter(hub.view("orders/host")["doc"]["tabs"]))
    hub.do("done", lines=list(hub.tab(tab)["lines"]))
    press("Serve what is ready")
    expect(waiter.line("Lamb chops")).to_contain_text("Served")
    press("Bill")
    press("Pay")
    record = page.get_by_role("button", name="Record €32.00")
    expect(record).to_be_focused()
    keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_hidden()
    press("Close tab")
    expect(page.locator("#tab-left")).to_contain_text("Closed")
    assert eventually(lambda: tab in hub.view("orders/host")["doc"]["gone"])


def test_the_waiter_moves_splits_and_merges_tabs(house):
    hub = house.hub
    opened = hub.open(table="7")
    hub.order(opened["tab"], "Sea bass", "Lamb chops", "Lamb chops")
    other = hub.open(table="8")
    hub.order(other["tab"], "Oysters")
    guest, waiter = house.guest(opened), house.waiter()
    waiter.open("Table 7")
    waiter.press("Move, details")
    dialog = waiter.page.get_by_role("dialog")
    dialog.get_by_label("Table", exact=True).fill("9")
    waiter.press("Save", dialog)
    expect(waiter.page.locator("#tab-title")).to_have_text("Table 9")
    expect(guest.page.locator("#tab-name")).to_have_text("Table 9")

    # One of the two lamb chops gets a separate bill.
    waiter.line("Lamb chops").get_by_role("checkbox").check()
    waiter.page.locator("#split-chosen").click()
    waiter.press("One less: Lamb chops", dialog)
    dialog.get_by_label("Table of the new tab").fill("10")
    waiter.press("Split off", dialog)
    expect(waiter.row("Table 10")).to_contain_text("€16.00")
    expect(waiter.row("Table 9")).to_contain_text("€34.50")
    expect(waiter.line("Lamb chops")).to_contain_text("1×")

    waiter.press("Merge")
    dialog.get_by_role("button", name="Merge: Table 8 · No. ").click()
    expect(waiter.row("Table 8")).to_have_count(0)
    expect(waiter.row("Table 9")).to_contain_text("€49.00")
    expect(waiter.line("Oysters")).to_be_visible()
    waiter.expect_settled()
    waiter.undo()
    expect(waiter.row("Table 8")).to_contain_text("€14.50")
    expect(waiter.row("Table 9")).to_contain_text("€34.50")

    # Dialogs fit and are accessible.
    page = waiter.page
    page.keyboard.press("Escape")
    waiter.line("Lamb chops").get_by_role("checkbox").check()
    for name in ("Split off", "Cancel these", "Pay"):
        waiter.press(name, page.locator("#chosen"))
        expect(dialog).to_be_visible()
        expect_room(page)
        assert axe_violations(page, "dialog[open]") == []
        page.keyboard.press("Escape")

    # Guests come to the tab by the code on any tablet.
    waiter.press("QR code")
    expect(waiter.page.locator("#code-address")).to_have_text(
        f"{hub.address}/t/{opened['ticket']}"
    )
    expect(waiter.page.locator("#code-image")).to_have_js_property("complete", True)
    assert waiter.page.locator("#code-image").evaluate("image => image.naturalWidth") > 0
