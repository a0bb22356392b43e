"""The running hub follows the sync protocol as asyncapi.yaml describes it."""

import json
import urllib.error

import pytest
from websockets.exceptions import ConnectionClosed

from conversation import Conversation
from stage import hub_fixture, serving


# One hub for all tests that don't stop it.
hub = hub_fixture(scope="module")
fresh_hub = hub_fixture()


@pytest.fixture
def talk(request):
    conversations = []

    def begin(role, hub=None, **options):
        hub = hub or request.getfixturevalue("hub")
        conversations.append(Conversation(hub, role, **options))
        return conversations[-1]

    yield begin
    for conversation in conversations:
        conversation.close()


def test_an_evening_is_spoken_as_described(fresh_hub, talk):
    hub = fresh_hub
    host = talk("host", hub)
    assert host.subscribe("waitlist/host")[1]["doc"] == {"parties": {}, "gone": {}}
    host.subscribe("notice/display")
    display = talk("display", hub)
    display.subscribe("waitlist/display")
    ada = host.ask(
        "waitlist.add", id="a-1", name="Ada Lovelace", size=4, phone="+1 201 555 0123",
        notes="by the window", tags=["regular"],
    )
    assert host.ask("waitlist.add", id="a-1", name="Ada Lovelace", size=4, tags=["regular"],
                    phone="+1 201 555 0123", notes="by the window")["replayed"] is True
    party = ada["result"]["party"]
    grace = host.ask("waitlist.add", name="Grace", size=2)["result"]["party"]
    guest = talk("guest", hub, ticket=ada["result"]["ticket"])
    assert guest.subscribe("waitlist/guest")[1]["doc"]["ahead"] == 0
    for action, args in (
        ("waitlist.move", {"party": party, "after": grace}),
        ("waitlist.move", {"party": party, "before": grace}),
        ("waitlist.edit", {"party": party, "size": 5, "phone": None}),
        ("waitlist.ready", {"party": party}),
        ("waitlist.unready", {"party": party}),
        ("waitlist.call_next", {"sizeMax": 2}),
        ("waitlist.seat", {"party": grace, "table": "12"}),
        ("waitlist.restore", {"party": grace}),
        ("waitlist.no_show", {"party": grace}),
        ("notice.post", {"text": "Closing at ten", "level": "info"}),
        ("waitlist.cancel", {"party": party}),
    ):
        assert host.ask(action, **args)["type"] == "ack", action
    rev = host.ask("waitlist.undo", rev=host.welcome["rev"] + 13)["rev"]
    notice = next(iter(hub.view("notice/display")["doc"]["notices"]))
    cleared = host.ask("notice.clear", notice=notice)["rev"]
    assert host.ask("notice.undo", rev=cleared)["type"] == "ack"
    # The display has all changes, and a pong confirms it.
    display.say(type="ping", n=7)
    assert display.hear("pong")["rev"] >= rev
    assert "diff" in display.heard_types
    assert guest.hear("diff")["view"] == "waitlist/guest"
    # A screen that reconnects resumes from its revision.
    again = talk("display", hub)
    since = {"epoch": again.welcome["epoch"], "rev": rev}
    assert [each["type"] for each in again.subscribe("waitlist/display", since=since)] == [
        "subscribed", "live"
    ]
    again.say(type="ping", n=0, drift={"view": "waitlist/display", "rev": 1})
    assert again.hear("pong")["n"] == 0
    again.say(type="unsubscribe", view="waitlist/display")
    hub.stop()
    assert [each.end() for each in (host, display, guest, again)] == [4503] * 4
    heard = host.heard_types | display.heard_types | guest.heard_types
    assert heard == set(Conversation.HEARD) - {"reject", "error"}


def test_rejections_are_as_described(talk):
    host = talk("host")
    party = host.ask("waitlist.add", id="a-1", name="Ada", size=4)["result"]["party"]
    host.ask("waitlist.edit", party=party, size=3)
    for code, action, more in (
        ("invalid", "waitlist.add", {"name": "", "size": 0, "colour": "red"}),
        ("not_found", "waitlist.seat", {"party": "p_nobody"}),
        ("conflict", "waitlist.unready", {"party": party}),
        ("stale", "waitlist.ready", {"party": party, "ifRev": 1}),
        ("id_reused", "waitlist.add", {"id": "a-1", "name": "Grace", "size": 4}),
        ("unknown_action", "waitlist.juggle", {}),
    ):
        assert host.ask(action, **more)["code"] == code
    assert talk("display").ask("waitlist.add", name="Ada", size=4)["code"] == "forbidden"
    for view, code in (("waitlist/guest", "forbidden"), ("kitchen/host", "not_found")):
        error = host.subscribe(view)[-1]
        assert (error["type"], error["code"], error["view"]) == ("error", code, view)


def test_rate_limits_are_reported_as_described():
    with serving(limits="mutations-per-second=1,mutation-credit=1") as hub:
        host = Conversation(hub, "host")
        answers = [host.ask("waitlist.add", name="Ada", size=4) for _ in range(10)]
        waits = [answer["retryInMs"] for answer in answers if answer["type"] == "reject"]
        assert waits and all(0 < wait <= 1000 for wait in waits)
        host.close()
        # Over plain HTTP the message is the same.
        with pytest.raises(urllib.error.HTTPError) as refused:
            for _ in range(10):
                hub.add("Grace")
        with refused.value as answer:
            reject = json.load(answer)
        Conversation.HEARD["reject"].validate(reject)
        assert (answer.code, reject["code"]) == (429, "rate_limited")


BAD = [
    "{", "[]", "null", {}, {"type": "shout"}, {"type": "subscribe"}, {"type": "ping", "n": "7"},
    {"type": "ping", "n": 7, "colour": "red"}, {"type": "subscribe", "view": "a", "since": {}},
    {"type": "mutate", "id": "a b", "action": "waitlist.add", "args": {}},
]


def test_malformed_messages_are_answered_and_then_closed_as_described(talk):
    host = talk("host")
    for message in BAD:
        host.say_wrongly(message)
        assert host.hear()["code"] == "bad_message"
    # This was the tenth within a minute.
    assert host.end() == 4400


def test_other_protocols_are_closed(talk):
    for message, code in ((b"{}", 1003), ("x" * 65_537, 1009)):
        host = talk("host")
        host.socket.send(message)
        assert host.end() == code


def test_a_flood_is_closed(talk):
    host = talk("host")
    try:
        for number in range(2_000):
            host.socket.send(json.dumps({"type": "ping", "n": number}))
    except ConnectionClosed:
        # The hub closed before this loop ended.
        pass
    assert host.end() == 4429
