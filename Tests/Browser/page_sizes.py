"""Measures the size of each page with everything it loads, compressed (gzip) and unpacked, and the time until its first
paint and until it is live, through a proxy that adds a round trip of 0, 40 and 150 ms. Also measures how long a guest's
phone takes on a slow line (400 ms, 400 kbit/s) from the scanned code until it has painted the first dishes, for the
first time and again.

    .build-tools/venv/bin/python Tests/Browser/page_sizes.py

The house is busy: 120 dishes, 100 open tabs, 60 rounds in the kitchen.
"""

import asyncio
import contextlib
import statistics
import threading
from urllib.parse import urlsplit

from playwright.sync_api import sync_playwright

import chromium
from busyhouse import BusyHouse
from pagefiles import declared_pages
from pages import wait_until

# The addresses by the role that uses them.
PAGES = {"owner": ["/"]}
for declared in declared_pages().values():
    if declared["reader"] != "guest":
        PAGES.setdefault(declared["roles"][0], []).append(declared["address"])
ROUNDS = 5
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
SLOW_LINE = {
    "offline": False, "latency": 400,
    "downloadThroughput": 400_000 / 8, "uploadThroughput": 400_000 / 8,
}

# Records the time from opening the address to painting the first dish.
WATCH = """
    new MutationObserver((_, observer) => {
        if (!document.querySelector("#menu .dish")) { return; }
        observer.disconnect();
        requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => { window.paintedMs = performance.now(); };
            channel.port2.postMessage(0);
        });
    }).observe(document, { childList: true, subtree: true });
"""

DELAYS_MS = [0, 40, 150]
# Records when the page became live; a form has no sign, and counts once it is shown.
WATCH_LIFE = """
    new MutationObserver((_, observer) => {
        const { life, rest } = document.documentElement.dataset;
        if (life ? life === "live" : rest !== undefined) {
            observer.disconnect();
            window.liveMs = performance.now();
        }
    }).observe(document, { attributes: true, childList: true, subtree: true });
"""


class SlowWay:
    """A proxy before a hub, in a thread of its own. It adds a round trip to a new connection, and half of one to
    whatever passes."""

    def __init__(self, address, delay_ms):
        self.hub = urlsplit(address)
        self.half = delay_ms / 2_000
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        beginning = asyncio.start_server(self.connect, "127.0.0.1", 0)
        server = asyncio.run_coroutine_threadsafe(beginning, self.loop).result()
        self.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"

    async def connect(self, reader, writer):
        await asyncio.sleep(2 * self.half)
        hub_reader, hub_writer = await asyncio.open_connection(self.hub.hostname, self.hub.port)
        await asyncio.gather(self.carry(reader, hub_writer), self.carry(hub_reader, writer))

    async def carry(self, reader, writer):
        with contextlib.suppress(ConnectionError):
            while chunk := await reader.read(65_536):
                self.loop.call_later(self.half, writer.write, chunk)
        self.loop.call_later(self.half, writer.close)


def times(browser, house, link, address, options):
    """Prints the medians of a page's first paint and of its becoming live, in an empty cache."""
    found = []
    for delay_ms in DELAYS_MS:
        way = SlowWay(house.address, delay_ms)
        paints, lives = [], []
        for _ in range(ROUNDS):
            context = browser.new_context(**options)
            if link:
                context.request.get(house.link(link).replace(house.address, way.address))
            page = context.new_page()
            page.add_init_script(WATCH_LIFE)
            page.goto(way.address + address)
            wait_until(page, "() => window.liveMs && performance.getEntriesByType('paint').length")
            lives.append(page.evaluate("window.liveMs"))
            paints.append(page.evaluate("performance.getEntriesByType('paint')[0].startTime"))
            context.close()
        found.append(f"{statistics.median(paints):.0f} / {statistics.median(lives):.0f} ms at {delay_ms} ms")
    print(f"{address[:16]:16} first paint / live: {', '.join(found)}", flush=True)


def weigh(context, address, name):
    page = context.new_page()
    session = context.new_cdp_session(page)
    heads, travelled, unpacked = {}, {}, {}
    session.on(
        "Network.responseReceived",
        lambda event: heads.update({event["requestId"]: event["response"]["encodedDataLength"]}),
    )
    session.on(
        "Network.loadingFinished",
        lambda event: travelled.update({event["requestId"]: event["encodedDataLength"]}),
    )
    session.on(
        "Network.dataReceived",
        lambda event: unpacked.update(
            {event["requestId"]: unpacked.get(event["requestId"], 0) + event["dataLength"]}
        ),
    )
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    page.goto(address)
    page.wait_for_load_state("load")
    page.close()
    sent = sum(travelled.values()) / 1024
    bodies = sent - sum(heads.values()) / 1024
    print(
        f"{name:16} {len(travelled):3} files, {sent:6.1f} KiB as sent, {bodies:6.1f} KiB without headers, "
        f"{sum(unpacked.values()) / 1024:6.1f} KiB unpacked", flush=True,
    )


def first_dishes(context, address):
    page = context.new_page()
    page.add_init_script(WATCH)
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW_LINE)
    page.goto(address)
    wait_until(page, "() => window.paintedMs")
    taken = page.evaluate("window.paintedMs")
    page.close()
    return taken


def main():
    house = BusyHouse().start()
    house.mutate("house.configure", selfCheckIn="direct")
    guest = f"{house.address}/t/{house.tabs[0]['ticket']}"
    with sync_playwright() as playwright:
        browser = chromium.launch(playwright)
        for role, paths in PAGES.items():
            context = browser.new_context()
            context.new_page().goto(house.link(role))
            for path in paths:
                weigh(context, house.address + path, path)
            context.close()
        weigh(browser.new_context(**PHONE), guest, "a tab's guest")
        join = house.join_address().removeprefix(house.address)
        party = "/t/" + house.mutate("waitlist.add", name="Ada", size=2)["result"]["ticket"]
        staff = [("host", "/host"), ("display", "/display"), ("kitchen", "/orders/kitchen"), ("owner", "/owner")]
        for link, address, options in [(*each, {}) for each in staff] + [(None, party, PHONE), (None, join, PHONE)]:
            times(browser, house, link, address, options)
        first, again = [], []
        for _ in range(ROUNDS):
            context = browser.new_context(**PHONE)
            first.append(first_dishes(context, guest))
            again.append(first_dishes(context, guest))
            context.close()
        print(
            f"first dishes on a slow line: {statistics.median(first):.0f} ms, "
            f"again {statistics.median(again):.0f} ms"
        )
        browser.close()
    house.close()


if __name__ == "__main__":
    main()
