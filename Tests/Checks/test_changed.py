"""`bin/test --changed` runs Swift tests for whatever room changed."""

import re
import sys

import pytest
from pagefiles import ROOT

sys.path.insert(0, str(ROOT / "Tests"))

from changed import OF_ALL_FILES, swift_tests


def suites(*files):
    return set(re.findall(r"\^(\w+)", swift_tests(files)))


def test_a_change_of_any_room_runs_tests():
    rooms = {path.relative_to(ROOT).parts[1] for kind in ("swift", "c") for path in (ROOT / "Sources").rglob(f"*.{kind}")}
    assert [room for room in sorted(rooms) if not suites(f"Sources/{room}/Any.swift")] == []


@pytest.mark.parametrize(("file", "expected"), [
    ("Sources/JSON/JSON.swift", {"JSONTests"}),
    ("Sources/Boards/Orders/Orders.swift", {"BoardsTests"}),
    ("Sources/BoardKit/Ledger.swift", {"BoardsTests"}),
    ("Sources/SQLiteStorage/Store.swift", {"SQLiteStorageTests", "StorageTests"}),
    ("Sources/Gateway/Request.swift", {"ServerTests"}),
    ("Sources/COutgoing/mail.c", {"OutgoingTests"}),
    ("Sources/tablecast/ServeCommand.swift", {"CommandTests"}),
    ("Tests/HTTPTests/RequestTests.swift", {"HTTPTests"}),
    ("Public/boards/house/texts/es.json", set()),
])
def test_a_change_runs_the_tests_that_concern_it(file, expected):
    assert suites(file) == expected
    assert swift_tests([file]).endswith(OF_ALL_FILES)
