"""Pictures of every page, for the eye: written to the folder named in TABLECAST_SCREENSHOTS."""

import os
from pathlib import Path

import pytest

from pages import at_each_size

GUESTS = [
    ("Ada Lovelace", 1), ("James", 8), ("Bartholomew Featherstonehaugh", 7), ("Zoë Ümlaut", 6),
    ("دانيال الأحمد", 5), ("Mei-Ling Chen", 4), ("Siobhán O'Brien", 3), ("Oskar", 2),
]


@pytest.fixture
def folder():
    named = os.environ.get("TABLECAST_SCREENSHOTS")
    if not named:
        pytest.skip("TABLECAST_SCREENSHOTS names no folder")
    path = Path(named)
    path.mkdir(parents=True, exist_ok=True)
    return path


def test_pictures_of_the_pages(folder, hub, open_host, open_display, open_events, open_screens):
    pages = {
        "host": open_host(), "display": open_display(), "events": open_events(),
        "screens": open_screens(),
    }
    parties = []
    for count in (0, 8, 40):
        while len(parties) < count:
            parties.append(hub.add(*GUESTS[len(parties) % len(GUESTS)]))
        for party in parties[: count // 3 : 2][:5]:
            if hub.view("waitlist/host")["doc"]["parties"][party]["status"] == "waiting":
                hub.mutate("waitlist.ready", party=party)
        if count == 8:
            hub.mutate("notice.post", text="The kitchen closes at 22:30 tonight.", level="info")
        for name, page in pages.items():
            page.page.reload()
            page.expect_live()
            for width, height in at_each_size(page.page):
                page.page.screenshot(path=folder / f"{name}-{count}-{width}x{height}.png")
