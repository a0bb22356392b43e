"""The rooms of the program, as the manifest declares them and the README draws them."""

import json
import re
import subprocess

from hub import ROOT

IMPORT = re.compile(r"^(?:@\w+ )*(?:\w+ )?import (?:(?:struct|enum|class|func) )?(\w+)", re.M)


def rooms():
    """The Swift targets in `Sources`, each with those that its line names, and the names of all."""
    described = subprocess.run(
        ["swift", "package", "dump-package"], cwd=ROOT, capture_output=True, check=True
    )
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
    imported = {room: imports(room) & targets for room in declared}
    assert imported == {room: depends for room, depends in declared.items()}


def test_the_readme_has_a_row_for_each_room():
    declared, _ = rooms()
    rows = re.findall(r"^\| \[`(\w+)`\]\(Sources/(\w+)\) \|", (ROOT / "README.md").read_text(), re.M)
    assert {name for name, _ in rows} == {folder for _, folder in rows} == set(declared)
