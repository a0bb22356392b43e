"""Measures the size of each page with everything it loads, compressed (gzip) and unpacked. Also measures how
long a guest's phone takes on a slow line (400 ms, 400 kbit/s) from the scanned code until it has painted the
first dishes, for the first time and again.

    .build-tools/venv/bin/python Tests/Browser/page_sizes.py

The house is busy: 120 dishes, 100 open tabs, 60 rounds in the kitchen.
"""

import statistics

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
