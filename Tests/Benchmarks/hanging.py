"""Measures how long the hub's loop keeps a client waiting while the disk hangs, and while a backup runs.

    python3 Tests/Benchmarks/hanging.py [--events 200000] [--rounds 3]

The venue has a journal of that many events, and 1,000 screens that get 50 changes a second. One more client sends a
ping every 2 ms and measures the time until its pong, which the loop answers without the disk. It does so in calm, while
another process holds the database's write lock for 2 s so that every commit hangs, and while `tablecast backup` runs.
Each part also counts the changes that became durable. Figures are medians of the rounds.
"""
import argparse
import json
import pathlib
import shutil
import sqlite3
import statistics
import subprocess
import tempfile

from building import PACKAGE, ROOT, built
from hub import Hub, lift_file_limit
from waiting import Waiting, for_seconds

SCREENS = 1000


def one_round(binaries, load, source):
    parts = {}
    hub = Hub(binaries)
    shutil.copytree(source, hub.data, dirs_exist_ok=True)
    with hub:
        token = hub.token()
        party = hub.mutate(token, "waitlist.add", {"name": "Ada", "size": 2})["party"]
        mutation = {"type": "mutate", "id": "m%T", "action": "waitlist.edit", "args": {"party": party, "notes": "T=%T %P"}}
        screens = subprocess.Popen(
            [load / "fanout", "--port", str(hub.port), "--path", "/v1/main/sync", "-n", str(SCREENS), "-s", "128",
             "-r", "50", "-m", "100000", "--seconds", "60", "--replies", "4",
             "--header", f"Sec-WebSocket-Protocol: tablecast.v1\r\nAuthorization: Bearer {token}",
             "--subscribe-msg", '{"type":"subscribe","view":"waitlist/host"}',
             "--publish-template", json.dumps(mutation, separators=(",", ":"))],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            engineer = hub.token("engineer")
            pinging = Waiting(hub.port, engineer, "pong", lambda number: {"type": "ping", "n": number})
            pinging.until(for_seconds(3))

            def measure(name, is_over):
                before = hub.metrics(engineer)["tablecast_event_durable_seconds_count"]
                taken = pinging.until(is_over)
                after = hub.metrics(engineer)["tablecast_event_durable_seconds_count"]
                parts[name] = taken, after - before

            measure("calm", for_seconds(3))
            other = sqlite3.connect(pathlib.Path(hub.data) / "tablecast.sqlite", isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            measure("every commit hangs", for_seconds(2))
            other.execute("ROLLBACK")
            other.close()
            pinging.until(for_seconds(1))
            with tempfile.TemporaryDirectory() as folder:
                backup = subprocess.Popen(
                    [hub.binary, "backup", pathlib.Path(folder) / "copy.sqlite", "--data", hub.data],
                    stdout=subprocess.DEVNULL)
                measure("a backup runs", lambda: backup.poll() is not None)
        finally:
            screens.kill()
            screens.wait()
    return parts


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    lift_file_limit()
    binaries = built(ROOT, ".build", "tablecast", "long-journal")
    load = built(PACKAGE, ".build-benchmarks", "fanout")
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "data"
        subprocess.run([binaries / "long-journal", "--data", source, "--events", str(arguments.events)], check=True)
        rounds = [one_round(binaries, load, source) for _ in range(arguments.rounds)]
    print("| | pings | p50 ms | p99 ms | longest ms | events made durable |\n|---|---:|---:|---:|---:|---:|")
    for name in rounds[0]:
        figures = []
        for parts in rounds:
            taken, durable = parts[name]
            ordered = sorted(taken)
            figures.append((len(ordered), ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100], ordered[-1], durable))
        count, p50, p99, longest, durable = (statistics.median(column) for column in zip(*figures))
        print(f"| {name} | {count:.0f} | {p50:.2f} | {p99:.2f} | {longest:.2f} | {durable:.0f} |")


main()
