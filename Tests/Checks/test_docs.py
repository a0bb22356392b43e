"""The links lead somewhere on the start page, and on the pages for those who run the hub and build on
it."""

import re
from html.parser import HTMLParser

from docs import DOCS
from pagefiles import MADE, PUBLIC, declared_pages
from rules import expect_none

# Links elsewhere can't be checked here.
ELSEWHERE = ("https://", "http://")


class Page(HTMLParser):
    """A page's links, its places, and the boxes that scroll sideways."""

    def __init__(self, path):
        super().__init__()
        self.links, self.places, self.boxes = [], set(), []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        if tag == "a":
            self.links.append(named["href"])
        if "id" in named:
            self.places.add(named["id"])
        if {"table", "code"} & set(named.get("class", "").split()):
            self.boxes.append((self.getpos()[0], named))


PAGES = {
    path: Page(path) for path in [*sorted(DOCS.glob("*.html")), *sorted(PUBLIC.glob("index*.html"))]
}


def test_every_link_leads_somewhere():
    addresses = {"/", *(f"/{name}" for name in [*declared_pages(), *MADE])}
    offenders = []
    for path, page in PAGES.items():
        for link in page.links:
            address, _, place = link.partition("#")
            file = path if not address else PUBLIC / address.removeprefix("/")
            if address.startswith(ELSEWHERE) or address in addresses and not place:
                continue
            target = PAGES.get(file)
            if not file.is_file() or place and (target is None or place not in target.places):
                offenders.append(f"{path.relative_to(PUBLIC)}: {link}")
    expect_none(offenders)


def test_the_start_page_says_where_to_go():
    path = PUBLIC / "index.html"
    assert "<code>tablecast link --data DATA --role owner</code>" in path.read_text(encoding="utf-8")
    documents = {f"/docs/{each.name}" for each in PUBLIC.glob("docs/*.html")}
    assert {"/docs/security.html", "/docs/protocol.html"} <= set(PAGES[path].links) <= documents


def test_boxes_that_scroll_sideways_are_focusable_and_named():
    boxes = [(path, *box) for path, page in PAGES.items() for box in page.boxes]
    assert boxes
    expect_none([
        f"{path.relative_to(PUBLIC)}:{line}" for path, line, named in boxes
        if named.get("tabindex") != "0" or not named.get("aria-label")
    ])
