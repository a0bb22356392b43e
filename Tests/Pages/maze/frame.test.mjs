import assert from "node:assert/strict";
import { test } from "node:test";
import { tablecastMaze } from "./mazes.mjs";

const { easedView, fanned, fitView, keptInSight, originOf, zoomedView } = tablecastMaze;

/** The position of a place's upper left corner on the screen. */
function corner(view, size, x, y) {
    const origin = originOf(view, size);
    return { x: origin.x + x * view.scale, y: origin.y - y * view.scale };
}

test("the whole maze is centred and as large as it fits, with north at the top", () => {
    for (const size of [{ width: 1900, height: 1000 }, { width: 390, height: 700 }, { width: 300, height: 300 }]) {
        for (const [x0, y0, x1, y1] of [[0, 0, 31, 17], [-40, -3, 19, 56], [-1, -1, 1, 1]]) {
            const view = fitView({ x0, y0, x1, y1 }, size, 1000);
            const upper = corner(view, size, x0, y1);
            const lower = corner(view, size, x1 + 1, y0 - 1);
            assert.ok(upper.x >= 0 && upper.y >= 0 && lower.x <= size.width && lower.y <= size.height);
            assert.ok(Math.abs(upper.x - (size.width - lower.x)) <= 2);
            assert.ok(Math.abs(upper.y - (size.height - lower.y)) <= 2);
            const used = Math.max((lower.x - upper.x) / size.width, (lower.y - upper.y) / size.height);
            assert.ok(used > 0.85, `${used}`);
        }
    }
});

test("a small maze is not drawn larger than the limit", () => {
    assert.equal(fitView(null, { width: 1900, height: 1000 }, 140).scale, 140);
});

test("a view approaches its target at an equal rate at any frame rate, and arrives", () => {
    const from = { x: 0, y: 0, scale: 40 };
    const to = { x: 10, y: -4, scale: 20 };
    const once = easedView(from, to, 90);
    const twice = easedView(easedView(from, to, 45), to, 45);
    for (const member of ["x", "y", "scale"]) {
        assert.ok(Math.abs(once[member] - twice[member]) < 1e-9);
    }
    assert.ok(once.x > 5 && once.x < 8);
    let view = from;
    let ms = 0;
    for (; view !== to; ms += 16) {
        view = easedView(view, to, 16);
    }
    assert.ok(ms < 800, `${ms}`);
});

test("the point below a finger stays there during a zoom", () => {
    const view = { x: 3, y: 2, scale: 10 };
    const zoomed = zoomedView(view, 2, 100, -50);
    // The point is ten rooms to the east and five to the north of the middle.
    assert.deepEqual(zoomed, { x: 8, y: 4.5, scale: 20 });
});

test("the maze can't be moved out of sight", () => {
    const bounds = { x0: -2, y0: -1, x1: 5, y1: 4 };
    assert.deepEqual(keptInSight({ x: 99, y: -99, scale: 7 }, bounds), { x: 5, y: -1, scale: 7 });
    assert.deepEqual(keptInSight({ x: 1, y: 1, scale: 7 }, bounds), { x: 1, y: 1, scale: 7 });
});

test("walkers in one room are side by side and inside it", () => {
    assert.deepEqual(fanned(0, 1), { x: 0, y: 0 });
    for (const count of [2, 3, 4, 5, 12, 50, 200]) {
        const places = Array.from({ length: count }, (_, index) => fanned(index, count));
        const nearest = Math.min(...places.flatMap((one, index) =>
            places.slice(index + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y))));
        assert.ok(nearest > (count <= 4 ? 0.99 : 1 / count), `${count}: ${nearest}`);
        const farthest = Math.max(...places.map(({ x, y }) => Math.hypot(x, y)));
        assert.ok(farthest < 0.8, `${count}: ${farthest}`);
    }
});
