// @ts-check
import { backoffMs } from "../js/backoff.js";
import { EventStreamReader, LineReader } from "./lines.js";

/**
 * An event of the journal (CloudEvents 1.0).
 * @typedef {object} JournalEvent
 * @property {string} id
 * @property {string} type
 * @property {string} time
 * @property {string} [subject]
 * @property {Record<string, any>} data
 * @property {number} rev
 * @property {string} board
 * @property {string} actor
 */

/**
 * @typedef {object} StreamHandlers
 * @property {(events: JournalEvent[]) => void} came
 * @property {() => void} changed whether it is open has changed
 * @property {() => void} forgotten the journal is another one than before: what was shown belongs
 * to the old one
 * @property {() => void} refused
 */

/**
 * The live tail of the journal, for ever: it goes on after the last event that came. It is read by
 * `fetch`, because an `EventSource` gives up at the first answer that is an error.
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
        this.attempt = 0;
        this.abort = new AbortController();
    }

    async start() {
        for (;;) {
            try {
                if (!(await this.readOne())) {
                    this.handlers.refused();
                    return;
                }
            } catch {
                // The connection broke or could not be made: another one follows.
            }
            this.isOpen = false;
            this.handlers.changed();
            await this.pause(backoffMs(this.attempt));
            this.attempt += 1;
        }
    }

    /** @param {number} forMs */
    pause(forMs) {
        return new Promise((resolve) => window.setTimeout(resolve, forMs));
    }

    /** Gives up the connection that is there, which may be dead without saying so. */
    renew() {
        this.abort.abort();
    }

    /** @returns {Promise<boolean>} whether to go on */
    async readOne() {
        this.abort = new AbortController();
        /** @type {Record<string, string>} */
        const headers = { Accept: "text/event-stream" };
        if (this.lastID) {
            headers["Last-Event-ID"] = this.lastID;
        }
        const answer = await fetch(`${this.path}&since=${this.since}`, {
            headers,
            cache: "no-store",
            signal: this.abort.signal,
        });
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
        this.attempt = 0;
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
            const events = reader.read(value).map((data) => JSON.parse(data));
            if (events.length > 0) {
                this.lastID = reader.lastID;
                this.rev = events[events.length - 1].rev ?? this.rev;
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
        const answer = await fetch(`${this.path}&since=${since}&until=${until}`, {
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
