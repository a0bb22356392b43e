// @ts-check
import { request, runAfter, stopTimer } from "../js/now.js";
import { Backoff } from "../js/tablecast.js";
import { EventStreamReader, LineReader } from "../js/eventstream.js";

/**
 * An event of the journal (CloudEvents 1.0); without a revision, a change that was rejected.
 * @typedef {object} JournalEvent
 * @property {string} id
 * @property {string} type
 * @property {string} time
 * @property {string} [subject]
 * @property {Record<string, any>} data
 * @property {number} [rev]
 * @property {string} board
 * @property {string} actor
 * @property {string} [mutationid]
 */

/**
 * @typedef {object} StreamHandlers
 * @property {(events: JournalEvent[]) => void} came
 * @property {() => void} changed whether it is open has changed
 * @property {() => void} forgotten the journal is another one than before: what was shown belongs
 * to the old one
 * @property {() => void} refused
 */

/** An answer that has not begun within this time is not waited for. */
const openWithinMs = 10_000;

/**
 * The live tail of the journal, for ever: it goes on after the last event that came. It is read by
 * `fetch`, because an `EventSource` gives up at the first answer that is an error. Between attempts
 * it backs off as the sync protocol's connections do.
 */
export class JournalStream {
    /**
     * @param {string} venue
     * @param {string} role
     * @param {number} since
     * @param {StreamHandlers} handlers
     */
    constructor(venue, role, since, handlers) {
        this.path = `/v1/${venue}/events?as=${role}`;
        this.since = since;
        this.handlers = handlers;
        this.lastID = "";
        /** The newest revision that came. */
        this.rev = since;
        this.isOpen = false;
        this.isReading = false;
        /** Whether the connection was given up for another one, which is made at once. */
        this.isRenewed = false;
        this.backoff = new Backoff();
        this.abort = new AbortController();
    }

    async start() {
        for (;;) {
            try {
                this.isReading = true;
                if (!(await this.readOne())) {
                    this.handlers.refused();
                    return;
                }
            } catch {
                // The connection broke or could not be made: another one follows.
            } finally {
                this.isReading = false;
            }
            this.isOpen = false;
            this.handlers.changed();
            if (this.isRenewed) {
                this.isRenewed = false;
                continue;
            }
            await this.backoff.pause();
        }
    }

    /** Ends the pause between two attempts, if there is one. */
    wake() {
        this.backoff.wake();
    }

    /**
     * The server is there: tries again at once, and gives up the connection that there is, which
     * may be dead without saying so.
     */
    renew() {
        this.isRenewed = this.isReading;
        this.abort.abort();
        this.wake();
    }

    /** @returns {Promise<boolean>} whether to go on */
    async readOne() {
        this.abort = new AbortController();
        /** @type {Record<string, string>} */
        const headers = { Accept: "text/event-stream" };
        if (this.lastID) {
            headers["Last-Event-ID"] = this.lastID;
        }
        const timer = runAfter(openWithinMs, () => this.abort.abort());
        const answer = await request(`${this.path}&since=${this.since}&rejected=1`, {
            headers,
            cache: "no-store",
            signal: this.abort.signal,
        }).finally(() => stopTimer(timer));
        if (answer.status === 401 || answer.status === 403) {
            return false;
        }
        if (answer.status === 409) {
            this.lastID = "";
            this.since = 0;
            this.handlers.forgotten();
            return true;
        }
        if (!answer.ok || !answer.body) {
            return true;
        }
        this.backoff.reset();
        this.isOpen = true;
        this.handlers.changed();
        await this.readBody(answer.body.getReader());
        return true;
    }

    /** @param {ReadableStreamDefaultReader<Uint8Array>} body */
    async readBody(body) {
        const reader = new EventStreamReader();
        for (;;) {
            const { done, value } = await body.read();
            if (done) {
                return;
            }
            const events = reader.read(value).map(({ data }) => JSON.parse(data));
            if (events.length > 0) {
                this.lastID = reader.lastID;
                for (const { rev } of events) {
                    this.rev = rev ?? this.rev;
                }
                this.handlers.came(events);
            }
        }
    }

    /**
     * The events after `since` up to `until`.
     * @param {number} since
     * @param {number} until
     * @returns {Promise<JournalEvent[]>}
     */
    async range(since, until) {
        const answer = await request(`${this.path}&since=${since}&until=${until}`, {
            headers: { Accept: "application/x-ndjson" },
            cache: "no-store",
        });
        if (!answer.ok) {
            throw new Error(`The server answered ${answer.status}`);
        }
        const reader = new LineReader();
        const bytes = new Uint8Array(await answer.arrayBuffer());
        const lines = [...reader.read(bytes), reader.rest];
        return lines.filter((line) => line.trim() !== "").map((line) => JSON.parse(line));
    }
}
