import assert from "node:assert/strict";
import { test } from "node:test";
import { speak } from "../support.mjs";

speak("boards/house/owner", "en");
const { checked, kindOf, rateOf, written, writtenRate } = await import(
    "../../../Public/boards/house/owner/values.js"
);
const { ZoneField } = await import("../../../Public/boards/house/owner/fields.js");
const { otherNames } = await import("../../../Public/boards/house/owner/zones.js");
const { SearchField } = await import("../../../Public/js/ui/searchfield.js");
const { figuresOf } = await import("../../../Public/boards/house/owner/today.js");

test("a schema determines the kind of field", () => {
    const kinds = [
        [{ enum: ["door", "bell"] }, "choice"],
        [{ type: "boolean" }, "flag"],
        [{ type: "integer", minimum: 1 }, "integer"],
        [{ type: "string", "x-charactersMax": 40 }, "text"],
        [{ type: "array", items: { enum: ["en"] }, maxItems: 1 }, "choices"],
        [{ type: "array", items: { type: "string" }, maxItems: 3 }, "lines"],
        [{ type: "array", items: { type: "object" }, maxItems: 3 }, "json"],
        [{ type: "object" }, "json"],
    ];
    for (const [schema, kind] of kinds) {
        assert.equal(kindOf(schema), kind);
    }
});

test("a number must be whole and within its limits", () => {
    const schema = { type: "integer", minimum: 1, maximum: 5000 };
    assert.deepEqual(checked(schema, " 42 "), { value: 42 });
    for (const typed of ["4.5", "ten", "1e3", "99999999999999999999"]) {
        assert.deepEqual(checked(schema, typed), { problem: "Enter a whole number." });
    }
    for (const typed of ["0", "5001", "-3"]) {
        assert.deepEqual(checked(schema, typed), { problem: "Enter a number from 1 to 5,000." });
    }
    const atLeast = { problem: "Enter a number of at least 1." };
    assert.deepEqual(checked({ type: "integer", minimum: 1 }, "0"), atLeast);
});

test("an empty field means the default value", () => {
    assert.deepEqual(checked({ type: "integer" }, " ", 500), { value: 500 });
    assert.deepEqual(checked({ type: "string" }, ""), { value: null });
});

test("a text's length is counted in visible characters", () => {
    const schema = { type: "string", "x-charactersMax": 3 };
    assert.deepEqual(checked(schema, " 👩‍👩‍👧‍👦👍🏽! "), { value: "👩‍👩‍👧‍👦👍🏽!" });
    assert.deepEqual(checked(schema, "1234"), { problem: "At most 3 characters." });
});

test("a list has one text on each line, and other values are JSON", () => {
    const list = { type: "array", items: { type: "string", "x-charactersMax": 5 }, maxItems: 2 };
    assert.deepEqual(checked(list, "one\n\n two \n"), { value: ["one", "two"] });
    assert.deepEqual(checked(list, "1\n2\n3"), { problem: "At most 2 lines." });
    assert.deepEqual(checked(list, "longer"), { problem: "At most 5 characters." });
    assert.deepEqual(checked({ type: "object" }, '{"a":1}'), { value: { a: 1 } });
    assert.ok("problem" in checked({ type: "object" }, "{a}"));
    for (const value of ["a", 5, ["a", "b"], { a: 1 }]) {
        const schemas = { string: { type: "string" }, number: { type: "integer" } };
        const schema = schemas[typeof value] ?? (Array.isArray(value) ? list : { type: "object" });
        assert.deepEqual(checked(schema, written(value)), { value });
    }
    assert.equal(written(null), "");
});

test("a rate is written in percent, and stored in hundredths of a percent", () => {
    for (const [typed, hundredths] of [
        ["10", 1000], [" 10 % ", 1000], ["5.5", 550], ["5,5%", 550], ["0.07", 7], ["0", 0],
    ]) {
        assert.equal(rateOf(typed), hundredths, typed);
    }
    for (const typed of ["", "ten", "5.555", "-1", "1.000,5", "%"]) {
        assert.equal(rateOf(typed), null, typed);
    }
    assert.deepEqual([1000, 550, 7].map(writtenRate), ["10", "5.5", "0.07"]);
});

test("a day is summed up in figures", () => {
    const at = (minute) => `2026-11-20T18:${minute}:00Z`;
    const seated = (arrived, ready) =>
        ({ status: "seated", size: 2, arrivedAt: at(arrived), readyAt: at(ready), leftAt: at("59") });
    const parties = [
        { status: "waiting", size: 3, arrivedAt: at("10") }, { status: "pending", size: 1, arrivedAt: at("11") },
        { status: "ready", size: 2, arrivedAt: at("12"), readyAt: at("20") },
        { status: "no_show", size: 4, arrivedAt: at("00"), leftAt: at("40") },
        seated("00", "30"), seated("05", "15"), seated("10", "14"),
    ];
    assert.deepEqual(figuresOf(parties), { parties: 7, guests: 16, waiting: 1, seated: 3, minutes: 10 });
    const booked = ["00", "01"].map((minute) => ({ ...seated(minute, minute), reservation: "r_7" }));
    assert.deepEqual(figuresOf([...parties, ...booked]), { parties: 9, guests: 20, waiting: 1, seated: 5, minutes: 10 });
    assert.deepEqual(figuresOf([]), { parties: 0, guests: 0, waiting: 0, seated: 0, minutes: undefined });
});

test("a time zone is found by its present name, its country, and large cities, without accents", () => {
    const zoneOf = (value) => {
        const label = ZoneField.prototype.named(value);
        return { value, label, also: otherNames(value, label) };
    };
    const choices = ["Asia/Calcutta", "Asia/Kolkata", "Europe/Berlin", "Asia/Tokyo", "Europe/Kiev", "Asia/Saigon",
        "America/Argentina/Buenos_Aires"].map(zoneOf);
    const found = (typed) => SearchField.prototype.found.call({ choices }, typed).map(({ label }) => label);
    for (const [typed, ...labels] of [
        ["kolk", "Asia/Kolkata", "Asia/Kolkata"], ["calcutta", "Asia/Kolkata"],
        ["mumbai", "Asia/Kolkata", "Asia/Kolkata"],
        ["munich", "Europe/Berlin"], ["münchen", "Europe/Berlin"], ["munchen", "Europe/Berlin"],
        ["tokio", "Asia/Tokyo"], ["japan", "Asia/Tokyo"], ["kyiv", "Europe/Kyiv"], ["ho chi", "Asia/Ho Chi Minh"],
        ["rosario", "America/Argentina/Buenos Aires"], ["atlantis"],
    ]) {
        assert.deepEqual(found(typed), labels, typed);
    }
});
