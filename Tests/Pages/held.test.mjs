import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { speak } from "./support.mjs";

speak("events", "en");
const { Filter } = await import("../../Public/events/filter.js");
const { Held } = await import("../../Public/events/held.js");
const { Names } = await import("../../Public/events/words.js");

/** A journal in which every hundredth event is about a needle. */
const journal = Array.from({ length: 30_000 }, (_, index) => added(index + 1, index % 100 === 0 ? "Needle" : "Ada"));
const names = new Names();
let asked;
let held;
let rows;

/** @param {number} rev */
function added(rev, name) {
    return {
        id: `e:${rev}`, rev, board: "waitlist", type: "tablecast.waitlist.added", subject: `p_${rev}`,
        actor: "host:d_1", time: new Date(rev * 1000).toISOString(), data: { name },
    };
}

const rejected = (id) => ({
    id, board: "waitlist", type: "tablecast.rejected", actor: "host:d_1", time: "", data: { action: "waitlist.fly" },
});
const filter = (place, bounds = {}) => new Filter(place, { first: 1, last: Infinity, ...bounds }, names);
const shown = () => rows.events.map(({ rev }) => rev);
const settle = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
    asked = [];
    rows = {
        events: [],
        fullCount: 20,
        append(events) { this.events = this.events.concat(events); },
        prepend(events) { this.events = events.concat(this.events); },
        replace(events) { this.events = events; },
    };
    const stream = {
        rev: 29_800,
        range: async (since, until) => {
            asked.push([since, until]);
            return journal.slice(since, until);
        },
    };
    held = new Held(stream, names, rows, () => {});
    held.came(journal.slice(29_800));
    stream.rev = 30_000;
});

test("a search goes back until the page is full, and continues on request", async () => {
    held.sift(filter({ text: "needle" }));
    await settle();
    assert.deepEqual(asked, [[27_800, 29_800]]);
    assert.equal(rows.events.length, 22);
    held.sift(filter({ text: "nobody" }));
    await settle();
    assert.deepEqual([rows.events.length, held.hasEarlier, held.isBusy], [0, true, false]);
    assert.equal(held.range.firstRev, 30_000 - 200 - 22_000 + 1);
    await held.search(1);
    assert.deepEqual([held.range.firstRev, held.hasEarlier], [1, false]);
});

test("one search runs at a time, and continues with the newest filter", async () => {
    held.sift(filter({ text: "nobody" }));
    held.sift(filter({ text: "needle" }));
    held.sift(filter({}));
    await settle();
    assert.deepEqual(asked, [[27_800, 29_800]]);
    assert.equal(rows.events.length, 2200);
});

test("a range of the past is read separately, and new events wait until it is left", async () => {
    held.sift(filter({ from: "5", to: "7" }, { first: 5, last: 7 }));
    await settle();
    assert.deepEqual([shown(), asked], [[5, 6, 7], [[4, 7]]]);
    held.came([added(30_001, "Grace")]);
    assert.deepEqual(shown(), [5, 6, 7]);
    held.sift(filter({}));
    assert.equal(shown().at(-1), 30_001);
    assert.equal(rows.events.length, 201);
});

test("an event or a rejected change that arrives twice is shown once", () => {
    held.came([rejected("e:rejected:1"), rejected("e:rejected:1"), journal[29_999]]);
    held.came([rejected("e:rejected:1")]);
    assert.equal(rows.events.length, 201);
    held.sift(filter({ verdict: "rejected" }));
    assert.deepEqual(shown(), [undefined]);
});

test("a text is searched in the sentence, in the data, in the actor's name, and as an id", () => {
    names.know("d_1", "Front Bar", 1);
    const [event] = journal;
    for (const text of ["added need", "front b", "D_1", "p_1", "NEEDLE"]) {
        assert.equal(filter({ text }).matches(event), true, text);
    }
    for (const place of [{ text: "p_" }, { role: "owner" }, { kind: "moved" }, { board: "notice" }]) {
        assert.equal(filter(place).matches(event), false, JSON.stringify(place));
    }
});
