"""Guests' texts in an order are read by staff and by the guests of the tab, and the notes also by
the kitchen. Everybody else reads all that they may, and finds none of them."""

import contextlib
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from reader import PAGES, Reader
from stage import serving

STAFF = ("owner", "host", "waiter")
OTHERS = ("kitchen", "engineer", "display")
SHARED = ("menu", "host", "kitchen", "display", "settings", "guest")
OWN_PAGES = ("menu", "pickup", "waiter", "kitchen", "editor", "history")
PHONES = {"A": "+12015550141", "B": "+12015550142", "refused": "+12015550143"}
OF_TAB = ("name", "phone", "address")
OF_LINE = ("notes", "person", "cancelling")


def told(tab, *kinds):
    """Returns a unique text for each kind."""
    return {kind: PHONES[tab] if kind == "phone" else f"tainted {kind} {tab}" for kind in kinds}


TOLD = {
    "A": told("A", *OF_TAB, *OF_LINE),
    "B": told("B", *OF_TAB, *OF_LINE, "leaving"),
    # With a request that is refused.
    "refused": told("refused", *OF_TAB),
}


class Guest(Reader):
    """A reader with a ticket or the join link instead of a role."""

    def __init__(self, hub, name, secret, door, **reads):
        self.secret = secret
        self.door = door
        super().__init__(hub, name, **reads)

    def sign_in(self):
        self.token = self.secret
        self.browser.get(f"{self.hub.address}/{self.door}/{self.secret}").close()


class House:
    """A house with two tabs and a party, and readers who read all that they may."""

    def __init__(self, hub):
        self.hub = hub
        hub.mutate("house.configure", selfCheckIn="direct")
        self.do("configure", onlineOrders=True)
        section = self.do("add_section", name="Fish")["section"]
        self.dish = self.do("add_dish", section=section, name="Sea bass", price=1800)["dish"]
        self.tabs = {
            tab: self.do("open", kind="delivery", **{name: TOLD[tab][name] for name in OF_TAB})
            for tab in "AB"
        }
        party = hub.mutate("waitlist.add", name="Ada", size=2)["result"]
        reads = self.all_there_is()
        self.watchers = [Reader(hub, role, **reads) for role in (*STAFF, *OTHERS)] + [
            Guest(hub, f"guest of {tab}", opened["ticket"], "t", **reads)
            for tab, opened in self.tabs.items()
        ] + [Guest(hub, "guest of a party", party["ticket"], "t", **reads)]
        link = hub.join_address().rsplit("/", 1)[1]
        self.readers = [*self.watchers, Guest(hub, "join link", link, "j", **reads)]

    def do(self, action, **args):
        return self.hub.mutate(f"orders.{action}", **args).get("result", {})

    def all_there_is(self):
        named = [f"tab={opened['tab']}" for opened in self.tabs.values()]
        # A service day begins at four.
        day = (self.hub.now().astimezone(ZoneInfo("Europe/Rome")) - timedelta(hours=4)).date()
        return {
            "views": [
                *(f"orders/{view}" for view in SHARED), *(f"orders/tab?{tab}" for tab in named),
                "orders/kitchen?station=grill", f"orders/history?day={day}",
                "waitlist/host", "waitlist/display", "waitlist/guest", "notice/display",
            ],
            "paths": [
                *(f"/v1/main/orders/ticket?{tab}" for tab in named),
                "/v1/main/orders/search?q=tainted", "/v1/main/orders/menu",
            ],
            "pages": [*PAGES, *(f"/orders/{page}" for page in OWN_PAGES)],
        }

    def play(self):
        with contextlib.ExitStack() as standing:
            for reader in self.watchers:
                reader.watch(standing)
            for tab in "AB":
                self.serve(self.tabs[tab]["tab"], TOLD[tab])
            refused = {name: TOLD["refused"][name] for name in OF_TAB}
            self.hub.refuse("orders.open", kind="picnic", **refused)
            self.do("cancel", tab=self.tabs["B"]["tab"], reason=TOLD["B"]["leaving"])
            last = self.hub.view("orders/host")["rev"]
            for reader in self.watchers:
                reader.hear(last)
            for reader in self.readers:
                reader.read_all(last)

    def serve(self, tab, texts):
        wish = {"dish": self.dish, "notes": texts["notes"], "person": texts["person"]}
        line = self.do("add", tab=tab, **wish)["line"]
        self.do("place", tab=tab)
        self.do("cook", lines=[line])
        self.do("add", tab=tab, **wish)
        self.do("edit", tab=tab, name=f"{texts['name']} again")
        self.do("cancel_lines", lines=[line], reason=texts["cancelling"])


@pytest.fixture(scope="module")
def house():
    with serving() as hub:
        house = House(hub)
        house.play()
        yield house


def may_read(role, tab, kind):
    if role == "kitchen":
        return tab in "AB" and kind == "notes"
    # Only staff see why they cancelled a line.
    return role in STAFF or (role == f"guest of {tab}" and kind != "cancelling")


def test_guests_data_is_read_only_by_those_whom_it_concerns(house):
    for reader in house.readers:
        for tab, texts in TOLD.items():
            for kind, text in texts.items():
                found = [name for name, read in reader.read.items() if text in read]
                if not may_read(reader.role, tab, kind):
                    assert found == [], (reader.role, text)
                elif tab in "AB":
                    assert found != [], (reader.role, text)


def test_guests_data_is_in_no_log_and_in_no_menu(house):
    read = {"log": house.hub.errors(), "menu": house.hub.command("export", "menu")}
    assert "Sea bass" in read["menu"]
    for texts in TOLD.values():
        for text in texts.values():
            assert [name for name, found in read.items() if text in found] == [], text


def test_a_ticket_is_read_by_staff_who_ask_for_it(house):
    read = [
        (reader.role, name.split(" ")[0], text)
        for reader in house.readers for name, text in reader.read.items()
    ]
    read += [("log", "", house.hub.errors()), ("export", "", house.hub.command("export"))]
    for tab, opened in house.tabs.items():
        secret = opened["ticket"].split(".")[-1]
        where = {(role, path) for role, path, text in read if secret in text}
        own = {(role, path) for role, path in where if role == f"guest of {tab}"}
        asked = f"/v1/main/orders/ticket?tab={opened['tab']}"
        assert where - own == {(role, asked) for role in STAFF}
