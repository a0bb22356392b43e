import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { speak, tablecast } from "../support.mjs";
import { planOf, tablecastMaze } from "./mazes.mjs";

const { clockText, Words } = tablecastMaze;
const at = (seconds) => new Date(Date.UTC(2026, 10, 27, 18, 0, seconds)).toISOString();
const nowMs = (seconds) => Date.parse(at(seconds));
let words;

await import("../../../Public/js/core/base.js");

beforeEach(() => {
    speak("boards/maze/display", "en");
    words = new Words(tablecast.familyOf("maze"));
});

test("a time is written in minutes and seconds, for any number of minutes", () => {
    assert.deepEqual([0, 999, 48_210, 60_000, 7_507_999, -5, NaN].map(clockText),
        ["00:00", "00:00", "00:48", "01:00", "125:07", "00:00", "00:00"]);
});

test("each state of a run is described in words", () => {
    const said = (run, seconds = 30) => words.state({ run, rooms: {}, walkers: {} }, nowMs(seconds));
    const winner = { label: "Ada L.", ms: 48_210 };
    assert.equal(said({ state: "exploring", found: 412 }), "Exploring, 412 rooms");
    assert.equal(said({ state: "exploring", found: 1 }), "Exploring, 1 room");
    assert.equal(said({ state: "ready", found: 40_000 }), "Explored, 40,000 rooms");
    assert.equal(said({ state: "racing", raceAt: at(70) }), "The race begins in 00:40");
    assert.deepEqual([26.9, 27, 27.1, 28.5, 29.999, 30].map((seconds) =>
        said({ state: "racing", raceAt: at(30) }, seconds)),
    ["The race begins in 00:04", "3", "3", "3 … 2", "3 … 2 … 1", "The race is on"]);
    assert.equal(said({ state: "racing", raceAt: at(0), winner: { label: "1 2", ms: 5000 } }), "Number 1 2 wins in 00:05");
    assert.equal(said({ state: "racing", raceAt: at(0), winner }), "Ada L. wins in 00:48");
    assert.equal(said({ state: "finished", raceAt: at(0), winner }), "Ada L. wins in 00:48");
    assert.equal(said({ state: "finished", raceAt: at(0) }), "Nobody reached the exit");
    assert.equal(said({ state: "cancelled", found: 12 }), "Stopped, 12 rooms");
    assert.equal(said({ state: "failed", found: 0 }), "The maze couldn't be explored");
    assert.equal(words.state({ rooms: {}, walkers: {} }, nowMs(0)), "");
    assert.equal(words.state(null, nowMs(0)), "");
    assert.deepEqual([0, 1, 6].map((lost) => words.lost({ run: { lost } })), ["", "1 room lost", "6 rooms lost"]);
});

test("the time is that of the exploration, and then of the race until somebody has won", () => {
    const clock = (run) => words.clock({ run, rooms: {}, walkers: {} }, nowMs(100));
    const explored = { startedAt: at(0), endedAt: at(20) };
    assert.equal(clock({ state: "exploring", startedAt: at(0) }), "01:40");
    assert.equal(clock({ state: "ready", ...explored }), "00:20");
    assert.equal(clock({ state: "racing", raceAt: at(90), ...explored }), "00:10");
    assert.equal(clock({ state: "finished", raceAt: at(30), ...explored }), "");
});

test("French uses the singular for no rooms", () => {
    speak("boards/maze/display", "fr");
    words = new Words(tablecast.familyOf("maze"));
    assert.deepEqual([0, 1, 2].map((count) => words.rooms(count)), ["0 salle", "1 salle", "2 salles"]);
});

const walking = {
    "way.north": "north", "way.east": "east", "way.south": "south", "way.west": "west",
    "list": "{list}, {next}", "listEnd": "{list} and {last}", "steps": "{count} {way}",
    "place.start": "At the start.", "place.exit": "At the exit.", "place.away": "{ways} of the start.",
    "open.one": "{ways} is open.", "open.other": "{ways} are open.",
    "door.one": "A door is {ways}.", "door.other": "Doors are {ways}.", "exit": "The exit is {ways}.",
};

test("a sentence describes the walker's place and the open ways", () => {
    const plan = planOf(["esX swD .", "nE@ ewD esw", ". . n"]);
    const here = (x, y) => new Words(walking).here(plan, x, y);
    assert.equal(here(0, 0), "At the start. North and east are open. A door is east. The exit is north.");
    assert.equal(here(2, 0), "2 east of the start. East, south and west are open. A door is west.");
    assert.equal(here(2, -1), "1 south and 2 east of the start. North is open.");
    assert.equal(here(0, 1), "At the exit. East and south are open. A door is east.");
    assert.equal(here(7, 7), "");
});

test("problems of an exploration come with advice, the worst first", () => {
    const texts = {
        "problem.one_sided.one": "One way leads nowhere back, at {first}.",
        "problem.one_sided.other": "{count} ways lead nowhere back, the first at {first}.",
        "problem.unreachable.one": "The server does not answer. Try again later.",
    };
    const problems = { one_sided: { count: 2, first: "R1" }, unreachable: { count: 1 } };
    assert.deepEqual(new Words(texts).problems({ run: { problems } }), [
        "The server does not answer. Try again later.",
        "2 ways lead nowhere back, the first at \u2068R1\u2069.",
    ]);
    assert.deepEqual(new Words(texts).problems({ run: {} }), []);
});
