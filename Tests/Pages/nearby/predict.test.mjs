import assert from "node:assert/strict";
import { test } from "node:test";
import "../support.mjs";

const { asChosen, comingOf, inOrder, leading, predict, predictRound, roundsInOrder, votersOf } =
    await import("../../../Public/boards/nearby/refs.js");

const option = (at, more = {}) => ({ name: `Place ${at}`, votes: 0, at, ...more });
const round = (more = {}) => ({
    title: "Lunch", state: "open", until: "2026-05-05T10:00:00Z", openedAt: "2026-05-04T10:00:00Z",
    options: {}, friends: {}, ...more,
});
const doc = Object.freeze({
    favourites: {
        f_1: { ref: "osm:node/1", name: "Signal Soup", rating: 4, visits: { v_1: { on: "2026-05-01" } }, addedAt: "a" },
    },
    rounds: {
        r_1: round({
            options: { o_1: option("1", { votes: 1 }), o_2: option("2") },
            friends: { g_1: { name: "Ada", votes: ["o_1"], coming: "no" }, g_2: { name: "Grace", votes: [] } },
        }),
    },
});

let count = 0;

function entry(action, args, more = {}) {
    count += 1;
    return { id: `m${count}`, action: `nearby.${action}`, args, note: {}, at: "now", ...more };
}

const after = (...entries) => predict(doc, entries);

test("a heart is full before the hub has answered, and keeps its id with the answer", () => {
    const place = { name: "Junction", lat: 1, lon: 2 };
    const waiting = entry("add", { ref: "osm:node/2" }, { note: { place } });
    const added = after(waiting).favourites[waiting.id];
    assert.deepEqual(
        [added.ref, added.name, added.lat, added.isNew], ["osm:node/2", "Junction", 1, true],
    );
    const acked = after({ ...waiting, ack: { rev: 9, result: { favourite: "f_2" } } });
    assert.equal(acked.favourites.f_2.isNew, false);
    assert.deepEqual(after(entry("remove", { favourite: "f_1" })).favourites, {});
});

test("a removed row is gone at once", () => {
    const changed = after(
        entry("unvisit", { visit: "v_1" }), entry("drop", { option: "o_1" }), entry("dismiss", { friend: "g_2" }),
    );
    assert.deepEqual(changed.favourites.f_1.visits, {});
    assert.deepEqual(Object.keys(changed.rounds.r_1.options), ["o_2"]);
    assert.deepEqual(Object.keys(changed.rounds.r_1.friends), ["g_1"]);
});

test("an option and a friend's vote for it are there at once, and options are ordered by votes", () => {
    const changed = predictRound(doc.rounds.r_1, "r_1", [
        entry("choose", { round: "r_1", ref: "osm:node/3" }, { id: "o_3" }),
        entry("answer", { friend: "g_2", key: "secret", coming: "yes", votes: ["o_2"] }),
    ]);
    assert.deepEqual(votersOf(changed, "o_2"), [{ name: "Grace", coming: "yes", votes: ["o_2"] }]);
    assert.deepEqual(comingOf(changed), { yes: ["g_2"], maybe: [], no: ["g_1"], open: [] });
    // With equal votes, the option with more friends who come is first.
    assert.deepEqual(inOrder(changed), ["o_2", "o_1", "o_3"]);
    assert.deepEqual(asChosen(changed), ["o_1", "o_2", "o_3"]);
    assert.equal(leading(changed), "o_2");
    assert.equal(leading(round({ options: { o_3: option("3") } })), undefined);
});

test("open rounds come first, the newest before older ones", () => {
    const opened = entry("open", { title: "Dinner" });
    const { rounds } = after(opened);
    assert.deepEqual(roundsInOrder(rounds), [opened.id, "r_1"]);
    assert.deepEqual(roundsInOrder({ ...rounds, [opened.id]: { ...rounds[opened.id], state: "closed" } }),
        ["r_1", opened.id]);
});
