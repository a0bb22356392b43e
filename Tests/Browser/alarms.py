"""Alarms about screens: a screen that breaks off, and a receiver of the webhook."""

import json
import math
import socket
import struct
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

from websockets.sync.client import connect


def connected(hub, token):
    """Opens a program's connection with this token."""
    return connect(
        f"{hub.address.replace('http', 'ws', 1)}/v1/main/sync",
        additional_headers={"Authorization": f"Bearer {token}"},
        subprotocols=["tablecast.v1"],
    )


@contextmanager
def screen(hub, role, name):
    """A named screen, simulated by a program."""
    token = hub.command("token", "--role", role, "--name", name)
    with connected(hub, token) as standing:
        standing.recv()
        standing.token = token
        yield standing


def break_off(standing):
    """Ends a connection without a close, as a power cut does."""
    standing.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    standing.socket.close()


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.came.append((self.path, self.headers["Content-Type"], json.loads(body)))
        self.send_response(500 if len(self.server.came) <= self.server.failures else 204)
        self.end_headers()

    def log_message(self, *words):
        pass


class Receiver(HTTPServer):
    """Receives posts. Answers the first `failures` of them, or all, with an error."""

    ALL = math.inf

    def __init__(self, failures):
        super().__init__(("127.0.0.1", 0), Handler)
        self.failures = failures
        self.came = []

    def address(self, path):
        return f"http://127.0.0.1:{self.server_address[1]}{path}"


@contextmanager
def receiver(failures):
    with Receiver(failures) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
