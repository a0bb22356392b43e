"""The bugs that `bin/test --mutate` plants."""

import sys

from pagefiles import ROOT

sys.path.insert(0, str(ROOT / "Tests"))

import mutate

SWIFT = """\
func admit(_ sizes: [Int], text: String) -> Bool {
    guard sizes.contains(where: { $0 > 2 }), text.isEmpty else { return false }
    // A comment, where a < b.
    tell("a < b and \\(text["x"])")
    return sizes.count == most
}
"""

SCRIPT = """\
export function isFull(count) {
    return count >= 3;
}

export function greet(names) {
    if (names.length) { names.push("you"); }
    return names;
}
"""


def changes(source, *, suffix, folder):
    file = folder / f"Source{suffix}"
    file.write_text(source, encoding="utf-8")
    return {(bug.what, source[bug.start:bug.end]) for bug in mutate.bugs_in(file)}


def test_bugs_are_planted_where_code_decides_or_acts(tmp_path):
    assert changes(SWIFT, suffix=".swift", folder=tmp_path) == {
        ("> became >=", "$0 > 2"),
        ("condition negated", "text.isEmpty"),
        ("statement dropped", 'tell("a < b and \\(text["x"])")'),
        ("== became !=", "sizes.count == most"),
        ("returned true at once", ""),
    }
    assert changes(SCRIPT, suffix=".js", folder=tmp_path) == {
        (">= became >", "count >= 3"), ("condition negated", "names.length"),
    }


def kept_source(folder, monkeypatch):
    monkeypatch.setattr(mutate, "ROOT", folder)
    monkeypatch.setattr(mutate, "KEPT", folder / "kept")
    file = folder / "Source.swift"
    file.write_text(SWIFT, encoding="utf-8")
    mutate.keep([file])
    return file


def test_each_bug_has_its_number_and_stays_on_its_line(tmp_path, monkeypatch):
    file = kept_source(tmp_path, monkeypatch)
    text = mutate.planted(file, dict(enumerate(mutate.bugs_in(file))))
    assert "where: { (planted(0) ? ($0 >= 2) : ($0 > 2)) }), (planted(2) != (text.isEmpty)) else" in text.splitlines()[1]
    assert 'if (!planted(3)) { tell("a < b and \\(text["x"])") }' in text.splitlines()[3]


def test_a_bug_that_does_not_compile_is_left_out(tmp_path, monkeypatch):
    file = kept_source(tmp_path, monkeypatch)
    bugs = dict(enumerate(mutate.bugs_in(file)))
    left = mutate.without_broken(bugs, f"{file}:4:9: error: result unused\n{file}:4:9: note: see here")
    assert [bug.what for number, bug in bugs.items() if number not in left] == ["statement dropped"]


def test_unnoticed_bugs_are_found_and_the_source_is_restored(tmp_path, monkeypatch):
    monkeypatch.setattr(mutate, "ROOT", tmp_path)
    monkeypatch.setattr(mutate, "KEPT", tmp_path / "kept")
    monkeypatch.setattr(mutate, "NODE_TESTS", tmp_path)
    file = tmp_path / "source.js"
    file.write_text(SCRIPT, encoding="utf-8")
    (tmp_path / "source.test.mjs").write_text(
        'import assert from "node:assert";\nimport { isFull } from "./source.js";\nassert(isFull(3));\n', encoding="utf-8")
    bugs, passed = mutate.unnoticed(dict(enumerate(mutate.bugs_in(file))), [file])
    assert len(bugs) == 2
    assert [bugs[number].what for number in passed] == ["condition negated"]
    assert file.read_text(encoding="utf-8") == SCRIPT
