"""Every page, in a busy house and in an empty one: it becomes live, is accessible by day and at night, and the longest
words of all its languages fit on every screen."""

import json
import math
import re
import urllib.request
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

import evening
import neighbourhood
import ordering
import planning
from hub import HOUSE, set_pin
from mazehouse import SMALL, MazeHub
from onetime import OneTime
from pagefiles import LANGUAGES, PUBLIC, ROOT, STAFF_LANGUAGES, declared_pages, html_of, texts_of
from pages import SIZES, WIDER, at_each_size, axe_violations, settled, speaker, wait_until
from stage import serving
from test_menu import Menu
from test_toast import LONG as LONG_TOAST, UNDER_AT_END

TELEVISION, TABLET, PHONE = SIZES
DECLARED = declared_pages()
# The hub's own pages, each with its usual screen and its languages.
OWN = {
    "start": (TABLET, STAFF_LANGUAGES), "pair": (TELEVISION, STAFF_LANGUAGES), "pin": (TABLET, STAFF_LANGUAGES),
    "problem": (PHONE, LANGUAGES),
}
DOCUMENTS = sorted(path.relative_to(PUBLIC).as_posix() for path in PUBLIC.glob("docs/*.html"))
# Pages with texts in the house's languages.
OF_HOUSE = [*DECLARED, "pair", "pin"]
EVERYWHERE = [*DECLARED, *OWN, *DOCUMENTS]
# Those with a sign of life, or with a bar that gets one.
LIVE = [name for name in DECLARED if re.search(r'id="(sign|top)"|class="top beside"', html_of(name))]
assert DECLARED and DOCUMENTS and LIVE
# The addresses of the hub's own pages.
ADDRESSES = {"start": "/", "pair": "/display", "pin": "/host", "problem": "/nowhere"}
# The most requests and KiB that a first visit to each page may cost.
COSTS = json.loads((ROOT / "Tests" / "budget.json").read_text(encoding="utf-8"))["pages"]
LONG = "Wolfeschlegelsteinhausenbergerdorff"
# The page that a printer gets has only a way back.
WITH_MENU = [name for name, page in DECLARED.items() if page["reader"] == "staff" and not name.endswith("/print")]
# Pages of boards with colours of their own at night. All other colours are those of the components, which stand on one
# of the documents.
COMPONENTS = "docs/components.html"
WITH_OWN_NIGHT = {
    name for name in DECLARED for board in (PUBLIC / "boards").iterdir()
    if name.partition("/")[0] == board.name and any(
        "prefers-color-scheme" in path.read_text(encoding="utf-8") for path in board.rglob("*.*s") if path.is_file()
    )
}
# A small phone, and a phone at twice the size.
NARROW = [(320, 844), (195, 844)]
TARGET_PX = 44
# Controls of a guest's page that are too low for a finger.
LOW = """() => [...document.querySelectorAll("main :is(button, input:not([type=radio]), label:has(> [type=radio]))")]
    .filter((each) => each.checkVisibility() && each.offsetHeight < 48).map((each) => each.outerHTML)"""
# Parts of the head and of the open menu that are off the screen, or too small for a finger.
WRONG_IN_MENU = """([targetPx]) => {
    const wrong = [];
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
# Whether all animations have ended, except endless ones.
AT_REST = """() => document.getAnimations().every(
    (each) => each.playState !== "running" || each.effect.getComputedTiming().endTime === Infinity)"""


def mostly(name):
    """Returns a page's usual size, and its languages."""
    if name in DOCUMENTS:
        return TABLET, ["en"]
    if name in OWN:
        return OWN[name]
    return {
        "staff": (TABLET, STAFF_LANGUAGES), "room": (TELEVISION, LANGUAGES), "guest": (PHONE, LANGUAGES),
    }[DECLARED[name]["reader"]]


def title_of(name, language):
    """The title of a page of the house. A waiting guest's begins with the place in the line."""
    if name == "guest":
        return re.compile(f"^[^·]+ · {HOUSE}$")
    title = texts_of(name, language).get("title")
    return f"{title} · {HOUSE}" if title else HOUSE


def as_house_of(kind, hub):
    """Returns the same hub with the methods of a board's own tests."""
    same = object.__new__(kind)
    same.__dict__ = hub.__dict__
    return same


class House:
    """A hub whose pages are all opened."""

    def __init__(self, hub):
        self.hub = hub

    def speak(self, language):
        self.hub.mutate("house.configure", languages=[language])

    @contextmanager
    def way_to(self, name, page):
        """Yields the address of a page, after signing its browser in."""
        hub = self.hub
        reader = DECLARED.get(name, {}).get("reader")
        if name == "join":
            yield hub.join_address()
        elif reader == "guest":
            with self.ticket(name) as ticket:
                yield f"{hub.address}/t/{ticket}"
        elif reader:
            role = "display" if reader == "room" else DECLARED[name]["roles"][0]
            page.context.request.get(hub.link(role))
            yield f"{hub.address}/{name}"
        elif name == "pin":
            page.context.request.get(hub.link("host"))
            set_pin(hub, "4711")
            try:
                yield hub.address + ADDRESSES[name]
            finally:
                set_pin(hub, None)
        else:
            yield hub.address + ADDRESSES.get(name, f"/{name}")


class FullHouse(House):
    """A house with as much going on as possible."""

    def __init__(self, hub):
        super().__init__(hub)
        hub.dishes = {}
        self.fill_lists()
        planner = as_house_of(planning.PlannerHub, hub)
        planning.fill(planner)
        evening.fill(hub)
        orders = as_house_of(ordering.OrdersHub, hub)
        ordering.fill(orders)
        nearby = as_house_of(neighbourhood.NearbyHub, hub).furnish()
        neighbourhood.fill(nearby)
        maze = as_house_of(MazeHub, hub)
        maze.do("explore", maze=SMALL, conditions="plain")
        for _ in range(3):
            maze.do("join")
        hub.move(60)
        self.tickets = {
            "guest": self.party["ticket"], "orders/guest": hub.opened["ticket"], "nearby/round": hub.ticket,
        }

    def fill_lists(self):
        hub = self.hub
        hub.mutate("house.configure", selfCheckIn="confirm")
        for number in range(60):
            hub.add(f"{LONG} {number}" if number % 7 == 0 else f"Party {number}", 1 + number % 12)
        for party in list(hub.view("waitlist/host")["doc"]["parties"])[:12]:
            hub.mutate("waitlist.ready", party=party)
        for number in range(3):
            hub.join(f"Guest {number}")
        self.party = hub.mutate(
            "waitlist.add", name=LONG * 2, size=12, notes=LONG, phone="+390612345678", tags=["terrace", "birthday"]
        )["result"]
        hub.mutate("notice.post", text=f"The kitchen closes at 22:30. {LONG}", level="urgent")
        hub.mutate("notice.post", text="A table is free on the terrace", level="info")
        for role in ("display", "kitchen", "engineer"):
            hub.command("token", "--role", role, "--name", f"{LONG} {role}")

    @contextmanager
    def ticket(self, name):
        yield self.tickets[name]


class EmptyHouse(House):
    """A house with nothing but the guest who looks."""

    def __init__(self, hub):
        super().__init__(hub)
        hub.mutate("house.configure", selfCheckIn="direct")

    @contextmanager
    def ticket(self, name):
        what, begin, asked, end, more = {
            "guest": ("party", "waitlist.add", {"name": "Ada", "size": 2}, "waitlist.cancel", {}),
            "orders/guest": (
                "tab", "orders.open", {"kind": "table", "table": "1"}, "orders.cancel", {"reason": "Nobody came"},
            ),
            "nearby/round": ("round", "nearby.open", {"title": "Lunch"}, "nearby.close", {}),
        }[name]
        opened = self.hub.mutate(begin, **asked)["result"]
        try:
            yield opened["ticket"]
        finally:
            self.hub.mutate(end, **{what: opened[what]}, **more)


@pytest.fixture(scope="session")
def full_house():
    # The tests make an evening's changes in a few seconds.
    with evening.served(limits="mutation-credit=1000000,request-credit=1000000") as hub:
        # Other tests of this worker have a day of their own.
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(planning, "today", evening.EVENING.date)
            house = FullHouse(hub)
        yield house


@pytest.fixture(scope="session")
def empty_house():
    with serving() as hub:
        yield EmptyHouse(hub)


class Cost:
    """What a page makes the browser load before it is painted, without fonts and pictures. What it may need later
    loads afterwards."""

    def __init__(self, page):
        self.page = page
        self.asked_at = {}
        self.bytes = {}
        self.own = {}
        session = page.context.new_cdp_session(page)
        session.on("Network.requestWillBeSent", self.ask)
        session.on("Network.responseReceived", self.look)
        session.on("Network.loadingFinished", self.count)
        session.send("Network.enable")

    def ask(self, request):
        url = request["request"]["url"]
        if url.startswith("http"):
            self.asked_at[request["requestId"]] = request["wallTime"] * 1_000
        if url.endswith("/js/core/base.js"):
            # With a stopped clock the tests serve a changed file, which is not compressed.
            asked = urllib.request.Request(url, headers={"Accept-Encoding": "gzip"})
            with urllib.request.urlopen(asked) as answer:
                self.own[request["requestId"]] = len(answer.read())

    def look(self, response):
        # The list of devices grows with each test that signs somebody in.
        is_devices = "/v1/main/devices?" in response["response"]["url"]
        if is_devices or response["response"]["mimeType"].startswith(("font/", "image/")):
            self.asked_at.pop(response["requestId"], None)

    def count(self, loaded):
        id = loaded["requestId"]
        self.bytes[id] = self.own.get(id, loaded["encodedDataLength"])

    def expect_within(self, requests_max, kib_max):
        painted_at = self.page.evaluate("""() => {
            const [painted] = performance.getEntriesByName("painted");
            return painted ? performance.timeOrigin + painted.startTime : Infinity;
        }""")
        own = [size for request, size in self.bytes.items() if self.asked_at.get(request, math.inf) < painted_at]
        cost = [len(own), math.ceil(sum(own) / 1024)]
        assert cost[0] <= requests_max and cost[1] <= kib_max, f"It costs {cost}; see Tests/budget.json."


class Visit:
    """Reads a page in one language and size after another."""

    def __init__(self, house, name, page, address):
        self.house = house
        self.name = name
        self.page = page
        self.address = address
        self.size, self.languages = mostly(name)
        self.speak = speaker(page)

    def go(self, language):
        page = self.page
        # Televisions follow the house's languages by reloading themselves, so the page is left first.
        page.goto("about:blank")
        self.house.speak(language)
        page.set_viewport_size(dict(zip(("width", "height"), self.size)))
        # Pages without a sign-in use the browser's language.
        self.speak(language)
        page.goto(self.address)
        expect(page.locator("html")).to_have_attribute("lang", language)

    def told(self, language):
        """Returns the page's texts in a language, as the hub tells them."""
        self.house.speak(language)
        path = self.address.removeprefix(self.house.hub.address)
        # In place of a page that is not there, the hub tells about the problem.
        told = path if self.name == "problem" else f"/v1/main/page?of={path}"
        answer = self.page.context.request.get(self.house.hub.address + told, headers={
            "Accept": "application/problem+json, application/json", "Accept-Language": language})
        document = answer.json()
        assert document["language"] == language
        own = texts_of(self.name, language)
        assert {key: document["texts"][key] for key in own if key in document["texts"]}.items() <= own.items()
        return document["texts"]

    def go_in_longest_words(self):
        """Opens the page with the longest of each text's translations."""
        texts = [self.told(language) for language in self.languages]
        longest = {key: max((each[key] for each in texts if key in each), key=len) for key in texts[1]}

        def give(route):
            answer = route.fetch()
            document = answer.json()
            route.fulfill(response=answer, json={**document, "texts": longest})

        is_told = lambda url: "/page?of=" in url or self.name == "problem" and url == self.address
        accepts_html = lambda route: "text/html" in route.request.headers.get("accept", "")
        self.page.route(is_told, lambda route: route.fallback() if accepts_html(route) else give(route))
        self.go(self.languages[1])
        self.page.unroute(is_told)
        self.expect_live()

    def expect_there(self, language):
        """Expects the page to be live, where it can be, and all its text in its language."""
        if self.name in OF_HOUSE:
            expect(self.page).to_have_title(title_of(self.name, language))
        if self.name in LIVE:
            shared = texts_of("js/ui", language) if language in STAFF_LANGUAGES else {}
            expect(self.page.locator("#sign")).to_have_text((shared | texts_of(self.name, language))["live"])
        self.expect_live()

    def expect_live(self):
        page = self.page
        if self.name not in DOCUMENTS:
            expect(page.locator("body")).not_to_contain_text(re.compile(r"\{|undefined"), use_inner_text=True)
        if self.name in LIVE:
            expect(page.locator("html")).to_have_attribute("data-life", "live")
            # The page of the screens has no view.
            painted = re.compile("^$" if self.name == "screens" else "=")
            expect(page.locator("html")).to_have_attribute("data-rev", painted)
        else:
            expect(page.locator("h1").first).to_be_visible()
        if self.name in OF_HOUSE:
            settled(page)

    def expect_room(self):
        for size in at_each_size(self.page, [*SIZES, *(NARROW if self.name in ("join", "guest") else [])]):
            assert self.page.evaluate(WIDER) == [], size
            if self.name in ("join", "guest"):
                assert self.page.evaluate(LOW) == [], size
            if self.name in WITH_MENU:
                menu = Menu(self.page).open()
                assert self.page.evaluate(WRONG_IN_MENU, [TARGET_PX]) == [], size
                # One entry leads to the current page.
                expect(menu.list.locator("[aria-current=page]")).to_have_attribute("href", f"/{self.name}")
                # The last entry can be reached.
                menu.links.last.scroll_into_view_if_needed()
                expect(menu.links.last).to_be_in_viewport()
                self.page.keyboard.press("Escape")
        next(at_each_size(self.page, [self.size]))

    def expect_nothing_under_the_toast(self):
        """Expects that the page can be scrolled until the toast covers nothing."""
        if self.name not in WITH_MENU:
            return
        settled(self.page)
        if self.page.locator("#toast").count():
            self.page.evaluate(LONG_TOAST)
            for size in at_each_size(self.page, [(1024, 768), (320, 480)]):
                assert self.page.evaluate(UNDER_AT_END) == [], size

    def expect_accessible(self, scheme):
        self.page.emulate_media(color_scheme=scheme)
        wait_until(self.page, AT_REST)
        assert axe_violations(self.page) == [], scheme


@contextmanager
def visited(house, name, page):
    if house.hub.at:
        OneTime(house.hub).watch(page)
    with house.way_to(name, page) as address:
        yield Visit(house, name, page, address)


@pytest.mark.smoke
@pytest.mark.parametrize("name", EVERYWHERE)
def test_a_page_of_a_full_house(full_house, new_page, name):
    with visited(full_house, name, new_page()) as visit:
        cost = Cost(visit.page)
        visit.go("en")
        visit.expect_there("en")
        if name not in DOCUMENTS:
            cost.expect_within(*COSTS[name])
        visit.expect_accessible("light")
        visit.expect_room()
        if name in DOCUMENTS:
            # The text is reached by the keyboard, and on the smallest phone only code and tables scroll sideways.
            visit.page.keyboard.press("Tab")
            expect(visit.page.get_by_role("link", name="To the text")).to_be_focused()
            next(at_each_size(visit.page, [(320, 640)]))
            assert visit.page.evaluate(WIDER) == []
            if name == "docs/security.html":
                # Its tables stack their cells there.
                assert visit.page.locator(".table").evaluate_all(
                    "(tables) => tables.every((box) => box.scrollWidth <= box.clientWidth)"
                )
        if name == COMPONENTS:
            visit.expect_accessible("dark")


@pytest.mark.parametrize("name", [*DECLARED, *OWN])
def test_a_page_in_the_longest_words_and_in_an_empty_house(full_house, empty_house, new_page, name):
    with visited(full_house, name, new_page()) as visit:
        visit.go_in_longest_words()
        visit.expect_room()
        if name in WITH_OWN_NIGHT:
            visit.expect_accessible("dark")
    with visited(empty_house, name, new_page()) as visit:
        language = visit.languages[1]
        visit.go(language)
        visit.expect_there(language)
        visit.expect_room()
        visit.expect_accessible("dark")
        visit.expect_nothing_under_the_toast()
