"""Counts what the tests make the browser do, and lists the failed tests.

TABLECAST_COUNTS names the file for the counts, TABLECAST_FAILED the one for the failed tests. Workers' tests are
counted in the main process, where all reports come together.
"""

import json
import os
from collections import Counter
from pathlib import Path

import pytest


SWEEP = "test_every_page.py"


class Work:
    """Counts what the running test makes the browser do."""

    def __init__(self):
        self.pages = 0
        self.loads = 0
        self.axe_runs = 0

    def watch(self, context):
        """Counts the loads of pages in a browser profile."""
        context.on("page", self.count_page)

    def count_page(self, page):
        self.pages += 1
        # Cheaper than counting requests, of which a page makes a hundred.
        page.on("domcontentloaded", self.count_load)

    def count_load(self, page):
        self.loads += page.url != "about:blank"

    def take(self):
        """Returns the counts since the last call."""
        # Playwright adds attributes to objects whose methods it calls, so `vars` won't do.
        counts = {name: getattr(self, name) for name in ("pages", "loads", "axe_runs")}
        self.__init__()
        return counts


# The counts of this process.
work = Work()


class Tally:
    """The sums over all tests, in whichever process they ran."""

    def __init__(self, config):
        self.config = config
        self.sums = {
            "cases": 0, "pageTests": 0, "pageCases": 0, "pageLoads": 0, "axeRuns": 0, "casesOfATest": 0,
        }
        # The number of cases of each test that opens a page.
        self.page_tests = Counter()
        # The failed tests in order, each once.
        self.failed = {}

    def note(self, report):
        if report.failed:
            # Names the test as pytest takes it in the folder where the run started.
            path, *names = report.nodeid.split("::")
            here = os.path.relpath(self.config.rootpath / path, self.config.invocation_params.dir)
            self.failed["::".join([here, *names])] = True

    def pytest_collectreport(self, report):
        self.note(report)

    def pytest_runtest_logreport(self, report):
        self.note(report)
        if report.when == "teardown":
            self.count(report)

    def count(self, report):
        done = dict(report.user_properties)
        self.sums["cases"] += 1
        self.sums["pageLoads"] += done["loads"]
        self.sums["axeRuns"] += done["axe_runs"]
        if done["pages"]:
            self.sums["pageCases"] += 1
            self.page_tests[report.nodeid.partition("[")[0]] += 1
            self.sums["pageTests"] = len(self.page_tests)
            # The sweep has a case for each page, so it doesn't count.
            self.sums["casesOfATest"] = max(
                (count for test, count in self.page_tests.items() if SWEEP not in test), default=0
            )

    def pytest_sessionfinish(self):
        if named := os.environ.get("TABLECAST_COUNTS"):
            Path(named).write_text(json.dumps(self.sums) + "\n", encoding="utf-8")
        if named := os.environ.get("TABLECAST_FAILED"):
            Path(named).write_text("".join(f"{each}\n" for each in self.failed), encoding="utf-8")


def pytest_configure(config):
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Tally(config), "tablecast-tally")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_makereport(item, call):
    if call.when == "teardown":
        item.user_properties += work.take().items()
