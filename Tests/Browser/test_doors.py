"""Hubs tell nothing to strangers, other sites and the log."""

import re
import urllib.parse

import pytest
import requests

from hub import PATIENCE_SECONDS
from stage import hub_fixture

OPEN = (
    "/", "/docs/security.html", "/css/base.css", "/js/core/sync.js", "/favicon.svg", "/healthz",
    "/readyz",
)
PRIVATE = ("/metrics", "/v1/main/views/waitlist/host")
OTHER_SITE = {"Origin": "https://elsewhere.example"}


hub = hub_fixture(scope="module")


@pytest.fixture
def ask(hub):
    """Sends a request as a stranger, unless told otherwise."""
    hub.view("waitlist/host")

    def send(path, method="GET", body=None, is_owner=False, **fields):
        fields = {name.replace("_", "-"): value for name, value in fields.items()}
        if is_owner:
            fields["Authorization"] = f"Bearer {hub.token}"
        with requests.request(
            method, hub.address + path, headers=fields, json=body, timeout=PATIENCE_SECONDS,
            allow_redirects=False, stream=True,
        ) as answer:
            # Only the beginning of an endless answer is read.
            if "event-stream" not in answer.headers.get("Content-Type", ""):
                _ = answer.content
            return answer

    return send


def every_answer(ask):
    """Yields one answer of each kind."""
    for path in (*OPEN, "/nothing", "/host", "/display", "/in/nobody", "/t/nobody", "/metrics"):
        yield ask(path, Accept="text/html")
        yield ask(path)
    for path in (
        "/metrics", "/api", "/api/RestaurantQueue", "/v1/main/views/waitlist/host",
        "/v1/main/devices", "/v1/main/events?since=0&until=0", "/v1/main/pairing",
        "/v1/nowhere/views/waitlist/host", "/docs/openapi.yaml",
    ):
        yield ask(path, is_owner=True)
    yield ask("/v1/main/mutations", "POST", {"type": "mutate"}, is_owner=True)
    yield ask("/v1/main/unlock", "POST", {"pin": "4711"})
    yield ask("/v1/main/mutations", "OPTIONS")


def test_no_answer_is_readable_for_other_sites(hub, ask):
    preflight = {"Access-Control-Request-Method": "POST", **OTHER_SITE}
    answers = [
        *(ask(path, **OTHER_SITE) for path in OPEN),
        *(ask(path, is_owner=True, **OTHER_SITE) for path in PRIVATE),
        *(ask(path, "OPTIONS", **preflight)
          for path in ("/", "/v1/main/mutations", "/v1/main/pin")),
    ]
    for answer in answers:
        opened = [name for name in answer.headers if name.lower().startswith("access-control-")]
        assert opened == [], answer.url
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert [answer.status_code for answer in answers[-3:]] == [405, 405, 405]


def test_every_body_has_its_content_type(ask):
    seen = set()
    for answer in every_answer(ask):
        kind = answer.headers.get("Content-Type")
        if kind is None:
            assert answer.headers.get("Content-Length") == "0", answer.url
            continue
        seen.add(kind.split(";")[0])
        if re.match(r"text/(html|css|javascript|plain)|application/openmetrics", kind):
            assert kind.endswith("; charset=utf-8"), answer.url
    assert seen >= {
        "text/html", "text/css", "text/javascript", "text/plain", "text/event-stream",
        "image/svg+xml", "application/json", "application/problem+json", "application/yaml",
    }


def test_trace_and_its_like_are_not_answered(ask):
    for method in ("TRACE", "TRACK", "CONNECT", "OPTIONS", "PATCH"):
        for path in ("/", "/host", "/v1/main/mutations", "/healthz"):
            answer = ask(path, method, X_Secret="told-to-nobody")
            assert answer.status_code in (400, 405, 501), (method, path)
            assert "told-to-nobody" not in answer.text, (method, path)


def test_a_program_gets_a_problem_and_no_page(ask):
    answer = ask("/display", Accept=None)
    assert answer.status_code == 401
    assert answer.json()["title"] == "Unauthorized"
    # The file itself is only for readers who may open the page or sign in with it.
    for path in ("/pair", "/pair/", "/pair/index.html", "/pin", "/pin/", "/pin/index.html"):
        assert ask(path, Accept=None).status_code == 404, path


def test_personal_answers_are_not_stored(hub, ask):
    ada = hub.mutate("waitlist.add", name="Ada", size=2)["result"]
    for path in (
        "/metrics", "/v1/main/devices", "/v1/main/events?since=0&until=1", "/v1/main/nothing",
    ):
        assert ask(path, is_owner=True).headers["Cache-Control"] == "no-store", path
    for path in (f"/t/{ada['ticket']}", "/in/nobody", "/v1/main/pairing"):
        assert ask(path).headers["Cache-Control"] == "no-store", path
    told = ask(f"/v1/main/page?of=/t/{ada['ticket']}")
    assert "Ada" in told.text
    assert told.headers["Cache-Control"] == "no-store"
    # The page is the same for everybody.
    assert "Ada" not in ask(f"/t/{ada['ticket']}").text
    signed_in = ask(urllib.parse.urlsplit(hub.link("host")).path).headers["Set-Cookie"].split(";")[0]
    assert ask("/host", Cookie=signed_in).headers["Cache-Control"] == "private, no-cache"
    # A view is cached privately and revalidated each time.
    view = ask("/v1/main/views/waitlist/host", is_owner=True)
    assert view.headers["Cache-Control"] == "private, no-cache"


def test_a_ticket_that_was_changed_is_refused(hub, ask):
    ada, bo = (
        hub.mutate("waitlist.add", name=name, size=2)["result"]["ticket"] for name in ("Ada", "Bo")
    )
    venue, party, code = ada.split(".")
    other_party, other_code = bo.split(".")[1:]
    view = "/v1/main/views/waitlist/guest"
    assert ask(view, Authorization=f"Bearer {ada}").json()["doc"]["party"]["name"] == "Ada"
    swapped = code[:-1] + ("A" if code[-1] != "A" else "B")
    for ticket in (
        f"{venue}.{other_party}.{code}", f"{venue}.{party}.{other_code}",
        f"{venue}.{party}.{swapped}", f"{venue}.{party}.{code[:-1]}", f"{venue}.{party}.{code}A",
        f"{venue}.{party}.", f"{venue}.{party}", f"{venue}.{party}.{code.swapcase()}",
        f"none.{party}.{code}", f".{party}.{code}", f"{ada}.{code}",
    ):
        assert ask(f"/t/{urllib.parse.quote(ticket)}").status_code == 404, ticket
        assert ask(view, Authorization=f"Bearer {ticket}").status_code == 401, ticket


def test_the_log_has_no_secrets(hub, ask):
    # The secrets have too many digits to match a time or number by chance.
    link = hub.link("host")
    followed = ask(urllib.parse.urlsplit(link).path)
    assert followed.status_code == 303
    cookie = followed.headers["Set-Cookie"].split(";")[0]
    ticket = hub.mutate(
        "waitlist.add", name="Ada Lovelace", size=2, phone="+39 06 1234567890", notes="by the window",
    )["result"]["ticket"]
    assert ask("/v1/main/pin", "POST", {"pin": "471108270613"}, is_owner=True).status_code == 200
    own = {"Cookie": cookie, "Origin": hub.address}
    assert ask("/v1/main/unlock", "POST", {"pin": "081547150904"}, **own).status_code == 403
    assert ask("/v1/main/unlock", "POST", {"pin": "471108270613"}, **own).status_code == 204
    assert ask(f"/t/{ticket}").status_code == 200
    assert ask("/a-page-that%0d%0ais-forged").status_code == 404
    # Reads the list, sends a refused mutation, and follows a link twice.
    assert ask(urllib.parse.urlsplit(link).path).status_code == 410
    hub.refuse("waitlist.add", name="Grace Hopper", size=1000)
    hub.stop()
    hub.start()
    log = hub.errors()
    events = repr(hub.events())
    metrics = hub.get("/metrics")
    for secret in (
        link.split("/")[-1], cookie.split("=")[1], hub.token, "471108270613", "081547150904",
        ticket.split(".")[-1],
    ):
        assert secret not in log + events + metrics
    for word in ("Ada", "Lovelace", "1234567890", "window", "Grace", "forged"):
        assert word not in log + metrics


def test_every_file_with_a_secret_is_for_its_owner_only(hub, tmp_path):
    hub.mutate("waitlist.add", name="Ada", size=2)
    hub.command("certificate")
    hub.command("backup", tmp_path / "backup")
    # Certificates are public, and so is the hub's address. The folders are private.
    files = {
        path: path.stat().st_mode & 0o777 for path in [*hub.data.rglob("*"), tmp_path / "backup"]
        if path.name not in ("authority.pem", "server.pem", "address")
    }
    assert {"tablecast.sqlite", "authority-key.pem", "server-key.pem"} <= {
        path.name for path in files
    }
    assert hub.data.stat().st_mode & 0o777 == 0o700
    assert [path.name for path, mode in files.items() if mode & 0o077] == []
