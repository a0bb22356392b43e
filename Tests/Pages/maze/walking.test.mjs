import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Hub, pass } from "../browser.mjs";
import { core } from "../support.mjs";

const { DocumentHash, StoredValue, Sync } = core;
const { Walking } = await import("../../../Public/boards/maze/walking.js");
const { HeldSides } = await import("../../../Public/boards/maze/pad.js");
const { legalDeeds, takesWalkers } = await import("../../../Public/boards/maze/walking.js");

const view = "maze/display";
/** Three rooms in a row to the east, the last of them the exit, and a lost room to the south. */
const rooms = { "0,0": "es@", "1,0": "Ew", "2,0": "WX" };
const ada = { label: "Ada L.", colour: 0, x: 0, y: 0, steps: 0 };
const kept = new StoredValue("walker");

/** @type {Sync} */
let sync;
/** @type {Walking} */
let walking;
let rev;
let epoch;

function document(walkers, run = {}) {
    const raceAt = new Date(Date.now() - 1000).toISOString();
    return { run: { id: "m_1", state: "racing", raceAt, ...run }, rooms, walkers };
}

function show(doc) {
    rev += 1;
    Hub.current.say(
        { type: "subscribed", view, resumed: false },
        { type: "snapshot", view, epoch, rev, hash: new DocumentHash().of(doc), doc },
        { type: "live", view, rev },
    );
    walking.look();
}

/** The page loses the hub, and reconnects to this document. */
function reconnect(doc) {
    Hub.current.onclose({ code: 1006 });
    walking.look();
    pass(1000);
    Hub.current.onopen();
    Hub.current.say({ type: "welcome", epoch: "journal", rev: 1, now: "" });
    show(doc);
}

function acknowledge(id, result) {
    rev += 1;
    Hub.current.say({ type: "ack", id, rev, durable: "memory", result });
    return rev;
}

function open() {
    sync = new Sync({
        views: [view],
        changed() {},
        answered: (entry, message) => walking.answered(entry, message),
    });
    walking = new Walking({ sync, view, kept });
    sync.start();
    Hub.current.onopen();
    Hub.current.say({ type: "welcome", epoch: "journal", rev: 1, now: new Date().toISOString() });
}

function join(id = "w_1") {
    walking.join();
    const [{ id: asked }] = Hub.current.take("mutate");
    acknowledge(asked, { walker: id });
}

const steps = () => Hub.current.take("mutate").map(({ args }) => args.to);
const placeOf = () => walking.place && [walking.place.x, walking.place.y];

beforeEach(() => {
    sessionStorage.clear();
    sync?.stop();
    rev = 0;
    epoch = "start-1";
    open();
    show(document({}));
    join();
    show(document({ w_1: ada }));
});

test("a walker is joining until the document has it, and joins only once", () => {
    show(document({}));
    sessionStorage.clear();
    sync.stop();
    open();
    show(document({}));
    assert.equal(walking.standing, "none");
    walking.join();
    walking.join();
    assert.equal(walking.standing, "joining");
    const asked = Hub.current.take("mutate");
    assert.equal(asked.length, 1);
    acknowledge(asked[0].id, { walker: "w_2" });
    walking.look();
    assert.equal(walking.standing, "joining");
    show(document({ w_1: ada, w_2: ada }));
    assert.deepEqual([walking.standing, walking.id], ["walking", "w_2"]);
});

test("a walker is found again after a reload", () => {
    sync.stop();
    open();
    assert.equal(walking.standing, "none");
    show(document({ w_1: ada }));
    assert.deepEqual([walking.standing, walking.id], ["walking", "w_1"]);
});

test("a walker removed by the hub is gone, and may join again", () => {
    show(document({ w_2: ada }));
    assert.deepEqual([walking.standing, walking.id], ["gone", ""]);
    join("w_3");
    show(document({ w_3: ada }));
    assert.equal(walking.standing, "walking");
    walking.leave();
    show(document({}));
    assert.equal(walking.standing, "none");
});

test("an answer before the first document makes a walker too", () => {
    sessionStorage.clear();
    sync.stop();
    open();
    join("w_7");
    assert.equal(walking.standing, "joining");
    show(document({ w_7: ada }));
    assert.deepEqual([walking.standing, walking.id, kept.read().epoch], ["walking", "w_7", "start-1"]);
});

test("no walker is removed while the connection is lost", () => {
    Hub.current.onclose({ code: 1006 });
    walking.look();
    assert.equal(walking.standing, "walking");
});

test("a walker from before the hub's restart is not the one with the same id after it", () => {
    epoch = "start-2";
    reconnect(document({ w_1: ada }));
    assert.deepEqual([walking.standing, walking.id], ["none", ""]);
});

test("steps are shown at once, and corrected by the hub's answer", () => {
    assert.ok(walking.step("east"));
    assert.deepEqual(placeOf(), [1, 0]);
    assert.equal(walking.ahead.walkers.w_1.x, 1);
    assert.equal(walking.ahead, walking.ahead);
    assert.equal(walking.doc.walkers.w_1.x, 0);
    const [{ id, args }] = Hub.current.take("mutate");
    assert.deepEqual(args, { walker: "w_1", to: "east" });
    acknowledge(id, { x: 1, y: 0 });
    assert.deepEqual(placeOf(), [1, 0]);
    show(document({ w_1: { ...ada, x: 1, steps: 1 } }));
    assert.deepEqual(placeOf(), [1, 0]);
    assert.equal(walking.ahead, walking.doc);
});

test("a refused step is reverted, and the waiting steps are dropped", () => {
    walking.step("east");
    const [{ id }] = Hub.current.take("mutate");
    walking.step("west");
    assert.deepEqual(placeOf(), [0, 0]);
    Hub.current.say({ type: "reject", id, code: "conflict", reason: "maze.wall" });
    pass(500);
    assert.deepEqual(steps(), []);
    assert.deepEqual(placeOf(), [0, 0]);
});

test("no step leads into a wall, into a lost room, or beyond the exit", () => {
    for (const side of ["north", "west", "south"]) {
        assert.equal(walking.step(side), false, side);
    }
    walking.step("east");
    pass(100);
    walking.step("east");
    pass(100);
    assert.deepEqual(placeOf(), [2, 0]);
    assert.equal(walking.mayStep, false);
    assert.equal(walking.step("west"), false);
    assert.deepEqual(steps(), ["east", "east"]);
});

test("no step is possible before or after the race, or without a connection", () => {
    const raceAt = new Date(Date.now() + 3000).toISOString();
    show(document({ w_1: ada }, { raceAt }));
    assert.equal(walking.step("east"), false);
    pass(3000);
    assert.equal(walking.mayStep, true);
    show(document({ w_1: ada }, { state: "finished" }));
    assert.equal(walking.step("east"), false);
    show(document({ w_1: ada }));
    Hub.current.onclose({ code: 1006 });
    assert.equal(walking.step("east"), false);
});

test("at most 15 steps a second are sent, and only a few wait", () => {
    const start = Date.now();
    const sentAt = [];
    while (Date.now() - start < 2000) {
        walking.step(walking.place.x === 0 ? "east" : "west");
        pass(10);
        steps().forEach(() => sentAt.push(Date.now()));
    }
    assert.ok(sentAt.length > 20, String(sentAt.length));
    sentAt.forEach((at, index) => {
        assert.ok(sentAt.slice(index).filter((other) => other - at < 1000).length <= 15);
    });
    pass(1000);
    const late = steps().length;
    assert.ok(late > 0 && late <= 3, String(late));
});

test("a step whose answer was lost with the connection is not counted twice", () => {
    walking.step("east");
    reconnect(document({ w_1: { ...ada, x: 1 } }));
    assert.deepEqual(placeOf(), [1, 0]);
});

test("a held key takes eight steps a second, after a pause", () => {
    const taken = [];
    const held = new HeldSides((side) => taken.push(side) > 0);
    held.press("east");
    held.press("east");
    assert.deepEqual(taken, ["east"]);
    pass(150);
    assert.equal(taken.length, 1);
    pass(1100);
    assert.equal(taken.length, 9);
    held.release("east");
    pass(1000);
    assert.equal(taken.length, 9);
});

test("of several held keys, the newest that leads anywhere counts", () => {
    const taken = [];
    let open = ["east"];
    const held = new HeldSides((side) => open.includes(side) && taken.push(side) > 0);
    held.press("east");
    held.press("north");
    pass(260);
    assert.deepEqual(taken, ["east", "east", "east"]);
    open = ["east", "north"];
    pass(130);
    assert.equal(taken.pop(), "north");
    held.release("north");
    pass(130);
    assert.equal(taken.pop(), "east");
    held.releaseAll();
    const count = taken.length;
    pass(1000);
    assert.equal(taken.length, count);
});

test("the allowed actions follow from the state of the run", () => {
    const deeds = (run) => [...legalDeeds(run)].sort();
    assert.deepEqual(deeds(undefined), ["explore"]);
    assert.deepEqual(deeds({ state: "exploring" }), ["cancel"]);
    assert.deepEqual(deeds({ state: "ready", lost: 0 }), ["explore", "race", "replay"]);
    assert.deepEqual(deeds({ state: "ready", lost: 2 }), ["explore", "race", "replay", "retry"]);
    assert.deepEqual(deeds({ state: "racing", lost: 2 }), ["stop"]);
    assert.deepEqual(deeds({ state: "finished", lost: 0 }), ["explore", "race", "replay"]);
    assert.deepEqual(deeds({ state: "cancelled", lost: 2 }), ["explore", "replay"]);
    assert.deepEqual(deeds({ state: "failed", lost: 1 }), ["explore"]);
    const joined = ["exploring", "ready", "racing", "finished"].filter((state) => takesWalkers({ state }));
    assert.equal(joined.length, 4);
    assert.ok(![undefined, { state: "cancelled" }, { state: "failed" }].some(takesWalkers));
});
