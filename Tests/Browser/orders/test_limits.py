"""The largest possible house: its pages stay usable, and say what is full."""

import pytest
from playwright.sync_api import expect

from ordering import TABLET, House, served
from pages import LivePage, at_each_size, settled

# Counts the elements that move on a page.
COUNT_MOVES = """
    window.moves = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
        window.moves += 1;
        return animate.apply(this, how);
    };
"""


@pytest.fixture(scope="module")
def full_hub():
    with served(limits="mutation-credit=10000") as hub:
        fill(hub)
        yield hub


@pytest.fixture
def full(full_hub, new_page):
    return House(full_hub, new_page)


def fill(hub):
    """Imports 2,000 dishes with 1,000 characters each, and opens 500 tabs, one with 200 lines and 100
    payments."""
    hub.import_menu([
        {"nombre": f"Dish {number}", "descripcion": ("As the house makes it. " * 50)[:999] + ".",
         "precio": 9.9, "tipo": f"Course {number // 40}"}
        for number in range(2000)
    ])
    tabs = [hub.open(table=str(table)) for table in range(500)]
    hub.opened = tabs[0]
    for number in range(199):
        hub.put(hub.opened["tab"], "Dish 0", notes=f"Like number {number}")
    hub.order(hub.opened["tab"], "Dish 1")
    for _ in range(100):
        hub.do("pay", tab=hub.opened["tab"], method="cash", amount=1)
    for opened in tabs[1:20]:
        hub.order(opened["tab"], "Dish 5", "Dish 7")


def test_the_editor_finds_and_changes_a_dish_among_2000_and_moves_only_what_is_seen(full):
    full.hub.stock("Dish 0", None)
    page = full.new_page(viewport=TABLET, reduced_motion="no-preference")
    page.add_init_script(COUNT_MOVES)
    full.visit("/orders/editor", "host", page)
    dishes = page.locator(".row.dish")
    expect(dishes).to_have_count(2000)
    LivePage(page).expect_live()
    # A line more in the first row moves all the others.
    full.hub.stock("Dish 0", 0)
    expect(dishes.first.locator(".line-notes")).to_contain_text("Sold out")
    assert 0 < page.evaluate("moves") < 100
    page.locator("#search").fill("dish 1999")
    expect(dishes).to_have_count(1)
    dishes.locator(".dish-open").click()
    page.get_by_label("Price", exact=True).fill("4.20")
    page.get_by_role("button", name="Save").click()
    expect(dishes.locator(".amount")).to_have_text("€4.20")
    page.get_by_role("button", name="New dish: Course 49").click()
    page.get_by_label("Name", exact=True).fill("One more")
    page.get_by_label("Price", exact=True).fill("1")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#toast-text")).to_contain_text("A menu has at most 2000 dishes")


def test_a_round_of_200_lines_leaves_the_next_ones_in_reach(full):
    page = full.visit("/orders/kitchen", "kitchen")
    tickets = page.locator(".ticket")
    expect(tickets).to_have_count(20)
    lines = tickets.first.locator("button.line")
    expect(lines).to_have_count(200)
    number = page.locator(".all-day-number").first
    expect(number).to_have_text("199")
    for _, height in at_each_size(page):
        settled(page)
        assert tickets.first.bounding_box()["height"] < height
        # The keys reach its last line, which is then in view.
        lines.first.focus()
        lines.last.focus()
        expect(lines.last).to_be_in_viewport()
        # Numbers of three digits fit on one line.
        settled(page)
        size_of_text = number.evaluate("number => parseFloat(getComputedStyle(number).fontSize)")
        assert number.bounding_box()["height"] < 1.8 * size_of_text
