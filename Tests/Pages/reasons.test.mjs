import assert from "node:assert/strict";
import { test } from "node:test";
import { speak } from "./support.mjs";

speak("boards/waitlist/host", "es");
const { inWords, reasonOf, reasonsOf, writeTimesBy } = await import("../../Public/js/ui/page.js");

const time = { reason: "waitlist.at_time", params: { time: "19:42" } };
const conflict = {
    type: "reject",
    code: "conflict",
    message: "Ada was seated at 19:42. Next is Bo, 2.",
    reason: "waitlist.another_is_next",
    params: {
        name: "Ada",
        why: { reason: "waitlist.was_seated", params: { when: time } },
        next: { reason: "waitlist.is_next", params: { name: "Bo", size: 2 } },
    },
};

test("a refusal and its phrases are in the page's language", () => {
    for (const [language, sentence] of [
        ["en", conflict.message],
        ["es", "Ada pasó a su mesa a las 19:42. Le toca a Bo, 2."],
    ]) {
        speak("boards/waitlist/host", language);
        assert.equal(inWords(conflict, "waitlist.call_next").message, sentence);
    }
});

test("a time in a refusal has the page's format", () => {
    speak("boards/waitlist/host", "es");
    writeTimesBy(() => "7:42 PM");
    assert.match(inWords(conflict, "waitlist.call_next").message, / a las 7:42 PM\. /);
    writeTimesBy((time) => time);
});

test("a field's problem has the board's own words, or the general ones", () => {
    speak("boards/waitlist/host", "es");
    const reason = "too_long";
    const params = { max: 80 };
    assert.equal(
        reasonOf({ field: "name", reason, params }, "waitlist"),
        "El nombre: 80 caracteres como máximo",
    );
    assert.equal(
        reasonOf({ field: "phone", reason, params }, "waitlist"),
        "Teléfono: 80 caracteres como máximo",
    );
    assert.equal(
        reasonOf({ field: "colour", reason: "no_choice", params: { choices: ["a", "b"] } }, "paint"),
        "Colour: debe ser uno de estos: a, b",
    );
});

test("a page without a text for a refusal shows the hub's English", () => {
    assert.equal(reasonOf({ message: "The oven is cold", reason: "oven.cold" }, "oven"), "The oven is cold");
    const problems = [{ field: "a", message: "A is odd" }, { field: "b", message: "B is odd" }];
    assert.equal(reasonsOf({ problems }, "oven.heat"), "A is odd B is odd");
    assert.equal(reasonsOf({ type: "ack", rev: 1 }, "oven.heat"), "");
});

test("a guest's page has its own words for any problem of a field", () => {
    for (const language of ["en", "es", "de", "fr", "it"]) {
        speak("boards/waitlist/join", language);
        for (const reason of ["required", "too_long", "control_characters"]) {
            const said = reasonOf({ field: "name", reason, message: "?" }, "waitlist");
            assert.match(said, /[.]$/, `${language} ${reason}`);
        }
    }
});
