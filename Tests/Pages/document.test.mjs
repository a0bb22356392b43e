import assert from "node:assert/strict";
import { test } from "node:test";
import { core, vectors } from "./support.mjs";

const { canonical, DocumentHash } = core;

test("hashes follow the protocol, and equal the hub's", () => {
    const cases = [
        ...vectors("sync-hashes.json").cases.map(({ doc, hash }) => [doc, hash]),
        ...vectors("document-hash.json").map(({ document, hash }) => [document, hash]),
    ];
    assert.ok(cases.length > 150);
    // An incrementally updated hash equals one from scratch.
    const kept = new DocumentHash();
    for (const [document, hash] of cases) {
        assert.equal(new DocumentHash().of(document), hash);
        assert.equal(kept.of(document), hash);
    }
});

test("canonical JSON follows RFC 8785", () => {
    // RFC 8785, section 3.2.3: members in the order of their UTF-16 code units.
    assert.equal(
        canonical({
            "\u20ac": "Euro Sign", "\r": "Carriage Return",
            "\ufb33": "Hebrew Letter Dalet With Dagesh", 1: "One",
            "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control",
            "\u00f6": "Latin Small Letter O With Diaeresis",
        }),
        '{"\\r":"Carriage Return","1":"One","\x80":"Control",' +
            '"ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign",' +
            '"😀":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
    );
    assert.equal(
        canonical(JSON.parse("[333333333.33333329, 1E30, 4.50, 2e-3, 1e-27]")),
        "[333333333.3333333,1e+30,4.5,0.002,1e-27]",
    );
    assert.equal(
        canonical(JSON.parse('"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/"')),
        '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"',
    );
});
