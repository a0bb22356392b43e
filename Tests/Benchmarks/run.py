"""Measures the hub beside other servers, in one run, and prints tables with ratios.

    python3 Tests/Benchmarks/run.py                 all of it, three times: about half an hour
    python3 Tests/Benchmarks/run.py --quick         each once, with 1,000 subscribers only
    python3 Tests/Benchmarks/run.py --peers plain-c,wire,hub --scenarios flat
    python3 Tests/Benchmarks/run.py --guard         the hub beside plain C, held to Tests/budget.json
    python3 Tests/Benchmarks/run.py --uwebsockets FOLDER      also uWebSockets, of a clone with its submodules

Wants two cores and Linux: the server is pinned to the first, the load to the second. Every scenario runs each server
once before any is run again. Figures of a shared machine vary; ratios are taken within one round, then their medians.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys

import instructions
from building import PACKAGE, ROOT, build_uwebsockets, built, free_port
from hub import Hub, Served

# What each peer is, as the tables name it.
PEERS = {
    "plain-c": "plain C, frames joined",
    "plain-c-send": "plain C, a send each",
    "uwebsockets": "uWebSockets",
    "wire": "Tablecast's wire alone",
    "hub": "Tablecast, mutate to diff",
}
# The CPU cores that other processes may use during a run; above this it is repeated.
OTHERS_MAX = 0.10


def server(name, hub_folder, peers_folder):
    """One server, pinned to the first core."""
    if name == "hub":
        return Hub(hub_folder, cores="0")
    port = free_port()
    commands = {
        "plain-c": [peers_folder / "plain-c", port, "join"],
        "plain-c-send": [peers_folder / "plain-c", port, "send"],
        "wire": [hub_folder / "websocket-echo", "--port", port],
        "uwebsockets": [peers_folder / "uwebsockets-peer", port],
    }
    return Served(commands[name], port, cores="0")


def load_options(name, served):
    """Returns the load client's options for this peer."""
    if name == "wire":
        return ["--path", "/broadcast", "--pub-path", "/broadcast"]
    if name != "hub":
        return ["--path", "/sub", "--pub-path", "/pub"]
    token = served.token()
    # The party whose notes every mutation changes.
    party = served.mutate(token, "waitlist.add", {"name": "Ada", "size": 2})["party"]
    mutation = {"type": "mutate", "id": "m%T", "action": "waitlist.edit",
                "args": {"party": party, "notes": "T=%T %P"}}
    return ["--path", "/v1/main/sync",
            "--header", f"Sec-WebSocket-Protocol: tablecast.v1\r\nAuthorization: Bearer {token}",
            "--subscribe-msg", '{"type":"subscribe","view":"waitlist/host"}', "--replies", "4",
            "--publish-template", json.dumps(mutation, separators=(",", ":"))]


def scenarios(names, counts, seconds):
    """Each scenario's name, and the options of the load client."""
    if "flat" in names:
        for count in counts:
            for size in (128, 1024):
                yield "flat", ["-n", count, "-s", size, "-m", 2_000_000 * seconds // count, "--seconds", seconds,
                               "--window", 16, "--warmup", max(4, 50_000 // count)]
    if "growth" in names:
        yield "growth", ["-n", 100, "-s", 128, "-m", 10_000_000, "--seconds", seconds, "--warmup", 500]
    if "single" in names:
        # With one message in flight there is nothing to join.
        for count in counts:
            yield "single", ["-n", count, "-s", 128, "-m", 100_000, "--seconds", seconds, "--window", 1,
                             "--warmup", max(4, 50_000 // count)]
    if "rate" in names:
        yield "rate", ["-n", 1000, "-s", 128, "-r", 50, "-m", 50 * 2 * seconds, "--seconds", 10 * seconds,
                       "--warmup", 20]
    if "idle" in names:
        yield "idle", ["-n", max(counts), "-s", 128, "-m", 1, "--settle", 1500]


def measure(name, folders, options):
    with server(name, *folders) as served:
        command = ["taskset", "-c", "1", folders[1] / "fanout", "--port", served.port, "--pid", served.process.pid,
                   *load_options(name, served), *options]
        done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=300)
    if done.returncode not in (0, 3) or not done.stdout:
        sys.exit(f"{name}: {done.stderr.strip()}")
    return json.loads(done.stdout) | {"peer": name}


def fits(name, options):
    """Whether the peer takes messages of this size: a party's notes hold 500 characters."""
    return name != "hub" or options[options.index("-s") + 1] <= 400


def run(options, folders):
    rows = []
    for round_number in range(options.rounds):
        for scenario, load in scenarios(options.scenarios, options.counts, options.seconds):
            for name in options.peers:
                if not fits(name, load):
                    continue
                tries = []
                while len(tries) < options.tries and (not tries or tries[-1]["other_cpu"] > OTHERS_MAX):
                    tries.append(measure(name, folders, load))
                row = min(tries, key=lambda row: row["other_cpu"]) | {"scenario": scenario, "round": round_number}
                rows.append(row)
                print(f"{scenario:7} {row['n']:6} x {row['size']:4} {name:12} {row['deliveries_per_s']:9,}/s "
                      f"p99 {row['p99_us'] / 1000:7.1f} ms, others {row['other_cpu']:.2f}, lost {row['lost']}",
                      file=sys.stderr, flush=True)
    return rows


def figures(rows, scenario, peer, key, **wanted):
    return [(row["round"], row[key]) for row in rows if row["scenario"] == scenario and row["peer"] == peer
            and all(row[name] == value for name, value in wanted.items())]


def cell(rows, scenario, peer, key, show, baseline, **wanted):
    """Returns the median, and in brackets the median ratio to the baseline's figure of the same round."""
    mine = figures(rows, scenario, peer, key, **wanted)
    if not mine:
        return "–"
    text = show(statistics.median(value for _, value in mine))
    base = dict(figures(rows, scenario, baseline, key, **wanted))
    ratios = [value / base[number] for number, value in mine if base.get(number)]
    return f"{text} ({statistics.median(ratios):.2f})" if ratios and peer != baseline else text


def tables(rows, peers):
    columns = []
    flat = sorted({(row["n"], row["size"]) for row in rows if row["scenario"] == "flat"})
    columns += [(f"{n:,} × {size} B, flat out: deliveries/s", "flat", "deliveries_per_s", lambda v: f"{v:,.0f}",
                 {"n": n, "size": size}) for n, size in flat]
    for n in sorted({row["n"] for row in rows if row["scenario"] == "single"}):
        columns += [
            (f"one in flight, {n:,} × 128 B: deliveries/s", "single", "deliveries_per_s", lambda v: f"{v:,.0f}",
             {"n": n}),
            (f"one in flight, from the first of {n:,} to the last: p50 ms", "single", "spread_us",
             lambda v: f"{v / 1000:.2f}", {"n": n}),
        ]
    columns += [
        ("50 messages/s to 1,000: p50 ms", "rate", "p50_us", lambda v: f"{v / 1000:.1f}", {}),
        ("50 messages/s to 1,000: p99 ms", "rate", "p99_us", lambda v: f"{v / 1000:.1f}", {}),
        ("memory of an idle connection, bytes", "idle", "bytes_per_conn", lambda v: f"{v:,.0f}", {}),
        ("handshakes/s", "idle", "conns_per_s", lambda v: f"{v:,.0f}", {}),
    ]
    measured = {row["scenario"] for row in rows}
    print("| median (ratio to plain C, frames joined) |", " | ".join(PEERS[peer] for peer in peers), "|")
    print("|---|" + "---:|" * len(peers))
    for title, scenario, key, show, wanted in columns:
        if scenario in measured:
            print(f"| {title} |", " | ".join(
                cell(rows, scenario, peer, key, show, "plain-c", **wanted) for peer in peers), "|")
    if "growth" in measured and len({n for n, _ in flat}) > 1:
        print("| CPU of a delivery, 100 → 10,000 connections |", " | ".join(growth(rows, peer) for peer in peers), "|")


def growth(rows, peer):
    few = figures(rows, "growth", peer, "server_us_per_delivery")
    many = figures(rows, "flat", peer, "server_us_per_delivery", n=10_000, size=128)
    if not few or not many:
        return "–"
    few, many = (statistics.median(value for _, value in each) for each in (few, many))
    return f"{few:.2f} → {many:.2f} µs (× {many / few:.2f})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peers", help="of these, by commas: " + ", ".join(PEERS))
    parser.add_argument("--uwebsockets", type=pathlib.Path, help="a clone of uWebSockets with its submodules")
    parser.add_argument("--scenarios", default="flat,growth,single,rate,idle", help="of these, by commas")
    parser.add_argument("--counts", default="1000,10000", help="subscribers")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=3, help="of publishing in each run")
    parser.add_argument("--tries", type=int, default=3, help="while other processes take part of the CPU")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--guard", action="store_true")
    parser.add_argument("--rows", help="a file to add every run's figures to, as lines of JSON")
    options = parser.parse_args()
    if options.quick:
        options.rounds, options.counts, options.seconds, options.tries = 1, "1000", 2, 1
    if options.guard:
        options.peers, options.scenarios, options.rounds = "plain-c,hub", "flat", 5
    everybody = [peer for peer in PEERS if peer != "uwebsockets" or options.uwebsockets]
    options.peers = options.peers.split(",") if options.peers else everybody
    options.scenarios = options.scenarios.split(",")
    options.counts = [int(count) for count in options.counts.split(",")]
    unknown = set(options.peers) - set(PEERS)
    if unknown:
        sys.exit(f"There is no peer {', '.join(unknown)}: they are {', '.join(PEERS)}.")
    if (os.cpu_count() or 1) < 2:
        sys.exit("Two cores are needed: one for the server, one for the load.")
    folders = (built(ROOT, ".build", "tablecast", "websocket-echo"),
               built(PACKAGE, ".build-benchmarks", "fanout", "plain-c"))
    if options.uwebsockets:
        build_uwebsockets(options.uwebsockets, folders[1] / "uwebsockets-peer")
    rows = run(options, folders)
    if options.rows:
        with open(options.rows, "a") as file:
            file.writelines(json.dumps(row) + "\n" for row in rows)
    tables(rows, options.peers)
    if options.guard and not all([is_quick(rows), instructions.hold(folders[0], "release")]):
        sys.exit(instructions.ADVICE)


def is_quick(rows):
    """Whether the hub reaches the budget's share of plain C's speed."""
    budget = json.loads(instructions.BUDGET.read_text(encoding="utf-8"))["ofPlainC"]
    quick = True
    for count, least in budget.items():
        wanted = {"n": int(count), "size": 128}
        plain = dict(figures(rows, "flat", "plain-c", "deliveries_per_s", **wanted))
        ratios = [each / plain[number] for number, each in figures(rows, "flat", "hub", "deliveries_per_s", **wanted)]
        print(f"flat out to {count}: {statistics.median(ratios):.2f} of plain C, at least {least} by Tests/budget.json")
        quick &= statistics.median(ratios) >= least
    return quick


if __name__ == "__main__":
    main()
