"""Every staff page leads to the others, by the menu at the start of its head."""

import pytest
from playwright.sync_api import expect

from pagefiles import boards, declared_pages
from pages import at_each_size, axe_violations, settled, wait_until

PHONE = {"width": 390, "height": 844}
# The smallest size of a touch target.
TARGET_PX = 44
DECLARED = declared_pages()
# The page that a printer gets has only a way back.
WITH_MENU = [
    name for name, page in DECLARED.items()
    if page["reader"] == "staff" and not name.endswith("/print")
]
ADDED_ROLES = {
    role["name"]: board["name"] for board in boards()["boards"] for role in board.get("roles", [])
}
OPTIONAL = sorted(set(ADDED_ROLES.values()))


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


def expect_live(page):
    expect(page.locator("html")).to_have_attribute("data-life", "live")


@pytest.fixture
def open_page(hub, new_page):
    """Opens a page in one of its roles, by default the first."""

    def open_page(name, role=None, **options):
        page = new_page(**options)
        page.goto(hub.link(role or DECLARED[name]["roles"][0]))
        page.goto(f"{hub.address}/{name}")
        expect_live(page)
        return page

    return open_page


def home(role):
    """The first page of a role."""
    return next(name for name in WITH_MENU if role in DECLARED[name]["roles"])


def open_to(role):
    """The pages that a role may open: the boards', the hub's own, and last the room's."""
    mine = [
        name for name, page in DECLARED.items()
        if role in page["roles"] and page["reader"] != "guest" and not name.endswith("/print")
    ]
    is_of_hub = lambda name: not DECLARED[name]["folder"].startswith("boards/")
    return sorted(mine, key=lambda name: (DECLARED[name]["reader"] == "room", is_of_hub(name)))


def test_the_menu_leads_to_every_page_that_the_role_may_open(hub, open_page):
    page = open_page(home("owner"), "owner")
    wanted = open_to("owner")
    assert Menu(page).open().names() == wanted
    for name in wanted:
        if DECLARED[name]["reader"] == "room":
            # A screen's page has no way back, so the work stays open behind it.
            with page.context.expect_page() as opened:
                Menu(page).link(name).click()
            expect(opened.value).to_have_url(f"{hub.address}/{name}")
            opened.value.close()
            continue
        # One entry leads to the current page.
        with page.expect_event("load"):
            Menu(page).link(name).click()
        # The owner's page shows its first section.
        expect(page).to_have_url(f"{hub.address}/{name}" + ("/today" if name == "owner" else ""))
        expect_live(page)
        here = Menu(page).open().list.locator("[aria-current=page]")
        expect(here).to_have_count(1)
        expect(here).to_have_attribute("href", f"/{name}")


# Parts of the head and of the open menu that are off the screen, too small for a finger, or covered.
WRONG = """([targetPx]) => {
    const wrong = [];
    if (document.documentElement.scrollWidth > innerWidth) { wrong.push("the page is too wide"); }
    const head = document.querySelector(".top");
    const entries = [...document.querySelectorAll("#page-menu-open, #page-menu-list a")];
    for (const entry of entries) {
        const box = entry.getBoundingClientRect();
        if (box.width < targetPx || box.height < targetPx) { wrong.push([entry.textContent, "is small"]); }
        if (box.left < 0 || box.right > innerWidth) { wrong.push([entry.textContent, "sticks out"]); }
    }
    const list = document.querySelector("#page-menu-list").getBoundingClientRect();
    if (list.bottom > innerHeight || list.left < 0) { wrong.push("the menu is not on the screen"); }
    for (const part of head.querySelectorAll("h1, p, button, .clock")) {
        const box = part.getBoundingClientRect();
        const isShown = part.checkVisibility() && part.textContent !== "" && box.width > 1;
        if (isShown && (box.left < 0 || box.right > innerWidth + 0.5)) {
            wrong.push([part.textContent, "is pushed off"]);
        }
    }
    return wrong;
}"""


@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_menu_fits_every_screen_and_is_accessible(hub, new_page, lang):
    hub.mutate("house.configure", languages=[lang])
    page = new_page()
    by_role = lambda name: "owner" if "owner" in DECLARED[name]["roles"] else DECLARED[name]["roles"][0]
    signed_in = None
    for name in sorted(WITH_MENU, key=by_role):
        if by_role(name) != signed_in:
            signed_in = by_role(name)
            page.context.clear_cookies()
            page.goto(hub.link(signed_in))
        page.goto(f"{hub.address}/{name}")
        expect_live(page)
        expect(page.locator("html")).to_have_attribute("lang", lang)
        for size in at_each_size(page):
            menu = Menu(page).open()
            assert page.evaluate(WRONG, [TARGET_PX]) == [], (name, size)
            # The last entry can be reached.
            menu.links.last.scroll_into_view_if_needed()
            expect(menu.links.last).to_be_in_viewport()
            page.keyboard.press("Escape")
        if name == home("owner") and lang == "en":
            # It is the same on every page.
            Menu(page).open()
            # The head was out of date for a moment, and fades back slowly.
            wait_until(page, "() => document.querySelector('.top').getAnimations().length === 0")
            assert axe_violations(page, ".top") == [], name


def test_a_reader_chooses_a_language_for_the_device(hub, open_page):
    page = open_page("host")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    spanish = Menu(page).open().list.get_by_role("link", name="Español")
    expect(spanish).to_have_attribute("lang", "es")
    spanish.click()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect_live(page)
    # The language holds for this browser's other pages, and for later visits.
    menu = Menu(page).open()
    expect(menu.list.locator("[aria-current=true]")).to_have_text("Español")
    other = next(name for name in menu.names() if name != "host")
    menu.link(other).click()
    again = page.context.new_page()
    again.goto(f"{hub.address}/host")
    expect(again.locator("html")).to_have_attribute("lang", "es")
    # Other devices and the room's screens keep their language.
    again.goto(f"{hub.address}/display")
    expect(again.locator("html")).to_have_attribute("lang", "en")
    expect(open_page("host").locator("html")).to_have_attribute("lang", "en")


def test_a_device_whose_board_is_switched_off_is_told_what_to_do(hub, new_page):
    page = new_page(locale="en-US", viewport=PHONE)
    for role in ADDED_ROLES:
        page.context.clear_cookies()
        link = hub.link(role)
        hub.mutate("house.configure", boards=[])
        page.goto(link)
        expect(page.get_by_role("heading")).to_have_text("This house does not use this page")
        expect(page.locator("main")).to_contain_text("ask an owner to switch it on")
        page.get_by_role("link", name="Try again").click()
        expect(page.get_by_role("heading")).to_have_text("This house does not use this page")
        hub.mutate("house.configure", boards=OPTIONAL)
        page.get_by_role("link", name="Try again").click()
        expect_live(page)
        # An open page no longer claims to be live.
        page.goto(f"{hub.address}/{home(role)}")
        expect_live(page)
        hub.mutate("house.configure", boards=[])
        expect(page.get_by_role("heading", name="This house does not use this page")).to_be_visible()
