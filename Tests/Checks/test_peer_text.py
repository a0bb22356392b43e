"""Texts from other programs are decoded in one place."""

import re

from pagefiles import ROOT
from rules import expect_none

READERS = ["BoardKit", "Boards", "CalendarMerging", "CalendarSync", "Carriers", "HTTP", "ICalendar", "JSON",
           "MazeExploring", "MazeFetching", "Outgoing", "PlaceSources", "PlaceValues", "URIText"]

# Other decodings: how many each file has, and why they are safe.
OTHERS = {
    "BoardKit/Description/BoardDescription.swift": (2, "written by this program"),
    "BoardKit/FoldedText.swift": (1, "folded: of texts that were decoded before"),
    "BoardKit/Rank.swift": (1, "digits"),
    "Boards/Nearby/Positions/Coordinates.swift": (1, "a number"),
    "Boards/Orders/Orders+Routes.swift": (1, "written by this program"),
    "Boards/Planner/Files/Planner+FeedTexts.swift": (2, "written by this program"),
    "Boards/Waitlist/RestaurantQueueLine.swift": (3, "a check, a time and a number"),
    "CalendarSync/Google/GoogleRecurrence.swift": (1, "written by this program"),
    "HTTP/BodyReader.swift": (1, "digits"),
    "HTTP/FieldSection.swift": (2, "a token, which is ASCII; a value, checked before"),
    "HTTP/RequestLine.swift": (2, "tokens"),
    "HTTP/RequestTarget.swift": (1, "visible ASCII"),
    "HTTP/StatusLine.swift": (1, "digits"),
    "ICalendar/Zones/WindowsZones.swift": (1, "a table of the program"),
    "ICalendar/Zones/ZoneInfoFile.swift": (1, "a file of the system"),
    "JSON/JSON+Canonical.swift": (1, "written by this program"),
    "JSON/JSONParser.swift": (1, "a number"),
    "JSON/JSONRecords.swift": (1, "a number"),
    "Outgoing/OutgoingExchange.swift": (1, "what libcurl says of an error or an address"),
    "URIText/PercentCoding.swift": (1, "percent-encoded"),
}

DECODED = re.compile(r"(?<!`)String\((?:decoding|validating|cString|bytes|copying):")


def decodings(path):
    return [f"{path.relative_to(ROOT)}:{number}: decode it with String(ofPeer:): {line.strip()}"
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
            if DECODED.search(line) and "dividingMarks" not in line]


def test_texts_of_peers_have_bounded_runs_of_combining_marks():
    found = {str(path.relative_to(ROOT / "Sources")): decodings(path)
             for room in READERS for path in sorted((ROOT / "Sources" / room).rglob("*.swift"))}
    expect_none([line for path, lines in found.items() if path not in OTHERS for line in lines])
    assert {path: len(found[path]) for path in OTHERS} == {path: count for path, (count, _) in OTHERS.items()}
