import assert from "node:assert/strict";
import { test } from "node:test";
import "../support.mjs";

const lines = await import("../../../Public/boards/orders/lines.js");
const { basketSum, billOf } = await import("../../../Public/boards/orders/lines.js");

const at = "2026-11-20T19:00:00.000Z";
const later = "2026-11-20T19:05:00.000Z";
const line = (status, more = {}) => ({
    dish: "m_1", quantity: 1, status, at, name: "Paella", price: 1000, vat: 1000, round: 1, ...more,
});

test("each step takes lines from the states in the contract", () => {
    const table = {
        "orders.change": ["basket"],
        "orders.place": ["basket"],
        "orders.cook": ["placed"],
        "orders.done": ["placed", "cooking"],
        "orders.serve": ["placed", "cooking", "done"],
        "orders.recall": ["cooking", "done", "served"],
        "orders.cancel_lines": ["placed", "cooking", "done", "served"],
        "orders.pay": ["placed", "cooking", "done", "served"],
        "orders.split": ["basket", "placed", "cooking", "done", "served"],
        "orders.unheard_of": [],
    };
    const statuses = ["basket", "placed", "cooking", "done", "served", "cancelled"];
    for (const [action, legal] of Object.entries(table)) {
        const taken = statuses.filter((status) => lines.isTaken(action, line(status)));
        assert.deepEqual(taken, legal, action);
    }
});

test("paid lines are cooked, but not cancelled or moved", () => {
    const paid = line("placed", { paid: true });
    assert.ok(!lines.isTaken("orders.cancel_lines", paid));
    assert.ok(!lines.isTaken("orders.split", paid));
    assert.ok(!lines.isCancellableByGuest(paid));
    assert.ok(lines.isTaken("orders.cook", paid));
});

test("a guest can cancel only lines that nobody has begun", () => {
    const can = ["basket", "placed", "cooking", "done"].filter((status) =>
        lines.isCancellableByGuest(line(status)),
    );
    assert.deepEqual(can, ["placed"]);
});

test("a step predicts the hub's state", () => {
    const after = (action, status) => lines.statusAfter(`orders.${action}`, status);
    assert.equal(after("place", "basket"), "placed");
    assert.equal(after("cook", "placed"), "cooking");
    assert.equal(after("done", "placed"), "done");
    assert.equal(after("serve", "cooking"), "served");
    assert.deepEqual(
        ["served", "done", "cooking", "placed"].map((status) => after("recall", status)),
        ["done", "cooking", "placed", "placed"],
    );
    assert.equal(after("cook", "done"), "done");
    assert.equal(after("cancel_lines", "done"), "cancelled");
    assert.equal(after("pay", "done"), "done");
});

test("the next step of a round begins all lines, and then finishes all", () => {
    const next = (...statuses) => lines.nextStep(statuses.map((status) => line(status)));
    assert.equal(next("placed", "cooking", "done"), "orders.cook");
    assert.equal(next("cooking", "done"), "orders.done");
    assert.equal(next("done", "served", "cancelled"), null);
});

test("rounds are in order, each with the state of its last line", () => {
    const doc = {
        "i_9": line("served"),
        "i_10": line("cooking", { round: 2 }),
        "i_10-1": line("done", { round: 2, at: later }),
        "i_10-a": line("cancelled", { round: 2 }),
        "i_11": line("cancelled", { round: 3 }),
        "i_12": { dish: "m_1", quantity: 2, status: "basket", at },
    };
    const inOrder = lines.inAddedOrder(doc);
    assert.deepEqual(inOrder.map(({ key }) => key), ["i_9", "i_10", "i_10-1", "i_10-a", "i_11", "i_12"]);
    const rounds = lines.roundsOf(inOrder).map(({ round, status, lines: { length } }) => [round, status, length]);
    assert.deepEqual(rounds, [[1, "served", 1], [2, "cooking", 3], [3, "cancelled", 1]]);
    assert.equal(lines.roundsOf(inOrder)[1].at, later);
    assert.deepEqual(lines.basketOf(inOrder).map(({ key }) => key), ["i_12"]);
    assert.equal(lines.dishCount(inOrder), 7);
});

test("equal wishes join, even if one has an empty note", () => {
    assert.ok(lines.isSameWish({ dish: "m_1", notes: "" }, { dish: "m_1" }));
    assert.ok(!lines.isSameWish({ dish: "m_1", notes: "no salt" }, { dish: "m_1" }));
    assert.ok(!lines.isSameWish({ dish: "m_1", person: "Ada" }, { dish: "m_1", person: "ada" }));
});

test("a bill counts lines that were placed and not cancelled", () => {
    const bill = billOf([
        line("placed", { quantity: 3, price: 990 }),
        line("served", { price: 1250, vat: 2100 }),
        line("cancelled", { price: 5000 }),
        { dish: "m_2", quantity: 4, status: "basket", at },
    ], { paid: 1000, tip: 50 });
    assert.deepEqual(bill, {
        dishes: 4, total: 4220, paid: 1000, tip: 50, due: 3220,
        vat: { 1000: { gross: 2970, vat: 270 }, 2100: { gross: 1250, vat: 217 } },
    });
    assert.deepEqual(billOf([]), { dishes: 0, total: 0, paid: 0, tip: 0, due: 0, vat: {} });
});

test("the fee of a delivery is a part of the total, with the tax of the settings", () => {
    const bill = billOf([line("placed")], { delivery: 250, deliveryVat: 2100 });
    assert.equal(bill.total, 1250);
    assert.equal(bill.delivery, 250);
    assert.deepEqual(bill.vat, { 1000: { gross: 1000, vat: 91 }, 2100: { gross: 250, vat: 43 } });
});

test("people share the other lines, and the first ones in code-unit order take the remainder", () => {
    const { people, total } = billOf([
        line("placed", { person: "ada", price: 500 }),
        line("placed", { person: "Zoë", price: 700 }),
        line("placed", { person: "__proto__", price: 100 }),
        line("placed", { price: 1000 }),
        line("cancelled", { person: "Gone" }),
    ], { delivery: 1 });
    assert.deepEqual(Object.entries(people), [["Zoë", 700 + 334], ["__proto__", 100 + 334], ["ada", 500 + 333]]);
    assert.equal(Object.values(people).reduce((sum, share) => sum + share, 0), total);
    assert.equal(billOf([line("placed")]).people, undefined);
});

test("a basket has today's prices", () => {
    const basket = [
        { dish: "m_1", quantity: 2, status: "basket", at },
        { dish: "m_9", quantity: 1, status: "basket", at },
        line("placed"),
    ];
    assert.deepEqual(basketSum(basket, { m_1: { price: 350 } }), { dishes: 3, total: 700 });
});
