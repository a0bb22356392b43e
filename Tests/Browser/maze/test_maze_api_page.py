"""The examples of the maze API page match the hub and the mazes of the vectors."""

import json
import re
import subprocess
import sys

import requests

from docs import example
from hub import PATIENCE_SECONDS
from mazes import Maze


def test_the_examples_work(hub, tmp_path):
    api = f"{hub.address}/v1/main/maze/api"
    token = hub.command("token", "--role", "display")
    fields = {"Authorization": f"Bearer {token}"}
    session = re.findall(r"^curl .*\"\$API/(.*?)\"(?: --json '(.*)')?\n(.*)$", example("maze-api", "curl"), re.M)
    assert len(session) == 3
    for path, content, said in session:
        answer = requests.request(
            "POST" if content else "GET", f"{api}/plain/{path}",
            json=content and json.loads(content), headers=fields, timeout=PATIENCE_SECONDS,
        )
        assert answer.text == said

    (tmp_path / "explore.py").write_text(example("maze-api", "explore-py"), encoding="utf-8")
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
