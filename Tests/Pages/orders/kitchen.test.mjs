import assert from "node:assert/strict";
import { test } from "node:test";
import "../support.mjs";

const rounds = await import("../../../Public/boards/orders/kitchen/rounds.js");

const at = "2026-11-20T19:00:00.000Z";
const later = "2026-11-20T19:20:00.000Z";

const line = (status, more = {}) => ({ dish: "d_1", name: "Soup", quantity: 1, status, at, ...more });

const round = (lines, more = {}) => ({
    tab: "o_1", number: 7, round: 1, kind: "table", table: "12", placedAt: at, lines, ...more,
});

let count = 0;

function entry(action, lines, more = {}) {
    count += 1;
    return { id: `m${count}`, action: `orders.${action}`, args: { lines }, note: {}, at: later, ...more };
}

function freeze(thing) {
    Object.values(thing).forEach((each) => typeof each === "object" && each && freeze(each));
    return Object.freeze(thing);
}

test("the oldest round comes first, and simultaneous rounds in their order", () => {
    const rows = rounds.byAge({
        "o_2.1": round({}, { placedAt: later }), "o_1.2": round({}, { round: 2 }), "o_1.1": round({}),
    });
    assert.deepEqual(rows.map(({ key }) => key), ["o_1.1", "o_1.2", "o_2.1"]);
});

test("lines are in the order of adding", () => {
    const lines = { i_10: line("placed"), "i_z-10": line("placed"), "i_z-2": line("placed"), i_z: line("placed") };
    assert.deepEqual(rounds.linesInOrder(lines).map(([id]) => id), ["i_z", "i_z-2", "i_z-10", "i_10"]);
});

test("a round is due after the target time, and late after twice the target", () => {
    const after = (minutes) => rounds.urgencyOf(at, Date.parse(at) + minutes * 60_000, 15);
    assert.deepEqual([14.99, 15, 29.99, 30, 300].map(after), ["", "due", "due", "late", "late"]);
    assert.equal(rounds.urgencyOf("nonsense", 0, 15), "");
});

test("the next step begins placed lines, then ends cooking ones, and is missing after that", () => {
    const mixed = round({ i_1: line("cooking"), i_2: line("placed"), i_3: line("done"), i_4: line("cancelled") });
    assert.deepEqual(rounds.stepOf(mixed), { action: "orders.cook", lines: ["i_2"] });
    const cooking = round({ i_1: line("cooking"), i_2: line("cooking"), i_3: line("done") });
    assert.deepEqual(rounds.stepOf(cooking), { action: "orders.done", lines: ["i_1", "i_2"] });
    assert.equal(rounds.stepOf(round({ i_1: line("served") })), undefined);
});

test("a tap on a line takes its next step, and cooks a done line again", () => {
    assert.deepEqual(
        ["placed", "cooking", "done", "served", "cancelled"].map((status) => rounds.stepOfLine(line(status))),
        ["orders.cook", "orders.done", "orders.recall", undefined, undefined],
    );
});

test("a recall takes back done lines, or else served ones", () => {
    const both = round({ i_1: line("served"), i_2: line("done"), i_3: line("cancelled") });
    assert.deepEqual(rounds.recallOf(both), { action: "orders.recall", lines: ["i_2"] });
    assert.deepEqual(rounds.recallOf(round({ i_1: line("served") })).lines, ["i_1"]);
    assert.equal(rounds.recallOf(round({ i_1: line("cancelled") })), undefined);
});

test("all-day counts include only dishes to cook", () => {
    const counts = rounds.allDay([
        round({ i_1: line("placed", { quantity: 2 }), i_2: line("done", { quantity: 9 }) }),
        round({ i_3: line("cooking", { quantity: 3 }), i_4: line("placed", { dish: "d_2", name: "Tea" }) }),
    ]);
    assert.deepEqual(counts, [
        { dish: "d_1", name: "Soup", count: 5, cooking: 3 },
        { dish: "d_2", name: "Tea", count: 1, cooking: 0 },
    ]);
});

test("the stations are those of the menu and the lines, and the chosen one", () => {
    const menu = { sections: { s_1: { station: "Cold / Bar" } }, dishes: { d_1: { station: "🔥 Grill" }, d_2: {} } };
    const found = rounds.stationsOf(menu, [round({ i_1: line("placed", { station: "Pizza" }) })], "Gone");
    assert.deepEqual([...found].sort(), ["Cold / Bar", "Gone", "Pizza", "🔥 Grill"].sort());
    assert.deepEqual(rounds.stationsOf(null, []), []);
});

test("a station has only its own lines of a round, and can finish them alone", () => {
    const doc = {
        rounds: { "o_1.1": round({ i_1: line("done", { station: "Grill" }), i_2: line("placed", { station: "Bar" }) }) },
        recent: {},
    };
    const grill = rounds.ofStation(doc, "Grill");
    assert.deepEqual([Object.keys(grill.rounds), Object.keys(grill.recent)], [[], ["o_1.1"]]);
    assert.deepEqual(Object.keys(rounds.ofStation(doc, "Bar").rounds["o_1.1"].lines), ["i_2"]);
    assert.equal(rounds.ofStation(null, "Bar"), null);
});

test("a round becomes recent with its last line, and returns with a recall", () => {
    const doc = freeze({ rounds: { "o_1.1": round({ i_1: line("placed"), i_2: line("cooking") }) }, recent: {} });
    const done = rounds.predict(doc, [entry("cook", ["i_1"]), entry("done", ["i_1", "i_2"])]);
    assert.deepEqual(Object.keys(done.rounds), []);
    assert.equal(done.recent["o_1.1"].doneAt, later);
    const lines = Object.values(done.recent["o_1.1"].lines);
    assert.deepEqual(lines.map(({ status, isPending }) => [status, isPending]), [["done", true], ["done", true]]);
    const back = rounds.predict(doc, [entry("done", ["i_1", "i_2"]), entry("recall", ["i_1", "i_2"])]);
    assert.equal(back.rounds["o_1.1"].lines.i_1.status, "cooking");
    assert.equal(back.rounds["o_1.1"].doneAt, undefined);
});

test("lines that another cook has already done are skipped", () => {
    const doc = freeze({ rounds: { "o_1.1": round({ i_1: line("done"), i_2: line("cooking") }) }, recent: {} });
    const { rounds: open } = rounds.predict(doc, [entry("cook", ["i_1", "i_2", "i_9"])]);
    assert.deepEqual(open, doc.rounds);
    assert.deepEqual(rounds.predict(null, [entry("cook", ["i_1"])]), { rounds: {}, recent: {} });
});

test("a line is no longer pending once the hub has answered", () => {
    const doc = { rounds: { "o_1.1": round({ i_1: line("placed") }) }, recent: {} };
    const { rounds: open } = rounds.predict(doc, [entry("cook", ["i_1"], { ack: { rev: 9 } })]);
    assert.equal(open["o_1.1"].lines.i_1.isPending, false);
});
