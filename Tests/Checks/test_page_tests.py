"""No page test depends on chance: what it may not do, and what to do instead."""

import ast
import re
from pathlib import Path

from rules import expect_none

BROWSER = Path(__file__).resolve().parents[1] / "Browser"
INSTEAD = {
    "sleeps": "wait for what should happen, with expect()",
    "sets a timeout": "leave the usual one, which is that of the slowest machine",
    "reads the real clock": "have the hub's stand by the fixture `time`, or take the times from what the hub says",
    "has a clock of its own": "let time go by for the hub and all pages, by the fixture `time`",
    "reads a page at one moment": "use expect(), which looks until it is so, or call settled() after what was done",
}
SETTLES = {"settled", "expect_at_rest"}
SLEEPS = {"sleep", "wait_for_timeout"}
# Matches what sets a page's clock, by Playwright or by a script.
OWN_CLOCK = re.compile(
    r"\.clock\.(install|run_for|pause_at|fast_forward|set_)|\b(setTimeout|setInterval|(performance|Date)\.now) = "
)
CLOCKS = {"time.time", "time.monotonic", "datetime.now", "datetime.utcnow", "datetime.today", "date.today"}
READS = {
    "all_inner_texts", "all_text_contents", "bounding_box", "count", "get_attribute", "inner_html", "inner_text",
    "input_value", "is_checked", "is_disabled", "is_enabled", "is_hidden", "is_visible", "text_content",
}


def steps(tree):
    """Returns the line and the name of each action, in the order of the lines. Expectations are not actions."""
    calls = [node.value for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)]
    names = [(call.lineno, ast.unparse(call.func)) for call in calls]
    names += [(node.lineno, node.name) for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return [(line, name) for line, name in sorted(names) if not name.startswith("expect(")]


def is_settled(line, done):
    """Whether the last action before a line made sure that the page is at rest."""
    before = [name for at, name in done if at < line]
    return bool(before) and before[-1] in SETTLES


def offences(tree, asserted_alone=False):
    """Yields what a file should not do, with the line."""
    done = steps(tree)
    looked_at = {
        each for node in ast.walk(tree) if isinstance(node, ast.Assert) for each in ast.walk(node)
    } if asserted_alone else set(ast.walk(tree))
    for node in ast.walk(tree):
        if not isinstance(node, (ast.Call, ast.Constant)):
            continue
        name = ast.unparse(node.func) if isinstance(node, ast.Call) else str(node.value)
        if OWN_CLOCK.search(name):
            yield node.lineno, "has a clock of its own"
        if isinstance(node, ast.Constant):
            continue
        last = name.rpartition(".")[2]
        if last in SLEEPS:
            yield node.lineno, "sleeps"
        if any(name.endswith(clock) for clock in CLOCKS):
            yield node.lineno, "reads the real clock"
        # Requests without a browser have no limit of their own.
        timeouts = [ast.unparse(keyword.value) for keyword in node.keywords if keyword.arg == "timeout"]
        if timeouts and timeouts != ["PATIENCE_SECONDS"]:
            yield node.lineno, "sets a timeout"
        # Lists and texts have a `count` too, which takes an argument.
        is_read = node in looked_at and last in READS and "." in name and (last != "count" or not node.args)
        if is_read and not is_settled(node.lineno, done):
            yield node.lineno, "reads a page at one moment"


def is_still(tree):
    """Whether a file's pages have no hub and a stopped clock: nothing on them changes by itself."""
    return any(
        isinstance(node, ast.ImportFrom) and node.module == "blank" and "wait" in {each.name for each in node.names}
        for node in ast.walk(tree)
    )


def test_no_page_test_depends_on_chance():
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(BROWSER.glob("**/test_*.py"))}
    expect_none([
        f"{path.relative_to(BROWSER.parents[1])}:{line} {kind}: {INSTEAD[kind]}"
        for path, tree in trees.items()
        for line, kind in sorted(offences(tree, is_still(tree)))
    ])


def test_a_page_has_no_clock_of_its_own():
    for script in ("page.clock.run_for(500)", "page.evaluate('window.setTimeout = (act) => act()')"):
        assert {kind for _, kind in offences(ast.parse(script))} == {"has a clock of its own"}


def test_a_page_is_read_only_while_it_is_settled():
    script = """
def test_one():
    page.click()
    settled(page)
    expect(rows).to_have_count(1)
    assert rows.count() == 1
    page.click()
    assert rows.count() == 1
def test_another():
    count = rows.count()
    expect(rows).to_have_count(count + 1)
"""
    kind = "reads a page at one moment"
    assert sorted(offences(ast.parse(script))) == [(8, kind), (10, kind)]
    assert sorted(offences(ast.parse(script), asserted_alone=True)) == [(8, kind)]
