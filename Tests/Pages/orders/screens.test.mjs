import assert from "node:assert/strict";
import { test } from "node:test";
import "../support.mjs";

// Keeps the scripts from drawing, which waits for the page's data.
tablecast.whenPage = () => {};
for (const script of ["core/menu.js", "menu/menu.js", "pickup/pickup.js"]) {
    await import(`../../../Public/boards/orders/${script}`);
}
const { blocksOf, cellsIn, columnsOf, newAmong, numbersOf } = globalThis.tablecastOrders;

const head = (height = 10) => ({ height, isHead: true });
const dish = (height = 20) => ({ height, isHead: false });
/** Columns as indices of blocks; a repeated heading is negative. */
const laidOut = (blocks, room) =>
    columnsOf(blocks, room).map((column) => column.map(({ index, isAgain }) => (isAgain ? ~index : index)));

test("a column takes the blocks that fit, and a continued section repeats its heading", () => {
    assert.deepEqual(laidOut([head(), dish(), dish(), dish()], 50), [[0, 1, 2], [~0, 3]]);
    assert.deepEqual(laidOut([], 50), []);
});

test("no heading is last in a column", () => {
    assert.deepEqual(laidOut([head(), dish(), head(), dish()], 45), [[0, 1], [2, 3]]);
    assert.deepEqual(laidOut([head(), dish(), head(), dish()], 60), [[0, 1, 2, 3]]);
});

test("a block higher than a column gets its own column", () => {
    assert.deepEqual(laidOut([head(), dish(500), dish(), dish()], 50), [[0, 1], [~0, 2, 3]]);
    assert.deepEqual(laidOut([dish(500), dish(500)], 50), [[0], [1]]);
});

test("every block appears once, for any heights", () => {
    for (let seed = 1; seed < 200; seed += 1) {
        const blocks = Array.from({ length: 40 }, (_, index) => ({
            height: 5 + ((seed * (index + 3) * 7919) % 40), isHead: index % 6 === 0,
        }));
        const columns = columnsOf(blocks, 90);
        const once = columns.flat().filter(({ isAgain }) => !isAgain).map(({ index }) => index);
        assert.deepEqual(once, blocks.map((_, index) => index));
        for (const column of columns) {
            const height = column.reduce((sum, { index }) => sum + blocks[index].height, 0);
            assert.ok(height <= 90, `${height} at ${seed}`);
            assert.ok(!blocks[column[column.length - 1].index].isHead);
        }
    }
});

test("the menu is one list of headings and dishes", () => {
    const dishes = [{ key: "m_1", name: "Paella" }];
    assert.deepEqual(blocksOf([{ key: "s_1", name: "Arroces", dishes }]), [
        { key: "s_1", name: "Arroces", isHead: true },
        { key: "m_1", name: "Paella", isHead: false, dish: dishes[0] },
    ]);
});

test("the oldest number in preparation and the newest ready one come first", () => {
    const tabs = {
        t_1: { number: 12, status: "preparing", at: "2026-11-20T19:02:00.000Z" },
        t_2: { number: 11, status: "preparing", at: "2026-11-20T19:03:00.000Z" },
        t_3: { number: 9, status: "ready", at: "2026-11-20T19:04:00.000Z" },
        t_4: { number: 10, status: "ready", at: "2026-11-20T19:05:00.000Z" },
        t_5: { number: 8, status: "ready", at: "2026-11-20T19:05:00.000Z" },
    };
    assert.deepEqual(numbersOf(tabs, "preparing").map(({ number }) => number), [12, 11]);
    assert.deepEqual(numbersOf(tabs, "ready").map(({ number }) => number), [8, 10, 9]);
});

test("a place has room for at least one number", () => {
    assert.equal(cellsIn({ width: 400, height: 300 }, { width: 200, height: 100.2 }), 6);
    assert.equal(cellsIn({ width: 10, height: 0 }, { width: 200, height: 100 }), 1);
});

test("no number is new when the page is opened", () => {
    assert.deepEqual(newAmong(["t_1"], null), []);
    assert.deepEqual(newAmong(["t_1", "t_2"], ["t_1"]), ["t_2"]);
});
