"""Measures how long `tablecast serve` takes to answer: with a journal of a million events, with and without its
snapshot; with 35 days of 300 tabs of 8 lines; and with many venues.

    python3 Tests/Benchmarks/opening.py [--events 1000000] [--days 35] [--venues 1000] [--rounds 5]
    python3 Tests/Benchmarks/opening.py --parts tabs,venues --venues 0

The time is from the start of the process to the first answer of `/healthz`: the best and the median of the rounds, with
the files in the system's cache, or `cold`. The memory is the resident memory at that moment; the table of venues has
that of one empty venue.
"""
import argparse
import os
import pathlib
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

from building import ROOT, built, free_port


def resident_megabytes(pid):
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) / 1024


def put_out_of_cache(data):
    for file in data.iterdir():
        descriptor = os.open(file, os.O_RDONLY)
        os.fdatasync(descriptor)
        os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(descriptor)


def opened(binary, data):
    """Returns the seconds until it answers, and its megabytes then. The hub is killed, so it leaves no snapshot."""
    port = free_port()
    start = time.monotonic()
    hub = subprocess.Popen([binary, "serve", "--host", "127.0.0.1", "--port", str(port), "--data", data],
                           cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=60).close()
                return time.monotonic() - start, resident_megabytes(hub.pid)
            except urllib.error.URLError:
                if hub.poll() is not None or time.monotonic() > start + 300:
                    sys.exit("The hub did not start.")
                time.sleep(0.005)
    finally:
        hub.send_signal(signal.SIGKILL)
        hub.wait()


def row(name, rounds):
    seconds = [second for second, _ in rounds]
    print(f"| {name} | {min(seconds):.2f} | {statistics.median(seconds):.2f} "
          f"| {statistics.median(memory for _, memory in rounds):.0f} |", flush=True)


def table(what):
    print(f"| {what} | best, s | median, s | memory, MB |\n|---|---:|---:|---:|")


def journal(binaries, data, rounds, *options):
    """Prints a row for each way of opening a folder made by `long-journal`."""
    binary = binaries / "tablecast"
    made = subprocess.run([binaries / "long-journal", "--data", data, *options], check=True, stdout=subprocess.PIPE,
                          text=True)
    table(made.stdout.strip())
    without = []
    for _ in range(min(2, rounds)):
        (data / "tablecast-main.snapshot").unlink(missing_ok=True)
        without.append(opened(binary, data))
    row("event by event, and a snapshot made", without)
    row("by the snapshot", [opened(binary, data) for _ in range(rounds)])
    cold = []
    for _ in range(rounds):
        put_out_of_cache(data)
        cold.append(opened(binary, data))
    row("by the snapshot, cold", cold)
    sizes = {file.name: file.stat().st_size / 1e6 for file in sorted(data.iterdir())}
    print(", ".join(f"{name} {size:.1f} MB" for name, size in sizes.items()) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parts", default="events,tabs,venues", help="of these, by commas")
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--days", type=int, default=35, help="of 300 tabs of 8 lines")
    parser.add_argument("--venues", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    parts = arguments.parts.split(",")
    binaries = built(ROOT, ".build", "tablecast", "long-journal")
    binary = binaries / "tablecast"
    folder = pathlib.Path(tempfile.mkdtemp(prefix="benchmark-"))
    try:
        if "events" in parts:
            journal(binaries, folder / "events", arguments.rounds, "--events", str(arguments.events))
        if "tabs" in parts:
            journal(binaries, folder / "tabs", arguments.rounds, "--tab-days", str(arguments.days))
        if "venues" in parts:
            many = folder / "many"
            # Makes the folder.
            opened(binary, many)
            table("venues")
            row("1", [opened(binary, many) for _ in range(arguments.rounds)])
            for number in range(arguments.venues):
                subprocess.run([binary, "venue", "add", f"venue-{number}", "--name", f"Venue {number}",
                                "--time-zone", "UTC", "--data", many], check=True, stdout=subprocess.DEVNULL)
            row(f"{arguments.venues:,} more", [opened(binary, many) for _ in range(arguments.rounds)])
    finally:
        shutil.rmtree(folder)


main()
