"""Odd names of dishes, stations and guests, and their bills on paper."""

import re

import pytest
from playwright.sync_api import expect

from ordering import LONG, House, exactly, expect_room, served
from pages import settled

SCRIPT, ARABIC = "<script>document.title = 'gone'</script>", "كبسة 2 دجاج (حار)"
STATION = "🔥/Grill & Bar?=#%"
MENU = {
    ("Mains <b>", STATION): [
        (SCRIPT, 1234, {"description": "<img src=x onerror=alert(1)>"}), (ARABIC, 7500, {}),
        (LONG * 2, 9900, {}),
    ],
    ("مشروبات", "👩‍🍳"): [("Tea & “more”", 1, {"station": "a/b"})],
}
MM_OF_POINT = 25.4 / 72


@pytest.fixture
def odd(new_page):
    with served() as hub:
        hub.do("configure", currency="KWD")
        hub.write_menu(MENU)
        yield House(hub, new_page)


def test_names_are_text_whatever_they_say_and_wherever_they_are_read_from(odd):
    hub = odd.hub
    opened = hub.open(table="<i>7</i>", name="<u>Eve</u>")
    hub.order(opened["tab"], *hub.dishes, notes="<s>salt</s>")
    hub.put(opened["tab"], *hub.dishes)
    guest, kitchen, waiter = odd.guest(opened), odd.kitchen(), odd.waiter()
    menu, editor = odd.screen("menu"), odd.editor()
    expect(guest.dish(SCRIPT)).to_contain_text("<img src=x onerror=alert(1)>")
    expect(guest.page.get_by_role("heading", name="Mains <b>")).to_be_visible()
    expect(kitchen.ticket("<i>7</i>")).to_contain_text("<s>salt</s>")
    waiter.open("<i>7</i>")
    expect(waiter.page.locator("#tab-about")).to_contain_text("<u>Eve</u>")
    for each in (guest, kitchen, waiter, menu, editor):
        expect(each.page.get_by_text(SCRIPT).first).to_be_attached()
        expect(each.page).not_to_have_title("gone")
        expect(each.page.locator("main :is(script, img[src=x], u, s, i, b)")).to_have_count(0)
        expect_room(each.page)

    # A right-to-left name leaves the price in its place, and its digits in order.
    for each, row in (
        (guest, "#menu .dish"), (waiter, "#basket .line"), (editor, ".row.dish"), (menu, ".block.dish"),
    ):
        own = each.page.locator(row).filter(has_text=ARABIC)
        name = own.get_by_text(ARABIC, exact=True)
        price = own.get_by_text("KWD\u00a07.500", exact=True)
        expect(price).to_be_visible()
        assert name.evaluate("element => getComputedStyle(element).direction") == "rtl"
        assert price.evaluate("element => getComputedStyle(element).direction") == "ltr"
        settled(each.page)
        of_name, of_price = name.bounding_box(), price.bounding_box()
        assert of_name["x"] + of_name["width"] <= of_price["x"] + 1, row

    # Long names fit in dialogs too.
    editor.dish(LONG * 2).locator(".dish-open").click()
    expect(editor.form).to_be_visible()
    expect_room(editor.page)
    kitchen.press("Sold out")
    expect_room(kitchen.page)
    kitchen.page.keyboard.press("Escape")
    waiter.show("Bill")
    waiter.page.locator("#open-pay").click()
    expect_room(waiter.page)
    waiter.page.keyboard.press("Escape")

    # A station may have any name, and is still chosen after a reload.
    page = kitchen.page
    stations = page.locator("#stations button")
    expect(stations).to_have_text(["All", "👩‍🍳", STATION, "a/b"])
    lines = page.locator("button.line .line-name")
    for station, dishes in ((STATION, [SCRIPT, ARABIC, LONG * 2]), ("a/b", ["Tea & “more”"])):
        stations.filter(has_text=exactly(station)).click()
        expect(lines).to_have_text(dishes)
        page.reload()
        expect(lines).to_have_text(dishes)
        expect(stations.filter(has_text=exactly(station))).to_have_attribute("aria-pressed", "true")

    # A receipt is one sheet of 80 mm, as long as it has to be.
    waiter.page.evaluate("() => { window.print = () => {}; }")
    receipt = waiter.page.locator("#receipt")
    for lines in (4, 200):
        opened = hub.open(table=f"By window {lines}")
        hub.put(opened["tab"], *hub.dishes)
        for number in range(lines - 4):
            hub.put(opened["tab"], ARABIC, notes=str(number))
        hub.do("place", tab=opened["tab"])
        waiter.open(f"By window {lines}")
        waiter.show("Bill")
        waiter.press("Print")
        waiter.page.emulate_media(media="print")
        expect(receipt).to_contain_text(f"By window {lines}")
        expect(receipt).to_contain_text(SCRIPT)
        # Bills are printed 72 mm wide, and nothing overflows.
        assert receipt.evaluate("receipt => receipt.scrollWidth - receipt.clientWidth") == 0
        waiter.page.emulate_media(media="null")
        sheet = waiter.page.pdf(prefer_css_page_size=True)
        pages = re.findall(rb"/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]", sheet)
        assert len(pages) == 1
        width, height = (float(points) * MM_OF_POINT for points in pages[0])
        assert width == pytest.approx(80, abs=0.5)
        assert height > 4 * lines
        hub.do("cancel", tab=opened["tab"], reason="Paper only")
