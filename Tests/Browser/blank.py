"""A blank page that imports the pages' modules, or a page of a house without its hub. Its clock stands still."""

import json
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from hub import HOUSE
from pagefiles import DESCRIBED, MADE, PUBLIC, html_of, texts_of

STANDING = Path(__file__).with_name("standing.js")
BLANK = """<!doctype html>
<html>
<head><meta charset="utf-8"><link rel="icon" href="data:,"></head>
<body></body>
</html>"""


def told(name, texts):
    """What the hub tells a page of a house: only its words."""
    return json.dumps({
        "venue": "main", "name": HOUSE, "gate": name if name in ("pin", "pair") else None, "language": "en", "texts": texts,
        "marks": {"mode": "direct", "place": ""},
    })


class Files(SimpleHTTPRequestHandler):
    """Serves the files of the pages, the blank one at `/`, and those of a house at `/page/<name>`."""

    protocol_version = "HTTP/1.1"

    def __init__(self, *arguments):
        super().__init__(*arguments, directory=PUBLIC)

    def do_GET(self):
        if self.path == "/":
            self.give("text/html", BLANK)
        elif self.path.startswith("/page/"):
            self.give("text/html; charset=utf-8", html_of(self.path.removeprefix("/page/")))
        elif self.path.startswith("/v1/main/page?of="):
            name = self.path.rpartition("/")[2]
            texts = texts_of("js/ui", "en") | texts_of(name, "en") if name else {}
            self.give("application/json", told(name, texts))
        elif self.path == "/js/core/base.js":
            own = PUBLIC / self.path[1:]
            self.give("text/javascript", own.read_text(encoding="utf-8") + STANDING.read_text(encoding="utf-8"))
        elif Path(self.path[1:]) in MADE:
            self.give("text/javascript", (DESCRIBED / self.path[1:]).read_text(encoding="utf-8"))
        else:
            super().do_GET()

    def give(self, kind, text):
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture(scope="session")
def files():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Files)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


@pytest.fixture
def open_blank(browser, files, faults):
    """Opens the blank page, or a page of a house, with its own script, body, words and style, and the pages' styles."""
    contexts = []

    def open_page(
        script=None, body=None, style=None, styles=(), name=None, before=None, texts=None, **options
    ):
        options.setdefault("viewport", {"width": 1024, "height": 768})
        options.setdefault("reduced_motion", "reduce")
        page = browser.new_page(is_first=not contexts, prepare=contexts.append, locale="en-GB", **options)
        page.on("pageerror", lambda error: faults.append(str(error)))
        if before:
            page.add_init_script(before)
        if texts:
            page.route("**/v1/main/page?of=/", lambda route: route.fulfill(body=told("", texts)))
        page.goto(f"{files}page/{name}" if name else files)
        if name:
            page.locator("html[lang]").wait_for(state="attached")
        if body:
            page.evaluate("body => { document.body.innerHTML = body; }", body)
        for each in styles:
            page.add_style_tag(url=f"/css/{each}.css")
        if style:
            page.add_style_tag(content=style)
        if script:
            page.evaluate(script)
        return page

    yield open_page
    for context in contexts:
        context.close()


def wait(page, ms):
    """Lets time pass on the page."""
    page.evaluate("ms => pass(ms)", ms)


class Finger:
    """One finger on the screen, with the methods of a mouse."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)
        self.point = None
        self.is_down = False

    def move(self, x, y):
        self.point = {"x": x, "y": y}
        if self.is_down:
            self.touch("touchMove", self.point)

    def down(self):
        self.is_down = True
        self.touch("touchStart", self.point)

    def up(self):
        self.is_down = False
        self.touch("touchEnd")

    def touch(self, kind, *points):
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
