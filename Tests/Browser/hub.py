"""A separate hub for each test: a free port, an empty data folder, and the built server as a process."""

import contextlib
import json
import os
import random
import signal
import socket
import sqlite3
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
import uuid
from email.utils import parsedate_to_datetime
from pathlib import Path

from pagefiles import ROOT

HOUSE = "The Copper Pot"
PATIENCE_SECONDS = 30


def binary():
    """The server: TABLECAST_BINARY, or else the last build."""
    named = os.environ.get("TABLECAST_BINARY")
    if named:
        return Path(named).resolve()
    built = [ROOT / ".build" / kind / "tablecast" for kind in ("release", "debug")]
    for path in built:
        if path.exists():
            return path
    raise FileNotFoundError("Build the server first, or name it in TABLECAST_BINARY.")


def free_port():
    """Returns a port for a server that may restart on it. It is below the system's ephemeral ports, and in
    this worker's own range."""
    # Browsers refuse 10080.
    first = 11_000 + 2_000 * int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:])
    for port in random.sample(range(first, first + 2_000), 2_000):
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("No port is free.")


def eventually(ask, is_enough=bool):
    """Repeats `ask` until its answer is enough or time is up, and returns the last answer."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        answer = ask()
        if is_enough(answer) or time.monotonic() > deadline:
            return answer
        time.sleep(0.1)


def command(data, *words):
    """Runs a command of the server on a data folder, and returns its output."""
    answer = subprocess.run([binary(), *words, "--data", data], capture_output=True, text=True, check=True)
    return answer.stdout.strip()


class HubClient:
    """The requests that tests make to a hub, wherever it runs."""

    name = HOUSE
    time_zone = "Europe/Rome"
    languages = "en"
    # The time in milliseconds since 1970 until the test moves the clock, or `None` for a running clock.
    at = None

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="tablecast-browser-")
        self.data = Path(self.folder.name) / "data"
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        # Further options of `tablecast serve`, by their names.
        self.options = {}
        self.links = {}
        # The links printed at the start and not yet used, by role.
        self.unused = {}
        self.token = None

    def get(self, path, **fields):
        if self.token is None:
            self.token = self.command("token", "--role", "owner")
        fields["Authorization"] = f"Bearer {self.token}"
        request = urllib.request.Request(self.address + path, headers=fields)
        with urllib.request.urlopen(request) as answer:
            return answer.read().decode()

    def mutate(self, action, token=None, **args):
        """Makes a change as another device would, and returns the ack."""
        if self.token is None:
            self.token = self.command("token", "--role", "owner")
        body = {"type": "mutate", "id": str(uuid.uuid4()), "action": action, "args": args}
        request = urllib.request.Request(
            f"{self.address}/v1/main/mutations",
            data=json.dumps(body).encode(),
            headers={
                "Authorization": f"Bearer {token or self.token}",
                "Content-Type": "application/json",
            },
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def refuse(self, action, **args):
        """Asks for a change that is refused, and returns the rejection."""
        try:
            self.mutate(action, **args)
        except urllib.error.HTTPError as error:
            return json.load(error)
        raise AssertionError(f"{action} was not refused")

    def add(self, name, size=2, **more):
        return self.mutate("waitlist.add", name=name, size=size, **more)["result"]["party"]

    def join_address(self):
        """Where the join link leads at the moment."""
        return self.address + json.loads(self.get("/v1/main/join"))["link"]

    def join(self, name, size=2):
        """Adds a guest by the join link."""
        secret = self.join_address().rsplit("/", 1)[1]
        return self.mutate("waitlist.add", token=secret, name=name, size=size)

    def now(self):
        """The time by the server's clock."""
        with urllib.request.urlopen(self.address + "/healthz") as answer:
            return parsedate_to_datetime(answer.headers["Date"])

    def view(self, view):
        return json.loads(self.get(f"/v1/main/views/{view}"))

    def parties(self):
        """Returns the name and status of the present parties, in order."""
        rows = self.view("waitlist/host")["doc"]["parties"].values()
        return [(row["name"], row["status"]) for row in sorted(rows, key=lambda row: row["rank"])]

    def expect_parties(self, *wanted):
        """Waits for these parties: a row leaves a host's page before the hub has made the change durable."""
        assert eventually(self.parties, lambda found: found == [*wanted]) == [*wanted]

    def enter_wrong_pins(self, device, count):
        """Sets the count of wrong PINs, as if entered long ago: the waits between them would take an hour."""
        with contextlib.closing(sqlite3.connect(self.data / "tablecast.sqlite")) as database:
            with database:
                database.execute(
                    "UPDATE device SET wrong_pins = ?, wrong_pin_at = 0 WHERE id = ?",
                    (count, device),
                )

    def journal(self):
        """Returns all events of the venue, those of the house included."""
        return [json.loads(line) for line in self.command("export").splitlines() if line]

    def events(self):
        until = self.view("waitlist/host")["rev"]
        lines = self.get(
            f"/v1/main/events?since=0&until={until}", Accept="application/x-ndjson"
        ).splitlines()
        return [json.loads(line) for line in lines if line]


class Hub(HubClient):
    """The built server as a process of its own."""

    def __init__(self):
        super().__init__()
        self.log = open(Path(self.folder.name) / "log", "w+", encoding="utf-8")
        self.host = "127.0.0.1"
        self.said = []
        # Other devices could not reach this address; the tests' browsers run on this machine.
        self.url = ["--url", self.address]
        self.process = None

    def start(self):
        """Starts the server, and returns when it reports that it serves."""
        self.process = subprocess.Popen(
            [
                binary(), "serve", "--host", self.host, "--port", str(self.port), *self.url,
                *(word for name, value in self.options.items() for word in (f"--{name}", value)),
                "--data", self.data, "--public", ROOT / "Public",
                # The tests use the fonts of fonts.conf.
                "--fonts", "/nowhere",
                "--name", self.name, "--time-zone", self.time_zone, "--languages", self.languages,
            ],
            stdout=subprocess.PIPE, stderr=self.log, text=True,
        )
        is_first = not self.links
        # The server may now serve another folder.
        self.unused = {}
        self.said = []
        for line in self.process.stdout:
            self.said.append(line.rstrip("\n"))
            if "/in/" in line:
                self.links["owner"] = self.unused["owner"] = line.strip()
            if line.startswith("Another link") or ("serving at" in line and not is_first):
                return self
        raise RuntimeError("The server did not start: " + self.errors())

    def errors(self):
        self.log.seek(0)
        return self.log.read()

    def kill(self):
        """Ends the server as a power cut would."""
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        """Ends the server by a signal, and returns its exit status."""
        self.process.terminate()
        status = self.process.wait(timeout=PATIENCE_SECONDS)
        self.process.stdout.close()
        return status

    def reload(self):
        """Makes the server read its certificate again, and returns when it has."""
        self.process.send_signal(signal.SIGHUP)
        for line in self.process.stdout:
            if "read again" in line:
                return
        raise RuntimeError("The server did not reload: " + self.errors())

    def pause(self):
        """Suspends the server: its connections stay open, and nobody answers."""
        self.process.send_signal(signal.SIGSTOP)

    def resume(self):
        self.process.send_signal(signal.SIGCONT)

    def close(self):
        if self.process.poll() is None:
            self.resume()
            # A killed server could not write its coverage.
            try:
                self.stop()
            except subprocess.TimeoutExpired:
                self.kill()
        self.log.close()
        self.folder.cleanup()

    def command(self, *words):
        return command(self.data, *words)

    def link(self, role):
        """Returns a one-time link that signs a browser in."""
        printed = self.unused.pop(role, "")
        # A printed link is used first, because making another one starts a program.
        if printed.startswith(f"{self.address}/in/"):
            return printed
        return self.command("link", "--role", role, "--url", self.address)


def set_pin(hub, pin):
    hub.get("/healthz")
    request = urllib.request.Request(
        f"{hub.address}/v1/main/pin", data=json.dumps({"pin": pin}).encode(),
        headers={"Authorization": f"Bearer {hub.token}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        assert json.load(answer)["type"] == "ack"
