import assert from "node:assert/strict";
import { test } from "node:test";
import { speak } from "../support.mjs";

speak("boards/waitlist/host", "en");
const { predict } = await import("../../../Public/boards/waitlist/host/lists.js");

const at = "2026-11-20T19:00:00.000Z";
const later = "2026-11-20T19:05:00.000Z";

/** @returns a document with parties of these names, sizes and states, in this order */
function listOf(...rows) {
    const parties = {};
    rows.forEach(([name, size, status = "waiting", more = {}], index) => {
        parties[`p_${index + 1}`] = { name, size, status, rank: `a${index}`, arrivedAt: at, ...more };
    });
    return { parties, gone: {} };
}

let count = 0;

function entry(action, args, note = {}) {
    count += 1;
    return { id: `m${count}`, action, args, note, at: later };
}

function names(lists) {
    return Object.fromEntries(
        Object.entries(lists).map(([place, rows]) => [place, rows.map(({ name }) => name)]),
    );
}

test("without a document and without changes the lists are empty", () => {
    assert.deepEqual(names(predict(null, [])), { pending: [], ready: [], waiting: [], gone: [] });
});

test("waiting parties are ordered by rank, called ones by the time of the call", () => {
    const doc = listOf(
        ["Ada", 2, "ready", { readyAt: later }], ["Bo", 2, "ready", { readyAt: at }], ["Cy", 2],
    );
    doc.parties.p_3.rank = "Z";
    doc.parties.p_4 = { name: "Di", size: 1, status: "pending", rank: "b", arrivedAt: at };
    assert.deepEqual(names(predict(doc, [])), {
        pending: ["Di"], ready: ["Bo", "Ada"], waiting: ["Cy"], gone: [],
    });
});

test("each step predicts the server's state of the party", () => {
    const doc = listOf(["Ada", 2], ["Bo", 2, "ready", { readyAt: at }], ["Cy", 2, "pending"]);
    const step = (action, party) => predict(doc, [entry(`waitlist.${action}`, { party })]);
    assert.deepEqual(names(step("ready", "p_1")).ready, ["Bo", "Ada"]);
    assert.deepEqual(names(step("unready", "p_2")).waiting, ["Ada", "Bo"]);
    assert.deepEqual(names(step("confirm", "p_3")).waiting, ["Ada", "Cy"]);
    for (const [action, status] of [
        ["seat", "seated"], ["no_show", "no_show"], ["cancel", "cancelled"],
    ]) {
        const [row] = step(action, "p_2").gone;
        assert.equal(row.status, status);
        assert.equal(row.leftAt, later);
        assert.equal(row.isPending, true);
    }
    // The document is unchanged, and so is the list after a change of a missing party.
    assert.equal(doc.parties.p_1.status, "waiting");
    assert.deepEqual(names(step("seat", "p_9")), names(predict(doc, [])));
});

test("a restored party returns to the end of the line", () => {
    const doc = listOf(["Ada", 2]);
    doc.gone.p_7 = { name: "Bo", size: 3, status: "seated", arrivedAt: at, leftAt: later };
    assert.deepEqual(names(predict(doc, [])).gone, ["Bo"]);
    const lists = predict(doc, [entry("waitlist.restore", { party: "p_7" })]);
    assert.deepEqual(names(lists), { pending: [], ready: [], waiting: ["Ada", "Bo"], gone: [] });
});

test("a party is moved before or after another, and the ends of the line are known", () => {
    const doc = listOf(["Ada", 2], ["Bo", 2], ["Cy", 2]);
    const up = predict(doc, [entry("waitlist.move", { party: "p_3", before: "p_1" })]).waiting;
    assert.deepEqual(up.map(({ name }) => name), ["Cy", "Ada", "Bo"]);
    assert.deepEqual(up.map(({ isFirst, isLast }) => [isFirst, isLast]), [
        [true, false], [false, false], [false, true],
    ]);
    const down = predict(doc, [entry("waitlist.move", { party: "p_1", after: "p_2" })]);
    assert.deepEqual(names(down).waiting, ["Bo", "Ada", "Cy"]);
    const beside = predict(doc, [entry("waitlist.move", { party: "p_1", after: "p_9" })]);
    assert.deepEqual(names(beside).waiting, ["Ada", "Bo", "Cy"]);
});

test("the first party that fits is called, or nobody if another one was expected", () => {
    const doc = listOf(["Ada", 6], ["Bo", 2], ["Cy", 4]);
    const call = (args) => names(predict(doc, [entry("waitlist.call_next", args)])).ready;
    assert.deepEqual(call({}), ["Ada"]);
    assert.deepEqual(call({ sizeMax: 4 }), ["Bo"]);
    assert.deepEqual(call({ sizeMax: 1 }), []);
    assert.deepEqual(call({ expect: "p_1" }), ["Ada"]);
    assert.deepEqual(call({ expect: "p_2" }), []);
});

test("an edit changes only its fields, and empties those that are null", () => {
    const doc = listOf(["Ada", 2, "waiting", { notes: "By the window", phone: "+390669883145" }]);
    const edit = entry("waitlist.edit", { party: "p_1", size: 4, notes: null, was: { size: 2 } });
    const [row] = predict(doc, [edit]).waiting;
    assert.deepEqual(
        [row.size, row.notes, row.phone, row.was], [4, undefined, "+390669883145", undefined],
    );
});

test("an addition is shown once, under the id in its answer", () => {
    const doc = listOf(["Ada", 2]);
    const addition = entry("waitlist.add", { name: "Bo", size: 3 });
    const [, before] = predict(doc, [addition]).waiting;
    assert.deepEqual([before.key, before.isNew], [addition.id, true]);
    addition.ack = { rev: 3, result: { party: "p_2" } };
    const [, answered] = predict(doc, [addition]).waiting;
    assert.deepEqual([answered.key, answered.isNew], ["p_2", false]);
    doc.parties.p_2 = { name: "Bo", size: 3, status: "waiting", rank: "b", arrivedAt: later };
    const after = predict(doc, [addition]).waiting;
    assert.deepEqual(after.map(({ key }) => key), ["p_1", "p_2"]);
});

test("a party of the same name and size is another party", () => {
    const doc = listOf(["Bo", 3]);
    const addition = entry("waitlist.add", { name: "Bo", size: 3 });
    const keys = predict(doc, [addition]).waiting.map(({ key }) => key);
    assert.deepEqual(keys, ["p_1", addition.id]);
});

test("an addition that the list may already show is predicted only once it is answered", () => {
    const addition = { ...entry("waitlist.add", { name: "Bo", size: 3 }), isInDoubt: true };
    const doc = listOf(["Ada", 2]);
    assert.deepEqual(names(predict(doc, [addition])).waiting, ["Ada"]);
    addition.ack = { rev: 3, result: { party: "p_2" } };
    assert.deepEqual(names(predict(doc, [addition])).waiting, ["Ada", "Bo"]);
});

test("changes are predicted one after another", () => {
    const doc = listOf(["Ada", 2], ["Bo", 2]);
    const lists = predict(doc, [
        entry("waitlist.ready", { party: "p_2" }),
        entry("waitlist.seat", { party: "p_2" }),
        entry("waitlist.call_next", {}),
        entry("waitlist.undo", { rev: 3 }),
    ]);
    assert.deepEqual(names(lists), { pending: [], ready: ["Ada"], waiting: [], gone: ["Bo"] });
});
