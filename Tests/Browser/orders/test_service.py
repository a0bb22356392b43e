"""An evening in a house that takes orders, on everybody's pages."""

import re

import pytest
from playwright.sync_api import expect

from ordering import house, hub

__all__ = ["house", "hub"]


@pytest.mark.smoke
def test_an_evening_from_the_first_wish_to_the_closed_bill(house):
    hub = house.hub
    opened = hub.open(table="4")
    ada, bo = house.guest(opened), house.guest(opened)
    kitchen, waiter, history = house.kitchen(), house.waiter(), house.history()
    expect(kitchen.page.get_by_text("All done")).to_be_visible()

    # Two phones fill one basket.
    ada.choose("Green salad", "House wine", "House wine")
    bo.choose("Lamb chops")
    for phone, own in ((ada, "Green salad"), (bo, "Lamb chops")):
        expect(phone.page.locator("#bar-count")).to_have_text("4 dishes · Not placed yet")
        expect(phone.page.locator("#bar-sum")).to_have_text("€32.10")
        phone.expect_settled()
        phone.see_order()
        phone.expect_basket("1× Green salad", "2× House wine", "1× Lamb chops")
        phone.press(f"Change {own}")
        dialog = phone.page.get_by_role("dialog")
        dialog.get_by_label("For whom").fill("Ada" if phone is ada else "Bo")
        phone.press("Save", dialog)
    expect(ada.line("Lamb chops")).to_contain_text(re.compile("for .Bo"))
    expect(bo.line("Green salad")).to_contain_text(re.compile("for .Ada"))
    expect(waiter.row("Table 4")).to_contain_text("4 in the basket")
    # The kitchen sees nothing before it is placed.
    kitchen.expect_tickets()
    bo.expect_settled()
    bo.place.click()
    expect(bo.toast).to_have_text(re.compile(r"^\s*Placed\s+Undo\s*$"))
    for phone in (ada, bo):
        phone.expect_basket()
        phone.expect_rounds("Sent to the kitchen")

    # The kitchen works on the round by two keys.
    kitchen.expect_tickets("Table 4")
    kitchen.expect_lines("Table 4", "placed", "placed", "placed")
    expect(kitchen.ticket("Table 4")).not_to_contain_text("Ada")
    kitchen.key("1")
    kitchen.expect_lines("Table 4", "cooking", "cooking", "cooking")
    ada.expect_rounds("Being prepared")
    kitchen.key("1")
    kitchen.expect_tickets()
    for phone in (ada, bo):
        phone.expect_rounds("Ready")

    # The waiter serves it.
    expect(waiter.row("Table 4")).to_contain_text("4 ready")
    waiter.open("Table 4")
    waiter.press("Serve what is ready")
    ada.expect_rounds("Served")
    expect(waiter.rounds.get_by_role("button", name="Serve what is ready")).to_be_hidden()

    # Bo pays for the lamb and half of the wine, by card and with a tip; Ada the rest, in cash.
    waiter.show("Bill")
    close = waiter.page.locator("#close-tab")
    expect(waiter.page.locator("#close-about")).to_have_text(
        "It can be closed once everything is paid."
    )
    waiter.pay(["By person", "Bo: €20.80"], tip="2")
    expect(waiter.page.locator("#bill-body .due")).to_contain_text("€11.30")
    waiter.expect_settled()
    waiter.pay(["All that is due"], method="Cash")
    expect(waiter.page.locator("#payments li")).to_contain_text(
        [re.compile(r"Card · Bo · tip €2\.00.*€20\.80"), re.compile(r"Cash.*€11\.30")]
    )
    expect(waiter.page.locator("#close-about")).to_be_empty()
    waiter.expect_settled()
    close.click()
    expect(waiter.page.locator("#tab-left")).to_contain_text("Closed")
    expect(waiter.row("Table 4")).to_have_count(0)

    # The guests read their bill, and the house the day's total.
    for phone in (ada, bo):
        expect(phone.page.locator("#tab-about")).to_contain_text("Thank you for your visit.")
        expect(phone.page.locator("#bill .due")).to_contain_text("€0.00")
        expect(phone.page.locator("#bar")).to_be_hidden()
    row = history.page.locator("#tabs .row").first
    for said in ("Table 4", "4 dishes", "€32.10"):
        expect(row).to_contain_text(said)
    totals = history.page.locator("#totals")
    expect(totals.locator(".sum")).to_have_text("€32.10")
    expect(totals).to_contain_text("1 tab · 4 dishes · tips €2.00")
    for method, amount, tip in (("Card", "€20.80", "€2.00"), ("Cash", "€11.30", "€0.00")):
        cells = totals.get_by_role("row").filter(has_text=method).get_by_role("cell")
        expect(cells).to_have_text([amount, tip])
    expect(totals.get_by_role("row").filter(has_text="10%").get_by_role("cell")).to_have_text(
        ["€32.10", "€2.92"]
    )
    row.get_by_role("button").click()
    bill = history.page.get_by_role("dialog")
    for said in ("1× Green salad", "2× House wine", "1× Lamb chops", "Tip€2.00", "Paid€32.10"):
        expect(bill).to_contain_text(said)
