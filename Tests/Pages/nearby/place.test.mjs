import assert from "node:assert/strict";
import { test } from "node:test";
import "../support.mjs";

const { filterCount, KnownStops, questionOf, readPlace, start, typedPosition, writePlace } = await import(
    "../../../Public/boards/nearby/host/data.js"
);

test("the address holds the place, the filters and the order", () => {
    const shown = {
        ...start, at: "stop:njt:145", sort: "rating", open: true, cuisine: "ice cream", q: "Piè & Co", map: true,
    };
    assert.equal(
        writePlace(shown),
        "#at=stop:njt:145&sort=rating&open=1&cuisine=ice+cream&q=Pi%C3%A8+%26+Co&map=1",
    );
    assert.deepEqual(readPlace(writePlace(shown)), shown);
    assert.deepEqual(readPlace(""), start);
    assert.equal(writePlace(start), "#");
    assert.equal(filterCount(shown), 3);
    assert.deepEqual(questionOf(shown), { sort: "rating", open: "1", cuisine: "ice cream", q: "Piè & Co" });
});

test("invalid parts of the address are left out", () => {
    const hash = "#part=cellar&sort=taste&radius=5&priceMax=9&ratingMin=x&kind=zoo&open=yes";
    assert.deepEqual(readPlace(hash), start);
});

test("a position can be typed with a comma or a space", () => {
    assert.deepEqual(typedPosition(" 40.7165, -74.3578 "), { lat: 40.7165, lon: -74.3578 });
    assert.deepEqual(typedPosition("40.5 -74"), { lat: 40.5, lon: -74 });
    for (const text of ["07901", "91,0", "40,181", "Summit", "40."]) {
        assert.equal(typedPosition(text), null, text);
    }
});

test("an offline search covers the stops that the page has received", () => {
    const known = new KnownStops();
    known.learn([
        { id: "t:1", name: "Summit", town: "Summit", zip: "07901", lat: 40.7, lon: -74.3, metres: 5, why: "near" },
        { id: "t:2", name: "Mount Olive", town: "Hackettstown", zip: "07840", lat: 40.9, lon: -74.7 },
        { id: "t:3", name: "Point Sumé", lat: 40, lon: -74 },
    ], 1);
    const found = (text) => known.search(text).map(({ id }) => id);
    assert.deepEqual(found("sum"), ["t:1", "t:3"]);
    assert.deepEqual(found("SUME"), ["t:3"]);
    assert.deepEqual(found("hackett"), ["t:2"]);
    assert.deepEqual(found("07901"), ["t:1"]);
    assert.deepEqual(found("40.9,-74.7"), ["t:2", "t:1", "t:3"]);
    assert.equal("metres" in known.get("t:1"), false);
});
