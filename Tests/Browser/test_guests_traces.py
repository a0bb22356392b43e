"""Nobody can read what a guest's phone has sent: its ids, its secret, the ticket, its address."""

import contextlib
import http.client
import json

import pytest
from playwright.sync_api import expect
from websockets.sync.client import connect

from hub import HOUSE, PATIENCE_SECONDS
from reader import Reader

# Where the phone is; all other requests come from 127.0.0.1.
PHONE = "127.0.0.77"
SECRET = "tainted-secret-0123456789"
ACCEPTED, REJECTED, FORBIDDEN = "tainted-accepted", "tainted-rejected", "tainted-forbidden"
VIEWS = ("waitlist/display", "waitlist/host", "notice/display", "house/settings")


class Phone:
    """A guest's phone, at its own address."""

    def __init__(self, hub, address=PHONE):
        self.hub = hub
        self.source = (address, 0)
        self.link = hub.join_address().rsplit("/", 1)[1]

    def send(self, method, path, body=None, **fields):
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.hub.port, timeout=PATIENCE_SECONDS, source_address=self.source
        )
        with contextlib.closing(connection):
            connection.request(method, path, body, fields)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()

    def ask(self, id, action="waitlist.add", token=None, **args):
        """Returns the status and the answer."""
        message = {"type": "mutate", "id": id, "action": action, "args": args}
        status, answer = self.send(
            "POST", "/v1/main/mutations", json.dumps(message),
            Authorization=f"Bearer {token or self.link}",
        )
        return status, json.loads(answer)

    def connect(self, ticket):
        return connect(
            f"ws://127.0.0.1:{self.hub.port}/v1/main/sync", subprotocols=["tablecast.v1"],
            additional_headers={"Authorization": f"Bearer {ticket}"}, source_address=self.source,
        )


@pytest.fixture
def open_hub(hub):
    hub.mutate("house.configure", selfCheckIn="direct")
    return hub


def test_ids_and_secrets_of_a_guests_phone_are_shown_to_nobody(open_hub, open_events):
    hub = open_hub
    phone = Phone(hub)
    readers = [Reader(hub, role, VIEWS) for role in ("owner", "engineer", "host", "display")]
    with contextlib.ExitStack() as standing:
        for reader in readers:
            reader.watch(standing)
        assert phone.send("GET", f"/j/{phone.link}")[0] == 200
        assert phone.ask(REJECTED, name="Ada", size=0, secret=SECRET)[0] == 422
        assert phone.ask(REJECTED, name="Ada", size=2, secret=SECRET[:9])[0] == 422
        assert phone.ask(FORBIDDEN, "waitlist.seat", party="p_1", secret=SECRET)[0] == 403
        assert phone.ask(FORBIDDEN, "waitlist.sit", party="p_1", secret=SECRET)[0] == 400
        status, joined = phone.ask(ACCEPTED, name="Ada", size=2, secret=SECRET)
        assert status == 200
        ticket = joined["result"]["ticket"]
        # Knowing the id alone gives no access.
        for guess in ({}, {"secret": SECRET.swapcase()}):
            assert phone.ask(ACCEPTED, name="Ada", size=2, **guess)[1]["code"] == "id_reused"
        again = phone.ask(ACCEPTED, name="Ada", size=2, secret=SECRET)[1]
        assert again == {**joined, "replayed": True}
        assert phone.send("GET", f"/t/{ticket}")[0] == 200
        own = standing.enter_context(phone.connect(ticket))
        drift = {"view": "waitlist/guest", "rev": joined["rev"]}
        for message in (
            {"type": "subscribe", "view": "waitlist/guest"},
            {"type": "ping", "n": 0, "drift": drift},
            {"type": "mutate", "id": "left", "action": "waitlist.cancel", "args": {"party": "p_2"}},
        ):
            own.send(json.dumps(message))
        while json.loads(own.recv(timeout=PATIENCE_SECONDS))["type"] != "ack":
            pass
        last = joined["rev"] + 1
        for reader in readers:
            reader.read_all(last)
            reader.hear(last)
    # The browser's page doesn't show them either.
    events = open_events()
    events.page.goto(f"{hub.address}/events#event={joined['rev']}")
    more = events.page.locator("#opened-more")
    expect(more).to_contain_text("waitlist.add")
    expect(more).to_contain_text("HTTP request")
    read = {f"{reader.role}: {name}": text for reader in readers
            for name, text in reader.read.items()}
    read["the events' page"] = events.page.content()
    read["the log"] = hub.errors()
    read["the export"] = hub.command("export")
    for name in (
        "owner: /v1/main/events/2  (200)", "engineer: /v1/main/views/waitlist/host?rev=2  (200)",
        "engineer: /metrics text/plain (200)", "host: /v1/main/views/waitlist/host  (200)",
        "display: /display  (200)",
    ):
        assert len(read[name]) > 100, (name, sorted(read))
    assert HOUSE in read["host: /v1/main/page?of=/host  (200)"]
    for role in ("owner", "engineer"):
        stream = read[f"{role}: /v1/main/events?since=0&until=3&rejected=1 application/x-ndjson (200)"]
        assert stream.count('"tablecast.rejected"') == 6
        assert stream.count('"mutationid":"left"') == 1
    for tainted in (
        ACCEPTED, REJECTED, FORBIDDEN, SECRET, SECRET[:9], ticket.split(".")[-1], PHONE,
    ):
        assert [name for name, text in read.items() if tainted in text] == [], tainted


def test_one_phone_keeps_no_other_from_joining(open_hub):
    bad, other = Phone(open_hub, "127.0.0.66"), Phone(open_hub)
    # Any number of invalid requests blocks nobody, even at the same address.
    codes = [bad.ask(f"bad-{number}", name="Ada")[1]["code"] for number in range(300)]
    assert codes[:250] == ["invalid"] * 250
    assert bad.ask("good", name="Grace", size=2)[0] == 200
    joined = 0
    while True:
        status, answer = bad.ask(f"many-{joined}", name="Mallory", size=2)
        if status != 200:
            break
        joined += 1
    assert (status, answer["code"]) == (429, "rate_limited")
    assert 59 <= joined < 100
    assert other.ask("other", name="Ada", size=2)[0] == 200
