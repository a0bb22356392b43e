import assert from "node:assert/strict";
import { test } from "node:test";
import { core, tablecast } from "./support.mjs";

const { DocumentHash, ServerClock, StoredValue } = core;
const { backoffMs, Outbox, Replica } = tablecast;

test("each pause may be twice as long as the last, up to 15 seconds", () => {
    const longest = [0, 1, 2, 3, 4, 5, 6, 99].map((attempt) => backoffMs(attempt, 15000, () => 1));
    assert.deepEqual(longest, [500, 1000, 2000, 4000, 8000, 15000, 15000, 15000]);
    assert.equal(backoffMs(3, 15000, () => 0), 0);
});

test("screens do not retry all at once", () => {
    const pauses = Array.from({ length: 1000 }, () => backoffMs(5, 15000));
    assert.ok(Math.min(...pauses) < 3000 && Math.max(...pauses) > 12000);
    assert.ok(pauses.every((each) => each >= 0 && each <= 15000));
});

test("the server's clock is its message's time plus half of the round trip", (t) => {
    t.mock.method(Date, "now", () => 1_000_000);
    const clock = new ServerClock();
    clock.hear("1970-01-01T01:00:00.000Z", 400);
    assert.equal(clock.now(), 3_600_200);
    clock.hear("not a time");
    assert.equal(clock.now(), 3_600_200);
});

/** A subscribed view, with this document at revision 5. */
function subscribed(doc) {
    const replica = new Replica("waitlist/display");
    replica.subscription();
    const view = "waitlist/display";
    replica.receive({ type: "subscribed", view });
    const hash = new DocumentHash().of(doc);
    replica.receive({ type: "snapshot", view, epoch: "e", rev: 5, hash, doc });
    replica.receive({ type: "live", view, rev: 7 });
    return replica;
}

function diff(from, rev, patch, doc) {
    return { type: "diff", from, rev, patch, hash: new DocumentHash().of(doc) };
}

test("diffs are applied in order, and a missing one is requested", () => {
    const replica = subscribed({ n: 1 });
    assert.deepEqual([replica.isLive, replica.completeRev], [true, 7]);
    const two = diff(5, 8, [{ op: "replace", path: "/n", value: 2 }], { n: 2 });
    const four = diff(9, 10, [{ op: "replace", path: "/n", value: 4 }], { n: 4 });
    assert.equal(replica.receive(two), "changed");
    assert.equal(replica.receive(two), "gap");
    assert.equal(replica.receive(four), "gap");
    assert.deepEqual([replica.doc, replica.rev], [{ n: 2 }, 8]);
    assert.deepEqual(replica.subscription().since, { epoch: "e", rev: 8 });
});

test("messages of a subscription that is being replaced are ignored", () => {
    const replica = subscribed({ n: 1 });
    const two = diff(5, 8, [{ op: "replace", path: "/n", value: 2 }], { n: 2 });
    replica.subscription();
    assert.equal(replica.receive(two), "ignored");
    assert.equal(replica.receive({ type: "live", rev: 8 }), "ignored");
    replica.receive({ type: "subscribed" });
    assert.equal(replica.receive(two), "changed");
});

test("a document that differs from the server's is fetched again", () => {
    for (const spoilt of [
        { hash: "00000001" },
        { patch: [{ op: "replace", path: "/m", value: 2 }] },
    ]) {
        const replica = subscribed({ n: 1 });
        const two = diff(5, 8, [{ op: "replace", path: "/n", value: 2 }], { n: 2 });
        assert.equal(replica.receive({ ...two, ...spoilt }), "drift");
        assert.deepEqual(replica.doc, { n: 1 });
        assert.equal(replica.subscription().since, undefined);
    }
});

test("changes keep their order and ids over a reload, until they are answered", () => {
    const kept = new Map();
    globalThis.sessionStorage = {
        getItem: (name) => kept.get(name) ?? null,
        setItem: (name, value) => kept.set(name, value),
    };
    const before = new Outbox("tablecast.main.host");
    const [one, two, three] = ["a", "b", "c"].map((action) => before.add(action, {}, {}, ""));
    assert.equal(new Set([one.id, two.id, three.id]).size, 3);
    two.ack = { rev: 1 };
    before.keep();
    const after = new Outbox("tablecast.main.host");
    assert.deepEqual(after.entries.map(({ id }) => id), [one.id, three.id]);
    after.remove(one.id);
    assert.equal(after.waitingCount, 1);
    kept.set("tablecast.main.host", "{");
    assert.deepEqual(new Outbox("tablecast.main.host").entries, []);
});

test("changes that can't be stored live as long as the page", () => {
    const forbidden = new StoredValue("typed", () => {
        throw new Error("Storage is forbidden");
    });
    forbidden.write({ name: "Ada" });
    assert.equal(forbidden.read(), null);
    const kept = new Map();
    const phone = new StoredValue("typed", () => ({
        getItem: (name) => kept.get(name) ?? null,
        setItem: (name, value) => kept.set(name, value),
        removeItem: (name) => kept.delete(name),
    }));
    phone.write({ name: "Ada" });
    assert.deepEqual(phone.read(), { name: "Ada" });
    phone.write(null);
    assert.equal(kept.size, 0);
});
