"""The maze on a guest's phone: on the page of the ticket, below the party's place in the line."""

import re

import pytest
from playwright.sync_api import expect

from hub import eventually
from mazehouse import KEYS, PRESSED_MS, SMALL, hub, take_single_steps, walk, way_of
from pages import LivePage, expect_accessible, settled
from wire import Wire

PHONE = {"width": 390, "height": 844}
WALK = "Walk in the maze"


def explored(hub):
    """Makes a small maze, and returns its document once it is whole."""
    hub.do("explore", maze=SMALL, conditions="plain")
    return eventually(hub.document, lambda document: document["run"]["state"] == "ready")


@pytest.fixture
def maze(hub):
    return explored(hub)


@pytest.fixture
def party(hub):
    return hub.mutate("waitlist.add", name="Ada Lovelace", size=2)["result"]


class Phone(LivePage):
    def __init__(self, page):
        super().__init__(page)
        self.wire = Wire(page)
        take_single_steps(page)
        self.place = page.locator("#place")
        self.state = page.locator("#maze-state")
        self.here = page.locator("#maze-here")
        self.hint = page.locator(".maze-hint")
        self.names = page.locator(".maze-name")
        self.said = page.locator("#announcer")
        self.picture = page.get_by_role("application", name="The maze")

    def button(self, name):
        return self.page.get_by_role("button", name=name, exact=True)

    def go(self, side):
        """Presses the cross of buttons."""
        names = {"n": "North", "e": "East", "s": "South", "w": "West"}
        self.button(names[side]).click(delay=PRESSED_MS)

    def press(self, side):
        self.page.keyboard.press(KEYS[side], delay=PRESSED_MS)

    def join(self):
        self.button(WALK).click()
        expect(self.here).to_have_text("You are in, at the start. Wait for the race.")


@pytest.fixture
def open_phone(hub, party, new_page):
    def open_page():
        phone = Phone(new_page(viewport=PHONE, has_touch=True))
        phone.page.goto(f"{hub.address}/t/{party['ticket']}")
        phone.expect_live()
        return phone

    return open_page


@pytest.mark.smoke
def test_two_phones_of_a_party_race_by_buttons_and_keys(hub, maze, open_phone):
    one, other = open_phone(), open_phone()
    one.join()
    expect(one.names).to_have_text(["Ada L."])
    other.join()
    expect(other.names).to_have_text(["Ada L.", "Ada L. 2"])
    expect(other.page.locator(".maze-row.is-own")).to_have_text(re.compile("Ada L. 2 .you."))
    hub.do("race", countdown=10)
    expect(one.page.locator(".maze-countdown")).to_have_text(re.compile("^(10|[1-9])$"))
    expect(one.here).to_have_text("Get ready.")
    # The next race has no time to look around.
    hub.do("stop")
    hub.do("race", countdown=3)
    expect(one.here).to_have_text(re.compile(r"^At the start\. .*(is|are) open\."))
    expect(one.said).to_have_text(re.compile(r"At the start\. .*(is|are) open\."))
    expect_accessible(one.page)
    way = way_of(maze["rooms"])
    # A step into a wall is refused, and announced for those who can't see it.
    side = next(side for side in "nesw" if side not in maze["rooms"]["0,0"].lower())
    expect(other.here).to_have_text(re.compile(r"^At the start\."))
    other.picture.focus()
    other.press(side)
    expect(other.said).to_have_text(re.compile("There is a wall (north|east|south|west)."))
    walk(other.here, way[:2], other.press)
    # A reload in the middle of a race finds the walker, and so does a phone that was without network.
    half = len(way) // 2
    walk(one.here, way[:half], one.go)
    hub.expect_steps("Ada L.", half)
    settled(one.page)
    before = one.here.inner_text()
    one.page.reload()
    expect(one.here).to_have_text(before)
    one.wire.cut()
    one.expect_not_live()
    expect(one.button("North")).to_have_attribute("aria-disabled", "true")
    one.wire.mend()
    one.expect_live()
    walk(one.here, way[half:], one.go)
    expect(one.here).to_have_text(re.compile(r"^You were the first at the exit, in 00:\d\d\.$"))
    for each in (one, other):
        expect(each.state).to_have_text(re.compile(r"^Ada L. wins in 00:\d\d$"))
    walk(other.here, way[2:], other.press)
    expect(other.here).to_have_text(re.compile(r"^You are at the exit, number 2, in 00:\d\d\.$"))
    # The race is ended after the last step.
    document = eventually(hub.document, lambda document: document["run"]["state"] == "finished")
    assert document["run"]["state"] == "finished"
    assert [each["steps"] for each in document["walkers"].values()] == [len(way), len(way)]


def test_a_guest_finds_the_maze_walks_by_finger_and_is_called_to_the_table(hub, maze, party, open_phone):
    phone = open_phone()
    page = phone.page
    expect(phone.button(WALK)).to_be_visible()
    # A house without the maze board shows nothing of it.
    hub.mutate("house.configure", boards=[])
    expect(phone.button(WALK)).to_be_hidden()
    phone.expect_live()
    hub.mutate("house.configure", boards=["maze"])
    explored(hub)
    page.reload()
    expect(phone.button(WALK)).to_be_visible()
    # Its scripts come with the first step into it.
    assert page.evaluate("() => !performance.getEntriesByType('resource').some(({ name }) => name.includes('maze/view'))")
    phone.join()
    expect(phone.place).to_have_text("You’re first in line")
    expect(phone.place).to_be_in_viewport()
    # The page's address leads back.
    page.go_back()
    expect(phone.state).to_be_hidden()
    expect(page.locator("#facts")).to_be_visible()
    # No earlier button can be pressed.
    assert phone.button("Back to the maze").evaluate(
        """(back) => {
            back.click();
            return document.querySelector(".maze-leave").offsetParent === null;
        }""")
    phone.button("Leave the maze").click()
    expect(phone.hint).to_have_text("0 figures are in the maze.")
    phone.button("Close").click()
    expect(phone.button(WALK)).to_be_visible()
    phone.join()
    # Before the race the whole maze is seen, and can be moved.
    expect(phone.button("My figure")).to_be_visible()
    hub.do("race", countdown=0)
    expect(phone.here).to_have_text(re.compile(r"^At the start\."))
    expect(phone.button("Whole maze")).to_be_visible()
    settled(page)
    box = phone.picture.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    across = {"n": (0, -40), "e": (40, 0), "s": (0, 40), "w": (-40, 0)}
    mouse = page.mouse

    def swipe(side):
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + across[side][0], y + across[side][1], steps=4)
        mouse.up()

    walk(phone.here, way_of(maze["rooms"])[:3], swipe)
    phone.button("Whole maze").click()
    expect(phone.button("My figure")).to_be_visible()
    phone.button("Closer").click()
    phone.button("Whole maze").click()
    phone.button("My figure").click()
    expect(phone.button("Whole maze")).to_be_visible()
    # The table comes before the maze.
    settled(page)
    before = phone.here.inner_text()
    hub.mutate("waitlist.ready", party=party["party"])
    expect(phone.place).to_have_text("Your table is ready")
    expect(phone.place).to_be_in_viewport()
    expect(phone.state).to_be_hidden()
    expect(phone.said).to_have_text(re.compile("Your table is ready"))
    expect_accessible(page)
    # The guest may return to the maze, below that message.
    phone.button("Back to the maze").click()
    expect(phone.here).to_have_text(before)
    expect(phone.place).to_be_in_viewport()
    expect_accessible(page)
    hub.mutate("waitlist.seat", party=party["party"])
    expect(phone.place).to_have_text("Enjoy your meal")
    expect(phone.state).to_be_hidden()
