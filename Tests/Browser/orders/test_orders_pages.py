"""Every page of the board at every size, in both languages, empty and on a full evening."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from ordering import PHONE, SIZES, TABLET, TELEVISION, House, served
from pages import AXE_RULES, WIDER, wait_until

LOCALES = {"en": "en-GB", "es": "es-ES"}
# By the page: who sees it, and at which size mostly.
PAGES = {
    "kitchen": ("kitchen", TABLET), "waiter": ("waiter", TABLET), "editor": ("host", TABLET),
    "history": ("waiter", TABLET), "menu": ("display", TELEVISION),
    "pickup": ("display", TELEVISION), "guest": ("guest", PHONE),
}
LONG = "Wolfeschlegelsteinhausenbergerdorff"


@pytest.fixture(scope="module")
def empty_hub():
    with served() as hub:
        hub.opened = hub.open(table="1")
        yield hub


@pytest.fixture(scope="module")
def full_hub():
    with pytest.MonkeyPatch.context() as patch:
        # What a house does in an evening is done here in a few seconds.
        patch.setenv("TABLECAST_LIMITS", "mutation-credit=1000")
        with served() as hub:
            fill(hub)
            yield hub


def fill(hub):
    """Has 120 dishes on the menu, and 100 tabs, of which 60 are in the kitchen."""
    hub.import_menu([
        {"nombre": f"Dish {number}", "descripcion": f"As the house makes it. {LONG}",
         "precio": 9.9, "tipo": f"Course {number // 10}", "alergenos": ["gluten", "milk"]}
        for number in range(119)
    ] + [{"nombre": LONG * 2, "descripcion": "", "precio": 12345.67, "tipo": LONG}])
    tabs = []
    for number in range(100):
        kind = "table" if number % 4 else "takeaway"
        table = {"table": str(number)} if number % 4 else {}
        tabs.append(hub.open(kind, name=f"Guest {number}", **table))
    for number, opened in enumerate(tabs[:60]):
        lines = hub.order(
            opened["tab"], LONG * 2, f"Dish {number}", person=f"Person {number}", notes=LONG
        )
        if number % 3 == 0:
            hub.do("cook", lines=lines[:1])
    for opened in tabs[-10:]:
        hub.do("serve", lines=hub.order(opened["tab"], "Dish 1", "Dish 2"))
        hub.do("pay", tab=opened["tab"], method="card", amount=1980, tip=100)
        hub.do("close", tab=opened["tab"])
    hub.opened = tabs[1]
    hub.put(hub.opened["tab"], "Dish 0", LONG * 2)
    for number in range(0, 119, 10):
        hub.stock(f"Dish {number}", 0)


@pytest.fixture
def open_board(new_page):
    """Opens a page of the board as somebody of a language has it."""

    def open_page(hub, name, language):
        role, size = PAGES[name]
        hub.mutate("house.configure", languages=[language])
        house, options = House(hub, new_page), {"locale": LOCALES[language], "viewport": size}
        if name == "guest":
            page = house.guest(hub.opened, **options).page
        else:
            page = house.visit(f"/orders/{name}", role, **options)
        expect(page.locator("html")).to_have_attribute("data-life", "live")
        expect(page.locator("html")).to_have_attribute("lang", language)
        return page

    return open_page


def violations(page):
    """What axe finds wrong with a page, and where."""
    options = {"runOnly": AXE_RULES, "resultTypes": ["violations"]}
    found = Axe().run(page, options=options).response["violations"]
    return [
        (each["id"], node["target"], node["failureSummary"])
        for each in found for node in each["nodes"]
    ]


def turn(page, name):
    """A guest goes from the menu to the order, or back."""
    button = page.locator("#bar-go")
    if name == "guest" and button.is_visible():
        button.click()


def resize(page, size):
    page.set_viewport_size(size)
    # What follows the window's size does so within a frame.
    page.evaluate("() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))")


def expect_good(page, name, language):
    """The page has room on every screen, and nobody is kept from it."""
    for size in SIZES:
        resize(page, size)
        for _ in range(2 if name == "guest" else 1):
            wait_until(page, "() => document.getAnimations().length === 0")
            assert page.evaluate(WIDER) == [], size
            # Both languages are of the same elements.
            if language == "en":
                assert violations(page) == [], size
            turn(page, name)


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("name", PAGES)
def test_an_empty_page_has_room_and_keeps_nobody_out(empty_hub, open_board, name, language):
    page = open_board(empty_hub, name, language)
    expect_good(page, name, language)


@pytest.mark.parametrize("name, button", [
    ("kitchen", None), ("history", "Open tabs"), ("editor", "Import"), ("menu", None), ("pickup", None),
])
def test_a_page_without_anything_shows_a_picture_and_leads_on(empty_hub, open_board, name, button):
    page = open_board(empty_hub, name, "en")
    for size in SIZES:
        page.set_viewport_size(size)
        for picture in page.locator(".picture").all():
            expect(picture).to_be_visible()
            # It is drawn from a file, which the page's policy lets in.
            wait_until(page, "() => document.querySelector('.picture').getBBox().width > 50")
            box = picture.bounding_box()
            around = picture.locator("xpath=..").bounding_box()
            assert name == "pickup" or middle(box) == pytest.approx(middle(around), abs=2)
    if button:
        expect(page.locator("#none").get_by_role("button", name=button)).to_be_visible()


def middle(box):
    return box["x"] + box["width"] / 2


def test_the_history_leads_from_an_empty_day_or_search_to_where_something_is(
    empty_hub, open_board
):
    page = open_board(empty_hub, "history", "en")
    page.get_by_role("button", name="The day before").click()
    expect(page.locator("#none-title")).to_have_text("No tabs this day")
    day = page.locator("#day").input_value()
    page.get_by_role("button", name="Go to today").click()
    expect(page.locator("#day")).not_to_have_value(day)
    page.locator("#search").fill("nobody")
    expect(page.locator("#none-title")).to_have_text("Nothing found")
    page.get_by_role("button", name="Back to the day").click()
    expect(page.locator("#search")).to_have_value("")
    page.get_by_role("button", name="Open tabs").click()
    page.wait_for_url("**/orders/waiter")


def open_import(page):
    page.locator("#menu").get_by_role("button", name="Import", exact=True).first.click()
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
    expect(page.locator("#found")).to_contain_text("“guest”")


# What is opened on a page, and how.
OPENED = {
    "import": ("editor", open_import),
    "dish": ("editor", lambda page: page.locator(".dish-open").first.click()),
    "section": ("editor", lambda page: page.locator(".section-open").first.click()),
    "bill": ("history", open_bill),
    "found": ("history", find_tabs),
    "left": ("kitchen", lambda page: page.locator("[data-opens=stock]").click()),
    "recent": ("kitchen", lambda page: page.locator(".tools [data-opens=recent]").click()),
}


@pytest.mark.parametrize("opened", OPENED)
def test_what_is_opened_on_a_full_page_has_room_and_keeps_nobody_out(
    full_hub, open_board, opened
):
    name, open_it = OPENED[opened]
    page = open_board(full_hub, name, "en")
    open_it(page)
    expect_good(page, name, "en")


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("name", PAGES)
def test_a_full_page_has_room_and_keeps_nobody_out(full_hub, open_board, name, language):
    page = open_board(full_hub, name, language)
    if name == "waiter":
        page.locator("#tabs button").first.click()
        expect(page.locator("#tab")).to_be_visible()
    if name == "editor":
        page.locator(".dish-open").first.click()
        expect(page.locator("#editing")).to_be_visible()
    expect_good(page, name, language)
