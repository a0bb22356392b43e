"""A server of one large maze without doors, which records when it answered for each room. Within `with` it runs as its
own process."""
import asyncio
import json
import subprocess
import sys
import time
import urllib.request
import zlib

SIDES = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}


class Grid:
    """A maze of `width` by `height` rooms; each answer takes `latency_ms`."""

    def __init__(self, width, height, latency_ms=0):
        self.command = [sys.executable, __file__, *map(str, (width, height, latency_ms))]

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True)
        self.address = f"http://127.0.0.1:{self.process.stdout.readline().strip()}"
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()

    def answered(self):
        """Returns the time of the last answer in milliseconds for each place, `x,y`."""
        with urllib.request.urlopen(f"{self.address}/answered") as answer:
            return json.load(answer)


class Maze:
    """A maze in which each room leads east or north, one in six both, so that all rooms are connected. The start is in
    the middle."""

    def __init__(self, width, height):
        self.west, self.south = -(width // 2), -(height // 2)
        self.east, self.north = self.west + width - 1, self.south + height - 1

    def leads(self, x, y):
        """Whether a room leads east, and whether it leads north."""
        if not (self.west <= x <= self.east and self.south <= y <= self.north):
            return False, False
        number = zlib.crc32(f"{x},{y}".encode()) % 12
        return (x < self.east and (y == self.north or number < 7),
                y < self.north and (x == self.east or number >= 5))

    def is_open(self, x, y, side):
        if side == "west":
            return self.leads(x - 1, y)[0]
        return self.leads(x, y - 1)[1] if side == "south" else self.leads(x, y)[side == "north"]

    def room(self, x, y):
        rooms = {side: {"room": name(x + dx, y + dy)} for side, (dx, dy) in SIDES.items() if self.is_open(x, y, side)}
        kind = "EXIT" if (x, y) == (self.east, self.south) else "EMPTY"
        return {"id": name(x, y), "type": kind, "rooms": rooms}


def name(x, y):
    return f"R{x & 0xffffffff:08x}{y & 0xffffffff:08x}"


def place(name):
    """The coordinates in a room's id."""
    return tuple((int(part, 16) ^ 1 << 31) - (1 << 31) for part in (name[1:9], name[9:]))


class Conversation(asyncio.Protocol):
    """One connection of an explorer, which asks for one room after another."""

    def __init__(self, maze, latency, answered):
        self.maze, self.latency, self.answered, self.heard = maze, latency, answered, b""

    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        *requests, self.heard = (self.heard + data).split(b"\r\n\r\n")
        for request in requests:
            path = request.split(b" ", 2)[1].split(b"?")[0].decode().split("/")
            if path[-1] == "answered":
                self.answer({f"{x},{y}": at for (x, y), at in self.answered.items()})
            elif self.latency:
                asyncio.get_running_loop().call_later(self.latency, self.tell, path)
            else:
                self.tell(path)

    def tell(self, path):
        if path[-1] == "start":
            self.answer({"id": name(0, 0)})
            return
        at = place(path[-1])
        content = self.maze.room(*at)
        self.answered[at] = time.time() * 1000
        self.answer(content)

    def answer(self, content):
        body = json.dumps(content, separators=(",", ":")).encode()
        self.transport.write(
            b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body) + body)


async def serve(width, height, latency_ms):
    maze, answered = Maze(width, height), {}
    server = await asyncio.get_running_loop().create_server(
        lambda: Conversation(maze, latency_ms / 1000, answered), "127.0.0.1")
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(*map(int, sys.argv[1:])))
