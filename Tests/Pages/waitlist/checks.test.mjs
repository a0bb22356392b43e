import assert from "node:assert/strict";
import { test } from "node:test";
import { speak, vectors } from "../support.mjs";

speak("boards/planner/book", "en");
const { checkName, checkNotes, checkPhone, checkSize, checkTags } = await import(
    "../../../Public/boards/waitlist/host/checks.js"
);

const missing = "Please fill this in.";
/** The hub's results for a host's additions. */
const cases = vectors("boards-arguments.json").cases.filter(
    ({ action, by }) => action === "waitlist.add" && !by,
);

/** Compares a field's check with the hub's results for texts that can be typed there. */
function agree(field, check, isTyped) {
    const asked = cases.filter(({ args }) => isTyped(args[field]));
    assert.ok(asked.length >= 3, field);
    for (const { args, problems, data } of asked) {
        const { value, problem } = check(args[field]);
        const [said] = problems.filter((each) => each.field === field);
        // What is missing is said in the page's own words.
        const sentence = /is a required field/.test(said?.message) ? missing : said?.message;
        assert.equal(problem, sentence, JSON.stringify(args[field]));
        if (problem === undefined && data && field in data) {
            assert.deepEqual(value, data[field]);
        }
    }
}

const isText = (value) => typeof value === "string";

test("a name is checked as in the hub", () => agree("name", checkName, isText));

test("notes are checked as in the hub", () => agree("notes", checkNotes, isText));

test("a phone number is checked as in the hub, and an empty field is no number", () => {
    agree("phone", checkPhone, (value) => isText(value) && value !== "");
    assert.deepEqual(checkPhone(" \u202d "), { value: null });
});

test("a size is checked as in the hub, and an empty field is missing", () => {
    const isTyped = (value) => typeof value === "number" && /^-?\d+(\.\d+)?$/.test(String(value));
    agree("size", (size) => checkSize(String(size)), isTyped);
    assert.equal(checkSize(" ").problem, missing);
    assert.equal(checkSize("four").problem, "Size must be a positive integer");
});

test("impossible names and sizes are refused, typed or pasted", () => {
    const names = ["", " \t ", "\u200b\u2060", "x".repeat(81), "Ada\u0007"];
    // 27 characters of three bytes each, and more marks than any name has.
    for (const name of [...names, "e" + "\u0301".repeat(250)]) {
        assert.ok(checkName(name).problem, name);
    }
    for (const size of ["", "0", "-1", "four", "2.5", "1e1", "100"]) {
        assert.ok(checkSize(size).problem, size);
    }
});

test("tags are separated by commas, and empty ones are left out", () => {
    assert.deepEqual(checkTags("VIP,  high\tchair ,,"), { value: ["VIP", "high chair"] });
    assert.deepEqual(checkTags(" , "), { value: null });
    for (const text of ["a,b,c,d,e,f,g,h,i", "t".repeat(25), "a\u0007"]) {
        assert.ok(checkTags(text).problem);
    }
});
