import assert from "node:assert/strict";
import { test } from "node:test";
import { known, planOf, roomsOf, tablecastMaze } from "./mazes.mjs";

const { Plan, readRoom } = tablecastMaze;
const keys = (rooms) => rooms.map(({ x, y }) => `${x},${y}`).sort();

test("a room's text gives its sides, its locks and its kind", () => {
    const sides = ({ open, locked }) => [open, locked];
    assert.deepEqual(sides(readRoom("ne@", 0, 0)), [1 + 2, 0]);
    assert.deepEqual(sides(readRoom("Sw", 0, 0)), [4 + 8, 4]);
    assert.ok(readRoom("ne@", 0, 0).isStart);
    assert.ok(readRoom("wD", 0, 0).isDoor);
    assert.ok(readRoom("SX", 0, 0).isExit);
    assert.deepEqual(sides(readRoom("", 0, 0)), [0, 0]);
});

test("a plan returns the rooms that a document has changed, or null if all are new", () => {
    const plan = new Plan();
    const first = { run: { id: "m_1", state: "exploring" }, rooms: { "0,0": "e@", "1,0": "ew" } };
    assert.equal(plan.update({ rooms: {}, walkers: {} }), null);
    assert.equal(plan.update(first), null);
    assert.deepEqual(plan.update(first), []);
    const grown = { ...first, rooms: { ...first.rooms, "2,0": "w" } };
    assert.deepEqual(keys(plan.update(grown)), ["2,0"]);
    const other = { ...grown, rooms: { ...grown.rooms, "1,0": "esw" } };
    assert.deepEqual(keys(plan.update(other)), ["1,0"]);
    assert.equal(plan.at(1, 0).open, 2 + 4 + 8);
    assert.equal(plan.update({ run: { id: "m_2", state: "exploring" }, rooms: { "0,0": "s@" } }), null);
    assert.deepEqual([plan.size, plan.exit, plan.at(1, 0)], [1, null, undefined]);
});

test("a document built room by room gives the plan of the whole", () => {
    const plan = new Plan();
    let rooms = {};
    for (const key of Object.keys(known)) {
        rooms = { ...rooms, [key]: known[key] };
        plan.update({ run: { state: "exploring" }, rooms });
    }
    const whole = new Plan();
    whole.update({ run: { state: "exploring" }, rooms: known });
    assert.deepEqual([...plan.byPlace].sort(), [...whole.byPlace].sort());
    assert.deepEqual(plan.bounds, whole.bounds);
});

test("unlisted neighbouring places are gaps within the bounds", () => {
    const plan = planOf(["ne@ w"], { state: "exploring" });
    assert.deepEqual(plan.bounds, { x0: 0, y0: 0, x1: 1, y1: 1 });
    assert.ok(plan.isGap(0, 1));
    assert.ok(!plan.isGap(1, 0));
    assert.ok(!plan.isGap(1, 1));
});

test("the rooms beside gaps are redrawn when an exploration ends, because the gaps are now lost", () => {
    const plan = planOf(["ne@ ew w"], { state: "exploring" });
    const rooms = plan.shown;
    assert.deepEqual(keys(plan.update({ run: { state: "ready" }, rooms })), ["0,0"]);
    assert.ok(plan.isExplored);
    // Places that a cancelled exploration has not found are not lost.
    plan.update({ run: { state: "cancelled" }, rooms });
    assert.ok(!plan.isExplored);
});

test("a distance is the number of steps to the exit, along sides that are open from the near side", () => {
    // The upper left room is open to the south, but not from there.
    const plan = planOf(["es ew wX", "e@ nw ."]);
    assert.deepEqual([plan.distance(2, 1), plan.distance(1, 1), plan.distance(0, 1)], [0, 1, 2]);
    assert.deepEqual([plan.distance(0, 0), plan.distance(1, 0)], [3, 2]);
    assert.equal(plan.distance(9, 9), Infinity);
    assert.equal(planOf(["e@ w"]).distance(0, 0), Infinity);
    const oneSided = planOf(["es ew wX", "@ . ."]);
    assert.equal(oneSided.distance(0, 0), Infinity);
});

test("the path goes through the sides of the rooms that it passes", () => {
    const rows = ["se wX", "n@ ."];
    const plan = planOf(rows);
    const path = { run: { state: "finished", path: "ne" }, rooms: plan.shown };
    assert.deepEqual(keys(plan.update(path)), ["0,0", "0,1", "1,1"]);
    assert.deepEqual([plan.at(0, 0).path, plan.at(0, 1).path, plan.at(1, 1).path], [1, 4 + 2, 8]);
    assert.deepEqual(plan.update(path), []);
    assert.deepEqual(keys(plan.update({ run: { state: "racing" }, rooms: plan.shown })), ["0,0", "0,1", "1,1"]);
    assert.equal(plan.at(0, 1).path, 0);
    // The path comes with the rooms when a page is opened.
    const late = new Plan();
    late.update({ run: path.run, rooms: roomsOf(rows) });
    assert.equal(late.at(0, 1).path, 4 + 2);
});
