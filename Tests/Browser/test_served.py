"""The status and the HTML of every page."""

import requests

from hub import PATIENCE_SECONDS


def asking():
    """Requests pages as a browser does, without rendering."""
    session = requests.Session()
    session.headers["Accept"] = "text/html"
    return session


def served(session, address):
    """Returns the status and the raw HTML."""
    answer = session.get(address, timeout=PATIENCE_SECONDS)
    return answer.status_code, answer.content.decode()


def test_every_page_is_served_to_who_may_open_it_and_to_nobody_else(hub):
    hub.mutate("house.configure", selfCheckIn="direct")
    ticket = hub.mutate("waitlist.add", name="Wilhelmina", size=2)["result"]["ticket"]
    with asking() as browser, asking() as stranger:
        for link in (
            *(hub.link(role) for role in ("owner", "host", "display", "engineer")),
            f"{hub.address}/t/{ticket}",
        ):
            assert served(browser, link)[0] == 200, link
        for path in ("/", "/host", "/host/", "/host/index.html", "/display", "/display/index.html", "/events",
                     "/screens", "/events/index.html", "/guest", "/guest/index.html", "/owner", "/owner/"):
            status, html = served(browser, hub.address + path)
            assert status == 200, path
            assert "<title>" in html and "Wilhelmina" not in html, path
        for path in (
            "/host", "/display", "/events", "/screens", "/guest", "/nowhere", "/host/nowhere", "/in/nowhere",
            "/t/nowhere", "/host?venue=nowhere", "/display/index.html", "/owner", "/pair",
            "/pair/index.html", "/pin", "/pin/index.html", "/join", "/join/index.html", "/j/nowhere",
            "/boards/waitlist/host/", "/boards/waitlist/display/index.html", "/boards/house/owner/", "/boards/",
        ):
            status, html = served(stranger, hub.address + path)
            assert status >= 400, path
            # Another page is served in its place.
            assert "data-problem" in html or "data-gate" in html, path
