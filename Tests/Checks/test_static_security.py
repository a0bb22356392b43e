"""Sources and pages do nothing that opens a door to attackers."""

import functools
import json
import re

from docs import html_of
from pagefiles import PUBLIC, ROOT
from rules import expect_none

SOURCES = sorted((ROOT / "Sources").rglob("*.swift"))
SOURCES_IN_C = sorted((ROOT / "Sources").rglob("*.c"))
SCRIPTS = sorted(PUBLIC.rglob("*.js"))
assert SOURCES and SOURCES_IN_C and SCRIPTS


@functools.cache
def read(path):
    return path.read_text(encoding="utf-8")


def found_in(sources, pattern, flags=0):
    """Returns each match of the pattern in the sources: file, line and text."""
    return [
        f"{source.relative_to(ROOT)}:{read(source)[:match.start()].count(chr(10)) + 1}: {match[0]}"
        for source in sources for match in re.finditer(pattern, read(source), flags)
    ]


def test_the_parts_on_the_page_are_those_of_the_package():
    package = (ROOT / "Package.swift").read_text(encoding="utf-8")
    built_in = re.findall(r'\.package\(url: "https://github\.com/[\w-]+/(.*?)"', package)
    said = re.search(r'<span id="packages">(.*?)</span>', html_of("security"), re.S)[1]
    assert sorted(re.findall(r"<code>(.*?)</code>", said)) == sorted(built_in)


def test_no_script_makes_code_or_markup_of_text():
    assert SCRIPTS
    expect_none(found_in(
        SCRIPTS,
        r"\beval\(|new Function|\.innerHTML|\.outerHTML|insertAdjacentHTML|document\.write"
        r"|setHTML|DOMParser|new RegExp|postMessage|set(?:Timeout|Interval)\(\s*[\"'`]",
    ))


def test_a_browser_keeps_what_the_page_says_and_nothing_else():
    keepers = {
        str(script.relative_to(PUBLIC)) for script in SCRIPTS
        if re.search(
            r"localStorage|sessionStorage|indexedDB|\bcaches\.|document\.cookie|cookieStore"
            r"|serviceWorker|navigator\.storage|new (?:tablecast\.)?StoredValue",
            read(script),
        )
    }
    # Unanswered and refused changes, what can be undone, and what a guest types to join.
    of_all = {
        "js/core/base.js", "js/core/sync.js", "js/ui/asking.js", "js/ui/dialogs.js", "js/ui/desk.js",
            "js/ui/page.js",
    }
    # The files that boards declare for their own scripts, each with a reason.
    of_boards = {
        f"boards/{said.parent.name}/{script}"
        for said in (ROOT / "Tests" / "Browser").glob("*/kept.json")
        for script in json.loads(read(said))
    }
    assert keepers == of_all | of_boards


def test_no_page_has_a_script_or_a_style_in_it():
    pages = sorted(PUBLIC.rglob("*.html"))
    assert pages
    expect_none(found_in(
        pages,
        r"<script\b(?![^>]*(?:src=|type=\"application/json\"))[^>]*>"
        r"|<style\b|\sstyle=|\son\w+=\"|src=\"(?:https?:)?//",
    ))


def test_the_hub_starts_no_other_program():
    assert SOURCES and SOURCES_IN_C
    expect_none(found_in(
        [*SOURCES, *SOURCES_IN_C],
        r"\bProcess\(|posix_spawn|\bpopen\(|\bexec[lv]\w*\(|\bfork\(|\bsystem\(",
    ))


def test_what_is_asked_of_the_database_is_written_out_in_the_sources():
    # Names of columns and statements, this program's own numbers, and the quoted name of a table in a
    # backup.
    known = {
        "columns", "Self.columns", "EventRow.columns", "applicationID", "version",
        "Self.logPagesMax", "Self.logBytesMax", "Self.lookupCacheKibibytes", "Self.writerCacheKibibytes",
        "integrityFaultsMax", "JournalIndex.byRev.definition", "JournalIndex.byMutation.definition",
        "name.quotedDatabaseIdentifier",
        # The parts of the one statement that compares an index with its table.
        "numbers", "source", "condition",
        # Parts of PostgreSQL's statements: selections, conditions and locks that stand in the sources.
        "Self.selection", "condition", "lock", "interval", "instant", "channel",
        "Schema.channel", "Shard.count - 1", "Chain.linkByteCount", "fencedState",
    }
    count, offenders = 0, []
    engines = [ROOT / "Sources" / name for name in ("PostgresStorage", "SQLiteStorage")]
    for source in sorted(source for engine in engines for source in engine.glob("*.swift")):
        texts = re.findall(r'"""(.*?)"""|"([^"\n]*)"', read(source), re.S)
        for text in (long or short for long, short in texts):
            if re.search(r"\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|PRAGMA|VACUUM) ", text):
                count += 1
                put_in = set(re.findall(r"\\\((.*?)\)", text))
                offenders += [f"{source.name}: {name}" for name in sorted(put_in - known)]
    assert count > 40
    expect_none(offenders)


def test_no_outdated_algorithm_is_called():
    sources = [*SOURCES, *SOURCES_IN_C]
    # The WebSocket handshake uses SHA-1, which protects nothing there (RFC 6455, section 4.2.2).
    others = [each for each in sources if each.name not in ("WebSocketHandshake.swift", "platform.c")]
    expect_none(
        found_in(sources, r"md5|rc4|\bEVP_des|_ecb\b", re.IGNORECASE)
        + found_in(others, r"sha_?1\b", re.IGNORECASE)
    )


def test_header_fields_of_proxies_are_ignored():
    expect_none(found_in(SOURCES, r"x-forwarded|x-real-ip|\"forwarded\"", re.IGNORECASE))
