import assert from "node:assert/strict";
import { test } from "node:test";
import { speak } from "../support.mjs";

speak("events", "en");
const { eventText, Names } = await import("../../../Public/events/words.js");
const { IssueWords } = await import("../../../Public/boards/planner/issues/issuewords.js");

Object.defineProperty(globalThis, "navigator", { value: { language: "en-GB" } });

test("events of the planner are described in words", () => {
    const names = new Names();
    const say = (kind, subject, data) => eventText(
        { id: "e:1", board: "planner", type: `tablecast.planner.${kind}`, subject, data, rev: 1 }, names,
    );
    const event = { title: "Wine fair", calendar: "main" };
    const reservation = { name: "Ada", size: 4 };
    assert.equal(say("added", "e_1", { event }), "planned Wine fair");
    assert.equal(say("split", "e_1", { event }), "changed Wine fair from one day on");
    assert.equal(say("deleted", "e_1", {}), "deleted e_1");
    assert.equal(say("reserved", "r_1", { reservation }), "booked a table for Ada");
    assert.equal(say("no_show", "r_1", { reservation }), "noted that Ada did not come");
    assert.equal(say("calendar_added", "c_2", { calendar: { name: "Staff" } }), "added the calendar Staff");
    assert.equal(say("calendar_removed", "c_2", { name: "Staff" }), "removed the calendar Staff");
    assert.equal(say("imported", "c_2", { events: { e_1: event, e_2: event } }), "imported 2 events");
    assert.equal(say("configured", "", { lateMinutes: 10 }), "changed settings: late after");
    assert.equal(say("undone", "e_1", { undoes: 4 }), "took back event 4");
});

test("an occurrence left out here, of a series changed elsewhere, is described by the rule", () => {
    const words = new IssueWords({ house: { zone: "Europe/Rome" } }, {
        happens: "It happens", leftOut: "It is left out", "everyWeeks.one": "every week", "timesLong.other": "{count} times",
    });
    assert.equal(words.value("exclusion", true), "It happens");
    assert.equal(words.value("exclusion", null), "It is left out");
    assert.equal(words.value("exclusion", "FREQ=WEEKLY;COUNT=2"), "every week, 2 times");
});

test("the times of an event elsewhere are in the house's zone", () => {
    const words = new IssueWords({ house: { zone: "Europe/Rome" } }, { minutesLong: "{minutes} min" });
    const local = (start, timeZone) => words.when({ start, timeZone, minutes: 60 });
    const here = local("2026-05-05T00:30", "Europe/Rome");
    assert.match(here, /5 May.* 00:30 · 60 min$/);
    assert.equal(local("2026-05-04T22:30", "UTC"), here);
    assert.equal(local("2026-05-05T00:30"), here);
    assert.match(local("2026-05-04T18:30", "America/New_York"), /5 May.* 00:30 \(18:30 America\/New_York\) · 60 min$/);
    assert.match(local("2026-05-04T18:30", "The chef's zone"), /4 May.* 18:30 \(The chef's zone\) · 60 min$/);
    assert.equal(words.occurrence("20260504T223000Z"), words.occurrence("20260505"));
    assert.equal(words.occurrence("20260505T003000"), words.occurrence("20260505"));
});
