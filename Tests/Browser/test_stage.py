"""The stage by its control port: hubs that hang, drop and refuse on command, clocks that move, and rest."""

import json
import socket
import threading
from datetime import UTC, datetime, timedelta

import pytest
import requests
from websockets.exceptions import ConnectionClosed

from alarms import connected
from hub import PATIENCE_SECONDS
from stage import EVENING_MS, STAGE, serving

EVENING = datetime.fromtimestamp(EVENING_MS / 1_000, UTC)


def status(hub):
    return requests.get(f"{hub.address}/healthz", timeout=PATIENCE_SECONDS).status_code


def expect_end(standing):
    with pytest.raises(ConnectionClosed):
        while True:
            standing.recv(timeout=PATIENCE_SECONDS)


def test_a_hub_hangs_drops_and_refuses_until_it_is_let_go_on(hub):
    token = hub.command("token", "--role", "display", "--name", "TV")
    with connected(hub, token) as standing:
        hub.pause()
        said = []
        asking = threading.Thread(target=lambda: said.append(status(hub)))
        asking.start()
        standing.send('{"type":"ping","n":1}')
        # The stage and its other hubs still work meanwhile.
        with serving() as other:
            assert status(other) == 200
        for what, order in (("/rest", {}), ("/clock", {"move": 1}), ("/connections", {"do": "drop"})):
            with pytest.raises(RuntimeError, match="hangs"):
                hub.ask("POST", what, **order)
        assert said == []
        hub.resume()
        while json.loads(standing.recv(timeout=PATIENCE_SECONDS))["type"] != "pong":
            pass
        asking.join()
        assert said == [200]
        hub.ask("POST", "/connections", do="drop")
        expect_end(standing)
    with connected(hub, token) as standing:
        hub.ask("POST", "/connections", do="refuse")
        expect_end(standing)
    with pytest.raises(requests.ConnectionError):
        status(hub)
    hub.resume()
    assert status(hub) == 200


def test_a_clock_moves_on_command_and_a_hub_says_what_keeps_it_from_rest():
    with serving(at=EVENING_MS) as hub, socket.create_server(("127.0.0.1", 0)) as silent:
        assert hub.now() == EVENING
        hub.mutate("notice.post", text="Closing at ten", level="info", until="2026-11-25T19:00:00.000Z")
        for seconds, count in ((7_199, 1), (1, 0)):
            hub.move(seconds)
            assert len(hub.view("notice/display")["doc"]["notices"]) == count
        assert hub.now() == EVENING + timedelta(hours=2)
        # The source of places does not answer.
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        hub.mutate("nearby.configure", source="overpass", overpassUrl=address, allowPrivate=True)
        asking = threading.Thread(target=requests.get, args=[f"{hub.address}/v1/main/nearby/places"], kwargs={
            "params": {"at": "40.7,-74.0", "radius": 800}, "headers": {"Authorization": f"Bearer {hub.token}"},
            "timeout": PATIENCE_SECONDS,
        })
        asking.start()
        server, _ = silent.accept()
        with pytest.raises(RuntimeError, match="does not come to rest: a connector's job goes on"):
            hub.ask("GET", "/rest", within=50)
        server.close()
        asking.join()
        hub.ask("GET", "/rest")


def test_the_stage_says_what_it_can_not_do(hub):
    own = f"/venues/{hub.port}"
    for path, order, problem in (
        ("/", {}, "nothing is there"), ("/venues/1/rest", {}, "no such venue"), (own, {}, "no such thing"),
        (f"{own}/links", {}, "no role"), (f"{own}/connections", {"do": "juggle"}, "hang, drop, refuse or allow"),
        ("/venues", {"limits": "patience=1"}, "no limit patience"),
    ):
        with pytest.raises(RuntimeError, match=problem):
            STAGE.ask("POST", path, **order)
