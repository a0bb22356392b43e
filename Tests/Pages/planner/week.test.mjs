import assert from "node:assert/strict";
import { test } from "node:test";
import "../support.mjs";

const { layOut, movedTo, naming, overlapping, partOf } = await import("../../../Public/boards/planner/core/week.js");
const { byServiceDay, foldOf, zoneOf } = await import("../../../Public/boards/planner/core/dates.js");

const monday = "2026-05-04";

function allDay(firstDay, lastDay, more = {}) {
    return { event: "e_1", calendar: "main", title: "A", allDay: true, firstDay, lastDay, ...more };
}

function timed(start, end, more = {}) {
    return {
        event: "e_1", calendar: "main", title: "A", start: `${start}:00.000Z`, end: `${end}:00.000Z`,
        firstDay: start.slice(0, 10), lastDay: end.slice(0, 10), ...more,
    };
}

const weekOf = (occurrences) => ({ monday, timeZone: "UTC", occurrences, reservations: {} });

test("events are on their day by time, and those past midnight on their evening", () => {
    const { days, bars } = layOut(weekOf({
        late: timed("2026-05-04T22:00", "2026-05-05T01:00"),
        early: timed("2026-05-04T08:00", "2026-05-04T09:00"),
        before: timed("2026-05-03T22:00", "2026-05-04T01:00"),
        gone: timed("2026-04-27T08:00", "2026-04-27T09:00"),
    }));
    assert.deepEqual(days[0].events.map(({ key }) => key), ["before", "early", "late"]);
    assert.deepEqual(days[1].events, []);
    assert.deepEqual(bars, []);
});

test("bars keep their lane on all their days, and none covers another", () => {
    const { bars, lanes } = layOut(weekOf({
        a: allDay("2026-05-02", "2026-05-05"),
        b: allDay("2026-05-05", "2026-05-07"),
        c: allDay("2026-05-06", "2026-05-06"),
        d: timed("2026-05-08T10:00", "2026-05-12T10:00"),
    }));
    const of = (key) => bars.find(({ row }) => row.key === key);
    assert.deepEqual([of("a").lane, of("b").lane, of("c").lane, of("d").lane], [0, 1, 0, 0]);
    assert.equal(lanes, 2);
    assert.deepEqual([of("a").from, of("a").to, of("a").isFromBefore, of("a").isToAfter], [0, 1, true, false]);
    assert.deepEqual([of("d").from, of("d").to, of("d").isToAfter], [4, 6, true]);
    const left = partOf(of("b"), 0, 2);
    const right = partOf(of("b"), 3, 6);
    assert.deepEqual([left.from, left.to, left.isToAfter], [1, 2, true]);
    assert.deepEqual([right.from, right.to, right.isFromBefore, right.isToAfter], [3, 3, true, false]);
    assert.equal(partOf(of("a"), 3, 6), undefined);
});

test("reservations are summed by service day, without cancellations and no-shows", () => {
    const row = (key, start, size, status = "booked") => ({ key, name: key, size, start, end: start, status });
    const days = byServiceDay([
        row("a", "2026-05-04T18:00:00.000Z", 2), row("b", "2026-05-05T00:30:00.000Z", 4, "seated"),
        row("c", "2026-05-04T19:00:00.000Z", 6, "no_show"),
    ], zoneOf("UTC"));
    assert.deepEqual([...days.keys()], ["2026-05-04"]);
    assert.deepEqual(foldOf(days.get("2026-05-04")), { count: 2, covers: 6 });
});

test("an event is moved in local time, in its own zone", () => {
    const row = { ...timed("2026-03-28T18:30", "2026-03-28T19:30"), key: "e_1" };
    assert.deepEqual(movedTo(row, { days: 1 }, "Europe/Rome"), { start: "2026-03-29T19:30" });
    assert.deepEqual(movedTo(row, { minutes: -15 }, "Europe/Rome"), { start: "2026-03-28T19:15" });
    assert.deepEqual(
        movedTo({ ...row, timeZone: "Europe/London" }, { days: 1 }, "Europe/Rome"),
        { start: "2026-03-29T18:30", timeZone: "Europe/London" },
    );
    const whole = { ...allDay("2026-05-04", "2026-05-05"), key: "e_1" };
    assert.deepEqual(movedTo(whole, { days: -4 }, "UTC"), { date: "2026-04-30" });
    assert.equal(movedTo(whole, { minutes: 15 }, "UTC"), undefined);
    assert.deepEqual(naming({ event: "e_1" }), { event: "e_1" });
    assert.deepEqual(naming({ event: "e_1", at: "20260504" }, "all"), { event: "e_1", at: "20260504", scope: "all" });
});

test("only busy events of one calendar overlap", () => {
    const rows = [
        { ...timed("2026-05-04T10:00", "2026-05-04T11:00"), key: "e_1" },
        { ...timed("2026-05-04T10:00", "2026-05-04T11:00", { event: "e_2", free: true }), key: "e_2" },
        { ...timed("2026-05-04T10:00", "2026-05-04T11:00", { event: "e_3", calendar: "c_2" }), key: "e_3" },
        { ...timed("2026-05-04T11:00", "2026-05-04T12:00", { event: "e_4" }), key: "e_4" },
        { ...allDay("2026-05-04", "2026-05-04", { event: "e_5" }), key: "e_5" },
    ];
    const wanted = {
        calendar: "main", startMs: Date.UTC(2026, 4, 4, 10, 30), endMs: Date.UTC(2026, 4, 4, 11),
    };
    assert.deepEqual(overlapping(wanted, rows).map(({ key }) => key), ["e_1"]);
    assert.deepEqual(overlapping({ ...wanted, event: "e_1" }, rows), []);
    assert.deepEqual(overlapping({ ...wanted, free: true }, rows), []);
});

test("quarter-hour steps pass over a skipped hour, and once through a repeated one", () => {
    const from = (start, minutes) => movedTo({ start }, { minutes }, "Europe/Rome").start.slice(11);
    // 03:00 in summer time, 01:45 before it.
    assert.equal(from("2027-03-28T01:00:00.000Z", -15), "01:45");
    assert.equal(from("2027-03-28T01:00:00.000Z", -30), "01:30");
    assert.equal(from("2027-03-28T00:45:00.000Z", 15), "03:00");
    // The first 02:45 of two, and the 03:00 after them.
    assert.equal(from("2026-10-25T00:45:00.000Z", 15), "03:00");
    assert.equal(from("2026-10-25T02:00:00.000Z", -15), "02:45");
    assert.equal(from("2026-10-25T02:00:00.000Z", -75), "01:45");
});
