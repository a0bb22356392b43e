import assert from "node:assert/strict";
import { test } from "node:test";
import { pass } from "../browser.mjs";
import "../support.mjs";

await import("../../../Public/js/core/screen.js");
await import("../../../Public/boards/waitlist/display/layout.js");
const { alone, cards, rows } = globalThis.tablecastWaitlist;
/** The approximate width of a letter. */
const words = (label) => label.split(" ").map((word) => 0.56 * word.length);
const wide = (label) => 0.56 * label.length;
const parties = (count, label = "Grace H.") => Array.from({ length: count }, () => label);
const cardsOf = (labels, place = SIDE) => cards(labels.map(words), [15, 9, 4], place);
const rowsOf = (labels, place = REST) => rows(labels.map(wide), 2.8, place);
/** Places on a landscape television: two fifths for called parties, a larger share, the rest. */
const SIDE = { width: 64, height: 62 };
const MORE = { width: 88, height: 62 };
const REST = { width: 89, height: 60 };
const LONG = "Papadopoulos-Wolfeschlegel K.";

test("a called name shrinks before it is broken, and is never broken within a word", () => {
    const sizes = ["Ada L.", "Anna Papadopoulos", "Wolfeschlegel"].map((label) => {
        const [{ size, lines, cut }] = cardsOf([label]).labels;
        const longest = lines === 1 ? wide(label) : Math.max(...words(label));
        assert.ok(cut === 0 && size * longest <= SIDE.width, label);
        return size;
    });
    assert.ok(sizes[0] > 16 && sizes[0] > sizes[1] && sizes[1] > sizes[2]);
    assert.ok(cardsOf(["W".repeat(80)]).labels[0].cut > 0);
});

test("up to twelve called parties have cards, none too small to read", () => {
    for (const count of [0, 1, 2, 5, 8, 12, 15]) {
        const { labels, score } = cardsOf(parties(count), MORE);
        assert.equal(labels.length, Math.min(count, 12));
        assert.equal(score >= 0, count <= 12);
        assert.ok(labels.every(({ size, cut }) => size >= 4.4 / 0.7 && cut === 0));
    }
});

test("rows shrink before they fill a second column, and columns come before pages", () => {
    const few = rowsOf(parties(3));
    assert.ok(few.size > 7.8 && few.hasTimes);
    const columns = [3, 8, 10, 12, 20].map((count) => rowsOf(parties(count)).columns);
    assert.deepEqual(columns, [1, 1, 1, 2, 2]);
    // If there is no room for a name beside them, the times are left out, and every name gets room.
    const narrow = rowsOf(parties(30), { width: 47, height: 60 });
    assert.deepEqual([narrow.columns, narrow.hasTimes], [1, false]);
    const whole = rowsOf(parties(30), { width: 160, height: 60 });
    assert.deepEqual([whole.columns, whole.pages], [3, 1]);
    for (const count of [30, 45, 120]) {
        const { pages, perPage, size } = rowsOf(parties(count));
        assert.ok(size >= 3.2 / 0.7 && pages > 1 && pages * perPage - count < pages);
    }
});

test("one long name does not shrink the others", () => {
    const labels = [...parties(4), LONG];
    const { size, room } = rowsOf(labels);
    assert.ok(size > 7 && room / wide(LONG) < 1);
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
