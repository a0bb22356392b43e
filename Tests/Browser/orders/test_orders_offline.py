"""Power cuts, and phones without a network: nothing is lost, and nothing is done twice."""

import re

from playwright.sync_api import expect

from hub import eventually
from ordering import PHONE, TABLET, house, hub
from wire import Wire, wake

__all__ = ["house", "hub"]


# The phone's messages about an order, with their undo.
SAID = {
    "waiting": re.compile(r"^\s*Waiting to be sent\s+Undo\s*$"),
    "placed": re.compile(r"^\s*Placed\s+Undo\s*$"),
}


def restart(hub, *pages):
    hub.start()
    for each in pages:
        wake(each.page)
        each.expect_live()


def test_after_a_power_cut_every_page_comes_back_by_itself_with_the_same_orders(house):
    hub = house.hub
    table, takeaway = hub.open(table="4"), hub.open("takeaway", name="Cleo")
    lamb = hub.order(table["tab"], "Lamb chops")
    hub.put(table["tab"], "Oysters")
    hub.order(takeaway["tab"], "Sea bass")
    guest, kitchen, waiter = house.guest(table), house.kitchen(), house.waiter()
    menu, pickup = house.screen("menu"), house.screen("pickup")
    editor, history = house.editor(), house.history()
    pages = (guest, kitchen, waiter, menu, pickup, editor, history)
    waiter.open("Table 4")
    for each in pages:
        each.expect_live()

    def expect_all(*tickets):
        expect(guest.page.locator("#bar-count")).to_have_text("1 dish · Not placed yet")
        expect(guest.page.locator("#rounds .line-name")).to_have_text(["1× Lamb chops"])
        kitchen.expect_tickets(*tickets, f"Takeaway {takeaway['number']}")
        expect(waiter.row("Table 4")).to_contain_text("€16.00")
        expect(waiter.basket).to_have_count(1)
        expect(menu.page.get_by_text("Lamb chops")).to_be_visible()
        expect(pickup.page.locator("#preparing .number")).to_have_text([str(takeaway["number"])])
        expect(editor.page.locator("#menu-count")).to_have_text("6")

    expect_all("Table 4")
    hub.kill()
    for each in pages:
        # Each page shows its age and keeps its data.
        each.expect_not_live()
    for screen in (menu, pickup):
        expect(screen.page.locator("#band")).to_have_text(
            re.compile(r"^Reconnecting – last updated \d\d:\d\d$")
        )
    expect_all("Table 4")
    # The kitchen goes on.
    kitchen.key("1")
    kitchen.expect_lines("Table 4", "cooking")
    kitchen.key("1")
    expect(kitchen.unsent).to_have_text("2 changes not sent yet")
    expect_all()
    restart(hub, *pages)
    expect_all()
    for screen in (menu, pickup):
        expect(screen.page.locator("#band")).to_be_empty()
    # The pages also receive what was done meanwhile, and new changes.
    guest.see_order()
    guest.expect_rounds("Ready")
    expect(waiter.line("Lamb chops")).to_contain_text("Ready")
    done = [(1, "Lamb chops", "done"), (1, "Oysters", "basket")]
    assert eventually(lambda: hub.lines(table["tab"]), lambda lines: lines == done) == done
    hub.do("serve", lines=lamb)
    guest.expect_rounds("Served")
    kitchen.expect_tickets(f"Takeaway {takeaway['number']}")


def test_orders_made_while_the_hub_is_away_are_placed_once(house):
    hub = house.hub
    opened = hub.open(table="4")
    page = house.new_page(viewport=PHONE)
    wire = Wire(page)
    phone, other = house.guest(opened, page), house.guest(opened)
    hub.kill()
    phone.expect_not_live()
    phone.choose("Lamb chops", "Lamb chops", "Oysters")
    phone.see_order()
    phone.expect_basket("2× Lamb chops", "1× Oysters")
    expect(phone.unsent).to_have_text("3 changes not sent yet")
    phone.place.click()
    # It doesn't claim that the kitchen has the order.
    phone.expect_rounds("Waiting to be sent")
    expect(phone.toast).to_have_text(SAID["waiting"])
    expect(phone.unsent).to_have_text("4 changes not sent yet")
    expect(phone.page.locator("#rounds .is-pending")).to_have_count(2)
    # It can be taken back before it is sent.
    phone.undo()
    phone.expect_rounds()
    expect(phone.unsent).to_have_text("3 changes not sent yet")
    phone.place.click()
    phone.expect_rounds("Waiting to be sent")
    restart(hub, phone)
    expect(phone.toast).to_have_text(SAID["placed"])
    wake(other.page)
    other.expect_live()
    phone.expect_settled()
    expect(phone.unsent).to_be_empty()
    for each in (phone, other):
        each.expect_rounds("Sent to the kitchen")
    assert hub.lines(opened["tab"]) == [(2, "Lamb chops", "placed"), (1, "Oysters", "placed")]

    # An answer that a power cut swallows orders nothing twice either.
    phone.choose("House wine")
    phone.see_order()
    phone.expect_settled()
    wire.hold("ack", "diff")
    phone.place.click()
    placed = (1, "House wine", "placed")
    assert placed in eventually(lambda: hub.lines(opened["tab"]), lambda lines: placed in lines)
    expect(page.locator("#rounds .is-pending")).to_have_count(1)
    hub.kill()
    wire.forget()
    restart(hub, phone)
    phone.expect_settled()
    phone.expect_rounds("Sent to the kitchen", "Sent to the kitchen")
    assert hub.lines(opened["tab"]) == [(2, "Lamb chops", "placed"), (1, "Oysters", "placed"), placed]


def test_an_order_is_shown_as_placed_only_after_the_hub_says_so(house):
    hub = house.hub
    opened = hub.open(table="4")
    hub.put(opened["tab"], "Lamb chops")
    pages = [house.new_page(viewport=size) for size in (PHONE, TABLET)]
    wires = [Wire(page) for page in pages]
    phone, waiter = house.guest(opened, pages[0]), house.waiter(pages[1])
    waiter.open("Table 4")
    phone.see_order()
    for each, wire, place, whom in zip(
        (phone, waiter), wires, (phone.place.click, waiter.place), ("", ": Table 4"), strict=True
    ):
        expect(each.basket).to_have_count(1)
        # The connection is up, but the answer is late.
        wire.hold("ack", "diff")
        place()
        each.expect_live()
        state = each.rounds.locator(".state").first
        expect(state).to_have_text(re.compile("^Waiting to be sent · "))
        expect(state).to_have_css("visibility", "visible")
        expect(each.toast).to_have_text(re.compile(rf"^\s*Waiting to be sent{whom}\s+Undo\s*$"))
        expect(each.toast).to_have_css("visibility", "visible")
        expect(each.rounds.first.get_by_text("Placed")).to_have_count(0)
        wire.release()
        expect(state).not_to_contain_text("Waiting to be sent")
        expect(each.toast).to_have_text(re.compile(rf"^\s*Placed{whom}\s+Undo\s*$"))
        hub.put(opened["tab"], "Oysters")
    phone.expect_rounds("Sent to the kitchen", "Sent to the kitchen")
    # A wish that is opened before the hub answers is one order.
    wires[0].hold("ack", "diff")
    phone.choose("Sea bass")
    phone.see_order()
    phone.press("Change Sea bass")
    wires[0].release()
    phone.expect_settled()
    dialog = phone.page.get_by_role("dialog")
    dialog.get_by_label("Wishes").fill("Well done")
    phone.press("One more", dialog)
    phone.press("Save", dialog)
    phone.expect_settled()
    assert hub.lines(opened["tab"])[-1] == (2, "Sea bass", "basket")


def test_a_guest_without_a_network_is_told_what_could_not_be_ordered(house):
    hub = house.hub
    section = next(iter(hub.view("orders/menu")["doc"]["sections"]))
    hub.write_dish(section, "Tart of the day", 700)
    opened = hub.open(table="4")
    page = house.new_page(viewport=PHONE)
    wire = Wire(page)
    phone = house.guest(opened, page)
    wire.cut()
    phone.expect_not_live()
    phone.choose("Tart of the day", "Lamb chops")
    phone.see_order()
    phone.place.click()
    hub.do("remove_dish", dish=hub.dishes["Tart of the day"])
    wire.mend()
    # Late refusals are listed and announced too.
    expect(phone.toast).to_contain_text(
        "Not done (Added: Tart of the day): This dish is no longer on the menu"
    )
    phone.expect_live()
    phone.expect_settled()
    assert hub.lines(opened["tab"]) == [(1, "Lamb chops", "placed")]

    # The staff end the order while the phone has no network again.
    wire.cut()
    phone.expect_not_live()
    phone.choose("Oysters")
    phone.see_order()
    phone.place.click()
    hub.do("cancel", tab=opened["tab"], reason="The guests have left")
    wire.mend()
    expect(phone.toast).to_have_text(re.compile(r"^\s*Not done \(.*This order is not open"))
    phone.expect_live()
    expect(page.locator("#tab-about")).to_contain_text(
        "This order was cancelled: The guests have left"
    )
    phone.expect_settled()
    assert hub.lines(opened["tab"]) == [(1, "Lamb chops", "cancelled")]


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


def test_a_waiter_without_a_network_goes_on_and_is_told_what_failed(house):
    hub = house.hub
    opened = hub.open(table="4")
    oysters, _ = hub.order(opened["tab"], "Oysters", "House wine")
    hub.do("done", lines=[oysters])
    page = house.new_page(viewport=TABLET)
    wire = Wire(page)
    waiter = house.waiter(page)
    waiter.open("Table 4")
    expect(waiter.row("Table 4")).to_contain_text("1 ready")
    wire.cut()
    waiter.expect_not_live()
    waiter.choose("Lamb chops", "Lamb chops")
    expect(waiter.unsent).to_have_text("2 changes not sent yet")
    waiter.place()
    placed = waiter.rounds.first.locator(".state")
    expect(placed).to_have_text(re.compile("^Waiting to be sent · "))
    expect(waiter.toast).to_contain_text("Waiting to be sent: Table 4")
    waiter.press("Recent")
    expect(waiter.page.locator("#recent-steps")).to_contain_text("Waiting to be sent: Table 4")
    waiter.press("Close", waiter.page.get_by_role("dialog"))
    waiter.press("Serve what is ready")
    expect(waiter.line("Oysters")).to_contain_text("Served")
    waiter.pay(["An amount"], tip="1")
    expect(waiter.unsent).to_have_text("5 changes not sent yet")
    expect(page.locator("#payments li")).to_have_count(1)
    # Somebody else has served the oysters meanwhile, and a reload loses nothing.
    hub.do("serve", lines=[oysters])
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    expect(waiter.unsent).to_have_text("5 changes not sent yet")
    wire.mend()
    waiter.expect_live()
    expect(waiter.refused).to_have_count(1)
    expect(waiter.refused).to_contain_text("Not done (Served: Table 4")
    expect(page.get_by_role("button", name="1 not done")).to_be_visible()
    waiter.press("Dismiss")
    expect(waiter.refused).to_have_count(0)
    waiter.expect_settled()
    expect(waiter.unsent).to_be_empty()
    expect(placed).to_have_text(re.compile("^Placed · "))
    waiter.press("Recent")
    expect(waiter.page.locator("#recent-steps")).to_contain_text("Placed: Table 4")
    assert hub.lines(opened["tab"]) == [
        (1, "Oysters", "served"), (1, "House wine", "placed"), (2, "Lamb chops", "placed"),
    ]
    payments = hub.tab(opened["tab"])["payments"].values()
    assert [(each["amount"], each["tip"]) for each in payments] == [(5130, 100)]

    waiter.press("Close", page.get_by_role("dialog"))
    # A tab that is not here comes as soon as the connection is back.
    hub.open(table="5")
    expect(waiter.row("Table 5")).to_be_visible()
    wire.cut()
    waiter.expect_not_live()
    waiter.row("Table 5").get_by_role("button").click()
    missing = page.locator("#tab-missing")
    expect(missing).to_contain_text("Table 5")
    expect(missing).to_contain_text("as soon as the connection is back")
    expect(missing.locator("#missing-title")).to_be_focused()
    wire.mend()
    waiter.expect_live()
    expect(missing).to_be_hidden()
    expect(page.locator("#tab-title")).to_have_text("Table 5")
