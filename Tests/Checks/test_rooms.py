"""The rooms of the program are as the manifest declares them, and as the page for contributors lists them."""

import functools
import json
import os
import re
import subprocess

from docs import html_of
from pagefiles import ROOT
from rules import expect_none

# Matches what reads a clock of the machine, or waits by it.
OF_TIME = re.compile(
    r"\b(?:clock_gettime|gettimeofday|timerfd_create|nanosleep|usleep|asyncAfter|systemUptime)\b"
    r"|\b(?:Continuous|Suspending)Clock\b|\bDispatchTime\b|\w: \.now\(\)|\bDate(?:\(\)|\.now)|\btime\((?:nil|NULL)\)"
    r"|\b(?:Thread|Task)\.sleep|(?<!func )(?<![.\w])sleep\("
)
# Matches what a room names that asks servers of others: it is given a sender, or makes one.
OF_CARRIERS = re.compile(r"\bOutgoing(?:Surroundings|Senders?|Client)\b")
IMPORT = re.compile(r"^ *(?:@\w+ )*(?:\w+ )?import (?:(?:struct|enum|class|func) )?(\w+)", re.M)


@functools.cache
def described():
    # Describes all targets, whichever are to be built.
    whole = {name: value for name, value in os.environ.items() if name != "TABLECAST_TARGETS"}
    # A scratch folder of its own, so that it doesn't wait for a running build.
    asked = ["swift", "package", "--scratch-path", ".build-tools/manifest", "dump-package"]
    return json.loads(subprocess.run(asked, cwd=ROOT, env=whole, capture_output=True, check=True).stdout)["targets"]


def folders():
    """Returns each target's folder."""
    return {target["name"]: target.get("path") or f"Sources/{target['name']}" for target in described()}


def rooms():
    """Returns the dependencies of each Swift target in `Sources`, and the names of all targets."""
    depends = {
        target["name"]: {each["byName"][0] for each in target["dependencies"] if "byName" in each}
        for target in described()
    }
    in_sources = {name: folder for name, folder in folders().items() if folder.startswith("Sources/")}
    in_swift = {name for name, folder in in_sources.items() if any((ROOT / folder).rglob("*.swift"))}
    return {name: depends[name] for name in in_swift}, set(depends)


def needed_by(name):
    """Returns all that a target is made of: the names of targets, itself among them, and of products."""
    targets = {target["name"]: target for target in described()}
    found, left = set(), [name]
    while left:
        if (next_one := left.pop()) not in found:
            found.add(next_one)
            depends = targets[next_one]["dependencies"] if next_one in targets else []
            left += [(each.get("byName") or each["product"])[0] for each in depends]
    return found


def linked_libraries():
    """Returns the system's libraries that each target links."""
    return {
        target["name"]: {
            setting["kind"]["linkedLibrary"]["_0"]
            for setting in target["settings"] if "linkedLibrary" in setting["kind"]
        }
        for target in described()
    }


def imports(room):
    return {
        module
        for path in (ROOT / folders()[room]).rglob("*.swift")
        for module in IMPORT.findall(path.read_text(encoding="utf-8"))
    }


def test_a_room_imports_its_declared_dependencies_and_nothing_else():
    declared, targets = rooms()
    assert declared
    offenders = []
    for room, depends in sorted(declared.items()):
        imported = imports(room) & targets
        offenders += [f"{room}: its line does not name {name}" for name in sorted(imported - depends)]
        offenders += [f"{room}: it does not import {name}" for name in sorted(depends - imported)]
    expect_none(offenders)


def test_a_board_is_made_of_no_carrier_no_curl_and_no_commands():
    own = folders()
    # These say what is sent, and to whom. Nothing in them sends.
    values = {"Destinations"}
    carriers = {
        room for room in rooms()[0] if room not in values
        if any(OF_CARRIERS.search(path.read_text(encoding="utf-8")) for path in (ROOT / own[room]).rglob("*.swift"))
    }
    assert {"CalendarSync", "Carriers", "MazeFetching", "Outgoing", "PlaceSources", "Server"} <= carriers
    curl = {name for name, libraries in linked_libraries().items() if "curl" in libraries}
    assert curl
    boards = [name for name, folder in own.items() if folder.startswith("Sources/Boards/")]
    assert boards
    unwanted = carriers | curl | {"ArgumentParser"}
    expect_none([f"{board}: {name}" for board in sorted(boards) for name in sorted(needed_by(board) & unwanted)])


def test_the_page_for_contributors_says_what_each_room_imports():
    declared, _ = rooms()
    section = re.search(r'<section id="rooms".*?</section>', html_of("contributing"), re.S)[0]
    rows = dict(re.findall(r"<tr><td><code>(\w+)</code></td><td>.*</td><td>(.*)</td></tr>", section))
    assert sorted(rows) == sorted(declared)
    offenders = []
    for room, cell in rows.items():
        named, imported = set(re.findall(r"[^\s,]+", cell)), declared[room] & set(declared)
        reached = named.union(*(needed_by(name) for name in named))
        offenders += [f"{room}: it does not import {name}" for name in sorted(named - imported)]
        offenders += [f"{room}: its row does not lead to {name}" for name in sorted(imported - reached)]
    expect_none(offenders)


def test_the_package_can_be_a_dependency_of_another():
    # SwiftPM refuses targets with unsafe flags of a package that it fetched.
    assert "unsafeFlags" not in (ROOT / "Package.swift").read_text(encoding="utf-8")


def test_one_file_reads_the_machines_clocks_and_waits_by_them():
    uses = [
        f"{path.relative_to(ROOT)}:{number}: {found[0]}: take the hub's TimeSource, or MachineTime"
        for path in sorted((ROOT / "Sources").rglob("*.[chs]*"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for found in OF_TIME.finditer(line)
    ]
    # `TimeSource` documents what `MachineTime` does for a queue.
    own = [use for use in uses if use.startswith("Sources/Time/")]
    assert own
    expect_none([use for use in uses if use not in own])


def test_the_program_depends_on_no_test_target():
    of_tests = {name for name, folder in folders().items() if folder.startswith("Tests/")}
    assert "TestSupport" in of_tests
    declared, _ = rooms()
    expect_none([f"{room}: {name}" for room, depends in declared.items() for name in depends & of_tests])
