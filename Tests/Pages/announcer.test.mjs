import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { pass } from "./browser.mjs";
import "./support.mjs";

const { Announcer } = await import("../../Public/js/ui/page.js");

const lost = "Not connected.";
let region;
let announcer;

beforeEach(() => {
    pass(10_000);
    region = { textContent: "" };
    announcer = new Announcer(region);
});

test("a lost connection is announced once, and retracted as soon as it is back", () => {
    announcer.sayLost(true, lost);
    assert.equal(region.textContent, lost);
    region.textContent = "";
    announcer.sayLost(true, lost);
    pass(5000);
    assert.equal(region.textContent, "");
    announcer.sayLost(false, lost);
    announcer.sayLost(true, lost);
    assert.equal(region.textContent, lost);
    announcer.sayLost(false, lost);
    assert.equal(region.textContent, "");
});

test("a connection that is back before its loss could be announced is not announced", () => {
    announcer.say("2 waiting.");
    announcer.sayLost(true, lost);
    announcer.sayLost(false, lost);
    announcer.say("3 waiting.");
    pass(5000);
    assert.equal(region.textContent, "3 waiting.");
});

test("other announcements stay until a newer one", () => {
    announcer.say("2 waiting.");
    announcer.sayLost(false, lost);
    assert.equal(region.textContent, "2 waiting.");
});
