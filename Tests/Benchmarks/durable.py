"""Measures durable mutations a second, and the time of each from sending to its ack.

    python3 Tests/Benchmarks/durable.py              three rounds
    python3 Tests/Benchmarks/durable.py --rounds 8

The scenarios: one venue with 50 hosts that all watch it, with 16 mutations in flight each, and with 4; 100 venues with
a host each, on one, two or four event loops; and 100 mutations a second to 1,000 screens, of which the hub reports the
share handed to all sockets within 15 ms of reading them. Figures are medians of the rounds, and compared scenarios
alternate. The disk is that of the temporary folder (TMPDIR).
"""
import argparse
import json
import statistics
import subprocess
import sys

from building import PACKAGE, ROOT, built
from hub import Hub, lift_file_limit


def hosts(hub, load, venues, hosts_each, *options):
    """Returns the load client's figures, with `hosts_each` hosts in each venue."""
    lines = []
    for number in range(venues):
        slug = "main" if venues == 1 else f"venue-{number}"
        if venues > 1:
            hub.run("venue", "add", slug, "--name", slug, "--time-zone", "UTC")
        token = hub.run("token", "--venue", slug, "--role", "host")
        lines += [f"{slug} {token}"] * hosts_each
    done = subprocess.run([load / "mutations", "--port", str(hub.port), "--seconds", "4", *options],
                          input="\n".join(lines), capture_output=True, text=True, timeout=120)
    if done.returncode:
        sys.exit(done.stderr.strip())
    return json.loads(done.stdout)


def screens(hub, load):
    """Measures from `mutate` to the diff at each of 1,000 screens, at 100 mutations a second.

    There is no warm-up: mutations sent flat out would queue, and the hub's own count would include them.
    """
    token = hub.token()
    party = hub.mutate(token, "waitlist.add", {"name": "Ada", "size": 2})["party"]
    mutation = {"type": "mutate", "id": "m%T", "action": "waitlist.edit", "args": {"party": party, "notes": "T=%T %P"}}
    done = subprocess.run(
        [load / "fanout", "--port", str(hub.port), "--path", "/v1/main/sync", "-n", "1000", "-s", "128", "-r", "100",
         "-m", "1500", "--seconds", "15", "--replies", "4",
         "--header", f"Sec-WebSocket-Protocol: tablecast.v1\r\nAuthorization: Bearer {token}",
         "--subscribe-msg", '{"type":"subscribe","view":"waitlist/host"}',
         "--publish-template", json.dumps(mutation, separators=(",", ":"))],
        capture_output=True, text=True, timeout=120)
    if not done.stdout:
        sys.exit(done.stderr.strip())
    return json.loads(done.stdout) | {"in_time": handed_over_in_time(hub)}


def handed_over_in_time(hub):
    """The share of events whose diffs were handed to the sockets within 15 ms of reading the mutation."""
    name, samples = "tablecast_event_handed_over_seconds", hub.metrics()
    return samples[name + '_bucket{le="0.015"}'] / samples[name + "_count"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    lift_file_limit()
    binaries = built(ROOT, ".build", "tablecast")
    load = built(PACKAGE, ".build-benchmarks", "mutations", "fanout")
    scenarios = [
        *((f"one venue, 50 hosts who watch it, with {window} mutations in flight each",
           lambda hub, window=window: hosts(hub, load, 1, 50, "--subscribe", "--window", str(window)), 1) for window in (16, 4)),
        *((f"100 venues, a host each, loops: {loops}", lambda hub: hosts(hub, load, 100, 1), loops) for loops in (1, 2, 4)),
        ("100 mutations/s to 1,000 screens", lambda hub: screens(hub, load), 1),
    ]
    measured = {name: [] for name, _, _ in scenarios}
    for _ in range(rounds):
        for name, measure, loops in scenarios:
            with Hub(binaries, loops=loops) as hub:
                measured[name].append(measure(hub))
    print("| | acks/s | p50 ms | p99 ms | handed over within 15 ms |\n|---|---:|---:|---:|---:|")
    for name, rows in measured.items():
        median = lambda key: statistics.median(row[key] for row in rows)
        rate = f"{median('acks_per_s'):,.0f}" if "acks_per_s" in rows[0] else "–"
        in_time = f"{median('in_time'):.2%}" if "in_time" in rows[0] else "–"
        print(f"| {name} | {rate} | {median('p50_us') / 1000:.1f} | {median('p99_us') / 1000:.1f} | {in_time} |")


main()
