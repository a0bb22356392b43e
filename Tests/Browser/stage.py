"""A hub for each test on the worker's stage: one process with many hubs and a control port."""

import json
import signal
import subprocess
import tempfile
import urllib.error
import urllib.request
from contextlib import contextmanager

import pytest

from hub import Hub, HubClient, binary, command
from pagefiles import ROOT


class Stage:
    """The process, which starts with its first hub."""

    process = None
    address = ""

    def start(self):
        self.log = tempfile.NamedTemporaryFile("a+", encoding="utf-8")
        self.process = subprocess.Popen(
            [binary().with_name("stage")], stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.address = self.process.stdout.readline().strip()
        assert self.address, "The stage did not start."

    def ask(self, method, path, **order):
        if self.process is None:
            self.start()
        request = urllib.request.Request(self.address + path, method=method, data=json.dumps(order).encode())
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise RuntimeError(error.read().decode()) from error

    def logged(self):
        """Returns what all hubs have logged so far."""
        if self.process is None:
            return ""
        with open(self.log.name, encoding="utf-8") as log:
            return log.read()

    def close(self):
        if self.process is not None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait()
            self.process.stdout.close()
            self.log.close()


# One for each worker.
STAGE = Stage()
# A Wednesday, 18:00 in Rome.
EVENING_MS = 1_795_626_000_000


class StagedHub(HubClient):
    """A hub of the stage; the control port does what commands do elsewhere."""

    def ask(self, method, what, **order):
        return STAGE.ask(method, f"/venues/{self.port}{what}", **order)

    def start(self):
        if not self.links:
            self.log_start = len(STAGE.logged())
        # Rate limits are not refilled while the clock stands still.
        clock = {} if self.at is None else {"at": self.at, "limits": "mutation-credit=100000,request-credit=100000"}
        printed = STAGE.ask(
            "POST", "/venues", port=self.port, data=str(self.data), public=str(ROOT / "Public"), name=self.name,
            timeZone=self.time_zone, languages=self.languages, **{**clock, **self.options})
        self.is_up = True
        self.unused = {role: self.address + path for role, path in printed.items()}
        self.links = self.links or self.unused.copy()
        return self

    def errors(self):
        return STAGE.logged()[self.log_start:]

    def stop(self):
        self.ask("DELETE", "")
        self.is_up = False

    def kill(self):
        """Closes the connections as a power cut does."""
        self.ask("POST", "/connections", do="refuse")
        self.stop()

    def pause(self):
        self.ask("POST", "/connections", do="hang")

    def resume(self):
        self.ask("POST", "/connections", do="allow")

    def close(self):
        self.stop()
        self.folder.cleanup()

    def command(self, *words):
        if words[0] == "token":
            return self.ask("POST", "/tokens", **{words[at][2:]: words[at + 1] for at in range(1, len(words), 2)})
        return command(self.data, *words)

    def link(self, role):
        printed = self.unused.pop(role, "")
        return printed or self.address + self.ask("POST", "/links", role=role)

    def move(self, seconds):
        """Moves the hub's clock, and waits until all work due by then is done."""
        if seconds > 3_600:
            # The links are good for a day.
            self.unused.clear()
        ms = round(seconds * 1_000)
        self.at = self.ask("POST", "/clock", move=ms)["now"] if self.is_up else self.at + ms


def in_process(kind):
    """Returns the kind of hub as a separate process."""
    return type(kind.__name__, (Hub, kind), {})


@contextmanager
def serving(kind=StagedHub, at=None, **options):
    """Serves a hub; with `at`, its clock stands still at that time in milliseconds."""
    hub = kind()
    hub.at = at
    hub.options.update(options)
    try:
        yield hub.start()
    finally:
        hub.close()


def hub_fixture(kind=StagedHub, scope="function", **options):
    """A hub of the worker's stage. Tests marked `process` get one in a separate process; those that use `time` get
    one whose clock stands still."""

    @pytest.fixture(scope=scope)
    def hub(request):
        own, at = kind, None
        if request.node.get_closest_marker("process"):
            own = in_process(kind)
        elif "time" in request.fixturenames:
            at = EVENING_MS
        with serving(own, at, **options) as hub:
            yield hub

    return hub
