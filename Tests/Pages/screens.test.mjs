import assert from "node:assert/strict";
import { test } from "node:test";
import { speak } from "./support.mjs";

speak("screens", "en");
const { pageOf } = await import("../../Public/screens/rows.js");

test("a device shows the page of its role that needs most of what it watches", () => {
    const roles = ["waiter", "host", "owner"];
    const pages = [
        { name: "host", views: ["waitlist/host"], roles: ["host", "owner"] },
        { name: "orders/waiter", views: ["orders/host", "orders/menu"], roles },
        { name: "orders/history", views: ["orders/host"], roles },
        { name: "orders/menu", views: ["orders/menu", "orders/display"], roles: ["display", ...roles] },
        { name: "orders/pickup", views: ["orders/display"], roles: ["display", ...roles] },
        { name: "planner", views: ["planner/calendars"], roles: ["host"] },
        { name: "planner/print", views: ["planner/calendars"], roles: ["host"] },
        { name: "screens", views: [], roles: ["owner"] },
    ];
    const shown = (role, ...views) => pageOf(pages, role, views);
    assert.equal(shown("waiter", "orders/host", "orders/menu", "orders/tab?tab=o_1"), "orders/waiter");
    assert.equal(shown("waiter", "orders/host", "orders/history?day=2026-11-20"), "orders/history");
    assert.equal(shown("display", "orders/menu", "orders/display", "notice/display"), "orders/menu");
    assert.equal(shown("display", "orders/display", "notice/display"), "orders/pickup");
    assert.equal(shown("host", "planner/calendars", "planner/week?monday=2026-11-16"), "planner");
    assert.equal(shown("waiter", "waitlist/host"), undefined);
    assert.equal(shown("owner"), undefined);
});
