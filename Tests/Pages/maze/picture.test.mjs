import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { known, Recorder, tablecastMaze } from "./mazes.mjs";

/** The parts of a browser that a picture uses. The test runs its frames. */
const frames = [];
let wishes = {};
let ground = "";
let nowMs = 0;
globalThis.window = globalThis;
globalThis.addEventListener = () => {};
globalThis.requestAnimationFrame = (act) => frames.push(act);
globalThis.cancelAnimationFrame = () => (frames.length = 0);
globalThis.matchMedia = (query) => ({
    get matches() { return wishes[query] ?? false; }, addListener() {},
});
globalThis.getComputedStyle = () => ({ getPropertyValue: () => ground });
globalThis.document = {
    createElement() {
        const canvas = { style: {}, setAttribute() {}, getContext: () => context };
        const context = new Recorder(canvas);
        return canvas;
    },
};

function newElement(width = 1600, height = 900) {
    const children = [];
    return {
        clientWidth: width, clientHeight: height, children,
        appendChild: (child) => children.push(child),
    };
}

/** Draws frames until no more are requested, and returns their number. */
function settle() {
    let count = 0;
    for (; frames.length > 0; count += 1) {
        assert.ok(count < 500, "it never comes to rest");
        nowMs += 16;
        frames.shift()(nowMs);
    }
    return count;
}

/** Takes the calls to a canvas since the last time. */
function done(context, ...names) {
    const { calls } = context;
    const found = calls.filter(([name]) => names.includes(name));
    calls.length = 0;
    return found;
}

const walker = (x, y) => ({ label: "Ada L.", colour: 0, x, y, steps: 0 });
const large = { run: { id: "m_1", state: "ready" }, rooms: {}, walkers: {} };
for (let place = 0; place < 10_000; place += 1) {
    large.rooms[`${place % 100},${Math.floor(place / 100)}`] = "nesw";
}
const whole = { run: { id: "m_1", state: "ready" }, rooms: known, walkers: {} };

function pictureOf(doc, options, element = newElement()) {
    const picture = new tablecastMaze.Picture(element);
    picture.show(doc, options);
    settle();
    return picture;
}

beforeEach(() => {
    frames.length = 0;
    wishes = {};
    ground = "";
    globalThis.devicePixelRatio = 1;
});

test("a picture at rest requests no frames", () => {
    const picture = pictureOf(whole);
    picture.show(whole);
    assert.equal(settle(), 1);
    assert.deepEqual(picture.view, tablecastMaze.fitView(picture.plan.bounds, picture.size, 1000));
});

test("only an added room and its neighbours are drawn", () => {
    const picture = pictureOf(whole);
    const { kept } = picture.rooms;
    done(kept);
    const rooms = { ...known, "0,1": "nes" };
    picture.show({ ...whole, rooms });
    settle();
    const cleared = done(kept, "clearRect");
    const area = cleared.reduce((sum, [, , , width, height]) => sum + width * height, 0);
    assert.ok(cleared.length >= 1);
    // The room and the eight around it.
    assert.equal(area, 9 * picture.view.scale ** 2);
});

test("rooms are not redrawn while walkers walk", () => {
    const picture = pictureOf({ ...whole, walkers: { w_1: walker(0, 0) } });
    const [rooms, walkers] = [picture.rooms.context, picture.crowd.context];
    done(rooms);
    done(walkers);
    picture.show({ ...whole, walkers: { w_1: walker(1, 0) } });
    // The frames of a step of 100 ms, and a last one.
    assert.ok(settle() <= 9);
    assert.deepEqual(done(rooms, "drawImage", "clearRect"), []);
    const across = done(walkers, "drawImage").map(([, , x]) => x);
    assert.ok(across.length >= 6);
    assert.deepEqual(across, [...across].sort((one, other) => one - other));
});

test("a growing maze eases into the frame, or jumps with reduced motion", () => {
    const first = { ...whole, run: { id: "m_1", state: "exploring" }, rooms: { "0,0": "nes@" } };
    for (const isStill of [false, true]) {
        wishes = { "(prefers-reduced-motion: reduce)": isStill };
        const picture = pictureOf(first);
        picture.show(whole);
        frames.shift()(nowMs += 16);
        const target = tablecastMaze.fitView(picture.plan.bounds, picture.size, 1000);
        assert.equal(picture.view.scale === target.scale, isStill);
        settle();
        assert.deepEqual(picture.view, target);
    }
});

test("a new run begins in its own frame", () => {
    const picture = pictureOf(whole);
    picture.show({ run: { id: "m_2", state: "exploring" }, rooms: { "0,0": "e@" }, walkers: {} });
    frames.shift()(nowMs += 16);
    assert.deepEqual(picture.view, tablecastMaze.fitView({ x0: 0, y0: 0, x1: 1, y1: 0 }, picture.size,
        picture.scaleMax()));
});

test("a followed walker stays in the middle, even when zoomed", () => {
    const at = (x, y) => ({ ...whole, walkers: { w_1: walker(0, 0), w_2: walker(x, y) } });
    const picture = pictureOf(at(2, 1), { mode: "follow", own: "w_2" }, newElement(390, 500));
    assert.deepEqual([picture.view.x, picture.view.y], [2, 1]);
    assert.ok(!picture.isWhole);
    picture.show(at(3, 1));
    settle();
    assert.deepEqual([picture.view.x, picture.view.y], [3, 1]);
    const { scale } = picture.view;
    picture.zoomBy(1.5);
    settle();
    assert.ok(Math.abs(picture.view.scale / scale - 1.5) < 0.02);
    assert.deepEqual([picture.view.x, picture.view.y], [3, 1]);
    // Without the walker the whole maze is shown.
    picture.show(whole);
    settle();
    assert.ok(picture.isWhole);
});

test("a user moves and enlarges the picture within bounds, and shows it whole again", () => {
    const picture = pictureOf(whole, { mode: "pan" });
    const { x, y, scale } = picture.view;
    picture.moveBy(-scale, scale / 2);
    settle();
    assert.deepEqual([picture.view.x, picture.view.y], [x + 1, y + 0.5]);
    assert.ok(!picture.isWhole);
    picture.zoomBy(1000);
    settle();
    assert.equal(picture.view.scale, tablecastMaze.scaleMost);
    picture.zoomBy(1 / 1000);
    settle();
    assert.equal(picture.view.scale, tablecastMaze.scaleLeast);
    // Many small turns of the wheel add up to a large one.
    picture.zoomBy(10);
    for (let count = 0; count < 100; count += 1) {
        picture.zoomBy(1.002);
    }
    settle();
    assert.ok(Math.abs(picture.view.scale / 40 - 1.002 ** 100) < 0.02);
    picture.showAll();
    settle();
    assert.ok(picture.isWhole);
    assert.equal(picture.view.scale, scale);
    const fitted = pictureOf(whole);
    fitted.moveBy(50, 50);
    fitted.zoomBy(2);
    settle();
    assert.ok(fitted.isWhole);
});

test("the picture has the screen's density and the page's colours, and follows their changes", () => {
    const picture = pictureOf(whole);
    assert.equal(picture.rooms.colors, tablecastMaze.darkColors);
    assert.equal(picture.rooms.context.canvas.width, 1600);
    globalThis.devicePixelRatio = 2;
    ground = " #FBF8F3";
    picture.resize();
    settle();
    assert.equal(picture.rooms.colors, tablecastMaze.lightColors);
    assert.equal(picture.rooms.context.canvas.width, 3200);
    assert.ok(picture.view.scale > 190);
});

test("a hidden picture draws nothing, and resumes when it is visible again", () => {
    const element = newElement(0, 0);
    const picture = pictureOf(whole, {}, element);
    assert.equal(picture.view, null);
    Object.assign(element, { clientWidth: 800, clientHeight: 600 });
    picture.show(whole);
    settle();
    assert.ok(picture.view);
});

test("a moved picture draws only what came into sight", () => {
    const picture = pictureOf(large, { mode: "pan" }, newElement(800, 600));
    picture.zoomBy(1.6);
    settle();
    const { scale } = picture.view;
    done(picture.rooms.kept);
    done(picture.rooms.spare);
    picture.moveBy(-scale, 0);
    frames.shift()(nowMs += 16);
    const cleared = done(picture.rooms.kept, "clearRect");
    const columns = cleared.map(([, , , width]) => width / scale);
    assert.ok(columns.length > 0 && Math.max(...columns) <= 4, `${columns}`);
    assert.equal(settle(), 1);
    // The whole hidden canvas is copied to its place on the screen.
    const [[, , x, y]] = done(picture.rooms.context, "drawImage");
    assert.deepEqual([x, y], [0, 0]);
});

test("rooms at another scale are drawn over several frames, and the scaled old ones are shown until then", () => {
    const picture = pictureOf(large, { mode: "pan" });
    const { elapsedMs } = tablecast;
    picture.zoomBy(2);
    let slowMs = 0;
    // Time passes with each call, so that a frame draws only one block.
    tablecast.elapsedMs = () => (slowMs += tablecastMaze.drawingMsMax - 1);
    done(picture.rooms.context);
    frames.shift()(nowMs += 16);
    assert.equal(picture.rooms.view, picture.view);
    assert.ok(picture.rooms.marked.size > 0);
    assert.equal(done(picture.rooms.context, "drawImage").length, 1);
    tablecast.elapsedMs = elapsedMs;
    settle();
    assert.equal(picture.rooms.marked.size, 0);
});
