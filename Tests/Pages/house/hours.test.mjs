import assert from "node:assert/strict";
import { test } from "node:test";
import "../support.mjs";

const { datesFrom, faultOf, inOrder, isPastMidnight, tidied, timeOf } = await import(
    "../../../Public/boards/house/owner/values.js"
);
const { isSame } = await import("../../../Public/js/ui/page.js");

test("a day's hours are in order, and only the last may end on the next day", () => {
    const good = [
        [],
        [["12:00", "15:00"]],
        [["18:30", "01:00"], ["12:00", "15:00"]],
        [["12:00", "15:00"], ["15:00", "12:00"]],
        [["00:00", "00:00"]],
    ];
    for (const spans of good) {
        assert.equal(faultOf(spans), undefined);
    }
    const overlap = (span) => ({ span, end: 0, what: "overlap" });
    assert.deepEqual(faultOf([["12:00", "15:00"], ["14:59", "16:00"]]), overlap(1));
    assert.deepEqual(faultOf([["14:59", "16:00"], ["12:00", "15:00"]]), overlap(0));
    assert.deepEqual(faultOf([["12:00", "02:00"], ["18:00", "23:00"]]), overlap(1));
});

test("a missing time is reported first, with its position", () => {
    const spans = [["18:00", "12:00"], ["", ""], ["19:00", ""]];
    assert.deepEqual(faultOf(spans), { span: 1, end: 0, what: "missing" });
    assert.deepEqual(faultOf([["19:00", ""]]), { span: 0, end: 1, what: "missing" });
});

test("a time can be typed in the usual ways", () => {
    const times = {
        "18:30": "18:30", " 1830 ": "18:30", 18.3: "", "18.30": "18:30", "18h30": "18:30",
        830: "08:30", 18: "18:00", "18h": "18:00", 0: "00:00", "24:00": "00:00", "6pm": "18:00",
        "6:30 p.m.": "18:30", "12 am": "00:00", "12pm": "12:00", "25:00": "", "18:60": "", "24:01": "",
        "": "", late: "", "18:3": "", "-1": "",
    };
    for (const [typed, time] of Object.entries(times)) {
        assert.equal(timeOf(typed), time, typed);
    }
    const wrong = { span: 0, end: 1, what: "wrong" };
    assert.deepEqual(faultOf([["12:00", "late"]]), wrong);
});

test("hours that close at or before their opening time end on the next day", () => {
    assert.ok(isPastMidnight(["18:30", "01:00"]) && isPastMidnight(["12:00", "12:00"]));
    assert.ok(!isPastMidnight(["12:00", "15:00"]) && !isPastMidnight(["12:00", ""]));
});

test("weekdays without hours are left out, dates are not", () => {
    const hours = { MO: [["18:00", "23:00"], ["12:00", "15:00"]], TU: [] };
    const monday = inOrder(hours.MO);
    assert.deepEqual(monday[0], ["12:00", "15:00"]);
    assert.deepEqual(tidied(hours, false), { MO: monday });
    assert.deepEqual(tidied(hours, true), { MO: monday, TU: [] });
    assert.ok(isSame({ TU: [], MO: [] }, { MO: [], TU: [] }) && isSame(undefined, null));
});

test("a holiday has every date from the first to the last, up to a limit", () => {
    assert.deepEqual(datesFrom("2026-12-24", "", 100), ["2026-12-24"]);
    assert.deepEqual(datesFrom("2026-12-24", "2026-12-01", 100), []);
    const turn = ["2026-12-31", "2027-01-01", "2027-01-02"];
    assert.deepEqual(datesFrom("2026-12-31", "2027-01-02", 100), turn);
    // Even across a day on which clocks change.
    assert.equal(datesFrom("2026-10-20", "2026-10-30", 100).length, 11);
    assert.equal(datesFrom("2026-01-01", "2030-01-01", 100).length, 100);
});
