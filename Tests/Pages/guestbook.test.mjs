import assert from "node:assert/strict";
import { test } from "node:test";
import { lines } from "./guestbook/lines.js";

test("the newest entry of the guest book comes first", () => {
    const doc = {
        entries: {
            g_9: { name: "Ada", text: "Lovely" },
            g_10: { name: "Grace", text: "We come again" },
        },
    };
    assert.deepEqual(lines(doc), ["We come again (Grace)", "Lovely (Ada)"]);
    assert.deepEqual(lines(null), []);
});
