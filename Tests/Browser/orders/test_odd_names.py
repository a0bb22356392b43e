"""Odd names of dishes, stations and guests, and their bills on paper."""

import json
import re
import urllib.request
from decimal import Decimal

import pytest
from playwright.sync_api import expect

from ordering import PHONE, House, exactly, served
from pages import LivePage, settled

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
    lines = page.locator("button.line .dish")
    for station, dishes in ((STATION, [SCRIPT, ARABIC, HEBREW]), ("a/b", ["Tea & “more”"])):
        stations.filter(has_text=exactly(station)).click()
        expect(lines).to_have_text(dishes)
        page.reload()
        expect(lines).to_have_text(dishes)
        expect(stations.filter(has_text=exactly(station))).to_have_attribute("aria-pressed", "true")


def test_names_of_either_direction_leave_their_prices_where_they_are(odd):
    for name, role, dish, amount in (
        ("editor", "host", ".row.dish", ".amount"), ("menu", "display", ".dish .first", ".price"),
    ):
        page = odd.visit(f"/orders/{name}", role, viewport=PHONE)
        # The page first redraws the data that the hub served with it.
        LivePage(page).expect_live()
        rows = page.locator(dish)
        expect(rows).to_have_count(4)
        rights = set()
        settled(page)
        for text, price in ((SCRIPT, "1.234"), (ARABIC, "7.500"), (HEBREW, "9.900")):
            row = rows.filter(has_text=text)
            expect(row.locator(amount)).to_have_text(f"KWD\u00a0{price}")
            box = row.locator(amount).bounding_box()
            rights |= {round(box["x"] + box["width"])}
            assert row.locator("bdi").first.bounding_box()["x"] < box["x"]
        assert len(rights) == 1


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
        waiter.open(f"Table By window {lines}")
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


def test_imported_prices_are_exported_as_the_same_decimals(new_page):
    with served() as hub:
        hub.do("configure", currency="KWD")
        editor = House(hub, new_page).editor()
        for currency, price, wrong, problem in (
            ("KWD", "1.234", "1.2345", "has more than 3 decimals"),
            ("JPY", "1200", "12.5", "has more than 0 decimals"),
        ):
            # All prices of a menu are in one currency.
            for dish in hub.view("orders/menu")["doc"]["dishes"]:
                hub.do("remove_dish", dish=dish)
            hub.do("configure", currency=currency)
            expect(editor.dish(SCRIPT)).to_have_count(0)
            menu = f"""[{{"nombre": "{SCRIPT}", "descripcion": "", "precio": {price}, "tipo": "A"}},
                {{"nombre": "Other", "descripcion": "", "precio": {wrong}, "tipo": "A"}}]"""
            editor.page.get_by_role("button", name="Import", exact=True).first.click()
            dialog = editor.page.get_by_role("dialog")
            dialog.get_by_label("File").set_input_files(
                {"name": "a.json", "mimeType": "application/json", "buffer": menu.encode()}
            )
            expect(dialog.locator("#import-problems li")).to_contain_text([f"precio: {problem}"])
            editor.press("Import 1 dish", dialog)
            expect(editor.dish(SCRIPT)).to_be_visible()
            request = urllib.request.Request(
                f"{hub.address}/v1/main/orders/menu", headers={"Authorization": f"Bearer {hub.token}"}
            )
            with urllib.request.urlopen(request) as answer:
                exported = json.loads(answer.read(), parse_float=Decimal, parse_int=Decimal)
            assert [(dish["nombre"], dish["precio"]) for dish in exported] == [(SCRIPT, Decimal(price))]
