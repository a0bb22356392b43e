import assert from "node:assert/strict";
import { test } from "node:test";
import { speak } from "../support.mjs";

const folder = "../../../Public/boards/planner";
const {
    blankValues, changedArgs, endAfter, minutesOf, newArgs, valuesOf,
} = await import(`${folder}/book/eventargs.js`);
const { withPending } = await import(`${folder}/book/pending.js`);
const { act, leafOf, readPlace, turned, turnedWeek, writePlace } = await import(`${folder}/book/place.js`);
const { piecesOf, readRule, writeRule } = await import(`${folder}/core/week.js`);
const { Hours } = await import("../../../Public/js/ui/page.js");

const zone = "Europe/Rome";
const row = {
    key: "e_1", event: "e_1", calendar: "main", title: "Meeting",
    start: "2026-05-04T17:30:00.000Z", end: "2026-05-04T18:30:00.000Z",
    firstDay: "2026-05-04", lastDay: "2026-05-04", timeZone: zone,
};
const whole = {
    key: "e_2", event: "e_2", calendar: "main", title: "Fair", allDay: true,
    firstDay: "2026-05-04", lastDay: "2026-05-06",
};

test("a new event is sent with its filled fields only", () => {
    const values = { ...valuesOf(row, zone), description: "Bring the menu", free: true };
    assert.deepEqual(newArgs(values, zone), {
        title: "Meeting", calendar: "main", description: "Bring the menu", start: "2026-05-04T19:30",
        minutes: 60, free: true,
    });
    assert.deepEqual(newArgs(valuesOf(whole, zone), zone), {
        title: "Fair", calendar: "main", date: "2026-05-04", days: 3,
    });
});

test("an edit sends only the differences", () => {
    const before = valuesOf(row, zone);
    assert.deepEqual(changedArgs(before, before, zone, zone), {});
    assert.deepEqual(
        changedArgs({ ...before, location: "Bar", tentative: true }, { ...before, title: "Talk" }, zone, zone),
        { title: "Talk", location: null, tentative: null },
    );
    const later = { ...before, start: "20:00", end: "21:00" };
    assert.deepEqual(changedArgs(before, later, zone, zone), { start: "2026-05-04T20:00" });
    assert.deepEqual(
        changedArgs(before, { ...before, allDay: true, endDate: "2026-05-05" }, zone, zone),
        { date: "2026-05-04", days: 2 },
    );
    assert.deepEqual(
        changedArgs(valuesOf(row, "UTC"), { ...valuesOf(row, "UTC"), start: "18:00" }, "UTC", zone),
        { start: "2026-05-04T18:00", minutes: 30, timeZone: "UTC" },
    );
});

test("a length is elapsed time, even in nights when the clocks change", () => {
    const night = (date, next) => ({ ...valuesOf(row, zone), date, start: "22:00", endDate: next, end: "04:00" });
    assert.equal(minutesOf(night("2026-03-28", "2026-03-29"), zone), 300);
    assert.equal(minutesOf(night("2026-10-24", "2026-10-25"), zone), 420);
    assert.ok(Number.isNaN(minutesOf({ ...night("2026-03-28", "2026-03-29"), end: "" }, zone)));
});

test("a new event is on the pressed day, at any time of day", () => {
    for (const [now, start, endDate, end] of [
        ["2026-05-04T17:20", "18:00", "2026-05-04", "19:00"],
        ["2026-05-04T22:59", "23:00", "2026-05-05", "00:00"],
        ["2026-05-04T23:00", "23:00", "2026-05-05", "00:00"],
        ["2026-05-04T23:59", "23:00", "2026-05-05", "00:00"],
        ["2026-05-03T23:59", "12:00", "2026-05-04", "13:00"],
    ]) {
        const values = blankValues("2026-05-04", now);
        assert.deepEqual(
            [values.date, values.start, values.endDate, values.end], ["2026-05-04", start, endDate, end],
        );
    }
});

test("the end moves with the start", () => {
    const before = valuesOf(row, zone);
    assert.deepEqual(endAfter(before, { ...before, start: "23:30" }), { endDate: "2026-05-05", end: "00:30" });
    const fair = valuesOf(whole, zone);
    assert.equal(endAfter(fair, { ...fair, date: "2026-06-01" }).endDate, "2026-06-03");
});

let count = 0;

function entry(action, args, more = {}) {
    count += 1;
    return { id: `m${count}`, action: `planner.${action}`, args, note: {}, at: "", isSent: true, ...more };
}

const weekOf = (occurrences) => ({
    monday: "2026-05-04", timeZone: zone, occurrences, reservations: {}, capped: {},
});

test("a pending event is at its time, and a deleted one is removed", () => {
    const doc = weekOf({ e_1: row });
    const pending = (...change) => Object.values(withPending(doc, [entry(...change)], zone).occurrences).at(-1);
    const fresh = pending("add", { title: "New", start: "2026-05-05T00:30", minutes: 30 });
    assert.deepEqual(
        [fresh.title, fresh.start, fresh.firstDay, fresh.lastDay, fresh.isNew],
        ["New", "2026-05-04T22:30:00.000Z", "2026-05-05", "2026-05-05", true],
    );
    const moved = pending("edit", { event: "e_1", start: "2026-05-06T19:30", title: "Talk" });
    assert.deepEqual(
        [moved.title, moved.firstDay, moved.end, moved.isPending],
        ["Meeting", "2026-05-06", "2026-05-06T18:30:00.000Z", true],
    );
    assert.equal(pending("edit", { event: "e_1", minutes: 30 }).end, "2026-05-04T18:00:00.000Z");
    const turned = pending("edit", { event: "e_1", date: "2026-05-04", days: 2 });
    assert.deepEqual([turned.allDay, turned.lastDay, turned.start], [true, "2026-05-05", undefined]);
    assert.equal(pending("delete", { event: "e_1" }), undefined);
    assert.equal(withPending(null, [], zone), null);
});

test("the scope selects the occurrences of a series", () => {
    const of = (day) => ({
        ...row, at: `202605${day}T173000Z`, start: `2026-05-${day}T17:30:00.000Z`,
        end: `2026-05-${day}T18:30:00.000Z`, firstDay: `2026-05-${day}`, lastDay: `2026-05-${day}`,
    });
    const doc = weekOf(Object.fromEntries(["04", "05", "06"].map((day) => [`e_1.202605${day}T173000Z`, of(day)])));
    const at = "20260505T173000Z";
    const after = (action, args) => Object.values(
        withPending(doc, [entry(action, { event: "e_1", at, ...args })], zone).occurrences,
    );
    for (const [scope, left, marked] of [
        ["one", ["04", "06"], ["05"]], ["following", ["04"], ["05", "06"]], ["all", [], ["04", "05", "06"]],
    ]) {
        const days = (rows) => rows.map(({ firstDay }) => firstDay.slice(8));
        assert.deepEqual(days(after("delete", { scope })), left);
        assert.deepEqual(days(after("edit", { scope, title: "Talk" }).filter(({ isPending }) => isPending)), marked);
    }
    const moved = after("edit", { scope: "all", start: "2026-05-05T20:00" });
    assert.deepEqual(moved.map(({ start }) => start.slice(11, 16)), ["17:30", "18:00", "17:30"]);
});

test("an event from another week is on its new page at once, and only once", () => {
    const from = { ...row, firstDay: "2026-04-30", lastDay: "2026-04-30", start: "2026-04-30T17:30:00.000Z", end: "2026-04-30T18:30:00.000Z" };
    const doc = withPending(weekOf({}), [entry("edit", { event: "e_1", start: "2026-05-04T19:30" }, { note: { row: from } })], zone);
    assert.equal(doc.occurrences.e_1.firstDay, "2026-05-04");
    const acked = entry("add", { title: "Meeting", start: "2026-05-04T19:30", minutes: 60 }, { ack: { rev: 3, result: { event: "e_1" } } });
    assert.equal(Object.keys(withPending(weekOf({ e_1: row }), [acked], zone).occurrences).length, 1);
    const doubted = entry("add", { title: "X", date: "2026-05-04" }, { isInDoubt: true });
    assert.deepEqual(withPending(weekOf({}), [doubted], zone).occurrences, {});
});

test("two pages are turned at a time, or one if one is shown", () => {
    const at = (day) => ({ day, month: "" });
    assert.equal(leafOf("2026-05-06"), 0);
    assert.equal(leafOf("2026-05-07"), 1);
    assert.equal(turned(at("2026-05-06"), 1, true).day, "2026-05-11");
    assert.equal(turned(at("2026-05-06"), 1, false).day, "2026-05-07");
    assert.equal(turned(at("2026-05-07"), 1, false).day, "2026-05-11");
    assert.equal(turned(at("2026-05-07"), -1, false).day, "2026-05-04");
    assert.equal(turned(at("2026-05-04"), -1, false).day, "2026-04-30");
    assert.equal(turnedWeek(at("2026-12-31"), 1).day, "2027-01-07");
    assert.deepEqual(turned({ day: "2026-05-06", month: "2026-12" }, 1, true), { day: "2026-05-06", month: "2027-01" });
    assert.equal(turned(at("2199-12-25"), 1, true).day, "2199-12-25");
});

test("the address holds the place in the book", () => {
    assert.deepEqual(readPlace("", "2026-05-06"), { day: "2026-05-06", month: "" });
    assert.deepEqual(readPlace("#day=2026-02-30", "2026-05-06"), { day: "2026-05-06", month: "" });
    for (const place of [{ day: "2026-05-08", month: "" }, { day: "2026-05-06", month: "2026-07" }]) {
        assert.deepEqual(readPlace(writePlace(place), "2026-05-06"), place);
    }
});

test("each key has its own action", () => {
    const done = [];
    const acts = new Proxy({}, { get: (_, name) => (...args) => done.push([name, ...args]) });
    const press = (key, more = {}, chosen = undefined) =>
        act({ key, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, ...more }, acts, chosen);
    for (const key of ["t", "G", "m", "n", "r", "/"]) {
        assert.equal(press(key), true);
    }
    assert.deepEqual(done.map(([name]) => name), ["today", "goTo", "month", "add", "reserve", "search"]);
    done.length = 0;
    press("ArrowLeft");
    press("ArrowRight", { shiftKey: true });
    press("z", { ctrlKey: true });
    press("ArrowRight", { altKey: true }, row);
    press("ArrowUp", { altKey: true }, row);
    press("e", {}, row);
    press("Delete", {}, row);
    assert.deepEqual(done, [
        ["turn", -1], ["turnWeek", 1], ["undo"], ["nudge", row, { days: 1 }], ["nudge", row, { minutes: -15 }],
        ["edit", row], ["remove", row],
    ]);
    assert.equal(press("e"), false);
    assert.equal(press("Enter", {}, row), false);
    assert.equal(press("ArrowLeft", { altKey: true }), false);
});

test("only web addresses become links", () => {
    const links = (text) => piecesOf(text).filter(({ href }) => href).map((piece) => piece.text);
    assert.deepEqual(links("See https://example.com/a?b=1, then (http://example.org)."), [
        "https://example.com/a?b=1", "http://example.org",
    ]);
    assert.deepEqual(links("javascript:alert(1) data:text/html,x file:///etc ftp://a.b //c.d"), []);
    assert.deepEqual(links("https://[x"), []);
    assert.equal(piecesOf("<b>a</b> https://example.com").map(({ text }) => text).join(""), "<b>a</b> https://example.com");
});

test("the usual rules are read and written, and others are left unchanged", () => {
    const start = "2026-05-12";
    for (const rule of [
        "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=TU,TH", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "FREQ=MONTHLY",
        "FREQ=MONTHLY;BYDAY=2TU", "FREQ=YEARLY", "FREQ=WEEKLY;BYDAY=TU;UNTIL=20261231", "FREQ=DAILY;COUNT=5",
    ]) {
        assert.equal(writeRule(readRule(rule, start, "Europe/Rome"), start), rule);
    }
    // Half past midnight in Rome.
    assert.equal(readRule("FREQ=DAILY;UNTIL=20260531T223000Z", start, "Europe/Rome").until, "2026-06-01");
    for (const rule of [
        "FREQ=HOURLY", "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1", "FREQ=WEEKLY;BYDAY=1MO", "FREQ=MONTHLY;BYMONTHDAY=13",
        "FREQ=DAILY;BYHOUR=9", "FREQ=WEEKLY;WKST=SU;BYDAY=TU", "FREQ=DAILY;UNTIL=99991231", "nonsense",
    ]) {
        assert.equal(readRule(rule, start, "Europe/Rome"), undefined, rule);
    }
    assert.deepEqual(readRule("FREQ=MONTHLY;BYMONTHDAY=12", start, "Europe/Rome").ordinal, undefined);
});

test("the time and the repetition of an event are described in words", async () => {
    const { When } = await import(`${folder}/book/when.js`);
    for (const [language, said, every] of [
        ["en", "Monday 4 May 2026, 19:30–20:30", "Every week on Tuesday and Thursday, until 31 December 2026"],
        ["es", "lunes, 4 de mayo de 2026, 19:30–20:30", "Cada semana: martes y jueves, hasta el 31 de diciembre de 2026"],
    ]) {
        speak("boards/planner/book", language);
        const when = new When(language, new Hours(language, 24));
        assert.equal(when.of(row, zone).replace("Monday,", "Monday"), said);
        assert.equal(when.repeat("FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20261231T223000Z", "2026-05-12", zone), every);
        assert.match(when.of(whole, zone), /2026/);
        assert.match(when.repeat("FREQ=MONTHLY;BYDAY=-1FR", "2026-05-29", zone), /viernes|Friday/);
        assert.match(when.repeat("FREQ=SECONDLY", "2026-05-29", zone), /FREQ=SECONDLY/);
        assert.ok(when.repeat("DATES", "2026-05-29", zone));
    }
});
