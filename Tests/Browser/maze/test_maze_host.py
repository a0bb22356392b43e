"""The host's page of the maze: which actions it offers and when, a race by the keyboard, and errors in words."""

import re

import pytest
from playwright.sync_api import expect

from mazehouse import KEYS, PRESSED_MS, SMALL, hub, open_server, take_single_steps, walk, way_of
from pages import LivePage, expect_accessible, settled
from wire import wake


class MazePage(LivePage):
    def __init__(self, page):
        super().__init__(page)
        self.state = page.locator("#maze-state")
        self.here = page.locator("#maze-here")
        self.names = page.locator(".maze-name")

    def button(self, name):
        return self.page.get_by_role("button", name=name, exact=True)

    def expect_deeds(self, *names):
        """Expects exactly these actions on offer."""
        deeds = self.page.locator("#deeds button, #replay, #explore").filter(visible=True)
        expect(deeds).to_have_text(list(names))


@pytest.fixture
def open_maze(hub, new_page):
    def open_page(role="host", **options):
        page = new_page(**options)
        take_single_steps(page)
        page.context.request.get(hub.link(role))
        page.goto(f"{hub.address}/maze")
        maze = MazePage(page)
        maze.expect_live()
        return maze

    return open_page


def test_a_maze_is_explored_by_its_size_or_its_code_and_over_after_a_restart(hub, open_maze):
    maze = open_maze(permissions=["clipboard-read", "clipboard-write"])
    expect(maze.page.get_by_role("heading", name="No maze yet")).to_be_visible()
    maze.expect_deeds("Explore")
    expect(maze.button("Medium 32 × 18")).to_have_attribute("aria-pressed", "true")
    maze.page.get_by_text("More", exact=True).click()
    maze.page.get_by_label("How well the server answers").select_option("At once")
    maze.button("Small 16 × 9").click()
    maze.button("Explore").click()
    expect(maze.state).to_have_text("Explored, 144 rooms")
    maze.expect_deeds("Race", "Replay", "Explore")
    settled(maze.page)
    code = maze.page.locator("#code").inner_text()
    assert re.fullmatch(r"16x9-[0-9a-f]{8}", code)
    maze.button("Copy").click()
    expect(maze.page.locator("#toast")).to_have_text("Copied.")
    assert maze.page.evaluate("() => navigator.clipboard.readText()") == code
    field = maze.page.get_by_label("Or the code of a maze")
    field.fill("a maze")
    field.press("Enter")
    expect(field).to_be_focused()
    expect(field).to_have_accessible_description(
        "Maze must look like 32x18-4b7f8b8b, with 2 to 100 rooms a side"
    )
    field.fill(f" {SMALL} ")
    expect(maze.button("Small 16 × 9")).to_have_attribute("aria-pressed", "false")
    field.press("Enter")
    expect(maze.state).to_have_text("Explored, 35 rooms")
    expect(maze.page.locator("#code")).to_have_text(SMALL)
    # The page is in the menu of all others.
    maze.button("Pages").click()
    expect(maze.page.get_by_role("link", name="Maze", exact=True)).to_have_attribute("aria-current", "page")
    maze.page.keyboard.press("Escape")
    # After a restart of the hub the maze is over.
    hub.kill()
    maze.expect_not_live()
    expect(maze.state).to_have_text("Explored, 35 rooms")
    expect(maze.button("Race")).to_have_attribute("aria-disabled", "true")
    hub.start()
    wake(maze.page)
    expect(maze.page.get_by_role("heading", name="The maze is over")).to_be_visible()
    maze.expect_live()
    maze.expect_deeds("Explore")


def test_how_and_where_it_is_explored_can_be_chosen(hub, open_maze, open_server):
    server = open_server(SMALL, whole=9)
    hub.do("configure", apis=[server.url], allowPrivate=True)
    maze = open_maze("owner")
    maze.page.get_by_text("More", exact=True).click()
    concurrency = maze.page.get_by_label("Requests at a time")
    maze.page.get_by_label("How well the server answers").select_option("As written below")
    maze.page.get_by_label("Conditions", exact=True).fill("latency=fast")
    concurrency.fill("65")
    maze.button("Explore").click()
    expect(maze.page.locator("#conditions-problem")).to_have_text(re.compile("^Conditions must look like "))
    expect(maze.page.locator("#concurrency-problem")).to_have_text("Concurrency must be an integer from 1 to 64")
    concurrency.fill("1")
    maze.page.get_by_label("Explored at").select_option(server.url)
    expect(maze.page.get_by_label("Or the code of a maze")).to_be_hidden()
    expect(maze.page.get_by_label("How well the server answers")).to_be_hidden()
    maze.button("Explore").click()
    expect(maze.state).to_have_text("Exploring, 9 rooms")
    expect(maze.page.locator("#server-now")).to_have_text(f"Explored at {server.url}")
    maze.expect_deeds("Cancel")
    # An engineer sees the same and its source, but can change nothing.
    engineer = open_maze("engineer")
    expect(engineer.state).to_have_text("Exploring, 9 rooms")
    expect(engineer.page.locator("#server-now")).to_have_text(f"Explored at {server.url}")
    engineer.expect_deeds()
    expect(engineer.button("Walk in the maze")).to_be_hidden()
    maze.button("Cancel").click()
    for each in (maze, engineer):
        expect(each.state).to_have_text("Stopped, 9 rooms")
    maze.expect_deeds("Replay", "Explore")


def test_a_race_is_won_by_the_keyboard_alone(hub, open_maze):
    maze, other = open_maze(), open_maze("owner")
    hub.do("explore", maze=SMALL, conditions="plain")
    keyboard, page = maze.page.keyboard, maze.page
    maze.button("Walk in the maze").focus()
    keyboard.press("Enter")
    expect(maze.here).to_have_text("You are in, at the start. Wait for the race.")
    expect(maze.page.get_by_role("application", name="The maze")).to_be_focused()
    expect(other.names).to_have_text(["House"])
    page.get_by_label("Countdown").select_option("3 seconds")
    maze.button("Race").focus()
    keyboard.press("Enter")
    maze.expect_deeds("Stop")
    other.expect_deeds("Stop")
    expect(maze.here).to_have_text(re.compile(r"^At the start\. .*(is|are) open\."))
    # The page announces it.
    expect(page.locator("#announcer")).to_have_text(re.compile(r"At the start\. .*(is|are) open\."))
    way = way_of(hub.document()["rooms"])
    page.get_by_role("application", name="The maze").focus()
    half = len(way) // 2
    walk(maze.here, way[:half], lambda side: keyboard.press(KEYS[side], delay=PRESSED_MS))
    hub.expect_steps("House", half)
    # It is the same walker after a reload, and stands where it stood.
    settled(page)
    before = maze.here.inner_text()
    page.reload()
    expect(maze.here).to_have_text(before)
    maze.expect_live()
    expect(maze.names).to_have_text(["House"])
    letters = {"n": "w", "e": "d", "s": "s", "w": "a"}
    walk(maze.here, way[half:], lambda side: keyboard.press(letters[side], delay=PRESSED_MS))
    expect(maze.here).to_have_text(re.compile(r"^You were the first at the exit, in 00:\d\d\.$"))
    for each in (maze, other):
        expect(each.state).to_have_text(re.compile(r"^House wins in 00:\d\d$"))
    maze.expect_deeds("Play again", "Replay", "Explore")
    expect(page.locator("#announcer")).to_have_text(re.compile("House wins in"))
    expect_accessible(maze.page)
    # It is shown again on all screens, at the chosen speed.
    maze.button("2×").click()
    other.page.evaluate("tablecastMaze.replayPauseMs = 3_600_000")
    maze.button("Replay").click()
    expect(other.state).to_have_text(re.compile("^Replay: "))
    assert hub.document()["replay"]["speed"] == 2
    other.page.evaluate("tablecastMaze.replayPauseMs = 0")
    for each in (maze, other):
        expect(each.state).to_have_text(re.compile(r"^House wins in 00:\d\d$"))
    # In the next race nobody has moved, and stopping it asks for confirmation.
    page.get_by_label("Countdown").select_option("60 seconds")
    maze.button("Play again").click()
    expect(maze.here).to_have_text("Get ready.")
    maze.button("Stop").click()
    maze.button("Let it go on").click()
    maze.expect_deeds("Stop")
    maze.button("Stop").click()
    maze.button("Stop the race").click()
    expect(maze.state).to_have_text("Nobody reached the exit")
    maze.button("Leave the maze").click()
    expect(maze.names).to_have_count(0)
