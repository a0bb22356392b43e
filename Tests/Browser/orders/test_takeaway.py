"""Orders from outside the house, and from guests who wait for a table."""

import re

import pytest
from playwright.sync_api import expect

import qr
from hub import HOUSE
from ordering import PHONE, GuestPage, house, hub

__all__ = ["house", "hub"]

OWN_ORDER = re.compile(r"/t/\w+\.orders\.\w+\.[\w-]+\?lang=en$")


@pytest.fixture
def open_join(house):
    """Opens the page behind the house's join link, while nobody can join the list by it."""

    def open_page(**settings):
        house.hub.do("configure", onlineOrders=True, **settings)
        page = house.new_page(viewport=PHONE)
        page.goto(house.hub.join_address())
        return page

    return open_page


def test_the_join_link_orders_a_takeaway(house, open_join):
    hub = house.hub
    page = open_join()
    # Guests can't join the list, but can order; the page says nothing of the list.
    expect(page.get_by_role("heading", name="Order takeaway or delivery")).to_be_visible()
    expect(page.get_by_role("button", name="Join the list")).to_be_hidden()
    expect(page.locator("#closed")).to_be_hidden()
    expect(page).to_have_title(HOUSE)
    page.get_by_role("button", name="Order now").click()
    send = page.get_by_role("button", name="See the menu")
    send.click()
    name = page.get_by_role("textbox", name="Your name")
    expect(name).to_be_focused()
    expect(name).to_have_accessible_description("Please tell us your name.")
    name.fill("Cleo")
    address = page.url
    send.click()
    # Looking at the menu takes no number.
    dishes = page.locator(".carte li")
    expect(dishes.filter(has_text="Sea bass")).to_contain_text("Contains: fish")
    expect(dishes.filter(has_text="Lamb chops")).to_contain_text("Allergens not stated: ask us")
    assert hub.view("orders/host")["doc"]["tabs"] == {}
    # The reason why nothing can be ordered is visible at the last dish too.
    hub.do("configure", onlineOrders=False)
    page.get_by_role("button", name="Add House wine").click()
    expect(page.get_by_text("Orders are closed right now.")).to_be_in_viewport()
    hub.do("configure", onlineOrders=True)
    # Two taps are one order.
    page.get_by_role("button", name="Add Lamb chops").dblclick()
    expect(page).to_have_url(OWN_ORDER)
    guest = GuestPage(page)
    number = next(iter(hub.view("orders/host")["doc"]["tabs"].values()))["number"]
    expect(page.locator("#tab-name")).to_have_text(f"Takeaway {number}")
    guest.choose("Lamb chops")
    guest.see_order()
    guest.expect_basket("2× Lamb chops")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Cleo")
    guest.expect_settled()
    page.set_viewport_size({"width": 360, "height": 640})
    guest.place.click()
    guest.expect_rounds("Sent to the kitchen")
    # From here on the page shows the order's progress.
    expect(page.locator("#tab-name")).to_be_in_viewport(ratio=1)
    about = page.locator("#tab-about")
    expect(about).to_have_text("Your order is in the kitchen.")
    expect(page.get_by_text("Nothing chosen yet.").locator("visible=true")).to_have_count(0)
    kitchen = house.kitchen()
    kitchen.expect_tickets(f"Takeaway {number}")
    assert len(hub.view("orders/host")["doc"]["tabs"]) == 1
    page.reload()
    guest.expect_live()
    expect(guest.rounds).to_be_in_viewport()
    expect(about).to_have_text("Your order is in the kitchen.")

    # Cancelling is free while the kitchen has not begun.
    guest.expect_settled()
    guest.press("Cancel order")
    dialog = page.get_by_role("dialog")
    guest.press("Keep it", dialog)
    guest.press("Cancel order")
    guest.press("Cancel order", dialog)
    expect(page.locator("#tab-about")).to_contain_text("This order was cancelled.")
    kitchen.expect_tickets()

    # The house takes no more online orders, and its link says so.
    hub.do("configure", onlineOrders=False)
    stranger = house.new_page(viewport=PHONE)
    stranger.goto(address)
    expect(stranger.get_by_text("Please talk to the host")).to_be_visible()
    expect(stranger.get_by_text("Order takeaway or delivery")).to_have_count(0)


def test_a_delivery_needs_an_address_and_has_its_fee(house, open_join):
    hub = house.hub
    page = open_join(deliveryFee=250)
    page.get_by_role("button", name="Order now").click()
    page.get_by_label("Bring it to me").check()
    page.get_by_role("textbox", name="Your name").fill("Dan")
    send = page.get_by_role("button", name="See the menu")
    send.click()
    phone = page.get_by_role("textbox", name="Phone, with country code")
    address = page.get_by_role("textbox", name="Delivery address")
    expect(phone).to_have_accessible_description("Please write your phone number.")
    expect(address).to_have_accessible_description("Please write where we should bring it.")
    phone.fill("12")
    address.fill("Via Garibaldi 1")
    send.click()
    bass = page.get_by_role("button", name="Add Sea bass")
    bass.click()
    expect(phone).to_have_accessible_description(re.compile("with its country code"))
    phone.fill("+39 06 6988 3145")
    bass.click()
    expect(page).to_have_url(OWN_ORDER)
    guest = GuestPage(page)
    guest.see_order()
    guest.expect_basket("1× Sea bass")
    expect(page.get_by_text("plus €2.50 for delivery")).to_be_visible()
    # Without a number the house could not call, and the field says so.
    phone.fill("")
    guest.expect_settled()
    guest.place.click()
    expect(phone).to_have_accessible_description("Please write your phone number.")
    phone.fill("+39 06 6988 3145")
    guest.place.click()
    guest.expect_rounds("Sent to the kitchen")
    expect(page.locator("#bill")).to_contain_text("Delivery€2.50")
    expect(page.locator("#bill .total")).to_contain_text("€21.00")
    row = next(iter(hub.view("orders/host")["doc"]["tabs"].values()))
    assert (row["address"], row["phone"]) == ("Via Garibaldi 1", "+390669883145")


def test_the_order_of_a_party_that_waits_is_placed_at_its_table(house):
    hub = house.hub
    hub.do("configure", preorder=True, onlineOrders=True)
    party = hub.mutate("waitlist.add", name="Ada", size=2)["result"]
    page = house.new_page(viewport=PHONE)
    page.goto(f"{hub.address}/t/{party['ticket']}")
    expect(page.locator("#place")).to_be_visible()
    # By the join link the phone doesn't join the list a second time.
    page.goto(hub.join_address())
    expect(page.get_by_role("button", name="Order now")).to_be_visible()
    expect(page.get_by_role("button", name="Join the list")).to_be_hidden()
    page.get_by_role("link", name="Your place in line").click()
    expect(page.get_by_role("heading", name="Order ahead")).to_be_visible()
    page.get_by_role("button", name="See the menu").click()
    page.get_by_role("button", name="Add Lamb chops").click()
    expect(page).to_have_url(OWN_ORDER)
    guest = GuestPage(page)
    guest.see_order()
    guest.expect_basket("1× Lamb chops")
    expect(page.get_by_text("As soon as you have a table, you can place")).to_be_visible()
    expect(guest.place).to_be_hidden()
    guest.expect_settled()
    # Back to the place in line, and on with the order.
    page.get_by_role("link", name="Your place in line").click()
    expect(page.locator("#place")).to_have_text("You’re first in line")
    page.get_by_role("button", name="Go on choosing").click()
    expect(page).to_have_url(OWN_ORDER)
    guest = GuestPage(page)
    guest.see_order()
    guest.expect_basket("1× Lamb chops")
    hub.mutate("waitlist.ready", party=party["party"])
    hub.mutate("waitlist.seat", party=party["party"], table="12")
    expect(page.locator("#tab-name")).to_have_text("Table 12")
    guest.place.click()
    guest.expect_rounds("Sent to the kitchen")
    house.kitchen().expect_tickets("Table 12")


def test_the_owner_and_hosts_find_the_link(house, open_owner):
    """While nobody joins the list."""
    hub = house.hub
    owner = open_owner()
    owner.go("guests")
    part = owner.page.locator("#join")
    expect(part).to_be_hidden()
    page = house.visit("/orders/waiter", "host")
    button = page.get_by_role("button", name="Online orders")
    expect(page.locator("html")).to_have_attribute("data-life", "live")
    expect(button).to_be_hidden()
    hub.do("configure", onlineOrders=True)
    address = hub.join_address()
    expect(owner.page.locator("#join-link")).to_have_value(address)
    # The sign for the door says that one joins the list.
    expect(owner.page.get_by_role("button", name="Print a sign for the door")).to_be_hidden()
    button.click()
    dialog = page.get_by_role("dialog", name="Scan to order takeaway or delivery")
    expect(dialog).to_contain_text(address)
    code = dialog.get_by_role("img")
    code.evaluate("image => image.decode()")
    qr.expect_code(code, address)
    dialog.get_by_role("button", name="Close").click()
    hub.do("configure", onlineOrders=False)
    expect(button).to_be_hidden()
    expect(part).to_be_hidden()
