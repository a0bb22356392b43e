import assert from "node:assert/strict";
import { test } from "node:test";
import { pass } from "../browser.mjs";
import "../support.mjs";

const display = {};
globalThis.display = display;
/** Requests for the page, in their order. */
const asked = [];
globalThis.XMLHttpRequest = class {
    open(method, address) {
        this.what = `${method} ${address}`;
    }

    send() {
        asked.push(this);
    }
};
let reloads = 0;
location.reload = () => (reloads += 1);
await import("../../../Public/boards/waitlist/display/house.js");

test("a television leaves its page only for one that is there, and tries again every 5 s", () => {
    display.speak("en");
    display.speak("en");
    assert.equal(asked.length, 0);
    display.speak("fr");
    display.speak("it");
    assert.deepEqual(asked.map(({ what }) => what), ["GET http://hub/"]);
    // The hub is not there, and then it can't serve the page.
    asked[0].onerror();
    pass(4_990);
    assert.equal(asked.length, 1);
    pass(10);
    assert.equal(asked.length, 2);
    asked[1].status = 503;
    asked[1].onload();
    pass(5_000);
    assert.equal(reloads, 0);
    asked[2].status = 200;
    asked[2].onload();
    assert.equal(reloads, 1);
    pass(60_000);
    assert.equal(asked.length, 3);
});
