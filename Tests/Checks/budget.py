"""The most that the tests may cost, counted and not timed: Tests/budget.json. Its numbers only fall; a commit that
raises one says why.

    Tests/Checks/budget.py COUNTS   compares the counts of a run of all browser tests with it
"""

import json
import re
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
BUDGET = json.loads((TESTS / "budget.json").read_text(encoding="utf-8"))
# Matches lines of code: neither empty nor only a comment.
CODE = re.compile(r"^\s*(?!//)\S", re.MULTILINE)
# The counts of a run of all browser tests.
COUNTED = {"cases", "pageTests", "pageCases", "pageLoads", "axeRuns", "casesOfATest"}


def counted_in_sources():
    """Counts in the sources what a commit can raise."""
    sanitize = (TESTS.parent / "bin" / "sanitize").read_text(encoding="utf-8")
    sanitizers = re.search(r"^''\) (.*) ;;$", sanitize, re.MULTILINE)[1].split("; ")
    evenings = (TESTS / "SimulationTests" / "SimulationTests.swift").read_text(encoding="utf-8")
    usual = re.search(r"usualCount: UInt64 = Tier\.release\.isWanted \? \d+ : (\d+)", evenings)
    return {
        "swiftTestLines": sum(
            len(CODE.findall(path.read_text(encoding="utf-8"))) for path in TESTS.glob("**/*.swift")
        ),
        # Each seed is played twice: with orders and reservations, and without.
        "evenings": 2 * int(usual[1]),
        # The builds of the tests, of each sanitizer, and of the fuzzer.
        "buildsOfAChange": 2 + len(sanitizers),
    }


def over(counts):
    """Returns a line for each count over its budget."""
    return [
        f"{name}: {count}, and at most {BUDGET[name]} in Tests/budget.json"
        for name, count in counts.items() if count > BUDGET[name]
    ]


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    counts = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    assert counts.keys() == COUNTED and all(counts.values()), f"These are not all counts: {counts}"
    print(*(f"{name}: {count} of {BUDGET[name]}" for name, count in counts.items()), sep="\n")
    if problems := over(counts):
        sys.exit("\n".join(problems))
