"""A house with reservations: its hub, its time, and its pages for staff and screens."""

import urllib.request
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from hub import eventually
from stage import EVENING_MS, StagedHub, serving

PHONE = {"width": 390, "height": 844}
TABLET = {"width": 1024, "height": 768}
TELEVISION = {"width": 1920, "height": 1080}
# The house's time when the tests begin.
EVENING = datetime.fromtimestamp(EVENING_MS / 1_000, ZoneInfo("Europe/Rome"))


def local(minutes):
    """The house's time `minutes` after the test began, as the board's actions take it."""
    return (EVENING + timedelta(minutes=minutes)).strftime("%Y-%m-%dT%H:%M")


def clock(minutes):
    return local(minutes)[11:]


class EveningHub(StagedHub):
    """A hub of a house that takes reservations."""

    def do(self, action, **args):
        """Makes a change as another device would, and returns its result."""
        return self.mutate(f"planner.{action}", **args).get("result", {})

    def reserve(self, name, minutes, size=2, **more):
        """Makes a reservation, some minutes from now."""
        return self.do("reserve", name=name, size=size, start=local(minutes), **more)["reservation"]

    def reservations(self):
        rows = self.view(f"planner/service?date={EVENING:%Y-%m-%d}")["doc"]["reservations"].values()
        return {row["name"]: row for row in rows}

    def expect_reservation(self, name, **wanted):
        """Waits until the hub has what a page predicted."""
        def found():
            row = self.reservations().get(name, {})
            return {field: row.get(field) for field in wanted}

        assert eventually(found, lambda row: row == wanted) == wanted

    def show(self, calendar, display):
        self.do("edit_calendar", calendar=calendar, display=display)

    def read(self, path):
        """Reads an address without a sign-in."""
        with urllib.request.urlopen(self.address + path) as answer:
            return answer.read().decode()


def fill(hub):
    """Shows an evening of events and reservations on the agenda."""
    hub.show("main", "title")
    hub.show("reservations", "title")
    hub.mutate("house.configure", labels="first_initial")
    hub.do("add", title="Tasting", start=local(-10), minutes=60)
    hub.do("add", title="Quiet word", start=local(90), minutes=30, private=True)
    hub.reserve("Ada Lovelace", 30, 2, notes="Nuts", phone="+390612345678")


def served(**options):
    return serving(EveningHub, EVENING_MS, **options)


def visit(hub, new_page, path, role, **options):
    """Opens a page in a role."""
    options.setdefault("viewport", TABLET)
    page = new_page(**options)
    page.context.request.get(hub.link(role))
    page.goto(hub.address + path)
    return page
