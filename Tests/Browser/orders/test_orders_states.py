"""The guest's and the waiter's page in each of their states are accessible, on any device."""

from playwright.sync_api import expect

from ordering import PHONE, Keys, expect_room, house, hub
from pages import axe_violations
from wire import Wire

__all__ = ["house", "hub"]


def expect_good(page, within=None, is_there=True):
    """The page, or a part of it, fits every screen and is accessible."""
    expect_room(page, is_there)
    assert axe_violations(page, within) == []


def test_a_guests_order_is_accessible_in_every_state(house):
    hub = house.hub
    opened = hub.open(table="4")
    page = house.new_page(viewport=PHONE)
    wire = Wire(page)
    phone = house.guest(opened, page)

    phone.see_order()
    expect(page.locator("#order-title")).to_be_visible()
    expect_good(page)
    phone.see_menu()
    phone.press("Allergens")
    expect_good(page)
    phone.press("Allergens")
    page.locator("#search").fill("nothing like it")
    expect_good(page)
    phone.press("Show the whole menu")
    phone.choose("Lamb chops", "Oysters")
    phone.see_order()
    expect_good(page)
    phone.press("Change Oysters")
    expect_good(page, "dialog[open]")
    page.keyboard.press("Escape")
    hub.stock("Oysters", 0)
    expect(page.get_by_role("button", name="Remove it")).to_be_visible()
    expect_good(page)
    phone.press("Remove it")
    phone.expect_settled()
    wire.cut()
    phone.expect_not_live()
    phone.place.click()
    phone.expect_rounds("Waiting to be sent")
    expect_good(page, is_there=False)
    hub.do("cancel", tab=opened["tab"])
    wire.mend()
    phone.expect_live()
    expect(phone.toast).to_contain_text("Not done (Placed)")
    expect_good(page)


def test_every_dialog_of_a_waiters_tab_is_accessible(house):
    hub = house.hub
    hub.open(table="5")
    opened = hub.open(table="4", name="Ada")
    hub.order(opened["tab"], "Lamb chops", person="Ada")
    hub.put(opened["tab"], "Oysters")
    waiter = house.waiter()
    page = waiter.page
    waiter.open("Table 4")

    for name in ("Move, details", "QR code", "Merge", "Cancel tab", "Recent", "Notes: Oysters"):
        waiter.press(name)
        expect(page.get_by_role("dialog")).to_be_visible()
        expect_good(page, "dialog[open]")
        page.keyboard.press("Escape")
    waiter.place()
    waiter.expect_settled()
    waiter.line("Lamb chops").get_by_role("checkbox").check()
    expect_good(page)
    for name in ("Split off", "Cancel these", "Pay"):
        waiter.press(name, page.locator("#chosen"))
        expect(page.get_by_role("dialog")).to_be_visible()
        expect_good(page, "dialog[open]")
        page.keyboard.press("Escape")
    waiter.show("Bill")
    expect_good(page)
    hub.do("cancel", tab=opened["tab"], reason="They left")
    expect(page.locator("#tab-left")).to_contain_text("Cancelled")
    expect_good(page)


def test_a_guest_orders_by_the_keyboard_alone(house):
    hub = house.hub
    opened = hub.open(table="4")
    phone = house.guest(opened)
    page, keyboard = phone.page, phone.page.keyboard
    press = Keys(page).press_button

    press("Add Lamb chops")
    expect(page.get_by_role("button", name="One more: Lamb chops")).to_be_focused()
    keyboard.press("Enter")
    press("See order")
    expect(page.locator("#order-title")).to_be_focused()
    phone.expect_basket("2× Lamb chops")
    phone.expect_settled()
    press("Change Lamb chops")
    page.get_by_label("Wishes").focus()
    keyboard.type("Well done")
    press("Save")
    expect(page.get_by_role("button", name="Change Lamb chops")).to_be_focused()
    phone.expect_settled()
    press("Place order")
    phone.expect_rounds("Sent to the kitchen")
    # The focus moves to where the order continues, and is not lost with the button.
    assert page.evaluate("() => document.activeElement !== document.body")
    assert hub.lines(opened["tab"]) == [(2, "Lamb chops", "placed")]


def test_two_phones_that_change_one_line_at_once_are_both_answered(house):
    hub = house.hub
    opened = hub.open(table="4")
    hub.put(opened["tab"], "Lamb chops", quantity=2)
    pages = [house.new_page(viewport=PHONE) for _ in range(2)]
    wires = [Wire(page) for page in pages]
    phones = [house.guest(opened, page) for page in pages]
    for phone, wire in zip(phones, wires, strict=True):
        phone.see_order()
        wire.cut()
        phone.expect_not_live()
        phone.press("Change Lamb chops")
    first, second = (page.get_by_role("dialog") for page in pages)
    phones[0].press("One more", first)
    phones[0].press("Save", first)
    phones[1].press("Remove", second)
    for phone, wire in zip(reversed(phones), reversed(wires), strict=True):
        wire.mend()
        phone.expect_live()
        phone.expect_settled()
    # The slower phone gets a message, and both show the same.
    expect(phones[0].toast).to_contain_text("This is not in the order any more")
    for phone in phones:
        phone.expect_basket()
    assert hub.lines(opened["tab"]) == []
