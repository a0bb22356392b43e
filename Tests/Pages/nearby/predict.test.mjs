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

test("an edit removes the fields that it sets to null", () => {
    const { f_1: edited } = after(
        entry("edit", { favourite: "f_1", rating: null, notes: "Quiet" }),
        entry("visit", { favourite: "f_1", on: "2026-05-02" }),
        entry("unvisit", { visit: "v_1" }),
    ).favourites;
    assert.equal("rating" in edited, false);
    assert.equal(edited.notes, "Quiet");
    assert.deepEqual(Object.values(edited.visits), [{ on: "2026-05-02" }]);
});

test("a dropped option takes its votes along", () => {
    const { r_1: changed } = after(entry("drop", { option: "o_1" })).rounds;
    assert.deepEqual(Object.keys(changed.options), ["o_2"]);
    assert.deepEqual(changed.friends.g_1.votes, []);
});

test("a friend who is taken out takes the votes along", () => {
    const { r_1: changed } = after(entry("dismiss", { friend: "g_1" })).rounds;
    assert.deepEqual(Object.keys(changed.friends), ["g_2"]);
    assert.equal(changed.options.o_1.votes, 0);
});

test("a friend's votes count only for existing options", () => {
    const answer = entry("answer", { friend: "g_2", coming: "yes", votes: ["o_2", "o_9"] });
    const changed = predictRound(doc.rounds.r_1, "r_1", [answer]);
    assert.equal(changed.options.o_2.votes, 1);
    assert.deepEqual(votersOf(changed, "o_2"), ["Grace"]);
    assert.deepEqual(comingOf(changed), { yes: ["g_2"], maybe: [], no: ["g_1"], open: [] });
    // With equal votes, the option with more friends who come is first.
    assert.deepEqual(inOrder(changed), ["o_2", "o_1"]);
    assert.deepEqual(asChosen(changed), ["o_1", "o_2"]);
    assert.equal(leading(changed), "o_2");
});

test("a round is decided for the named option, else for the leading one, and without a vote for none", () => {
    const decided = (args, of = "r_1") =>
        predict({ ...doc, rounds: { ...doc.rounds, r_2: round({ options: { o_3: option("3") } }) } },
            [entry("close", { round: of, ...args })]).rounds[of];
    assert.deepEqual([decided({}).state, decided({}).decided], ["closed", "o_1"]);
    assert.equal(decided({ option: "o_2" }).decided, "o_2");
    assert.equal(decided({}, "r_2").decided, undefined);
});

test("open rounds come first, the newest before older ones", () => {
    const opened = entry("open", { title: "Dinner" });
    const rounds = after(opened, entry("close", { round: "r_1" })).rounds;
    assert.deepEqual(roundsInOrder(rounds), [opened.id, "r_1"]);
});
