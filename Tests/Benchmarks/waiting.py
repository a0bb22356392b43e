"""Measures how long a client waits for its answers."""
import base64
import json
import os
import socket
import statistics
import struct
import threading
import time


class Waiting:
    """A WebSocket that measures the time until each of its messages is answered."""

    def __init__(self, port, token, answer, message):
        """`answer` is the type of the answer; `message` makes the nth message from its number."""
        self.answer, self.message, self.count = answer, message, 0
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((
            f"GET /v1/main/sync HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Protocol: tablecast.v1\r\n"
            f"Authorization: Bearer {token}\r\n\r\n").encode())
        self.reader = self.socket.makefile("rb")
        while self.reader.readline() != b"\r\n":
            pass
        self.hear("welcome")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.reader.close()
        self.socket.close()

    def hear(self, *kinds):
        """Returns the next message of one of these types."""
        while True:
            head = self.reader.read(2)
            length = head[1]
            if length == 126:
                length, = struct.unpack(">H", self.reader.read(2))
            elif length == 127:
                length, = struct.unpack(">Q", self.reader.read(8))
            payload = self.reader.read(length)
            if head[0] == 0x89:
                self.socket.sendall(b"\x8a\x80\0\0\0\0")
            message = json.loads(payload) if head[0] == 0x81 else {}
            if message.get("type") in kinds:
                return message

    def say(self):
        """Sends the next message."""
        self.count += 1
        message = json.dumps(self.message(self.count), separators=(",", ":")).encode()
        # A mask of zeros leaves the bytes as they are.
        head = [len(message)] if len(message) < 126 else [126, *struct.pack(">H", len(message))]
        self.socket.sendall(bytes([0x81, 0x80 | head[0], *head[1:], 0, 0, 0, 0]) + message)

    def until(self, is_over):
        """Sends a message every 2 ms until `is_over`, and returns the milliseconds of each."""
        taken = []
        while not is_over():
            start = time.perf_counter()
            self.say()
            self.hear(self.answer)
            taken.append((time.perf_counter() - start) * 1000)
            time.sleep(0.002)
        return taken


def for_seconds(seconds):
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end


def beside_a_host(hub, token, work, name):
    """Returns what `work` returns, its seconds, and the milliseconds of a host's changes before and during it."""
    party = hub.mutate(token, "waitlist.add", {"name": "Ada", "size": 2})["party"]
    changes = Waiting(hub.port, token, "ack", lambda number: {
        "type": "mutate", "id": f"{name}-{number}", "action": "waitlist.edit",
        "args": {"party": party, "notes": f"change {number}"}})
    calm, done = changes.until(for_seconds(2)), []

    def run():
        start = time.perf_counter()
        result = work()
        done.append((result, time.perf_counter() - start))

    worker = threading.Thread(target=run)
    worker.start()
    meanwhile = changes.until(lambda: not worker.is_alive())
    (result, seconds), = done
    return result, seconds, calm, meanwhile


def row(*cells):
    print("| " + " | ".join(cells) + " |", flush=True)


def spread(times, digits=1):
    """The median, the 99th percentile, and the longest."""
    times = sorted(times)
    shown = (statistics.median(times), times[int(len(times) * 0.99)], times[-1])
    return tuple(f"{each:.{digits}f}" for each in shown)
