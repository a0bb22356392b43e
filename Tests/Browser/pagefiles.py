"""The pages and texts that the hub serves, from its files and its boards' descriptions; no browser is
needed."""

import functools
import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PUBLIC = ROOT / "Public"
# Descriptions of the boards, written by `tablecast describe` for the tests.
DESCRIBED = ROOT / ".build" / "described"
# The languages of pages for guests and for the room, and of those for staff.
LANGUAGES = ["en", "de", "fr", "es", "it"]
STAFF_LANGUAGES = ["en", "es"]
MADE = {path.relative_to(DESCRIBED) for path in DESCRIBED.glob("**/*.*")}
# The files of the browsers' common core, in the order in which they are loaded.
CORE = re.findall(
    r'^import "\./core/(\w+)\.js";$',
    (PUBLIC / "js" / "tablecast.js").read_text(encoding="utf-8"), re.MULTILINE,
)


@functools.cache
def boards():
    """The boards' declarations."""
    return json.loads((DESCRIBED / "docs" / "boards.json").read_text(encoding="utf-8"))


@functools.cache
def declared_pages():
    """The pages that boards declare and the hub's own, by name: `<board>/menu`. The form without an
    address is `join`."""
    described = boards()
    declared = sum((board["pages"] for board in described["boards"]), described["pages"])
    return {page.get("address", "/join").removeprefix("/"): page for page in declared}


def panels():
    """The readers of the panels that boards add to other boards' pages, by folder: `<board>/ahead`."""
    pages = declared_pages()
    return {
        panel["script"].removeprefix("/boards/").rpartition("/")[0]:
            pages[panel.get("page", "/join").removeprefix("/")]["reader"]
        for board in boards()["boards"] for panel in board["panels"] if "script" in panel
    }


def script_of(panel):
    """The script of a panel, by its folder."""
    scripts = [
        panel["script"] for board in boards()["boards"] for panel in board["panels"] if "script" in panel
    ]
    return next(PUBLIC / each[1:] for each in scripts if each.startswith(f"/boards/{panel}/"))


def folder_of(page):
    """The folder of a page, of a panel, or of a board. A board's declaration may name its page's
    folder."""
    declared = declared_pages().get(page, {}).get("folder")
    folders = [PUBLIC / declared] if declared else [PUBLIC / page, PUBLIC / "boards" / page]
    found = [folder for folder in folders if folder.is_dir()]
    assert len(found) == 1, page
    return found[0]


def html_of(page):
    """The template of a page."""
    folder = PUBLIC if page == "start" else folder_of(page)
    return (folder / "index.html").read_text(encoding="utf-8")


def texts_of(page, language):
    """The sentences of a page, by their keys."""
    path = folder_of(page) / "texts" / f"{language}.json"
    return json.loads(path.read_text(encoding="utf-8"))
