import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { hide, pass } from "./browser.mjs";
import { core, tablecast } from "./support.mjs";

const view = "list/display";
const hashOf = (doc) => new core.DocumentHash().of(doc);

let reports;
let said;

/** Frames come sixty times a second. */
globalThis.requestAnimationFrame = (draw) => setTimeout(draw, 16);

beforeEach(() => {
    reports?.end();
    hide(false);
    said = [];
    reports = new tablecast.PaintedReports((message) => said.push(message), "p1");
    reports.begin();
    mock.method(Math, "random", () => 0);
});

test("what was painted is told once it has been, with the hash of just that", () => {
    const doc = { n: 1 };
    reports.drawn(view, 7, doc);
    assert.deepEqual(said, []);
    pass(30);
    const { agoMs, ...rest } = said.pop();
    const told = { type: "painted", view, rev: 7, hash: hashOf(doc), page: "p1", hidden: undefined };
    assert.deepEqual(rest, told);
    assert.ok(agoMs < 20);
    reports.drawn(view, 7, doc);
    pass(60000);
    assert.deepEqual(said, []);
});

test("a view that changes all the time is told of once a second, and of its last state", () => {
    for (let rev = 1; rev <= 80; rev += 1) {
        reports.drawn(view, rev, { n: rev });
        pass(50);
    }
    pass(1000);
    const revs = said.map((each) => each.rev);
    assert.ok(revs.length >= 4 && revs.length <= 6, String(revs));
    assert.deepEqual([revs[0], revs.pop()], [1, 80]);
});

test("screens do not all tell of the same event at the same moment", () => {
    reports.spreadMs = 4000;
    mock.method(Math, "random", () => 0.5);
    reports.drawn(view, 1, { n: 1 });
    pass(1900);
    assert.equal(said.length, 0);
    pass(200);
    assert.equal(said.length, 1);
});

test("the same in a document that came anew is told again, but seldom", () => {
    for (let second = 0; second < 20; second += 1) {
        // It was fetched afresh, and is as wrong as before.
        reports.drawn(view, 7, { n: 1 });
        pass(1000);
    }
    assert.equal(said.length, 2);
    // What is right waits for nothing.
    reports.drawn(view, 7, { n: 2 });
    pass(1100);
    assert.deepEqual([said.length, said.pop().hash], [3, hashOf({ n: 2 })]);
});

test("a page out of sight says so, and tells what it paints when it is seen again", () => {
    reports.drawn(view, 7, { n: 1 });
    pass(2000);
    hide(true);
    assert.deepEqual(said.map(({ hidden }) => hidden), [undefined, true]);
    pass(2000);
    hide(false);
    pass(1100);
    assert.deepEqual(said.map(({ hidden }) => hidden), [undefined, true, undefined]);
});

test("a new connection is told everything", () => {
    const doc = { n: 1 };
    reports.drawn(view, 7, doc);
    pass(100);
    reports.begin();
    reports.drawn(view, 7, doc);
    pass(100);
    assert.equal(said.length, 2);
});
