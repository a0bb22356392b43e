// @ts-check
import { Backoff, joinPrefix, request, runAfter, StoredValue, stopTimer, wallMs } from "./page.js";

/** @typedef {import("../tablecast.js").JSONObject} JSONObject */

/**
 * A request to the hub. Its secret is known only to this phone and protects the answer, which gives access to the
 * guest's place.
 * @typedef {object} Asked
 * @property {string} id
 * @property {JSONObject} args
 * @property {number} atMs by the phone's clock
 */

/** A request older than this is abandoned. */
const askedMsMax = 6 * 3_600_000;

/**
 * The state of a form behind the join link, kept over a reload. The tab keeps typed text, even when the page changes
 * its language. The phone keeps the request until the guest's own page is reached, and repeats it with the same id
 * after any failure, so that nobody joins twice.
 * @template Typed the values of the fields
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

    /** Forgets a refused request, so that its values can be corrected. */
    refused() {
        this.own = null;
        this.phone.write(null);
    }
}

/**
 * The hub's final answer: a ticket, problems with fields, no more room, a link that is no longer valid, or a problem
 * that guests can't solve.
 * @typedef {{kind: "joined", ticket: string, result: JSONObject}
 *     | {kind: "invalid", problems: {field: string, reason: string}[]}
 *     | {kind: "full" | "closed" | "refused"}} Answer
 */

/** @typedef {{kind: "later", why: "unreachable" | "busy", leastMs: number}} Later */

const answerMsMax = 20_000;

/** Requests what the join link admits, such as a place on the list, until the hub answers. */
export class Asking {
    /**
     * @param {string} venue
     * @param {string} action
     * @param {string} secret of the link that opened the page
     * @param {(why: "unreachable" | "busy") => void} waits called when another attempt follows
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
                // Without the browser's sign-ins: the requester is a guest.
                credentials: "omit",
                signal: giveUp.signal,
            });
            return await answerOf(response);
        } catch {
            // The hub is unreachable, or its answer unreadable.
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
