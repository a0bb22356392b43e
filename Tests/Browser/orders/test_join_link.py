"""Where the house finds the link by which guests order from outside, while nobody joins the list."""

import pytest
from playwright.sync_api import expect

import qr
from stage import hub_fixture


hub = hub_fixture(scope="module")


@pytest.fixture
def take_orders(hub):
    def configure(are_taken=True):
        hub.mutate("orders.configure", onlineOrders=are_taken)

    yield configure
    configure(False)


def test_the_owner_finds_the_link(hub, open_owner, take_orders):
    owner = open_owner()
    owner.go("guests")
    part = owner.page.locator("#join")
    expect(part).to_be_hidden()
    take_orders()
    expect(owner.page.locator("#join-link")).to_have_value(hub.join_address())
    # The sign for the door says that one joins the list.
    expect(owner.page.get_by_role("button", name="Print a sign for the door")).to_be_hidden()
    take_orders(False)
    expect(part).to_be_hidden()


def test_a_host_shows_the_code_from_the_waiters_page(hub, new_page, take_orders):
    page = new_page()
    page.goto(hub.link("host"))
    page.goto(f"{hub.address}/orders/waiter")
    expect(page.locator("html")).to_have_attribute("data-life", "live")
    button = page.get_by_role("button", name="Online orders")
    expect(button).to_be_hidden()
    take_orders()
    button.click()
    dialog = page.get_by_role("dialog", name="Scan to order takeaway or delivery")
    address = hub.join_address()
    expect(dialog).to_contain_text(address)
    code = dialog.get_by_role("img")
    code.evaluate("image => image.decode()")
    qr.expect_code(code, address)
    dialog.get_by_role("button", name="Close").click()
    take_orders(False)
    expect(button).to_be_hidden()
