// @ts-check
import { LineReader, openStream, readStream } from "../js/ui/eventstream.js";
import { Backoff, elapsedMs, request } from "../js/ui/page.js";

/**
 * The time for which a stream that has once caught up may lag. A diff may arrive before its event, by the other
 * connection.
 */
const patienceMs = 3000;
const renewAfterMs = 10_000;

/** Whether the page has every event that the server has reported. */
export class StreamLife {
    /**
     * @param {import("../js/tablecast.js").Sync} sync
     * @param {JournalStream} stream
     */
    constructor(sync, stream) {
        this.sync = sync;
        this.stream = stream;
        /** The last time when the page had every event, by the server's clock. */
        this.asOfMs = sync.asOfMs;
        /** @type {number | null} */
        this.behindSinceMs = null;
        /** Whether the stream has caught up since it was opened. */
        this.hasCaughtUp = false;
    }

    /** @returns {"live" | "stale" | "refused"} */
    now() {
        const { sync, stream } = this;
        this.hasCaughtUp &&= stream.isOpen;
        if (sync.life !== "live" || !stream.isOpen) {
            return sync.life === "refused" ? "refused" : "stale";
        }
        if (stream.rev >= sync.venueRev) {
            this.behindSinceMs = null;
            this.hasCaughtUp = true;
            this.asOfMs = sync.clock.now();
            return "live";
        }
        this.behindSinceMs ??= elapsedMs();
        const behindMs = elapsedMs() - this.behindSinceMs;
        if (this.hasCaughtUp && behindMs < patienceMs) {
            return "live";
        }
        if (behindMs > renewAfterMs) {
            this.behindSinceMs = null;
            stream.renew();
        }
        return "stale";
    }
}

/**
 * An event of the journal (CloudEvents 1.0); one without a revision is a rejected change.
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
 * @property {() => void} changed called when the connection opens or ends
 * @property {() => void} forgotten called when the journal was replaced: the shown events belong to the
 * old one
 * @property {() => void} refused
 */

/**
 * The endless live tail of the journal, which resumes after the last received event. Between attempts it backs off
 * as the sync protocol's connections do.
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
        /** The newest received revision. */
        this.rev = since;
        this.isOpen = false;
        this.isReading = false;
        /** Whether the connection was dropped to make another one at once. */
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
                // The connection failed or broke. Another attempt follows.
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

    /** Ends the pause before the next attempt, if there is one. */
    wake() {
        this.backoff.wake();
    }

    /** Reconnects at once, because the server is reachable and the present connection may be dead unnoticed. */
    renew() {
        this.isRenewed = this.isReading;
        this.abort.abort();
        this.wake();
    }

    /** @returns {Promise<boolean>} whether to continue */
    async readOne() {
        this.abort = new AbortController();
        const address = `${this.path}&since=${this.since}&rejected=1`;
        const answer = await openStream(address, this.abort, this.lastID ? { "Last-Event-ID": this.lastID } : {});
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
        await readStream(answer.body, (events, lastID) => {
            if (events.length > 0) {
                this.lastID = lastID;
                for (const { data: { rev } } of events) {
                    this.rev = rev ?? this.rev;
                }
                this.handlers.came(events.map(({ data }) => data));
            }
        });
        return true;
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
