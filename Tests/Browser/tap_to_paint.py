"""Measures how long it takes from the host's tap on Add until the display has painted the party.

    .build-tools/venv/bin/python Tests/Browser/tap_to_paint.py [parties]

Both pages run in one Chromium, so that they share a clock. The figure has in it: the tap's handling, the
way to the hub, its rules, the journal's flush to the disk, the diff's way back, and the display's next
frame. It is no test: it prints, and judges nothing.
"""

import statistics
import sys

from playwright.sync_api import sync_playwright

import chromium
from hub import Hub
from pages import DisplayPage, HostPage, wait_until

WATCH = """() => {
    window.paintedAt = {};
    new MutationObserver(() => {
        for (const name of document.querySelectorAll("#waiting bdi")) {
            const label = name.textContent;
            if (label in window.paintedAt) { continue; }
            window.paintedAt[label] = 0;
            // A message posted from within a frame is handled after that frame was painted.
            requestAnimationFrame(() => {
                const channel = new MessageChannel();
                channel.port1.onmessage = () => {
                    window.paintedAt[label] = performance.timeOrigin + performance.now();
                };
                channel.port2.postMessage(0);
            });
        }
    }).observe(document.querySelector("#waiting"), { childList: true, subtree: true, characterData: true });
}"""

TAP = """(element) => {
    const at = performance.timeOrigin + performance.now();
    element.click();
    return at;
}"""


def measure(parties):
    hub = Hub().start()
    with sync_playwright() as playwright:
        browser = chromium.launch(playwright)
        host = HostPage(browser.new_context().new_page())
        display = DisplayPage(
            browser.new_context(viewport={"width": 1920, "height": 1080}).new_page()
        )
        host.page.goto(hub.link("host"))
        display.page.goto(hub.link("display"))
        host.expect_live()
        display.expect_live()
        display.page.evaluate(WATCH)
        times = []
        for number in range(parties):
            label = f"P{number}"
            host.name.fill(label)
            host.size.fill("2")
            button = host.page.get_by_role("button", name="Add", exact=True)
            tapped = button.evaluate(TAP)
            wait_until(display.page, "(label) => window.paintedAt[label]", label)
            painted = display.page.evaluate("(label) => window.paintedAt[label]", label)
            times.append(painted - tapped)
            # Seated again at once, so that the next one stands on the first page too.
            party = next(iter(hub.view("waitlist/host")["doc"]["parties"]))
            hub.mutate("waitlist.seat", party=party)
        browser.close()
    hub.close()
    return sorted(times)


def main():
    parties = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    times = measure(parties)
    p99 = times[min(len(times) - 1, int(len(times) * 0.99))]
    print(
        f"tap to painted over {len(times)} parties: p50 {statistics.median(times):.1f} ms, "
        f"p99 {p99:.1f} ms, worst {times[-1]:.1f} ms"
    )


if __name__ == "__main__":
    main()
