"""A reader of everything that a role may read, to test that it is not too much."""

import json

import requests
from websockets.sync.client import connect

PAGES = ("/", "/host", "/display", "/events", "/screens", "/owner")


class Reader:
    """Reads everything that a role may read."""

    def __init__(self, hub, role, views, paths=(), pages=PAGES):
        self.hub = hub
        self.role = role
        self.views = views
        self.paths = paths
        self.pages = pages
        self.read = {}
        self.browser = requests.Session()
        self.sign_in()

    def sign_in(self):
        self.token = self.hub.command("token", "--role", self.role)
        self.browser.get(self.hub.link(self.role)).close()

    def get(self, path, session=requests, **fields):
        if session is requests:
            fields["Authorization"] = f"Bearer {self.token}"
        answer = session.get(self.hub.address + path, headers=fields, timeout=10)
        self.read[f"{path} {fields.get('Accept', '')} ({answer.status_code})"] = answer.text
        return answer

    def get_each(self, path, last):
        """Reads each revision, unless the role may not."""
        for rev in range(1, last + 1):
            if self.get(f"{path}{rev}").status_code != 200:
                return

    def read_all(self, last):
        for view in self.views:
            self.get(f"/v1/main/views/{view}")
            self.get_each(f"/v1/main/views/{view}{'&' if '?' in view else '?'}rev=", last)
        for kind in ("application/x-ndjson", "text/event-stream"):
            self.get(f"/v1/main/events?since=0&until={last}&rejected=1", Accept=kind)
        self.get_each("/v1/main/events/", last)
        for kind in ("text/plain", "application/openmetrics-text"):
            self.get("/metrics", Accept=kind)
        for path in (
            "/v1/main/devices", "/api", "/api/RestaurantQueue", "/healthz", "/readyz", *self.paths,
        ):
            self.get(path)
        for path in self.pages:
            self.get(path, session=self.browser)
            self.get(f"/v1/main/page?of={path}", session=self.browser)

    def watch(self, standing):
        """Subscribes to every view."""
        self.socket = standing.enter_context(connect(
            f"ws://127.0.0.1:{self.hub.port}/v1/main/sync", subprotocols=["tablecast.v1"],
            additional_headers={"Authorization": f"Bearer {self.token}"},
        ))
        for view in self.views:
            self.socket.send(json.dumps({"type": "subscribe", "view": view}))

    def hear(self, last):
        """Reads what was sent to a screen, up to the last event."""
        self.socket.send('{"type":"ping","n":1}')
        heard = []
        while not heard or json.loads(heard[-1])["type"] != "pong":
            heard.append(self.socket.recv(timeout=10))
        assert json.loads(heard[-1])["rev"] == last
        self.read["what a screen is sent"] = "\n".join(heard)
