import assert from "node:assert/strict";
import { test } from "node:test";
import "../support.mjs";

await import("../../../Public/boards/planner/agenda/entries.js");
const { entriesOf, minutesUntil, partsOf, sizeFor } = globalThis.tablecastPlanner;

const at = (time) => Date.parse(`2026-11-24T${time}:00Z`);
const row = (label, start, end, more = {}) => ({
    label, start: `2026-11-24T${start}:00Z`, end: `2026-11-24T${end}:00Z`, ...more,
});
const agenda = {
    e_1: row("Tasting", "18:00", "20:00", { color: "purple" }),
    r_2: row("Grace H.", "19:00", "21:00", { size: 4 }),
    r_1: row("Ada L.", "19:00", "20:30", { size: 2 }),
    e_2: { label: "Market day", allDay: true, color: "teal" },
    e_3: { ...row(undefined, "21:00", "22:00"), private: true },
};
const labels = (entries) => entries.map(({ label }) => label);

test("the agenda is ordered by time, with all-day rows first", () => {
    assert.deepEqual(labels(entriesOf(agenda)), ["Market day", "Tasting", "Ada L.", "Grace H.", ""]);
});

test("all events with the next start are next", () => {
    const { allDay, running, next, later } = partsOf(entriesOf(agenda), at("18:30"));
    assert.deepEqual(labels(allDay), ["Market day"]);
    assert.deepEqual(labels(running), ["Tasting"]);
    assert.deepEqual(labels(next), ["Ada L.", "Grace H."]);
    assert.deepEqual(labels(later), [""]);
    assert.equal(later[0].isPrivate, true);
});

test("an event that begins now is running, and one that ends now is over", () => {
    const { running, next } = partsOf(entriesOf(agenda), at("20:00"));
    assert.deepEqual(labels(running), ["Ada L.", "Grace H."]);
    assert.equal(next.length, 1);
    const last = partsOf(entriesOf(agenda), at("22:00"));
    assert.deepEqual([last.running.length, last.next.length, last.later.length], [0, 0, 0]);
});

test("rows shrink before they are paged", () => {
    assert.deepEqual(sizeFor(3, 300, [100, 60, 50]), { size: 0, perPage: 3 });
    assert.deepEqual(sizeFor(5, 300, [100, 60, 50]), { size: 1, perPage: 5 });
    assert.deepEqual(sizeFor(40, 300, [100, 60, 50]), { size: 2, perPage: 6 });
    // A list that has no room yet.
    assert.deepEqual(sizeFor(2, 0, [100, 60, 50]), { size: 2, perPage: 1 });
});

test("the next event is never in 0 minutes", () => {
    assert.equal(minutesUntil(at("19:00"), at("18:59") + 59_000), 1);
    assert.equal(minutesUntil(at("19:00"), at("18:40")), 20);
});
