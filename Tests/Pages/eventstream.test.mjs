import assert from "node:assert/strict";
import { test } from "node:test";
import "./support.mjs";

const { EventStreamReader } = await import("../../Public/js/ui/eventstream.js");

const encoder = new TextEncoder();

test("an event stream is read wherever it is split", () => {
    const bytes = encoder.encode(
        ': hello\n\nid: e:1\ndata: {"a":\r\ndata: "ü👩‍👧"}\r\n\r\n' +
            "data: 2\rid: e:2\r\r: alive\n\n",
    );
    for (let size = 1; size <= bytes.length; size += 1) {
        const reader = new EventStreamReader();
        const said = [];
        for (let at = 0; at < bytes.length; at += size) {
            said.push(...reader.read(bytes.slice(at, at + size)).map(({ data }) => data));
        }
        assert.deepEqual(said, ['{"a":\n"ü👩‍👧"}', "2"]);
        assert.equal(reader.lastID, "e:2");
    }
});

test("an event of a stream does not inherit the name of the one before", () => {
    const stream = "event: device\ndata: 1\n\nevent:gone\n\ndata: 2\n\ndata: 3\nevent: alarm\n\n";
    assert.deepEqual(new EventStreamReader().read(encoder.encode(stream)), [
        { name: "device", data: "1" },
        { name: "message", data: "2" },
        { name: "alarm", data: "3" },
    ]);
});
