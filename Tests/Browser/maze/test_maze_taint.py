"""Screens, engineers and other guests read only the label of a party that walks in the maze."""

import contextlib

from hub import eventually
from mazehouse import SMALL, hub, way_of
from reader import Reader

LABEL = "T. T."
TOLD = {"name": "Taintedada Taintedlovelace", "phone": "+12015550141", "notes": "tainted notes"}
READS = {
    "views": ["maze/display", "maze/host", "maze/invitation", "maze/settings", "waitlist/display"],
    "paths": [f"/v1/main/maze/runs{rest}" for rest in ("", "/m_1", "/m_1?format=text")],
    "pages": ["/maze/display", "/maze", "/events", "/display"],
}


class Guest(Reader):
    """Another waiting guest."""

    def __init__(self, hub, ticket):
        self.ticket = ticket
        super().__init__(hub, "guest", **READS)

    def sign_in(self):
        self.token = self.ticket
        self.browser.get(f"{self.hub.address}/t/{self.ticket}").close()


def test_walkers_in_the_maze_are_known_by_their_label_only(hub):
    hub.mutate("house.configure", labels="initials")
    walking, other = (
        hub.mutate("waitlist.add", size=2, **each)["result"] for each in (TOLD, {"name": "Bo"})
    )
    readers = [Guest(hub, other["ticket"]), *(Reader(hub, role, **READS) for role in ("display", "engineer"))]
    with contextlib.ExitStack() as standing:
        for reader in readers:
            reader.watch(standing)
        hub.do("explore", maze=SMALL, conditions="plain")
        state = eventually(lambda: hub.document()["run"]["state"], lambda state: state == "ready")
        assert state == "ready"
        asked = {"token": walking["ticket"]}
        walker = hub.mutate("maze.join", **asked)["result"]["walker"]
        hub.refuse("maze.join", name=TOLD["name"], **asked)
        hub.do("race", countdown=0)
        hub.walk(walker, way_of(hub.document()["rooms"]), **asked)
        assert eventually(lambda: hub.document()["run"]["state"], lambda state: state == "finished") == "finished"
        for verb in ("ready", "seat"):
            hub.mutate(f"waitlist.{verb}", party=walking["party"])
        last = hub.view("waitlist/host")["rev"]
        for reader in readers:
            reader.hear(last)
            reader.read_all(last)
    read = {f"{reader.role}: {name}": text for reader in readers for name, text in reader.read.items()}
    read["the log"] = hub.errors()
    for role in ("guest", "display", "engineer"):
        for name in ("what a screen is sent", "/v1/main/maze/runs  (200)", "/v1/main/maze/runs/m_1  (200)"):
            assert LABEL in read[f"{role}: {name}"], (role, name, sorted(read))
    for tainted in ("Tainted", *TOLD.values(), walking["ticket"].split(".")[-1]):
        found = [name for name, text in read.items() if tainted in text]
        # An engineer's events have the names of the waiting list.
        is_name = tainted in TOLD["name"]
        assert [name for name in found if not (is_name and name.startswith("engineer: /v1/main/events"))] == [], tainted
