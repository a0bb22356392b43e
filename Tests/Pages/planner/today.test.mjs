import assert from "node:assert/strict";
import { test } from "node:test";
import "../support.mjs";

const folder = "../../../Public/boards/planner";
const rows = await import(`${folder}/core/reservations.js`);
const { zoneOf } = await import(`${folder}/core/dates.js`);
const wanted = await import(`${folder}/reserve/wanted.js`);

const zone = zoneOf("Europe/Rome");
const rules = { zone, stay: [{ size: 2, minutes: 90 }, { size: 99, minutes: 150 }] };
const reservation = (name, start, more = {}) => ({
    name, size: 2, start: `2026-11-24T${start}:00.000Z`, end: `2026-11-24T${start}:00.000Z`,
    status: "booked", ...more,
});
const doc = {
    reservations: {
        r_2: reservation("Hopper", "19:00", { size: 4 }),
        r_1: reservation("Lovelace", "18:30", { end: "2026-11-24T20:00:00.000Z" }),
        r_3: reservation("Curie", "18:00", { status: "seated", party: "p_1" }),
    },
};
const entry = (action, args, more = {}) => ({
    id: "id", action, args, at: "2026-11-24T18:31:00.000Z", note: {}, isSent: true, ...more,
});
const predict = (...entries) => rows.predict(doc, entries, rules);
const find = (list, key) => list.find((row) => row.key === key);

test("reservations are ordered by time", () => {
    assert.deepEqual(predict().map(({ key }) => key), ["r_3", "r_1", "r_2"]);
    assert.deepEqual(rows.predict(null, [], rules), []);
});

test("an arriving party is shown before the hub has answered", () => {
    const arrived = entry("waitlist.add", { name: "Lovelace", size: 2, reservation: "r_1" });
    const row = find(predict(arrived), "r_1");
    assert.deepEqual([row.status, row.isPending, row.arrivedAt], ["arrived", true, arrived.at]);
    assert.equal(row.party, undefined);
    const known = find(predict({ ...arrived, ack: { rev: 9, result: { party: "p_9" } } }), "r_1");
    assert.equal(known.party, "p_9");
});

test("a reservation follows its party's changes", () => {
    assert.equal(find(predict(entry("waitlist.no_show", { party: "p_1" })), "r_3").status, "no_show");
    assert.equal(find(predict(entry("waitlist.restore", { party: "p_1" })), "r_3").status, "arrived");
    // A party without a reservation.
    assert.deepEqual(predict(entry("waitlist.seat", { party: "p_7" })), predict());
});

test("a new reservation is shown before the hub has it, and only once", () => {
    const args = { name: "Noether", size: 3, start: "2026-11-24T20:15" };
    const made = find(predict(entry("planner.reserve", args)), "id");
    assert.deepEqual([made.start, made.end, made.isNew], [
        "2026-11-24T19:15:00.000Z", "2026-11-24T21:45:00.000Z", true,
    ]);
    const acknowledged = entry("planner.reserve", args, { ack: { rev: 9, result: { reservation: "r_1" } } });
    assert.equal(predict(acknowledged).length, 3);
    assert.equal(predict(entry("planner.reserve", args, { isInDoubt: true })).length, 3);
});

test("a moved reservation keeps its length, unless another is given", () => {
    const moved = entry("planner.rebook", { reservation: "r_1", start: "2026-11-24T21:00" });
    assert.equal(find(predict(moved), "r_1").end, "2026-11-24T21:30:00.000Z");
    const shorter = entry("planner.rebook", { reservation: "r_1", minutes: 60 });
    assert.equal(find(predict(shorter), "r_1").end, "2026-11-24T19:30:00.000Z");
    const usual = entry("planner.rebook", { reservation: "r_1", minutes: null, size: 5 });
    assert.equal(find(predict(usual), "r_1").end, "2026-11-24T21:00:00.000Z");
});

test("waiting parties come before seated ones, and the last to leave comes first", () => {
    const list = predict(entry("waitlist.add", { name: "Hopper", size: 4, reservation: "r_2" }));
    const { coming, here, gone } = rows.tabsOf([
        ...list,
        { key: "r_8", ...reservation("A", "17:00", { status: "no_show", leftAt: "2026-11-24T17:30:00Z" }) },
        { key: "r_9", ...reservation("B", "20:00", { status: "cancelled", leftAt: "2026-11-24T18:00:00Z" }) },
    ]);
    assert.deepEqual(coming.map(({ key }) => key), ["r_1"]);
    assert.deepEqual(here.map(({ key }) => key), ["r_2", "r_3"]);
    assert.deepEqual(gone.map(({ key }) => key), ["r_9", "r_8"]);
});

test("only reservations that have not arrived are late, after the grace period", () => {
    const [seated, booked] = predict();
    const now = Date.parse("2026-11-24T18:50:30Z");
    assert.equal(rows.minutesLate(booked, now, 15), 20);
    assert.equal(rows.minutesLate(booked, now, 21), 0);
    assert.equal(rows.minutesLate(seated, now, 15), 0);
});

test("the strip has every quarter hour from the first to the last", () => {
    const slots = rows.slotsOf(predict(), (local) => (local >= "2026-11-24T19:30" ? 4 : undefined), zone);
    assert.deepEqual(slots.map(({ covers }) => covers), [2, 0, 2, 0, 4]);
    assert.deepEqual(slots.map(({ limit }) => limit), [undefined, undefined, 4, 4, 4]);
    assert.deepEqual(rows.slotsOf([], () => 4, zone), []);
});

test("there is room below the limit, and a reservation does not count against itself", () => {
    const house = { limitAt: () => 6, isOpenAt: () => true, zone };
    const room = (size, more) =>
        rows.roomFor({ local: "2026-11-24T20:05", size, ...more }, predict(), house);
    assert.deepEqual(room(2), { isClosed: false, taken: 4, limit: 6, isFull: false });
    assert.equal(room(3).isFull, true);
    assert.equal(room(6, { key: "r_2" }).isFull, false);
    const closed = { limitAt: () => undefined, isOpenAt: () => false, zone };
    const { isClosed, isFull } = rows.roomFor({ local: "2026-11-24T20:05", size: 99 }, predict(), closed);
    assert.deepEqual([isClosed, isFull], [true, false]);
});

test("the form sends the chosen values, or only the differences for a change", () => {
    const before = wanted.wantedOf(
        { ...doc.reservations.r_1, notes: "By the window", tags: [] }, zone, () => 90,
    );
    assert.deepEqual(before, {
        name: "Lovelace", size: 2, start: "2026-11-24T19:30", minutes: null, phone: null,
        notes: "By the window", tags: null, table: null,
    });
    assert.deepEqual(wanted.newArguments(before, false), {
        name: "Lovelace", size: 2, start: "2026-11-24T19:30", notes: "By the window",
    });
    const now = { ...before, size: 3, notes: null };
    assert.deepEqual(wanted.changedArguments(before, now, true), { size: 3, notes: null, override: true });
    assert.deepEqual(wanted.changedArguments(before, { ...before }, true), {});
});

test("only quarter hours that are not over are offered", () => {
    const quarters = ["14:15", "14:30", "14:45", "15:00"].map((time) => `2026-11-24T${time}`);
    const left = (time) => wanted.leftOf(quarters, zone, zone.instant(`2026-11-24T${time}`));
    assert.deepEqual(left("14:44"), quarters.slice(1));
    assert.deepEqual(left("14:45"), quarters.slice(2));
    assert.deepEqual(left("15:15"), []);
});

test("a time before the day's start is on the date after it", () => {
    assert.equal(wanted.localOn("2026-11-24", "19:30", "04:00"), "2026-11-24T19:30");
    assert.equal(wanted.localOn("2026-11-24", "00:30", "04:00"), "2026-11-25T00:30");
});
