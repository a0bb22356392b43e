"""A house among stations and places: its hub, and its pages for hosts, friends, guests and screens."""

import json
import re
import urllib.request
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import expect

from pages import TIME_TO_12, LivePage, settled
from stage import StagedHub, serving

DATA = Path(__file__).with_name("data")
HOUSE = {"lat": 40.7165, "lon": -74.3578}
TELEVISION = {"width": 1920, "height": 1080}
TABLET = {"width": 1024, "height": 768}
PHONE = {"width": 390, "height": 844}


def exactly(text):
    return re.compile(f"^{re.escape(text)}$")


class NearbyHub(StagedHub):
    """A hub of a house with the nearby board."""

    time_zone = "America/New_York"

    def do(self, action, **args):
        """Makes a change as another device would, and returns its result."""
        return self.mutate(f"nearby.{action}", **args).get("result", {})

    def send_file(self, kind, path, media):
        self.get("/healthz")
        request = urllib.request.Request(
            f"{self.address}/v1/main/nearby/{kind}", data=path.read_bytes(),
            headers={"Authorization": f"Bearer {self.token}", "Content-Type": media},
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def furnish(self, **settings):
        """Imports the stations and places, and sets the house's position."""
        self.send_file("stops", DATA / "stops.txt", "text/csv")
        self.send_file("zips", DATA / "zips.csv", "text/csv")
        self.send_file("places", DATA / "places.json", "application/json")
        self.do("configure", **{"units": "mi", **HOUSE, **settings})
        return self

    def keep(self, number, **more):
        """Adds a place of the file to the favourites."""
        return self.do("add", ref=f"osm:node/{number}", **more)["favourite"]

    def open_round(self, title="Lunch on Friday", places=(1, 3), **more):
        opened = self.do("open", title=title, **more)
        options = [
            self.do("choose", round=opened["round"], ref=f"osm:node/{number}")["option"] for number in places
        ]
        return opened["round"], opened["ticket"], options

    def ticket_of(self, round_):
        return json.loads(self.get(f"/v1/main/nearby/ticket?round={round_}"))["ticket"]

    def favourites(self):
        return self.view("nearby/host")["doc"]["favourites"]

    def rounds(self):
        return self.view("nearby/host")["doc"]["rounds"]


def fill(hub):
    """Adds favourites, a round that a friend joins, and one that is decided."""
    hub.keep(1, rating=4.5, notes="Ask for the corner table.", tags=["quiet"])
    hub.keep(7)
    hub.round, hub.ticket, options = hub.open_round(when="2027-05-04T16:30:00Z")
    friend = hub.do("join", round=hub.round, name="Ada Lovelace")["friend"]
    hub.do("answer", friend=friend, coming="yes", votes=[options[0]])
    closed, hub.closed_ticket, [first, _] = hub.open_round("Dinner")
    hub.do("close", round=closed, option=first)


@contextmanager
def served(furnished=True, options=None, **settings):
    with serving(NearbyHub, **(options or {})) as hub:
        yield hub.furnish(**settings) if furnished else hub


class NearbyPage(LivePage):
    """The page for staff."""

    time_of_day = TIME_TO_12

    def __init__(self, page):
        super().__init__(page)
        self.search = page.get_by_role("combobox", name="Station, town or postcode")
        self.found = page.locator("#found [role=option]")
        self.title = page.locator("#places-title")
        self.names = page.locator("#place-list .place-open")
        self.favourite_names = page.locator("#favourite-list .place-open")
        self.map = page.locator("#map")
        self.say = page.locator("#places-say")
        self.toast = page.locator("#toast")

    def row(self, name, place="#place-list"):
        return self.page.locator(f"{place} .place").filter(
            has=self.page.locator(".place-open", has_text=exactly(name))
        )

    def heart(self, name, place="#place-list"):
        return self.row(name, place).get_by_role("button", name=f"Favourite: {name}", exact=True)

    def check(self, name, place="#place-list"):
        return self.row(name, place).locator(".mark.is-check")

    def part(self, name):
        self.page.locator("#parts").get_by_role("link", name=name).click()

    def round(self, title):
        return self.page.locator(".round").filter(has=self.page.locator("h3", has_text=exactly(title)))

    def marks(self, kind):
        return self.map.locator(f".map-mark.is-{kind}")

    def undo(self):
        self.toast.get_by_role("button", name="Undo").click()


class FriendPage(LivePage):
    """The page of a round on a friend's phone."""

    time_of_day = TIME_TO_12

    def __init__(self, page):
        super().__init__(page)
        self.name = page.get_by_label("What’s your name?")
        self.options = page.locator("#options .option-name")

    def join(self, name):
        self.name.fill(name)
        self.page.get_by_role("button", name="Join").click()
        expect(self.page.locator("#join")).to_be_hidden()
        settled(self.page)

    def coming(self, answer):
        button = self.page.locator("#coming-part").get_by_role("button", name=answer, exact=True)
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")

    def vote(self, name):
        button = self.page.get_by_role("button", name=f"Vote for {name}", exact=True)
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")

    def vote_back(self, name):
        button = self.page.get_by_role("button", name=f"Vote for {name}", exact=True)
        button.click()
        expect(button).to_have_attribute("aria-pressed", "false")

    def votes(self, name):
        return self.page.locator("#options .option").filter(
            has=self.page.locator(".option-name", has_text=exactly(name))
        ).locator(".option-voters")


def signed_in(hub, new_page, role="host", **options):
    """Signs a new page in with a role, and opens nothing yet."""
    options.setdefault("viewport", TABLET)
    options.setdefault("locale", "en-GB")
    page = new_page(**options)
    page.context.request.get(hub.link(role))
    return page


def visit(hub, new_page, path, role="host", **options):
    """Opens a page in a role."""
    page = signed_in(hub, new_page, role, **options)
    page.goto(hub.address + path)
    return page


def open_nearby(hub, new_page, path="/nearby", **options):
    nearby = NearbyPage(visit(hub, new_page, path, **options))
    nearby.expect_live()
    return nearby


def open_friend(hub, new_page, ticket, **options):
    options.setdefault("viewport", PHONE)
    options.setdefault("locale", "en-GB")
    page = new_page(**options)
    page.goto(f"{hub.address}/t/{ticket}")
    friend = FriendPage(page)
    friend.expect_live()
    return friend
