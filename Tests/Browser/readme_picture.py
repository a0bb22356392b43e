"""Draws the README's picture: the display on a television, the host's page on a tablet, the events.

    .build-tools/venv/bin/python Tests/Browser/readme_picture.py Public/docs/screens.png
"""

import base64
import sys

from playwright.sync_api import sync_playwright

import chromium
from hub import Hub
from pages import DisplayPage, EventsPage, HostPage

PARTIES = [
    ("Ada Lovelace", 4), ("José Álvarez", 2), ("李小龙", 3), ("محمد علي", 5), ("Zoë O'Hara", 2),
    ("Kim", 6), ("Anaïs Nin", 8), ("Bob Dylan", 2), ("Sam Smith", 4),
]
# The largest at the top, the two others below it, side by side.
SHEET = """<style>
    body { display: grid; grid-template-columns: 630px 630px; gap: 20px; width: 1280px; margin: 0;
        background: #DCD3C5; }
    img { display: block; width: 100%%; }
    img:first-child { grid-column: 1 / -1; }
</style>%s"""


def pictures(browser, hub):
    for role, page_type, width, height in (
        ("display", DisplayPage, 1280, 720),
        ("host", HostPage, 1024, 768),
        ("engineer", EventsPage, 1024, 768),
    ):
        page = browser.new_page(viewport={"width": width, "height": height})
        page.goto(hub.link(role))
        shown = page_type(page)
        shown.expect_live()
        page.get_by_text("Sam Smith" if role == "engineer" else "Sam S").first.wait_for()
        page.wait_for_timeout(1000)
        yield base64.b64encode(page.screenshot()).decode()
        page.close()


def main():
    hub = Hub().start()
    parties = [hub.add(*party) for party in PARTIES]
    for party in parties[:2]:
        hub.mutate("waitlist.ready", party=party)
    hub.mutate("notice.post", text="The terrace is open tonight", level="info")
    with sync_playwright() as playwright:
        browser = chromium.launch(playwright)
        images = [f'<img src="data:image/png;base64,{each}">' for each in pictures(browser, hub)]
        sheet = browser.new_page(viewport={"width": 1280, "height": 100})
        sheet.set_content(SHEET % "".join(images))
        sheet.screenshot(path=sys.argv[1], full_page=True)
        browser.close()
    hub.close()


if __name__ == "__main__":
    main()
