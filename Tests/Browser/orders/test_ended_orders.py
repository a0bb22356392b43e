"""What the guests of an ended or unknown order read."""

from playwright.sync_api import expect

from ordering import PHONE, house, hub, texts_of
from pages import at_each_size, expect_heard, listen

__all__ = ["house", "hub"]

LANGUAGES = ["en", "es", "de", "fr", "it"]


def expect_only(phone, said):
    """The page says one thing in large type, and shows no heading without content."""
    about = phone.page.locator("#tab-about")
    expect(about).to_have_text(said)
    assert about.evaluate("element => parseFloat(getComputedStyle(element).fontSize)") >= 20
    expect(phone.page.locator("h1")).not_to_be_empty()
    for _ in at_each_size(phone.page):
        expect(phone.page.get_by_role("heading", level=2)).to_have_count(0)
        expect(phone.page.locator(".panes section:visible")).to_have_count(0)
    expect(phone.page.locator("#bar")).to_be_hidden()


def test_guests_of_a_cancelled_order_read_so_and_whom_to_ask(house):
    hub = house.hub
    opened, other = hub.open(table="4"), hub.open(table="5")
    phone, second = house.guest(opened), house.guest(other)
    hub.do("cancel", tab=opened["tab"])
    hub.do("cancel", tab=other["tab"], reason="We are closing.\nSorry")
    texts = texts_of("guest", "en")
    expect_only(phone, texts["about.cancelled"])
    expect_only(second, texts["about.cancelledWhy"].format(reason="We are closing. Sorry"))
    for language in LANGUAGES:
        texts = texts_of("guest", language)
        for said in (texts["about.cancelled"], texts["about.cancelledWhy"]):
            # As for an unknown order, the page says where to get help.
            assert said.endswith(texts["about.unknown"].split(". ")[1])


def test_guests_of_a_cancelled_order_still_see_what_was_cancelled(house):
    hub = house.hub
    opened = hub.open(table="4")
    hub.order(opened["tab"], "Lamb chops")
    phone = house.guest(opened)
    listen(phone.page)
    hub.do("cancel", tab=opened["tab"], reason="Burnt")
    phone.expect_rounds("Cancelled")
    expect(phone.page.get_by_role("heading", name="Your order")).to_be_visible()
    # It is announced too.
    expect_heard(phone.page, "This order was cancelled: Burnt")


def test_guests_of_an_order_that_nobody_knows_are_told_so(house):
    hub = house.hub
    answer = hub.mutate("orders.open", kind="table", table="4")
    opened = answer["result"]
    phone = house.guest(opened)
    hub.do("undo", rev=answer["rev"])
    phone.page.goto(f"{hub.address}/t/{opened['ticket']}")
    expect_only(phone, texts_of("guest", "en")["about.unknown"])
    # The connection is not the cause.
    phone.expect_live()
    phone.page.goto(f"{hub.address}/t/nobodys-ticket")
    expect(phone.page.get_by_text("Please ask the staff for a new one.")).to_be_visible()


def test_earlier_orders_of_the_phone_stand_under_an_order_that_has_ended(house):
    hub = house.hub
    first, second = hub.open(table="4"), hub.open(table="5")
    hub.order(first["tab"], "Lamb chops")
    page = house.new_page(viewport=PHONE)
    phone = house.guest(first, page)
    phone.see_order()
    phone.expect_rounds("Sent to the kitchen")
    phone = house.guest(second, page)
    hub.do("cancel", tab=second["tab"])
    expect(page.locator("#past li")).to_contain_text("1× Lamb chops")
    expect(page.get_by_role("heading", level=2)).to_have_text("Earlier orders of this phone")
    expect(page.get_by_role("button", name="Order again")).to_have_count(0)
