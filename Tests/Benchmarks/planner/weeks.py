"""Measures what the planner costs the hub in a house with 20,000 events, of which 2,000 are series: an import of all,
a week's first view, an edit while ten weeks are watched, and the memory of a watched week.

    python3 Tests/Benchmarks/planner/weeks.py [--events 20000] [--series 2000] [--edits 500]

The import: the time until its answer, and how long a host's changes, one every 2 ms, wait for their ack meanwhile. An
edit moves one event of a watched week; its time is until the diff arrives.
"""
import argparse
import datetime
import json
import pathlib
import statistics
import sys
import time
import urllib.request

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))

from bigcalendar import FIRST, calendar_file
from building import ROOT, built
from hub import Hub, lift_file_limit
from waiting import Waiting, beside_a_host, row, spread


def take(hub, token, content):
    request = urllib.request.Request(
        f"http://127.0.0.1:{hub.port}/v1/main/planner/import?name=Everything", content,
        {"Authorization": f"Bearer {token}", "Content-Type": "text/calendar"})
    with urllib.request.urlopen(request) as answer:
        report = json.load(answer)
    if report["refused"]:
        sys.exit(f"The hub did not take everything: {report['refused'][0]}")
    return report["calendar"]


def mondays(count):
    return [FIRST + datetime.timedelta(weeks=2 * number) for number in range(count)]


def first_views(hub, token, weeks=60):
    """Returns the milliseconds of weeks that nobody has viewed before, less those of an empty answer."""
    def asked(path):
        start = time.perf_counter()
        hub.request(token, path)
        return (time.perf_counter() - start) * 1000

    empty = statistics.median(asked("/v1/main/views/planner/settings") for _ in range(50))
    return [asked(f"/v1/main/views/planner/week?monday={monday}") - empty for monday in mondays(weeks)]


def watching(hub, token, count, first=0):
    """A socket that watches weeks."""
    def view(number):
        return {"type": "subscribe", "view": f"planner/week?monday={mondays(first + count)[first + number - 1]}"}

    watcher = Waiting(hub.port, token, "live", view)
    watcher.until(lambda: watcher.count == count)
    return watcher


def edits(hub, token, calendar, count):
    """Returns the milliseconds until an edit's diff arrives, while ten weeks are watched."""
    watcher = watching(hub, token, 10)
    event = hub.mutate(token, "planner.add", {
        "title": "Moved", "calendar": calendar, "start": f"{mondays(5)[4]}T10:00", "minutes": 30}, "to-move")["event"]
    watcher.hear("diff")
    watcher.answer, first = "diff", watcher.count
    watcher.message = lambda number: {
        "type": "mutate", "id": f"edit-{number}", "action": "planner.edit",
        "args": {"event": event, "start": f"{mondays(5)[4]}T{10 + number % 8}:{15 * (number % 4):02}"}}
    return watcher.until(lambda: watcher.count - first == count)


def memory_of_a_week(hub, token, count=50):
    """Returns the KB of each watched week, and the sockets that watch them."""
    before = hub.resident_kb
    kept = [watching(hub, token, 10, first) for first in range(10, 10 + count, 10)]
    each = (hub.resident_kb - before) / count
    return each, kept


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=20_000)
    parser.add_argument("--series", type=int, default=2_000)
    parser.add_argument("--edits", type=int, default=500)
    arguments = parser.parse_args()
    lift_file_limit()
    binaries = built(ROOT, ".build", "tablecast")
    with Hub(binaries) as hub:
        token = hub.token()
        content = calendar_file(arguments.events - 1, arguments.series)
        calendar, seconds, calm, meanwhile = beside_a_host(
            hub, token, lambda: take(hub, token, content), "change")
        row("in a calendar of", f"{arguments.events:,} events", f"{arguments.series:,} series", "")
        row("---", "---:", "---:", "---:")
        row("import", f"{seconds:.1f} s", f"{len(content) / 1e6:.1f} MB", "")
        row("a host's change, ms", "p50", "p99", "longest")
        row("before the import", *spread(calm))
        row("meanwhile", *spread(meanwhile))
        row("first view of a week", *spread(first_views(hub, token)))
        row("edit to diff, ten weeks watched", *spread(edits(hub, token, calendar, arguments.edits)))
        each, _ = memory_of_a_week(hub, token)
        row("memory of a watched week", f"{each:.0f} KB", "", "")


main()
