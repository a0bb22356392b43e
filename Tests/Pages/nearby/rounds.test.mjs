import assert from "node:assert/strict";
import { test } from "node:test";
import "../support.mjs";

const { asChosen, comingOf, inOrder, leading, roundsInOrder, votersOf } =
    await import("../../../Public/boards/nearby/refs.js");

const option = (at) => ({ name: `Place ${at}`, votes: 0, at });
const round = (more = {}) => ({
    title: "Lunch", state: "open", until: "2026-05-05T10:00:00Z", openedAt: "2026-05-04T10:00:00Z",
    options: {}, friends: {}, ...more,
});

test("options are ordered by votes, then by coming friends, and the first with a vote decides", () => {
    const lunch = round({
        options: { o_1: option("1"), o_2: option("2"), o_3: option("3") },
        friends: {
            g_1: { name: "Ada", votes: ["o_1"], coming: "no" }, g_2: { name: "Grace", votes: ["o_2"], coming: "yes" },
        },
    });
    assert.deepEqual(votersOf(lunch, "o_2"), [{ name: "Grace", coming: "yes", votes: ["o_2"] }]);
    assert.deepEqual(comingOf(lunch), { yes: ["g_2"], maybe: [], no: ["g_1"], open: [] });
    assert.deepEqual(inOrder(lunch), ["o_2", "o_1", "o_3"]);
    assert.deepEqual(asChosen(lunch), ["o_1", "o_2", "o_3"]);
    assert.equal(leading(lunch), "o_2");
    assert.equal(leading(round({ options: { o_3: option("3") } })), undefined);
});

test("open rounds come first, the newest before the older ones", () => {
    const dinner = { openedAt: "2026-05-04T11:00:00Z" };
    assert.deepEqual(roundsInOrder({ r_1: round(), r_2: round(dinner) }), ["r_2", "r_1"]);
    assert.deepEqual(roundsInOrder({ r_1: round(), r_2: round({ ...dinner, state: "closed" }) }), ["r_1", "r_2"]);
});
