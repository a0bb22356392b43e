"""Places from Overpass and from Yelp: what hosts receive, what is stored, and what is not."""

import json
import threading
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from hub import eventually
from sources import KEY, Sources, business, node, wait_for_request
from stage import hub_fixture

HOBOKEN = "40.7348,-74.028"
SUMMIT = "40.7165,-74.3578"
WORD = "Aurelia's Secret Kitchen"


@pytest.fixture
def sources():
    with Sources() as servers:
        servers.nodes = [
            node(1, "Near the ferry", 40.7350, -74.0283, opening_hours="24/7"),
            node(2, "Up the hill", 40.7450, -74.0300),
            node(3, "In Summit", 40.7166, -74.3579),
        ]
        servers.businesses = [
            business("b-near", WORD, 40.7351, -74.0282), business("b-far", "Far", 40.7600, -74.0282),
            business("b-nowhere", "Nowhere", None, None),
        ]
        yield servers


house = hub_fixture()


def configure(hub, **settings):
    hub.mutate("nearby.configure", **settings)


def use_overpass(hub, sources):
    configure(hub, source="overpass", overpassUrl=f"{sources.address}/overpass", allowPrivate=True)


def use_yelp(hub, sources, key=KEY):
    configure(hub, source="yelp", yelpUrl=f"{sources.address}/yelp", yelpKey=key, allowPrivate=True)


def ask(hub, query):
    """Returns the status, the answer, and the header fields of a request for places."""
    request = urllib.request.Request(
        f"{hub.address}/v1/main/nearby/places?{query}", headers={"Authorization": f"Bearer {hub.token}"})
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, json.load(answer), answer.headers
    except urllib.error.HTTPError as error:
        return error.code, json.load(error), error.headers


def names(answer):
    return [each["name"] for each in answer["places"]]


def source(hub):
    return hub.view("nearby/settings")["doc"]["source"]


@pytest.mark.process
def test_an_area_of_overpass_is_fetched_once_and_outlives_the_hub_and_the_source(house, sources):
    use_overpass(house, sources)
    status, answer, _ = ask(house, f"at={HOBOKEN}&radius=800")
    assert status == 200
    assert names(answer) == ["Near the ferry"]
    assert answer["at"] == HOBOKEN
    assert answer["attribution"] == "Made for the tests."
    assert (answer["stale"], answer["partial"]) == (False, False)
    # A circle within the fetched one.
    assert names(ask(house, "at=40.7349,-74.0281&radius=300")[1]) == ["Near the ferry"]
    assert len(sources.asked) == 1
    house.kill()
    sources.fail(504, count=9)
    house.start()
    assert names(ask(house, f"at={HOBOKEN}&radius=800")[1]) == ["Near the ferry"]
    assert len(sources.asked) == 1
    favourite = house.mutate("nearby.add", ref="osm:node/1")["result"]["favourite"]
    assert house.view("nearby/host")["doc"]["favourites"][favourite]["name"] == "Near the ferry"


def test_equal_requests_share_one_fetch_whose_answer_is_kept_however_late_it_is(house, sources):
    use_overpass(house, sources)
    answers = {}

    def collect(number, at):
        answers[number] = ask(house, f"at={at}&radius=800")[1]

    with sources.silence():
        threads = [
            threading.Thread(target=collect, args=(number, at))
            for number, at in enumerate([HOBOKEN, SUMMIT, HOBOKEN, HOBOKEN])
        ]
        for thread in threads:
            thread.start()
        wait_for_request(sources, 2)
    for thread in threads:
        thread.join()
    assert len(sources.asked) == 2
    for number, at in enumerate([HOBOKEN, SUMMIT, HOBOKEN, HOBOKEN]):
        assert answers[number]["at"] == at
        assert names(answers[number]) == (["In Summit"] if at == SUMMIT else ["Near the ferry"])
    # A source that is silent is waited for, and its answer is kept.
    with sources.silence():
        status, _, fields = ask(house, "at=40.7450,-74.0300&radius=300")
        assert status == 503
        assert int(fields["Retry-After"]) > 0
    status, answer, _ = eventually(
        lambda: ask(house, "at=40.7450,-74.0300&radius=300"), lambda answer: answer[0] == 200)
    assert names(answer) == ["Up the hill"]
    assert len(sources.asked) == 3


def test_a_source_that_fails_is_shown_as_failing_until_it_answers(house, sources):
    configure(house, source="overpass")
    status, answer, _ = ask(house, f"at={HOBOKEN}&radius=800")
    assert (status, answer["code"]) == (409, "no_address")
    configure(house, overpassUrl=f"{sources.address}/overpass")
    assert ask(house, f"at={HOBOKEN}&radius=800")[0] == 503
    assert source(house)["code"] == "private_address"
    assert sources.asked == []
    for status, body, code in (
        (504, "<html>timeout</html>", "answered"),
        (200, {"elements": [], "remark": "runtime error: Query timed out"}, "not_whole"),
    ):
        # New settings are tried at once.
        configure(house, allowPrivate=None)
        use_overpass(house, sources)
        sources.fail(status, body)
        assert ask(house, f"at={HOBOKEN}&radius=800")[0] == 503
        shown = source(house)
        assert (shown["state"], shown["code"]) == ("failing", code)
        assert shown["since"] and shown["message"]
    configure(house, allowPrivate=None)
    use_overpass(house, sources)
    assert names(ask(house, f"at={HOBOKEN}&radius=800")[1]) == ["Near the ferry"]
    assert source(house) == {"state": "ok"}
    # Results of an aborted query are shown as partial and not kept.
    broken = {"elements": [sources.nodes[0]], "remark": "runtime error: Query run out of memory"}
    sources.fail(200, broken)
    _, answer, _ = ask(house, f"at={HOBOKEN}&radius=2000")
    assert answer["partial"] is True
    assert names(answer) == ["Near the ferry"]
    _, answer, _ = ask(house, f"at={HOBOKEN}&radius=2000")
    assert answer["partial"] is False
    assert names(answer) == ["Near the ferry", "Up the hill"]


def test_yelps_places_have_its_name_beside_them_and_what_is_known_stays_while_it_fails(house, sources):
    # A wrong key is not tried again until it changes.
    use_yelp(house, sources, key="wrong-key")
    assert ask(house, f"at={HOBOKEN}&radius=800")[0] == 503
    assert source(house)["status"] == 401
    assert ask(house, f"at={SUMMIT}&radius=800")[0] == 503
    assert len(sources.asked) == 1
    use_yelp(house, sources)
    status, answer, _ = ask(house, f"at={HOBOKEN}&radius=2000")
    assert status == 200
    assert source(house) == {"state": "ok"}
    assert (answer["source"], answer["attribution"]) == ("yelp", "Yelp")
    place, = answer["places"]
    assert (place["ref"], place["name"], place["rating"], place["price"]) == ("yelp:b-near", WORD, 4.5, 2)
    assert place["address"] == "1 Secret Street, Hoboken"
    count = len(sources.asked)
    assert ask(house, f"at={HOBOKEN}&radius=2000")[1]["places"] == answer["places"]
    assert len(sources.asked) == count
    house.mutate("nearby.add", ref="yelp:b-near")
    _, answer, _ = ask(house, "refs=yelp:b-near,yelp:b-gone")
    assert [each["name"] for each in answer["places"]] == [WORD]
    # The hub may retry at once.
    sources.fail(500, "{}", count=9)
    status, answer, _ = ask(house, "refs=yelp:b-new,yelp:b-near")
    assert (status, names(answer), answer["partial"]) == (200, [WORD], True)
    status, answer, fields = ask(house, "refs=yelp:b-new")
    assert (status, answer["code"]) == (503, "unavailable")
    assert int(fields["Retry-After"]) > 0


def test_no_byte_of_yelps_content_and_no_key_is_ever_written_down(house, sources):
    use_yelp(house, sources)
    ask(house, f"at={HOBOKEN}&radius=2000")
    favourite = house.mutate("nearby.add", ref="yelp:b-near", notes="our own words")["result"]["favourite"]
    round_ = house.mutate("nearby.open", title="Where to?")["result"]["round"]
    house.mutate("nearby.choose", round=round_, ref="yelp:b-near")
    ask(house, "refs=yelp:b-near")
    sources.fail(500, {"error": {"description": WORD}})
    ask(house, f"at={SUMMIT}&radius=800")
    row = house.view("nearby/host")["doc"]["favourites"][favourite]
    assert row["ref"] == "yelp:b-near"
    assert "name" not in row
    written = house.command("export").encode()
    backup = Path(house.folder.name) / "backup"
    house.command("backup", backup)
    house.stop()
    written += house.errors().encode()
    for path in [*house.data.rglob("*"), *Path(house.folder.name).glob("backup*")]:
        if path.is_file():
            written += path.read_bytes()
    assert b"our own words" in written
    for secret in [WORD, "Secret Street", "555-0151", "yelp.example", KEY]:
        assert secret.encode() not in written, secret
