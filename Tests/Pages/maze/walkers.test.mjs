import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { tablecastMaze } from "./mazes.mjs";

const { darkColors, Figures, initialOf, lightColors, Ranking, ranked, walkerMark } = tablecastMaze;

/** The contrast ratio of two colours (WCAG 2.2). */
function contrast(one, other) {
    const [brighter, darker] = [one, other].map((color) => {
        const parts = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255)
            .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
    }).sort((a, b) => b - a);
    return (brighter + 0.05) / (darker + 0.05);
}

const walker = (x, y, more = {}) => ({ label: "Ada L.", colour: 0, x, y, steps: 0, ...more });

test("a figure reaches the next room in one step's time, from anywhere", () => {
    const figures = new Figures();
    figures.update({ walkers: { w_1: walker(0, 0) } }, 1000, false);
    assert.ok(!figures.isMoving(1000));
    figures.update({ walkers: { w_1: walker(1, 0) } }, 2000, false);
    const figure = figures.byID.get("w_1");
    assert.deepEqual(figures.positionOf(figure, 2050), [0.5, 0, 0, 0]);
    figures.update({ walkers: { w_1: walker(1, 1) } }, 2050, false);
    assert.deepEqual(figures.positionOf(figure, 2100), [0.75, 0.5, 0, 0]);
    assert.ok(figures.isMoving(2149));
    assert.ok(!figures.isMoving(2150));
    assert.deepEqual(figures.positionOf(figure, 2150), [1, 1, 0, 0]);
});

test("a figure jumps with reduced motion, and over a long way", () => {
    const figures = new Figures();
    figures.update({ walkers: { w_1: walker(0, 0), w_2: walker(0, 0) } }, 0, true);
    figures.update({ walkers: { w_1: walker(1, 0), w_2: walker(0, 0) } }, 10, true);
    assert.deepEqual(figures.positionOf(figures.byID.get("w_1"), 10).slice(0, 2), [1, 0]);
    figures.update({ walkers: { w_1: walker(9, 5), w_2: walker(0, 0) } }, 20, false);
    assert.deepEqual(figures.positionOf(figures.byID.get("w_1"), 20).slice(0, 2), [9, 5]);
});

test("figures move eight times as fast in a replay at that speed", () => {
    const figures = new Figures();
    const replay = { run: "m_1", speed: 8, at: "2026-11-27T06:00:00.000Z" };
    figures.update({ walkers: { w_1: walker(0, 0) }, replay }, 0, false);
    figures.update({ walkers: { w_1: walker(1, 0) }, replay }, 100, false);
    assert.ok(figures.isMoving(112));
    assert.ok(!figures.isMoving(113));
});

test("a walker that leaves is removed, and the others are placed again", () => {
    const figures = new Figures();
    figures.update({ walkers: { w_1: walker(0, 0), w_2: walker(0, 0) } }, 0, false);
    assert.notDeepEqual(figures.byID.get("w_1").to, figures.byID.get("w_2").to);
    figures.update({ walkers: { w_2: walker(0, 0) } }, 10, false);
    assert.deepEqual([...figures.byID.keys()], ["w_2"]);
    assert.deepEqual(figures.byID.get("w_2").to, [0, 0, 0, 0]);
});

test("the first 32 marks differ, even for readers who confuse neighbouring colours", () => {
    const marks = Array.from({ length: 32 }, (_, colour) => walkerMark(colour));
    assert.equal(new Set(marks.map(({ color, ring }) => `${color} ${ring}`)).size, 32);
    for (let colour = 1; colour < 32; colour += 1) {
        assert.notEqual(marks[colour].ring, marks[colour - 1].ring);
    }
    assert.deepEqual(walkerMark(-3), walkerMark(0));
    assert.deepEqual(walkerMark(undefined), walkerMark(0));
});

test("discs contrast with the floor and the ground, and letters with their discs", () => {
    for (const colors of [darkColors, lightColors]) {
        for (const color of colors.walkers) {
            assert.ok(contrast(color, colors.floor) >= 4.5, color);
            assert.ok(contrast(color, colors.ground) >= 4.5, color);
            assert.ok(contrast(color, colors.onWalker) >= 4.5, color);
        }
        for (const name of ["wall", "text", "exit", "door", "lost"]) {
            assert.ok(contrast(colors[name], colors.floor) >= 4.5, name);
        }
        assert.ok(contrast(colors.onExit, colors.exit) >= 4.5);
        assert.ok(contrast(colors.door, colors.doorFloor) >= 4.5);
    }
});

test("the letter on a disc is the first of the label, however it is encoded", () => {
    const labels = ["ada", " Étienne", "42", "🦊 Fox", "Race T. 2", ""];
    assert.deepEqual(labels.map(initialOf), ["A", "É", "4", "🦊", "2", "?"]);
});

test("names are ordered by place, then by distance left", () => {
    const plan = { distance: (x) => (x === 9 ? Infinity : x) };
    const walkers = {
        w_10: walker(3, 0), w_2: walker(3, 0), w_1: walker(9, 0), w_4: walker(0, 0, { place: 2, ms: 9000 }),
        w_5: walker(0, 0, { place: 1, ms: 8000 }), w_3: walker(1, 0),
    };
    assert.deepEqual(ranked(walkers, plan).map(({ id }) => id), ["w_5", "w_4", "w_3", "w_2", "w_10", "w_1"]);
});

test("the order holds for half a second, but arrivals and departures show at once", () => {
    let nowMs = 0;
    mock.method(performance, "now", () => nowMs);
    mock.timers.enable({ apis: ["setTimeout"] });
    const asked = mock.fn();
    const ranking = new Ranking(asked);
    const plan = { distance: (x) => x };
    const ids = (walkers) => ranking.next({ walkers }, plan)?.map(({ id }) => id) ?? null;
    try {
        // Before a run there are no walkers, and nothing to wait for.
        assert.deepEqual(ids(undefined), []);
        assert.equal(ids(undefined), null);
        assert.deepEqual(ids({ w_1: walker(2, 0), w_2: walker(1, 0) }), ["w_2", "w_1"]);
        const overtaken = { w_1: walker(0, 0), w_2: walker(1, 0) };
        assert.equal(ids(overtaken), null);
        assert.deepEqual(ids({ ...overtaken, w_3: walker(9, 0) }), ["w_1", "w_2", "w_3"]);
        assert.equal(ids({ ...overtaken, w_3: walker(0, 0, { place: 1, ms: 9000 }) }), null);
        nowMs += 500;
        mock.timers.tick(500);
        assert.equal(asked.mock.callCount(), 1);
        assert.deepEqual(ids({ ...overtaken, w_3: walker(0, 0, { place: 1, ms: 9000 }) }), ["w_3", "w_1", "w_2"]);
        mock.timers.tick(5000);
        assert.equal(asked.mock.callCount(), 1);
    } finally {
        mock.timers.reset();
        mock.restoreAll();
    }
});
