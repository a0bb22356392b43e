"""Measures how long 10,000 screens are without the hub when it is restarted, and when it is killed.

    python3 Tests/Benchmarks/reconnecting.py [--clients 10000]

The venue has 50 waiting parties. `restart` is SIGTERM: the hub says goodbye, and each screen returns after the delay in
its `bye`. `crash` is SIGKILL: each screen finds its connection lost, and backs off as the pages do. When the old
process has ended, the next one starts on the same data. All live: from the signal until the last screen is live again,
resumed from its revision. Offline: for each screen, from its `bye` or the loss. Then one change must reach every
screen. Figures are medians of three rounds.
"""
import argparse
import json
import signal
import statistics
import subprocess
import sys
import time

from building import PACKAGE, ROOT, built
from hub import Hub, lift_file_limit

PARTIES = 50
ROUNDS = 3


def said(client):
    """Returns the client's next line."""
    line = client.stdout.readline()
    if not line:
        sys.exit("The client gave up.")
    return json.loads(line)


def gone_and_back(hub, load, clients, by):
    """Returns the seconds of the round, and the client's figures."""
    host = hub.token()
    for number in range(PARTIES):
        hub.mutate(host, "waitlist.add", {"name": f"Guest {number}", "size": 2}, identifier=f"party-{number}")
    command = [load / "reconnecting", "--port", str(hub.port), "--clients", str(clients),
               "--token", hub.token("display")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as client:
        try:
            said(client)
            signalled = time.monotonic()
            hub.stop(by)
            ended = time.monotonic()
            hub.start()
            listens = time.monotonic()
            figures = said(client)
            # Live screens receive the next change.
            hub.mutate(host, "waitlist.add", {"name": "Ada", "size": 4}, identifier="change")
            said(client)
        finally:
            client.kill()
    all_live = figures["all_live_ns"] / 1e9
    return figures | {"ended_s": ended - signalled, "listens_s": listens - signalled,
                      "all_live_s": all_live - signalled, "from_listening_s": all_live - listens}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=10_000)
    clients = parser.parse_args().clients
    lift_file_limit()
    binaries = built(ROOT, ".build", "tablecast")
    load = built(PACKAGE, ".build-benchmarks", "reconnecting")
    print(f"| {clients:,} screens | all live s | hub ended s | it listens s | from then to all live s "
          "| offline p50 s | p99 s | longest s | attempts in vain | resumed |")
    print("|---|" + "---:|" * 9)
    for name, by in [("restart", signal.SIGTERM), ("crash", signal.SIGKILL)]:
        rows = []
        for _ in range(ROUNDS):
            with Hub(binaries) as hub:
                rows.append(gone_and_back(hub, load, clients, by))
        median = lambda key: statistics.median(row[key] for row in rows)
        cells = [f"{median(key):.2f}" for key in ("all_live_s", "ended_s", "listens_s", "from_listening_s")]
        cells += [f"{median(key) / 1e6:.2f}" for key in ("p50_us", "p99_us", "max_us")]
        cells += [f"{median(key):,.0f}" for key in ("in_vain", "resumed")]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


main()
