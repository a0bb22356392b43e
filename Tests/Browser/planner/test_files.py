"""Calendar files over plain HTTP, for other programs."""

import http.client
import json

from hub import PATIENCE_SECONDS
from planning import PlannerHub
from stage import hub_fixture

FILE = "\r\n".join([
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Somebody//Something//EN",
    "BEGIN:VEVENT", "UID:fish@example.org", "DTSTAMP:20260101T000000Z", "DTSTART:20260504T080000Z",
    "DTEND:20260504T090000Z", "SUMMARY:Fish", "END:VEVENT", "END:VCALENDAR", "",
])

hub = hub_fixture(PlannerHub)


def ask(hub, method, path, body=None, **fields):
    """Returns status, fields and text of any answer."""
    connection = http.client.HTTPConnection("127.0.0.1", hub.port, timeout=PATIENCE_SECONDS)
    connection.request(method, path, body, headers=fields)
    answer = connection.getresponse()
    found = answer.status, dict(answer.getheaders()), answer.read().decode()
    connection.close()
    return found


def test_a_feed_is_read_again_only_if_it_has_changed_and_a_file_has_a_largest_size(hub):
    report = hub.take(FILE)
    feed = hub.do("add_feed", name="Wall", calendars=[report["calendar"]], details="full")
    status, fields, text = ask(hub, "GET", feed["address"])
    assert (status, fields["Cache-Control"]) == (200, "private, max-age=300")
    assert fields["Content-Type"].startswith("text/calendar") and "SUMMARY:Fish" in text
    tag = fields["ETag"]
    assert ask(hub, "GET", feed["address"], **{"If-None-Match": tag})[::2] == (304, "")
    status, fields, text = ask(hub, "HEAD", feed["address"])
    assert (status, fields["ETag"], text) == (200, tag, "")
    hub.do("add", title="Meat", start="2026-05-04T10:00", minutes=60, calendar=report["calendar"])
    status, fields, text = ask(hub, "GET", feed["address"], **{"If-None-Match": tag})
    assert status == 200 and fields["ETag"] != tag and "SUMMARY:Meat" in text
    hub.do("remove_feed", feed=feed["feed"])
    assert ask(hub, "GET", feed["address"])[0] == 404

    headers = {"Authorization": f"Bearer {hub.token}", "Content-Type": "text/calendar"}
    # A file that is no calendar changes nothing, and one that is too large is refused before it is sent.
    status, _, problem = ask(hub, "POST", "/v1/main/planner/import?name=Suppliers", "<html>", **headers)
    assert status == 422 and json.loads(problem)["message"]
    connection = http.client.HTTPConnection("127.0.0.1", hub.port, timeout=PATIENCE_SECONDS)
    connection.putrequest("POST", "/v1/main/planner/import?name=Suppliers")
    for name, value in {**headers, "Content-Length": 10 * 1024 * 1024 + 1}.items():
        connection.putheader(name, str(value))
    connection.endheaders()
    assert connection.getresponse().status == 413
    connection.close()
