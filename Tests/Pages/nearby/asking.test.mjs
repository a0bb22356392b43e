import assert from "node:assert/strict";
import { mock, test } from "node:test";
import "../support.mjs";

const { Asking } = await import("../../../Public/boards/nearby/asking.js");

/** A hub that answers on the test's request. */
class SlowHub {
    constructor() {
        this.questions = [];
        this.load = (address, { signal }) => new Promise((resolve, reject) => {
            const query = new URL(address, "http://hub").searchParams;
            signal.addEventListener("abort", () => reject(new Error("aborted")));
            this.questions.push({ at: query.get("at"), query, signal, resolve, reject });
        });
    }

    async answer(index, members = {}, status = 200, headers = {}) {
        const { at, resolve } = this.questions[index];
        resolve(new Response(
            JSON.stringify({ at, lat: 1, lon: 2, total: 0, places: [], ...members }), { status, headers },
        ));
        await settled();
    }
}

async function settled() {
    for (let turn = 0; turn < 10; turn += 1) {
        await Promise.resolve();
    }
}

function page() {
    const hub = new SlowHub();
    const clock = { now: 1000 };
    const asking = new Asking({
        address: "/places", now: () => (clock.now += 1), changed: () => {}, load: hub.load,
    });
    return { hub, asking, clock };
}

test("an older request is abandoned, and its answer is not shown", async () => {
    const { hub, asking } = page();
    asking.ask("stop:a");
    asking.ask("stop:b");
    assert.equal(hub.questions[0].signal.aborted, true);
    await hub.answer(1, { total: 2 });
    await hub.answer(0, { total: 1 });
    assert.deepEqual([asking.asked.at, asking.asked.answer.total], ["stop:b", 2]);
});

test("an answer for another position is never shown", async () => {
    const { hub, asking } = page();
    asking.ask("stop:a");
    await hub.answer(0, { at: "stop:other" });
    assert.equal(asking.asked.answer, null);
    asking.end();
});

test("old results stay until the answer for other filters comes, but not for another position", async () => {
    const { hub, asking } = page();
    asking.ask("stop:a");
    await hub.answer(0, { total: 7 });
    asking.ask("stop:a", { open: "1" });
    assert.equal(asking.asked.answer.total, 7);
    await hub.answer(1, { total: 3 });
    asking.ask("stop:b");
    assert.equal(asking.asked.answer, null);
    await hub.answer(2);
    // Going back shows the earlier answer at once, and requests it again.
    asking.ask("stop:a");
    assert.equal(asking.asked.answer.total, 7);
    assert.equal(hub.questions.length, 4);
    asking.end();
});

test("results that may not be stored are dropped after an hour", async () => {
    for (const [source, total] of [["yelp", undefined], ["overpass", 7]]) {
        const { hub, asking, clock } = page();
        asking.ask("stop:a");
        await hub.answer(0, { source, total: 7 });
        clock.now += 3_601_000;
        asking.again();
        await hub.answer(1, {}, 503);
        assert.equal(asking.asked.answer?.total, total);
        asking.ask("stop:b");
        asking.ask("stop:a");
        assert.equal(asking.asked.answer?.total, total);
        asking.end();
    }
});

test("a slow search is reported after a second, and a failed one is repeated when the hub says", async (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const { hub, asking } = page();
    asking.ask("house");
    assert.equal(asking.asked.state, "asking");
    context.mock.timers.tick(1000);
    assert.equal(asking.asked.state, "slow");
    await hub.answer(0, {}, 503, { "Retry-After": "5" });
    assert.equal(asking.asked.state, "failed");
    const since = asking.asked.failingSinceMs;
    context.mock.timers.tick(5000);
    assert.equal(hub.questions.length, 2);
    assert.equal(asking.asked.failingSinceMs, since);
    await hub.answer(1);
    assert.equal(asking.asked.state, "there");
    assert.equal(asking.failingSinceMs, undefined);
    mock.reset();
});

test("a refused request is not repeated", async () => {
    const { hub, asking } = page();
    asking.ask("house");
    await hub.answer(0, { code: "no_position" }, 409);
    assert.deepEqual([asking.asked.state, asking.asked.code], ["refused", "no_position"]);
});
