"""The page about security: its tests are there, and so is each of the standard's points."""

import functools
import html
import json
import re
from collections import Counter

from docs import html_of
from pagefiles import PUBLIC, ROOT
from rules import expect_none

HTML = html_of("security")
ROWS = re.findall(
    r'<tr id="v([\d.]+)" data-level="(\d)"><td><code>([\d.]+)</code>.*?'
    r'<strong class="[a-z-]+">([\w ]+)\.(.*?)</tr>',
    HTML,
)
VERDICTS = ("Met", "In part", "Not met", "Not here")
SOURCES = sorted((ROOT / "Sources").rglob("*.swift"))
SOURCES_IN_C = sorted((ROOT / "Sources").rglob("*.c"))
SCRIPTS = sorted(PUBLIC.rglob("*.js"))
assert ROWS and SOURCES and SOURCES_IN_C and SCRIPTS


@functools.cache
def read(path):
    return path.read_text(encoding="utf-8")


def found_in(sources, pattern, flags=0):
    """Each place of the sources where the pattern is: file, line and text."""
    return [
        f"{source.relative_to(ROOT)}:{read(source)[:match.start()].count(chr(10)) + 1}: {match[0]}"
        for source in sources for match in re.finditer(pattern, read(source), flags)
    ]


def numbers(level):
    """The requirements of a level, as the standard numbers them."""
    path = ROOT / "Tests" / "Vectors" / f"asvs-5.0-level-{level}.txt"
    return [line for line in path.read_text().splitlines() if not line.startswith("#")]


def points(level):
    return [number for number, of, *_ in ROWS if of == str(level)]


def not_here():
    """The points of level 2 that are named beneath the tables."""
    return re.findall(r"\d+\.\d+\.\d+", re.search(r'id="not-here">(.*?)</dl>', HTML, re.S)[1])


def shown():
    """What the page says is shown by a test: the file that it is in, and its sentence."""
    found = re.findall(
        r'<span class="shown" data-in="(.*?)"><code>(.*?)</code> <span>(.*?)</span></span>', HTML
    )
    assert found and all(place == name for place, name, _ in found)
    return sorted({(place, html.unescape(sentence)) for place, _, sentence in found})


def test_each_test_that_the_page_names_is_there():
    files = {}
    for path in (ROOT / "Tests").rglob("*.*"):
        files.setdefault(path.name, []).append(path)
    offenders = []
    for place, sentence in shown():
        if place.endswith(".py"):
            declaration = f"def test_{sentence.replace(' ', '_')}("
        elif place.endswith(".mjs"):
            declaration = f'test("{sentence}"'
        else:
            declaration = f"func `{sentence}`("
        of_that_name = files.get(place if "." in place else f"{place}.swift", [])
        if len(of_that_name) != 1:
            offenders.append(f"{place}: {len(of_that_name)} files have this name")
        elif declaration not in read(of_that_name[0]):
            offenders.append(f"{place}: {sentence}")
    expect_none(offenders)


def test_every_point_of_level_1_stands_there_once():
    assert len(numbers(1)) == 70
    assert sorted(points(1)) == sorted(numbers(1))


def test_every_point_of_level_2_stands_there_once():
    assert len(numbers(2)) == 183
    assert sorted(points(2) + not_here()) == sorted(numbers(2))


def test_the_counts_are_those_of_the_tables():
    assert all(anchor == number for anchor, _, number, *_ in ROWS)
    body = re.search(r'<tbody id="counts">(.*?)</tbody>', HTML, re.S)[1]
    for level, row in zip((1, 2), re.findall(r"<tr>(.*?)</tr>", body)):
        said = [int(cell) for cell in re.findall(r">(\d+)</td>", row)]
        counts = Counter(verdict for _, of, _, verdict, _ in ROWS if of == str(level))
        counts["Not here"] += len(not_here()) if level == 2 else 0
        assert said == [counts[verdict] for verdict in VERDICTS]


def test_what_level_1_asks_and_is_not_met_is_said_first():
    first = HTML.split("What level 1 asks and is not met</h3>")[1].split("<h3>")[0]
    unmet = [number for number, of, _, verdict, _ in ROWS
             if of == "1" and verdict in ("Not met", "In part")]
    assert sorted(re.findall(r'href="#v(\d+\.\d+\.\d+)"', first)) == sorted(unmet)


def test_what_level_1_asks_and_is_met_is_shown_by_a_test():
    untested = [number for number, of, _, verdict, rest in ROWS
                if of == "1" and verdict == "Met" and 'class="shown"' not in rest]
    # That there are no secret questions.
    assert untested == ["6.4.2"]


def test_the_parts_on_the_page_are_those_of_the_package():
    package = (ROOT / "Package.swift").read_text(encoding="utf-8")
    built_in = re.findall(r'\.package\(url: "https://github\.com/[\w-]+/(.*?)"', package)
    said = re.search(r'<span id="packages">(.*?)</span>', HTML, re.S)[1]
    assert sorted(re.findall(r"<code>(.*?)</code>", said)) == sorted(built_in)


# What the page says of figures, and where they are.
FIGURES = [
    ("digitCounts = 4...12", "Credentials/PINDigest"), ("costLogarithm = 15", "Credentials/PINDigest"),
    ("unlockedMilliseconds: Int64 = 12 * 3_600_000", "SignIn/PINKeeper"),
    ("freeCount = 3", "Credentials/PINPatience"), ("wrongCountMax = 10", "Credentials/PINPatience"),
    ("firstWaitMilliseconds: Int64 = 5_000", "Credentials/PINPatience"),
    ("countMax: Int { 256 }", "SignIn/PairingCodes"),
    ("codesPerNetworkMax: Int { 4 }", "SignIn/PairingCodes"), ("laneCount = 3", "Credentials/PINDigest"),
    ("codeLifetime = Duration.seconds(600)", "Server/Streams/PairingStream"),
    ("secretCountMax = 8", "Credentials/SignInCookie"), ("byteCount = 18", "Credentials/DerivedSecret"),
    ("linkLifetimeSeconds = 24 * 60 * 60", "Operations/Administration"), ("max-age=31536000", "Gateway/SecurityFields"),
    ("lifetime = Duration.seconds(86_400)", "Delivery/AlarmCarrier"),
    ("timeout = Duration.seconds(10)", "Delivery/AlarmCarrier"),
    ("answerBytesMax: Int = 65_536", "Destinations/OutgoingRequest"),
    ("waitingCountMax = 1_000", "Delivery/EffectLanes"),
    ("tryCountMax = 200", "Delivery/CourierTiming"), ("keyBytes = 32", "Store/SecretBox"),
]


def test_the_figures_on_the_page_are_those_of_the_sources():
    # Whoever changes one of them reads here that the page speaks of it.
    expect_none([
        f"{place}: {text}" for text, place in FIGURES
        if text not in read(ROOT / "Sources" / f"{place}.swift")
    ])


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
    # Unanswered changes, those that were refused, what can be undone, and what a guest types to join.
    of_all = {
        "js/core/storedvalue.js", "js/core/outbox.js", "js/ui/refusals.js", "js/ui/history.js",
        "js/joinkept.js",
    }
    # And what boards say of their own scripts, with a reason each.
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
    # The names of columns, of a statement of this program, and numbers of this program's own; and a
    # table's name as a backup has it, quoted.
    known = {
        "columns", "Self.columns", "EventRow.columns", "applicationID", "version",
        "Self.logPagesMax", "Self.logBytesMax", "Self.lookupCacheKibibytes", "integrityFaultsMax",
        "JournalIndex.byRev.definition", "JournalIndex.byMutation.definition",
        "name.quotedDatabaseIdentifier",
    }
    count, offenders = 0, []
    for source in sorted((ROOT / "Sources" / "Store").glob("*.swift")):
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
    # The WebSocket handshake has one that protects nothing (RFC 6455, section 4.2.2).
    others = [each for each in sources if each.name not in ("WebSocketHandshake.swift", "platform.c")]
    expect_none(
        found_in(sources, r"md5|rc4|\bEVP_des|_ecb\b", re.IGNORECASE)
        + found_in(others, r"sha_?1\b", re.IGNORECASE)
    )


def test_no_field_of_a_proxy_is_believed():
    expect_none(found_in(SOURCES, r"x-forwarded|x-real-ip|\"forwarded\"", re.IGNORECASE))
