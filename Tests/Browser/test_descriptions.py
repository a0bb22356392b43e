"""The running hub answers as the machine-readable descriptions that it serves say."""

import json
import re
import urllib.request
import uuid
from http.cookiejar import CookieJar

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, settings
from hypothesis.configuration import set_hypothesis_home_dir
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012
from schemathesis.checks import load_all_checks
from schemathesis.pytest.lazy import get_all_tests
from schemathesis.specs.openapi import checks

from described import ASYNCAPI, OPENAPI, closed, document
from hub import PATIENCE_SECONDS, ROOT
from pagefiles import boards
from stage import serving

# Hypothesis's data between runs is not part of the project.
set_hypothesis_home_dir(ROOT / ".build-tools" / "hypothesis")
TRIES = settings(
    max_examples=20, derandomize=True, deadline=None, database=None,
    suppress_health_check=list(HealthCheck),
)


class SignedIn:
    """A hub with some parties, and valid values for each kind of path parameter."""

    def __init__(self, hub):
        self.hub = hub
        for name in ("Ada", "Grace", "Edsger"):
            hub.add(name)
        jar = CookieJar()
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
        for role in ("host", "display", "engineer"):
            browser.open(hub.link(role)).close()
        self.cookie = "; ".join(f"{cookie.name}={cookie.value}" for cookie in jar)

    def fields(self, path):
        if path == "/{page}":
            return {"Cookie": self.cookie}
        return {"Authorization": f"Bearer {self.hub.token}"}


@pytest.fixture(scope="module")
def signed_in():
    # No test should reach the rate limit, even on a fast machine.
    with serving(limits="mutation-credit=100000") as hub:
        yield SignedIn(hub)


@pytest.fixture(scope="module")
def routes():
    return schemathesis.openapi.from_path(OPENAPI)


def excluded(path):
    """Returns the checks that can't hold for a path."""
    # A schema can't describe all valid names, numbers and WebSockets.
    always = [checks.positive_data_acceptance]
    if path.startswith("/api"):
        # These answer unknown paths with 404 for every method.
        return [*always, checks.unsupported_method, checks.allow_header_conformance]
    # The cookie is always sent, even in cases meant to lack it.
    return [*always, checks.negative_data_rejection] if path == "/{page}" else always


def test_the_routes_answer_as_described(signed_in, routes, subtests):
    load_all_checks()
    # Generating the cases takes long. With a test for each route, every worker would generate them.
    for made in get_all_tests(schema=routes, test_func=answers_as_described, settings=TRIES, given_kwargs=None):
        operation, tried = made.ok()
        with subtests.test(operation.label):
            tried(signed_in=signed_in)


def answers_as_described(case, signed_in):
    path = case.operation.path
    # Most generated venues don't exist, and then nothing else is checked.
    venue = str(case.path_parameters.get("venue", ""))
    without = excluded(path)
    if len(venue) % 8:
        case.path_parameters["venue"] = "main"
        if not re.fullmatch("[a-z0-9-]{1,40}", venue):
            # That may have been the only invalid part.
            without = [*without, checks.negative_data_rejection]
    if path.endswith("/events"):
        # Without `until` the answer never ends.
        until = str(case.query.get("until", 0))
        case.query["until"] = 3 if until.isdigit() else until
    fields = signed_in.fields(path)
    if path.endswith("/pairing"):
        # Nobody types the code, so the stream of a page of this site would not end.
        fields["Origin"] = "http://elsewhere.example"
    case.call_and_validate(
        base_url=signed_in.hub.address, headers=fields, timeout=PATIENCE_SECONDS,
        allow_redirects=False, excluded_checks=without,
    )


@pytest.fixture
def ask(signed_in, routes):
    """Sends a request, and checks the answer against the description."""

    def send(method, path, query="", body=None, token=None, fields=None, **pieces):
        fields = {"Authorization": f"Bearer {token or signed_in.hub.token}", **(fields or {})}
        if token == "":
            del fields["Authorization"]
        answer = requests.request(
            method, signed_in.hub.address + path.format(**pieces) + query, json=body,
            headers=fields, timeout=PATIENCE_SECONDS, allow_redirects=False,
        )
        routes[path][method].validate_response(answer)
        return answer

    return send


def test_requests_without_a_sign_in_get_401_where_described(signed_in, ask, routes):
    pieces = {
        "venue": "main", "board": "waitlist", "audience": "display", "page": "host",
        "name": "Ada", "size": 2, "id": 1, "device": "d_nobody", "rev": 1, "conditions": "plain",
        "run": "m_1",
    }
    asked = []
    for result in routes.get_all_operations():
        operation = result.ok()
        if "401" in operation.definition.raw["responses"]:
            answer = ask(operation.method, operation.path, token="", **pieces)
            assert answer.status_code == 401, operation.label
            asked.append(operation.label)
    routes = [
        f"{route['method']} {route['address']}"
        for board in boards()["boards"] for route in board["routes"] if "bySecret" not in route
    ]
    assert len([label for label in asked if label not in routes]) == 20
    assert set(routes) <= set(asked)


def test_each_answer_to_a_change_is_as_described(signed_in, ask):
    path = "/v1/{venue}/mutations"

    def mutate(action, id=None, token=None, venue="main", **args):
        body = {"type": "mutate", "id": id or f"m-{uuid.uuid4()}", "action": action, "args": args}
        return ask("POST", path, body=body, token=token, venue=venue).status_code

    hub = signed_in.hub
    ada = hub.add("Ada")
    display = hub.command("token", "--role", "display")
    assert mutate("waitlist.edit", id="again", party=ada, size=3) == 200
    assert mutate("waitlist.edit", id="again", party=ada, size=3) == 200
    assert mutate("waitlist.juggle") == 400
    assert ask("POST", path, body=[], venue="main").status_code == 400
    assert mutate("waitlist.add", token="nobody", name="Ada", size=2) == 401
    assert mutate("waitlist.add", token=display, name="Ada", size=2) == 403
    assert mutate("waitlist.add", venue="elsewhere", name="Ada", size=2) == 403
    assert mutate("waitlist.ready", party="p_nobody") == 404
    assert mutate("waitlist.unready", party=ada) == 409
    assert mutate("waitlist.edit", id="again", party=ada, size=4) == 409
    assert mutate("waitlist.add", name="x" * 70_000, size=2) == 413
    assert mutate("waitlist.add", name="", size=2) == 422


def test_each_answer_with_a_view_is_as_described(signed_in, ask):
    path = "/v1/{venue}/views/{board}/{audience}"

    def read(view, query="", **more):
        board, audience = view.split("/")
        return ask("GET", path, query, venue="main", board=board, audience=audience, **more)

    for view in ("waitlist/display", "waitlist/host", "notice/display"):
        answer = read(view)
        assert answer.status_code == 200
        same = read(view, fields={"If-None-Match": answer.headers["ETag"]})
        assert (same.status_code, same.content) == (304, b"")
    past = read("waitlist/host", "?rev=1").json()
    assert [row["name"] for row in past["doc"]["parties"].values()] == ["Ada"]
    assert read("waitlist/host", "?rev=-1").status_code == 400
    assert read("waitlist/host", "?as=guest").status_code == 403
    assert read("waitlist/guest").status_code == 403
    assert read("waitlist/host", "?rev=100000").status_code == 404


def test_each_event_is_as_described(signed_in, ask):
    path = "/v1/{venue}/events"
    messages = Resource.from_contents(document(ASYNCAPI), default_specification=DRAFT202012)
    schema = closed(document(OPENAPI)["components"]["schemas"]["Event"])
    judge = Draft202012Validator(
        schema, registry=Registry().with_resource("asyncapi.yaml", messages)
    )
    signed_in.hub.mutate("notice.post", text="Closing at ten", level="info")
    until = signed_in.hub.view("waitlist/host")["rev"]

    def follow(query, **fields):
        return ask("GET", path, query, venue="main", fields=fields)

    lines = follow(f"?until={until}", Accept="application/x-ndjson")
    events = [json.loads(line) for line in lines.text.splitlines()]
    assert [event["rev"] for event in events] == list(range(1, until + 1))
    for event in events:
        judge.validate(event)
    stream = follow("?until=2", Accept="text/event-stream", **{"Last-Event-ID": events[0]["id"]})
    assert stream.headers["Content-Type"] == "text/event-stream"
    assert f"id: {events[1]['id']}\ndata: " in stream.text
    assert follow("?until=x").status_code == 400
    assert follow("?as=guest").status_code == 403
    assert follow("", Accept="text/html").status_code == 406
    assert follow("", **{"Last-Event-ID": "other:1"}).status_code == 409


def test_the_details_of_an_event_are_as_described(signed_in, ask):
    path = "/v1/{venue}/events/{rev}"

    def read(rev, **fields):
        return ask("GET", path, venue="main", rev=rev, fields=fields)

    posted = signed_in.hub.mutate("notice.post", text="Closing at eleven", level="info")
    told = read(posted["rev"])
    assert told.status_code == 200
    assert told.json()["cause"]["action"] == "notice.post"
    assert [change["view"] for change in told.json()["changes"]] == ["notice/display"]
    ada = read(1).json()
    assert [change["view"] for change in ada["changes"]] == ["waitlist/display", "waitlist/host"]
    assert read(0).status_code == 404
    assert read(1_000_000).status_code == 404
    assert read("first").status_code == 400
    assert read(1, Origin="http://elsewhere.example").status_code == 403


def test_a_rejected_change_is_in_the_stream_as_described(signed_in):
    schema = closed(document(OPENAPI)["components"]["schemas"]["RejectedEvent"])
    del schema["properties"]["time"]["$ref"]
    hub = signed_in.hub
    engineer = hub.command("token", "--role", "engineer")
    host = hub.command("token", "--role", "host")
    with requests.get(
        f"{hub.address}/v1/main/events?since=1000000&rejected=1", stream=True, timeout=PATIENCE_SECONDS,
        headers={"Authorization": f"Bearer {engineer}", "Accept": "text/event-stream"},
    ) as stream:
        lines = stream.iter_lines()
        assert next(lines) == b": tablecast"
        body = {"type": "mutate", "id": "no", "action": "waitlist.add", "args": {"phone": "1"}}
        requests.post(
            f"{hub.address}/v1/main/mutations", json=body, timeout=PATIENCE_SECONDS,
            headers={"Authorization": f"Bearer {host}"},
        )
        data = next(line for line in lines if line.startswith(b"data: "))
        event = json.loads(data.removeprefix(b"data: "))
    Draft202012Validator(schema).validate(event)
    assert (event["data"]["code"], event["mutationid"]) == ("invalid", "no")


def test_the_handshake_answers_as_described(signed_in, ask):
    upgrade = {
        "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    }
    path = "/v1/{venue}/sync"
    assert ask("GET", path, venue="main").status_code == 426
    assert ask("GET", path, venue="main", fields=upgrade).status_code == 400
    upgrade["Sec-WebSocket-Protocol"] = "tablecast.v1"
    foreign = {**upgrade, "Origin": "http://elsewhere.example"}
    assert ask("GET", path, venue="main", fields=foreign).status_code == 403
    by_cookie = {**upgrade, "Cookie": signed_in.cookie}
    assert ask("GET", path, venue="main", token="", fields=by_cookie).status_code == 403
    assert ask("GET", path, venue="main", fields=upgrade).status_code == 101


def test_links_and_tickets_sign_in_as_described(signed_in, ask):
    hub = signed_in.hub
    secret = hub.link("display").rsplit("/", 1)[-1]
    answer = ask("GET", "/in/{secret}", token="", secret=secret)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/display")
    assert ask("GET", "/in/{secret}", token="", secret=secret).status_code == 410
    host = hub.command("token", "--role", "host")
    added = requests.post(
        f"{hub.address}/v1/main/mutations", timeout=PATIENCE_SECONDS,
        headers={"Authorization": f"Bearer {host}"},
        json={
            "type": "mutate", "id": "ticket", "action": "waitlist.add",
            "args": {"name": "Barbara", "size": 2},
        },
    ).json()
    answer = ask("GET", "/t/{ticket}", token="", ticket=added["result"]["ticket"])
    assert answer.status_code == 200
    cookie = answer.headers["Set-Cookie"].split(";")[0]
    page = ask("GET", "/{page}", token="", page="guest", fields={"Cookie": cookie})
    assert (page.status_code, page.headers["Location"]) == (303, f"/t/{added['result']['ticket']}")


def test_the_metrics_come_in_both_forms(signed_in, ask):
    assert ask("GET", "/metrics").headers["Content-Type"].startswith("text/plain")
    answer = ask("GET", "/metrics", fields={"Accept": "application/openmetrics-text"})
    assert answer.status_code == 200
    host = signed_in.hub.command("token", "--role", "host")
    assert ask("GET", "/metrics", token=host).status_code == 403


def test_the_descriptions_are_served(signed_in):
    for path in (OPENAPI, ASYNCAPI):
        answer = requests.get(f"{signed_in.hub.address}/docs/{path.name}", timeout=PATIENCE_SECONDS)
        assert answer.headers["Content-Type"] == "application/yaml"
        assert answer.content == path.read_bytes()
