import assert from "node:assert/strict";
import { test } from "node:test";
import { tablecastMaze } from "./mazes.mjs";

const { Playback, Player, replayEndMs, replayPauseMs } = tablecastMaze;
const record = {
    run: "m_1",
    rooms: [[0, "0,0", "e@"], [400, "1,0", "ew"], [800, "2,0", "wX"]],
    steps: [[1000, "w_2", 1, 0], [1200, "w_1", 1, 0], [1400, "w_2", 2, 0], [2000, "w_1", 2, 0]],
    labels: { w_1: "Ada L.", w_2: "Grace H." },
};
const atMs = Date.UTC(2026, 10, 27, 18);
const at = new Date(atMs).toISOString();
const doc = { run: { id: "m_1", state: "ready", path: "ee" }, walkers: { w_2: { label: "Grace H.", colour: 7 } } };

/** Plays at a speed; times are in milliseconds of the run. */
function playing(speed, the = record) {
    const playback = new Playback(the);
    return (ms) => playback.documentAt({ run: "m_1", speed, at }, atMs + ms / speed, doc);
}

test("rooms appear in the order and at the times of their discovery, at any speed", () => {
    for (const speed of [1, 2, 4, 8]) {
        const shown = playing(speed);
        assert.deepEqual(shown(0).doc.rooms, { "0,0": "e@" });
        const { doc: early } = shown(399);
        assert.deepEqual(Object.keys(early.rooms), ["0,0"]);
        assert.equal(early.run.state, "exploring");
        assert.equal(early.run.clockMs, 399);
        const { doc: later } = shown(400);
        assert.deepEqual(Object.keys(later.rooms), ["0,0", "1,0"]);
        assert.equal(shown(500).doc.rooms, later.rooms);
        assert.deepEqual(Object.keys(early.rooms), ["0,0"], "a document is never changed");
        assert.equal(shown(801).doc.run.found, 3);
    }
});

test("the race follows after a pause, with the walkers' names and colours, and ends with the places", () => {
    const shown = playing(4);
    const pauseMs = 800 + 4 * replayPauseMs;
    assert.deepEqual(shown(pauseMs).doc.walkers, {});
    const { w_1: first, w_2: second } = shown(pauseMs + 10).doc.walkers;
    assert.deepEqual([first.label, first.x, first.colour], ["Ada L.", 0, 0]);
    assert.equal(second.colour, 7);
    const racing = shown(pauseMs + 1300);
    assert.equal(racing.doc.run.state, "racing");
    assert.deepEqual([racing.doc.walkers.w_1.x, racing.doc.walkers.w_2.x], [1, 1]);
    assert.ok(!racing.isOver);
    const end = shown(pauseMs + 99_999);
    assert.ok(end.isOver);
    assert.equal(end.doc.run.state, "finished");
    assert.equal(end.doc.run.path, "ee");
    assert.equal(end.doc.run.clockMs, 2000);
    assert.equal(racing.doc.run.winner, undefined);
    assert.deepEqual(end.doc.run.winner, { label: "Grace H.", ms: 1400 });
    assert.deepEqual([end.doc.walkers.w_2.place, end.doc.walkers.w_2.ms], [1, 1400]);
    assert.deepEqual([end.doc.walkers.w_1.place, end.doc.walkers.w_1.ms], [2, 2000]);
});

test("a page that joins a replay late shows the same as the others", () => {
    const shown = playing(2);
    const late = playing(2);
    for (const ms of [0, 410, 900, 2000, 2900, 4100, 9000]) {
        assert.deepEqual(late(ms).doc.walkers, shown(ms).doc.walkers);
    }
    assert.deepEqual(playing(2)(9000).doc, shown(9000).doc);
});

test("the end of a replay is shown for a while", () => {
    for (const speed of [1, 8]) {
        const shown = playing(speed);
        const endMs = 800 + speed * replayPauseMs + 2000;
        assert.deepEqual([0, endMs - 1, endMs].map((ms) => shown(ms).isOver), [false, false, true]);
        const pastMs = endMs + speed * replayEndMs;
        assert.deepEqual([endMs, pastMs - 1, pastMs].map((ms) => shown(ms).isPast), [false, false, true]);
    }
});

test("a new replay replaces the shown end of another", async (context) => {
    const frames = [];
    globalThis.requestAnimationFrame = (frame) => frames.push(frame);
    context.mock.timers.enable({ apis: ["setTimeout"] });
    globalThis.fetch = async () => new Response(JSON.stringify(record));
    let nowMs = atMs;
    const player = new Player({ venue: "main", now: () => nowMs, changed: () => arrived() });
    let arrived;
    const shown = async (ms, begun) => {
        nowMs = atMs + ms;
        const replaying = { ...doc, replay: { run: "m_1", speed: 8, at: new Date(atMs + begun).toISOString() } };
        const loaded = new Promise((resolve) => (arrived = resolve));
        player.shown(replaying);
        await loaded;
        return player.shown(replaying);
    };
    assert.equal((await shown(5000, 0)).run.state, "finished");
    assert.deepEqual([player.isPlaying, frames.length], [false, 0]);
    assert.equal((await shown(5010, 5000)).run.state, "exploring");
    assert.deepEqual([player.isPlaying, frames.length], [true, 1]);
});

test("a replay without a race ends with its rooms, and one without rooms at once", () => {
    const shown = playing(1, { ...record, steps: [] });
    assert.ok(!shown(700).isOver);
    const end = shown(800);
    assert.ok(end.isOver);
    assert.equal(end.doc.run.state, "ready");
    assert.ok(playing(1, { run: "m_1", rooms: [], steps: [], labels: {} })(0).isOver);
});
