import assert from "node:assert/strict";
import { test } from "node:test";
import { planOf, Recorder, tablecastMaze } from "./mazes.mjs";

const colors = tablecastMaze.darkColors;
// The room at 0,0 is at the upper left corner of the sheet.
const sheet = { origin: { x: 0, y: 0 }, scale: 16, ratio: 1, colors };

/** The operations on a canvas, grouped by colour. */
function drawn(plan, bounds = plan.bounds) {
    const context = new Recorder();
    new tablecastMaze.Drawing({ ...sheet, context }, plan).draw(bounds);
    return { calls: context.calls };
}

/** The lines of walls in rooms, each from its upper or left end. */
function walls({ calls }) {
    const { scale } = sheet;
    const start = calls.findIndex(([name, member, value]) =>
        name === "set" && member === "strokeStyle" && value === colors.wall);
    const lines = [];
    for (let index = start; calls[index][0] !== "stroke"; index += 1) {
        const [name, x, y] = calls[index];
        if (name === "lineTo") {
            const [, fromX, fromY] = calls[index - 1];
            const ends = [[fromX / scale, fromY / scale], [x / scale, y / scale]];
            lines.push(ends.sort(([a, b], [c, d]) => a - c || b - d).join(" "));
        }
    }
    return lines.sort();
}

test("walls are drawn once, between closed rooms and around the maze", () => {
    // Two rooms side by side, the left one open to the south.
    const plan = planOf(["s@ .", "n ."]);
    plan.update({ run: { state: "ready" }, rooms: { "0,0": "s@", "1,0": "", "0,-1": "n" }, walkers: {} });
    assert.deepEqual(walls(drawn(plan)), [
        "0,0 0,1", "0,0 1,0", "0,1 0,2", "0,2 1,2", "1,0 1,1", "1,0 2,0", "1,1 1,2", "1,1 2,1", "2,0 2,1",
    ].sort());
});

test("a side that is open from one room only has its wall within the other, with a point", () => {
    const plan = planOf(["e@ ."]);
    plan.update({ run: { state: "ready" }, rooms: { "0,0": "e@", "1,0": "" }, walkers: {} });
    const { calls } = drawn(plan);
    assert.ok(!walls({ calls }).includes("1,0 1,1"));
    // A thin wall, a little to the east of the side, with a point to the east.
    const thin = calls.findIndex(([name, member, value]) => name === "set" && member === "lineWidth" && value === 1);
    assert.ok(thin > 0);
    assert.ok(calls.some(([name, x, y]) => name === "moveTo" && x === 18.24 && y === 0));
    const point = calls.find(([name, x, y]) => name === "moveTo" && x > 19 && y === 8);
    assert.ok(point, JSON.stringify(calls));
});

test("a redraw clears and clips its rooms and nothing else", () => {
    const plan = planOf(["es@ sw", "ne nw"]);
    const { calls } = drawn(plan, { x0: 1, y0: -1, x1: 1, y1: 0 });
    assert.deepEqual(calls.filter(([name]) => name === "rect" || name === "clearRect"), [
        ["rect", 16, 0, 16, 32], ["clearRect", 16, 0, 16, 32],
    ]);
});

test("locks, doors, start, exit, path and lost places each have their own shape", () => {
    const plan = planOf(["E@ ewD ewX e"], { state: "finished", path: "ee" });
    const { calls } = drawn(plan);
    const used = (name, color) => {
        const first = calls.findIndex(([kind, , value]) => kind === "set" && value === color);
        return first >= 0 && calls.slice(first).some(([kind]) => kind === name);
    };
    assert.ok(used("lineTo", colors.exit));
    assert.ok(used("arc", colors.door));
    assert.ok(used("arc", colors.text));
    // The card of the exit has five corners, because one is cut.
    const card = calls.findLastIndex(([kind, , value]) => kind === "set" && value === colors.exit);
    const outline = calls.slice(card + 1, calls.findIndex(([kind], index) => index > card && kind === "closePath"));
    assert.equal(outline.filter(([kind]) => kind === "moveTo" || kind === "lineTo").length, 5);
    assert.ok(used("lineTo", colors.lost));
    const exploring = planOf(["e@"], { state: "exploring" });
    assert.ok(!drawn(exploring).calls.some(([, , value]) => value === colors.lost));
});
