"""Calendar files over plain HTTP, for other programs."""

import http.client
import json

from hub import PATIENCE_SECONDS
from planning import PlannerHub
from stage import hub_fixture

LINES = [
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Somebody//Something//EN",
    "BEGIN:VEVENT", "UID:fish@example.org", "DTSTAMP:20260101T000000Z", "DTSTART:20260504T080000Z",
    "DTEND:20260504T090000Z", "SUMMARY:Fish for {}", "CLASS:{}", "END:VEVENT",
    "BEGIN:VEVENT", "UID:never@example.org", "SUMMARY:Never", "END:VEVENT",
    "END:VCALENDAR", "",
]


def file(name="Ada", access="PUBLIC"):
    return "\r\n".join(LINES).format(name, access)


hub = hub_fixture(PlannerHub)


def ask(hub, method, path, body=None, **fields):
    """Returns status, fields and text of any answer."""
    connection = http.client.HTTPConnection("127.0.0.1", hub.port, timeout=PATIENCE_SECONDS)
    connection.request(method, path, body, headers=fields)
    answer = connection.getresponse()
    found = answer.status, dict(answer.getheaders()), answer.read().decode()
    connection.close()
    return found


def take(hub, text, query="", kind="text/calendar"):
    hub.get("/healthz")
    fields = {"Authorization": f"Bearer {hub.token}", "Content-Type": kind}
    status, _, answer = ask(hub, "POST", f"/v1/main/planner/import{query}", text.encode(), **fields)
    return status, json.loads(answer)


def test_a_file_is_imported_once_and_its_problems_are_listed_by_line(hub):
    before = hub.view("planner/calendars")["rev"]
    status, report = take(hub, file(), "?name=Suppliers&dry=1")
    assert (status, report["added"], report["revs"]) == (200, 1, [])
    assert hub.view("planner/calendars")["rev"] == before
    status, report = take(hub, file(), "?name=Suppliers")
    assert (status, report["added"], report["updated"]) == (200, 1, 0)
    assert [(each["line"], each["uid"]) for each in report["refused"]] == [(12, "never@example.org")]
    status, again = take(hub, file(), f"?calendar={report['calendar']}")
    assert (again["added"], again["updated"], again["unchanged"]) == (0, 0, 1)
    status, newer = take(hub, file("Grace"), f"?calendar={report['calendar']}")
    assert (newer["updated"], newer["unchanged"]) == (1, 0)
    for rev in reversed(newer["revs"]):
        hub.do("undo", rev=rev)
    assert "Fish for Ada" in hub.get(f"/v1/main/planner/export.ics?calendar={report['calendar']}")


def test_a_file_that_is_no_calendar_is_refused(hub):
    before = hub.view("planner/calendars")["rev"]
    for text in ("<html><body>Sign in</body></html>", "", "\ufffd"):
        status, problem = take(hub, text)
        assert status == 422 and problem["message"], text
        assert hub.view("planner/calendars")["rev"] == before, text


def test_a_file_that_is_too_large_is_refused_before_it_is_sent(hub):
    hub.get("/healthz")
    connection = http.client.HTTPConnection("127.0.0.1", hub.port, timeout=PATIENCE_SECONDS)
    connection.putrequest("POST", "/v1/main/planner/import?name=Suppliers")
    connection.putheader("Authorization", f"Bearer {hub.token}")
    connection.putheader("Content-Type", "text/calendar")
    connection.putheader("Content-Length", str(10 * 1024 * 1024 + 1))
    connection.endheaders()
    assert connection.getresponse().status == 413
    connection.close()


def test_a_feed_is_read_again_only_if_it_has_changed(hub):
    status, report = take(hub, file(), "?name=Suppliers")
    feed = hub.do("add_feed", name="Wall", calendars=[report["calendar"]], details="full")
    status, fields, text = ask(hub, "GET", feed["address"])
    assert (status, fields["Cache-Control"]) == (200, "private, max-age=300")
    assert fields["Content-Type"].startswith("text/calendar") and "SUMMARY:Fish for Ada" in text
    tag = fields["ETag"]
    assert ask(hub, "GET", feed["address"], **{"If-None-Match": tag})[::2] == (304, "")
    status, fields, text = ask(hub, "HEAD", feed["address"])
    assert (status, fields["ETag"], text) == (200, tag, "")
    take(hub, file("Grace"), f"?calendar={report['calendar']}")
    status, fields, text = ask(hub, "GET", feed["address"], **{"If-None-Match": tag})
    assert status == 200 and fields["ETag"] != tag and "SUMMARY:Fish for Grace" in text
    hub.do("remove_feed", feed=feed["feed"])
    assert ask(hub, "GET", feed["address"])[0] == 404


def test_a_feed_shows_only_the_times_of_private_events(hub):
    status, report = take(hub, file(access="PRIVATE"), "?name=Suppliers")
    for details in ("full", "busy"):
        feed = hub.do("add_feed", name=details, calendars=[report["calendar"]], details=details)
        text = ask(hub, "GET", feed["address"])[2]
        assert "SUMMARY:Busy" in text and "DTSTART:20260504T080000Z" in text and "Ada" not in text
