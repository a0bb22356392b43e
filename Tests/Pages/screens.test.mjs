import assert from "node:assert/strict";
import { test } from "node:test";
import { speak } from "./support.mjs";

speak("screens", "en");
const { pageOf } = await import("../../Public/screens/rows.js");

test("a device shows the page with the most views, of those that its role may open and it watches", () => {
    const roles = ["waiter", "host", "owner"];
    const pages = [
        { name: "host", views: ["door/host"], roles: ["host", "owner"] },
        { name: "bar/waiter", views: ["bar/host", "bar/menu"], roles },
        { name: "bar/history", views: ["bar/host"], roles },
        { name: "bar/menu", views: ["bar/menu", "bar/display"], roles: ["display", ...roles] },
        { name: "bar/pickup", views: ["bar/display"], roles: ["display", ...roles] },
        { name: "diary", views: ["diary/calendars"], roles: ["host"] },
        { name: "diary/print", views: ["diary/calendars"], roles: ["host"] },
        { name: "screens", views: [], roles: ["owner"] },
    ];
    const shown = (role, ...views) => pageOf(pages, role, views);
    assert.equal(shown("waiter", "bar/host", "bar/menu", "bar/tab?tab=o_1"), "bar/waiter");
    assert.equal(shown("waiter", "bar/host", "bar/history?day=2026-11-20"), "bar/history");
    assert.equal(shown("display", "bar/menu", "bar/display", "sign/display"), "bar/menu");
    assert.equal(shown("display", "bar/display", "sign/display"), "bar/pickup");
    assert.equal(shown("host", "diary/calendars", "diary/week?monday=2026-11-16"), "diary");
    assert.equal(shown("waiter", "door/host"), undefined);
    assert.equal(shown("owner"), undefined);
});
