"""A hub to measure, with its own venue and data."""
import json
import pathlib
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

from building import ROOT, free_port

# These limits would stop the load, which all comes from one address.
LIMITS = ["connections", "connections-per-address", "handshakes-per-second", "handshake-credit",
          "requests-per-second", "request-credit", "sign-in-requests-per-second", "sign-in-request-credit",
          "tls-handshakes-per-second", "tls-handshake-credit", "mutations-per-second", "mutation-credit",
          "messages-per-second", "message-credit"]


def lift_file_limit():
    """Raises the limit of open files, because each connection is one."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class Served:
    """A server that answers on `port` within the `with`. `cores` is a list as taskset takes it."""

    def __init__(self, command, port, cores=None):
        self.command = [*(["taskset", "-c", cores] if cores else []), *map(str, command)]
        self.port = port

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()

    def start(self):
        """Starts the server; after a stop, on the same port."""
        self.process = subprocess.Popen(
            self.command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    self.process.kill()
                    sys.exit(f"It did not start: {' '.join(self.command)}")
                time.sleep(0.01)

    @property
    def resident_kb(self):
        return self.status_kb("VmRSS")

    @property
    def resident_kb_most(self):
        """The most since the process began, or since 5 was written to its `clear_refs`."""
        return self.status_kb("VmHWM")

    def status_kb(self, name):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"{name}:\s+(\d+) kB", status)[1])

    def stop(self, by=signal.SIGTERM):
        self.process.send_signal(by)
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Hub(Served):
    """The hub, from the folder that has `tablecast`."""

    def __init__(self, folder, cores=None, loops=1, by_tls=False):
        self.binary, self.data = folder / "tablecast", tempfile.mkdtemp(prefix="benchmark-")
        port = free_port()
        if by_tls:
            self.run("certificate", "--name", "localhost")
        super().__init__(
            [self.binary, "serve", "--host", "127.0.0.1", "--port", port, "--data", self.data, "--loops", loops,
             *(f"--limit={name}=1000000" for name in LIMITS)], port, cores)

    def __exit__(self, *arguments):
        super().__exit__(*arguments)
        shutil.rmtree(self.data)

    def run(self, *command):
        """Runs a command on the same data, and returns its output."""
        return subprocess.run([self.binary, *command, "--data", self.data], check=True, capture_output=True,
                              text=True).stdout.strip()

    def token(self, role="host"):
        return self.run("token", "--role", role)

    def metrics(self, token=None):
        """The samples by name and labels, as `/metrics` writes them."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/metrics", headers={"Authorization": f"Bearer {token or self.token('owner')}"})
        with urllib.request.urlopen(request) as answer:
            lines = answer.read().decode().splitlines()
        return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if line[0] != "#")}

    def request(self, token, path, content=None):
        """Returns the hub's answer; `content` is posted."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", content,
            {"Authorization": f"Bearer {token}", "Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def mutate(self, token, action, args, identifier="first"):
        """Returns the result in the hub's answer, if it has one."""
        mutation = {"type": "mutate", "id": identifier, "action": action, "args": args}
        return self.request(token, "/v1/main/mutations", json.dumps(mutation).encode()).get("result")
