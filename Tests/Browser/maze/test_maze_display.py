"""The television with the maze: it grows, guests race in it, and the race is replayed."""

import re

import pytest
from playwright.sync_api import expect

from mazehouse import SMALL, hub, open_server, way_of
from pages import DisplayPage, wait_until

TELEVISION = {"width": 1920, "height": 1080}
UPRIGHT = {"width": 1080, "height": 1920}
EXIT_GREEN = [0x7E, 0xE2, 0xA8]
# The bounding box of everything drawn, or of one colour, in fractions of the picture.
DRAWN = """color => {
    const [canvas] = document.querySelectorAll("#picture canvas");
    const { width, height } = canvas;
    const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
    let [left, top, right, bottom] = [width, height, -1, -1];
    for (let place = 0, index = 0; index < data.length; place += 1, index += 4) {
        const isIt = color
            ? data[index] === color[0] && data[index + 1] === color[1] && data[index + 2] === color[2]
            : data[index + 3] > 0;
        if (isIt) {
            const [x, y] = [place % width, Math.floor(place / width)];
            [left, right] = [Math.min(left, x), Math.max(right, x)];
            [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
        }
    }
    return right < 0 ? null
        : { left: left / width, top: top / height, right: (right + 1) / width, bottom: (bottom + 1) / height };
}"""


class MazeScreen(DisplayPage):
    def __init__(self, page):
        super().__init__(page)
        self.state = page.locator("#state-words")
        self.time = page.locator("#time")
        self.names = page.locator("#names-list .name")
        self.empty = page.locator("#empty-word")
        self.replay = page.locator("#replay")

    def watch(self):
        """Records what happens from now on, because some of it is over soon. Late drawings of a replay skip
        nothing."""
        self.page.evaluate("""() => {
            const [replay, place] = ["#replay", "#state-words"].map((each) => document.querySelector(each));
            window.wentOn = [];
            new MutationObserver(() => window.wentOn.push(`${replay.textContent} ${place.textContent}`.trim()))
                .observe(place, { childList: true });
            const { documentAt } = tablecastMaze.Playback.prototype;
            tablecastMaze.Playback.prototype.documentAt = function (replay, nowMs, doc) {
                this.shownMs = Math.min(nowMs, (this.shownMs || Date.parse(replay.at)) + 50);
                return documentAt.call(this, replay, this.shownMs, doc);
            };
        }""")

    def went_on(self):
        return self.page.evaluate("window.wentOn")

    def wait_for_drawing(self, color=None, is_so="box => box !== null"):
        """Waits until the drawing, or the part of one colour, is at its place in the picture."""
        wait_until(self.page, f"color => ({is_so})(({DRAWN})(color))", color)

    def expect_whole(self):
        """Expects the whole maze in the middle of the picture, as large as it fits."""
        self.wait_for_drawing(is_so="""box => box !== null && box.left > 0 && box.top > 0
            && Math.abs(box.left + box.right - 1) < 0.02 && Math.abs(box.top + box.bottom - 1) < 0.02
            && Math.max(box.right - box.left, box.bottom - box.top) > 0.85""")


@pytest.fixture
def open_screen(hub, new_page):
    def open_page(**options):
        options.setdefault("viewport", TELEVISION)
        page = new_page(**options)
        page.context.request.get(hub.link("display"))
        page.goto(f"{hub.address}/maze/display")
        screen = MazeScreen(page)
        screen.expect_live()
        return screen

    return open_page


def test_after_a_sample_a_maze_grows_until_it_is_whole(hub, open_screen, open_server):
    server = open_server("16x9-4b7f8b8b", whole=60)
    screen = open_screen()
    expect(screen.empty).to_have_text("Waiting? Walk the maze.")
    expect(screen.page.locator("#empty-how")).to_contain_text("Ask our staff")
    screen.expect_whole()
    screen.wait_for_drawing(EXIT_GREEN)
    # One at a time, the hub waits the longest for an answer.
    hub.explore(server, concurrency=1)
    expect(screen.state).to_have_text("Exploring, 60 rooms")
    expect(screen.time).to_have_text(re.compile(r"^00:\d\d$"))
    # Places not yet found fit too.
    screen.wait_for_drawing(is_so="""box => box !== null && box.left > 0 && box.top > 0 && box.right < 1
        && box.bottom < 1 && Math.max(box.right - box.left, box.bottom - box.top) > 0.7""")
    server.go_on()
    expect(screen.state).to_have_text("Explored, 144 rooms")
    screen.expect_whole()
    screen.wait_for_drawing(EXIT_GREEN)


def test_a_race_is_won_and_played_again(hub, open_screen, open_server):
    screen = open_screen()
    hub.explore(open_server(SMALL))
    expect(screen.state).to_have_text("Explored, 35 rooms")
    slow, fast = (hub.do("join")["walker"] for _ in range(2))
    expect(screen.names).to_have_count(2)
    hub.do("race", countdown=60)
    expect(screen.page.locator("#countdown")).to_have_text(re.compile("^(60|[1-5]?[0-9])$"))
    hub.do("stop")
    hub.do("race", countdown=2)
    expect(screen.state).to_have_text("The race is on")
    expect(screen.page.locator("#countdown")).to_be_empty()
    way = way_of(hub.document()["rooms"])
    hub.walk(slow, way[:2])
    hub.walk(fast, way)
    winner = hub.document()["walkers"][fast]["label"]
    expect(screen.state).to_have_text(re.compile(rf"^{winner} wins in 00:\d\d$"))
    expect(screen.names.first).to_have_text(winner)
    expect(screen.page.locator("#names-list .is-first .took")).to_have_text(re.compile(r"^00:\d\d$"))
    # The way is drawn when the race is over: from the start to the exit, it is wider than the exit alone.
    screen.wait_for_drawing(EXIT_GREEN)
    alone = screen.page.evaluate(DRAWN, EXIT_GREEN)
    hub.do("stop")
    expect(screen.page.locator("body")).to_have_class(re.compile("is-won"))
    screen.wait_for_drawing(EXIT_GREEN, f"box => box.right - box.left > 2 * {alone['right'] - alone['left']}")
    other = open_screen(viewport=UPRIGHT)
    screens = (screen, other)
    for each in screens:
        each.watch()
    screen.page.evaluate("tablecastMaze.replayEndMs = 3_600_000")
    other.page.evaluate("tablecastMaze.replayEndMs = 100")
    hub.do("replay", speed=4)
    for each in screens:
        wait_until(each.page, f"() => window.wentOn.some((each) => each.startsWith('Replay {winner} wins in 00:'))")
        assert "Replay The race is on" in each.went_on()
        expect(each.names.first).to_have_text(winner)
    # The present is shown again after the end has stayed for a while.
    expect(other.replay).to_be_empty()
    expect(screen.replay).to_have_text("Replay")
    # The next race ends it.
    hub.do("race", countdown=60)
    for each in screens:
        expect(each.replay).to_be_empty()
        expect(each.state).to_have_text(re.compile(r"^The race begins in 0[01]:\d\d$"))
