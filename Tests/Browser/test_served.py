"""What every page is served as."""

import re
import urllib.error
import urllib.request

import pytest

PLACE = re.compile(r"\{\{[^{}]*\}\}")


def served(address, cookie=""):
    """The HTML as it travels, whatever the status."""
    request = urllib.request.Request(address, headers={"Accept": "text/html", "Cookie": cookie})
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


@pytest.fixture
def cookie(hub, new_page):
    """The sign-ins of all roles in one browser."""

    def sign_in(*links):
        page = new_page()
        for link in links:
            page.goto(link)
        return "; ".join(f"{each['name']}={each['value']}" for each in page.context.cookies())

    return sign_in


@pytest.mark.parametrize("count", [0, 3, 60])
def test_no_place_of_a_template_is_left_unfilled(hub, cookie, count):
    if count:
        hub.mutate(
            "house.configure", languages=["en", "de", "fr", "es", "it"], selfCheckIn="direct"
        )
    parties = [hub.add(f"Party {number}", 2) for number in range(count)]
    for party in parties[: count // 3]:
        hub.mutate("waitlist.ready", party=party)
    if count:
        hub.mutate("notice.post", text="Closing at ten", level="urgent")
    ticket = hub.mutate("waitlist.add", name="Guest", size=2)["result"]["ticket"]
    signed_in = cookie(
        *(hub.link(role) for role in ("owner", "host", "display", "engineer")),
        f"{hub.address}/t/{ticket}",
    )
    for path in ("/", "/host", "/host/", "/host/index.html", "/display", "/display/index.html", "/events", "/screens",
                 "/events/index.html", "/guest", "/guest/index.html", "/owner", "/owner/"):
        status, html = served(hub.address + path, signed_in)
        assert status == 200, path
        outside = re.sub(r"<template\b.*?</template>", "", html, flags=re.DOTALL)
        assert PLACE.findall(outside) == [], path
        assert "<title>" in outside
    for path in (
        "/host", "/display", "/events", "/screens", "/guest", "/nowhere", "/host/nowhere", "/in/nowhere",
        "/t/nowhere", "/host?venue=nowhere", "/error.html", "/display/index.html", "/owner", "/pair",
        "/pair/index.html", "/pin", "/pin/index.html", "/join", "/join/index.html", "/j/nowhere",
        "/boards/waitlist/host/", "/boards/waitlist/display/index.html", "/boards/house/owner/", "/boards/",
    ):
        status, html = served(hub.address + path)
        assert status >= 400, path
        assert PLACE.findall(html) == [], path
        assert "<title>" in html, path
