"""Measures what each page weighs with everything it loads, as it travels (gzip) and unpacked.

    .build-tools/venv/bin/python Tests/Browser/page_sizes.py
"""

from playwright.sync_api import sync_playwright

import chromium
from hub import Hub

PAGES = ("/", "/host", "/display", "/events")


def weigh(context, address):
    page = context.new_page()
    session = context.new_cdp_session(page)
    travelled, unpacked = {}, {}
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
    return len(travelled), sum(travelled.values()), sum(unpacked.values())


def main():
    hub = Hub().start()
    for number in range(8):
        hub.add(f"Guest Number {number}")
    with sync_playwright() as playwright:
        browser = chromium.launch(playwright)
        context = browser.new_context()
        for role in ("host", "display", "engineer"):
            context.new_page().goto(hub.link(role))
        for path in PAGES:
            files, travelled, unpacked = weigh(context, hub.address + path)
            print(
                f"{path:9} {files:3} files, {travelled / 1024:6.1f} KiB with headers as sent, "
                f"{unpacked / 1024:6.1f} KiB unpacked"
            )
        browser.close()
    hub.close()


if __name__ == "__main__":
    main()
