"""Measures how smooth the events page stays with a long journal, and while much happens.

    .build-tools/venv/bin/python Tests/Browser/event_smoothness.py [events] [per second] [seconds]

A hub gets a venue with that many events. The page loads them all back to revision 1, is scrolled from one
end to the other, and filtered. Then it follows changes at the given rate, in 20 batches a second. For each
part it prints the times between frames, the tasks longer than 50 ms, and the slider's response times. It is
a measurement, not a test.
"""

import json
import os
import statistics
import subprocess
import sys
import threading
import time
from datetime import datetime, timedelta, timezone
from pathlib import Path

from playwright.sync_api import sync_playwright

import chromium
from hub import Hub, binary

ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz"
PARTIES_A_DAY = 200
WAITING = 40

# Frames are measured by the browser's own clock.
WATCH = """() => {
    window.frames_ = [];
    window.long = [];
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) { window.long.push(entry.duration); }
    }).observe({ type: "longtask" });
    let last = performance.now();
    const tick = (now) => {
        window.frames_.push(now - last);
        last = now;
        requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
}"""

TAKE = """() => {
    const taken = { frames: window.frames_.slice(1), long: window.long };
    window.frames_ = [];
    window.long = [];
    return taken;
}"""

SCROLL = """async () => {
    const scroll = document.querySelector("#scroll");
    const from = scroll.scrollTop;
    for (let step = 0; step <= 240; step += 1) {
        scroll.scrollTop = from * (1 - step / 240);
        await new Promise((done) => requestAnimationFrame(done));
    }
    for (let step = 0; step <= 240; step += 1) {
        scroll.scrollTop = scroll.scrollHeight * (step / 240);
        await new Promise((done) => requestAnimationFrame(done));
    }
}"""


def rank(rev):
    digits = ""
    while rev:
        rev, digit = divmod(rev, 36)
        digits = ALPHABET[digit] + digits
    return ALPHABET[len(digits)] + digits


def journal(count):
    """Yields days of service: parties arrive, are called and are seated, in order of arrival."""
    at = datetime.now(timezone.utc) - timedelta(seconds=10 * count)
    waiting, rev, number = [], 0, 0

    def event(kind, subject, **data):
        nonlocal rev, at
        rev += 1
        at += timedelta(seconds=9.5)
        instant = at.strftime("%Y-%m-%dT%H:%M:%S.") + f"{at.microsecond // 1000:03}Z"
        if kind == "added":
            data["arrivedAt"] = instant
        return json.dumps({
            "specversion": "1.0", "id": f"e:{rev}", "source": "/v1/main",
            "type": f"tablecast.waitlist.{kind}", "time": instant, "subject": subject, "data": data,
            "rev": rev, "board": "waitlist", "actor": f"host:d_{rev % 7}", "mutationid": f"m-{rev}",
        })

    while rev < count:
        if rev and number >= PARTIES_A_DAY:
            number = 0
            yield event("day_began", "day")
        number += 1
        party, name = f"p_{rev + 1}", f"Guest Number {rev + 1}"
        waiting.append((party, name))
        yield event(
            "added", party, name=name, size=2, number=number, rank=rank(rev + 1), status="waiting"
        )
        if len(waiting) > WAITING:
            party, name = waiting.pop(0)
            yield event("readied", party, name=name)
            yield event("seated", party, name=name, table="7")


def report(what, taken):
    frames = sorted(taken["frames"])
    p99 = frames[int(len(frames) * 0.99)]
    long = taken["long"]
    print(
        f"{what}: {len(frames)} frames, median {statistics.median(frames):.1f} ms, p99 {p99:.1f} ms, "
        f"worst {frames[-1]:.1f} ms; {len(long)} tasks over 50 ms"
        + (f", worst {max(long):.0f} ms" if long else ""),
        flush=True,
    )


def wait(page, condition, seconds=300):
    deadline = time.monotonic() + seconds
    while not page.evaluate(condition):
        if time.monotonic() > deadline:
            raise TimeoutError(condition)
        time.sleep(0.1)


def mutate_at(hub, per_second, seconds):
    """Changes an entry again and again by a WebSocket, at the given rate."""
    from websockets.sync.client import connect

    party = hub.add("Busy", 2)
    token = hub.command("token", "--role", "host")
    batch = per_second // 20
    address = hub.address.replace("http", "ws") + "/v1/main/sync"
    with connect(
        address, subprotocols=["tablecast.v1"],
        additional_headers={"Authorization": f"Bearer {token}"},
    ) as socket:
        threading.Thread(target=lambda: [None for _ in socket], daemon=True).start()
        began = time.monotonic()
        for turn in range(seconds * 20):
            for number in range(batch):
                socket.send(json.dumps({
                    "type": "mutate", "id": f"busy-{turn}-{number}", "action": "waitlist.edit",
                    "args": {"party": party, "size": 1 + (turn * batch + number) % 9},
                }))
            time.sleep(max(0, began + (turn + 1) / 20 - time.monotonic()))
        time.sleep(0.5)


def measure(page, hub, per_second, seconds):
    page.evaluate(WATCH)
    began = time.monotonic()
    while page.locator("#earlier").is_visible():
        page.evaluate("document.querySelector('#earlier').click()")
        time.sleep(0.05)
    count = page.locator("#filter-count").inner_text()
    report(f"loaded back to revision 1 in {time.monotonic() - began:.1f} s ({count})",
           page.evaluate(TAKE))
    page.evaluate(SCROLL)
    report("scrolled to the first and back", page.evaluate(TAKE))
    for letter in "number 99":
        page.locator("#filter-text").press_sequentially(letter)
        time.sleep(0.3)
    time.sleep(1)
    report(f"filtered ({page.locator('#filter-count').inner_text()})", page.evaluate(TAKE))
    page.get_by_role("button", name="Show everything").click()
    time.sleep(1)
    page.evaluate("document.querySelector('#scroll').scrollTop = 1e9")
    time.sleep(1)
    page.evaluate(TAKE)
    before = hub.view("waitlist/host")["rev"]
    sender = threading.Thread(target=mutate_at, args=(hub, per_second, seconds))
    sender.start()
    sender.join()
    after = hub.view("waitlist/host")["rev"]
    taken = page.evaluate(TAKE)
    report(f"followed {after - before} events in {seconds} s", taken)
    wait(page, f"() => document.querySelector('#events > li:last-child .rev').textContent >= {after}")
    times = []
    for step in range(1, 41):
        rev = after * ((step * 17) % 40) // 40
        began = time.monotonic()
        hub.get(f"/v1/main/views/waitlist/host?rev={rev}")
        times.append((time.monotonic() - began) * 1000)
    print(f"the past, jumping about: median {statistics.median(times):.0f} ms, worst {max(times):.0f} ms")
    times = []
    for step in range(80):
        began = time.monotonic()
        hub.get(f"/v1/main/views/waitlist/host?rev={after - 500 - step}")
        times.append((time.monotonic() - began) * 1000)
    print(f"the past, step by step: median {statistics.median(times):.0f} ms, worst {max(times):.0f} ms")


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    per_second = int(sys.argv[2]) if len(sys.argv) > 2 else 500
    seconds = int(sys.argv[3]) if len(sys.argv) > 3 else 10
    os.environ["TABLECAST_LIMITS"] = "mutation-credit=1000000,message-credit=1000000"
    hub = Hub()
    path = Path(hub.folder.name) / "journal.ndjson"
    path.write_text("\n".join(journal(count)), encoding="utf-8")
    subprocess.run(
        [binary(), "import", "events", path, "--data", hub.data, "--name", "The Copper Pot"],
        check=True, capture_output=True,
    )
    # The hub prints no first links for an existing venue.
    hub.links = {"imported": ""}
    hub.start()
    with sync_playwright() as playwright:
        browser = chromium.launch(playwright)
        page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
        page.goto(hub.link("engineer"))
        wait(page, "() => document.documentElement.dataset.life === 'live'")
        measure(page, hub, per_second, seconds)
        browser.close()
    hub.close()


if __name__ == "__main__":
    main()
