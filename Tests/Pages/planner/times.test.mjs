import assert from "node:assert/strict";
import { test } from "node:test";
import "../support.mjs";

const dates = await import("../../../Public/boards/planner/core/dates.js");
const { Hours } = await import("../../../Public/js/ui/page.js");

test("a week goes from Monday to Sunday, even across a new year", () => {
    assert.equal(dates.mondayOf("2027-01-01"), "2026-12-28");
    assert.deepEqual(dates.daysOfWeek("2026-12-28").slice(3), [
        "2026-12-31", "2027-01-01", "2027-01-02", "2027-01-03",
    ]);
    assert.equal(dates.weekNumber("2026-12-28"), 53);
    assert.equal(dates.weekNumber("2027-01-04"), 1);
    assert.equal(dates.weekdayOf("1970-01-01"), 3);
});

test("an impossible date is invalid", () => {
    assert.equal(dates.isDate("2028-02-29"), true);
    for (const text of ["2027-02-29", "2026-13-01", "2026-1-1", "1969-12-31", "2200-01-01", ""]) {
        assert.equal(dates.isDate(text), false, text);
    }
});

test("a month has the weeks that it touches", () => {
    const weeks = dates.weeksOfMonth("2026-05");
    assert.equal(weeks.length, 5);
    assert.equal(weeks[0][0], "2026-04-27");
    assert.equal(weeks[4][6], "2026-05-31");
    assert.equal(dates.addMonths("2026-12", 1), "2027-01");
});

test("a local time that occurs twice is the first one, and a skipped one has the offset before", () => {
    const rome = dates.zoneOf("Europe/Rome");
    const at = (local) => new Date(rome.instant(local)).toISOString();
    assert.equal(at("2026-10-25T02:30"), "2026-10-25T00:30:00.000Z");
    assert.equal(at("2026-03-29T02:30"), "2026-03-29T01:30:00.000Z");
    assert.equal(rome.exists("2026-03-29T02:30"), false);
    assert.equal(rome.exists("2026-10-25T02:30"), true);
    assert.equal(at("2026-07-01T12:00"), "2026-07-01T10:00:00.000Z");
});

test("times that occur twice are distinguished by the zone's name", () => {
    const rome = dates.zoneOf("Europe/Rome");
    const at = (instant, count = 24) => dates.timeAt(new Hours("en", count), rome, instant);
    assert.equal(at("2026-10-25T00:30:00Z"), "02:30\u00A0CEST");
    assert.equal(at("2026-10-25T01:30:00Z", 12), "2:30\u00A0AM\u00A0CET");
    assert.equal(at("2026-10-25T02:00:00Z"), "03:00");
    assert.equal(at("2026-10-24T23:59:00Z"), "01:59");
    assert.equal(at("2026-07-25T00:30:00Z"), "02:30");
    assert.equal(rome.isTwice("2026-03-29T01:30:00Z"), false);
});

test("local times and instants convert both ways, in zones of every kind", () => {
    for (const name of ["Pacific/Apia", "Asia/Kathmandu", "America/St_Johns", "Australia/Lord_Howe", "UTC"]) {
        const zone = dates.zoneOf(name);
        for (let ms = Date.UTC(2026, 0, 1, 0, 30); ms < Date.UTC(2027, 0, 1); ms += 41 * 3_600_000) {
            const local = zone.local(ms);
            assert.equal(zone.local(zone.instant(local)), local, `${name} ${local}`);
        }
    }
});

test("a time after midnight belongs to the service day before", () => {
    const rome = dates.zoneOf("Europe/Rome");
    assert.equal(dates.serviceDayOf("2026-05-04T22:30:00.000Z", rome), "2026-05-04");
    assert.equal(dates.serviceDayOf("2026-05-05T02:00:00.000Z", rome), "2026-05-05");
    assert.equal(dates.serviceDayOf("2026-05-05T03:30:00.000Z", rome, "06:00"), "2026-05-04");
});

test("midnight is 12 AM on a 12-hour clock", () => {
    const plain = (text) => text.replace(/\s/g, " ");
    const twelve = new Hours("en", 12);
    assert.equal(plain(twelve.write("2026-05-04T00:05")), "12:05 AM");
    assert.equal(plain(twelve.write("12:00")), "12:00 PM");
    assert.equal(plain(twelve.range("19:30", "00:00")), "7:30 PM–12:00 AM");
    assert.equal(new Hours("en", 24).write("2026-05-04T00:05"), "00:05");
    assert.match(new Hours("es", 12).write("00:05"), /^12:05/);
});
