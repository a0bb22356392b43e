"""Draws the README's picture: the display on a television, the host's page on a tablet, a guest's phone, the kitchen and
the planner.

    .build-tools/venv/bin/python Tests/Browser/readme_picture.py Public/docs/screens.png
"""

import base64
import sys

from playwright.sync_api import sync_playwright

import chromium
from onetime import OneTime
from pagefiles import ROOT
from pages import LivePage, settled
from stage import EVENING_MS, STAGE, StagedHub, serving

# The letters that the stage does not serve.
FONTS = ROOT / ".build" / "fonts"
PARTIES = [
    ("Ada Lovelace", 4), ("José Álvarez", 2), ("李小龙", 3), ("محمد علي", 5), ("Zoë O'Hara", 2),
    ("Kim", 6), ("Anaïs Nin", 8), ("Bob Dylan", 2), ("Sam Smith", 4),
]
ROUNDS = {
    "4": [("Green salad", 2), ("Sea bass", 1), ("Lamb chops", 1)], "7": [("Oysters", 12), ("House wine", 2)],
    "12": [("Sea bream", 3), ("Tomato salad", 1)],
}
PLANS = [
    ("25", "16:00", 30, "Wine delivery"), ("26", "18:00", 120, "Wine tasting"), ("27", "20:30", 120, "Live music"),
    ("28", "12:00", 180, "Wedding lunch"), ("29", "10:00", 60, "Team briefing"),
]
# The television at the top with a phone beside it; the others below them.
SHEET = """<style>
    body { display: grid; grid-template-columns: repeat(3, 630px); gap: 20px; width: 1930px; margin: 0;
        background: #DCD3C5; }
    img { display: block; width: 100%%; height: 100%%; object-fit: cover; object-position: top; }
    img:first-child { grid-column: span 2; height: 720px; }
    img:nth-child(2) { height: 720px; object-fit: contain; }
</style>%s"""


def fill(hub):
    """Gives the house an evening, and returns the address of a guest's place."""
    parties = []
    for name, size in PARTIES:
        parties.append(hub.mutate("waitlist.add", name=name, size=size)["result"])
        hub.move(150)
    section = hub.mutate("orders.add_section", name="Menu")["result"]["section"]
    for table, dishes in ROUNDS.items():
        tab = hub.mutate("orders.open", kind="table", table=table)["result"]["tab"]
        for name, count in dishes:
            dish = hub.mutate("orders.add_dish", section=section, name=name, price=950)["result"]["dish"]
            hub.mutate("orders.add", tab=tab, dish=dish, quantity=count)
        hub.mutate("orders.place", tab=tab)
        hub.move(180)
    for day, time, minutes, title in PLANS:
        hub.mutate("planner.add", title=title, start=f"2026-11-{day}T{time}", minutes=minutes)
    for party in parties[:2]:
        hub.mutate("waitlist.ready", party=party["party"])
    hub.mutate("notice.post", text="The terrace is open tonight", level="info")
    return f"/t/{parties[4]['ticket']}"


def pictures(browser, hub):
    place = fill(hub)
    for role, path, width, height in (
        ("display", "/display", 1280, 720), (None, place, 390, 720), ("host", "/host", 1024, 768),
        ("kitchen", "/orders/kitchen", 1024, 768), ("host", "/planner", 1024, 768),
    ):
        page = browser.new_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
        OneTime(hub).watch(page)
        page.route("**/vendor/fonts/*", lambda route: route.fulfill(path=FONTS / route.request.url.rpartition("/")[2]))
        if role:
            page.context.request.get(hub.link(role))
        page.goto(hub.address + path)
        LivePage(page).expect_live()
        settled(page)
        yield base64.b64encode(page.screenshot()).decode()
        page.close()


def main():
    with serving(StagedHub, EVENING_MS) as hub, sync_playwright() as playwright:
        browser = chromium.launch(playwright)
        images = [f'<img src="data:image/png;base64,{each}">' for each in pictures(browser, hub)]
        sheet = browser.new_page(viewport={"width": 1930, "height": 100})
        sheet.set_content(SHEET % "".join(images))
        sheet.screenshot(path=sys.argv[1], full_page=True)
        browser.close()
    STAGE.close()


if __name__ == "__main__":
    main()
