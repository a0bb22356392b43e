"""The calendar of a big house, as a file."""
import datetime

FIRST = datetime.date(2026, 1, 5)
WEEKS = 150
RULES = ["FREQ=WEEKLY", "FREQ=DAILY;INTERVAL=3", "FREQ=MONTHLY;BYDAY=2TU", "FREQ=WEEKLY;BYDAY=MO,WE;INTERVAL=2"]


def calendar_file(events, series):
    """Events over three years. A series begins within them and has an end, as most do."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example.org//measured//EN"]
    for number in range(events):
        day = FIRST + datetime.timedelta(days=number * 7 % (7 * WEEKS) + number % 7)
        lines += ["BEGIN:VEVENT", f"UID:{number}@example.org", "DTSTAMP:20260101T000000Z",
                  f"DTSTART;TZID=Europe/Rome:{day:%Y%m%d}T{8 + number % 14:02}{15 * (number % 4):02}00",
                  "DURATION:PT1H", f"SUMMARY:Event number {number}", "LOCATION:Upstairs"]
        if number < series:
            lines.append(f"RRULE:{RULES[number % 4]};COUNT=20")
        lines.append("END:VEVENT")
    return "\r\n".join([*lines, "END:VCALENDAR", ""]).encode()
