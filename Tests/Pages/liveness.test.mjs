import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { hide, Hub, pass } from "./browser.mjs";
import { tablecast } from "./support.mjs";

let connection;
let life;

beforeEach(() => {
    hide(false);
    connection?.stop();
    life = [];
    connection = new tablecast.Connection("main", "host", {
        opened: () => life.push("opened"),
        heard: ({ type }) => life.push(type),
        lost: () => life.push("lost"),
        refused: () => life.push("refused"),
    }, "list/host");
    mock.method(Math, "random", () => 1);
    connection.start();
    Hub.current.onopen();
    Hub.current.say({ type: "welcome", heartbeatMs: 15000 });
    life = [];
});

const pings = () => Hub.current.take("ping").length;

test("the connection's address has the venue and the sign-in", () => {
    assert.equal(Hub.current.address, "ws://hub/v1/main/sync?as=host");
});

test("a quiet hub is pinged, and given up if it does not answer", () => {
    const hub = Hub.current;
    pass(1900);
    assert.equal(pings(), 0);
    pass(600);
    assert.equal(pings(), 1);
    hub.say({ type: "pong", n: 1 });
    pass(1900);
    assert.deepEqual([pings(), life], [0, ["pong"]]);
    // Less than five seconds after the last message.
    pass(3000);
    assert.deepEqual([life, hub.isClosed], [["pong", "lost"], true]);
});

test("a hidden page pings less often", () => {
    hide(true);
    pings();
    Hub.current.say({ type: "pong", n: 1 });
    pass(9900);
    assert.equal(pings(), 0);
    pass(700);
    assert.equal(pings(), 1);
    pass(4000);
    assert.deepEqual(life, ["pong"]);
    pass(1000);
    assert.deepEqual(life, ["pong", "lost"]);
});

test("the hub is pinged at once when the browser reports a lost network", () => {
    dispatchEvent(new Event("offline"));
    assert.equal(pings(), 1);
    Hub.current.say({ type: "pong", n: 1 });
    pass(1900);
    dispatchEvent(new Event("offline"));
    pass(2000);
    assert.deepEqual(life, ["pong", "lost"]);
});

test("a delayed timer does not prove that the hub is silent", () => {
    dispatchEvent(new Event("offline"));
    // The page slept, and has not processed the hub's messages.
    mock.timers.tick(3000);
    assert.deepEqual([life, pings()], [[], 2]);
    pass(2000);
    assert.deepEqual(life, ["lost"]);
});

for (const [isHidden, pausesMs] of [
    [true, [500, 1000, 2000, 4000, 8000, 15000, 15000]],
    [false, [500, 1000, 2000, 2000, 2000, 2000, 2000]],
]) {
    test(`attempts never end, and their pauses grow${isHidden ? "" : " to 2 s on a visible page"}`, () => {
        hide(isHidden);
        Hub.current.onclose({ code: 1006 });
        for (const pauseMs of pausesMs) {
            const { count } = Hub;
            pass(pauseMs - 1);
            assert.equal(Hub.count, count, `${pauseMs}`);
            pass(1);
            assert.equal(Hub.count, count + 1, `${pauseMs}`);
            Hub.current.onclose({ code: 1006 });
        }
    });
}

test("a hub's goodbye sets the time of the next attempt", () => {
    Hub.current.say({ type: "bye", reconnectInMs: 3000 });
    const { count } = Hub;
    Hub.current.onclose({ code: 4503 });
    pass(2999);
    assert.equal(Hub.count, count);
    pass(1);
    assert.equal(Hub.count, count + 1);
});

for (const [name, comeBack] of [
    ["the network", () => dispatchEvent(new Event("online"))],
    ["the page", () => hide(false)],
]) {
    test(`an attempt is made at once when ${name} comes back`, () => {
        hide(true);
        Hub.current.onclose({ code: 1006 });
        const { count } = Hub;
        document.visibilityState = "visible";
        comeBack();
        assert.equal(Hub.count, count + 1);
    });
}

test("a revoked sign-in ends the connection", () => {
    for (const code of [4401, 4403]) {
        connection.start();
        Hub.current.onopen();
        const { count } = Hub;
        Hub.current.onclose({ code });
        pass(60000);
        assert.deepEqual([life.pop(), Hub.count], ["refused", count]);
    }
});

test("messages of an abandoned connection are ignored", () => {
    const old = Hub.current;
    old.onclose({ code: 1006 });
    pass(500);
    Hub.current.onopen();
    life = [];
    old.say({ type: "live" });
    old.onclose({ code: 1006 });
    assert.deepEqual(life, []);
});

test("a failed handshake is followed by a request, which reveals the status", async () => {
    Hub.current.onclose({ code: 1006 });
    pass(500);
    const asked = mock.method(globalThis, "fetch", async () => ({ status: 403 }));
    Hub.current.onclose({ code: 1006 });
    await asked.mock.calls[0].result;
    await Promise.resolve();
    assert.equal(asked.mock.calls[0].arguments[0], "http://hub/v1/main/views/list/host?as=host");
    assert.equal(life.pop(), "refused");
});

test("an answer about the sign-in is ignored once another attempt has begun", async () => {
    Hub.current.onclose({ code: 1006 });
    pass(500);
    let answer;
    const asked = mock.method(globalThis, "fetch", () => new Promise((resolve) => { answer = resolve; }));
    Hub.current.onclose({ code: 1006 });
    pass(1000);
    // The user has signed in again in another window.
    Hub.current.onopen();
    answer({ status: 401 });
    await asked.mock.calls[0].result;
    await Promise.resolve();
    assert.equal(life.pop(), "opened");
    assert.equal(Hub.current.isClosed, false);
    asked.mock.restore();
});

test("a loss is reported after two seconds, even right after the page opened", () => {
    const clock = mock.method(tablecast, "elapsedMs", () => nowMs);
    const texts = mock.method(tablecast, "text", (key) => key);
    let nowMs = 0;
    const sign = new tablecast.LifeSign({}, () => "", () => {});
    const isReported = () => sign.show("stale", 0);
    for (const startMs of [0, 5000]) {
        nowMs = startMs;
        sign.show("live", 0);
        assert.equal(isReported(), false);
        nowMs += 1999;
        assert.equal(isReported(), false);
        nowMs += 1;
        assert.equal(isReported(), true);
    }
    clock.mock.restore();
    texts.mock.restore();
});

test("the sign-in is checked by a request for a view of the page", async () => {
    const asked = mock.method(globalThis, "fetch", async () => ({ status: 401 }));
    for (const [views, addresses] of [
        [["list/host", "list/day"], ["http://hub/v1/main/views/list/host?as=host"]],
        [["list/day?day=1"], ["http://hub/v1/main/views/list/day?day=1&as=host"]],
        [[], []],
    ]) {
        asked.mock.resetCalls();
        const sync = new tablecast.Sync({ role: "host", views, changed() {} });
        sync.start();
        Hub.current.onclose({ code: 1006 });
        await Promise.resolve();
        assert.deepEqual(asked.mock.calls.map((call) => call.arguments[0]), addresses);
        await Promise.resolve();
        assert.equal(sync.life, addresses.length > 0 ? "refused" : "stale");
        sync.stop();
    }
    asked.mock.restore();
});
