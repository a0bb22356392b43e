import assert from "node:assert/strict";
import { test } from "node:test";
import { pass } from "../browser.mjs";
import "../support.mjs";

await import("../../../Public/js/core/screen.js");
await import("../../../Public/boards/waitlist/display/layout.js");
const { alone, divide, widthsIn } = globalThis.tablecastWaitlist;
/** The approximate width of a letter. */
const words = (label) => label.split(" ").map((word) => 0.56 * word.length);
const wide = (label) => 0.56 * label.length;
const parties = (count, label = "Grace H.") => Array.from({ length: count }, () => label);
const LONG = "Papadopoulos-Wolfeschlegel K.";
/** The ways to divide a television in landscape: the share of called parties, and the rest. */
const WAYS = [0.4, 0.28, 0.55].map((share) => ({
    side: { width: 160 * share, height: 68 }, rest: { width: 153 - 160 * share, height: 61 },
    isUpright: false, cost: 5 * Math.abs(share - 0.4)
}));
const laidOut = (called, waiting) => {
    const widths = (labels) => labels.map((label) => widthsIn(words(label), 2));
    return divide(WAYS, widths(called), [15, 9, 4], widths(waiting), 2.8);
};

test("a called name shrinks before it is broken, and is never broken within a word", () => {
    const sizes = ["Ada L.", "Anna Papadopoulos", "Wolfeschlegel"].map((label) => {
        const { cards: { labels: [{ size, lines, cut }] }, way } = laidOut([label], []);
        const longest = lines === 1 ? wide(label) : Math.max(...words(label));
        assert.ok(cut === 0 && size * longest <= way.side.width, label);
        return size;
    });
    assert.ok(sizes[0] > 16 && sizes[0] > sizes[1] && sizes[1] > sizes[2]);
    assert.ok(laidOut(["W".repeat(80)], []).cards.labels[0].cut > 0);
});

test("up to twelve called parties have cards, none too small to read", () => {
    for (const count of [0, 1, 2, 5, 8, 12, 15]) {
        const { labels } = laidOut(parties(count), parties(40)).cards;
        assert.equal(labels.length, Math.min(count, 12));
        assert.ok(labels.every(({ size, cut }) => size >= 4.4 / 0.7 && cut === 0));
    }
});

test("rows shrink before they fill a second column, and columns come before pages", () => {
    const few = laidOut([], parties(3)).rows;
    assert.ok(few.size > 7 && few.hasTimes);
    const columns = [3, 8, 12, 20].map((count) => laidOut([], parties(count)).rows.columns);
    assert.deepEqual(columns, [1, 1, 2, 2]);
    for (const [called, waiting, most] of [[4, 24, 2], [5, 24, 2], [5, 40, 2], [8, 24, 2], [8, 112, 6]]) {
        const { pages, perPage, size, columns: count } = laidOut(parties(called), parties(waiting)).rows;
        assert.ok(count > 1 && pages <= most && size >= 3.2 / 0.7, `${called} ${waiting}: ${count} ${pages}`);
        assert.ok(pages * perPage - waiting < pages);
    }
});

test("one long name does not shrink the others", () => {
    const long = "W".repeat(80);
    for (const [called, waiting] of [[5, 3], [5, 24], [2, 5]]) {
        const plain = laidOut(parties(called), parties(waiting)).cards.labels[0].size;
        const { cards } = laidOut([...parties(called - 1), long], parties(waiting));
        assert.ok(cards.labels[0].size >= 0.8 * plain && cards.labels[called - 1].cut > 0, `${called} ${waiting}`);
    }
    const { size, labels } = laidOut([], [...parties(4), LONG]).rows;
    assert.ok(size > 6.5 && labels[4].size < size);
});

test("a single name has as many lines as it needs", () => {
    const place = { width: 150, height: 36 };
    assert.equal(alone(words("Ada L."), place, "call").lines, 1);
    const house = alone(words("Zum goldenen Anker an der alten Mühle am Fluss bei Sankt Wolfgang"), place, "house");
    assert.ok(house.lines > 1 && house.size * house.lines * 1.12 <= place.height);
});

test("a long notice is shown in parts, without losing a word", () => {
    const notice = "The terrace is closed because of rain, and the kitchen closes early. ".repeat(3).trim();
    const parts = tablecast.noticeParts(notice);
    assert.ok(parts.length > 1 && parts.every((part) => part.length <= 84));
    assert.equal(parts.join(" ").replaceAll(" … …", ""), notice);
    assert.deepEqual(tablecast.noticeParts("22:30"), ["22:30"]);
});

test("a television leaves its page only if the next one is reachable, and tries again every 5 s", () => {
    const asked = [];
    globalThis.XMLHttpRequest = class {
        open(method, address) {
            asked.push(`${method} ${address}`);
            this.answer = [undefined, 503, 200][asked.length - 1];
        }

        send() {
            this.status = this.answer;
            (this.answer ? this.onload : this.onerror)();
        }
    };
    let reloads = 0;
    location.reload = () => (reloads += 1);
    const screen = { leave: tablecast.Screen.prototype.leave };
    screen.leave();
    pass(9_990);
    assert.deepEqual([asked, reloads], [["GET http://hub/", "GET http://hub/"], 0]);
    pass(60_000);
    assert.deepEqual([asked.length, reloads], [3, 1]);
});
