"""The pages' modules: their tests in Node, their types, and what old televisions load."""

import json
import re
import subprocess

import esprima

from pagefiles import CORE, PUBLIC, ROOT
from rules import expect_none
from test_texts import loaded_by

# Matches what a declaration file says that a module exports.
DECLARED = re.compile(r"^export (?:class|function) (\w+)", re.MULTILINE)
LIBRARY = PUBLIC / "js" / "tablecast.js"


def old_scripts_of(page):
    """Returns the scripts of a page that loads them as old browsers can: one after another, none as a module."""
    return re.findall(r'<script defer src="/(.*?)">', page.read_text(encoding="utf-8"))


# The pages that load the core that way: the televisions' pages, and what a television shows before it is signed in.
OLD_PAGES = [
    page for page in sorted(PUBLIC.rglob("index.html"))
    if any(script.startswith("js/core/") for script in old_scripts_of(page))
]
OLD_SCRIPTS = sorted({PUBLIC / script for page in OLD_PAGES for script in old_scripts_of(page)})
# The problem page is readable without its styles.
OLD_STYLES = sorted({
    PUBLIC / style for page in OLD_PAGES if page != PUBLIC / "problem" / "index.html"
    for style in re.findall(r'<link rel="stylesheet" href="/(.*?)"', page.read_text(encoding="utf-8"))
})


def test_the_page_modules_pass_their_tests_in_node():
    tests = sorted((ROOT / "Tests" / "Pages").glob("**/*.test.mjs"))
    assert tests
    checked = subprocess.run(
        # The pages' modules end in `.js`, which Node takes for CommonJS by default.
        ["node", "--experimental-default-type=module", "--no-warnings", "--experimental-loader",
         ROOT / "Tests" / "Pages" / "described.mjs", "--test", *tests],
        capture_output=True, text=True,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


TYPES = ROOT / "Tests" / "Checks" / "types"
PROJECTS = {
    # Pages for current browsers.
    "new": {
        "include": [f"{TYPES}/*.ts", f"{PUBLIC}/**/*.js"],
        "exclude": [str(page.parent) for page in OLD_PAGES],
    },
    # Scripts for old televisions, which know ECMAScript 2015.
    "old": {
        "compilerOptions": {"target": "es2015", "lib": ["es2015", "dom", "dom.iterable"]},
        "files": [str(script) for script in OLD_SCRIPTS],
    },
}


def test_the_scripts_pass_the_type_check():
    running = {}
    for project, options in PROJECTS.items():
        # The compiler keeps its results here, and checks only what changed since.
        folder = ROOT / ".build-tools" / "types" / project
        folder.mkdir(parents=True, exist_ok=True)
        options = {"extends": str(TYPES / "tsconfig.json"), **options}
        options["compilerOptions"] = {
            **options.get("compilerOptions", {}),
            "incremental": True, "tsBuildInfoFile": str(folder / "looked-at.tsbuildinfo"),
        }
        (folder / "tsconfig.json").write_text(json.dumps(options), encoding="utf-8")
        running[project] = subprocess.Popen(
            ["tsc", "--project", folder], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
    said = {project: compiler.communicate()[0] for project, compiler in running.items()}
    found = [
        f"{project}: {said[project]}" for project, compiler in running.items()
        if compiler.returncode or said[project]
    ]
    expect_none(found)


def test_the_module_has_what_its_declaration_names():
    exported = re.findall(r"export const \{ (.*?) \}", LIBRARY.read_text(encoding="utf-8"))
    names = sorted(", ".join(exported).split(", "))
    declaration = LIBRARY.with_suffix(".d.ts").read_text(encoding="utf-8")
    assert names == sorted(DECLARED.findall(declaration))


def test_all_of_the_core_is_loaded_in_one_order():
    # `screen` is only for the hub's own televisions.
    files = [path.stem for path in (PUBLIC / "js" / "core").glob("*.js")]
    assert sorted([*CORE, "screen"]) == sorted(files)
    assert OLD_PAGES
    for page in OLD_PAGES:
        html = page.read_text(encoding="utf-8")
        loaded = re.findall(r'<script defer src="/js/core/(\w+)\.js">', html)
        assert loaded == [name for name in [*CORE, "screen"] if name in loaded], page
        assert 'type="module"' not in html, page


def test_a_page_preloads_what_it_loads_and_nothing_else():
    offenders = []
    for page in sorted(PUBLIC.rglob("index.html")):
        html = page.read_text(encoding="utf-8")
        preloaded = set(re.findall(r'<link rel="modulepreload" href="/(.*?)">', html))
        if not preloaded:
            continue
        entrances = set(re.findall(r'<script type="module" src="/(.*?)">', html))
        loaded = {str(path.relative_to(PUBLIC)) for path in loaded_by(page)} - entrances
        offenders += [f"{page.relative_to(PUBLIC)}: {each}" for each in sorted(preloaded ^ loaded)]
    expect_none(offenders)


# Matches what reads a clock or sets a timer.
OF_TIME = re.compile(
    r"\b(?:set|clear)(?:Timeout|Interval)\b|\b(?:request|cancel)(?:AnimationFrame|IdleCallback)\b"
    r"|\bperformance\b|\bAbortSignal\.timeout\b|\bDate(?:\.now\b|\(\))|\bnew Date\b(?!\()"
)


# Matches requests that nothing counts; methods named `fetch` are excluded.
OF_REQUESTS = re.compile(r"(?<!async )(?<![\w.])fetch\((?!\) \{)")


def test_one_file_reads_clocks_sets_timers_and_makes_requests():
    # Only script files matter: the hub's policy blocks inline scripts.
    uses = {
        f"{script.relative_to(PUBLIC)}:{number}: {found[0]}: use a function of js/ui/page.js, or of tablecast"
        for script in PUBLIC.rglob("*.[jt]s")
        for number, line in enumerate(script.read_text(encoding="utf-8").splitlines(), 1)
        for found in [*OF_TIME.finditer(line), *OF_REQUESTS.finditer(line)]
    }
    own = {use for use in uses if use.startswith("js/core/base.js:")}
    assert own
    expect_none(sorted(uses - own))


# Matches what formats a date or a time, or reads one in the browser's own zone.
OF_DATES = re.compile(
    r"\bIntl\.DateTimeFormat\(|\.toLocale(?:Date|Time)String\("
    r"|\.get(?:Hours|Minutes|Seconds|Date|Day|Month|FullYear)\(\)"
)


def called_with(text, start):
    """Returns the arguments of a call that starts behind its opening bracket."""
    depth, end = 1, start
    while depth:
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        end += 1
    return text[start:end - 1]


def test_times_are_those_of_the_house_and_not_of_the_browser():
    offenders = []
    for script in PUBLIC.rglob("*.js"):
        text = script.read_text(encoding="utf-8")
        for found in OF_DATES.finditer(text):
            given = called_with(text, found.end()) if found[0].endswith("(") else ""
            counts_hours = not re.search(r"\bhour:|timeStyle", given) or re.search(r"hourCycle|hour12", given)
            # The browser is asked for its zone, or doesn't know the house's.
            is_excused = text.startswith(").resolvedOptions()", found.end()) or "catch" in text[:found.start()][-80:]
            if not is_excused and not ("timeZone" in given and counts_hours):
                offenders.append(f"{script.relative_to(PUBLIC)}: {found[0]}{given}")
    expect_none(offenders)


def test_comments_can_be_stripped_line_by_line():
    # The hub strips comments from what pages load.
    offenders = []
    for file in [*PUBLIC.rglob("*.js"), *PUBLIC.rglob("*.css")]:
        is_inside = False
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            text = line.strip()
            begins, ends = text.count("/*"), text.count("*/")
            if is_inside or text.startswith("/*"):
                # No code follows a comment of several lines, and none stands between two on one line.
                is_right = ends == 0 or (ends == 1 if text.endswith("*/") else not is_inside)
                is_inside = ends == 0
            else:
                # A text of several lines may contain what looks like a comment.
                is_right = text.startswith("//") or begins == ends and text.replace('"`"', "").count("`") % 2 == 0
            if not is_right:
                offenders.append(f"{file.relative_to(PUBLIC)}:{number}: {text}")
    expect_none(offenders)


# Chromium 53 knows ECMAScript 2015 and little of later versions.
LATER_SYNTAX = {"AwaitExpression", "ImportDeclaration", "Import", "ExportNamedDeclaration"}
LATER_NAMES = [
    "Object.entries", "Object.values", "Object.fromEntries", "padStart", "padEnd", ".append(",
    ".prepend(", ".before(", ".after(", ".replaceWith(", ".replaceChildren", ".flat(", ".flatMap(",
    "replaceAll", "matchAll", ".finally(", "allSettled", "AbortController", "globalThis",
    "queueMicrotask", "randomUUID", "ResizeObserver", "structuredClone", "formatToParts",
    "trimStart", "trimEnd", "\\p{", "toggleAttribute", "isConnected", "showModal",
]


def later_syntax(tree):
    """Returns the syntax in a script that is newer than ECMAScript 2015."""
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
    tokens = [token.value for token in tree.tokens]
    if (",", ")") in zip(tokens, tokens[1:]):
        found.append("a comma after the last argument")
    return found


def test_old_televisions_are_given_ecmascript_2015():
    assert OLD_SCRIPTS
    offenders = []
    for script in OLD_SCRIPTS:
        text = script.read_text(encoding="utf-8")
        # The parser knows nothing newer than 2017, and fails there.
        try:
            found = later_syntax(esprima.parseScript(text, tokens=True, tolerant=False))
        except esprima.Error as error:
            found = [str(error)]
        code = re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)
        found += [each for each in LATER_NAMES if each in code]
        # The `at` of lists takes one argument; a board may have its own `at` with two.
        found += re.findall(r"\.at\([^,\n]*\)", code)
        # Chromium 53 sends no cookies unless the request asks for them.
        for request in re.findall(r"\btablecast\.request\(.*?\)", text, flags=re.S):
            if 'credentials: "same-origin"' not in request:
                found.append(request)
        offenders += [f"{script.relative_to(PUBLIC)}: {each}" for each in found]
    expect_none(offenders)


def test_the_sheets_ask_for_the_fonts_that_are_made():
    script = (ROOT / "bin" / "fonts").read_text(encoding="utf-8")
    weights = re.findall(r"(\d+):[A-Z]", script)
    made = {f"inter-{weight}.woff2" for weight in weights} | {"vollkorn-700.woff2"}
    assert weights and "/vollkorn-700.woff2" in script
    asked = {
        found for style in (PUBLIC / "css").glob("*.css")
        for found in re.findall(r'url\("\.\./vendor/fonts/(.*?)"\)', style.read_text(encoding="utf-8"))
    }
    assert asked == made


# Styles that Chromium 53 doesn't know.
LATER_STYLE = [
    "grid", r"\bgap\s*:", r"\binset\s*:", r"\bmin\(", r"\bmax\(", r"\bclamp\(", r":is\(",
    r":where\(", r":has\(", r"var\(", "focus-visible", r"[^-]aspect-ratio\s*:", r"\bdvh\b",
]


def test_the_style_asks_for_nothing_that_came_after_2016():
    assert OLD_STYLES
    offenders = []
    for style in OLD_STYLES:
        text = re.sub(r"/\*.*?\*/", "", style.read_text(encoding="utf-8"), flags=re.DOTALL)
        # Multi-column text had a gap before grids and flexboxes did.
        text = re.sub(r"(\bcolumns: \d;\s*)(?:(?:-webkit-)?column-gap: \w+;\s*)+", r"\1", text)
        offenders += [
            f"{style.relative_to(PUBLIC)}: {each}" for each in LATER_STYLE if re.search(each, text)
        ]
    expect_none(offenders)
