"""A guest reads the menu on a phone, and orders from it."""

import re

from playwright.sync_api import expect

from ordering import house, hub
from pages import settled, wait_until

__all__ = ["house", "hub"]

TOAST_LEAVES_PLACE = """() => {
    const one = document.querySelector("#toast").getBoundingClientRect();
    const other = document.querySelector("#place").getBoundingClientRect();
    return one.bottom <= other.top || one.top >= other.bottom;
}"""


def test_the_menu_is_searched_and_read_without_what_somebody_does_not_eat(house):
    hub = house.hub
    guest = house.guest(hub.open(table="4"))
    page = guest.page
    names = page.locator("#menu .dish-name")
    found = page.locator("#found")
    expect(names).to_have_count(6)
    # Without accents and in any case; a description counts as well.
    search = page.get_by_label("Search the menu")
    for typed, hits in (
        (" CAFE ", ["Café con leche"]), ("café", ["Café con leche"]), ("rosemary", ["Lamb chops"]),
        ("s", ["Green salad", "Oysters", "Sea bass", "Lamb chops", "House wine"]),
    ):
        search.fill(typed)
        expect(names).to_have_text(hits)
        count = len(hits)
        expect(found).to_have_text(f"{count} dish{'' if count == 1 else 'es'} found")
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
    hub.do("edit_dish", dish=hub.dishes["Lamb chops"], allergens=None)


def test_the_menu_is_read_in_the_language_of_the_guest(house):
    hub = house.hub
    house.speak("en", "es")
    hub.do(
        "edit_dish", dish=hub.dishes["Lamb chops"],
        texts={"es": {"name": "Chuletas de cordero", "description": "Con romero y ajo."}},
    )
    opened = hub.open(table="4")
    guest = house.guest(opened)
    guest.choose("Lamb chops")
    guest.expect_settled()
    guest.page.get_by_role("link", name="Español").press("Enter")
    page = guest.page
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
    # The kitchen gets the house's own name of the dish.
    house.kitchen().expect_tickets("Table 4")
    assert hub.lines(opened["tab"]) == [(1, "Lamb chops", "placed")]


def test_earlier_orders_of_the_phone_are_ordered_again(house):
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
    guest.page.reload()
    guest.expect_live()
    guest.see_order()
    expect(guest.page.locator("#past-part")).to_be_hidden()


def test_a_guest_undoes_the_last_change(house):
    hub = house.hub
    opened = hub.open(table="4")
    guest, kitchen = house.guest(opened), house.kitchen()
    guest.choose("Lamb chops", "Oysters")
    guest.expect_settled()
    guest.undo()
    expect(guest.toast).to_contain_text("Added: Oysters · undone")
    guest.see_order()
    guest.expect_basket("1× Lamb chops")
    guest.press("Change Lamb chops")
    dialog = guest.page.get_by_role("dialog")
    dialog.get_by_label("Wishes").fill("Well done")
    guest.press("One more", dialog)
    guest.press("Save", dialog)
    expect(guest.line("Lamb chops")).to_contain_text("Well done")
    guest.expect_settled()
    # Messages never cover the next button.
    guest.place.evaluate("button => scrollBy(0, button.getBoundingClientRect().bottom - innerHeight + 100)")
    expect(guest.toast).to_be_visible()
    wait_until(guest.page, TOAST_LEAVES_PLACE)
    guest.place.click()
    kitchen.expect_tickets("Table 4")
    expect(kitchen.ticket("Table 4")).to_contain_text("Well done")
    guest.expect_settled()
    guest.undo()
    kitchen.expect_tickets()
    guest.expect_basket("2× Lamb chops")
    expect(guest.rounds).to_have_count(0)

    # Placed again, a line can be cancelled as long as the kitchen has not begun.
    guest.place.click()
    kitchen.expect_tickets("Table 4")
    guest.expect_settled()
    cancel = guest.page.get_by_role("button", name="Cancel Lamb chops")
    expect(cancel).to_be_visible()
    kitchen.key("1")
    expect(cancel).to_have_count(0)
    guest.expect_rounds("Being prepared")


def test_names_are_text_whatever_they_say_and_wherever_they_are_read_from(house):
    hub = house.hub
    script, arabic = "<script>document.title = 'gone'</script>", "كبسة دجاج"
    section = hub.do("add_section", name="<b>Specials</b>", station="<i>wok</i>")["section"]
    hub.write_dish(section, script, 900, description="<img src=x onerror=alert(1)>")
    hub.write_dish(section, arabic, 1200)
    opened = hub.open(table="</li>", name="<u>Eve</u>")
    hub.order(opened["tab"], script, arabic, notes="<s>salt</s>")
    hub.put(opened["tab"], script, arabic)
    guest = house.guest(opened)
    expect(guest.dish(script)).to_contain_text("<img src=x onerror=alert(1)>")
    expect(guest.page.get_by_role("heading", name="<b>Specials</b>")).to_be_visible()
    kitchen, waiter = house.kitchen(), house.waiter()
    menu, editor = house.screen("menu"), house.editor()
    kitchen.expect_tickets("</li>")
    expect(kitchen.ticket("</li>")).to_contain_text("<s>salt</s>")
    waiter.open("</li>")
    expect(waiter.page.locator("#tab-about")).to_contain_text("<u>Eve</u>")
    for each in (guest, kitchen, waiter, menu, editor):
        expect(each.page.get_by_text(script).first).to_be_attached()
        expect(each.page).not_to_have_title("gone")
        expect(each.page.locator("main :is(script, img[src=x], u, s, i)")).to_have_count(0)

    # A right-to-left name leaves the price in its place, and its digits in order.
    for each, row in (
        (guest, "#menu .dish"), (waiter, "#basket .line"), (editor, ".row.dish"),
        (menu, ".block.dish"),
    ):
        own = each.page.locator(row).filter(has_text=arabic)
        name = own.get_by_text(arabic, exact=True)
        price = own.get_by_text("€12.00", exact=True)
        expect(price).to_be_visible()
        assert name.evaluate("element => getComputedStyle(element).direction") == "rtl"
        assert price.evaluate("element => getComputedStyle(element).direction") == "ltr"
        settled(each.page)
        of_name, of_price = name.bounding_box(), price.bounding_box()
        assert of_name["x"] + of_name["width"] <= of_price["x"] + 1, row


def test_guests_do_no_more_than_the_house_lets_them(house):
    hub = house.hub
    opened = hub.open(table="4")
    hub.put(opened["tab"], "Lamb chops")
    house.configure(guestOrders="basket")
    guest = house.guest(opened)
    guest.choose("Oysters")
    guest.see_order()
    guest.expect_basket("1× Lamb chops", "1× Oysters")
    expect(guest.place).to_be_hidden()
    expect(guest.page.get_by_text("The staff places the order for you.")).to_be_visible()
    house.configure(guestOrders="off")
    reader = house.guest(opened)
    expect(reader.page.get_by_text("To order, please ask the staff.")).to_be_visible()
    expect(reader.page.get_by_role("button", name=re.compile("^Add "))).to_have_count(0)
