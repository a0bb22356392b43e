import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import "../support.mjs";

const { Refs, keptMs } = await import("../../../Public/boards/nearby/refs.js");

const ref = "yelp:a";
const realNow = Date.now;
let passedMs = 0;
Date.now = () => realNow() + passedMs;

afterEach(() => {
    passedMs = 0;
});

/** @param {() => {ok: boolean, json?: any}} answer */
function making(answer) {
    const heard = { count: 0 };
    const refs = new Refs({
        address: "/places", as: "host", changed: () => {},
        load: /** @type {any} */ (async () => {
            heard.count += 1;
            const { ok, json } = answer();
            return { ok, json: async () => json };
        }),
    });
    return { refs, heard };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 1));
const told = { ok: true, json: { places: [{ ref, name: "Ada’s" }] } };

/** @param {any} refs */
async function looked(refs) {
    refs.resolved({ ref });
    await settled();
    return refs.resolved({ ref });
}

test("a place has its source's name, and is not requested again while the name is known", async () => {
    const { refs, heard } = making(() => told);
    assert.equal(refs.resolved({ ref }).missing, "place");
    assert.equal((await looked(refs)).name, "Ada’s");
    assert.equal((await looked(refs)).missing, undefined);
    assert.equal(heard.count, 1);
});

test("a place that its source no longer knows is removed", async () => {
    const { refs } = making(() => ({ ok: true, json: { places: [] } }));
    assert.equal((await looked(refs)).missing, "gone");
});

test("a place that a failing source leaves out is kept", async () => {
    for (const answer of [{ ok: false }, { ok: true, json: { partial: true, places: [] } }]) {
        const { refs } = making(() => answer);
        assert.equal((await looked(refs)).missing, "later");
    }
});

test("places stay for an hour while the source fails", async () => {
    let answer = told;
    const { refs, heard } = making(() => answer);
    await looked(refs);
    answer = { ok: false };
    passedMs = keptMs - 1000;
    assert.equal((await looked(refs)).name, "Ada’s");
    assert.equal(heard.count, 2);
    passedMs = keptMs + 1000;
    assert.equal((await looked(refs)).missing, "later");
});
