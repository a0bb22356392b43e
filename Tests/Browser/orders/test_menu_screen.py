"""The televisions: the menu, and the numbers that are ready."""

import re

from playwright.sync_api import expect

from ordering import TELEVISION, house, hub, still
from pages import at_each_size, settled

__all__ = ["house", "hub", "still"]

COLUMNS = """() => [...document.querySelectorAll("#columns .column")]
    .map((column) => [...column.querySelectorAll(".block")].map((block) => ({
        name: block.querySelector(".name").textContent,
        isHead: block.classList.contains("section"),
        bottom: block.getBoundingClientRect().bottom,
    })))
    .filter((column) => column.length > 0)"""
# Records each page when it is drawn.
KEEP_PAGES = f"""() => {{
    const columns = {COLUMNS};
    const keep = () => kept.push([document.querySelector("#pages").textContent, columns()]);
    window.kept = [];
    keep();
    new MutationObserver(keep).observe(document.querySelector("#columns"), {{ childList: true }});
}}"""


def test_the_menu_says_what_is_in_a_dish_and_what_is_sold_out(house):
    hub = house.hub
    screen = house.screen("menu")
    screen.expect_live()
    bass = screen.page.locator(".block.dish").filter(has_text="Sea bass")
    for _ in at_each_size(screen.page):
        expect(bass).to_contain_text("Contains: fish.")
        expect(screen.page.locator("#ask")).to_have_text("Allergens not stated: ask us.")
        expect(bass.locator(".stock")).to_have_count(0)
        hub.stock("Sea bass", 0)
        expect(bass.locator(".stock")).to_have_text("Sold out")
        hub.stock("Sea bass", 2)
        expect(bass.locator(".stock")).to_have_text("Only 2 left")
        hub.stock("Sea bass", None)
        expect(bass.locator(".stock")).to_have_count(0)


def test_a_menu_that_is_longer_than_the_screen_is_paged(still):
    hub = still.hub
    dishes = [f"Dish {number}" for number in range(60)]
    hub.import_menu([
        {"nombre": name, "descripcion": "As the house makes it.", "precio": 9.9,
         "tipo": f"Course {number // 20}"}
        for number, name in enumerate(dishes)
    ])
    screen = still.screen("menu")
    page = screen.page
    # Until it is live, a band takes up room.
    screen.expect_live()
    still.time.go_by(1)
    settled(page)
    page.evaluate(KEEP_PAGES)
    count = int(re.fullmatch(r"1 of (\d+)", page.evaluate("kept[0][0]"))[1])
    assert count > 1
    still.time.go_by(12 * count)
    screen.expect_live()
    settled(page)
    numbers = [f"{number} of {count}" for number in range(1, count + 1)]
    # A redrawn page is the same page.
    kept = [each for each in page.evaluate("kept") if each[0] in numbers]
    turned = [each for each, before in zip(kept, [["", []], *kept]) if each[0] != before[0]]
    assert [said for said, _ in turned[:count + 1]] == [*numbers, numbers[0]]
    drawn, seen = dict(turned[:count]), []
    for number in numbers:
        for column in drawn[number]:
            # Each item of a column has its heading above it and is wholly visible.
            assert column[0]["isHead"] and not column[-1]["isHead"]
            assert max(block["bottom"] for block in column) <= 0.95 * TELEVISION["height"]
            seen += [block["name"] for block in column if not block["isHead"]]
    assert [name for name in seen if name in dishes] == dishes
    assert len(seen) == len(set(seen)) == 66
