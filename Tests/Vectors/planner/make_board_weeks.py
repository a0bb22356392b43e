"""Writes board-weeks.json: the events and series that weeks show, by dateutil and zoneinfo.

    python3 make_board_weeks.py > board-weeks.json

A series is expanded in the local time of its zone; zoneinfo turns each time into an instant. With
fold 0 it takes the first of two, and the offset before for a skipped one, as RFC 5545, 3.3.5 has it.
"""

import json
import random
from datetime import date, datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo

from dateutil.rrule import rrulestr

VENUES = [
    "Europe/Madrid", "America/New_York", "Australia/Lord_Howe", "Asia/Tokyo", "America/Sao_Paulo",
]
ZONES = VENUES + [
    "Europe/London", "Africa/Casablanca", "Asia/Kathmandu", "Pacific/Apia", "America/St_Johns",
    "Asia/Tehran", "Europe/Dublin", "Pacific/Chatham", "America/Santiago", "UTC",
]
CODES = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]


def instant(local, zone):
    return local.replace(tzinfo=ZoneInfo(zone), fold=0).astimezone(timezone.utc)


def exists(local, zone):
    return instant(local, zone).astimezone(ZoneInfo(zone)).replace(tzinfo=None) == local


def text(at):
    return at.strftime("%Y-%m-%dT%H:%M:%S.000Z")


def rule(random, start):
    """A random rule that generates the start."""
    ordinal = (start.day - 1) // 7 + 1
    others = sorted(set(random.sample(range(7), 2)) | {start.weekday()})
    days = ",".join(CODES[day] for day in others)
    months = ",".join(str(month) for month in sorted({start.month, random.randint(1, 12)}))
    base = random.choice([
        "FREQ=DAILY", "FREQ=DAILY", "FREQ=WEEKLY", "FREQ=WEEKLY", f"FREQ=WEEKLY;BYDAY={days}",
        f"FREQ=WEEKLY;BYDAY={days};WKST=SU", "FREQ=MONTHLY",
        f"FREQ=MONTHLY;BYMONTHDAY={start.day}",
        f"FREQ=MONTHLY;BYDAY={ordinal}{CODES[start.weekday()]}", f"FREQ=MONTHLY;BYDAY={days}",
        f"FREQ=DAILY;BYMONTH={months}", "FREQ=YEARLY", f"FREQ=YEARLY;BYMONTH={months};BYDAY={days}",
        f"FREQ=DAILY;BYDAY={days}",
    ])
    if random.random() < 0.4:
        base += f";INTERVAL={random.randint(2, 4)}"
    return base


def key(original, zone):
    """The name of an occurrence."""
    if zone is None:
        return original.strftime("%Y%m%d")
    return instant(original, zone).strftime("%Y%m%dT%H%M%SZ")


def span(start, length, zone, venue):
    """The start and the end that a row shows."""
    if zone is None:
        last = start.date() + timedelta(days=length - 1)
        return {"firstDay": str(start.date()), "lastDay": str(last)}
    begins = instant(start, zone)
    ends = begins + timedelta(minutes=length)
    first = begins.astimezone(ZoneInfo(venue)).date()
    last = (ends - timedelta(milliseconds=1)).astimezone(ZoneInfo(venue)).date()
    return {"start": text(begins), "end": text(ends), "firstDay": str(first), "lastDay": str(last)}


def case(number):
    rng = random.Random(number)
    venue = VENUES[number % len(VENUES)]
    zone = None if number % 5 == 4 else rng.choice([venue, rng.choice(ZONES)])
    year = rng.choice([2018, 2024, 2026, 2026, 2027])
    while True:
        start = datetime(year, rng.randint(1, 12), rng.randint(1, 28))
        if zone:
            start += timedelta(minutes=15 * rng.choice([rng.randint(0, 95), rng.randint(0, 14)]))
        if zone is None or exists(start, zone):
            break
    length = rng.randint(1, 4) if zone is None else rng.choice([30, 60, 240, 600, 1500, 3000])
    repeat = rule(rng, start)
    originals = []
    for found in rrulestr(repeat, dtstart=start, ignoretz=True):
        if found > start + timedelta(days=1500) or len(originals) == 1200:
            break
        originals.append(found)
    assert originals[0] == start, (number, repeat, start)
    ending = rng.choice(["never", "count", "until", "date"])
    shown = originals
    if ending == "count":
        count = rng.randint(2, min(40, len(originals)) if len(originals) > 2 else 2)
        shown = originals[:count]
        repeat += f";COUNT={count}"
    elif ending != "never":
        last = originals[min(rng.randint(1, 40), len(originals) - 1)]
        if zone is None or ending == "date":
            repeat += f";UNTIL={last.strftime('%Y%m%d')}"
            shown = [found for found in originals if found.date() <= last.date()]
        else:
            until = instant(last, zone)
            repeat += f";UNTIL={until.strftime('%Y%m%dT%H%M%SZ')}"
            shown = [found for found in originals if instant(found, zone) <= until]
    rows = {original: (original, length) for original in shown}
    early = shown[:25]
    deleted = rng.sample(early, min(2, len(early) - 1)) if len(early) > 1 else []
    steps = []
    for original in deleted:
        del rows[original]
        steps.append({"delete": key(original, zone)})
    for original in rng.sample(early, min(3, len(early))):
        if original in deleted:
            continue
        moved = original + timedelta(days=rng.randint(-9, 9))
        if zone:
            moved = datetime.combine(moved.date(), time(rng.randint(4, 23), rng.choice([0, 20])))
        longer = rng.choice([length, 2, 45]) if zone else rng.choice([length, 2])
        rows[original] = (moved, longer)
        given = {"date": str(moved.date()), "days": longer}
        if zone:
            given = {"start": moved.strftime("%Y-%m-%dT%H:%M"), "minutes": longer}
        steps.append({"change": key(original, zone), "to": given})
    event = {"title": "Class", "repeat": repeat}
    if zone:
        event |= {"start": start.strftime("%Y-%m-%dT%H:%M"), "minutes": length, "timeZone": zone}
    else:
        event |= {"date": str(start.date()), "days": length}
    found = {key(at, zone): span(*row, zone, venue) for at, row in rows.items()}
    return {"venue": venue, "event": event, "steps": steps, "weeks": weeks(rng, venue, start, found)}


def weeks(rng, venue, start, found):
    """Returns weeks with clock changes, weeks with occurrences, and random ones."""
    mondays = set()
    for days in range(-20, 1100):
        day = start.date() + timedelta(days=days)
        today = datetime.combine(day, time(12), ZoneInfo(venue))
        if today.utcoffset() != (today + timedelta(days=1)).utcoffset():
            mondays.add(day)
    mondays = set(sorted(mondays)[:4])
    for row in rng.sample(sorted(found.values(), key=str)[:60], min(6, len(found), 60)):
        mondays.add(date.fromisoformat(row["firstDay"]))
        mondays.add(date.fromisoformat(row["lastDay"]))
    mondays |= {start.date() + timedelta(days=rng.randint(-10, 1000)) for _ in range(3)}
    mondays = sorted({day - timedelta(days=day.weekday()) for day in mondays})
    shown = {}
    for monday in mondays:
        sunday = monday + timedelta(days=6)
        shown[str(monday)] = {
            at: row for at, row in sorted(found.items())
            if row["firstDay"] <= str(sunday) and row["lastDay"] >= str(monday)
        }
    return shown


def main():
    cases = ",\n".join("    " + json.dumps(case(number), sort_keys=True) for number in range(90))
    print("{")
    print('  "source": "make_board_weeks.py beside this file: dateutil 2.9 and zoneinfo",')
    print('  "note": "`weeks`: the times of all rows that each shows, by `at`.",')
    print(f'  "cases": [\n{cases}\n  ]\n}}')


main()
