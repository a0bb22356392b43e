import assert from "node:assert/strict";
import { test } from "node:test";
import { core } from "./support.mjs";

const { applyPatch, PatchError } = core;

const patches = [
    [{ a: { b: 1 } }, { op: "replace", path: "/a/b", value: 2 }, { a: { b: 2 } }],
    [{ a: {} }, { op: "add", path: "/a/b~1c~0d~01", value: [1] }, { a: { "b/c~d~1": [1] } }],
    [{ a: { b: 1, c: 2 } }, { op: "remove", path: "/a/b" }, { a: { c: 2 } }],
    [{ a: [1, 3] }, { op: "add", path: "/a/1", value: 2 }, { a: [1, 2, 3] }],
    [{ a: [1] }, { op: "add", path: "/a/-", value: 2 }, { a: [1, 2] }],
    [{ a: [1, 2] }, { op: "remove", path: "/a/0" }, { a: [2] }],
    [{ a: [{ b: 1 }] }, { op: "replace", path: "/a/0/b", value: null }, { a: [{ b: null }] }],
    [{ a: 1 }, { op: "replace", path: "", value: { b: 2 } }, { b: 2 }],
    [{ "": { "": 1 } }, { op: "replace", path: "//", value: 2 }, { "": { "": 2 } }],
];

const badPatches = [
    [{ a: 1 }, { op: "replace", path: "/b", value: 1 }],
    [{ a: 1 }, { op: "remove", path: "/b" }],
    [{ a: 1 }, { op: "add", path: "/b/c", value: 1 }],
    [{ a: 1 }, { op: "add", path: "/a/c", value: 1 }],
    [{ a: [1] }, { op: "replace", path: "/a/1", value: 1 }],
    [{ a: [1] }, { op: "add", path: "/a/2", value: 1 }],
    [{ a: [1] }, { op: "add", path: "/a/01", value: 1 }],
    [{ a: [1] }, { op: "remove", path: "/a/-" }],
    [{ a: 1 }, { op: "move", path: "/a", from: "/b" }],
    [{ a: 1 }, { op: "add", path: "a", value: 1 }],
    [{ a: 1 }, { op: "add", path: "/b" }],
    [{ a: 1 }, { op: "remove", path: "" }],
    [{}, { op: "add", path: "/__proto__/polluted", value: 1 }],
];

test("a patch is applied without touching the old document", () => {
    for (const [document, operation, expected] of patches) {
        const before = JSON.stringify(document);
        assert.deepEqual(applyPatch(document, [operation]), expected);
        assert.equal(JSON.stringify(document), before);
    }
});

test("a patched document shares the untouched parts", () => {
    const document = { parties: { a: { size: 1 }, b: { size: 2 } }, venue: {} };
    const patched = applyPatch(document, [{ op: "replace", path: "/parties/a/size", value: 3 }]);
    assert.equal(patched.parties.b, document.parties.b);
    assert.equal(patched.venue, document.venue);
    assert.notEqual(patched.parties.a, document.parties.a);
});

test("many operations on one part copy it once, and change nothing shared", () => {
    const document = { rooms: { a: "n" }, list: [1], venue: {} };
    const value = { x: 1, of: [1] };
    const before = JSON.stringify([document, value]);
    const patch = [
        { op: "add", path: "/rooms/b", value },
        { op: "replace", path: "/rooms/b/x", value: 2 },
        { op: "add", path: "/rooms/b/of/-", value: 2 },
        { op: "remove", path: "/rooms/a" },
        { op: "add", path: "/list/-", value: 2 },
        { op: "add", path: "/list/0", value: 0 },
    ];
    const expected = { rooms: { b: { x: 2, of: [1, 2] } }, list: [0, 1, 2], venue: {} };
    const patched = applyPatch(document, patch);
    assert.deepEqual(patched, expected);
    assert.equal(patched.venue, document.venue);
    // The rest of a patch that does not fit is not applied, and its applied part is discarded.
    assert.throws(() => applyPatch(document, [...patch, { op: "remove", path: "/rooms/z" }]), PatchError);
    assert.equal(JSON.stringify([document, value]), before);
});

test("a patch that does not fit is rejected", () => {
    for (const [document, operation] of badPatches) {
        assert.throws(() => applyPatch(document, [operation]), PatchError, operation.path);
    }
    assert.equal({}.polluted, undefined);
});
