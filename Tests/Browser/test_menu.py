"""The menu in the head of the staff's pages."""

import pytest
from playwright.sync_api import expect

from pagefiles import texts_of
from pages import settled

TEXTS = texts_of("js/ui", "en") | {f"pageNames.{name}": name for name in ("host", "owner", "display")}
BODY = """
<header class="top"></header>
<main><button type="button">Add</button></main>
"""
SCRIPT = """async () => {
    const { PageMenu } = await import("/js/ui/pagemenu.js");
    const pages = ["host", "owner", "display"].map((name) =>
        ({ name, address: `/${name}`, isOfRoom: name === "display" }));
    window.menu = new PageMenu({ pages });
    window.pages = pages;
}"""


class Menu:
    """The menu of a page."""

    def __init__(self, page):
        self.page = page
        self.button = page.locator("#page-menu-open")
        self.list = page.locator("#page-menu-list")
        self.links = self.list.get_by_role("link")

    def open(self):
        self.button.click()
        expect(self.list).to_be_visible()
        return self

    def link(self, name):
        return self.list.locator(f"a[href='/{name}']")

    def names(self):
        """The names of the linked pages, in order."""
        settled(self.page)
        hrefs = [link.get_attribute("href") for link in self.links.all()]
        return [href.removeprefix("/") for href in hrefs if "lang=" not in href]


@pytest.fixture
def page(open_blank):
    page = open_blank(SCRIPT, BODY, "main { height: 400px; }", texts=TEXTS)
    # Nothing runs by itself here, so the page counts as at rest.
    page.evaluate("() => { document.documentElement.dataset.rest = ''; }")
    return page


def test_it_is_used_by_the_keyboard_and_left_by_a_tap_beside_it(page):
    menu = Menu(page)
    page.keyboard.press("Tab")
    expect(menu.button).to_be_focused()
    page.keyboard.press("Enter")
    expect(menu.button).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("ArrowDown")
    expect(menu.links.first).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(menu.links.last).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(menu.links.first).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu.list).to_be_hidden()
    expect(menu.button).to_be_focused()
    expect(menu.button).to_have_attribute("aria-expanded", "false")
    # An arrow opens it too, and Tab past its end leaves it.
    page.keyboard.press("ArrowUp")
    expect(menu.links.last).to_be_focused()
    page.keyboard.press("Tab")
    expect(menu.list).to_be_hidden()
    menu.open()
    page.locator("main").click(position={"x": 5, "y": 300})
    expect(menu.list).to_be_hidden()
    page.route("**/host", lambda route: route.fulfill(body="The host's page", content_type="text/plain"))
    menu.button.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("body")).to_have_text("The host's page")


def test_the_menu_has_the_pages_of_the_role_and_is_absent_with_one(page):
    menu = Menu(page).open()
    assert menu.names() == ["host", "owner", "display"]
    # A screen's page has no way back, so the work stays open behind it.
    expect(menu.link("display")).to_have_attribute("target", "_blank")
    menu.link("owner").focus()
    page.evaluate("() => menu.show(pages.slice(1))")
    assert menu.names() == ["owner", "display"]
    expect(menu.link("owner")).to_be_focused()
    # A page without a name is not listed; other pages link to it.
    page.evaluate("() => menu.show([pages[0], { name: 'unnamed', address: '/unnamed' }])")
    expect(page.locator("#page-menu")).to_be_hidden()
