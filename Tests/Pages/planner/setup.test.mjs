import assert from "node:assert/strict";
import { test } from "node:test";
import "../support.mjs";

const folder = "../../../Public/boards/planner/setup";
const { readPacing, readStay, typedPacing, typedStay } = await import(`${folder}/rules.js`);
const { calendarRows, feedRows, freeColor, freeName } = await import(`${folder}/rows.js`);

test("rules survive being written and read", () => {
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

test("stays are sorted by size, and a size that appears twice is refused", () => {
    const { value, faults } = readStay([{ size: "6", minutes: "120" }, { size: "2", minutes: "90" }]);
    assert.deepEqual([value.map(({ size }) => size), faults], [[2, 6], []]);
    const wrong = readStay([{ size: "2", minutes: "14" }, { size: "2", minutes: "481" }, { size: "", minutes: "90" }]);
    assert.deepEqual(wrong.faults.map(({ index, key }) => [index, key]), [
        [0, "minutesWrong"], [1, "sizeTwice"], [1, "minutesWrong"], [2, "sizeWrong"],
    ]);
});

const entry = (action, args) => ({ id: "id", action, args, at: "", note: {}, isSent: true });
const calendars = {
    c_9: { name: "Alba", color: "red", display: "off" },
    reservations: { name: "Reservations", color: "green", display: "off" },
    main: { name: "House", color: "blue", display: "off" },
};

test("the calendars that always exist come first", () => {
    assert.deepEqual(calendarRows(calendars, []).map(({ key }) => key), ["main", "reservations", "c_9"]);
});

test("a new calendar gets an unused colour and name", () => {
    const rows = calendarRows(calendars, []);
    assert.equal(freeColor(rows), "orange");
    const all = ["orange", "purple", "yellow", "teal", "grey", "orange"].map((color) => ({ color }));
    assert.equal(freeColor([...rows, ...all]), "purple");
    assert.equal(freeName("Kitchen", "Google", rows), "Kitchen");
    assert.equal(freeName("House", "Google", rows), "House (Google)");
    assert.equal(freeName("House", "Google", [...rows, { name: "House (Google)" }]), "House (Google 2)");
});

test("an item with an unconfirmed change is pending", () => {
    const edited = entry("planner.edit_calendar", { calendar: "c_9", name: "Bar" });
    assert.deepEqual(
        calendarRows(calendars, [edited]).map(({ name, isPending }) => [name, isPending]),
        [["House", false], ["Reservations", false], ["Alba", true]],
    );
    const feeds = { f_1: { name: "Phone", calendars: ["main"], details: "busy" } };
    assert.equal(feedRows(feeds, [entry("planner.remove_feed", { feed: "f_1" })])[0].isPending, true);
});
