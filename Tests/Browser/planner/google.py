"""As much of Google Calendar as the hub needs: a process, and a person who edits calendars there."""

import json
import os
import subprocess
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

from hub import binary

CLIENT, SECRET = "client", "GOCSPX-of this house alone"
KITCHEN = "kitchen@example.com"


def google_binary():
    """The server: GOOGLE_CALENDAR_BINARY, or the one built beside the hub."""
    return Path(os.environ.get("GOOGLE_CALENDAR_BINARY") or binary().with_name("google-calendar"))


class Google:
    def __init__(self, *options):
        self.options = options

    def __enter__(self):
        self.process = subprocess.Popen(
            [google_binary(), "--client", CLIENT, *self.options], stdout=subprocess.PIPE, text=True
        )
        port = self.process.stdout.readline().strip().rpartition(":")[2]
        # For a browser this is another site than the hub, as Google is.
        self.address = f"http://localhost:{port}"
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(timeout=15)
        self.process.stdout.close()

    def ask(self, method, path, body=None, **fields):
        request = urllib.request.Request(
            self.address + path, json.dumps(body).encode() if body is not None else None,
            {"Content-Type": "application/json", **fields}, method=method,
        )
        with urllib.request.urlopen(request) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def state(self):
        return self.ask("GET", "/state")

    def count(self, operation):
        """How often an operation was requested, such as `events.patch`."""
        return self.state()["counts"].get(operation, 0)

    def order(self, fault, **more):
        """Orders a fault; `more` says on which operation, how often, and so on."""
        self.ask("POST", "/faults", {"fault": fault, **more})

    def events(self, calendar=KITCHEN):
        """The events of a calendar by title, without cancelled ones."""
        events = self.state()["calendars"][calendar]
        return {each.get("summary"): each for each in events if each["status"] != "cancelled"}

    def titles(self):
        return sorted(self.events())

    def edit(self, method, path, body=None):
        """Makes a change as a person at Google, with no mail to guests."""
        return self.ask(
            method, f"/calendar/v3/calendars/{KITCHEN}/events{path}?sendUpdates=none", body,
            Authorization="Bearer person",
        )

    def add(self, title, start, **more):
        """- start: a time with its zone."""
        end = start.replace(hour=start.hour + 1)
        times = {"start": {"dateTime": start.isoformat()}, "end": {"dateTime": end.isoformat()}}
        return self.edit("POST", "", {"summary": title, **times, **more})["id"]

    def sign_in(self, authorize):
        """Returns the address to which the sign-in page leads a browser; it reaches the hub only on the
        hub's own machine."""
        class Stay(urllib.request.HTTPRedirectHandler):
            def redirect_request(self, *_):
                return None

        try:
            urllib.request.build_opener(Stay).open(authorize)
        except urllib.error.HTTPError as answer:
            return answer.headers["Location"]
        raise AssertionError("The page of the sign-in leads nowhere")
