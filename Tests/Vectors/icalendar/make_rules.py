#!/usr/bin/env python3
"""Makes rules.json: random recurrence rules, and their occurrences by python-dateutil.

    python3 make_rules.py > rules.json

Starts that a rule does not generate are left out, because libraries differ there. So is BYWEEKNO without BYDAY,
where python-dateutil takes the whole week and RFC 5545 the start's weekday.
"""

import json
import random
import signal
from datetime import datetime, timedelta

from dateutil.rrule import rrulestr

CASES = 400
DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
FORM = "%Y-%m-%dT%H:%M"


class TooSlow(Exception):
    pass


def stop(*_):
    raise TooSlow


def numbers(low, high, most, negative=False):
    found = [random.randint(low, high) * (random.choice([1, -1]) if negative else 1)
             for _ in range(random.randint(1, most))]
    return ",".join(map(str, dict.fromkeys(found)))


def rule():
    frequency = random.choice(["DAILY", "WEEKLY", "MONTHLY", "MONTHLY", "YEARLY", "YEARLY"])
    parts = ["FREQ=" + frequency]
    by = []
    if random.random() < .4:
        parts.append(f"INTERVAL={random.choice([2, 2, 3, 4, 5, 7, 12, 13])}")
    if frequency != "WEEKLY" and random.random() < .35:
        by.append("BYMONTHDAY=" + numbers(1, 31, 3, True))
    if frequency == "YEARLY" and random.random() < .2:
        by.append("BYYEARDAY=" + numbers(1, 366, 3, True))
    weeks = frequency == "YEARLY" and not by and random.random() < .25
    if weeks:
        by.append("BYWEEKNO=" + numbers(1, 53, 3, True))
    if weeks or random.random() < .5:
        days = random.sample(DAYS, random.randint(1, 4))
        if frequency in ("MONTHLY", "YEARLY") and not weeks and random.random() < .5:
            ordinals = [1, 2, 3, 4, 5, -1, -2]
            if frequency == "YEARLY":
                ordinals += [10, 20, 53, -53, -10]
            days = [f"{random.choice(ordinals)}{day}" for day in days]
        by.append("BYDAY=" + ",".join(days))
    if random.random() < .25:
        by.append("BYMONTH=" + numbers(1, 12, 3))
    if random.random() < .15:
        by.append("BYHOUR=" + numbers(0, 23, 3))
    if random.random() < .1:
        by.append("BYMINUTE=" + numbers(0, 59, 2))
    if by and random.random() < .2:
        by.append("BYSETPOS=" + numbers(1, 4, 2, True))
    if random.random() < .2:
        by.append("WKST=" + random.choice(DAYS))
    return parts + by


def case():
    parts = rule()
    start = datetime(
        random.randint(1995, 2026), random.randint(1, 12), random.randint(1, 28), random.randint(0, 23),
        random.choice([0, 15, 30]))
    end = random.random()
    if end < .3:
        parts.append(f"COUNT={random.randint(1, 60)}")
    elif end < .5:
        parts.append("UNTIL=" + (start + timedelta(days=random.randint(0, 4000))).strftime("%Y%m%dT%H%M%S"))
    begin = datetime(random.choice([start.year, 2020, 2026, 2031]), random.randint(1, 12), random.randint(1, 28))
    stop_at = begin + timedelta(days=random.choice([7, 31, 366]))
    signal.setitimer(signal.ITIMER_REAL, .15)
    try:
        every = iter(rrulestr(";".join(parts), dtstart=start))
        found, first = [], None
        for time in every:
            first = first or time
            if first != start or time >= stop_at:
                break
            if time >= begin:
                found.append(time.strftime(FORM))
    except (TooSlow, IndexError, ValueError):
        # Endless, or an error of python-dateutil.
        return None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    if first != start:
        return None
    return {
        "rule": ";".join(parts), "start": start.strftime(FORM), "from": begin.strftime(FORM),
        "to": stop_at.strftime(FORM), "times": found}


def main():
    signal.signal(signal.SIGALRM, stop)
    random.seed(5545)
    cases = []
    while len(cases) < CASES:
        made = case()
        if made and len(made["times"]) <= 40 and (made["times"] or len(cases) % 8 == 0):
            cases.append(made)
    lines = ",\n".join("    " + json.dumps(made) for made in cases)
    print('{\n  "source": "make_rules.py beside this file",\n  "cases": [\n' + lines + "\n  ]\n}")


main()
