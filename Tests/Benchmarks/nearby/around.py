"""Measures what places nearby cost the hub: searches over 230 and over 50,000 stops, places within two miles of 50,000,
the imports of both, and the memory of places.

    python3 Tests/Benchmarks/nearby/around.py [--stops 50000] [--places 50000] [--asks 2000]

Searches go by HTTP over one connection; the time of an empty answer is subtracted. For the imports: the time until the
answer, and how long a host's changes, one every 2 ms, wait for their ack meanwhile.
"""
import argparse
import http.client
import json
import pathlib
import random
import statistics
import sys
import time
import urllib.parse

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))

from building import ROOT, built
from hub import Hub, lift_file_limit
from town import places_file, somewhere, stop_names, stops_file
from waiting import beside_a_host, row, spread

MEDIA = {"stops": "text/csv", "places": "application/json"}
TWO_MILES = 3_219


class Asking:
    """One HTTP connection to the board."""

    def __init__(self, hub, token):
        self.connection = http.client.HTTPConnection("127.0.0.1", hub.port)
        self.headers = {"Authorization": f"Bearer {token}"}

    def send(self, method, path, body=None, **headers):
        self.connection.request(method, f"/v1/main/{path}", body, {**self.headers, **headers})
        answer = self.connection.getresponse()
        content = answer.read()
        if answer.status != 200:
            sys.exit(f"{path}: {answer.status} {content[:200]}")
        return json.loads(content)

    def milliseconds(self, paths):
        def taken(path):
            start = time.perf_counter()
            self.send("GET", path)
            return (time.perf_counter() - start) * 1000

        empty = statistics.median(taken("nearby/search?q=zzzzzz") for _ in range(200))
        return [max(0, taken(path) - empty) for path in paths]


def imported(hub, token, kind, content):
    """Returns the seconds of an import, and the milliseconds of a host's changes before and during it."""
    def send():
        Asking(hub, token).send("POST", f"nearby/{kind}", content, **{"Content-Type": MEDIA[kind]})

    return beside_a_host(hub, token, send, kind)[1:]


def typed(names, count, numbers):
    """Yields beginnings of names, as somebody types them."""
    for _ in range(count):
        name = numbers.choice(names)
        start = numbers.choice([0, name.rfind(" ") + 1])
        yield name[start:start + numbers.randint(1, 12)].strip()


def searches(names, count):
    return [f"nearby/search?{urllib.parse.urlencode({'q': text})}" for text in typed(names, count, random.Random(1))]


def rounds_about(count):
    numbers = random.Random(2)
    for _ in range(count):
        at = "{:.5f},{:.5f}".format(*somewhere(numbers))
        yield f"nearby/places?{urllib.parse.urlencode({'at': at, 'radius': TWO_MILES})}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stops", type=int, default=50_000)
    parser.add_argument("--places", type=int, default=50_000)
    parser.add_argument("--asks", type=int, default=2_000)
    arguments = parser.parse_args()
    lift_file_limit()
    binaries = built(ROOT, ".build", "tablecast")
    row("milliseconds", "p50", "p99", "longest")
    row("---", "---:", "---:", "---:")
    for count in (230, arguments.stops):
        with Hub(binaries) as hub:
            token = hub.token("owner")
            seconds, calm, meanwhile = imported(hub, token, "stops", stops_file(count))
            row(f"import of {count:,} stops in {seconds:.2f} s: a host's change before", *spread(calm, 2))
            row("meanwhile", *spread(meanwhile, 2))
            paths = searches(stop_names(count), arguments.asks)
            row(f"search among {count:,} stops", *spread(Asking(hub, token).milliseconds(paths), 2))
    with Hub(binaries) as hub:
        token = hub.token("owner")
        Asking(hub, token).send("POST", "nearby/stops", stops_file(1), **{"Content-Type": MEDIA["stops"]})
        before = hub.resident_kb
        seconds, _, meanwhile = imported(hub, token, "places", places_file(arguments.places))
        row(f"import of {arguments.places:,} places in {seconds:.2f} s: a host's change meanwhile", *spread(meanwhile, 2))
        asking = Asking(hub, token)
        row("places within two miles", *spread(asking.milliseconds(list(rounds_about(arguments.asks))), 2))
        filtered = [path + "&open=1&sort=name" for path in rounds_about(arguments.asks)]
        row("those that are open, by name", *spread(asking.milliseconds(filtered), 2))
        hub.stop()
        hub.start()
        asking = Asking(hub, token)
        asking.milliseconds(list(rounds_about(10)))
        after = hub.resident_kb
        each = (after - before) / arguments.places * 10_000 / 1024
        row(f"memory of 10,000 places, {arguments.places:,} after a new start", f"{each:.1f} MB", "", "")


main()
