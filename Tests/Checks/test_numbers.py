"""Numbers that other programs have written."""

import re

from pagefiles import ROOT
from rules import expect_none

# What reads answers of other servers. Whoever reads files and requests has limits of its own, beside them.
READERS = ["CalendarSync", "CivilDates", "Destinations", "MazeFetching", "Outgoing", "PlaceSources"]

NUMBER = r"\b(?:U?Int(?:8|16|32|64)?|Double|Float)"
# A conversion that can fail, as one from a text does: it is bound, has a substitute, or is mapped.
OF_TEXT = re.compile(
    rf"(?:let|var) \w+ = {NUMBER}\((?!exactly:)[^()]*\)\s*(?:,|else\b|\{{)|{NUMBER}\((?!exactly:)[^()]*\) \?\?"
    rf"|(?:flatMap|compactMap)(?: \{{ |\(\{{ ?|\(){NUMBER}|{NUMBER}\([^()]*radix:"
)


def test_a_number_of_a_peer_is_opened_by_its_bounds():
    expect_none([
        f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, found.start()) + 1}: read it as Untrusted: {found.group()}"
        for room in READERS
        for path in sorted((ROOT / "Sources" / room).rglob("*.swift"))
        for text in [path.read_text(encoding="utf-8")]
        for found in OF_TEXT.finditer(text)
    ])


def test_conversions_of_text_are_found():
    found = ["guard let a = Int(text), a > 0", "if let a = Double(b) {", "Int32(text) ?? .max", "flatMap { Int($0) }",
             "compactMap(Int.init)", 'Int(text, radix: 16)', "let a = Int64(parts[0]),\n"]
    others = ["let a = Int(seconds)\n", "Int(byte) << 2", "let a = Int(exactly: b) else", "Int(a) + Int(b)"]
    assert all(map(OF_TEXT.search, found)) and not any(map(OF_TEXT.search, others))
