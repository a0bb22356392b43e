"""A house with a planner: its hub, and the book of its weeks for hosts."""

import json
import re
import urllib.request
from datetime import UTC, datetime, timedelta
from time import sleep
from zoneinfo import ZoneInfo

from playwright.sync_api import expect

from pages import LivePage
from stage import StagedHub

ZONE = ZoneInfo("Europe/Rome")
TABLET = {"width": 1024, "height": 768}
PHONE = {"width": 390, "height": 844}
DAY = timedelta(days=1)
# A name of the greatest length.
LONG = "Wolfeschlegelsteinhausenbergerdorff"


def exactly(text):
    return re.compile(f"^{re.escape(text)}$")


def today():
    at = PlannerHub.last and PlannerHub.last.at
    now = datetime.fromtimestamp(at / 1_000, UTC) if at else datetime.now(UTC)
    return now.astimezone(ZONE).date()


def monday(of=None):
    day = of or today()
    return day - DAY * day.weekday()


def at(date, time):
    """A local time, as actions take it."""
    return f"{date.isoformat()}T{time}"


class PlannerHub(StagedHub):
    """A hub of a house with a planner."""

    # The most recently added event.
    last = None

    def __init__(self):
        super().__init__()
        PlannerHub.last = self
        # No test begins on one day and ends on the next.
        now = datetime.now(ZONE)
        left = datetime.combine(now.date() + DAY, datetime.min.time(), ZONE) - now
        if left < timedelta(minutes=2):
            sleep(left.total_seconds() + 1)

    def do(self, action, **args):
        """Makes a change as another device would, and returns its result."""
        return self.mutate(f"planner.{action}", **args).get("result", {})

    def plan(self, title, date, time="12:00", minutes=60, **more):
        return self.do("add", title=title, start=at(date, time), minutes=minutes, **more)["event"]

    def plan_days(self, title, date, days=1, **more):
        return self.do("add", title=title, date=date.isoformat(), days=days, **more)["event"]

    def reserve(self, name, date, time="20:00", size=2, **more):
        start = at(date, time)
        return self.do("reserve", name=name, size=size, start=start, override=True, **more)["reservation"]

    def take(self, text):
        """Imports a file into a new calendar."""
        self.get("/healthz")
        request = urllib.request.Request(
            f"{self.address}/v1/main/planner/import?name=Series", data=text.encode(),
            headers={"Authorization": f"Bearer {self.token}", "Content-Type": "text/calendar"},
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def week(self, of=None):
        return self.view(f"planner/week?monday={monday(of).isoformat()}")["doc"]

    def occurrences(self, of=None):
        """The title and first day of the week's occurrences, by day."""
        rows = self.week(of)["occurrences"].values()
        return sorted((row["firstDay"], row["title"]) for row in rows)


def fill(hub):
    """Fills a day with everything it can have, a month with an event on each day, and feeds with long
    names."""
    for number in range(21):
        # After the hour skipped when summer time begins.
        hub.plan(LONG * 2, today(), f"{number + 3:02}:00", 90, location=LONG, tentative=number % 2 == 0)
    hub.plan_days(LONG, today(), 30)
    for _ in range(10):
        hub.reserve(LONG, today(), "20:00", 20)
    hub.do("configure", pacing=[{"days": ["FR", "SA"], "from": "19:00", "covers": 16}, {"covers": 12}])
    calendar = hub.do("add_calendar", name=LONG * 2, color="red")["calendar"]
    hub.do("add_feed", name="Phones", calendars=[calendar, "main"], details="busy")
    # It waits for somebody to sign in.
    hub.do("connect", kind="google", clientId=LONG, name=LONG * 2)


class BookPage(LivePage):
    def __init__(self, page):
        super().__init__(page)
        self.toast = page.locator("#toast")

    def day(self, date):
        return self.page.locator(f'.day[data-date="{date.isoformat()}"]')

    def rows(self, date):
        """The titles of a day's events, in order."""
        return self.day(date).locator(".event .event-title")

    def row(self, date, title):
        return self.day(date).locator(".event, .bar").filter(
            has=self.page.locator(".event-title", has_text=exactly(title))
        )

    def resting(self, date, title):
        """The event's row, once it is visible."""
        row = self.row(date, title)
        expect(row).to_be_visible()
        return row

    def open(self, date, title):
        """Taps an event, and returns its dialog."""
        self.resting(date, title).get_by_role("button").click()
        dialog = self.page.get_by_role("dialog")
        expect(dialog).to_be_visible()
        return dialog

    def choose(self, date, title):
        self.row(date, title).get_by_role("button").focus()

    def expect_cursor(self, date, title):
        expect(self.row(date, title).get_by_role("button")).to_be_focused()

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def expect_week(self, date):
        expect(self.day(monday(date))).to_be_attached()

    def lift(self, date, title, to):
        """Drags an event over another day with the mouse, without dropping it."""
        start = self.resting(date, title).bounding_box()
        end = self.day(to).bounding_box()
        mouse = self.page.mouse
        mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        mouse.down()
        mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=8)
        expect(self.page.locator(".is-ghost")).to_be_visible()

    def drop(self):
        self.page.mouse.up()

    def drag(self, date, title, to):
        self.lift(date, title, to)
        self.drop()

    def answer(self, scope):
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_role("button", name=scope, exact=True).click()
        expect(dialog).to_be_hidden()

    def undo(self):
        self.toast.get_by_role("button", name="Undo").click()

    def expect_said(self, sentence):
        expect(self.page.locator("#toast-text")).to_have_text(sentence)
