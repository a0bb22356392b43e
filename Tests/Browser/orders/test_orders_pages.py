"""The dialogs of the board's pages on a busy evening."""

import json

import pytest
from playwright.sync_api import expect

from ordering import LONG, PHONE, TABLET, House, expect_room, fill, served
from pages import axe_violations

# Each page's reader and usual size.
PAGES = {
    "kitchen": ("kitchen", TABLET), "waiter": ("waiter", TABLET), "editor": ("host", TABLET),
    "history": ("waiter", TABLET), "guest": ("guest", PHONE),
}


@pytest.fixture(scope="module")
def full_hub():
    # The tests make an evening's changes in a few seconds.
    with served(limits="mutation-credit=1000") as hub:
        fill(hub)
        yield hub


@pytest.fixture
def open_board(new_page):
    """Opens the board's pages, one after another in the same window."""
    page = new_page()

    def open_page(hub, name):
        role, size = PAGES[name]
        house = House(hub, new_page)
        page.set_viewport_size(size)
        if name == "guest":
            house.guest(hub.opened, page)
        else:
            house.visit(f"/orders/{name}", role, page)
        expect(page.locator("html")).to_have_attribute("data-life", "live")
        return page

    return open_page


def open_import(page):
    page.locator("[data-opens=import]").first.click()
    bad = [{"nombre": f"Dish {number}", "precio": "x", "tipo": LONG} for number in range(20)]
    page.locator("#import-file").set_input_files(
        {"name": "a.json", "mimeType": "application/json", "buffer": json.dumps(bad).encode()}
    )
    expect(page.locator("#import-problems li")).to_have_count(40)


def open_bill(page):
    page.locator(".tab-row").first.click()
    expect(page.locator("#bill-body")).not_to_be_empty()


def find_tabs(page):
    page.locator("#search").fill("guest")
    expect(page.locator("#found")).to_contain_text("guest")


def open_dish(page):
    page.locator(".dish-open").first.click()
    expect(page.locator("#editing")).to_be_visible()


def open_section(page):
    page.locator(".section-open").first.click()


def open_tab(page):
    page.locator("#tabs button").first.click()
    expect(page.locator("#tab")).to_be_visible()


def see_order(page):
    page.locator("#bar-go").click()
    expect(page.locator("#basket .line")).to_have_count(2)


def open_stock(page):
    page.locator("[data-opens=stock]").click()


def open_recent(page):
    page.locator(".top [data-opens=recent]").click()


# The dialogs to open, by page.
OPENED = {
    "editor": {open_import: "dialog[open]", open_dish: "#editing", open_section: "#editing"},
    "history": {open_bill: "dialog[open]", find_tabs: "main"},
    "kitchen": {open_stock: "dialog[open]", open_recent: "dialog[open]"},
    "waiter": {open_tab: "#tab"},
    "guest": {see_order: "main"},
}


def test_dialogs_on_a_full_page_fit_and_are_accessible(full_hub, open_board):
    for language in ("en", "es"):
        full_hub.mutate("house.configure", languages=[language])
        for name, ways in OPENED.items():
            page = open_board(full_hub, name)
            expect(page.locator("html")).to_have_attribute("lang", language)
            for open_it, place in ways.items():
                open_it(page)
                expect(page.locator(place)).to_be_visible()
                expect_room(page)
                # Both languages have the same elements, so one is enough.
                if language == "en":
                    assert axe_violations(page, place) == [], open_it
                page.keyboard.press("Escape")
