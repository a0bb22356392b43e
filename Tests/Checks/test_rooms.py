"""The rooms of the program, as the manifest declares them and the README draws them."""

import functools
import json
import os
import re
import subprocess

from pagefiles import ROOT
from rules import expect_none

IMPORT = re.compile(r"^(?:@\w+ )*(?:\w+ )?import (?:(?:struct|enum|class|func) )?(\w+)", re.M)


@functools.cache
def rooms():
    """The Swift targets in `Sources`, each with those that its line names, and the names of all."""
    # All of them, whatever is to be built.
    whole = {name: value for name, value in os.environ.items() if name != "TABLECAST_TARGETS"}
    # In a folder of its own it does not wait for a build that is under way.
    asked = ["swift", "package", "--scratch-path", ".build-tools/manifest", "dump-package"]
    described = subprocess.run(asked, cwd=ROOT, env=whole, capture_output=True, check=True)
    depends = {
        target["name"]: {each["byName"][0] for each in target["dependencies"] if "byName" in each}
        for target in json.loads(described.stdout)["targets"]
    }
    in_swift = {name for name in depends if any((ROOT / "Sources" / name).rglob("*.swift"))}
    return {name: depends[name] for name in in_swift}, set(depends)


def imports(room):
    return {
        module
        for path in (ROOT / "Sources" / room).rglob("*.swift")
        for module in IMPORT.findall(path.read_text(encoding="utf-8"))
    }


def test_a_room_imports_what_its_line_names_and_nothing_else():
    declared, targets = rooms()
    assert declared
    offenders = []
    for room, depends in sorted(declared.items()):
        imported = imports(room) & targets
        offenders += [f"{room}: its line does not name {name}" for name in sorted(imported - depends)]
        offenders += [f"{room}: it does not import {name}" for name in sorted(depends - imported)]
    expect_none(offenders)


def test_the_readme_has_a_row_for_each_room():
    declared, _ = rooms()
    rows = re.findall(r"^\| \[`(\w+)`\]\(Sources/(\w+)\) \|", (ROOT / "README.md").read_text(), re.M)
    assert {name for name, _ in rows} == {folder for _, folder in rows} == set(declared)
