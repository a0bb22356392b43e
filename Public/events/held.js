// @ts-check
import { Filter } from "./filter.js";

/** @typedef {import("./stream.js").JournalEvent} JournalEvent */

/** The number of events to read at a time. */
const batchCount = 2000;
/** The number of events to search before asking whether to go on. */
const searchCount = 20_000;
/** The most events to hold. */
const eventsMax = 100_000;
const rejectedMax = 10_000;

/**
 * Consecutive revisions of the journal, and the rejected changes received among them.
 * @typedef {{events: JournalEvent[], firstRev: number, lastRev: number}} Range
 */

/**
 * @param {number} rev
 * @returns {Range} a range that is empty, after a revision
 */
function rangeAfter(rev) {
    return { events: [], firstRev: rev + 1, lastRev: rev };
}

/**
 * Holds the newest events of the journal, or a range of the past if the filter ends there, and passes matching
 * events to the rows.
 */
export class Held {
    /**
     * @param {import("./stream.js").JournalStream} stream
     * @param {import("./words.js").Names} names
     * @param {import("./rows.js").Rows} rows
     * @param {() => void} changed
     */
    constructor(stream, names, rows, changed) {
        this.stream = stream;
        this.names = names;
        this.rows = rows;
        this.changed = changed;
        this.filter = new Filter({}, { first: 1, last: Infinity }, names);
        /** The range that ends with the newest event, and grows. */
        this.live = rangeAfter(stream.rev);
        /** @type {Range | null} */
        this.past = null;
        this.isBusy = false;
        this.wantedCount = 0;
        this.searchedMax = 0;
        /** The ids of received rejected changes: a new connection sends the last ones again. @type {Set<string>} */
        this.rejectedIDs = new Set();
    }

    /** The range that is shown. */
    get range() {
        return this.past ?? this.live;
    }

    get hasEarlier() {
        const { events, firstRev } = this.range;
        return firstRev > Math.max(1, this.filter.bounds.first) && events.length < eventsMax;
    }

    /** @param {JournalEvent[]} events that have just arrived */
    came(events) {
        const fresh = events.filter((event) => this.isNew(event));
        for (const event of fresh) {
            this.names.learn(event);
            this.live.events.push(event);
        }
        if (!this.past) {
            this.rows.append(this.matching(fresh));
        }
        this.trim();
    }

    /** @param {JournalEvent} event */
    isNew({ id, rev }) {
        if (rev !== undefined) {
            const isNew = rev > this.live.lastRev;
            this.live.lastRev = Math.max(rev, this.live.lastRev);
            return isNew;
        }
        const isNew = !this.rejectedIDs.has(id);
        this.rejectedIDs.add(id);
        if (this.rejectedIDs.size > rejectedMax) {
            const [oldest] = this.rejectedIDs;
            this.rejectedIDs.delete(oldest);
        }
        return isNew;
    }

    /** @param {JournalEvent[]} events */
    matching(events) {
        return events.filter((event) => this.filter.matches(event));
    }

    /** Drops the oldest tenth of the events if there are too many. */
    trim() {
        const { live } = this;
        if (live.events.length > eventsMax * 1.1) {
            const gone = live.events.splice(0, live.events.length - eventsMax);
            live.firstRev = live.events.find(({ rev }) => rev !== undefined)?.rev ?? live.lastRev;
            if (!this.past) {
                this.rows.trim(this.matching(gone).length);
            }
        }
    }

    /** Drops all held events after the journal was replaced. */
    forget() {
        this.live = rangeAfter(0);
        this.past = null;
        this.refilter();
    }

    /**
     * Applies another filter.
     * @param {Filter} filter
     */
    sift(filter) {
        this.filter = filter;
        const { last } = filter.bounds;
        if (last >= Math.min(this.live.firstRev - 1, this.stream.rev)) {
            this.past = null;
        } else if (this.past?.lastRev !== last) {
            this.past = rangeAfter(last);
        }
        this.refilter();
        void this.search(filter.isOpen ? 0 : this.rows.fullCount);
    }

    /** Filters the held events again. */
    refilter() {
        this.rows.replace(this.matching(this.range.events));
        this.changed();
    }

    /**
     * Reads earlier events until enough of them match, or many were searched. One search runs at a time, with the
     * present filter.
     * @param {number} wantedCount
     */
    async search(wantedCount) {
        this.wantedCount = wantedCount;
        this.searchedMax = this.range.events.length + searchCount;
        if (this.isBusy) {
            return;
        }
        this.isBusy = true;
        this.changed();
        try {
            while (this.isSearching && (await this.loadEarlier())) {
                this.changed();
            }
        } catch {
            // There is no connection. The page says so, and its button remains.
        }
        this.isBusy = false;
        this.changed();
    }

    get isSearching() {
        return (
            this.hasEarlier &&
            this.rows.events.length < this.wantedCount &&
            this.range.events.length < this.searchedMax
        );
    }

    /** @returns {Promise<boolean>} whether there were any */
    async loadEarlier() {
        const { range } = this;
        const until = range.firstRev - 1;
        const since = Math.max(this.filter.bounds.first - 1, until - batchCount);
        const events = await this.stream.range(Math.max(0, since), until);
        if (range.firstRev === until + 1 && events.length > 0) {
            events.forEach((event) => this.names.learn(event));
            range.events = events.concat(range.events);
            range.firstRev = since + 1;
            if (range === this.range) {
                this.rows.prepend(this.matching(events));
            }
        }
        return events.length > 0;
    }
}
