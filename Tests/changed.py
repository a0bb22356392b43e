"""Prints the tests that concern a change, for `bin/test --changed` and `--repeat`.

    Tests/changed.py [BASE] swift     a pattern of Swift tests
    Tests/changed.py [BASE] pages     the browser tests, as arguments of pytest
    Tests/changed.py [BASE] written   the browser tests that are new or changed themselves

The change is what differs from BASE, by default HEAD, with untracked files.
"""

import ast
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BROWSER = "Tests/Browser"
# These tests read every file, the documents, or the pages' texts.
OF_ALL_FILES = "BoardNamesTests|LimitTests|ProblemTests"
# The tests of rooms that have others than their own, or none that import them.
ELSEWHERE = {
    "BoardKit": {"BoardsTests"},
    "SQLiteStorage": {"SQLiteStorageTests", "StorageTests"},
    "tablecast": {"CommandTests"},
}


def git(*arguments):
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def changed_files(base):
    changed = git("diff", "--name-only", "--diff-filter=d", base).splitlines()
    return sorted({*changed, *git("ls-files", "--others", "--exclude-standard").splitlines()})


def changed_lines(base, path):
    """Returns the numbers of new and changed lines; of all lines if the file is untracked."""
    if not git("ls-files", path):
        return range(1, 1 + len((ROOT / path).read_text(encoding="utf-8").splitlines()))
    hunks = re.findall(r"^@@ .* \+(\d+)(?:,(\d+))? @@", git("diff", "--unified=0", base, "--", path), re.MULTILINE)
    return [int(first) + more for first, count in hunks for more in range(max(1, int(count or 1)))]


def importers(room, folders):
    """Returns the names of the folders with a Swift file that imports the room."""
    line = re.compile(rf"^(?:@?\w+ )*import {room}$", re.MULTILINE)
    files = (path for folder in folders for path in folder.rglob("*.swift"))
    return {path.relative_to(ROOT).parts[1] for path in files if line.search(path.read_text(encoding="utf-8"))}


def suites_of(room):
    """Returns the room's own tests; without any, those that import it, or those of the rooms that do."""
    if room in ELSEWHERE:
        return ELSEWHERE[room]
    if (ROOT / "Tests" / f"{room}Tests").is_dir():
        return {f"{room}Tests"}
    return importers(room, (ROOT / "Tests").glob("*Tests")) or {
        suite for other in importers(room, [ROOT / "Sources"]) for suite in suites_of(other)
    }


def swift_tests(files):
    """A room's change concerns its own tests; a change of a board or of BoardKit, the tests of all boards."""
    rooms = {match[1] for path in files if (match := re.match(r"Sources/(\w+)/", path))}
    suites = {match[1] for path in files if (match := re.match(r"Tests/(\w+Tests)/", path))}
    suites |= {suite for room in rooms for suite in suites_of(room)}
    return "|".join([*(rf"^{suite}\." for suite in sorted(suites)), OF_ALL_FILES])


def page_tests(files, written):
    """Returns the tests of the boards whose pages changed; for shared files, one test of every page."""
    boards = {match[1] for path in files if (match := re.match(r"(?:Public/boards|Tests/Browser)/(\w+)/", path))}
    folders = [f"{BROWSER}/{board}" for board in sorted(boards) if (ROOT / BROWSER / board).is_dir()]
    shared = any(path.startswith("Public/") and not path.startswith("Public/boards/") for path in files)
    return [*folders, *([f"{BROWSER}/test_every_page.py"] if shared else []),
            *(test for test in written if not test.startswith(tuple(f"{folder}/" for folder in folders)))]


def written_tests(base, files):
    tests = []
    for path in files:
        if not re.fullmatch(rf"{BROWSER}/(.*/)?test_\w+\.py", path):
            continue
        lines = set(changed_lines(base, path))
        for node in ast.parse((ROOT / path).read_text(encoding="utf-8")).body:
            first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", []))])
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                if lines & set(range(first, node.end_lineno + 1)):
                    tests.append(f"{path}::{node.name}")
    return tests


def main(*arguments):
    base, kind = arguments if len(arguments) == 2 else ("HEAD", *arguments)
    files = changed_files(base)
    written = written_tests(base, files)
    match kind:
        case "swift": print(swift_tests(files))
        case "pages": print(*page_tests(files, written), sep="\n")
        case "written": print(*written, sep="\n")
        case _: sys.exit(__doc__)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(*sys.argv[1:])
