import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Hub, pass } from "./browser.mjs";
import { core, tablecast } from "./support.mjs";

const { rest } = tablecast;
const said = new Map();
let frames = [];
globalThis.requestAnimationFrame = (act) => frames.push(act);
globalThis.cancelAnimationFrame = (frame) => (frames[frame - 1] = () => {});
performance.mark = () => {};

/** Paints frames until none is requested. */
function paint() {
    while (frames.length > 0) {
        const acts = frames;
        frames = [];
        acts.forEach((act) => act(0));
        pass(1);
    }
}

const isAtRest = () => said.has("data-rest");
const soon = () => new Promise((next) => setImmediate(next));

beforeEach(() => {
    sessionStorage.clear();
    said.clear();
    rest.busy.clear();
    rest.sources.length = 0;
    rest.isAsked = false;
    rest.watch({
        getAttribute: (name) => said.get(name), setAttribute: (name, value) => said.set(name, value),
        removeAttribute: (name) => said.delete(name),
    });
    paint();
});

test("a page is at rest once its first frame is painted", () => {
    assert.equal(isAtRest(), true);
});

test("a short timer delays the page's rest until it ends, and a long one does not", () => {
    tablecast.runAfter(500, () => {});
    assert.equal(isAtRest(), true);
    const timer = tablecast.runAfter(499, () => {});
    tablecast.runAfter(20, () => {});
    assert.equal(isAtRest(), false);
    pass(30);
    paint();
    assert.equal(isAtRest(), false);
    tablecast.stopTimer(timer);
    paint();
    assert.equal(isAtRest(), true);
});

test("the rest waits for a timer's work and for the frame that shows it", () => {
    tablecast.runAfter(20, () => tablecast.runInFrame(() => tablecast.runInFrame(() => {})));
    pass(30);
    assert.equal(isAtRest(), false);
    paint();
    assert.equal(isAtRest(), true);
    tablecast.stopFrame(tablecast.runInFrame(() => {}));
    assert.equal(isAtRest(), false);
    paint();
    assert.equal(isAtRest(), true);
});

test("failed work counts as done", () => {
    tablecast.runInFrame(() => {
        throw new Error("It can't be drawn");
    });
    const [draw] = frames.splice(0);
    assert.throws(() => draw(0));
    paint();
    assert.equal(isAtRest(), true);
});

test("the rest waits for a request until its answer is read, or it has failed", async () => {
    let answer, read, fail;
    const { fetch } = globalThis;
    globalThis.fetch = () => new Promise((resolve, reject) => ([answer, fail] = [resolve, reject]));
    const told = tablecast.request("/v1/main/lock").then((response) => response.json());
    answer({ json: () => new Promise((resolve) => (read = resolve)) });
    await soon();
    paint();
    assert.equal(isAtRest(), false);
    read({ n: 1 });
    assert.deepEqual(await told, { n: 1 });
    paint();
    assert.equal(isAtRest(), true);
    const refused = tablecast.request("/v1/main/lock");
    assert.equal(isAtRest(), false);
    fail(new TypeError("Failed to fetch"));
    await assert.rejects(refused);
    paint();
    assert.equal(isAtRest(), true);
    globalThis.fetch = fetch;
});

test("the rest waits for a change until the views show it, and the page has the painted revision of each", () => {
    const views = ["list/host", "sparks/open"];
    const sync = new core.Sync({ views, changed() {} });
    sync.start();
    Hub.current.onopen();
    Hub.current.say({ type: "welcome", epoch: "journal", rev: 90, now: "" });
    const hash = new core.DocumentHash().of({ n: 0 });
    for (const [view, epoch, rev] of [[views[0], "journal", 80], [views[1], "start", 5]]) {
        Hub.current.say(
            { type: "subscribed", view, resumed: false }, { type: "snapshot", view, epoch, rev, hash, doc: { n: 0 } },
            { type: "live", view, rev: rev + 2 },
        );
    }
    assert.equal(said.get("data-rev"), "");
    paint();
    assert.equal(said.get("data-rev"), "list/host=82 sparks/open=start:7");
    const { id } = sync.mutate("list.add", {});
    paint();
    assert.equal(isAtRest(), false);
    Hub.current.say({ type: "ack", id, rev: 91, durable: "disk" });
    paint();
    assert.equal(isAtRest(), false);
    pass(1000);
    // Nothing visible has changed.
    Hub.current.say({ type: "pong", n: Hub.current.take("ping").at(-1).n, rev: 91, now: "" });
    paint();
    assert.equal(isAtRest(), true);
    assert.equal(said.get("data-rev"), "list/host=91 sparks/open=start:7");
    sync.stop();
});

test("a connecting page is at rest only after its later loads, and a page without its hub at once", () => {
    said.set("data-life", "waiting");
    let loaded = 0;
    rest.later.push(() => (loaded += 1));
    tablecast.runInFrame(() => {});
    paint();
    assert.deepEqual([isAtRest(), loaded], [false, 0]);
    tablecast.runInFrame(() => said.set("data-life", "stale"));
    paint();
    assert.deepEqual([isAtRest(), loaded], [true, 0]);
    tablecast.runInFrame(() => said.set("data-life", "live"));
    paint();
    assert.deepEqual([isAtRest(), loaded], [true, 1]);
});
