"""Numbers from other programs are parsed within bounds."""

import re

from pagefiles import ROOT
from rules import expect_none

# Rooms that read other servers' answers, files and requests.
READERS = ["BoardKit", "Boards", "CalendarMerging", "CalendarSync", "Carriers", "CivilDates", "Destinations", "HTTP",
           "ICalendar", "MazeExploring", "MazeFetching", "Outgoing", "PlaceSources", "PlaceValues"]

# Conversions without `Untrusted`: how many each file has, and what bounds them.
OTHERS = {
    "HTTP/BodyReader.swift": (1, "hexadecimal: sixteen digits, and what is left of the content"),
    "ICalendar/Files/EventReader.swift": (1, "may have a sign: the type, and 0"),
    "ICalendar/Rules/RecurrenceRule+Reading.swift": (1, "may have a sign: the range of its part"),
    "BoardKit/Rank.swift": (1, "of base 36: as many digits as the first one says"),
    "Boards/Waitlist/RestaurantQueueRoutes.swift": (2, "another system's: the action's own bounds, and a look-up"),
}

NUMBER = r"\b(?:U?Int(?:8|16|32|64)?|Double|Float)"
# Matches a conversion that can fail, as one from a text can: it is bound, has a substitute, or is mapped. Those with a
# label are our own, and say what they take.
OF_TEXT = re.compile(
    rf"(?:let|var) \w+ = {NUMBER}\((?!\w+:)[^()]*\)\s*(?:,|else\b|\{{)|{NUMBER}\((?!\w+:)[^()]*\) \?\?"
    rf"|(?:flatMap|compactMap)(?: \{{ |\(\{{ ?|\(){NUMBER}|{NUMBER}\((?:[^()]|\([^()]*\))*radix:"
)


def conversions(path):
    text = path.read_text(encoding="utf-8")
    return [f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, found.start()) + 1}: read it as Untrusted: {found.group()}"
            for found in OF_TEXT.finditer(text)]


def test_numbers_of_peers_are_parsed_within_bounds():
    found = {str(path.relative_to(ROOT / "Sources")): conversions(path)
             for room in READERS for path in sorted((ROOT / "Sources" / room).rglob("*.swift"))}
    expect_none([line for path, lines in found.items() if path not in OTHERS for line in lines])
    assert {path: len(found[path]) for path in OTHERS} == {path: count for path, (count, _) in OTHERS.items()}


def test_conversions_of_text_are_found():
    found = ["guard let a = Int(text), a > 0", "if let a = Double(b) {", "Int32(text) ?? .max", "flatMap { Int($0) }",
             "compactMap(Int.init)", 'Int(text, radix: 16)', "let a = Int64(parts[0]),\n"]
    others = ["let a = Int(seconds)\n", "Int(byte) << 2", "let a = Int(exactly: b) else",
              "let a = Double(decimal: b),\n", "Int(a) + Int(b)"]
    assert all(map(OF_TEXT.search, found)) and not any(map(OF_TEXT.search, others))
