"""Measures what the maze costs the hub: explorations of its own API, guests who walk, the waiting list beside both, and
the memory of a run.

    python3 Tests/Benchmarks/maze/mazes.py                          all of it
    python3 Tests/Benchmarks/maze/mazes.py --parts walking,beside   some of exploring, walking, beside and memory

Exploring: mazes of 60×60, by the command and by the board while one screen shows it, under the API's two named
conditions. Walking: each guest takes ten steps a second in a maze of 32×18; phones and screens watch it, with messages
compressed, as for browsers, and plain. Beside: how long a host's changes, one every 2 ms, take to their ack and to the
waiting list's display. Turns with and without the walking guests alternate, while another venue of the same loop
explores one maze of 60×60 after another. Memory: of a run of a foreign maze, and its peak.
"""
import argparse
import json
import pathlib
import resource
import secrets
import statistics
import subprocess
import sys
import time
from datetime import datetime

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))

from building import ROOT, built
from grid import Grid
from hub import Hub, lift_file_limit
from waiting import Waiting, for_seconds, row, spread
from walking import VIEW, Walking, cpu_seconds

# The milliseconds by which each condition delays an answer.
LATENCIES = {"plain": None, "seed": 8}
CONCURRENCIES = (16, 64)


def watching(hub, token, view):
    watcher = Waiting(hub.port, token, "live", lambda _: {"type": "subscribe", "view": view})
    watcher.say()
    watcher.hear("live")
    return watcher


def explored(hub, token, **arguments):
    """Explores a maze by the board while a screen shows it, and returns the maze's document."""
    with watching(hub, token, VIEW) as screen:
        hub.mutate(token, "maze.explore", arguments, secrets.token_hex(8))
        while '"ready"' not in json.dumps(message := screen.hear("diff", "snapshot")):
            if '"failed"' in json.dumps(message):
                sys.exit("The exploration has failed.")
    return hub.request(token, f"/v1/main/views/{VIEW}")["doc"]


def seconds_of(run):
    """The seconds from the run's start to the end of its exploration."""
    return (datetime.fromisoformat(run["endedAt"]) - datetime.fromisoformat(run["startedAt"])).total_seconds()


def by_command(hub, token, maze, conditions, concurrency):
    """Measures rooms a second, requests that repeated another, and the explorer's CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [hub.binary, "maze", "explore", f"http://127.0.0.1:{hub.port}/v1/main/maze/api/{conditions}", "--token", token,
         "--maze", maze, "--concurrency", str(concurrency), "--quiet"], capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    figures = json.loads(done.stdout)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return figures["rooms"] / figures["seconds"], figures["retries"], cpu


def by_board(hub, token, maze, conditions, concurrency):
    """Measures the same for the board; here the explorer is part of the hub."""
    run = explored(hub, token, maze=maze, conditions=conditions, concurrency=concurrency)["run"]
    if run["lost"] or "problems" in run:
        sys.exit(f"The exploration has problems: {run}")
    return run["found"] / seconds_of(run), run["retries"], 0


def exploring(binaries, arguments):
    row(arguments.maze, "rooms a second", "least and most", "that the latency allows", "repeated requests",
        "the hub's CPU, s", "the explorer's")
    row("---", *["---:"] * 6)
    for conditions, latency in LATENCIES.items():
        for name, explore in (("the command", by_command), ("the board", by_board)):
            for concurrency in CONCURRENCIES:
                with Hub(binaries) as hub:
                    token, rounds = hub.token(), []
                    for _ in range(arguments.rounds):
                        began = cpu_seconds(hub.process.pid)
                        figures = explore(hub, token, arguments.maze, conditions, concurrency)
                        rounds.append((*figures, cpu_seconds(hub.process.pid) - began))
                rates, retries, own, hubs = zip(*rounds)
                row(f"`{conditions}`, by {name}, {concurrency} at a time", f"{statistics.median(rates):,.0f}",
                    f"{min(rates):,.0f} to {max(rates):,.0f}", f"{concurrency / latency * 1000:,.0f}" if latency else "–",
                    ", ".join(map(str, retries)), f"{statistics.median(hubs):.2f}",
                    f"{statistics.median(own):.2f}" if any(own) else "–")


def raced(hub, token, walkers):
    """Starts a race, and returns the guests' tickets and walkers."""
    explored(hub, token, size="medium", conditions="plain")
    tickets = [hub.mutate(token, "waitlist.add", {"name": f"Guest {number}", "size": 2}, f"party-{number}")["ticket"]
               for number in range(walkers)]
    joined = [(ticket, hub.mutate(ticket, "maze.join", {}, f"join-{number}")["walker"])
              for number, ticket in enumerate(tickets)]
    hub.mutate(token, "maze.race", {"countdown": 0}, "race")
    return joined


def walking(binaries, arguments):
    row(f"{arguments.walkers} walkers, {arguments.screens} screens", "p50", "p99", "longest")
    row("---", *["---:"] * 3)
    with Hub(binaries) as hub:
        token = hub.token()
        race, displays = raced(hub, token, arguments.walkers), [hub.token("display")] * arguments.screens
        for name, is_compressed in (("compressed", True), ("plain", False)):
            with Walking(hub, race, displays, is_compressed=is_compressed) as load:
                time.sleep(arguments.seconds)
            figures = load.figures
            row(f"{name}: a step to its ack, ms", *spread(figures["acked"]))
            row("to the other screens, ms", *spread(figures["shown"]))
            row("steps sent too late, ms", *spread(1000 * each for each in figures["late"]))
            row("bytes a second to each screen", f"{figures['bytes_per_second']:,.0f}", "", "")
            row("steps a second", f"{len(figures['acked']) / figures['seconds']:.0f}", "", "")
            row("CPU of the hub, of the load", f"{figures['hub_cpu']:.2f}, {figures['own_cpu']:.2f}", "", "")


def changes(host, display, seconds):
    """Measures the milliseconds until a change's ack, and until it is on the display."""
    acked, shown, is_over = [], [], for_seconds(seconds)
    while not is_over():
        start = time.perf_counter()
        host.say()
        host.hear("ack")
        acked.append((time.perf_counter() - start) * 1000)
        display.hear("diff")
        shown.append((time.perf_counter() - start) * 1000)
        time.sleep(0.002)
    return acked, shown


def beside(binaries, arguments):
    with Hub(binaries) as hub:
        hub.run("venue", "add", "other", "--name", "Other")
        token = hub.token()
        race, displays = raced(hub, token, arguments.walkers), [hub.token("display")] * arguments.screens
        exploring = hub.run("token", "--role", "host", "--venue", "other"), "other", {"maze": arguments.maze}
        party = hub.mutate(token, "waitlist.add", {"name": "Ada", "size": 2}, "ada")["party"]
        host = Waiting(hub.port, token, "ack", lambda number: {
            "type": "mutate", "id": f"change-{number}", "action": "waitlist.edit",
            "args": {"party": party, "size": 3 + number % 2}})
        without, meanwhile, loads = ([], []), ([], []), []
        with watching(hub, hub.token("display"), "waitlist/display") as display:
            for _ in range(arguments.rounds):
                for all_times, times in zip(without, changes(host, display, arguments.seconds)):
                    all_times += times
                with Walking(hub, race, displays, exploring) as load:
                    for all_times, times in zip(meanwhile, changes(host, display, arguments.seconds)):
                        all_times += times
                loads.append(load.figures)
    steps = sum(len(load["acked"]) for load in loads) / sum(load["seconds"] for load in loads)
    mazes = sum(load["explored"] for load in loads) / sum(load["seconds"] for load in loads)
    row("a host's change", "p50", "p99", "longest")
    row("---", *["---:"] * 3)
    row("to its ack, ms", *spread(without[0], 2))
    row(f"while guests take {steps:.0f} steps a second and {mazes:.1f} explorations of {arguments.maze} end",
        *spread(meanwhile[0], 2))
    row("to the waiting list's display, ms", *spread(without[1], 2))
    row("meanwhile", *spread(meanwhile[1], 2))
    row("a step to its ack meanwhile, ms", *spread([each for load in loads for each in load["acked"]], 2))
    row("to the other screens, ms", *spread([each for load in loads for each in load["shown"]], 2))
    hubs, own = (statistics.mean(load[key] for load in loads) for key in ("hub_cpu", "own_cpu"))
    row("CPU of the hub, of the load", f"{hubs:.2f}, {own:.2f}", "", "")


def memory(binaries, arguments):
    side = arguments.side
    row("memory of a run, MB", "when it has ended", "at most meanwhile", "its seconds")
    row("---", *["---:"] * 3)
    with Hub(binaries) as hub, Grid(10, 10) as small, Grid(side, side) as large:
        token = hub.token("owner")
        hub.mutate(token, "maze.configure", {"apis": [small.address, large.address], "allowPrivate": True}, "apis")
        # Excludes what the hub sets up for its first exploration.
        explored(hub, token, url=small.address)
        before = hub.resident_kb
        pathlib.Path(f"/proc/{hub.process.pid}/clear_refs").write_text("5")
        run = explored(hub, token, url=large.address, concurrency=64)["run"]
        if run["found"] != side * side:
            sys.exit(f"Not all was found: {run}")
        time.sleep(1)
        after, most = ((each - before) / 1024 for each in (hub.resident_kb, hub.resident_kb_most))
        row(f"{side * side:,} rooms", f"{after:.1f}", f"{most:.1f}", f"{seconds_of(run):.1f}")


PARTS = {"exploring": exploring, "walking": walking, "beside": beside, "memory": memory}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parts", default=",".join(PARTS), help="of these, by commas")
    parser.add_argument("--maze", default="60x60-4b7f8b8b", help="that is explored")
    parser.add_argument("--walkers", type=int, default=50)
    parser.add_argument("--screens", type=int, default=60)
    parser.add_argument("--seconds", type=int, default=20, help="of walking, and of each turn beside it")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--side", type=int, default=200, help="of the foreign maze, in rooms")
    arguments = parser.parse_args()
    lift_file_limit()
    binaries = built(ROOT, ".build", "tablecast")
    for part in arguments.parts.split(","):
        PARTS[part](binaries, arguments)
        print(flush=True)


main()
