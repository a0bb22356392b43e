"""Series of every kind, in every zone whose clocks change: the book shows what python-dateutil and
zoneinfo compute from the board's own export.

SERIES=10000 tries that many; a few hundred are enough to notice a fault.
"""

import os
import random
import re
import signal
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

from dateutil.rrule import rrulestr

from planning import PlannerHub
from stage import hub_fixture

SERIES = int(os.environ.get("SERIES", "300"))
IN_A_FILE = 150
DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
FROM, TO = datetime(2026, 1, 1), datetime(2028, 1, 1)


def clocks_change(name):
    zone = ZoneInfo(name)
    months = [datetime(2026, month, 1, tzinfo=zone).utcoffset() for month in range(1, 13)]
    return "/" in name and not name.startswith(("Etc/", "SystemV/")) and len(set(months)) > 1


ZONES = sorted(name for name in available_timezones() if clocks_change(name))


class TooSlow(Exception):
    pass


def too_slow(*_):
    raise TooSlow


def numbers(rng, low, high, most):
    found = [rng.randint(low, high) * rng.choice([1, -1]) for _ in range(rng.randint(1, most))]
    return ",".join(map(str, dict.fromkeys(found)))


def rule(rng):
    """Returns the parts of a random rule.

    BYWEEKNO has a BYDAY, because without one dateutil takes the whole week and RFC 5545 the weekday of the
    start.
    """
    frequency = rng.choice(["DAILY", "WEEKLY", "WEEKLY", "MONTHLY", "YEARLY"])
    parts, by = ["FREQ=" + frequency], []
    if rng.random() < 0.4:
        parts.append(f"INTERVAL={rng.choice([2, 2, 3, 4, 5, 7])}")
    if frequency != "WEEKLY" and rng.random() < 0.35:
        by.append("BYMONTHDAY=" + numbers(rng, 1, 31, 3))
    weeks = frequency == "YEARLY" and not by and rng.random() < 0.2
    if weeks:
        by.append("BYWEEKNO=" + numbers(rng, 1, 53, 3))
    if weeks or rng.random() < 0.5:
        days = rng.sample(DAYS, rng.randint(1, 4))
        if frequency in ("MONTHLY", "YEARLY") and not weeks and rng.random() < 0.5:
            days = [f"{rng.choice([1, 2, 3, 4, 5, -1, -2])}{day}" for day in days]
        by.append("BYDAY=" + ",".join(days))
    if rng.random() < 0.2:
        by.append("BYMONTH=" + ",".join(map(str, sorted(rng.sample(range(1, 13), 4)))))
    if by and frequency in ("MONTHLY", "YEARLY") and rng.random() < 0.2:
        by.append("BYSETPOS=" + numbers(rng, 1, 4, 2))
    if rng.random() < 0.2:
        parts.append("WKST=" + rng.choice(DAYS))
    return parts + by


def first_start(parts, begin):
    """Returns the rule's first occurrence from `begin` on, or `None` if dateutil takes too long or finds
    none."""
    signal.setitimer(signal.ITIMER_VIRTUAL, 0.2)
    try:
        return next(iter(rrulestr(";".join(parts), dtstart=begin)), None)
    except (TooSlow, IndexError, ValueError):
        return None
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def exists(local, zone):
    at = local.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
    return at.astimezone(ZoneInfo(zone)).replace(tzinfo=None) == local


def series(rng, number):
    """Returns the lines of a random series' VEVENT."""
    while True:
        parts = rule(rng)
        zone = rng.choice(ZONES)
        begin = FROM + timedelta(days=rng.randint(0, 500), minutes=15 * rng.randint(0, 95))
        start = first_start(parts, begin)
        # A rule's second pass must see the same start.
        if start is None or start > TO or not exists(start, zone):
            continue
        if first_start(parts, start) == start:
            break
    if rng.random() < 0.25:
        parts.append(f"COUNT={rng.randint(1, 60)}")
    elif rng.random() < 0.25:
        until = start + timedelta(days=rng.randint(0, 500))
        parts.append(until.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC).strftime("UNTIL=%Y%m%dT%H%M%SZ"))
    return [
        "BEGIN:VEVENT", f"UID:series-{number}@example.org", "DTSTAMP:20260101T000000Z",
        f"DTSTART;TZID={zone}:{start:%Y%m%dT%H%M%S}", f"DURATION:PT{rng.choice([15, 60, 300])}M",
        "RRULE:" + ";".join(parts), f"SUMMARY:Series {number}", "END:VEVENT",
    ]


def exported(text):
    """Yields each series of an export: its UID, zone, first start, minutes and rule."""
    lines = text.replace("\r\n ", "").split("\r\n")
    found, event = [], None
    for line in lines:
        name, _, value = line.partition(":")
        if line == "BEGIN:VEVENT":
            event = {}
        elif line == "END:VEVENT":
            found.append(event)
            event = None
        elif event is not None:
            name, *parameters = name.split(";")
            event[name] = (dict(each.split("=") for each in parameters), value)
    return found


def local(value):
    return datetime.strptime(value, "%Y%m%dT%H%M%S")


def instant(at, zone):
    """Returns the instant of a local time: the first of two, and by the offset before for a skipped one
    (RFC 5545, 3.3.5)."""
    return at.replace(tzinfo=ZoneInfo(zone), fold=0).astimezone(UTC)


def occurrences(event, mondays):
    """Returns the starts of a series in these UTC weeks, as an independent library computes them."""
    parameters, start = event["DTSTART"]
    zone, text = parameters["TZID"], event["RRULE"][1]
    until = re.search(r"UNTIL=(\w+)Z", text)
    until = until and local(until[1]).replace(tzinfo=UTC)
    text = re.sub(r";?UNTIL=\w+", "", text)
    end = datetime.combine(mondays[-1], datetime.min.time()) + timedelta(days=9)
    found = set()
    for at in rrulestr(text, dtstart=local(start)):
        begins = instant(at, zone)
        if at > end or until and begins > until:
            break
        found.add(begins)
    return found


def told(at):
    return at.strftime("%Y-%m-%dT%H:%M:%S.000Z")


class UTCHub(PlannerHub):
    time_zone = "Etc/UTC"


utc_hub = hub_fixture(UTCHub)


def test_series_happen_when_an_independent_library_says(utc_hub):
    # Limits CPU time and not elapsed time, so a busy machine changes nothing.
    signal.signal(signal.SIGVTALRM, too_slow)
    rng = random.Random(5545)
    mondays = sorted(
        date(2026, 1, 5) + timedelta(weeks=week) for week in rng.sample(range(8, 100), 10)
    ) + [date(2026, 3, 23), date(2026, 3, 30), date(2026, 10, 19), date(2026, 10, 26)]
    mondays = sorted(set(mondays))
    checked = 0
    for begin in range(0, SERIES, IN_A_FILE):
        lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example.org//series//EN"]
        for number in range(begin, min(begin + IN_A_FILE, SERIES)):
            lines += series(rng, number)
        lines.append("END:VCALENDAR\r\n")
        report = utc_hub.take("\r\n".join(lines))
        assert report["refused"] == report["flagged"] == []
        calendar = report["calendar"]
        events = exported(utc_hub.get(f"/v1/main/planner/export.ics?calendar={calendar}"))
        assert len(events) == report["added"]
        wanted = {event["UID"][1]: (event, occurrences(event, mondays)) for event in events}
        checked += len(wanted)
        for monday in mondays:
            shown = utc_hub.week(monday)
            assert not shown["capped"] and not shown.get("more")
            found = {}
            for row in shown["occurrences"].values():
                found.setdefault(row["title"], set()).add(row["start"])
            first = datetime.combine(monday, datetime.min.time(), UTC)
            for uid, (event, starts) in wanted.items():
                length = timedelta(minutes=int(re.search(r"(\d+)", minutes_of(event))[1]))
                expected = {
                    told(at) for at in starts
                    if at + length > first and at < first + timedelta(days=7)
                }
                assert found.get(event["SUMMARY"][1], set()) == expected, (event, monday)
        utc_hub.do("remove_calendar", calendar=calendar)
    assert checked == SERIES


def minutes_of(event):
    """Returns the length of a series in minutes; the export may give it as an end."""
    if "DURATION" in event:
        length = re.fullmatch(r"PT(?:(\d+)H)?(?:(\d+)M)?", event["DURATION"][1])
        return str(60 * int(length[1] or 0) + int(length[2] or 0))
    parameters, end = event["DTEND"]
    start_parameters, start = event["DTSTART"]
    length = instant(local(end), parameters["TZID"]) - instant(local(start), start_parameters["TZID"])
    return str(int(length.total_seconds()) // 60)
