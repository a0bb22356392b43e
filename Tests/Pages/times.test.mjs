import assert from "node:assert/strict";
import { test } from "node:test";
import { speak, tablecast } from "./support.mjs";

const now = () => Date.parse("2026-11-21T12:00:00Z");
const withSeconds = { second: "2-digit" };
const instants = ["2026-11-21T08:05:00Z", "2026-11-19T08:05:00Z", "2026-11-05T08:05:00Z"];

test("days are written in the page's language", async () => {
    const { timeWriter } = await import("../../Public/js/ui/page.js");
    for (const [language, day, date] of [
        ["en", "Thu", "5 Nov"], ["de", "Do", "5. Nov."], ["fr", "jeu.", "5 nov."],
        ["es", "jue", "5 nov"], ["it", "gio", "5 nov"],
    ]) {
        speak("boards/waitlist/guest", language);
        const written = instants.map(timeWriter("Europe/Rome", now));
        assert.deepEqual(written, ["09:05", `${day} 09:05`, `${date} 09:05`]);
    }
});

test("a time on another day of the venue has the weekday or the date", async () => {
    process.env.TZ = "America/New_York";
    const { timeWriter } = await import("../../Public/js/ui/page.js");
    speak("boards/waitlist/guest", "en");
    for (const [instant, at, zone, day, time] of [
        ["2026-11-20T18:42:07Z", "2026-11-20T22:59:59Z", "Europe/Rome", "", "19:42"],
        ["2026-11-20T18:42:07Z", "2026-11-20T23:00:00Z", "Europe/Rome", "Fri ", "19:42"],
        ["2026-11-20T18:42:07Z", "2026-11-20T23:00:00Z", "UTC", "", "18:42"],
        ["2026-11-20T18:42:07Z", "2026-11-27T18:00:00Z", "Europe/Rome", "20 Nov ", "19:42"],
        ["2025-11-20T23:30:07Z", "2026-11-20T23:30:00Z", "Europe/Rome", "21 Nov ", "00:30"],
        // An unknown zone falls back to the browser's own time.
        ["2026-11-20T18:42:07Z", "2026-11-20T19:00:00Z", "No/Where", "", "13:42"],
    ]) {
        const said = [{}, withSeconds].map((more) => timeWriter(zone, () => Date.parse(at), more)(instant));
        assert.deepEqual(said, [`${day}${time}`, `${day}${time}:07`]);
    }
});

test("a 12-hour clock is used everywhere", async () => {
    const { Hours, timeWriter } = await import("../../Public/js/ui/page.js");
    for (const [language, time, seconds] of [["en", "9:05 AM", "9:05:00 AM"], ["es", "9:05 a. m.", "9:05:00 a. m."]]) {
        speak("boards/waitlist/guest", language);
        tablecast.page.hours = 12;
        const said = [{}, withSeconds].map((more) => timeWriter("Europe/Rome", now, more)("2026-11-21T08:05:00Z"));
        assert.deepEqual(said.map((each) => each.replaceAll("\u00A0", " ")), [time, seconds]);
        assert.equal(said[0], new Hours(language).write("09:05"));
    }
});

test("midnight is hour 0, and an invalid time gives an empty text", async () => {
    const { minutesSince, timeWriter } = await import("../../Public/js/ui/page.js");
    speak("boards/waitlist/guest", "en");
    const write = timeWriter("Europe/Rome", now, withSeconds);
    assert.equal(write("2026-11-20T23:00:09Z"), "00:00:09");
    assert.equal(write("never"), "");
    assert.equal(minutesSince("2026-11-21T11:57:10Z", now()), 2);
    assert.equal(minutesSince("2026-11-21T12:57:10Z", now()), 0);
});
