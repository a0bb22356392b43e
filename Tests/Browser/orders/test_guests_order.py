"""A guest reads the menu on a phone, orders from it, and is told what becomes of the order."""

import re

from playwright.sync_api import expect

from ordering import PHONE, Keys, house, hub, texts_of
from pages import axe_violations, expect_accessible, expect_heard, listen, wait_until
from wire import Wire

__all__ = ["house", "hub"]

TOAST_LEAVES_PLACE = """() => {
    const one = document.querySelector("#toast").getBoundingClientRect();
    const other = document.querySelector("#place").getBoundingClientRect();
    return one.bottom <= other.top || one.top >= other.bottom;
}"""
# Problems that the phone can't know yet, with the message at each line.
HINDRANCES = {
    "Oysters": re.compile("sold out", re.IGNORECASE),
    "House wine": re.compile("Only 1 (of House wine is )?left"),
    "Tart of the day": re.compile("no longer on the menu", re.IGNORECASE),
}


def test_the_menu_is_searched_and_read_in_the_guests_language_without_what_they_do_not_eat(house):
    hub = house.hub
    hub.mutate("house.configure", languages=["en", "es"])
    hub.do(
        "edit_dish", dish=hub.dishes["Lamb chops"],
        texts={"es": {"name": "Chuletas de cordero", "description": "Con romero y ajo."}},
    )
    opened = hub.open(table="4")
    guest = house.guest(opened)
    page = guest.page
    names = page.locator("#menu .dish-name")
    found = page.locator("#found")
    expect(names).to_have_count(6)
    # Without accents and in any case; a description counts as well.
    search = page.get_by_label("Search the menu")
    for typed, hits in ((" CAFE ", ["Café con leche"]), ("rosemary", ["Lamb chops"])):
        search.fill(typed)
        expect(names).to_have_text(hits)
        expect(found).to_have_text("1 dish found")
    search.fill("pizza")
    expect(names).to_have_count(0)
    expect(page.get_by_text("Nothing on the menu matches that")).to_be_visible()
    guest.press("Show the whole menu")
    expect(names).to_have_count(6)
    expect(search).to_be_focused()

    guest.press("Allergens")
    for allergen in ("milk", "fish"):
        page.get_by_label(allergen, exact=True).check()
    expect(names).to_have_text(["Green salad", "Oysters", "House wine"])
    expect(found).to_have_text("2 dishes are left out for their allergens.")
    # The lamb's allergens are not stated, so it is not among the safe dishes.
    unstated = page.locator("#unstated")
    expect(unstated).to_have_text("Allergens not stated: ask us 1", use_inner_text=True)
    expect(guest.page.get_by_role("button", name="Add Lamb chops")).to_be_hidden()
    unstated.locator("summary").click()
    expect(page.get_by_role("button", name="Add Lamb chops")).to_be_visible()
    expect(page.get_by_text("please tell the staff too")).to_be_visible()
    # The phone remembers what its owner does not eat.
    page.reload()
    expect(page.get_by_role("button", name="Allergens: 2")).to_be_visible()
    expect(names).to_have_count(3)
    hub.do("edit_dish", dish=hub.dishes["Lamb chops"], allergens=[])
    expect(guest.dish("Lamb chops")).to_contain_text("Contains none of the 14 allergens")
    expect(unstated).to_be_hidden()

    # In another language the menu has its translations, and the kitchen the house's own names.
    guest.press("Allergens: 2")
    for allergen in ("milk", "fish"):
        page.get_by_label(allergen, exact=True).uncheck()
    guest.choose("Lamb chops")
    guest.expect_settled()
    page.get_by_role("link", name="Español").press("Enter")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(page.locator("#sign")).to_have_text("Al día")
    dish = guest.dish("Chuletas de cordero")
    expect(dish).to_contain_text("Con romero y ajo.")
    expect(dish.locator(".dish-price")).to_have_text("16,00\u00a0€")
    # Without a translation the house's own text is shown.
    expect(guest.dish("Sea bass")).to_contain_text("Contiene: pescado")
    page.get_by_label("Buscar en la carta").fill("chuletas")
    expect(page.locator("#menu .dish-name")).to_have_text(["Chuletas de cordero"])
    guest.press("Ver pedido")
    guest.expect_basket("1× Chuletas de cordero")
    guest.press("Enviar pedido")
    guest.expect_rounds("Enviado a cocina")
    assert hub.lines(opened["tab"]) == [(1, "Lamb chops", "placed")]
    # The house may let guests choose and not place, or only read.
    hub.do("configure", guestOrders="basket")
    reader = house.guest(hub.open(table="5"))
    reader.choose("Oysters")
    reader.see_order()
    reader.expect_basket("1× Oysters")
    expect(reader.place).to_be_hidden()
    expect(reader.page.get_by_text("The staff places the order for you.")).to_be_visible()
    hub.do("configure", guestOrders="off")
    reader.page.reload()
    expect(reader.page.get_by_text("To order, please ask the staff.")).to_be_visible()
    expect(reader.page.get_by_role("button", name=re.compile("^Add "))).to_have_count(0)


def test_a_guest_orders_by_the_keyboard_takes_back_and_cancels(house):
    hub = house.hub
    opened = hub.open(table="4")
    phone, kitchen = house.guest(opened), house.kitchen()
    page, keyboard = phone.page, phone.page.keyboard
    press = Keys(page).press_button

    press("Add Oysters")
    phone.expect_settled()
    phone.undo()
    expect(phone.toast).to_contain_text("Added: Oysters · undone")
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
    assert axe_violations(page, "dialog[open]") == []
    press("Save")
    expect(page.get_by_role("button", name="Change Lamb chops")).to_be_focused()
    expect(phone.line("Lamb chops")).to_contain_text("Well done")
    phone.expect_settled()
    # Messages never cover the next button.
    phone.place.evaluate("button => scrollBy(0, button.getBoundingClientRect().bottom - innerHeight + 100)")
    expect(phone.toast).to_be_visible()
    wait_until(page, TOAST_LEAVES_PLACE)
    press("Place order")
    phone.expect_rounds("Sent to the kitchen")
    # The focus moves to where the order continues, and is not lost with the button.
    assert page.evaluate("() => document.activeElement !== document.body")
    kitchen.expect_tickets("Table 4")
    expect(kitchen.ticket("Table 4")).to_contain_text("Well done")
    phone.expect_settled()
    phone.undo()
    kitchen.expect_tickets()
    phone.expect_basket("2× Lamb chops")
    expect(phone.rounds).to_have_count(0)
    # Placed again, a line can be cancelled as long as the kitchen has not begun.
    phone.place.click()
    kitchen.expect_tickets("Table 4")
    phone.expect_settled()
    cancel = page.get_by_role("button", name="Cancel Lamb chops")
    expect(cancel).to_be_visible()
    kitchen.key("1")
    expect(cancel).to_have_count(0)
    phone.expect_rounds("Being prepared")
    assert hub.lines(opened["tab"]) == [(2, "Lamb chops", "cooking")]


def test_what_sells_out_is_marked_in_every_open_basket_and_refused_with_the_reason_at_each_line(house):
    hub = house.hub
    opened = hub.open(table="1")
    hub.put(opened["tab"], "Sea bass", "Green salad")
    page = house.new_page(viewport=PHONE)
    wire = Wire(page)
    ada, bo, waiter = house.guest(opened, page), house.guest(opened), house.waiter()
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
    expect(page.get_by_role("button", name="One more: Sea bass")).to_be_disabled()
    ada.see_order()

    # A line that can't be placed stops the others until it is removed.
    ada.place.click()
    expect(page.get_by_text("First remove what can’t be ordered.")).to_be_visible()
    expect(page.get_by_role("button", name="Remove it")).to_be_focused()
    assert hub.lines(opened["tab"]) == [(1, "Sea bass", "basket"), (1, "Green salad", "basket")]
    page.keyboard.press("Enter")
    for phone in (ada, bo):
        phone.expect_basket("1× Green salad")
        expect(phone.page.locator("#hindered")).to_be_hidden()
    ada.expect_settled()
    ada.place.click()
    bo.expect_rounds("Sent to the kitchen")
    assert hub.lines(opened["tab"]) == [(1, "Green salad", "placed")]

    # The phone can't know yet what has happened since.
    section = next(iter(hub.view("orders/menu")["doc"]["sections"]))
    hub.write_dish(section, "Tart of the day", 700)
    hub.put(opened["tab"], *HINDRANCES, "House wine", "Lamb chops")
    ada.expect_basket("1× Oysters", "2× House wine", "1× Tart of the day", "1× Lamb chops")
    wire.hold()
    hub.stock("Oysters", 0)
    hub.stock("House wine", 1)
    hub.do("remove_dish", dish=hub.dishes["Tart of the day"])
    ada.place.click()
    expect(page.locator("#basket .is-bad")).to_have_count(3)
    wire.release()
    for name, why in HINDRANCES.items():
        expect(ada.line(name).locator(".line-problem")).to_have_text(why)
    expect(ada.line("Lamb chops").locator(".line-problem")).to_be_hidden()
    expect_accessible(page)
    ada.press("Remove them")
    ada.expect_basket("1× Lamb chops")
    ada.expect_settled()
    ada.place.click()
    ada.expect_settled()
    assert hub.lines(opened["tab"]) == [(1, "Green salad", "placed"), (1, "Lamb chops", "placed")]


def expect_only(phone, said):
    """The page says one thing in large type, and shows no heading without content."""
    about = phone.page.locator("#tab-about")
    expect(about).to_have_text(said)
    assert about.evaluate("element => parseFloat(getComputedStyle(element).fontSize)") >= 20
    expect(phone.page.locator("h1")).not_to_be_empty()
    expect(phone.page.get_by_role("heading", level=2)).to_have_count(0)
    expect(phone.page.locator(".panes section:visible")).to_have_count(0)
    expect(phone.page.locator("#bar")).to_be_hidden()


def test_an_order_that_has_ended_says_so_and_is_ordered_again(house):
    hub = house.hub
    first = hub.open(table="4")
    hub.order(first["tab"], "Lamb chops", "Lamb chops", "Oysters")
    before = house.guest(first)
    before.see_order()
    before.expect_rounds("Sent to the kitchen")
    lines = list(hub.tab(first["tab"])["lines"])
    hub.do("serve", lines=lines)
    hub.do("pay", tab=first["tab"], method="cash", amount=4650)
    hub.do("close", tab=first["tab"])
    expect(before.page.locator("#tab-about")).to_contain_text("Thank you for your visit.")
    hub.stock("Oysters", 0)
    second = hub.open(table="12")
    guest = house.guest(second, before.page)
    guest.see_order()
    past = guest.page.locator("#past > li")
    expect(past).to_have_count(1)
    expect(past).to_contain_text(re.compile(r"\d{1,2} \w+ 20\d\d.*€46\.50"))
    expect(past).to_contain_text("2× Lamb chops, 1× Oysters")
    guest.press("Order again: 2× Lamb chops, 1× Oysters")
    guest.expect_basket("2× Lamb chops")
    # It is announced too.
    expect(guest.page.locator("#place-problem")).to_contain_text("Not available today: 1× Oysters")
    guest.expect_settled()
    guest.place.click()
    guest.expect_rounds("Sent to the kitchen")
    # They are only on this phone, and *Forget these* removes them.
    stranger = house.guest(second)
    stranger.see_order()
    expect(stranger.page.locator("#past-part")).to_be_hidden()
    guest.page.get_by_role("button", name="Forget these").press("Enter")
    expect(past).to_have_count(0)
    # Of a cancelled order guests read why, with what was cancelled.
    listen(guest.page)
    hub.do("cancel", tab=second["tab"], reason="Burnt")
    guest.expect_rounds("Cancelled")
    expect_heard(guest.page, "This order was cancelled: Burnt")
    # Of one on which nothing was, and of one that nobody knows, the page says only that.
    third = hub.open(table="5")
    answer = hub.mutate("orders.open", kind="table", table="6")
    guest, other = house.guest(third, guest.page), house.guest(answer["result"], stranger.page)
    hub.do("cancel", tab=third["tab"], reason="We are closing.\nSorry")
    hub.do("undo", rev=answer["rev"])
    texts = texts_of("guest", "en")
    expect_only(guest, texts["about.cancelledWhy"].format(reason="We are closing. Sorry"))
    other.page.reload()
    expect_only(other, texts["about.unknown"])
    # The connection is not the cause.
    other.expect_live()
    other.page.goto(f"{hub.address}/t/nobodys-ticket")
    expect(other.page.get_by_text("Please ask the staff for a new one.")).to_be_visible()
