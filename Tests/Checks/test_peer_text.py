"""Texts that others have written."""

import re

from pagefiles import ROOT
from rules import expect_none

READERS = ["CalendarSync", "HTTP", "ICalendar", "JSON", "MazeFetching", "Outgoing", "PlaceSources", "URIText", "Boards"]

DECODED = re.compile(r"String\((?:decoding|validating|cString|bytes|copying):")
# Files that decode what is ASCII, or what this program has written.
OWN = {
    "Boards/Description/BoardDescription.swift", "Boards/FoldedText.swift", "Boards/Orders/Orders+Routes.swift",
    "Boards/Nearby/Positions/Coordinates.swift", "Boards/Planner/Files/Planner+FeedTexts.swift", "Boards/Rank.swift",
    "Boards/Waitlist/RestaurantQueueLine.swift", "CalendarSync/Google/GoogleRecurrence.swift",
    "HTTP/BodyReader.swift", "HTTP/FieldSection.swift", "HTTP/RequestLine.swift", "HTTP/RequestTarget.swift",
    "HTTP/StatusLine.swift", "ICalendar/Zones/ZoneInfoFile.swift", "JSON/JSON+Canonical.swift", "JSON/JSONParser.swift",
    "JSON/JSONRecords.swift", "Outgoing/OutgoingExchange.swift", "URIText/PercentCoding.swift",
}


def test_no_text_of_others_has_a_long_run_of_combining_marks():
    expect_none([
        f"{path.relative_to(ROOT)}: decode it with String(ofPeer:): {line.strip()}"
        for room in READERS
        for path in sorted((ROOT / "Sources" / room).rglob("*.swift"))
        if str(path.relative_to(ROOT / "Sources")) not in OWN
        for line in path.read_text(encoding="utf-8").splitlines()
        if DECODED.search(line) and "dividingMarks" not in line
    ])
