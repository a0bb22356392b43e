import assert from "node:assert/strict";
import { test } from "node:test";
import "../support.mjs";

const { againOf, dayText, orderOf, ordersIn, withOrder } = await import("../../../Public/boards/orders/guest/kept.js");
const { argumentsOf, missingIn } = await import("../../../Public/boards/orders/takeaway/takeaway.js");

const at = "2026-11-20T19:00:00.000Z";
const doc = { currency: "EUR", tab: { openedAt: at }, bill: { total: 4220 } };
const line = (dish, quantity, more = {}) => ({ dish, quantity, status: "placed", at, name: dish.toUpperCase(), ...more });

test("a phone keeps the placed lines without their persons", () => {
    const order = orderOf("t_1", doc, [
        line("m_1", 2, { person: "Ada" }), line("m_1", 1), line("m_1", 1, { notes: "no salt" }),
        line("m_2", 1, { status: "cancelled" }), line("m_3", 4, { status: "basket" }),
    ]);
    assert.deepEqual(order, {
        tab: "t_1", at, total: 4220, currency: "EUR",
        lines: [
            { dish: "m_1", name: "M_1", quantity: 3 },
            { dish: "m_1", name: "M_1", quantity: 1, notes: "no salt" },
        ],
    });
    assert.equal(orderOf("t_1", doc, [line("m_3", 4, { status: "basket" })]), null);
});

test("an order replaces its earlier state, and the newest comes first", () => {
    const of = (tab, opened, total = 0) => ({ tab, at: opened, total, currency: "EUR", lines: [] });
    const kept = withOrder([of("t_1", "2026-01-01")], "t_2", of("t_2", "2026-02-01"));
    assert.deepEqual(kept.map(({ tab }) => tab), ["t_2", "t_1"]);
    assert.deepEqual(withOrder(kept, "t_1", of("t_1", "2026-01-01", 9)).map(({ total }) => total), [0, 9]);
    assert.deepEqual(withOrder(kept, "t_2", null).map(({ tab }) => tab), ["t_1"]);
    const many = Array.from({ length: 30 }, (_, index) => of(`t_${index}`, `2026-01-${10 + index}`));
    assert.equal(withOrder(many, "x", null).length, 20);
    assert.deepEqual(ordersIn("nonsense"), []);
    assert.deepEqual(ordersIn([null, { tab: 1 }, of("t_1", at)]).length, 1);
});

test("only available dishes are ordered again", () => {
    const order = orderOf("t_1", doc, [
        line("m_1", 3), line("m_1", 2, { notes: "no salt" }), line("m_2", 1), line("m_9", 1), line("m_3", 2),
    ]);
    const dishes = { m_1: { left: 4 }, m_2: { left: 0 }, m_3: {} };
    const { wishes, leftOut } = againOf(order, dishes);
    assert.deepEqual(wishes, [
        { dish: "m_1", quantity: 3 }, { dish: "m_1", quantity: 1, notes: "no salt" }, { dish: "m_3", quantity: 2 },
    ]);
    assert.deepEqual(leftOut.map(({ dish, quantity }) => [dish, quantity]), [["m_1", 1], ["m_2", 1], ["m_9", 1]]);
});

test("a delivery needs a name, a number and an address; a pick-up only a name", () => {
    const typed = { kind: "takeaway", name: " Ada ", phone: "", address: "Somewhere 1" };
    assert.deepEqual(missingIn(typed), []);
    assert.deepEqual(argumentsOf(typed), { kind: "takeaway", name: "Ada" });
    assert.deepEqual(missingIn({ kind: "delivery", name: " ", phone: "", address: "" }), ["name", "phone", "address"]);
    assert.deepEqual(argumentsOf({ ...typed, kind: "delivery", phone: "+34 612 345 678" }), {
        kind: "delivery", name: "Ada", phone: "+34 612 345 678", address: "Somewhere 1",
    });
});

test("an order's day is the day in the house's zone", () => {
    assert.equal(dayText("2026-11-20T23:30:00.000Z", "Europe/Madrid", "en"), "21 Nov 2026");
    assert.equal(dayText(at, "No/Where", "en"), "2026-11-20");
});
