import assert from "node:assert/strict";
import { test } from "node:test";
import "../support.mjs";

const { foreseenLines, hindrancesOf } = await import("../../../Public/boards/orders/basket.js");
const { roundsOf } = await import("../../../Public/boards/orders/lines.js");

const at = "2026-11-20T19:00:00.000Z";
const later = "2026-11-20T19:05:00.000Z";
const dish = (more = {}) => ({ rank: "a", section: "s_1", name: "Paella", price: 1000, vat: 1000, ...more });
const dishes = { m_1: dish(), m_2: dish({ name: "Tarta", price: 450 }) };
const wish = (more = {}) => ({ dish: "m_1", quantity: 1, status: "basket", at, ...more });

let count = 0;

function entry(action, args, more = {}) {
    count += 1;
    return { id: `e${count}`, action: `orders.${action}`, args, note: {}, at: later, isSent: false, ...more };
}

const foresee = (lines, ...entries) =>
    foreseenLines(lines, entries, "t_1", dishes).map(({ key, quantity, status }) => [key, quantity, status]);

test("lines that can't be placed have a reason, and lines of one dish count together", () => {
    const basket = [
        { ...wish(), key: "i_1" },
        { ...wish({ quantity: 2, notes: "no salt" }), key: "i_2" },
        { ...wish({ dish: "m_2" }), key: "i_3" },
        { ...wish({ dish: "m_9" }), key: "i_4" },
    ];
    const found = (more) => Object.fromEntries(hindrancesOf(basket, { ...dishes, ...more }));
    assert.deepEqual(found({}), { i_4: { reason: "gone" } });
    assert.deepEqual(found({ m_1: dish({ left: 2 }), m_2: dish({ left: 0 }) }), {
        i_1: { reason: "few", left: 2 },
        i_2: { reason: "few", left: 2 },
        i_3: { reason: "soldOut" },
        i_4: { reason: "gone" },
    });
    assert.deepEqual(Object.keys(found({ m_1: dish({ left: 3 }) })), ["i_4"]);
});

test("an addition joins an equal wish, or is added last", () => {
    const lines = { i_1: wish(), i_2: wish({ status: "placed", round: 1 }) };
    const add = entry("add", { tab: "t_1", dish: "m_1", quantity: 2 });
    assert.deepEqual(foresee(lines, add), [["i_1", 3, "basket"], ["i_2", 1, "placed"]]);
    const noted = entry("add", { tab: "t_1", dish: "m_1", notes: "no salt" });
    assert.deepEqual(foresee(lines, noted)[2], [noted.id, 1, "basket"]);
    const answered = entry("add", { tab: "t_1", dish: "m_2" }, { ack: { rev: 9, result: { line: "i_9" } } });
    assert.deepEqual(foresee(lines, answered)[2], ["i_9", 1, "basket"]);
    const elsewhere = entry("add", { tab: "t_2", dish: "m_2" });
    assert.equal(foresee(lines, elsewhere).length, 2);
    // The document is not changed.
    assert.equal(lines.i_1.quantity, 1);
});

test("an addition that the document may already contain does not count twice", () => {
    const lines = { i_1: wish() };
    const add = entry("add", { tab: "t_1", dish: "m_1" }, { isInDoubt: true, isSent: true });
    assert.deepEqual(foresee(lines, add), [["i_1", 1, "basket"]]);
});

test("a change that makes two wishes equal keeps the older one", () => {
    const lines = { i_1: wish(), i_2: wish({ quantity: 2, notes: "no salt" }) };
    assert.deepEqual(foresee(lines, entry("change", { line: "i_2", notes: null })), [["i_1", 3, "basket"]]);
    assert.deepEqual(foresee(lines, entry("change", { line: "i_1", notes: "no salt" })), [["i_1", 3, "basket"]]);
    assert.deepEqual(foresee(lines, entry("change", { line: "i_1", quantity: 0 })), [["i_2", 2, "basket"]]);
    assert.deepEqual(foresee(lines, entry("change", { line: "i_9", quantity: 0 })).length, 2);
});

test("placing turns the basket, or a course of it, into the next round", () => {
    const lines = { i_1: wish({ status: "served", round: 2, price: 5 }), i_2: wish(), i_3: wish({ dish: "m_2" }) };
    const [, first, second] = foreseenLines(lines, [entry("place", { tab: "t_1" })], "t_1", dishes);
    assert.deepEqual([first.round, first.status, first.price], [3, "placed", 1000]);
    assert.deepEqual([second.round, second.name, second.isPending], [3, "Tarta", true]);
    const course = entry("place", { tab: "t_1", lines: ["i_3"] });
    assert.deepEqual(foresee(lines, course).map(([, , status]) => status), ["served", "basket", "placed"]);
});

test("a round is being placed until the hub confirms it", () => {
    const lines = { i_1: wish({ status: "placed", round: 1 }), i_2: wish() };
    const place = entry("place", { tab: "t_1" });
    const placing = () =>
        roundsOf(foreseenLines(lines, [place], "t_1", dishes)).map(({ isPlacing }) => isPlacing);
    assert.deepEqual(placing(), [false, true]);
    place.ack = { rev: 9, result: { round: 2 } };
    assert.deepEqual(placing(), [false, false]);
});

test("lines added without a connection are placed too", () => {
    const entries = [
        entry("add", { tab: "t_1", dish: "m_1" }),
        entry("add", { tab: "t_1", dish: "m_1" }),
        entry("place", { tab: "t_1" }),
        entry("add", { tab: "t_1", dish: "m_1" }),
    ];
    assert.deepEqual(foresee({}, ...entries), [
        [entries[0].id, 2, "placed"],
        [entries[3].id, 1, "basket"],
    ]);
});

test("steps skip lines in other states", () => {
    const lines = { i_1: wish({ status: "placed", round: 1 }), i_2: wish({ status: "done", round: 1 }) };
    const both = { lines: ["i_1", "i_2"] };
    assert.deepEqual(foresee(lines, entry("cook", both)).map(([, , status]) => status), ["cooking", "done"]);
    const cancelled = foresee(lines, entry("cancel_lines", { lines: ["i_1"] }));
    assert.deepEqual(cancelled.map(([, , status]) => status), ["cancelled", "done"]);
    const paid = foreseenLines(lines, [entry("pay", both)], "t_1", dishes);
    assert.deepEqual(paid.map((line) => line.paid), [true, true]);
});
