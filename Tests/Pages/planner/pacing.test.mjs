import assert from "node:assert/strict";
import { test } from "node:test";
import "../support.mjs";

const pacing = await import("../../../Public/boards/planner/core/reservations.js");
const { dayOf } = await import("../../../Public/boards/planner/core/dates.js");
const { isOpenAt, limitAt, openingsOf, quartersOf } = pacing;

// 2026-11-27 is a Friday.
const rules = [
    { days: ["FR", "SA"], from: "19:00", to: "01:00", covers: 16 },
    { days: ["SU"], covers: 8 },
    { from: "12:00", to: "14:30", covers: 10 },
    { from: "18:00", covers: 12 },
];
const house = {
    dayStart: "04:00",
    hours: { FR: [["12:00", "15:00"], ["18:30", "01:00"]], SA: [["18:30", "23:00"]] },
    exceptions: { "2026-12-24": [], "2026-12-25": [["12:00", "16:00"]] },
};

test("the first matching rule gives a quarter hour's limit", () => {
    assert.equal(limitAt(rules, "2026-11-27T19:00"), 16);
    assert.equal(limitAt(rules, "2026-11-27T18:45"), 12);
    assert.equal(limitAt(rules, "2026-11-29T19:00"), 8);
    assert.equal(limitAt(rules, "2026-11-26T14:30"), undefined);
    assert.equal(limitAt([], "2026-11-27T19:00"), undefined);
    assert.equal(limitAt(undefined, "2026-11-27T19:00"), undefined);
});

test("a time within a quarter hour counts as its beginning", () => {
    assert.equal(limitAt(rules, "2026-11-26T14:29"), 10);
    assert.equal(limitAt([{ from: "19:10", covers: 3 }], "2026-11-27T19:14"), undefined);
});

test("the evening's rules apply after midnight", () => {
    // Early on Saturday, it is still Friday's service day.
    assert.equal(dayOf("2026-11-28T00:30"), "2026-11-27");
    assert.equal(limitAt(rules, "2026-11-28T00:45"), 16);
    assert.equal(limitAt(rules, "2026-11-28T01:00"), 12);
    assert.equal(limitAt(rules, "2026-11-28T03:45"), 12);
    assert.equal(limitAt(rules, "2026-11-28T04:00"), undefined);
});

test("a house is open within its hours, or all day if it has none", () => {
    assert.equal(isOpenAt(house, "2026-11-27T12:00"), true);
    assert.equal(isOpenAt(house, "2026-11-27T15:00"), false);
    assert.equal(isOpenAt(house, "2026-11-28T00:45"), true);
    assert.equal(isOpenAt(house, "2026-11-28T01:00"), false);
    assert.equal(isOpenAt(house, "2026-12-24T20:00"), false);
    assert.equal(isOpenAt(house, "2026-12-25T12:30"), true);
    assert.equal(isOpenAt({}, "2026-11-27T03:00"), true);
    assert.equal(openingsOf({}, "2026-11-27"), undefined);
    assert.deepEqual(openingsOf(house, "2026-11-25"), []);
});

test("a day offers the quarter hours in which the house is open", () => {
    const quarters = quartersOf(house, "2026-11-27");
    assert.equal(quarters[0], "2026-11-27T12:00");
    assert.equal(quarters[11], "2026-11-27T14:45");
    assert.equal(quarters[12], "2026-11-27T18:30");
    assert.equal(quarters.at(-1), "2026-11-28T00:45");
    // A closed day offers the usual quarter hours, for an override.
    assert.equal(quartersOf(house, "2026-12-24")[0], "2026-12-24T11:00");
});
