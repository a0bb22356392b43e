// @ts-check

/** @typedef {import("./stream.js").JournalEvent} JournalEvent */

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
