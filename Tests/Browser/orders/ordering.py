"""A house that takes orders: its hub with a menu, and its pages for guests and staff."""

import json
import re
import urllib.request

import pytest
from playwright.sync_api import expect

from onetime import OneTime
from pagefiles import PUBLIC
from pages import SIZES, WIDER, LivePage, at_each_size, settled, wait_until
from stage import EVENING_MS, StagedHub, serving

PHONE = {"width": 390, "height": 844}
TABLET = {"width": 1024, "height": 768}
TELEVISION = {"width": 1920, "height": 1080}
# A name of the greatest length.
LONG = "Wolfeschlegelsteinhausenbergerdorff"

# By section and station: name, price and other fields of each dish.
MENU = {
    ("Starters", "cold"): [
        ("Green salad", 650, {"allergens": ["mustard"]}),
        ("Oysters", 1450, {"allergens": ["molluscs"]}),
    ],
    ("Mains", "grill"): [
        ("Sea bass", 1850, {"allergens": ["fish"]}),
        ("Lamb chops", 1600, {"description": "With rosemary and garlic."}),
    ],
    ("Drinks", "bar"): [
        ("Café con leche", 220, {"allergens": ["milk"]}),
        ("House wine", 480, {"allergens": ["sulphites"]}),
    ],
}


def texts_of(page, language):
    """The sentences of one of the board's pages, by their keys."""
    path = PUBLIC / "boards" / "orders" / page / "texts" / f"{language}.json"
    return json.loads(path.read_text(encoding="utf-8"))


# Whether the page's tab storage has no unanswered changes.
IS_ANSWERED = """() => Object.entries({ ...sessionStorage })
    .every(([name, kept]) => !/^tablecast\\.\\w+\\.[^.]+$/.test(name) || kept === "[]")"""


def exactly(text):
    return re.compile(f"^{re.escape(text)}$")


class OrdersHub(StagedHub):
    """A hub of a house that takes orders."""

    def __init__(self):
        super().__init__()
        # The ids of the dishes, by their names.
        self.dishes = {}

    def write_menu(self, menu=MENU):
        for (section, station), dishes in menu.items():
            place = self.do("add_section", name=section, station=station)["section"]
            for name, price, more in dishes:
                self.write_dish(place, name, price, **more)

    def write_dish(self, section, name, price, **more):
        self.dishes[name] = self.do(
            "add_dish", section=section, name=name, price=price, **more
        )["dish"]

    def import_menu(self, dishes):
        """Imports the menu from a file, as an owner does."""
        self.view("orders/menu")
        request = urllib.request.Request(
            f"{self.address}/v1/main/orders/menu", data=json.dumps(dishes).encode(),
            headers={
                "Authorization": f"Bearer {self.token}", "Content-Type": "application/json",
            },
        )
        with urllib.request.urlopen(request) as answer:
            assert json.load(answer)["problems"] == []
        menu = self.view("orders/menu")["doc"]["dishes"]
        self.dishes = {dish["name"]: key for key, dish in menu.items()}

    def do(self, action, **args):
        """Makes a change as another device would, and returns its result."""
        return self.mutate(f"orders.{action}", **args).get("result", {})

    def open(self, kind="table", **more):
        return self.do("open", kind=kind, **more)

    def put(self, tab, *names, **more):
        """Puts dishes into a basket, and returns the ids of their lines."""
        return [
            self.do("add", tab=tab, dish=self.dishes[name], **more)["line"] for name in names
        ]

    def order(self, tab, *names, **more):
        """Places dishes, and returns the ids of their lines."""
        lines = self.put(tab, *names, **more)
        self.do("place", tab=tab)
        return lines

    def stock(self, name, left):
        self.do("stock", dish=self.dishes[name], left=left)

    def tab(self, tab):
        return self.view(f"orders/tab?tab={tab}")["doc"]

    def lines(self, tab):
        """Returns the quantity, name and status of each line, in the order of adding."""
        names = {key: name for name, key in self.dishes.items()}
        rows = sorted(self.tab(tab)["lines"].items(), key=lambda row: (len(row[0]), row[0]))
        return [
            (line["quantity"], line.get("name", names.get(line["dish"])), line["status"])
            for _, line in rows
        ]

    def clear(self):
        """Ends every tab."""
        for tab in self.view("orders/host")["doc"]["tabs"]:
            self.do("cancel", tab=tab, reason="The day is over")


def fill(hub):
    """Puts 120 dishes on the menu, and opens 100 tabs, of which 60 are in the kitchen."""
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


def expect_room(page, is_there=True):
    """Nothing overflows the page on any screen; the page's own size comes last."""
    own = (page.viewport_size["width"], page.viewport_size["height"])
    for size in at_each_size(page, sorted(SIZES, key=lambda size: size == own)):
        # While the hub is away, the page keeps retrying and is never at rest.
        if is_there:
            settled(page)
        assert page.evaluate(WIDER) == [], size


def served(**options):
    """A hub without a menu."""
    return serving(OrdersHub, **options)


@pytest.fixture
def hub():
    with served() as hub:
        hub.write_menu()
        yield hub


@pytest.fixture
def house(hub, new_page):
    """The house before anybody has arrived."""
    return House(hub, new_page)


@pytest.fixture
def still(new_page):
    """A house whose clock, and that of all its pages, stands still until a test advances it."""
    with serving(OrdersHub, EVENING_MS) as hub:
        hub.write_menu()
        yield House(hub, new_page, OneTime(hub))


class Keys:
    """Reaches elements by the keyboard alone."""

    def __init__(self, page):
        self.page = page

    def reach(self, target):
        """Presses Tab until the element has the focus, and expects it in view and outlined."""
        for _ in range(200):
            if target.evaluate("target => target === document.activeElement"):
                expect(target).to_be_in_viewport()
                assert target.evaluate("target => getComputedStyle(target).outlineStyle") != "none"
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {target}")

    def press(self, target, key="Enter"):
        self.reach(target)
        self.page.keyboard.press(key)

    def press_button(self, name):
        button = self.page.get_by_role("button", name=name, exact=True)
        expect(button).to_be_enabled()
        self.press(button)

    def type(self, target, text):
        self.reach(target)
        self.page.keyboard.type(text)


class House:
    """Opens the pages of a house."""

    def __init__(self, hub, new_page, time=None):
        self.hub = hub
        self.new_page = new_page
        self.time = time

    def visit(self, path, role, page=None, **options):
        """Opens a page in a role."""
        options.setdefault("viewport", TABLET)
        page = page or self.new_page(**options)
        if self.time:
            self.time.watch(page)
        page.context.request.get(self.hub.link(role))
        page.goto(self.hub.address + path)
        return page

    def guest(self, opened, page=None, **options):
        """Opens a guest's phone with the ticket of a tab."""
        options.setdefault("viewport", PHONE)
        page = page or self.new_page(**options)
        if self.time:
            self.time.watch(page)
        page.goto(f"{self.hub.address}/t/{opened['ticket']}")
        return GuestPage(page)

    def kitchen(self, page=None, **options):
        page = page or self.new_page(viewport=TABLET, **options)
        return KitchenPage(self.visit("/orders/kitchen", "kitchen", page), self.time)

    def waiter(self, page=None, **options):
        return WaiterPage(self.visit("/orders/waiter", "waiter", page, **options))

    def editor(self, **options):
        return EditorPage(self.visit("/orders/editor", "host", **options))

    def history(self, **options):
        return LivePage(self.visit("/orders/history", "waiter", **options))

    def screen(self, name, page=None, **options):
        """Opens the television with the menu or the numbers."""
        options.setdefault("viewport", TELEVISION)
        return LivePage(self.visit(f"/orders/{name}", "display", page, **options))


class DeskPage(LivePage):
    """A page with controls, in any language."""

    def __init__(self, page):
        super().__init__(page)
        expect(self.root).to_have_attribute("data-life", "live")
        self.toast = page.locator("#toast")
        self.refused = page.locator("#refused-list > li")
        self.unsent = page.locator("#waiting-changes")

    def press(self, name, within=None):
        (within or self.page).get_by_role("button", name=name, exact=True).click()

    def undo(self):
        self.press("Undo", self.toast)

    def expect_settled(self):
        """Waits until the hub has confirmed every request."""
        # A guest's page marks pending lines only in its next frame, and some requests have no mark.
        wait_until(self.page, IS_ANSWERED)
        expect(self.page.locator(".is-pending")).to_have_count(0)


class GuestPage(DeskPage):
    def __init__(self, page):
        super().__init__(page)
        self.basket = page.locator("#basket .line")
        self.rounds = page.locator("#rounds .round")
        self.place = page.get_by_role("button", name="Place order")

    def dish(self, name):
        return self.page.locator("#menu .dish").filter(
            has=self.page.locator(".dish-name", has_text=exactly(name))
        )

    def choose(self, *names):
        self.see_menu()
        for name in names:
            add = re.compile(f"^(Add |One more: ){re.escape(name)}$")
            self.page.get_by_role("button", name=add).click()

    def line(self, name):
        return self.basket.filter(has_text=name)

    def see_order(self):
        if self.page.locator("body").get_attribute("data-show") == "menu":
            self.press("See order")

    def see_menu(self):
        if self.page.locator("body").get_attribute("data-show") == "order":
            self.press("Back to the menu")

    def expect_basket(self, *wanted):
        expect(self.basket.locator(".line-name")).to_have_text([*wanted])

    def expect_rounds(self, *wanted):
        """Expects these states of the rounds, the newest first."""
        expect(self.rounds.locator(".state")).to_have_text(
            [re.compile(f"^{each} · ") for each in wanted]
        )


class KitchenPage(DeskPage):
    """The kitchen, whose clock the test can advance."""

    def __init__(self, page, time):
        super().__init__(page)
        self.time = time
        self.tickets = page.locator(".ticket")
        self.all_day = page.locator("#all-day li")

    def rest(self):
        """Waits until keys and buttons accept a press, even if they have just moved."""
        if self.time:
            # The page learns of changes that its view doesn't show by a ping.
            settled(self.page, 0)
            self.time.go_by(0.5)
        else:
            self.page.evaluate("() => { aheadMs += 500; }")

    def key(self, key):
        """Presses a key of the bump bar."""
        self.rest()
        self.page.keyboard.press(key)

    def press(self, name, within=None):
        self.rest()
        super().press(name, within)

    def ticket(self, name):
        return self.tickets.filter(
            has=self.page.locator(".ticket-name", has_text=exactly(name))
        )

    def expect_tickets(self, *names):
        expect(self.tickets.locator(".ticket-name")).to_have_text([*names])

    def expect_lines(self, name, *wanted):
        """Expects these states of a round's lines."""
        lines = self.ticket(name).locator("button.line")
        expect(lines).to_have_count(len(wanted))
        for line, state in zip(lines.all(), wanted, strict=True):
            expect(line).to_have_attribute("data-status", state)


class WaiterPage(DeskPage):
    def __init__(self, page):
        super().__init__(page)
        self.tabs = page.locator("#tabs .row")
        self.basket = page.locator("#basket .line")
        self.rounds = page.locator("#rounds .round")

    def row(self, name):
        return self.tabs.filter(has=self.page.locator(".tab-name", has_text=exactly(name)))

    def open(self, name):
        self.row(name).get_by_role("button").click()
        expect(self.page.locator("#tab-title")).to_have_text(name)

    def show(self, pane):
        self.press(pane, self.page.locator("#panes"))

    def choose(self, *names):
        """Taps dishes, which a search finds in any section."""
        self.show("Menu")
        for name in names:
            self.page.locator("#dish-search").fill(name)
            self.page.locator("#dishes button").filter(has_text=name).click()
        self.page.locator("#dish-search").fill("")

    def place(self):
        self.page.locator("#place").click()

    def line(self, name):
        """The row of a placed line."""
        return self.rounds.locator(".line").filter(has_text=name)

    def pay(self, way, tip="", method="Card"):
        """Records a payment by the steps `way` in the dialog."""
        self.show("Bill")
        self.page.locator("#open-pay").click()
        dialog = self.page.get_by_role("dialog")
        for each in way:
            self.press(each, dialog)
        dialog.locator("#pay-tip").fill(tip)
        self.press(method, dialog)
        dialog.get_by_role("button", name=re.compile("^Record ")).click()
        expect(dialog).to_be_hidden()


class EditorPage(DeskPage):
    def __init__(self, page):
        super().__init__(page)
        self.form = page.locator("#editing")

    def dishes(self, section):
        """The names of a section's dishes, in order."""
        own = self.page.locator(".section").filter(
            has=self.page.locator(".section-name", has_text=exactly(section))
        )
        return own.locator(".dish-name")

    def dish(self, name):
        return self.page.locator(".row.dish").filter(
            has=self.page.locator(".dish-name", has_text=exactly(name))
        )
