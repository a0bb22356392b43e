import assert from "node:assert/strict";
import { test } from "node:test";
import "../support.mjs";

const folder = "../../../Public/boards/planner/setup";
const { readPacing, readStay, typedPacing, typedStay } = await import(`${folder}/rules.js`);
const { calendarRows, feedRows, freeColor, freeName } = await import(`${folder}/rows.js`);

test("rules are read as they are written", () => {
    const rules = [{ days: ["FR", "SA"], from: "19:00", to: "22:00", covers: 16 }, { covers: 12 }];
    assert.deepEqual(readPacing(typedPacing(rules)), { value: rules, faults: [] });
    assert.deepEqual(readPacing(typedPacing(undefined)), { value: [], faults: [] });
    const steps = [{ size: 2, minutes: 90 }, { size: 99, minutes: 150 }];
    assert.deepEqual(readStay(typedStay(steps)), { value: steps, faults: [] });
});

test("a rule of all days names none", () => {
    const days = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
    assert.deepEqual(readPacing([{ days, from: "", to: "", covers: " 12 " }]).value, [{ covers: 12 }]);
});

test("an impossible rule is reported with its line", () => {
    const rule = (covers, from = "", to = "") => ({ days: [], from, to, covers });
    const { faults } = readPacing([rule("12"), rule("0"), rule("501"), rule("1.5"), rule("4", "19:00", "19:00")]);
    assert.deepEqual(faults, [
        { index: 1, field: "covers", key: "coversWrong" },
        { index: 2, field: "covers", key: "coversWrong" },
        { index: 3, field: "covers", key: "coversWrong" },
        { index: 4, field: "to", key: "spanWrong" },
    ]);
});

test("stays are sorted by size, and no size appears twice", () => {
    const { value, faults } = readStay([{ size: "6", minutes: "120" }, { size: "2", minutes: "90" }]);
    assert.deepEqual([value.map(({ size }) => size), faults], [[2, 6], []]);
    const wrong = readStay([{ size: "2", minutes: "14" }, { size: "2", minutes: "481" }, { size: "", minutes: "90" }]);
    assert.deepEqual(wrong.faults.map(({ index, key }) => [index, key]), [
        [0, "minutesWrong"], [1, "sizeTwice"], [1, "minutesWrong"], [2, "sizeWrong"],
    ]);
});

const entry = (action, args, more = {}) => ({ id: "id", action, args, at: "", note: {}, isSent: true, ...more });
const calendars = {
    c_9: { name: "Alba", color: "red", display: "off" },
    reservations: { name: "Reservations", color: "green", display: "off" },
    main: { name: "House", color: "blue", display: "off" },
};

test("the calendars that always exist stand first", () => {
    assert.deepEqual(calendarRows(calendars, []).map(({ key }) => key), ["main", "reservations", "c_9"]);
});

test("a new calendar is offered a colour and a name that no other has", () => {
    const rows = calendarRows(calendars, []);
    assert.equal(freeColor(rows), "orange");
    const all = ["orange", "purple", "yellow", "teal", "grey", "orange"].map((color) => ({ color }));
    assert.equal(freeColor([...rows, ...all]), "purple");
    assert.equal(freeName("Kitchen", "Google", rows), "Kitchen");
    assert.equal(freeName("House", "Google", rows), "House (Google)");
    assert.equal(freeName("House", "Google", [...rows, { name: "House (Google)" }]), "House (Google 2)");
});

test("a change is shown before the hub has made it", () => {
    const added = entry("planner.add_calendar", { name: "Zoo", color: "teal" });
    const row = calendarRows(calendars, [added]).at(-1);
    assert.deepEqual([row.key, row.name, row.isNew], ["id", "Zoo", true]);
    assert.equal(calendarRows(calendars, [{ ...added, isInDoubt: true }]).length, 3);
    const named = { ...added, ack: { rev: 9, result: { calendar: "c_9" } } };
    assert.equal(calendarRows(calendars, [named]).length, 3);
    const edited = calendarRows(calendars, [entry("planner.edit_calendar", { calendar: "c_9", name: "Bar" })]);
    assert.deepEqual([edited[2].name, edited[2].color], ["Bar", "red"]);
    assert.equal(calendarRows(calendars, [entry("planner.remove_calendar", { calendar: "c_9" })]).length, 2);
    const feeds = { f_1: { name: "Phone", calendars: ["main"], details: "busy" } };
    assert.deepEqual(feedRows(feeds, [entry("planner.remove_feed", { feed: "f_1" })]), []);
});
