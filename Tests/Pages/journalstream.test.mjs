import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { hide, pass } from "./browser.mjs";
import "./support.mjs";

const { JournalStream } = await import("../../Public/events/stream.js");

/** The hub's answers in turn; after them there is no network. */
let answers;
let asked;
let came;
let stream;

beforeEach(() => {
    answers = [];
    asked = [];
    came = [];
    mock.method(Math, "random", () => 1);
    mock.method(globalThis, "fetch", async (path, { headers }) => {
        asked.push([path, headers["Last-Event-ID"]]);
        const answer = answers.shift();
        if (answer === undefined) {
            throw new TypeError("There is no network");
        }
        return answer;
    });
});

// A page without a sign-in doesn't retry.
afterEach(async () => {
    answers = [new Response("", { status: 401 })];
    stream.renew();
    await settle();
});

/** Lets the stream run as far as it can without time passing. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

function begin(handlers = {}) {
    stream = new JournalStream("main", "engineer", 7, {
        came: (events) => came.push(...events.map(({ rev }) => rev)),
        changed() {},
        forgotten() {},
        refused() {},
        ...handlers,
    });
    stream.start();
    return settle();
}

test("the stream backs off as the protocol requires, and resets the pause once it was open", async () => {
    await begin();
    const pausesMs = [500, 1000, 2000, 2000, 2000, 2000, 2000, 500];
    for (const [index, pauseMs] of pausesMs.entries()) {
        pass(pauseMs - 10);
        await settle();
        assert.equal(asked.length, index + 1, `${pauseMs}`);
        // The second to last request is answered.
        answers = index === 6 ? [new Response("")] : [];
        pass(10);
        await settle();
        assert.equal(asked.length, index + 2, `${pauseMs}`);
    }
});

for (const [name, comeBack] of [
    ["the network", () => dispatchEvent(new Event("online"))],
    ["the page", () => hide(false)],
]) {
    test(`the stream reconnects at once when ${name} comes back`, async () => {
        await begin();
        assert.equal(asked.length, 1);
        comeBack();
        await settle();
        assert.equal(asked.length, 2);
    });
}

test("the stream resumes after the last event, wherever its bytes are split", async () => {
    const text = 'id: k:8\ndata: {"rev":8}\n\nid: k:9\ndata: {"rev":9}\n\ndata: {"re';
    const bytes = new ReadableStream({
        start(body) {
            for (const byte of new TextEncoder().encode(text)) {
                body.enqueue(Uint8Array.of(byte));
            }
            body.close();
        },
    });
    answers = [new Response(bytes)];
    await begin();
    assert.deepEqual([came, stream.rev], [[8, 9], 9]);
    pass(500);
    await settle();
    const path = "/v1/main/events?as=engineer&since=7&rejected=1";
    assert.deepEqual(asked, [[path, undefined], [path, "k:9"]]);
});

test("a replaced journal is read from its beginning, and a lost sign-in ends the stream", async () => {
    const heard = [];
    answers = [new Response("", { status: 409 }), new Response("", { status: 401 })];
    await begin({ forgotten: () => heard.push("forgotten"), refused: () => heard.push("refused") });
    pass(500);
    await settle();
    assert.match(asked[1][0], /&since=0&/);
    pass(60000);
    await settle();
    assert.deepEqual([heard, asked.length], [["forgotten", "refused"], 2]);
});
