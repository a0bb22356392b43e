"""The televisions: the menu, and the numbers that are ready."""

import re

from playwright.sync_api import expect

from ordering import TELEVISION, still
from pages import settled

__all__ = ["still"]

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


def test_the_menu_says_what_is_sold_out_and_is_paged_when_it_is_longer_than_the_screen(still):
    hub = still.hub
    screen = still.screen("menu")
    page = screen.page
    screen.expect_live()
    bass = page.locator(".block.dish").filter(has_text="Sea bass")
    expect(bass).to_contain_text("Contains: fish.")
    expect(page.locator("#ask")).to_have_text("Allergens not stated: ask us.")
    for left, said in ((0, "Sold out"), (2, "Only 2 left")):
        hub.stock("Sea bass", left)
        expect(bass.locator(".stock")).to_have_text(said)
    hub.stock("Sea bass", None)
    expect(bass.locator(".stock")).to_have_count(0)

    dishes = [f"Dish {number}" for number in range(60)]
    hub.import_menu([
        {"nombre": name, "descripcion": "As the house makes it.", "precio": 9.9,
         "tipo": f"Course {number // 20}"}
        for number, name in enumerate(dishes)
    ])
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
