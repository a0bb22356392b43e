"""A dish sells out while guests have it in their baskets."""

import re

import pytest
from playwright.sync_api import expect

from ordering import PHONE, house, hub
from wire import Wire

__all__ = ["house", "hub"]


def test_a_dish_that_sells_out_is_marked_at_once_in_every_open_basket(house):
    hub = house.hub
    opened = hub.open(table="1")
    hub.put(opened["tab"], "Sea bass", "Green salad")
    ada, bo, waiter = house.guest(opened), house.guest(opened), house.waiter()
    waiter.open("Table 1")
    for phone in (ada, bo):
        phone.see_order()
        phone.expect_basket("1× Sea bass", "1× Green salad")
        expect(phone.page.locator("#basket .is-bad")).to_have_count(0)
    hub.stock("Sea bass", 0)
    for phone in (ada, bo):
        expect(phone.line("Sea bass")).to_contain_text("Sold out")
        expect(phone.page.locator("#basket .is-bad")).to_have_count(1)
        expect(phone.page.get_by_text("One dish can’t be ordered as it is.")).to_be_visible()
    expect(waiter.basket.filter(has_text="Sea bass")).to_contain_text("Sold out")
    expect(waiter.page.get_by_text("Some dishes can’t be placed.")).to_be_visible()
    # The menu marks it as sold out, and it can't be chosen.
    ada.see_menu()
    expect(ada.dish("Sea bass")).to_contain_text("Sold out")
    expect(ada.page.get_by_role("button", name="One more: Sea bass")).to_be_disabled()
    ada.see_order()

    # A line that can't be placed stops the others until it is removed.
    ada.place.click()
    expect(ada.page.get_by_text("First remove what can’t be ordered.")).to_be_visible()
    expect(ada.page.get_by_role("button", name="Remove it")).to_be_focused()
    assert hub.lines(opened["tab"]) == [(1, "Sea bass", "basket"), (1, "Green salad", "basket")]
    ada.page.keyboard.press("Enter")
    for phone in (ada, bo):
        phone.expect_basket("1× Green salad")
        expect(phone.page.locator("#hindered")).to_be_hidden()
    ada.expect_settled()
    ada.place.click()
    bo.expect_rounds("Sent to the kitchen")
    assert hub.lines(opened["tab"]) == [(1, "Green salad", "placed")]


# Problems that the phone can't know yet, with the message at each line.
HINDRANCES = {
    "Oysters": re.compile("sold out", re.IGNORECASE),
    "House wine": re.compile("Only 1 (of House wine is )?left"),
    "Tart of the day": re.compile("no longer on the menu", re.IGNORECASE),
}


@pytest.fixture
def crossed(house):
    """A tab with a full basket, whose dishes then sell out."""
    hub = house.hub
    section = next(iter(hub.view("orders/menu")["doc"]["sections"]))
    hub.write_dish(section, "Tart of the day", 700)
    opened = hub.open(table="2")
    hub.put(opened["tab"], *HINDRANCES, "House wine", "Lamb chops")

    def cross():
        hub.stock("Oysters", 0)
        hub.stock("House wine", 1)
        hub.do("remove_dish", dish=hub.dishes["Tart of the day"])

    return opened, cross


def test_a_guest_whose_order_is_refused_is_told_why_at_each_line(house, crossed):
    hub = house.hub
    opened, cross = crossed
    page = house.new_page(viewport=PHONE)
    wire = Wire(page)
    ada = house.guest(opened, page)
    ada.see_order()
    ada.expect_basket("1× Oysters", "2× House wine", "1× Tart of the day", "1× Lamb chops")
    wire.hold()
    cross()
    ada.place.click()
    expect(page.locator("#basket .is-bad")).to_have_count(3)
    wire.release()
    for name, why in HINDRANCES.items():
        expect(ada.line(name).locator(".line-problem")).to_have_text(why)
    expect(ada.line("Lamb chops").locator(".line-problem")).to_be_hidden()
    ada.press("Remove them")
    ada.expect_basket("1× Lamb chops")
    ada.expect_settled()
    ada.place.click()
    ada.expect_rounds("Sent to the kitchen")
    ada.expect_settled()
    assert hub.lines(opened["tab"]) == [(1, "Lamb chops", "placed")]
