"""The whole hub explores mazes over real sockets: its own, by each address that leads to it, and those of other
servers."""

import json
import ssl
import subprocess
import threading
from collections import deque
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from hub import binary, eventually

SIDES = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}


def maze(hub):
    return hub.view("maze/host")["doc"]


def ended(hub):
    """Waits until the exploration has ended, and returns the maze. Until then it reads only the short list of runs."""
    def run():
        return json.loads(hub.get("/v1/main/maze/runs"))["runs"][0]

    now = run()
    while now["state"] == "exploring":
        before, now = now, eventually(run, lambda found: found != now)
        assert now != before, "It stands still"
    return maze(hub)


def place(text):
    x, y = text.split(",")
    return int(x), int(y)


def shortest(rooms):
    """Returns the length of a shortest way from the start to the exit, and how many rooms are reachable."""
    sides = {place(at): text for at, text in rooms.items()}
    distances = {(0, 0): 0}
    queue = deque([(0, 0)])
    while queue:
        x, y = queue.popleft()
        for letter in sides[x, y].lower():
            if letter in SIDES:
                next_ = x + SIDES[letter][0], y + SIDES[letter][1]
                if next_ in sides and next_ not in distances:
                    distances[next_] = distances[x, y] + 1
                    queue.append(next_)
    [exit_] = [at for at, text in sides.items() if "X" in text]
    return distances[exit_], len(distances)


def test_a_huge_maze_is_explored_over_the_loopback(hub):
    result = hub.mutate("maze.explore", size="huge", conditions="plain")
    assert result["durable"] == "memory"
    doc = ended(hub)
    assert doc["run"]["state"] == "ready" and doc["run"]["maze"] == result["result"]["maze"]
    assert doc["run"]["found"] == len(doc["rooms"]) == 3_600
    assert (doc["run"]["frontier"], doc["run"]["lost"]) == (0, 0) and "problems" not in doc["run"]
    length, reached = shortest(doc["rooms"])
    assert reached == 3_600
    hub.mutate("maze.race")
    hub.mutate("maze.stop")
    assert len(maze(hub)["run"]["path"]) == length


def test_requests_that_fail_are_tried_again(hub):
    # About eighteen fail. One room failing five times, or none at all, happens once in 50,000 runs.
    hub.mutate("maze.explore", maze="32x18-4b7f8b8b", conditions="failures=130,timeout=10,latency=1")
    run = ended(hub)["run"]
    assert (run["state"], run["found"], run["lost"]) == ("ready", 576, 0)
    assert run["retries"] > 0


@pytest.mark.process
def test_the_hub_explores_itself_by_https_and_after_another_certificate(hub, monkeypatch):
    # Other tests cover the check of certificate chains.
    monkeypatch.setattr(ssl, "_create_default_https_context", ssl._create_unverified_context)
    hub.stop()
    hub.command("certificate", "--name", "hub.example")
    hub.address = hub.address.replace("http:", "https:")
    hub.start()
    hub.mutate("maze.explore", size="small", conditions="plain")
    assert ended(hub)["run"]["found"] == 144
    hub.command("certificate", "--name", "other.local")
    hub.reload()
    hub.mutate("maze.explore", size="small", conditions="plain")
    assert ended(hub)["run"]["found"] == 144


def explore(base, *options):
    return subprocess.run(
        [binary(), "maze", "explore", base, "--quiet", *options],
        capture_output=True, text=True, check=False)


def test_the_command_explores_the_maze_of_a_hub(hub):
    token = hub.command("token", "--role", "display")
    base = f"{hub.address}/v1/main/maze/api/plain"
    answer = explore(base, "--token", token, "--maze", "32x18-4b7f8b8b")
    found = json.loads(answer.stdout)
    assert answer.returncode == 0
    assert (found["maze"], found["rooms"], found["doors"]) == ("32x18-4b7f8b8b", 576, 14)
    # A token is required.
    assert explore(base).returncode == 1


class Grid(BaseHTTPRequestHandler):
    """A square maze of another server, with one fault."""

    protocol_version = "HTTP/1.1"
    side = 5

    def log_message(self, *_):
        pass

    def do_GET(self):
        if self.path.endswith("/start"):
            return self.answer({"id": "0-0"})
        x, y = map(int, self.path.rsplit("/", 1)[1].split("-"))
        rooms = {
            name: {"room": f"{x + dx}-{y + dy}"}
            for name, (dx, dy) in zip(("north", "east", "south", "west"), SIDES.values())
            if 0 <= x + dx < self.side and 0 <= y + dy < self.side
        }
        if (x, y) == (2, 2):
            del rooms["north"]
        kind = "EXIT" if x == y == self.side - 1 else "EMPTY"
        self.answer({"id": f"{x}-{y}", "type": kind, "rooms": rooms})

    def answer(self, document):
        body = json.dumps(document).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture
def grid():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Grid)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_the_maze_of_another_server_is_drawn_with_its_problems(hub, grid):
    assert hub.refuse("maze.explore", url=grid)["problems"][0]["message"] == (
        "Url must be one of the addresses that the owner has allowed")
    hub.mutate("maze.configure", apis=[grid + "/"])
    hub.mutate("maze.explore", url=grid)
    # Private addresses are not allowed, so the loopback is not called.
    run = ended(hub)["run"]
    assert (run["state"], run["found"]) == ("failed", 0) and "unreachable" in run["problems"]
    hub.mutate("maze.configure", allowPrivate=True)
    hub.mutate("maze.explore", url=grid)
    doc = ended(hub)
    assert (doc["run"]["state"], doc["run"]["found"]) == ("ready", 25)
    assert doc["run"]["problems"] == {"one_sided": {"count": 1, "first": "2-3"}}
    assert doc["run"]["url"] == grid
    assert "url" not in hub.view("maze/display")["doc"]["run"]


@pytest.mark.process
def test_a_restart_ends_the_run_and_keeps_the_settings(hub):
    hub.mutate("maze.configure", size="small")
    hub.mutate("maze.explore", conditions="plain")
    epoch = hub.view("maze/host")["epoch"]
    assert ended(hub)["run"]["found"] == 144
    hub.kill()
    hub.start()
    again = hub.view("maze/host")
    assert again["doc"] == {"rooms": {}, "walkers": {}} and again["epoch"] != epoch
    assert hub.view("maze/settings")["doc"]["settings"]["size"] == "small"
