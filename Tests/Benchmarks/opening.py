"""How long `tablecast serve` takes to answer with a journal of a million events: by its snapshot and without it; and with
many venues.

    python3 Tests/Benchmarks/opening.py [--events 1000000] [--venues 1000] [--rounds 5]

From the start of the process to the first answer of `/healthz`: best and median of the rounds, the files in the system's
cache; `cold` after they were put out of it. And the resident memory then.
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
    """Seconds until it answers, and the megabytes that it has then; the hub is killed, so that it leaves no snapshot."""
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


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--venues", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    binaries = built(ROOT, ".build", "tablecast", "long-journal")
    data = pathlib.Path(tempfile.mkdtemp(prefix="benchmark-"))
    try:
        subprocess.run([binaries / "long-journal", "--data", data, "--events", str(arguments.events)], check=True)
        snapshot = data / "tablecast-main.snapshot"
        print("| opening | best, s | median, s | memory, MB |\n|---|---:|---:|---:|")
        without = []
        for _ in range(min(2, arguments.rounds)):
            snapshot.unlink(missing_ok=True)
            without.append(opened(binaries / "tablecast", data))
        row("event by event, and a snapshot made", without)
        row("by the snapshot", [opened(binaries / "tablecast", data) for _ in range(arguments.rounds)])
        cold = []
        for _ in range(arguments.rounds):
            put_out_of_cache(data)
            cold.append(opened(binaries / "tablecast", data))
        row("by the snapshot, cold", cold)
        sizes = {file.name: file.stat().st_size / 1e6 for file in sorted(data.iterdir())}
        print(", ".join(f"{name} {size:.1f} MB" for name, size in sizes.items()))
        many = data / "many"
        # Makes the folder.
        opened(binaries / "tablecast", many)
        for number in range(arguments.venues):
            subprocess.run([binaries / "tablecast", "venue", "add", f"venue-{number}", "--name", f"Venue {number}",
                            "--time-zone", "UTC", "--data", many], check=True, stdout=subprocess.DEVNULL)
        row(f"{arguments.venues:,} venues", [opened(binaries / "tablecast", many) for _ in range(arguments.rounds)])
    finally:
        shutil.rmtree(data)


main()
