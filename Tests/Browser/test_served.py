"""What every page is served as."""

import json
import re

import requests

from hub import HOUSE, PATIENCE_SECONDS
from pagefiles import texts_of

PLACE = re.compile(r"\{\{[^{}]*\}\}")
LANGUAGES = ["en", "de", "fr", "es", "it"]


def asking():
    """Asks for pages as a browser does, and draws none."""
    session = requests.Session()
    session.headers["Accept"] = "text/html"
    return session


def served(session, address):
    """The HTML as it travels, whatever the status."""
    answer = session.get(address, timeout=PATIENCE_SECONDS)
    return answer.status_code, answer.content.decode()


def test_no_place_of_a_template_is_left_unfilled(hub):
    with asking() as browser, asking() as stranger:
        expect_all_filled(hub, browser, stranger, count=0)
        hub.mutate("house.configure", languages=LANGUAGES, selfCheckIn="direct")
        hub.mutate("notice.post", text="Closing at ten", level="urgent")
        expect_all_filled(hub, browser, stranger, count=3)
        expect_all_filled(hub, browser, stranger, count=60)


def expect_all_filled(hub, browser, stranger, count):
    """Looks at all pages when so many more wait, of whom a third is called."""
    parties = [hub.add(f"Party {number}", 2) for number in range(count)]
    for party in parties[: count // 3]:
        hub.mutate("waitlist.ready", party=party)
    ticket = hub.mutate("waitlist.add", name="Guest", size=2)["result"]["ticket"]
    for link in (
        *(hub.link(role) for role in ("owner", "host", "display", "engineer")),
        f"{hub.address}/t/{ticket}",
    ):
        assert served(browser, link)[0] == 200, link
    for path in ("/", "/host", "/host/", "/host/index.html", "/display", "/display/index.html", "/events", "/screens",
                 "/events/index.html", "/guest", "/guest/index.html", "/owner", "/owner/"):
        status, html = served(browser, hub.address + path)
        assert status == 200, path
        outside = re.sub(r"<template\b.*?</template>", "", html, flags=re.DOTALL)
        assert PLACE.findall(outside) == [], path
        assert "<title>" in outside, path
    for path in (
        "/host", "/display", "/events", "/screens", "/guest", "/nowhere", "/host/nowhere", "/in/nowhere",
        "/t/nowhere", "/host?venue=nowhere", "/error.html", "/display/index.html", "/owner", "/pair",
        "/pair/index.html", "/pin", "/pin/index.html", "/join", "/join/index.html", "/j/nowhere",
        "/boards/waitlist/host/", "/boards/waitlist/display/index.html", "/boards/house/owner/", "/boards/",
    ):
        status, html = served(stranger, hub.address + path)
        assert status >= 400, path
        assert PLACE.findall(html) == [], path
        assert "<title>" in html, path


def test_pages_in_other_languages_leave_no_place_unfilled(hub):
    hub.mutate("house.configure", languages=LANGUAGES, selfCheckIn="direct")
    link = json.loads(hub.get("/v1/main/join"))["link"]
    for language in LANGUAGES:
        with asking() as browser:
            status, html = served(browser, f"{hub.address}{link}?lang={language}")
        assert status == 200, language
        outside = re.sub(r"<template\b.*?</template>|<script\b.*?</script>", "", html, flags=re.S)
        assert "{" not in outside, language
        assert f'<html lang="{language}">' in html and HOUSE in html, language
        assert texts_of("join", language)["send"] in html, language
