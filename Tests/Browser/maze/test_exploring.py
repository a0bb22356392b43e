"""The hub explores mazes over real sockets: its own, by https too, and those of other servers."""

import json
import ssl

import pytest

from hub import eventually
from mazehouse import SIDES, SMALL, MazeServer


def ended(hub):
    """Waits until the exploration has ended, and returns the maze. Until then it reads only the short list of runs."""
    def run():
        return json.loads(hub.get("/v1/main/maze/runs"))["runs"][0]

    now = run()
    while now["state"] == "exploring":
        before, now = now, eventually(run, lambda found: found != now)
        assert now != before, "It stands still"
    return hub.view("maze/host")["doc"]


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


class OneSided(MazeServer):
    """The way from the start into its first room does not lead back."""

    def room(self, place):
        body, start = super().room(place), self.maze.start
        if place == min(self.maze.connected[start]):
            del body["rooms"][SIDES[self.maze.beside(place).index(start)]]
        return body


def test_the_maze_of_another_server_is_drawn_with_its_problems(hub):
    server = OneSided(SMALL)
    assert hub.refuse("maze.explore", url=server.url)["problems"][0]["message"] == (
        "Url must be one of the addresses that the owner has allowed")
    hub.mutate("maze.configure", apis=[server.url + "/"])
    hub.mutate("maze.explore", url=server.url)
    # Private addresses are not allowed, so the loopback is not called.
    run = ended(hub)["run"]
    assert (run["state"], run["found"], server.asked) == ("failed", 0, 0) and "unreachable" in run["problems"]
    hub.mutate("maze.configure", allowPrivate=True)
    hub.mutate("maze.explore", url=server.url)
    run = ended(hub)["run"]
    server.close()
    assert (run["state"], run["found"]) == ("ready", 35)
    assert run["problems"] == {"one_sided": {"count": 1, "first": f"R{server.maze.start:x}"}}
    assert run["url"] == server.url
    assert "url" not in hub.view("maze/display")["doc"]["run"]
