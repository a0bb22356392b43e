"""Counts the instructions that one mutation takes, and one delivery of its diff.

    python3 Tests/Benchmarks/instructions.py FOLDER               of the hub in this folder
    python3 Tests/Benchmarks/instructions.py FOLDER --hold debug  and holds them to the counts in Tests/budget.json

Valgrind counts them, so they are the same on a busy machine. One mutation is under way at a time, over a real socket
and into a real journal, while a few screens watch, and then many: the difference is what the deliveries take.
"""
import argparse
import json
import os
import pathlib
import re
import socket
import struct
import subprocess
import sys
import tempfile

from hub import Hub

BUDGET = pathlib.Path(__file__).resolve().parents[1] / "budget.json"
# A count may be this much more or less than the budget says.
TOLERANCE = 0.05
ADVICE = "A change that makes the hub slower has to say why; one that makes it quicker lowers Tests/budget.json."
MUTATIONS, FEW, MANY = 150, 10, 90


class Screen:
    """A connection that watches the waiting list."""

    def __init__(self, port, token):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.socket.sendall((
            "GET /v1/main/sync HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            f"Sec-WebSocket-Protocol: tablecast.v1\r\nAuthorization: Bearer {token}\r\n\r\n").encode())
        self.stream = self.socket.makefile("rb")
        while self.stream.readline() != b"\r\n":
            pass
        self.send({"type": "subscribe", "view": "waitlist/host"})
        self.await_message("live")

    def send(self, message):
        text = json.dumps(message).encode()
        length = struct.pack("!B", 0x80 | len(text)) if len(text) < 126 else struct.pack("!BH", 0xFE, len(text))
        # A mask of zeros leaves the text as it is.
        self.socket.sendall(b"\x81" + length + bytes(4) + text)

    def await_message(self, kind):
        while True:
            first, length = self.stream.read(2)
            if length >= 126:
                length = int.from_bytes(self.stream.read(2 if length == 126 else 8), "big")
            content = self.stream.read(length)
            if first == 0x81 and json.loads(content)["type"] == kind:
                return


class CountedHub(Hub):
    """A hub whose instructions are counted while it is told to."""

    def __init__(self, folder):
        super().__init__(folder)
        # The places of values in dictionaries are drawn by lot otherwise.
        os.environ["SWIFT_DETERMINISTIC_HASHING"] = "1"
        self.counts = pathlib.Path(self.data) / "callgrind.out"
        self.command = ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={self.counts}",
                        *self.command]

    def control(self, order):
        subprocess.run(["callgrind_control", order, str(self.process.pid)], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=60)

    def total(self):
        """What was counted until now, but for what is done once a second: the machine's speed decides how often."""
        self.control("--dump")
        counts = subprocess.run(["callgrind_annotate", "--inclusive=yes", "--threshold=100", f"{self.counts}.1"],
                                check=True, capture_output=True, text=True).stdout
        rows = re.findall(r"^ *([0-9,]+) \(.*?(PROGRAM TOTALS|15LoopConnectionsC5sweep2at|10LoopVenuesC5sweep2at)",
                          counts, re.MULTILINE)
        total, *sweeps = [int(count.replace(",", "")) for count, _ in rows]
        return total - sum(sweeps)


def counted(folder, screen_count):
    with CountedHub(folder) as hub:
        token = hub.token()
        screens = [Screen(hub.port, token) for _ in range(screen_count)]
        party = hub.mutate(token, "waitlist.add", {"name": "Ada", "size": 2})["party"]

        def edit(number):
            screens[0].send({"type": "mutate", "id": f"edit-{number}", "action": "waitlist.edit",
                             "args": {"party": party, "notes": f"note {number:03}"}})
            for screen in screens:
                screen.await_message("diff")

        for screen in screens:
            screen.await_message("diff")
        for number in range(20):
            edit(number)
        hub.control("--instr=on")
        for number in range(100, 100 + MUTATIONS):
            edit(number)
        return hub.total() / MUTATIONS


def measure(folder):
    with tempfile.TemporaryDirectory() as stripped:
        # Valgrind can't read what Swift writes for debuggers.
        subprocess.run(["objcopy", "--strip-debug", folder.resolve() / "tablecast", f"{stripped}/tablecast"], check=True)
        few, many = (counted(pathlib.Path(stripped), count) for count in (FEW, MANY))
    delivery = (many - few) / (MANY - FEW)
    return {"mutation": round(few - FEW * delivery), "delivery": round(delivery)}


def hold(folder, build):
    """Whether the counts are those that were written for this kind of build."""
    written = json.loads(BUDGET.read_text(encoding="utf-8"))["instructions"][build]
    is_held = True
    for name, count in measure(folder).items():
        print(f"instructions of a {name}: {count:,}, {written[name]:,} in Tests/budget.json")
        is_held &= abs(count - written[name]) <= TOLERANCE * written[name]
    return is_held


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
