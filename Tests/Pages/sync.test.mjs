import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Hub, pass } from "./browser.mjs";
import { core } from "./support.mjs";

const { DocumentHash, Sync } = core;
/** Counts revisions in the journal; the second view counts since the hub's start. */
const kept = "list/host";
const inMemory = "sparks/open";

const hashOf = (doc) => new DocumentHash().of(doc);
const welcome = (rev, epoch = "journal") => ({ type: "welcome", epoch, rev, now: "" });
const ack = (entry, rev) => ({ type: "ack", id: entry.id, rev, durable: "disk" });
const memoryAck = (entry, rev) => ({ type: "ack", id: entry.id, rev, durable: "memory" });
const pong = ({ n }, rev) => ({ type: "pong", n, rev, now: "" });
const live = (view, rev) => ({ type: "live", view, rev });
const resumed = (view, rev) => [{ type: "subscribed", view, resumed: true }, live(view, rev)];

function fresh(view, epoch, docRev, rev, n = 0) {
    const doc = { n };
    const snapshot = { type: "snapshot", view, epoch, rev: docRev, hash: hashOf(doc), doc };
    return [{ type: "subscribed", view, resumed: false }, snapshot, live(view, rev)];
}

function diff(view, from, rev, n = rev) {
    const patch = [{ op: "replace", path: "/n", value: n }];
    return { type: "diff", view, from, rev, hash: hashOf({ n }), patch };
}

/** @type {Sync} */
let sync;

beforeEach(() => {
    sessionStorage.clear();
    sync?.stop();
    sync = new Sync({ views: [kept, inMemory], changed() {} });
    sync.start();
    Hub.current.onopen();
    // The journal is at 90, and the sparks are at 7 since the hub's start.
    const kinds = [fresh(kept, "journal", 80, 90), fresh(inMemory, "start-1", 5, 7)];
    Hub.current.say(welcome(90), ...kinds.flat());
});

/** Loses the connection, and opens another. */
function reconnect() {
    Hub.current.onclose({ code: 1006 });
    pass(1000);
    Hub.current.onopen();
}

const isUnderWay = (entry) => sync.outbox.find(entry.id) !== undefined;

test("a change of a board in memory is predicted until its own view shows it", () => {
    const entry = sync.mutate("sparks.light", {});
    Hub.current.say(memoryAck(entry, 8));
    assert.ok(isUnderWay(entry));
    // The journal is far ahead of that revision.
    Hub.current.say(diff(kept, 80, 91), pong({ n: 0 }, 91));
    assert.ok(isUnderWay(entry));
    Hub.current.say(diff(inMemory, 5, 8));
    assert.ok(!isUnderWay(entry));
});

test("a change in the journal is not settled by the revision of a board in memory", () => {
    // The board's settings have the journal's revisions; its view has its own.
    sync.subscribe("sparks/settings");
    Hub.current.say(...fresh("sparks/settings", "journal", 3, 90));
    Hub.current.say(diff(inMemory, 5, 400));
    const entry = sync.mutate("sparks.configure", { max: 3 });
    Hub.current.say(ack(entry, 91));
    assert.ok(isUnderWay(entry));
    Hub.current.say(diff("sparks/settings", 3, 91));
    // The view in memory may still show it soon.
    assert.ok(isUnderWay(entry));
    pass(1000);
    Hub.current.say(pong(Hub.current.take("ping").pop(), 91));
    assert.ok(!isUnderWay(entry));
});

test("the venue's revision is the journal's", () => {
    const light = (from, rev) => diff(inMemory, from, rev);
    Hub.current.say(light(5, 400), live(inMemory, 401), pong({ n: 1 }, 90));
    assert.equal(sync.venueRev, 90);
    Hub.current.say(diff(kept, 80, 92));
    assert.equal(sync.venueRev, 92);
});

test("a change that affects no view is settled by the pong to a later ping", () => {
    for (const [action, answer] of [["list.add", ack], ["sparks.light", memoryAck]]) {
        sync.connection.ping();
        const [early] = Hub.current.take("ping");
        const entry = sync.mutate(action, {});
        Hub.current.say(answer(entry, 95), pong(early, 90));
        assert.ok(isUnderWay(entry), action);
        pass(1000);
        const [late] = Hub.current.take("ping");
        Hub.current.say(pong(late, 95));
        assert.ok(!isUnderWay(entry), action);
    }
});

test("a pong with the change's revision settles it, even if the ping was sent before the answer", () => {
    sync.connection.ping();
    const entry = sync.mutate("list.add", {});
    Hub.current.say(ack(entry, 95), pong(Hub.current.take("ping").pop(), 95));
    assert.ok(!isUnderWay(entry));
});

test("both kinds of views resume at their revision, each by its own epoch", () => {
    Hub.current.say(diff(inMemory, 5, 8), diff(kept, 80, 91));
    const entries = [sync.mutate("list.add", {}), sync.mutate("sparks.light", {})];
    Hub.current.say(ack(entries[0], 92), memoryAck(entries[1], 9));
    reconnect();
    assert.equal(sync.life, "stale");
    assert.deepEqual(
        Hub.current.take("subscribe").map(({ view, since }) => [view, since]),
        [[kept, { epoch: "journal", rev: 91 }], [inMemory, { epoch: "start-1", rev: 8 }]],
    );
    // Answered changes are not sent again.
    assert.deepEqual(Hub.current.take("mutate"), []);
    const [subscribed, nowLive] = resumed(kept, 92);
    Hub.current.say(welcome(92), subscribed, diff(kept, 91, 92));
    assert.deepEqual(entries.map(isUnderWay), [true, true]);
    Hub.current.say(nowLive, ...resumed(inMemory, 9));
    assert.equal(sync.life, "live");
    assert.deepEqual(entries.map(isUnderWay), [false, false]);
});

test("boards in memory count from the beginning after the hub's restart", () => {
    Hub.current.say(diff(inMemory, 5, 40));
    const answered = sync.mutate("sparks.light", {});
    Hub.current.say(memoryAck(answered, 41));
    const unanswered = sync.mutate("sparks.light", {});
    reconnect();
    assert.deepEqual(Hub.current.take("mutate").map(({ id }) => id), [unanswered.id]);
    Hub.current.say(welcome(90), ...resumed(kept, 90));
    assert.ok(isUnderWay(answered), "what the view shows now is not known yet");
    Hub.current.say(...fresh(inMemory, "start-2", 0, 0));
    assert.ok(!isUnderWay(answered), "the new start knows nothing of it");
    assert.deepEqual([sync.life, sync.doc(inMemory)], ["live", { n: 0 }]);
    // The change counts as done, because the hub has forgotten its id and result.
    Hub.current.say(memoryAck(unanswered, 1));
    assert.ok(isUnderWay(unanswered));
    Hub.current.say(diff(inMemory, 0, 1));
    assert.ok(!isUnderWay(unanswered));
    assert.equal(sync.venueRev, 90);
});

test("a restored journal has a new epoch, and boards in memory are unaffected", () => {
    let renewals = 0;
    sync.events.renewed = () => (renewals += 1);
    const entries = [sync.mutate("list.add", {}), sync.mutate("sparks.light", {})];
    Hub.current.say(ack(entries[0], 91), memoryAck(entries[1], 8));
    reconnect();
    Hub.current.say(welcome(20, "restored"));
    assert.deepEqual([sync.venueRev, renewals], [20, 1]);
    Hub.current.say(...fresh(kept, "restored", 19, 20), ...fresh(inMemory, "start-2", 0, 0));
    assert.deepEqual(entries.map(isUnderWay), [false, false]);
    reconnect();
    Hub.current.say(welcome(20, "restored"));
    assert.equal(renewals, 1);
});

test("a page with first documents is live only when each of its views is", () => {
    sync.stop();
    const snapshots = [fresh(kept, "journal", 80, 90)[1], fresh(inMemory, "start-1", 5, 7)[1]];
    const now = "2026-01-01T00:00:00.000Z";
    const state = { venue: "main", epoch: "journal", rev: 90, now, snapshots };
    sync = new Sync({ views: [kept, inMemory], state, changed() {} });
    sync.start();
    Hub.current.onopen();
    assert.deepEqual(
        Hub.current.take("subscribe").map(({ since }) => since),
        [{ epoch: "journal", rev: 80 }, { epoch: "start-1", rev: 5 }],
    );
    Hub.current.say(welcome(90), ...resumed(inMemory, 7));
    assert.equal(sync.life, "stale");
    Hub.current.say(...resumed(kept, 90));
    assert.equal(sync.life, "live");
});

test("a document that differs from the hub's is reported and fetched again, less and less often", () => {
    Hub.current.take("subscribe");
    const spoilt = () => Hub.current.say({ ...diff(kept, 80, 91), hash: "00000000" });
    const [n, view] = [0, kept];
    spoilt();
    assert.deepEqual(Hub.current.take("ping"), [{ type: "ping", n, drift: { view, rev: 91 } }]);
    pass(10);
    assert.deepEqual(Hub.current.take("subscribe"), [{ type: "subscribe", view }]);
    assert.deepEqual([sync.life, sync.doc(kept)], ["stale", { n: 0 }]);
    const [subscribed, snapshot] = fresh(kept, "journal", 91, 91, 91);
    Hub.current.say(subscribed, { ...snapshot, hash: "00000000" });
    assert.equal(Hub.current.take("ping").length, 1);
    pass(1000);
    assert.deepEqual(Hub.current.take("subscribe"), [{ type: "subscribe", view }]);
    Hub.current.say(...fresh(kept, "journal", 91, 91, 91));
    assert.deepEqual([sync.life, sync.doc(kept)], ["live", { n: 91 }]);
});

test("the synchronisation stops, and resumes at its revision", () => {
    const { count } = Hub;
    sync.stop();
    const entry = sync.mutate("list.add", {});
    pass(60000);
    assert.deepEqual([sync.life, Hub.count, entry.isSent], ["stale", count, false]);
    assert.ok(sync.withdraw(entry));
    const other = sync.mutate("list.add", {});
    sync.start();
    Hub.current.onopen();
    assert.deepEqual(Hub.current.take("mutate").map(({ id }) => id), [other.id]);
    assert.equal(sync.withdraw(other), false);
    const [{ since }] = Hub.current.take("subscribe");
    assert.deepEqual(since, { epoch: "journal", rev: 80 });
});

test("an unanswered change makes the page check the connection", () => {
    Hub.current.take("ping");
    sync.mutate("list.add", {});
    // A message arrives, so the ping is not due to the silence.
    pass(1500);
    Hub.current.say(diff(kept, 80, 91));
    pass(600);
    assert.equal(Hub.current.take("ping").length, 1);
    assert.equal(sync.life, "live");
    pass(2000);
    assert.equal(sync.life, "stale");
});

test("views can be added and removed, and a refused one is reported to the page", () => {
    const failures = [];
    sync.events.failed = (message) => failures.push(message.code);
    sync.subscribe("list/guest");
    const error = { type: "error", code: "forbidden", message: "", view: "list/guest" };
    Hub.current.say(error);
    assert.deepEqual([failures, sync.life], [["forbidden"], "live"]);
    sync.unsubscribe("list/guest");
    sync.unsubscribe(inMemory);
    assert.deepEqual(
        Hub.current.take("unsubscribe").map(({ view }) => view),
        ["list/guest", inMemory],
    );
    assert.equal(sync.doc(inMemory), null);
});

test("a refused change is answered, and one that came too fast is sent again", () => {
    const answers = [];
    sync.events.answered = (entry, { code }) => answers.push([entry.action, code]);
    const [one, two] = [sync.mutate("list.add", {}), sync.mutate("sparks.light", {})];
    Hub.current.take("mutate");
    const reject = (entry, more) => ({ type: "reject", id: entry.id, ...more });
    Hub.current.say(reject(one, { code: "rate_limited", retryInMs: 300 }));
    Hub.current.say(reject(two, { code: "conflict" }));
    assert.deepEqual(answers, [["sparks.light", "conflict"]]);
    pass(300);
    assert.deepEqual(Hub.current.take("mutate").map(({ id }) => id), [one.id]);
    let again;
    sync.events.locked = (_, post) => (again = post);
    Hub.current.say(reject(one, { code: "forbidden", needs: "pin" }));
    again();
    assert.deepEqual(Hub.current.take("mutate").map(({ id }) => id), [one.id]);
});

test("a change is in doubt if a later connection may show it before its answer", () => {
    const entry = sync.mutate("list.add", {});
    Hub.current.say(diff(kept, 80, 91));
    assert.ok(!entry.isInDoubt, "its answer would have come before");
    Hub.current.onclose({ code: 1006 });
    assert.ok(!entry.isInDoubt, "the views are as they were");
    pass(1000);
    Hub.current.onopen();
    Hub.current.say(welcome(92), ...resumed(inMemory, 7));
    assert.ok(!entry.isInDoubt);
    Hub.current.say({ type: "subscribed", view: kept, resumed: true }, diff(kept, 91, 92));
    assert.ok(entry.isInDoubt);
    const later = sync.mutate("list.add", {});
    Hub.current.say(diff(kept, 92, 93));
    assert.ok(!later.isInDoubt);
});

test("changes sent before a reload are in doubt", () => {
    sync.mutate("list.add", {});
    sync.stop();
    sync.mutate("list.add", {});
    const after = new Sync({ views: [kept], changed() {} });
    assert.deepEqual(after.outbox.entries.map(({ isInDoubt }) => isInDoubt), [true, false]);
});

test("a page stays live while another view is loading", () => {
    sync.subscribe("list/month");
    assert.equal(sync.life, "live");
    Hub.current.say(...fresh("list/month", "journal", 3, 90));
    assert.equal(sync.life, "live");
    // After a loss, the page is live again only with all of its views.
    sync.subscribe("list/week");
    reconnect();
    Hub.current.say(welcome(90), ...resumed(kept, 90), ...resumed(inMemory, 7));
    assert.equal(sync.life, "stale");
    Hub.current.say(...resumed("list/month", 90), ...fresh("list/week", "journal", 3, 90));
    assert.equal(sync.life, "live");
});

test("the length of a silence is kept until everything is current", () => {
    const silent = Hub.current;
    while (Hub.current === silent) {
        pass(100);
    }
    const { silentMs } = sync;
    assert.ok(silentMs > 0);
    // Attempts that fail at once follow before a frame may have shown the loss.
    const failed = Hub.current;
    failed.onclose({ code: 1006 });
    while (Hub.current === failed) {
        pass(100);
    }
    assert.equal(sync.silentMs, silentMs);
    Hub.current.onopen();
    Hub.current.say(welcome(90), ...resumed(kept, 90), ...resumed(inMemory, 7));
    assert.deepEqual([sync.life, sync.silentMs], ["live", 0]);
});
