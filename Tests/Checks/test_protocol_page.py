"""The page that documents the protocol for strangers is correct."""

import json
import re
import sys
import zlib

from described import ASYNCAPI, document, validators
from docs import DOCS, example, html_of, plain, rows
from pagefiles import PUBLIC, boards
from rules import expect_none

BYTES_MAX = 93 * 1_024
ADDED_ROLES = [role["name"] for board in boards()["boards"] for role in board["roles"]]


def messages():
    """Yields each message on the page, with the side that sends it."""
    found = re.findall(r'<pre data-side="(\w+)"><code>(.*?)</code>', html_of("protocol"), re.DOTALL)
    for side, text in found:
        for line in plain(text).splitlines():
            yield side, json.loads(line)


def test_each_message_on_the_page_is_one_of_the_protocol():
    seen = set()
    for side, message in messages():
        judges = validators("hear" if side == "client" else "tell")
        judges[message["type"]].validate(message)
        seen.add(message["type"])
    assert seen == set(validators("hear")) | set(validators("tell"))


def test_the_hashes_on_the_page_are_right(monkeypatch):
    # That the hub computes the same hashes is tested where the example runs.
    monkeypatch.setattr(sys, "argv", ["client.py", "address", "token", "name"])
    client = {}
    exec(example("protocol", "client-py").split("while True")[0], client)
    sample = json.loads(example("protocol", "sample-doc"))
    assert client["hash_of"](sample) == example("protocol", "sample-hash")
    lines = example("protocol", "sample-lines").splitlines()
    total = sum(zlib.crc32(line.encode()) for line in lines) % 2**32
    assert f"{total:08x}" == example("protocol", "sample-hash")
    snapshot = next(message for _, message in messages() if message["type"] == "snapshot")
    assert client["hash_of"](snapshot["doc"]) == snapshot["hash"]


def test_the_tables_are_those_of_the_descriptions():
    schemas = document(ASYNCAPI)["components"]["schemas"]
    codes = [code for code, *_ in rows("protocol", "reject-codes")]
    assert sorted(codes) == sorted(schemas["Reject"]["properties"]["code"]["enum"])
    roles = ["owner", "host", "engineer", "display", "guest", *ADDED_ROLES]
    assert [role for role, *_ in rows("protocol", "role-rows")] == roles == schemas["Role"]["enum"]
    actions = {}
    for shape in schemas["BoardAction"]["oneOf"]:
        action = shape["properties"]["action"]
        arguments = schemas[shape["properties"]["args"]["$ref"].rsplit("/", 1)[-1]]
        for name in action.get("enum", [action.get("const")]):
            actions[name] = arguments["properties"].keys()
    described = {action: arguments for action, arguments, _ in rows("protocol", "action-rows")}
    assert described.keys() == actions.keys()
    offenders = []
    for action, arguments in described.items():
        named = set(re.findall(r"\w+", arguments)) - {"and", "any", "of", "these", "or"}
        offenders += [f"{action} has no {name}" for name in sorted(named - set(actions[action]))]
    expect_none(offenders)


def test_the_limits_are_those_of_the_page_about_running_a_hub():
    known = dict(re.findall(
        r'<td><code>([a-z-]+)</code></td><td class="number">([\d,]+)</td>', html_of("operations")
    ))
    limits = rows("protocol", "limit-rows")
    assert limits
    for number, words in limits:
        assert known[words.split(":")[0]] == number, words


def test_the_page_is_small():
    styles = re.findall(r'href="/(.*?\.css)"', html_of("protocol"))
    files = [DOCS / "protocol.html", *(PUBLIC / style for style in styles)]
    assert sum(path.stat().st_size for path in files) < BYTES_MAX
