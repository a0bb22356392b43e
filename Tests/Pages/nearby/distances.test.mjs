import assert from "node:assert/strict";
import { test } from "node:test";
import { vectors } from "../support.mjs";

const { distanceText, metresBetween, starsText, unitsFor, walkMinutes } = await import("../../../Public/boards/nearby/refs.js");

test("a page's distances equal the hub's", () => {
    const { cases } = vectors("nearby/distances.json");
    assert.ok(cases.length > 0);
    for (const [lat, lon, otherLat, otherLon, metres, walk] of cases) {
        const [one, other] = [{ lat, lon }, { lat: otherLat, lon: otherLon }];
        assert.equal(metresBetween(one, other), metres);
        assert.equal(metresBetween(other, one), metres);
        assert.equal(walkMinutes(metres), walk);
    }
});

test("distances are written in the reader's units, short ones in the smaller unit", () => {
    const written = (metres, units, language = "en") => distanceText(metres, units, language);
    assert.equal(written(84.4, "mi"), "0.1\u00A0mi");
    assert.equal(written(531, "mi"), "0.3\u00A0mi");
    assert.equal(written(40, "mi"), "130\u00A0ft");
    assert.equal(written(40_000, "mi"), "25\u00A0mi");
    assert.equal(written(0, "km"), "0\u00A0m");
    assert.equal(written(484, "km"), "480\u00A0m");
    assert.equal(written(1250, "km", "es"), "1,3\u00A0km");
});

test("miles are used for readers who use them, unless the owner chooses a unit", () => {
    assert.equal(unitsFor("auto", "en-US"), "mi");
    assert.equal(unitsFor(undefined, "en-GB"), "mi");
    assert.equal(unitsFor("auto", "en"), "mi");
    assert.equal(unitsFor("auto", "en-AU"), "km");
    assert.equal(unitsFor("auto", "it"), "km");
    assert.equal(unitsFor("km", "en-US"), "km");
});

test("stars are rounded to halves", () => {
    assert.deepEqual([0.5, 3, 4.24, 4.3, 4.9].map(starsText), ["½", "3", "4", "4½", "5"]);
});
