"""Servers of places for the tests: an Overpass and a Yelp on this machine, which answer as told."""

import json
import re
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from math import cos, hypot, radians
from urllib.parse import parse_qs, urlsplit

KEY = "yelp-key-of-the-house"
JSON = {"Content-Type": "application/json"}


def node(number, name, lat, lon, **tags):
    return {
        "type": "node", "id": number, "lat": lat, "lon": lon,
        "tags": {"amenity": "restaurant", "name": name, **tags},
    }


def business(identifier, name, lat, lon, **more):
    return {
        "id": identifier, "name": name, "is_closed": False, "rating": 4.5, "review_count": 12, "price": "$$",
        "categories": [{"alias": "pizza", "title": "Pizza"}], "coordinates": {"latitude": lat, "longitude": lon},
        "location": {"display_address": ["1 Secret Street", "Hoboken"]}, "display_phone": "(201) 555-0151",
        "url": f"https://yelp.example/biz/{identifier}", **more,
    }


def metres(lat, lon, other_lat, other_lon):
    """Good enough for distances of a few kilometres."""
    return hypot((lat - other_lat) * 111_195, (lon - other_lon) * 111_195 * cos(radians(lat)))


class Sources(ThreadingHTTPServer):
    """Overpass at `/overpass`, Yelp at `/yelp`. `next` holds functions of the request's handler that answer
    before the usual answers."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.nodes = []
        self.businesses = []
        self.next = []
        self.asked = []
        # Requests wait while this is not set.
        self.answers = threading.Event()
        self.answers.set()

    def __enter__(self):
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.answers.set()
        self.shutdown()
        self.server_close()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server_address[1]}"

    def fail(self, status, body="", fields=JSON, count=1):
        self.next += [lambda handler: handler.give(status, body, fields)] * count

    @contextmanager
    def silence(self):
        self.answers.clear()
        try:
            yield
        finally:
            self.answers.set()


class Handler(BaseHTTPRequestHandler):
    def give(self, status, body, fields=JSON):
        content = (body if isinstance(body, str) else json.dumps(body)).encode()
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def answer(self, usual):
        self.server.answers.wait()
        if self.server.next:
            self.server.next.pop(0)(self)
        else:
            usual()

    def do_POST(self):
        form = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
        query = form["data"][0]
        self.server.asked.append(query)
        radius, lat, lon = map(float, re.search(r"around:([\d.]+),([-\d.]+),([-\d.]+)", query).groups())
        elements = [
            each for each in self.server.nodes if metres(lat, lon, each["lat"], each["lon"]) <= radius
        ]
        self.answer(lambda: self.give(200, {
            "osm3s": {"timestamp_osm_base": "2026-05-04T10:00:00Z", "copyright": "Made for the tests."},
            "elements": elements,
        }))

    def do_GET(self):
        self.server.asked.append(self.path)
        self.answer(self.search if "/businesses/search" in self.path else self.details)

    def search(self):
        if self.headers["Authorization"] != f"Bearer {KEY}":
            return self.give(401, {"error": {"code": "TOKEN_INVALID"}})
        query = {name: values[0] for name, values in parse_qs(urlsplit(self.path).query).items()}
        lat, lon = float(query["latitude"]), float(query["longitude"])
        found = [
            each for each in self.server.businesses
            if each["coordinates"]["latitude"] is None
            or metres(lat, lon, *each["coordinates"].values()) <= float(query["radius"]) + 5_000
        ]
        first = int(query["offset"])
        self.give(200, {"businesses": found[first:first + int(query["limit"])], "total": len(found)})

    def details(self):
        identifier = self.path.rsplit("/", 1)[-1]
        for each in self.server.businesses:
            if each["id"] == identifier:
                return self.give(200, each)
        self.give(404, {"error": {"code": "BUSINESS_NOT_FOUND"}})

    def log_message(self, *_):
        pass


def wait_for_request(server, count):
    while len(server.asked) < count:
        time.sleep(0.01)
