"""The pages for those who run the hub and build on it, on narrow screens and by the keyboard."""

import re

from playwright.sync_api import expect

from docs import DOCS
from pages import WIDER, at_each_size


def test_the_pages_fit_on_the_smallest_phone_and_are_entered_by_the_keyboard(hub, new_page):
    page = new_page()
    for name in sorted(path.stem for path in DOCS.glob("*.html")):
        page.goto(f"{hub.address}/docs/{name}.html")
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="To the text")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page).to_have_url(re.compile("#content$"))
        for width, _ in at_each_size(page, [(390, 844), (320, 640)]):
            # Only code and tables scroll sideways, never the page.
            assert page.evaluate(WIDER) == [], (name, width)
            if name == "security":
                # Its tables stack their cells there.
                assert page.locator(".table").evaluate_all(
                    "(tables) => tables.every((box) => box.scrollWidth <= box.clientWidth)"
                ), width


def test_the_page_of_components_stays_and_its_components_work(hub, new_page):
    page = new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{hub.address}/docs/components.html")
    page.get_by_role("button", name="Five more").click()
    expect(page.locator("#quote")).to_have_text("20")
    page.get_by_role("button", name="Show a toast").click()
    expect(page.locator("#toast")).to_contain_text("Costa is called.")
    page.get_by_role("button", name="Open a sheet").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    # A documentation page needs nothing from the hub, so it makes no requests.
    assert [url for url in asked if "/page?" in url] == []
