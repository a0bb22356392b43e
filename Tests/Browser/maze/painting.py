"""Measures the time from a server's answer for a room until a television has painted it, and the longest task of the
host's page while a maze of 10,000 rooms is moved about.

    .build-tools/venv/bin/python Tests/Browser/maze/painting.py [rounds] [drags]

The server of the rooms notes when it answers; a room counts as painted with the frame after which its floor is in the
canvas. The time includes the way to the explorer, its batch, the board's rules, the folded diff's way to the page, and
its frames. Tasks are those of the page's main thread, by the browser's own trace. Hub, browser and server run on the
same machine. It is a measurement, not a test.
"""

import json
import sys
import time
from pathlib import Path

TESTS = Path(__file__).parents[2]
sys.path += [str(TESTS / "Browser"), str(TESTS / "Benchmarks/maze")]

from playwright.sync_api import sync_playwright

import chromium
from grid import Grid
from hub import Hub
from pages import LivePage, wait_until
from tap_to_paint import report

TELEVISION = {"viewport": {"width": 1920, "height": 1080}}
TABLET = {"viewport": {"width": 1024, "height": 768}, "device_scale_factor": 2}
SIDE = 60
# The server's latencies in milliseconds: none, and that of the conditions `seed`.
LATENCIES = (0, 8)
TRACED = ["toplevel", "disabled-by-default-devtools.timeline"]

# Records when some rooms of the run were first painted; only some, because reading the canvas takes time. The floor is
# the first thing drawn beside the middle of a place.
WATCH = """() => {
    const { Picture, originOf } = tablecastMaze;
    const draw = Picture.prototype.draw;
    let run = "";
    Picture.prototype.draw = function (nowMs) {
        draw.call(this, nowMs);
        const { doc, view, size } = this;
        if (!view || !doc.run || !doc.run.id) { return; }
        if (doc.run.id !== run) {
            run = doc.run.id;
            window.paintedAt = {};
        }
        const { paintedAt } = window;
        const context = this.element.querySelector("canvas").getContext("2d");
        const { x: left, y: top } = originOf(view, size);
        const drawn = Object.keys(doc.rooms).filter((place) => {
            const [x, y] = place.split(",").map(Number);
            if ((x + 3 * y) % 10 || place in paintedAt) { return false; }
            const across = Math.floor(left + (x + 0.3) * view.scale);
            const down = Math.floor(top + (0.3 - y) * view.scale);
            return context.getImageData(across, down, 1, 1).data[3] > 0;
        });
        drawn.forEach((place) => (paintedAt[place] = 0));
        // A message posted from within a frame is handled after that frame was painted.
        const channel = new MessageChannel();
        channel.port1.onmessage = () => {
            const at = performance.timeOrigin + performance.now();
            drawn.forEach((place) => (paintedAt[place] = at));
        };
        channel.port2.postMessage(0);
    };
}"""


def is_watched(place):
    x, y = map(int, place.split(","))
    return (x + 3 * y) % 10 == 0


def clock_ahead(page):
    """Returns the milliseconds by which the page's clock is ahead."""
    def compared():
        before = time.time()
        at = page.evaluate("performance.timeOrigin + performance.now()")
        after = time.time()
        return after - before, at - (before + after) / 2 * 1000

    return min(compared() for _ in range(50))[1]


def explore(hub, **arguments):
    hub.mutate("maze.explore", **arguments)
    # The list of runs is short, however large the maze is.
    while (state := json.loads(hub.get("/v1/main/maze/runs"))["runs"][0]["state"]) == "exploring":
        time.sleep(0.1)
    assert state == "ready", state


def open_page(hub, browser, role, path, **options):
    context = browser.new_context(**options)
    context.request.get(hub.link(role))
    page = LivePage(context.new_page())
    page.page.goto(hub.address + path)
    page.expect_live()
    return page.page


def paint_rooms(hub, browser, latency, rounds):
    """Returns the milliseconds from the answer for each room until the television has painted it."""
    with Grid(SIDE, SIDE, latency) as grid:
        hub.mutate("maze.configure", apis=[grid.address], allowPrivate=True)
        page = open_page(hub, browser, "display", "/maze/display", **TELEVISION)
        page.evaluate(WATCH)
        ahead = clock_ahead(page)
        for _ in range(rounds):
            explore(hub, url=grid.address)
            answered = {place: at for place, at in grid.answered().items() if is_watched(place)}
            wait_until(
                page, "(count) => Object.values(window.paintedAt).filter(Boolean).length === count", len(answered))
            painted = page.evaluate("window.paintedAt")
            yield from (painted[place] - ahead - at for place, at in answered.items())
        page.context.close()


def tasks_while_moved(hub, browser, drags):
    """Returns the milliseconds of each task while the picture is dragged from one corner of the maze to the other and
    back, at three scales."""
    explore(hub, maze="100x100-4b7f8b8b", conditions="plain")
    page = open_page(hub, browser, "host", "/maze", **TABLET)
    picture = page.locator(".maze-picture")
    picture.scroll_into_view_if_needed()
    picture.focus()
    box = picture.bounding_box()
    upper = box["x"] + 10, box["y"] + 10
    lower = box["x"] + box["width"] - 10, box["y"] + box["height"] - 10
    browser.start_tracing(page=page, categories=TRACED)
    for _ in range(3):
        page.keyboard.press("+")
        page.keyboard.press("+")
        for start, end in [(upper, lower)] * drags + [(lower, upper)] * 2 * drags + [(upper, lower)] * drags:
            page.mouse.move(*start)
            page.mouse.down()
            page.mouse.move(*end, steps=60)
            page.mouse.up()
    events = json.loads(browser.stop_tracing())["traceEvents"]
    page.context.close()
    mains = {(event["pid"], event["tid"]) for event in events
             if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"}
    return [event["dur"] / 1000 for event in events
            if event["name"] == "RunTask" and (event["pid"], event["tid"]) in mains and "dur" in event]


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    drags = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    hub = Hub().start()
    with sync_playwright() as playwright:
        browser = chromium.launch(playwright)
        for latency in LATENCIES:
            times = paint_rooms(hub, browser, latency, rounds)
            report(f"from the answer, after {latency} ms, to the television", times)
        tasks = tasks_while_moved(hub, browser, drags)
        long = sum(task > 50 for task in tasks)
        print(f"tasks while 10,000 rooms are moved: {len(tasks)}, the longest {max(tasks):.0f} ms, {long} over 50 ms")
        browser.close()
    hub.close()


if __name__ == "__main__":
    main()
