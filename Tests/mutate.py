"""Plants small bugs in source files, and lists those that no test notices, for `bin/test --mutate`.

    bin/test --mutate FILE… [--most N] [--seed N] [--filter PATTERN]

The files are Swift or JavaScript of one kind. Bugs are comparisons moved by one, conditions negated, statements
dropped and early returns. All are compiled in at once; TABLECAST_PLANTED is the number of the active one. So one
build serves all of them, and a bug that doesn't compile costs a second build of its module. The files are restored
as soon as they are built.
"""

import argparse
import os
import random
import re
import shlex
import signal
import subprocess
import sys
import time
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import changed

ROOT = Path(__file__).resolve().parents[1]
NODE_TESTS = ROOT / "Tests" / "Pages"
LOADER = NODE_TESTS / "described.mjs"
# Where the sources lie while bugs are planted in them. If a run was killed, the next one restores them from here.
KEPT = ROOT / ".build" / "mutated"
READS_NUMBER = {
    ".swift": "\nimport Glibc\nprivate let plantedBug = getenv(\"TABLECAST_PLANTED\").map { atoi($0) }\n"
              "private func planted(_ number: Int32) -> Bool { plantedBug == number }\n",
    ".js": "\nfunction planted(number) {\n"
           "    return typeof process !== \"undefined\" && process.env.TABLECAST_PLANTED === String(number);\n}\n",
}

# A bug adds text before and after a part of the source, which may hold other bugs. `@` is the bug's number.
Bug = namedtuple("Bug", "file start end before after what")

TEXTS = {
    ".swift": r'//[^\n]*|/\*.*?\*/|(#*)""".*?"""\1|"(?:\\\((?:[^()]|\([^()]*\))*\)|\\.|[^"\\\n])*"',
    ".js": r'//[^\n]*|/\*.*?\*/|`(?:\\.|[^`\\])*`|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'',
}
MOVED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "===": "!==", "!==": "==="}
COMPARISON = re.compile(r" (<=?|>=?|[!=]==?) ")
# What ends an operand to its left and to its right.
LEFT_END = re.compile(
    r".*(?:[,;{}?]|&&|\|\||(?<![=!<>])=(?![=>])|=>|: |\b(?:return|in|if|guard|while|where|case|else)\b)", re.DOTALL)
RIGHT_END = re.compile(r"[,;{}?]|&&|\|\|| : |\belse\b|\n")
# What no statement starts with that can be dropped.
KEYWORDS = re.compile(
    r"[^\w(]|_|(?:let|var|const|return|case|default|func|function|guard|if|for|while|switch|else|import|export|struct|"
    r"enum|class|extension|init|deinit|private|package|public|static|override|typealias|async|indirect|mutating|do|"
    r"break|continue|fallthrough|defer|throw|super)\b|self(?:\.\w+)? = ")
# After such a line, a statement goes on.
OPEN = (",", "(", "[", "=", "+", "-", "*", "/", "<", ">", "&&", "||", "?", ":")


def masked(text, kind):
    """Returns the source with comments and texts blanked, so that positions stay."""
    return re.sub(TEXTS[kind], lambda found: re.sub(r"[^\n]", "_", found[0]), text, flags=re.DOTALL)


def closing(code, start, ends):
    """Returns where one of these characters or words stands outside of brackets; `None` if a bracket closes first."""
    depth = 0
    for index in range(start, len(code)):
        if depth == 0 and any(code.startswith(end, index) for end in ends):
            return index
        depth += (code[index] in "([{") - (code[index] in ")]}")
        if depth < 0:
            return None
    return None


def operand_bounds(code, first, last):
    """Returns where the operands of a comparison begin and end on their line."""
    start, depth = first, 0
    line = code.rfind("\n", 0, first) + 1
    while start > line and depth >= 0:
        start -= 1
        depth += (code[start] in ")]}") - (code[start] in "([{")
    start += depth < 0
    # What stands in brackets is a part of an operand.
    flat = list(code[start:first])
    for index, character in enumerate(flat):
        depth = max(0, depth) + (character in "([{")
        if depth:
            flat[index] = "_"
        depth -= character in ")]}"
    if found := LEFT_END.match("".join(flat)):
        start += found.end()
    end, depth = last, 0
    while end < len(code) and not (depth == 0 and (code[end] in ")]}" or RIGHT_END.match(code, end))):
        depth += (code[end] in "([{") - (code[end] in ")]}")
        end += 1
    start += len(code[start:first]) - len(code[start:first].lstrip())
    return start, last + len(code[last:end].rstrip())


def comparisons(file, text, code):
    for found in COMPARISON.finditer(code):
        start, end = operand_bounds(code, found.start(), found.end())
        if start < found.start() and found.end() < end:
            moved = text[start:found.start(1)] + MOVED[found[1]] + text[found.end(1):end]
            yield Bug(file, start, end, f"(planted(@) ? ({moved}) : (", "))", f"{found[1]} became {MOVED[found[1]]}")


def conditions(file, text, code):
    for found in re.finditer(r"\b(?:if|guard|while)\b ", code):
        start = found.end()
        if file.suffix == ".js":
            start, end = start + 1, closing(code, start + 1, ")")
            parts = [(start, end)] if end else []
        else:
            parts = []
            while (end := closing(code, start, [",", " {", " else "])) is not None:
                parts.append((start, end))
                if code[end] != ",":
                    break
                start = end + 1
        for start, end in parts:
            start += len(code[start:end]) - len(code[start:end].lstrip())
            part = code[start:end]
            if part and not re.match(r"(?:let|var|case|try|await|_)\b|#", part) and not COMPARISON.search(part):
                truth = "!!(" if file.suffix == ".js" else "("
                yield Bug(file, start, end, "(planted(@) != " + truth, "))", "condition negated")


def statements(file, text, code):
    previous = "{"
    for found in re.finditer(r"^ *(\S.*)$", code, re.MULTILINE):
        line = found[1]
        if set(line) == {"_"}:
            continue
        ended = previous.endswith(("{", "}", ";") if file.suffix == ".js" else previous[-1])
        if ended and not previous.endswith(OPEN) and not KEYWORDS.match(line):
            end = closing(code, found.start(1), "\n")
            after = code[end:].lstrip() if end else ""
            if end and not after.startswith((".", "?", ":", "&&", "||", "+", "=")) and code[end - 1] not in "{,:":
                yield Bug(file, found.start(1), end, "if (!planted(@)) { ", " }", "statement dropped")
        previous = line


def returns(file, text, code):
    if file.suffix != ".swift":
        return
    for found in re.finditer(r"\bfunc [^{}]*?\)(?: (?:throws|rethrows|async))*(?: -> ([^{]+?))? \{", code):
        result = found[1] or ""
        value = ("nil" if result.endswith("?") else "true" if result == "Bool" else "[]" if result[:1] == "["
                 else "" if not result else None)
        if value is not None:
            early = " if planted(@) { return " + value + " }; "
            yield Bug(file, found.end(), found.end(), early, "", f"returned {value} at once")


def bugs_in(file):
    text = file.read_text(encoding="utf-8")
    code = masked(text, file.suffix)
    return [bug for kind in (comparisons, conditions, statements, returns) for bug in kind(file, text, code)]


def planted(file, bugs):
    """Returns the text of a file that is kept, with all bugs. `bugs` maps numbers to bugs."""
    text = (KEPT / file.relative_to(ROOT)).read_text(encoding="utf-8")
    added = []
    for number, bug in bugs.items():
        if bug.file == file:
            # An outer bug opens first and closes last.
            size = bug.end - bug.start
            added.append((bug.start, 1, -size, number, bug.before.replace("planted(@)", f"planted({number})")))
            added.append((bug.end, 0, size, -number, bug.after))
    for position, *_, piece in sorted(added, reverse=True):
        text = text[:position] + piece + text[position:]
    return text + READS_NUMBER[file.suffix]


def lines_of(bug):
    """Returns the first and the last line of a bug."""
    text = (KEPT / bug.file.relative_to(ROOT)).read_text(encoding="utf-8")
    return 1 + text.count("\n", 0, bug.start), 1 + text.count("\n", 0, bug.end)


def without_broken(bugs, messages):
    """Returns the bugs that the compiler doesn't complain about, by number."""
    broken = set()
    for path, line in re.findall(r"(/\S+\.(?:swift|js)):(\d+)(?::\d+: error|$)", messages, re.MULTILINE):
        here = {number: lines_of(bug) for number, bug in bugs.items() if bug.file == Path(path)}
        hit = {number for number, (first, last) in here.items() if first <= int(line) <= min(last, first + 8)}
        # Otherwise the error is a consequence of the bug before: a variable that the statement would have set.
        before = sorted((lines, number) for number, lines in here.items() if lines[0] < int(line))
        broken |= hit or {number for _, number in before[-1:]}
    return {number: bug for number, bug in bugs.items() if number not in broken}


def keep(files):
    for file in files:
        kept = KEPT / file.relative_to(ROOT)
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(file.read_bytes())


def build_commands(files):
    if files[0].suffix == ".js":
        return [["node", "--experimental-default-type=module", "--check", file] for file in files]
    flags = subprocess.run([ROOT / "bin" / "flags", "debug"], check=True, capture_output=True, text=True).stdout
    swift = ["swift", "build", *shlex.split(flags), "--enable-code-coverage"]
    paths = [file.relative_to(ROOT).parts[1:] for file in files]
    rooms = sorted({f"{path[1]}Board" if path[0] == "Boards" else path[0] for path in paths})
    return [*([*swift, "--target", room] for room in rooms), [*swift, "--build-tests"]]


def build(bugs, files):
    """Builds the tests with all bugs that compile, and returns these."""
    for command in build_commands(files):
        while True:
            for file in files:
                text = planted(file, bugs)
                # Other modules need not be built again.
                if file.read_text(encoding="utf-8") != text:
                    file.write_text(text, encoding="utf-8")
            built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
            if built.returncode == 0:
                break
            fewer = without_broken(bugs, built.stdout + built.stderr)
            if len(fewer) == len(bugs):
                sys.exit(built.stdout + built.stderr)
            bugs = fewer
    return bugs


def restore():
    for kept in [path for path in KEPT.rglob("*") if path.is_file()]:
        (ROOT / kept.relative_to(KEPT)).write_bytes(kept.read_bytes())
        kept.unlink()


def test_command(files, pattern):
    if files[0].suffix == ".js":
        tests = [path for path in sorted(NODE_TESTS.rglob("*.test.mjs")) if re.search(pattern or "", str(path))]
        return ["node", "--experimental-default-type=module", "--no-warnings", "--experimental-loader",
                LOADER, "--test", *tests]
    pattern = pattern or changed.swift_tests([str(file.relative_to(ROOT)) for file in files])
    [tests] = (ROOT / ".build" / "debug").glob("*.xctest")
    return [tests, "--testing-library", "swift-testing", "--filter", pattern]


def passes(command, number, seconds=None):
    """Whether the tests pass with a bug. Tests that no longer end have noticed it."""
    environment = {**os.environ, "TABLECAST_PLANTED": str(number), "LLVM_PROFILE_FILE": "/dev/null"}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    try:
        return subprocess.run(command, env=environment, timeout=seconds, **quiet).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def unnoticed(bugs, files, pattern=None):
    """Returns the bugs that compile, and the numbers of those with which the tests pass."""
    keep(files)
    try:
        bugs = build(bugs, files)
        if files[0].suffix != ".js":
            restore()
        command = test_command(files, pattern)
        start = time.monotonic()
        if not passes(command, -1):
            sys.exit("The tests fail without a bug.")
        longest = 10 + 5 * (time.monotonic() - start)
        pool = ThreadPoolExecutor(os.cpu_count())
        try:
            passed = list(pool.map(lambda number: passes(command, number, longest), bugs))
        finally:
            pool.shutdown(cancel_futures=True)
        return bugs, [number for number, has_passed in zip(bugs, passed) if has_passed]
    finally:
        restore()


def main():
    parser = argparse.ArgumentParser(prog="bin/test --mutate", description=__doc__.splitlines()[0])
    parser.add_argument("files", metavar="FILE", nargs="+", type=lambda path: Path(path).resolve())
    parser.add_argument("--most", type=int, default=40, help="how many bugs (40)")
    parser.add_argument("--seed", type=int, default=1, help="chooses the bugs if there are more (1)")
    parser.add_argument("--filter", metavar="PATTERN", help="the tests to run; for JavaScript, their files")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    restore()
    all_bugs = [bug for file in options.files for bug in bugs_in(file)]
    chosen = sorted(random.Random(options.seed).sample(range(len(all_bugs)), min(options.most, len(all_bugs))))
    bugs, passed = unnoticed({number: all_bugs[number] for number in chosen}, options.files, options.filter)
    for number in passed:
        bug = bugs[number]
        line = 1 + bug.file.read_text(encoding="utf-8").count("\n", 0, bug.start)
        print(f"{bug.file.relative_to(ROOT)}:{line}: {bug.what}")
    print(f"{len(bugs)} of {len(all_bugs)} possible bugs were planted; {len(chosen) - len(bugs)} don't compile. "
          f"No test noticed {len(passed)}.")


if __name__ == "__main__":
    main()
