"""What the page about the API of mazes says, held against the hub and the mazes of the vectors."""

import html
import json
import re
import subprocess
import sys

import requests
import yaml
from test_mazes import Maze, splitmix64

from hub import ROOT

DOCS = ROOT / "Public" / "docs"
HTML = (DOCS / "maze-api.html").read_text(encoding="utf-8")


def example(name):
    """The text as a reader copies it from the page."""
    found = re.search(rf'<code id="{name}">(.*?)</code>', HTML, re.DOTALL)
    return html.unescape(re.sub(r"<[^>]+>", "", found.group(1)))


def test_the_examples_work(hub, tmp_path):
    api = f"{hub.address}/v1/main/maze/api"
    token = hub.command("token", "--role", "display")
    fields = {"Authorization": f"Bearer {token}"}
    session = re.findall(r"^curl .*\"\$API/(.*?)\"(?: --json '(.*)')?\n(.*)$", example("curl"), re.M)
    assert len(session) == 3
    for path, content, said in session:
        answer = requests.request(
            "POST" if content else "GET", f"{api}/plain/{path}",
            json=content and json.loads(content), headers=fields, timeout=10,
        )
        assert answer.text == said

    (tmp_path / "explore.py").write_text(example("explore-py"), encoding="utf-8")
    said = subprocess.run(
        [sys.executable, tmp_path / "explore.py", f"{api}/failures=100,timeout=0", token],
        check=True, capture_output=True, text=True,
    ).stdout
    code = said.split()[0]
    maze = Maze(code)
    (x, y), (start_x, start_y) = (
        (place % maze.width, place // maze.width) for place in (maze.exit, maze.start)
    )
    place = f"{x - start_x},{y - start_y}"
    assert said == f"{code} has {maze.count} rooms, and its exit at {place}\n"


def test_the_maze_on_the_page_is_the_one_of_its_code():
    maze = Maze("8x8-00000254")
    assert example("sample-rooms").splitlines() == maze.rows()
    assert (maze.start, maze.exit, maze.doors) == (35, 0, {43})
    numbers = splitmix64(8 << 40 | 8 << 32 | 0x254)
    assert example("numbers").split() == [f"{next(numbers):016x}" for _ in range(3)]


def test_all_codes_of_problems_are_on_the_page():
    body = re.search(r'<tbody id="codes-of-problems">(.*?)</tbody>', HTML, re.DOTALL).group(1)
    told = re.findall(r"<tr><td><code>(\w+)</code></td><td>(\d+)</td>", body)
    paths = yaml.safe_load((DOCS / "openapi.yaml").read_text(encoding="utf-8"))["paths"]
    described = set()
    for path, methods in paths.items():
        for operation in methods.values() if "/maze/api/" in path else []:
            for status, answer in operation["responses"].items():
                for content in answer.get("content", {}).values():
                    for part in content.get("schema", {}).get("allOf", []):
                        codes = part.get("properties", {}).get("code", {}).get("enum", [])
                        described |= {(code, status) for code in codes}
    assert set(told) == described
