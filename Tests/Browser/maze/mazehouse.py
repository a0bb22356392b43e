"""A house with a maze, and a server of mazes outside the hub."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError

import pytest
from playwright.sync_api import expect

from hub import eventually
from mazes import Maze
from pagefiles import PUBLIC
from stage import StagedHub, hub_fixture

SMALL = "7x5-c0ffee11"
# The length of the shortest press of a key or button, in milliseconds.
PRESSED_MS = 90
# The keys that lead through the sides of a room.
KEYS = {"n": "ArrowUp", "e": "ArrowRight", "s": "ArrowDown", "w": "ArrowLeft"}
SIDES = ["north", "east", "south", "west"]


class MazeHub(StagedHub):
    """A hub that may explore other servers on this machine."""

    def do(self, action, **args):
        return self.mutate(f"maze.{action}", **args).get("result", {})

    def explore(self, server, **args):
        settings = {"apis": [server.url], "allowPrivate": True}
        self.do("configure", **settings)
        return self.do("explore", url=server.url, **args)["run"]

    def walk(self, walker, way, **asked):
        """Walks as fast as a walker may."""
        sides = {"n": "north", "e": "east", "s": "south", "w": "west"}
        for letter in way:
            assert eventually(lambda: self.has_gone(walker=walker, to=sides[letter], **asked))

    def has_gone(self, **step):
        try:
            self.do("step", **step)
        except HTTPError as error:
            said = error.read().decode()
            # A page whose clock is slightly ahead shows the race's start before the hub does.
            assert error.code == 429 or "maze.race_not_begun" in said, said
            return False
        return True

    def expect_steps(self, label, count):
        """Waits until the hub has counted this many steps of a walker."""
        def counted():
            return [each["steps"] for each in self.document()["walkers"].values() if each["label"] == label]

        assert eventually(counted, lambda steps: steps == [count]) == [count]

    def document(self):
        return self.view("maze/display")["doc"]


class MazeServer:
    """Serves the maze of a code, as slowly as a test wants. After `whole` rooms it stops answering until it is
    released."""

    def __init__(self, code, whole=None):
        self.maze = Maze(code)
        self.whole = whole
        self.asked = 0
        self.turn = threading.Condition()
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            # Head and body leave together: a client that waits for the second part is slow.
            wbufsize = 65_536

            def do_GET(self):
                path = self.path.removeprefix("/")
                self.answer(server.start() if path == "start" else server.room(int(path.split("/R")[1], 16)))

            def do_POST(self):
                lock = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["lock"]
                self.answer({"room": f"R{lock}"})

            def answer(self, body):
                encoded = json.dumps(body or {}).encode()
                self.send_response(200 if body else 404)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(encoded)))
                self.end_headers()
                self.wfile.write(encoded)

            def log_message(self, *_):
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.http.server_address[1]}"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def close(self):
        self.go_on()
        self.http.shutdown()
        self.http.server_close()

    def go_on(self):
        with self.turn:
            self.whole = None
            self.turn.notify_all()

    def start(self):
        return {"id": f"R{self.maze.start:x}", "maze": "foreign"}

    def room(self, place):
        with self.turn:
            self.asked += 1
            number = self.asked
            self.turn.wait_for(lambda: self.whole is None or number <= self.whole)
        maze = self.maze
        doors = {
            name: {"lock" if other in maze.doors else "room": f"{'' if other in maze.doors else 'R'}{other:x}"}
            for name, other in zip(SIDES, maze.beside(place)) if other in maze.connected[place]
        }
        kind = "EXIT" if place == maze.exit else "DOOR" if place in maze.doors else "EMPTY"
        return {"id": f"R{place:x}", "type": kind, "rooms": doors}


hub = hub_fixture(MazeHub)


@pytest.fixture
def open_server():
    servers = []

    def open_one(*args, **options):
        servers.append(MazeServer(*args, **options))
        return servers[-1]

    yield open_one
    for server in servers:
        server.close()


def way_of(rooms):
    """The letters of a shortest way from the start to the exit."""
    ways = [("0,0", "")]
    seen = {"0,0"}
    for key, way in ways:
        x, y = map(int, key.split(","))
        if "X" in rooms[key]:
            return way
        for letter, place in zip("nesw", [(x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)]):
            other = f"{place[0]},{place[1]}"
            if letter in rooms[key].lower() and other in rooms and other not in seen:
                seen.add(other)
                ways.append((other, way + letter))
    return None


def take_single_steps(page):
    """Makes a held key or button take only one step on this page, because a machine that stalls holds it longer
    than intended."""
    script = (PUBLIC / "boards/maze/pad.js").read_text(encoding="utf-8")
    patient = script.replace("firstMs = 220;", "firstMs = 3_600_000;")
    assert patient != script
    page.route("**/boards/maze/pad.js", lambda route: route.fulfill(body=patient, content_type="text/javascript"))


def walk(here, way, press):
    """Walks on a page, and waits after each step until the page shows the new room."""
    for side in way:
        before = here.inner_text()
        press(side)
        expect(here).not_to_have_text(before)
