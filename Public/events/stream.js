// @ts-check
import { EventStreamReader, LineReader } from "../js/ui/eventstream.js";
import { Backoff, elapsedMs, request, runAfter, stopTimer } from "../js/ui/page.js";

/**
 * A diff may well come before its event: they take different ways. That excuses a stream that has
 * had everything, not one that is only beginning.
 */
const patienceMs = 3000;
const renewAfterMs = 10_000;

/** Whether the page has every event that the server has told of. */
export class StreamLife {
    /**
     * @param {import("../js/tablecast.js").Sync} sync
     * @param {JournalStream} stream
     */
    constructor(sync, stream) {
        this.sync = sync;
        this.stream = stream;
        /** When it was last so, by the server's clock. */
        this.asOfMs = sync.asOfMs;
        this.behindSinceMs = 0;
        /** Whether the stream has had everything since it was opened. */
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
            this.behindSinceMs = 0;
            this.hasCaughtUp = true;
            this.asOfMs = sync.clock.now();
            return "live";
        }
        this.behindSinceMs ||= elapsedMs();
        const behindMs = elapsedMs() - this.behindSinceMs;
        if (this.hasCaughtUp && behindMs < patienceMs) {
            return "live";
        }
        if (behindMs > renewAfterMs) {
            this.behindSinceMs = 0;
            stream.renew();
        }
        return "stale";
    }
}

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

/** More events than this are never kept. */
const eventsMax = 200_000;
const asideMax = 10_000;

/**
 * A stretch of the journal as the page holds it: consecutive revisions, and among them the rejected
 * changes of which it has heard, in order of time. While it is attached, it ends with the newest
 * event and grows; otherwise somebody looks at the past, and what comes is only counted.
 */
export class Journal {
    constructor() {
        /** @type {JournalEvent[]} */
        this.events = [];
        /** The first and the last revision that are held; `lastRev` is one less when none is. */
        this.firstRev = 1;
        this.lastRev = 0;
        this.isAttached = true;
        /**
         * Rejected changes that came while it was not attached. They are in no journal.
         * @type {JournalEvent[]}
         */
        this.aside = [];
        /**
         * The rejected changes that came: a new connection brings the last of them again.
         * @type {Set<string>}
         */
        this.rejectedIDs = new Set();
    }

    /** @param {number} rev the revision after which to begin */
    clear(rev) {
        this.putAside(this.events);
        this.events = [];
        this.firstRev = rev + 1;
        this.lastRev = rev;
    }

    /**
     * Takes what has just come.
     * @param {JournalEvent[]} events
     * @returns {JournalEvent[]} those that are held now
     */
    append(events) {
        const unheard = events.filter((event) => this.isUnheard(event));
        if (!this.isAttached) {
            this.putAside(unheard);
            return [];
        }
        return this.extend(unheard);
    }

    /** @param {JournalEvent} event */
    isUnheard({ id, rev }) {
        if (rev !== undefined) {
            return true;
        }
        const isUnheard = !this.rejectedIDs.has(id);
        this.rejectedIDs.add(id);
        if (this.rejectedIDs.size > eventsMax) {
            const [oldest] = this.rejectedIDs;
            this.rejectedIDs.delete(oldest);
        }
        return isUnheard;
    }

    /** @param {JournalEvent[]} events of which the rejected changes are kept for later */
    putAside(events) {
        const rejected = events.filter((event) => event.rev === undefined);
        this.aside = this.aside.concat(rejected).slice(-asideMax);
    }

    /**
     * Takes what follows what is held.
     * @param {JournalEvent[]} events
     * @returns {JournalEvent[]} those that were new
     */
    extend(events) {
        const fresh = [];
        for (const event of events) {
            if (event.rev === undefined) {
                fresh.push(event);
            } else if (event.rev > this.lastRev) {
                this.lastRev = event.rev;
                fresh.push(event);
            }
        }
        for (const event of fresh) {
            this.events.push(event);
        }
        return fresh;
    }

    /**
     * Takes what came before what is held.
     * @param {JournalEvent[]} events
     */
    prepend(events) {
        this.events = events.concat(this.events);
        this.firstRev = events[0]?.rev ?? this.firstRev;
    }

    /**
     * It has been read up to the newest event: from here on it grows by itself. The rejected changes
     * that came meanwhile are put in their places.
     */
    attach() {
        const since = this.events[0]?.time ?? "";
        const missed = this.aside.filter((event) => event.time >= since);
        this.aside = [];
        this.isAttached = true;
        if (missed.length > 0) {
            this.events = this.events.concat(missed);
            this.events.sort((one, other) => (one.time < other.time ? -1 : +(one.time > other.time)));
        }
    }

    /**
     * Lets the oldest go when there are too many.
     * @returns {number} how many went
     */
    trim() {
        if (this.events.length <= eventsMax) {
            return 0;
        }
        const count = this.events.length - Math.floor(eventsMax * 0.9);
        this.events = this.events.slice(count);
        this.firstRev = this.events.find((event) => event.rev !== undefined)?.rev ?? this.lastRev;
        return count;
    }

    /** Whether there are so many that something has to go, whoever is reading. */
    get isFull() {
        return this.events.length > eventsMax * 1.25;
    }

    /** Somebody goes further and further back: the newest are let go, and come again when asked for. */
    cutNewest() {
        const rejected = this.events.slice(eventsMax).filter((event) => event.rev === undefined);
        this.aside = rejected.concat(this.aside).slice(-asideMax);
        this.events = this.events.slice(0, eventsMax);
        this.isAttached = false;
        const accepted = this.events.filter((event) => event.rev !== undefined);
        this.lastRev = accepted[accepted.length - 1]?.rev ?? this.firstRev - 1;
    }
}
