"""The mazes of the vectors, and those of the page about their API, match a second implementation."""

import hashlib
import json
import re

from described import OPENAPI, document
from docs import example, html_of
from mazes import Maze, splitmix64
from pagefiles import ROOT

VECTORS = json.loads((ROOT / "Tests" / "Vectors" / "mazes.json").read_text(encoding="utf-8"))
MANY = VECTORS["many"]


def digest(lines):
    return hashlib.sha256("".join(line + "\n" for line in lines).encode()).hexdigest()


def test_a_code_names_the_same_rooms_and_a_door_has_the_same_lock():
    assert VECTORS["cases"]
    for case in VECTORS["cases"]:
        code = case["code"]
        maze = Maze(code)
        assert digest(maze.rows()) == case["sha256"], code
        assert maze.rows() == case.get("rows", maze.rows()), code
        assert maze.id(maze.start) == case["start"], code
        assert maze.id(maze.exit) == case["exit"], code
        locks = maze.locks()
        listed = digest(f"{room} {lock}" for room, lock in sorted(locks.items()))
        assert listed == case["locksSHA256"], code
        assert locks == case.get("locks", locks), code


def test_codes_of_all_shapes_name_the_same_rooms():
    lines = []
    for index in range(MANY["count"]):
        code = f"{2 + index % 19}x{2 + index % 23}-{index * 0x9E3779B1 % 2**32:08x}"
        lines += [code, *Maze(code).rows()]
    assert digest(lines) == MANY["sha256"]


def test_the_maze_on_the_page_is_the_one_of_its_code():
    maze = Maze("8x8-00000254")
    assert example("maze-api", "sample-rooms").splitlines() == maze.rows()
    assert (maze.start, maze.exit, maze.doors) == (35, 0, {43})
    numbers = splitmix64(8 << 40 | 8 << 32 | 0x254)
    assert example("maze-api", "numbers").split() == [f"{next(numbers):016x}" for _ in range(3)]


def test_all_codes_of_problems_are_on_the_page():
    body = re.search(r'<tbody id="codes-of-problems">(.*?)</tbody>', html_of("maze-api"), re.DOTALL)[1]
    told = re.findall(r"<tr><td><code>(\w+)</code></td><td>(\d+)</td>", body)
    described = set()
    for path, methods in document(OPENAPI)["paths"].items():
        for operation in methods.values() if "/maze/api/" in path else []:
            for status, answer in operation["responses"].items():
                for content in answer.get("content", {}).values():
                    for part in content.get("schema", {}).get("allOf", []):
                        codes = part.get("properties", {}).get("code", {}).get("enum", [])
                        described |= {(code, status) for code in codes}
    assert set(told) == described
