"""Odd names of dishes, stations and guests, and their bills on paper."""

import re

import pytest
from playwright.sync_api import expect

from ordering import House, exactly, served

SCRIPT, ARABIC, HEBREW = "<script>alert(1)</script>", "كبسة 2 دجاج (حار)", "שניצל 100%"
STATION = "🔥/Grill & Bar?=#%"
MENU = {
    ("Mains <b>", STATION): [
        (SCRIPT, 1234, {"description": "<img src=x onerror=alert(1)>"}), (ARABIC, 7500, {}),
        (HEBREW, 9900, {}),
    ],
    ("مشروبات", "👩‍🍳"): [("Tea & “more”", 1, {"station": "a/b"})],
}
MM_OF_POINT = 25.4 / 72


@pytest.fixture(scope="module")
def odd_hub():
    with served() as hub:
        hub.do("configure", currency="KWD")
        hub.write_menu(MENU)
        yield hub


@pytest.fixture
def odd(odd_hub, new_page):
    return House(odd_hub, new_page)


def test_a_station_may_have_any_name_and_is_still_chosen_after_a_reload(odd):
    opened = odd.hub.open(table="<i>7</i>")
    odd.hub.order(opened["tab"], *odd.hub.dishes)
    page = odd.visit("/orders/kitchen", "kitchen")
    stations = page.locator("#stations button")
    expect(stations).to_have_text(["All", "👩‍🍳", STATION, "a/b"])
    lines = page.locator("button.line .line-name")
    for station, dishes in ((STATION, [SCRIPT, ARABIC, HEBREW]), ("a/b", ["Tea & “more”"])):
        stations.filter(has_text=exactly(station)).click()
        expect(lines).to_have_text(dishes)
        page.reload()
        expect(lines).to_have_text(dishes)
        expect(stations.filter(has_text=exactly(station))).to_have_attribute("aria-pressed", "true")


def test_a_receipt_is_one_sheet_of_80_mm_as_long_as_it_has_to_be(odd):
    waiter = odd.waiter()
    waiter.page.evaluate("() => { window.print = () => {}; }")
    receipt = waiter.page.locator("#receipt")
    for lines in (4, 200):
        opened = odd.hub.open(table=f"By window {lines}")
        odd.hub.put(opened["tab"], *odd.hub.dishes)
        for number in range(lines - 4):
            odd.hub.put(opened["tab"], ARABIC, notes=str(number))
        odd.hub.do("place", tab=opened["tab"])
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
        odd.hub.do("cancel", tab=opened["tab"], reason="Paper only")
