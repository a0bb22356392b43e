"""Runs a stage of tests. A test that fails is run again, alone, after the stage. If it then passes, so does the
run, and the test is reported as a defect. A second such test makes the run fail.

    Tests/rescue.py swift PROGRAM [OPTION…]      the tests of a built package
    Tests/rescue.py pytest PYTHON [OPTION…]      the tests in Python; the options are pytest's

The rescued tests are listed in .build/rescued, which `bin/test` removes at the start of a run.
"""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

BUILD = Path(__file__).resolve().parents[1] / ".build"
RESCUED = BUILD / "rescued"


class SwiftTests:
    """The Swift tests of a package, read from Swift Testing's event stream (version 0)."""

    def __init__(self, program, *options):
        self.command = [program, "--testing-library", "swift-testing"]
        self.options = options
        self.events = BUILD / "test-events.jsonl"

    def run(self, *options):
        """Returns the exit status, and the ids of the failed tests, or `None` if they are unknown."""
        self.events.unlink(missing_ok=True)
        stream = ["--event-stream-version", "0", "--event-stream-output-path", self.events]
        status = subprocess.run([*self.command, *(options or self.options), *stream]).returncode
        failed, has_ended = set(), False
        text = self.events.read_text(encoding="utf-8", errors="replace") if self.events.exists() else ""
        for line in filter(None, text.split("\n")):
            try:
                payload = json.loads(line)["payload"]
            except ValueError:
                # The process ended in the middle of a line.
                break
            kind = payload.get("kind")
            has_ended |= kind == "runEnded"
            issue = payload.get("issue", {})
            if kind == "issueRecorded" and not issue.get("isKnown") and issue.get("severity") != "warning":
                failed.add(payload.get("testID"))
        # Running one test again can't explain a process that was killed, or an issue outside any test.
        return status, sorted(failed) if has_ended and None not in failed else None

    def run_alone(self, test):
        # An id ends with its place in the sources. Characters other than letters and digits may be special in a
        # pattern.
        name = re.sub(r"/[^/]+\.swift:\d+:\d+$", "", test)
        status, failed = self.run("--filter", "^" + re.sub(r"\W", ".", name))
        return status == 0 and failed == []


class PythonTests:
    """The tests in Python. The plugin `tally` records which failed."""

    def __init__(self, python, *options):
        self.command = [python, "-m", "pytest"]
        self.options = options
        self.failed = BUILD / "failed-tests"

    def run(self, *options):
        self.failed.unlink(missing_ok=True)
        environment = {**os.environ, "TABLECAST_FAILED": str(self.failed)}
        if options:
            # The counts stay those of the whole stage.
            environment.pop("TABLECAST_COUNTS", None)
        status = subprocess.run([*self.command, *(options or self.options)], env=environment).returncode
        # Other statuses concern no single test: pytest was interrupted, used wrongly, or found no tests.
        if status not in (0, 1) or not self.failed.exists():
            return status or 1, None
        return status, self.failed.read_text(encoding="utf-8").splitlines()

    def run_alone(self, test):
        return self.run("--quiet", "-n", "0", test)[0] == 0


def main(kind, *command):
    tests = {"swift": SwiftTests, "pytest": PythonTests}[kind](*command)
    status, failed = tests.run()
    if status == 0:
        return 0
    if not failed:
        return status
    if len(failed) > 1 or RESCUED.exists():
        earlier = RESCUED.read_text(encoding="utf-8").splitlines() if RESCUED.exists() else []
        print("Failed:", *failed, *(f"{test} (passed when it was run again)" for test in earlier), sep="\n  ")
        return 1
    [test] = failed
    print(f"\nOnce more, alone: {test}", flush=True)
    if not tests.run_alone(test):
        print(f"Failed twice: {test}")
        return 1
    RESCUED.write_text(test + "\n", encoding="utf-8")
    print(f"It passed now. A test that depends on chance is a defect, to be mended next: {test}")
    return 0


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] not in ("swift", "pytest"):
        sys.exit(__doc__)
    # On control-C the tests get the signal too, and end by themselves.
    signal.signal(signal.SIGINT, lambda *_: None)
    sys.exit(main(*sys.argv[1:]))
