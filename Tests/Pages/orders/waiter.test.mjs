import assert from "node:assert/strict";
import { test } from "node:test";
import "../support.mjs";

const {
    dueByPerson, hindrance, payableLines, percentOf, predictTab, predictTabs,
} = await import("../../../Public/boards/orders/waiter/predict.js");
const { withStock } = await import("../../../Public/boards/orders/kitchen/rounds.js");
const { partsOf } = await import("../../../Public/boards/orders/menu.js");
const { viewName } = await import("../../../Public/js/ui/page.js");

const at = "2026-11-20T19:00:00.000Z";
const later = "2026-11-20T19:05:00.000Z";
const dishes = {
    d_1: { rank: "a", section: "s_1", name: "Soup", price: 450, vat: 1000 },
    d_2: { rank: "b", section: "s_1", name: "Tea", price: 200, vat: 2100 },
};

let count = 0;

function entry(action, args, more = {}) {
    count += 1;
    return { id: `m${count}`, action: `orders.${action}`, args, note: {}, at: later, ...more };
}

const row = (more) => ({
    number: 1, kind: "table", status: "open", openedAt: at,
    total: 0, paid: 0, due: 0, tip: 0, dishes: 0, basket: 0, kitchen: 0, ready: 0, ...more,
});

const names = (rows) => rows.map(({ table, number }) => table ?? number);

function tabOf(lines, payments = {}, more = {}) {
    const bill = { dishes: 0, total: 0, vat: {}, paid: 0, tip: 0, due: 0, ...more };
    return { currency: "EUR", tab: { number: 3, kind: "table", table: "12", status: "open", openedAt: at }, lines, payments, bill };
}

const placed = (status, more = {}) => ({
    dish: "d_1", quantity: 2, status, at, name: "Soup", price: 450, vat: 1000, round: 1, ...more,
});

test("ready tabs come first, then tables in number order, takeaway and delivery", () => {
    const tabs = {
        o_1: row({ table: "10" }), o_2: row({ table: "9" }), o_3: row({ kind: "delivery", number: 5 }),
        o_4: row({ kind: "takeaway", number: 8 }), o_5: row({ table: "Bar" }), o_6: row({ kind: "takeaway", number: 4, ready: 1 }),
    };
    const { tabs: shown } = predictTabs({ currency: "EUR", tabs, gone: {} }, []);
    assert.deepEqual(names(shown), [4, "9", "10", "Bar", 8, 5]);
    assert.deepEqual(predictTabs(null, []), { tabs: [], gone: [] });
});

test("a new tab is listed once, under the id in its answer", () => {
    const open = entry("open", { kind: "table", table: "4" });
    const doc = { currency: "EUR", tabs: {}, gone: {} };
    const [before] = predictTabs(doc, [open]).tabs;
    assert.deepEqual([before.key, before.isNew, before.table, before.number], [open.id, true, "4", undefined]);
    open.ack = { rev: 3, result: { tab: "o_3", number: 12 } };
    const [answered] = predictTabs(doc, [open]).tabs;
    assert.deepEqual([answered.key, answered.isNew, answered.number], ["o_3", false, 12]);
    doc.tabs.o_3 = row({ table: "4" });
    assert.equal(predictTabs(doc, [open]).tabs.length, 1);
    const doubtful = entry("open", { kind: "table", table: "4" }, { isInDoubt: true });
    assert.equal(predictTabs({ ...doc, tabs: {} }, [doubtful]).tabs.length, 0);
});

test("tabs move, leave, come back and are merged", () => {
    const doc = { currency: "EUR", tabs: { o_1: row({ table: "1" }), o_2: row({ table: "2" }) }, gone: {} };
    const after = (...entries) => {
        const { tabs, gone } = predictTabs(doc, entries);
        return [names(tabs), gone.map(({ table, status }) => `${table} ${status}`)];
    };
    assert.deepEqual(after(entry("edit", { tab: "o_1", table: "7" })), [["2", "7"], []]);
    assert.deepEqual(after(entry("close", { tab: "o_1" })), [["2"], ["1 closed"]]);
    assert.deepEqual(after(entry("cancel", { tab: "o_1" }), entry("reopen", { tab: "o_1" })), [["1", "2"], []]);
    assert.deepEqual(after(entry("merge", { tab: "o_1", from: "o_2" })), [["1"], []]);
    assert.deepEqual(after(entry("edit", { tab: "o_9", table: "7" })), [["1", "2"], []]);
});

test("adding, placing and serving change the lines and the bill at once", () => {
    const doc = tabOf({ i_1: { dish: "d_1", quantity: 1, status: "basket", at } });
    const add = entry("add", { tab: "o_1", dish: "d_1" });
    const { lines } = predictTab(doc, [add], "o_1", dishes);
    assert.deepEqual(Object.keys(lines), ["i_1"]);
    assert.equal(lines.i_1.quantity, 2);
    const all = predictTab(doc, [add, entry("place", { tab: "o_1" })], "o_1", dishes);
    assert.deepEqual([all.lines.i_1.status, all.lines.i_1.price, all.lines.i_1.round], ["placed", 450, 1]);
    assert.deepEqual([all.bill.total, all.bill.due, all.bill.vat["1000"].gross], [900, 900, 900]);
    const served = predictTab(tabOf({ i_1: placed("done") }), [entry("serve", { lines: ["i_1"] })], "o_1", dishes);
    assert.equal(served.lines.i_1.status, "served");
    // Changes of another tab do not show here, and the document is unchanged.
    assert.equal(predictTab(doc, [entry("add", { tab: "o_2", dish: "d_2" })], "o_1", dishes).lines.i_1.quantity, 1);
    assert.equal(doc.lines.i_1.status, "basket");
});

test("a payment counts at once, and an undone one does not", () => {
    const doc = tabOf({ i_1: placed("served") }, {}, { total: 900, due: 900 });
    const pay = entry("pay", { tab: "o_1", method: "card", lines: ["i_1"], tip: 50 }, { note: { amount: 900 } });
    const paid = predictTab(doc, [pay], "o_1", dishes);
    assert.deepEqual([paid.bill.paid, paid.bill.due, paid.bill.tip, paid.lines.i_1.paid], [900, 0, 50, true]);
    const before = tabOf({ i_1: placed("served") }, { y_1: { amount: 400, tip: 0, method: "cash", at } });
    const back = predictTab(before, [entry("unpay", { payment: "y_1" })], "o_1", dishes);
    assert.deepEqual([back.bill.paid, back.bill.due], [0, 900]);
});

test("a delivery keeps its fee in the bill", () => {
    const vat = { 1000: { gross: 1150, vat: 105 } };
    const doc = tabOf({ i_1: placed("placed") }, {}, { delivery: 250, total: 1150, due: 1150, vat });
    const { bill } = predictTab(doc, [entry("edit", { tab: "o_1", name: "Ana" })], "o_1", dishes);
    assert.deepEqual([bill.total, bill.delivery, bill.vat], [1150, 250, vat]);
});

test("a split removes lines, or a part of their quantity", () => {
    const doc = tabOf({ i_1: placed("served"), i_2: placed("served") });
    const split = entry("split", { tab: "o_1", lines: [{ line: "i_1", quantity: 1 }, { line: "i_2" }] });
    const { lines, bill } = predictTab(doc, [split], "o_1", dishes);
    assert.deepEqual([Object.keys(lines), lines.i_1.quantity, bill.total], [["i_1"], 1, 450]);
});

test("equal parts add up to the amount due, the larger first", () => {
    assert.deepEqual(partsOf(1000, 3), [{ amount: 334, count: 1 }, { amount: 333, count: 2 }]);
    assert.deepEqual(partsOf(900, 3), [{ amount: 300, count: 3 }]);
    // After the first part is paid, the others are unchanged.
    assert.deepEqual(partsOf(1000 - 334, 2), [{ amount: 333, count: 2 }]);
});

test("a person's paid amount is not asked for again", () => {
    const payments = { y_1: { amount: 300, tip: 0, method: "cash", at, person: "Ana" } };
    const doc = tabOf({}, payments, { due: 700, people: { Ana: 500, Bo: 500 } });
    assert.deepEqual([...dueByPerson(doc)], [["Ana", 200], ["Bo", 500]]);
    assert.deepEqual([...dueByPerson(tabOf({}))], []);
});

test("unpaid lines on the bill can be paid", () => {
    const lines = {
        i_2: placed("served"), i_1: placed("placed"), i_3: placed("served", { paid: true }),
        i_4: placed("cancelled"), i_5: placed("served", { price: 0 }), i_6: { dish: "d_1", quantity: 1, status: "basket", at },
    };
    assert.deepEqual(payableLines(tabOf(lines)).map(({ key }) => key), ["i_1", "i_2"]);
});

test("tips are whole units, for any amount", () => {
    assert.deepEqual([percentOf(1999, 10), percentOf(999, 5), percentOf(0, 10)], [199, 49, 0]);
    assert.equal(percentOf(9_007_199_254, 10), 900_719_925);
});

test("a tab can be closed once it is paid and nothing is in the kitchen", () => {
    assert.equal(hindrance(tabOf({})), "nothing");
    assert.equal(hindrance(tabOf({ i_1: placed("cooking") })), "kitchen");
    assert.equal(hindrance(tabOf({ i_1: placed("done") }, {}, { due: 1 })), "due");
    assert.equal(hindrance(tabOf({ i_1: placed("done") })), undefined);
});

test("a dish is shown as sold out at once, and as available again", () => {
    const menu = { currency: "EUR", sections: {}, dishes };
    const out = withStock(menu, [entry("stock", { dish: "d_1", left: 0 })]);
    assert.deepEqual([out.dishes.d_1.left, menu.dishes.d_1.left], [0, undefined]);
    const back = withStock(out, [entry("stock", { dish: "d_1", left: null }), entry("stock", { dish: "d_9", left: 1 })]);
    assert.deepEqual(back.dishes, dishes);
    assert.equal(withStock(null, []), null);
});

test("a view's parameters are encoded in the hub's form", () => {
    assert.equal(viewName("orders/kitchen", { station: undefined }), "orders/kitchen");
    assert.equal(viewName("orders/kitchen", { station: "Chef's (1) / *é!" }), "orders/kitchen?station=Chef%27s%20%281%29%20%2F%20%2A%C3%A9%21");
});
