"""Counts the instructions of one mutation, and of one delivery of its diff.

    python3 Tests/Benchmarks/instructions.py FOLDER               counts for the hub in this folder
    python3 Tests/Benchmarks/instructions.py FOLDER --hold debug  and compares them with Tests/budget.json

Valgrind counts them, so a busy machine adds little: a turn of the loop more. Above the budget it is counted again, at
most twice, and the lowest count is held. One mutation is under way at a time, over a real socket
and into a real journal. It is counted with a few screens watching and with many; the difference is the deliveries.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from hub import Hub
from waiting import Waiting

BUDGET = pathlib.Path(__file__).resolve().parents[1] / "budget.json"
# A count may differ from the budget by this share.
TOLERANCE = 0.05
ADVICE = "A change that makes the hub slower has to say why; one that makes it quicker lowers Tests/budget.json."
MUTATIONS, FEW, MANY = 150, 10, 90


class CountedHub(Hub):
    """A hub whose instructions are counted on request."""

    def __init__(self, folder):
        super().__init__(folder)
        # Without this, the order of dictionaries is random.
        os.environ["SWIFT_DETERMINISTIC_HASHING"] = "1"
        self.counts = pathlib.Path(self.data) / "callgrind.out"
        self.command = ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={self.counts}",
                        *self.command]

    def control(self, order):
        subprocess.run(["callgrind_control", order, str(self.process.pid)], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=60)

    def total(self):
        """Returns the count so far, without the sweeps that run once a second: how often depends on the machine's
        speed."""
        self.control("--dump")
        counts = subprocess.run(["callgrind_annotate", "--inclusive=yes", "--threshold=100", f"{self.counts}.1"],
                                check=True, capture_output=True, text=True).stdout
        rows = re.findall(r"^ *([0-9,]+) \(.*?(PROGRAM TOTALS|15LoopConnectionsC5sweep2at|10LoopVenuesC5sweep2at)",
                          counts, re.MULTILINE)
        total, *sweeps = [int(count.replace(",", "")) for count, _ in rows]
        return total - sum(sweeps)


def screen(port, token):
    """A connection that watches the waiting list."""
    watching = Waiting(port, token, "live", lambda _: {"type": "subscribe", "view": "waitlist/host"})
    watching.say()
    watching.hear("live")
    return watching


def counted(folder, screen_count):
    with CountedHub(folder) as hub:
        token = hub.token()
        screens = [screen(hub.port, token) for _ in range(screen_count)]
        party = hub.mutate(token, "waitlist.add", {"name": "Ada", "size": 2})["party"]
        screens[0].message = lambda number: {
            "type": "mutate", "id": f"edit-{number:03}", "action": "waitlist.edit",
            "args": {"party": party, "notes": f"note {number:03}"}}

        def edit():
            screens[0].say()
            for each in screens:
                each.hear("diff")

        for each in screens:
            each.hear("diff")
        for _ in range(20):
            edit()
        hub.control("--instr=on")
        for _ in range(MUTATIONS):
            edit()
        return hub.total() / MUTATIONS


def measure(folder):
    with tempfile.TemporaryDirectory() as stripped:
        # Valgrind can't read Swift's debug information.
        subprocess.run(["objcopy", "--strip-debug", folder.resolve() / "tablecast", f"{stripped}/tablecast"], check=True)
        few, many = (counted(pathlib.Path(stripped), count) for count in (FEW, MANY))
    delivery = (many - few) / (MANY - FEW)
    return {"mutation": round(few - FEW * delivery), "delivery": round(delivery)}


def hold(folder, build):
    """Whether the counts are within the tolerance of the budget for this kind of build."""
    written = json.loads(BUDGET.read_text(encoding="utf-8"))["instructions"][build]
    lowest = measure(folder)
    for _ in range(2):
        if all(count <= written[name] * (1 + TOLERANCE) for name, count in lowest.items()):
            break
        lowest = {name: min(lowest[name], count) for name, count in measure(folder).items()}
    for name, count in lowest.items():
        print(f"instructions of a {name}: {count:,}, {written[name]:,} in Tests/budget.json")
    return all(abs(count - written[name]) <= TOLERANCE * written[name] for name, count in lowest.items())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--hold", choices=["debug", "release"], help="the kind of build that the folder has")
    options = parser.parse_args()
    if not options.hold:
        print(measure(options.folder))
    elif not hold(options.folder, options.hold):
        sys.exit(ADVICE)


if __name__ == "__main__":
    main()
