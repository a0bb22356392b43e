"""A second implementation of mazes, from the description beside `Maze` in `Sources/Mazes` alone."""

import base64
import hashlib
import hmac

WORD = 2**64


def splitmix64(state):
    while True:
        state = (state + 0x9E3779B97F4A7C15) % WORD
        z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 % WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB % WORD
        yield z ^ z >> 31


class Maze:
    def __init__(self, code):
        size, seed = code.split("-")
        self.width, self.height = map(int, size.split("x"))
        self.seed = int(seed, 16)
        self.count = self.width * self.height
        self.numbers = splitmix64(self.width << 40 | self.height << 32 | self.seed)
        self.connected = [set() for _ in range(self.count)]
        self.start = self.draw(self.count)
        self.grow()
        self.loop()
        self.exit = self.pick(self.farthest())
        self.doors = self.choose_doors()

    def draw(self, k):
        return next(self.numbers) * k // WORD

    def pick(self, elements):
        return elements[self.draw(len(elements))]

    def take(self, elements):
        return elements.pop(self.draw(len(elements)))

    def beside(self, place):
        """Returns the places north, east, south and west of it, or None beyond the edge."""
        y, x = divmod(place, self.width)
        return [
            place + self.width if y + 1 < self.height else None,
            place + 1 if x + 1 < self.width else None,
            place - self.width if y > 0 else None,
            place - 1 if x > 0 else None,
        ]

    def neighbours(self, place):
        return [each for each in self.beside(place) if each is not None]

    def connect(self, one, other):
        self.connected[one].add(other)
        self.connected[other].add(one)

    def is_dead_end(self, place):
        return len(self.connected[place]) == 1

    def grow(self):
        listed, reached = [self.start], {self.start}
        while listed:
            index = self.draw(len(listed)) if self.draw(8) == 0 else len(listed) - 1
            new = [each for each in self.neighbours(listed[index]) if each not in reached]
            if new:
                chosen = self.pick(new)
                self.connect(listed[index], chosen)
                listed.append(chosen)
                reached.add(chosen)
            else:
                del listed[index]

    def loop(self):
        ends = [place for place in range(self.count) if self.is_dead_end(place)]
        for _ in range((len(ends) + 3) // 6):
            place = self.take(ends)
            while not self.is_dead_end(place):
                place = self.take(ends)
            others = [each for each in self.neighbours(place) if each not in self.connected[place]]
            self.connect(place, self.pick(others))

    def farthest(self):
        distances, wave, steps = {}, {self.start}, 0
        while wave:
            distances.update(dict.fromkeys(wave, steps))
            steps += 1
            wave = {n for place in wave for n in self.connected[place] if n not in distances}
        rooms = sorted(range(self.count), key=lambda place: (-distances[place], place))
        kept = rooms[: max(1, self.count // 10)]
        return [place for place in kept if self.is_dead_end(place)] or kept

    def choose_doors(self):
        rooms = [
            place
            for place in range(self.count)
            if place not in (self.start, self.exit) and not self.is_dead_end(place)
        ]
        doors = set()
        while self.count >= 64 and len(doors) < self.count // 40:
            place = self.take(rooms)
            if doors.isdisjoint(self.neighbours(place)):
                doors.add(place)
        return doors

    def text(self, place):
        sides = [
            letter.upper() if other in self.doors else letter
            for letter, other in zip("nesw", self.beside(place))
            if other in self.connected[place]
        ]
        marks = [("D", place in self.doors), ("X", place == self.exit), ("@", place == self.start)]
        return "".join(sides + [mark for mark, is_so in marks if is_so])

    def rows(self):
        """The texts of the rooms: rows from north to south, each from west to east."""
        return [
            " ".join(self.text(y * self.width + x) for x in range(self.width))
            for y in reversed(range(self.height))
        ]

    def id_bytes(self, place):
        bits = self.width << 21 | self.height << 14 | place
        high, low = divmod(bits, 2**16)
        for turn in range(4):
            mask = next(splitmix64(self.seed << 32 | turn << 16 | low)) % 2**16
            high, low = low, high ^ mask
        return self.seed.to_bytes(4, "big") + high.to_bytes(2, "big") + low.to_bytes(2, "big")

    def id(self, place):
        return "R" + self.id_bytes(place).hex()

    def locks(self):
        password, salt = f"{self.seed:08x}".encode(), b"tablecast maze 1"
        key = hashlib.scrypt(password, salt=salt, n=2048, r=8, p=1, dklen=32)
        locks = {}
        for place in sorted(self.doors):
            name = self.id_bytes(place)
            tag = hmac.digest(key, name, "sha256")
            masked = bytes(a ^ b for a, b in zip(name[4:], hmac.digest(key, tag, "sha256")))
            locks[self.id(place)] = base64.b64encode(name[:4] + masked + tag).decode()
        return locks
