import assert from "node:assert/strict";
import { test } from "node:test";
import "../support.mjs";

const { csvOf, dayAfter, isDay, tabsOf } = await import("../../../Public/boards/orders/history/day.js");

const tab = (number, more = {}) => ({
    number, kind: "table", status: "closed", openedAt: "2026-11-20T19:00:00.000Z",
    leftAt: "2026-11-20T20:00:00.000Z", total: 1990, tip: 5, dishes: 2, ...more,
});

test("the last tab to leave comes first", () => {
    const tabs = { o_1: tab(1), o_2: tab(2, { leftAt: "2026-11-20T21:00:00.000Z" }), o_3: tab(3) };
    assert.deepEqual(tabsOf({ currency: "EUR", tabs, totals: {} }).map(({ key }) => key), ["o_2", "o_3", "o_1"]);
    assert.deepEqual(tabsOf(null), []);
});

test("days are consecutive across months, years and clock changes", () => {
    assert.equal(dayAfter("2026-02-28", 1), "2026-03-01");
    assert.equal(dayAfter("2027-01-01", -1), "2026-12-31");
    assert.equal(dayAfter("2026-03-29", 1), "2026-03-30");
    assert.deepEqual(["2026-11-20", "2026-13-01", "", "{{day}}"].map(isDay), [true, false, false, false]);
});

test("an exported table has amounts with a decimal point, quoted texts and no formulas", () => {
    const row = { key: "o_1", ...tab(7, { table: "12", name: '=A "B", C', phone: "+34600111222" }) };
    const csv = csvOf([row], "EUR", { total: "Total" });
    const [head, line, end] = csv.split("\r\n");
    assert.equal(head, "number,kind,status,table,name,phone,openedAt,leftAt,dishes,Total,tip,currency");
    assert.equal(
        line,
        `7,table,closed,12,"'=A ""B"", C",'+34600111222,2026-11-20T19:00:00.000Z,2026-11-20T20:00:00.000Z,2,19.90,0.05,EUR`,
    );
    assert.equal(end, "");
    assert.match(csvOf([row], "JPY", {}), /,1990,5,JPY\r\n$/);
    assert.match(csvOf([row], "KWD", {}), /,1\.990,0\.005,KWD\r\n$/);
    for (const mark of "=+-@＝＋－＠") {
        const named = csvOf([{ ...row, name: `${mark}1` }], "EUR", {});
        assert.ok(named.includes(`,'${mark}1,`), mark);
    }
});
