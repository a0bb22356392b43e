// @ts-check
import { Backoff, joinPrefix, request, runAfter, StoredValue, stopTimer, wallMs } from "./page.js";

/** @typedef {import("../tablecast.js").JSONObject} JSONObject */

/**
 * What was asked of the hub. Among the arguments is a secret that only this phone knows: without it
 * nobody gets the answer, by which one has the place.
 * @typedef {object} Asked
 * @property {string} id
 * @property {JSONObject} args
 * @property {number} atMs by the phone's clock
 */

/** Whoever comes back after that asks anew. */
const askedMsMax = 6 * 3_600_000;

/**
 * What a form behind the join link keeps over a reload. The tab has what was typed, also when the page is read in another
 * language. The phone has what was asked, until the guest's own page has been reached: whatever
 * happens on the way, it is asked again under the same id, and nobody joins twice.
 * @template Typed what stands in the fields
 */
export class Kept {
    /** @param {string} name of the form, with the secret of the join link */
    constructor(name) {
        this.ownTab = new StoredValue(joinPrefix + name);
        this.phone = new StoredValue(joinPrefix + name, () => localStorage);
        /** @type {Typed | null} */
        this.typed = this.ownTab.read();
        /** @type {Asked | null} */
        this.own = null;
    }

    /** @returns {Asked | null} */
    get asked() {
        const asked = this.own ?? this.phone.read();
        return asked && wallMs() - asked.atMs < askedMsMax ? asked : null;
    }

    /** @param {Typed} typed */
    type(typed) {
        this.typed = typed;
        this.ownTab.write(typed);
    }

    /**
     * @param {{id: string, args: JSONObject}} wanted
     * @returns {Asked}
     */
    ask(wanted) {
        this.own = { ...wanted, atMs: wallMs() };
        this.phone.write(this.own);
        return this.own;
    }

    /** Nothing came of it: what was typed may have to be mended. */
    refused() {
        this.own = null;
        this.phone.write(null);
    }
}

/**
 * What the hub makes of it in the end: a ticket, something wrong in these fields, no room for more,
 * nothing to be had by this link any more, or what no guest can mend.
 * @typedef {{kind: "joined", ticket: string, result: JSONObject}
 *     | {kind: "invalid", problems: {field: string, reason: string}[]}
 *     | {kind: "full" | "closed" | "refused"}} Answer
 */

/** @typedef {{kind: "later", why: "unreachable" | "busy", leastMs: number}} Later */

const answerMsMax = 20_000;

/** Asks the hub for what the join link admits, such as a place on the list, until it answers. */
export class Asking {
    /**
     * @param {string} venue
     * @param {string} action
     * @param {string} secret of the link that the page was opened by
     * @param {(why: "unreachable" | "busy") => void} waits another attempt follows in a moment
     */
    constructor(venue, action, secret, waits) {
        this.address = `/v1/${venue}/mutations`;
        this.action = action;
        this.secret = secret;
        this.waits = waits;
        this.backoff = new Backoff();
    }

    /**
     * @param {Asked} asked
     * @returns {Promise<Answer>}
     */
    async ask(asked) {
        for (;;) {
            const answer = await this.once(asked);
            if (answer.kind !== "later") {
                this.backoff.reset();
                return answer;
            }
            this.waits(answer.why);
            await this.backoff.pause(answer.leastMs);
        }
    }

    /**
     * @param {Asked} asked
     * @returns {Promise<Answer | Later>}
     */
    async once({ id, args }) {
        const giveUp = new AbortController();
        const timer = runAfter(answerMsMax, () => giveUp.abort());
        try {
            const response = await request(this.address, {
                method: "POST",
                headers: {
                    Authorization: `Bearer ${this.secret}`,
                    "Content-Type": "application/json",
                },
                body: JSON.stringify({ type: "mutate", id, action: this.action, args }),
                // Whoever else this browser is signed in as: here it is a guest.
                credentials: "omit",
                signal: giveUp.signal,
            });
            return await answerOf(response);
        } catch {
            // The hub can't be reached, or its answer can't be read.
            return { kind: "later", why: "unreachable", leastMs: 0 };
        } finally {
            stopTimer(timer);
        }
    }
}

/**
 * @param {Response} response
 * @returns {Promise<Answer | Later>}
 */
async function answerOf(response) {
    const { status, headers } = response;
    if (status === 200) {
        const { result } = await response.json();
        return { kind: "joined", ticket: result.ticket, result };
    }
    if (status === 422) {
        const { problems } = await response.json();
        return { kind: "invalid", problems };
    }
    if (status === 429) {
        const leastMs = 1000 * (Number(headers.get("Retry-After")) || 1);
        return { kind: "later", why: "busy", leastMs };
    }
    if (status >= 500) {
        return { kind: "later", why: "unreachable", leastMs: 0 };
    }
    if (status === 401 || status === 403) {
        return { kind: "closed" };
    }
    return { kind: status === 409 ? "full" : "refused" };
}
