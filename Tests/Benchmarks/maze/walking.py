"""Guests who walk in the maze from their phones, and the screens that show it: a load in its own process."""
import base64
import itertools
import json
import multiprocessing
import os
import random
import re
import selectors
import socket
import struct
import time
import zlib

VIEW = "maze/display"
STEPS_PER_SECOND = 10
# A phone takes no step while this many are unanswered; sent together, they would be too fast for the board.
UNANSWERED_MAX = 4
STEPS = {"n": ("north", 0, 1), "e": ("east", 1, 0), "s": ("south", 0, -1), "w": ("west", -1, 0)}
# The end of the hub's messages about a view: members are in alphabetical order.
END = re.compile(rb'"rev":(\d+),"type":"(\w+)","view":"[^"]*"}$')


class Screen:
    """A socket that watches the maze, as a browser does."""

    def __init__(self, port, token, venue="main", view=VIEW, is_compressed=True):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        lines = [f"GET /v1/{venue}/sync HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket",
                 "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                 f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
                 "Sec-WebSocket-Protocol: tablecast.v1", f"Authorization: Bearer {token}"]
        if is_compressed:
            # Chromium offers this.
            lines.append("Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits")
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())
        self.heard, self.byte_count, self.is_live = b"", 0, False
        while b"\r\n\r\n" not in self.heard:
            self.heard += self.socket.recv(65536)
        self.heard = self.heard.split(b"\r\n\r\n", 1)[1]
        # The revisions it has received, each with its time.
        self.revisions = []
        self.send({"type": "subscribe", "view": view})

    def send(self, message):
        # A mask of zeros leaves the bytes as they are.
        payload = json.dumps(message, separators=(",", ":")).encode()
        size = [len(payload)] if len(payload) < 126 else [126, *struct.pack(">H", len(payload))]
        self.socket.sendall(bytes([0x81, 0x80 | size[0], *size[1:], 0, 0, 0, 0]) + payload)

    def read(self):
        data = self.socket.recv(1 << 20)
        at = time.perf_counter()
        if not data:
            raise ConnectionError("The hub has ended a connection.")
        self.byte_count += len(data)
        self.heard += data
        start = 0
        while (end := self.frame_end(start)) is not None:
            first, payload = self.heard[start], self.heard[end[0]:end[1]]
            start = end[1]
            if first & 0x0f == 9:
                self.socket.sendall(b"\x8a\x80\0\0\0\0")
            elif first & 0x0f == 1:
                # Each message is compressed by itself.
                self.take(zlib.decompress(payload + b"\0\0\xff\xff\3\0", -15) if first & 0x40 else payload, at)
        self.heard = self.heard[start:]

    def frame_end(self, start):
        """Returns where the payload of the frame begins and ends, or `None` if it is incomplete."""
        if len(self.heard) < start + 2:
            return None
        length, begin = self.heard[start + 1], start + 2
        for mark, form in ((126, ">H"), (127, ">Q")):
            if length == mark:
                begin += struct.calcsize(form)
                if len(self.heard) < begin:
                    return None
                length, = struct.unpack_from(form, self.heard, start + 2)
                break
        return (begin, begin + length) if len(self.heard) >= begin + length else None

    def take(self, message, at):
        end = END.search(message[-100:])
        if end and end[2] in (b"diff", b"snapshot"):
            self.revisions.append((int(end[1]), at))
        elif end and end[2] == b"live":
            self.is_live = True


class Phone(Screen):
    """A guest's phone, whose walker goes back and forth and never to the exit."""

    def __init__(self, port, ticket, walker, number, **options):
        super().__init__(port, ticket, **options)
        self.walker, self.numbers, self.count = walker, random.Random(number), 0
        self.rooms, self.place = {}, None
        # When each step was sent; the revision and the time of each answer; by the step's number.
        self.sent, self.acks, self.rejects = {}, {}, []

    def step(self):
        if self.count - len(self.acks) >= UNANSWERED_MAX:
            return
        x, y = self.place
        ways = [STEPS[letter] for letter in self.rooms[f"{x},{y}"].lower() if letter in STEPS]
        side, self.place = self.numbers.choice(
            [(side, (x + dx, y + dy)) for side, dx, dy in ways if "X" not in self.rooms[f"{x + dx},{y + dy}"]])
        self.count += 1
        self.sent[self.count] = time.perf_counter()
        self.send({"type": "mutate", "id": f"{self.walker}-{os.getpid()}-{self.count}", "action": "maze.step",
                   "args": {"walker": self.walker, "to": side}})

    def take(self, message, at):
        if message.endswith(b'"type":"ack"}'):
            ack = json.loads(message)
            self.acks[int(ack["id"].rsplit("-", 1)[1])] = ack["rev"], at
        elif message.endswith(b'"type":"reject"}'):
            self.rejects.append(json.loads(message))
        else:
            super().take(message, at)
            if not self.rooms and self.revisions:
                doc = json.loads(message)["doc"]
                own = doc["walkers"][self.walker]
                self.rooms, self.place = doc["rooms"], (own["x"], own["y"])


class Explorer(Screen):
    """A host in another venue, who explores one maze after another."""

    def __init__(self, port, token, venue, arguments):
        super().__init__(port, token, venue=venue)
        self.arguments, self.count = arguments, 0

    def explore(self):
        self.send({"type": "mutate", "id": f"explore-{os.getpid()}-{self.count}", "action": "maze.explore",
                   "args": self.arguments})

    def take(self, message, at):
        if not self.is_live:
            super().take(message, at)
            if self.is_live:
                self.explore()
        elif b'"ready"' in message:
            self.count += 1
            self.explore()


class Walking:
    """Walkers and screens that run within the `with`; its results are in `figures` afterwards."""

    def __init__(self, hub, walkers, displays, exploring=None, is_compressed=True):
        """`walkers` has tickets and walkers' ids, `displays` a token for each screen. `exploring` has the token,
        venue and arguments of a host who explores meanwhile."""
        self.parts = hub.port, hub.process.pid, walkers, displays, exploring, is_compressed

    def __enter__(self):
        context = multiprocessing.get_context("fork")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=walk, args=(other, *self.parts))
        self.process.start()
        other.close()
        self.pipe.recv()
        return self

    def __exit__(self, kind, *_):
        if kind is None:
            self.pipe.send("enough")
            self.figures = self.pipe.recv()
        else:
            self.process.kill()
        self.process.join()


def walk(pipe, port, hub_pid, walkers, displays, exploring, is_compressed):
    phones = [Phone(port, ticket, walker, number, is_compressed=is_compressed)
              for number, (ticket, walker) in enumerate(walkers)]
    screens = phones + [Screen(port, token, is_compressed=is_compressed) for token in displays]
    explorers = [Explorer(port, *exploring)] if exploring else []
    selector = selectors.DefaultSelector()
    for each in screens + explorers:
        selector.register(each.socket, selectors.EVENT_READ, each)
    selector.register(pipe, selectors.EVENT_READ)

    def read_until(at):
        """Reads until the time `at`. Returns false if the caller asked to stop."""
        while True:
            for key, _ in selector.select(max(0, at - time.perf_counter())):
                if key.data is None:
                    return False
                key.data.read()
            if time.perf_counter() >= at:
                return True

    while not all(each.is_live for each in screens + explorers):
        read_until(time.perf_counter() + 0.01)
    began, hub_began, own_began = time.perf_counter(), cpu_seconds(hub_pid), time.process_time()
    for each in screens:
        each.byte_count = 0
    explored = sum(each.count for each in explorers)
    late = []
    pipe.send("walking")
    for number in itertools.count():
        due = began + number / (STEPS_PER_SECOND * len(phones))
        if not read_until(due):
            break
        late.append(time.perf_counter() - due)
        phones[number % len(phones)].step()
    seconds = time.perf_counter() - began
    figures = {
        "seconds": seconds, "late": late, "hub_cpu": (cpu_seconds(hub_pid) - hub_began) / seconds,
        "own_cpu": (time.process_time() - own_began) / seconds,
        "bytes_per_second": sum(each.byte_count for each in screens) / len(screens) / seconds,
        "explored": sum(each.count for each in explorers) - explored}
    # Receives what is still on its way.
    selector.unregister(pipe)
    read_until(time.perf_counter() + 1)
    rejects = [reject for phone in phones for reject in phone.rejects]
    if rejects:
        raise SystemExit(f"{len(rejects)} steps were refused: {rejects[0]}")
    acked = [(phone.acks[count][1] - sent) * 1000 for phone in phones for count, sent in phone.sent.items()]
    steps = sorted((phone.acks[count][0], phone, sent) for phone in phones for count, sent in phone.sent.items())
    figures |= {"acked": acked, "shown": list(until_shown(steps, screens))}
    pipe.send(figures)


def until_shown(steps, screens):
    """Yields the milliseconds until each step was on each screen but the walker's own."""
    for screen in screens:
        revisions = iter(screen.revisions)
        revision, at = next(revisions)
        for wanted, phone, sent in steps:
            while revision < wanted:
                revision, at = next(revisions)
            if screen is not phone:
                yield (at - sent) * 1000


def cpu_seconds(pid):
    """The CPU seconds of all threads of a process since it began."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
