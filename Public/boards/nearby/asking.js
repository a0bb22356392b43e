// @ts-check
import { request, runAfter, stopTimer } from "../../js/ui/page.js";
import { keptMs } from "./refs.js";

/** @typedef {import("./types.js").PlacesAnswer} PlacesAnswer */

/** The time after which the page says that the answer is slow. */
const slowMs = 1000;
/** The pause before another attempt, if the hub gives none. */
const retryMs = 10_000;
/** The number of answers kept for going back and for lost connections, in memory only. */
const answersMax = 40;

/**
 * A request to the hub, and its result.
 * @typedef {object} Asked
 * @property {string} at
 * @property {string} query
 * @property {"asking" | "slow" | "there" | "failed" | "refused"} state
 * @property {PlacesAnswer | null} answer may be an older one while a newer one is awaited
 * @property {number} answeredAtMs the time of the answer
 * @property {number} [failingSinceMs] the time since when the source has failed
 * @property {string} [code] the reason of a refusal
 */

/**
 * Requests places, one request at a time. A new request abandons the older one, whose late answer is
 * not shown.
 */
export class Asking {
    /**
     * @param {object} page
     * @param {string} page.address of the route
     * @param {() => number} page.now by the hub's clock
     * @param {() => void} page.changed
     * @param {typeof fetch} [page.load]
     */
    constructor({ address, now, changed, load = request }) {
        this.address = address;
        this.now = now;
        this.changed = changed;
        this.load = load;
        /** @type {Asked | null} */
        this.asked = null;
        /** @type {Map<string, {answer: PlacesAnswer, atMs: number}>} */
        this.kept = new Map();
        /** @type {AbortController | null} */
        this.abort = null;
        /** @type {number | undefined} */
        this.failingSinceMs = undefined;
        this.timers = { slow: 0, retry: 0 };
    }

    /**
     * Requests the places around a position, unless that is under way.
     * @param {string} at
     * @param {Record<string, string>} [more] the other parameters
     */
    ask(at, more = {}) {
        const query = String(new URLSearchParams({ at, ...more }));
        if (this.asked?.query !== query) {
            this.begin(at, query);
        }
    }

    /** Repeats the request. */
    again() {
        if (this.asked) {
            this.begin(this.asked.at, this.asked.query);
        }
    }

    /** Abandons the request. */
    end() {
        this.abort?.abort();
        this.abort = null;
        stopTimer(this.timers.slow);
        stopTimer(this.timers.retry);
    }

    /**
     * @param {string} at
     * @param {string} query
     */
    begin(at, query) {
        this.end();
        this.forget();
        const known = this.kept.get(query);
        // An answer for other filters stays until the new one arrives; one for another position does
        // not.
        const before = this.asked?.at === at && !this.isOver(this.asked) ? this.asked : null;
        /** @type {Asked} */
        const asked = {
            at, query, state: "asking", answer: known?.answer ?? before?.answer ?? null,
            answeredAtMs: known?.atMs ?? before?.answeredAtMs ?? 0,
            failingSinceMs: this.failingSinceMs,
        };
        this.asked = asked;
        this.abort = new AbortController();
        this.timers.slow = runAfter(slowMs, () => {
            asked.state = "slow";
            this.changed();
        });
        this.changed();
        void this.fetch(asked, this.abort.signal);
    }

    /**
     * @param {Asked} asked
     * @param {AbortSignal} signal
     */
    async fetch(asked, signal) {
        try {
            const answer = await this.load(`${this.address}?${asked.query}`, { cache: "no-store", signal });
            const retryAfter = Number(answer.headers.get("Retry-After") ?? NaN);
            const said = await answer.json();
            if (this.asked !== asked || signal.aborted) {
                return;
            }
            if (answer.ok && said.at === asked.at) {
                this.take(asked, said);
            } else if (answer.status < 500 && answer.status !== 429) {
                this.refused(asked, String(said.code ?? answer.status));
            } else {
                this.fail(asked, Number.isFinite(retryAfter) ? retryAfter * 1000 : retryMs);
            }
        } catch {
            if (this.asked === asked && !signal.aborted) {
                this.fail(asked, retryMs);
            }
        }
    }

    /**
     * @param {Asked} asked
     * @param {PlacesAnswer} answer
     */
    take(asked, answer) {
        stopTimer(this.timers.slow);
        const atMs = this.now();
        Object.assign(asked, { state: "there", answer, answeredAtMs: atMs, failingSinceMs: undefined });
        this.failingSinceMs = undefined;
        this.kept.delete(asked.query);
        this.kept.set(asked.query, { answer, atMs });
        for (const query of [...this.kept.keys()].slice(0, -answersMax)) {
            this.kept.delete(query);
        }
        this.changed();
    }

    /**
     * Whether an answer must be discarded.
     * @param {{answer: PlacesAnswer | null, answeredAtMs: number}} known
     */
    isOver({ answer, answeredAtMs }) {
        return answer?.source === "yelp" && this.now() - answeredAtMs > keptMs;
    }

    forget() {
        for (const [query, { answer, atMs }] of this.kept) {
            if (this.isOver({ answer, answeredAtMs: atMs })) {
                this.kept.delete(query);
            }
        }
    }

    /**
     * @param {Asked} asked
     * @param {string} code
     */
    refused(asked, code) {
        stopTimer(this.timers.slow);
        Object.assign(asked, { state: "refused", answer: null, code });
        this.changed();
    }

    /**
     * Reports that the source does not answer. The hub keeps asking it.
     * @param {Asked} asked
     * @param {number} inMs
     */
    fail(asked, inMs) {
        stopTimer(this.timers.slow);
        this.failingSinceMs ??= this.now();
        if (this.isOver(asked)) {
            asked.answer = null;
        }
        Object.assign(asked, { state: "failed", failingSinceMs: this.failingSinceMs });
        this.timers.retry = runAfter(Math.max(inMs, 1000), () => this.again());
        this.changed();
    }
}
