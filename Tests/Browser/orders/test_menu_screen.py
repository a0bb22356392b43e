"""The televisions: the menu, and the numbers that can be fetched."""

import re

from playwright.sync_api import expect

from ordering import PHONE, TELEVISION, house, hub

__all__ = ["house", "hub"]

COLUMNS = """() => [...document.querySelectorAll("#columns .column")]
    .map((column) => [...column.querySelectorAll(".block")].map((block) => ({
        name: block.querySelector(".name").textContent,
        isHead: block.classList.contains("section"),
        bottom: block.getBoundingClientRect().bottom,
    })))
    .filter((column) => column.length > 0)"""


def test_without_scripts_the_menu_is_in_the_page(house):
    hub = house.hub
    hub.stock("Oysters", 0)
    for viewport in (TELEVISION, PHONE):
        page = house.new_page(java_script_enabled=False, viewport=viewport)
        house.visit("/orders/menu", "display", page)
        expect(page.get_by_role("heading", level=2)).to_have_text(["Starters", "Mains", "Drinks"])
        dishes = page.locator(".block.dish")
        expect(dishes.locator(".name")).to_have_text(
            ["Green salad", "Oysters", "Sea bass", "Lamb chops", "Café con leche", "House wine"]
        )
        expect(dishes.locator(".price")).to_have_text(
            ["€6.50", "€14.50", "€18.50", "€16.00", "€2.20", "€4.80"]
        )
        expect(page.locator(".stock:visible")).to_have_text(["Sold out"])
        expect(dishes.filter(has_text="Oysters").locator(".stock")).to_be_visible()
        expect(dishes.filter(has_text="Lamb chops")).to_contain_text("With rosemary and garlic.")
        advice = page.locator("noscript p", has_text="Ask us about allergens")
        for last in (dishes.last, advice):
            last.scroll_into_view_if_needed()
            expect(last).to_be_in_viewport(ratio=1)
        refresh = page.locator("meta[http-equiv='refresh']")
        expect(refresh).to_have_attribute("content", "60")
        expect(page.locator("[data-life='live']")).to_have_count(0)


def test_the_menu_says_what_is_in_a_dish_and_what_is_sold_out(house):
    hub = house.hub
    television, phone = house.screen("menu"), house.screen("menu", viewport=PHONE)
    for screen in (television, phone):
        screen.expect_live()
        bass = screen.page.locator(".block.dish").filter(has_text="Sea bass")
        expect(bass).to_contain_text("Contains: fish.")
        expect(bass.locator(".stock")).to_have_count(0)
        hub.stock("Sea bass", 0)
        expect(bass.locator(".stock")).to_have_text("Sold out")
        hub.stock("Sea bass", 2)
        expect(bass.locator(".stock")).to_have_text("Only 2 left")
        hub.stock("Sea bass", None)
        expect(bass.locator(".stock")).to_have_count(0)


def test_a_menu_that_is_longer_than_the_screen_is_paged(house):
    hub = house.hub
    dishes = [f"Dish {number}" for number in range(60)]
    hub.import_menu([
        {"nombre": name, "descripcion": "As the house makes it.", "precio": 9.9,
         "tipo": f"Course {number // 20}"}
        for number, name in enumerate(dishes)
    ])
    page = house.new_page(viewport=TELEVISION)
    page.clock.install()
    screen = house.screen("menu", page)
    pages = page.locator("#pages")
    expect(pages).to_have_text(re.compile(r"^1 of \d+$"))
    count = int(pages.inner_text().split()[-1])
    seen = []
    for number in range(1, count + 1):
        expect(pages).to_have_text(f"{number} of {count}")
        for column in page.evaluate(COLUMNS):
            # Whatever stands in a column has its heading over it, and is seen whole.
            assert column[0]["isHead"] and not column[-1]["isHead"]
            assert max(block["bottom"] for block in column) <= 0.95 * TELEVISION["height"]
            seen += [block["name"] for block in column if not block["isHead"]]
        # Second by second, so that the hub's answers come in time.
        for _ in range(12):
            page.clock.run_for(1000)
        screen.expect_live()
    expect(pages).to_have_text(f"1 of {count}")
    screen.expect_live()
    assert [name for name in seen if name in dishes] == dishes
    assert len(seen) == len(set(seen)) == 66


def test_without_scripts_the_numbers_are_in_the_page(house):
    hub = house.hub
    numbers = []
    for name in ("Cleo", "Dan"):
        opened = hub.open("takeaway", name=name)
        numbers.append(str(opened["number"]))
        lines = hub.order(opened["tab"], "Lamb chops")
    hub.do("done", lines=lines)
    page = house.new_page(java_script_enabled=False, viewport=TELEVISION)
    house.visit("/orders/pickup", "display", page)
    expect(page.locator("#preparing .number")).to_have_text(numbers[:1])
    expect(page.locator("#ready .number")).to_have_text(numbers[1:])
    expect(page.locator("noscript p", has_text="Reloads by itself")).to_be_visible()
    expect(page.locator("body")).not_to_contain_text("Dan")


def test_numbers_are_large_and_flash_once_when_they_can_be_fetched(house):
    hub = house.hub
    page = house.new_page(viewport=TELEVISION)
    page.clock.install()
    screen = house.screen("pickup", page)
    opened = hub.open("takeaway", name="Cleo")
    lines = hub.order(opened["tab"], "Lamb chops")
    number = page.locator(".number")
    expect(page.locator("#preparing .number")).to_have_text([str(opened["number"])])
    size = number.evaluate("element => parseFloat(getComputedStyle(element).fontSize)")
    assert size >= 0.12 * TELEVISION["height"]
    expect(page.locator(".is-new")).to_have_count(0)
    hub.do("done", lines=lines)
    expect(page.locator("#ready .number.is-new")).to_have_text([str(opened["number"])])
    page.clock.run_for(5_000)
    expect(page.locator(".is-new")).to_have_count(0)
    expect(page.locator("#ready .number")).to_have_count(1)
    # What was ready before the screen was switched on is not new.
    page.reload()
    screen.expect_live()
    expect(page.locator("#ready .number")).to_have_count(1)
    expect(page.locator(".is-new")).to_have_count(0)
