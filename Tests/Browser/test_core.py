"""The pages' modules: in Node where they need no browser, their types, and what old televisions load."""

import json
import re
import subprocess

import esprima
import pytest

from hub import ROOT
from pages import CORE, DECLARED, PUBLIC

LIBRARY = PUBLIC / "js" / "tablecast.js"
WORDS = ["texts", "times", "life", "screen"]


def old_scripts_of(page):
    """The scripts of a page that loads them as old browsers can: one after another, none as a module."""
    return re.findall(r'<script defer src="/(.*?)">', page.read_text(encoding="utf-8"))


# The televisions' pages, and what a television sees before it is let in: those that load the core so.
OLD_PAGES = [
    page for page in sorted(PUBLIC.rglob("index.html"))
    if any(script.startswith("js/core/") for script in old_scripts_of(page))
]
OLD_SCRIPTS = sorted({PUBLIC / script for page in OLD_PAGES for script in old_scripts_of(page)})


def test_what_needs_no_browser_holds_in_node():
    tests = sorted((ROOT / "Tests" / "Pages").glob("**/*.test.mjs"))
    checked = subprocess.run(
        # The pages' modules are called `.js`, which Node takes for something else.
        ["node", "--experimental-default-type=module", "--no-warnings", "--test", *tests],
        capture_output=True, text=True,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


TYPES = ROOT / "Tests" / "Browser" / "types"
PROJECTS = {
    # With all that browsers know today.
    "new": {
        "include": [f"{TYPES}/*.ts", f"{PUBLIC}/**/*.js"],
        "exclude": [str(page.parent) for page in OLD_PAGES],
    },
    # What old televisions load, with what ECMAScript 2015 has.
    "old": {
        "compilerOptions": {"target": "es2015", "lib": ["es2015", "dom", "dom.iterable"]},
        "files": [str(script) for script in OLD_SCRIPTS],
    },
}


@pytest.mark.parametrize("project", PROJECTS)
def test_the_types_are_those_of_the_code(project, tmp_path):
    options = {"extends": str(TYPES / "tsconfig.json"), **PROJECTS[project]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(options), encoding="utf-8")
    checked = subprocess.run(["tsc", "--project", tmp_path], capture_output=True, text=True)
    assert (checked.returncode, checked.stdout) == (0, "")


def test_the_module_has_what_its_declaration_names():
    exported = re.findall(r"export const \{ (.*?) \}", LIBRARY.read_text(encoding="utf-8"))
    names = sorted(", ".join(exported).split(", "))
    declaration = LIBRARY.with_suffix(".d.ts").read_text(encoding="utf-8")
    assert names == sorted(DECLARED.findall(declaration))


def test_all_of_the_core_is_loaded_in_one_order():
    # These are for the hub's own pages.
    files = [path.stem for path in (PUBLIC / "js" / "core").glob("*.js")]
    assert sorted([*CORE, *WORDS]) == sorted(files)
    for page in OLD_PAGES:
        html = page.read_text(encoding="utf-8")
        loaded = re.findall(r'<script defer src="/js/core/(\w+)\.js">', html)
        assert loaded == [name for name in [*CORE, *WORDS] if name in loaded]
        assert 'type="module"' not in html


# Chromium 53 knows ECMAScript 2015 and little of what came later.
LATER_SYNTAX = {"AwaitExpression", "ImportDeclaration", "Import", "ExportNamedDeclaration"}
LATER_NAMES = [
    "Object.entries", "Object.values", "Object.fromEntries", "padStart", "padEnd", ".append(",
    ".prepend(", ".before(", ".after(", ".replaceWith(", ".replaceChildren", ".flat(", ".flatMap(", ".at(",
    "replaceAll", "matchAll", ".finally(", "allSettled", "AbortController", "globalThis",
    "queueMicrotask", "randomUUID", "ResizeObserver", "structuredClone", "formatToParts",
    "trimStart", "trimEnd", "\\p{", "toggleAttribute", "isConnected", "showModal",
]


@pytest.mark.parametrize("script", OLD_SCRIPTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_old_televisions_are_given_ecmascript_2015(script):
    text = script.read_text(encoding="utf-8")
    # It does not know what came after 2017, and stops there.
    tree = esprima.parseScript(text, tolerant=False)
    found = []

    def visit(node, within=None):
        if isinstance(node, list):
            for each in node:
                visit(each, within)
        elif isinstance(node, esprima.nodes.Node):
            if node.type in LATER_SYNTAX or getattr(node, "isAsync", False):
                found.append(node.type)
            if node.type in ("SpreadElement", "RestElement") and within == "object":
                found.append("members that are spread")
            if getattr(node, "operator", None) in ("**", "**="):
                found.append("a power")
            inner = "object" if node.type in ("ObjectExpression", "ObjectPattern") else None
            for value in vars(node).values():
                visit(value, inner)

    visit(tree.body)
    tokens = [token.value for token in esprima.tokenize(text)]
    if (",", ")") in zip(tokens, tokens[1:]):
        found.append("a comma after the last argument")
    found += [each for each in LATER_NAMES if each in re.sub(r"//.*|/\*.*?\*/", "", text, flags=re.S)]
    # It sends no cookies with a request that does not ask for them.
    for request in re.findall(r"\bfetch\(.*?\)", text, flags=re.S):
        if 'credentials: "same-origin"' not in request:
            found.append(request)
    assert found == []
