"""An evening in a house that takes orders, on everybody's pages."""

import re

import pytest
from playwright.sync_api import expect

from hub import eventually
from ordering import TELEVISION, Keys, house, hub, still
from pages import settled

__all__ = ["house", "hub", "still"]


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
        expect(phone.page.locator("#bar-count")).to_have_text("4 dishes")
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


def test_the_number_of_a_takeaway_appears_on_the_pick_up_screen(still):
    hub = still.hub
    pickup, waiter, kitchen = still.screen("pickup"), still.waiter(), still.kitchen()
    preparing, ready = (pickup.page.locator(f"#{name} .number") for name in ("preparing", "ready"))
    expect(pickup.page.get_by_text("Nothing is being prepared.")).to_be_visible()
    first, second = (hub.open("takeaway", name=name) for name in ("Cleo", "Dan"))
    numbers = [str(each["number"]) for each in (first, second)]
    for each in (first, second):
        hub.order(each["tab"], "Lamb chops")
    expect(preparing).to_have_text(numbers)
    size = preparing.first.evaluate("number => parseFloat(getComputedStyle(number).fontSize)")
    assert size >= 0.12 * TELEVISION["height"]
    # The screen shows no names.
    expect(pickup.page.locator("body")).not_to_contain_text("Cleo")
    kitchen.expect_tickets(*(f"Takeaway {number}" for number in numbers))
    kitchen.key("2")
    kitchen.expect_lines(f"Takeaway {numbers[1]}", "cooking")
    # A new number flashes for some time.
    kitchen.key("2")
    expect(preparing).to_have_text(numbers[:1])
    expect(ready).to_have_text(numbers[1:])
    flashing = pickup.page.locator(".is-new")
    expect(flashing).to_have_text(numbers[1:])
    pickup.expect_live()
    still.time.go_by(5)
    expect(flashing).to_have_count(0)
    # Numbers that were ready before the screen was switched on are not new.
    pickup.page.reload()
    pickup.expect_live()
    expect(ready).to_have_text(numbers[1:])
    expect(flashing).to_have_count(0)
    # It is fetched.
    still.time.go_by(1)
    waiter.open(f"Takeaway {numbers[1]}")
    settled(waiter.page)
    still.time.go_by(1)
    waiter.press("Serve what is ready")
    expect(ready).to_have_count(0)
    expect(pickup.page.get_by_text("Your number appears here")).to_be_visible()


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

    # Guests come to the tab by the code on any tablet.
    waiter.press("QR code")
    expect(waiter.page.locator("#code-address")).to_have_text(
        f"{hub.address}/t/{opened['ticket']}"
    )
    expect(waiter.page.locator("#code-image")).to_have_js_property("complete", True)
    assert waiter.page.locator("#code-image").evaluate("image => image.naturalWidth") > 0


def test_a_tab_that_left_is_found_ordered_again_and_reopened(house):
    hub = house.hub
    first, second = hub.open(table="4", name="Ms Pérez"), hub.open(table="5")
    hub.open(table="5")
    hub.do("serve", lines=hub.order(first["tab"], "Lamb chops", "Oysters"))
    hub.do("pay", tab=first["tab"], method="card", amount=3050, tip=150)
    hub.do("close", tab=first["tab"])
    hub.stock("Oysters", 0)
    history = house.history()
    page = history.page
    rows = page.locator("#tabs .row")
    search = page.get_by_label(re.compile("^Search all days"))
    for typed in ("perez", "MS PÉ", "4"):
        search.fill(typed)
        expect(page.locator("#found")).to_contain_text(f"for “{typed}”")
        expect(rows.filter(has_text="Ms Pérez")).to_have_count(1)
    search.fill("nobody")
    expect(page.get_by_text("Nothing found")).to_be_visible()
    page.get_by_role("button", name="Back to the day").click()
    expect(search).to_have_value("")
    expect(rows.first).to_contain_text("Ms Pérez")

    with page.expect_download() as download:
        page.get_by_role("button", name="Download CSV").click()
    lines = download.value.path().read_text(encoding="utf-8-sig").splitlines()
    assert lines[0].startswith("number,kind,status,table,name,phone,opened,left,dishes,total,tip")
    assert re.fullmatch(r"\d+,table,closed,4,Ms Pérez,,[^,]+Z,[^,]+Z,2,30\.50,1\.50,EUR", lines[1])

    rows.first.get_by_role("button").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Order the same again").select_option(f"Table 5 · No. {second['number']}")
    dialog.get_by_role("button", name="Repeat").click()
    expect(page.locator("#toast")).to_have_text(
        re.compile("Into Table 5 · No. [0-9]+, without what is sold out or off the menu: 1× Oysters.")
    )
    assert hub.lines(second["tab"]) == [(1, "Lamb chops", "basket")]
    settled(page)
    count = rows.count()
    dialog.get_by_role("button", name="Reopen").click()
    expect(rows).to_have_count(count - 1)
    assert eventually(lambda: first["tab"] in hub.view("orders/host")["doc"]["tabs"])
    page.get_by_role("button", name="The day before").click()
    expect(page.get_by_text("No tabs this day")).to_be_visible()


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
    keys.type(page.get_by_label("Search a dish"), "chops")
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
