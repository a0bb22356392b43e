"""Pictures of every page, for the eye: written to the folder named in TABLECAST_SCREENSHOTS."""

import os
from pathlib import Path

import pytest

SIZES = {
    "1920x1080": {"width": 1920, "height": 1080},
    "1024x768": {"width": 1024, "height": 768},
    "390x844": {"width": 390, "height": 844},
}
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


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", [0, 8, 40])
def test_pictures_of_the_pages(
    hub, open_host, open_display, open_events, open_screens, folder, size, count
):
    parties = [hub.add(*GUESTS[number % len(GUESTS)]) for number in range(count)]
    for party in parties[: count // 3 : 2][:5]:
        hub.mutate("waitlist.ready", party=party)
    if count:
        hub.mutate("notice.post", text="The kitchen closes at 22:30 tonight.", level="info")
    for name, open_page in (
        ("host", open_host), ("display", open_display), ("events", open_events),
        ("screens", open_screens),
    ):
        page = open_page(viewport=SIZES[size])
        page.expect_live()
        page.page.screenshot(path=folder / f"{name}-{count}-{size}.png")
