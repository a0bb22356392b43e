// @ts-check
import { runAfter } from "../js/ui/page.js";
import { Journal } from "./stream.js";

/** @typedef {import("./stream.js").JournalEvent} JournalEvent */
/** @typedef {import("./form.js").Filter} Filter */
/** @typedef {import("./form.js").Bounds} Bounds */

/** The number of events to read at a time. */
const batchCount = 2000;
/** The number of events to search before asking when a filter finds little. */
const alone = 20_000;
/** The number of events to filter before the page may draw. */
const sliceCount = 4000;

/**
 * @typedef {object} LookingHandlers
 * @property {(events: JournalEvent[]) => void} replaced takes the matching events instead of the former
 * ones
 * @property {(events: JournalEvent[]) => void} appended
 * @property {(events: JournalEvent[]) => void} prepended
 * @property {(count: number) => void} trimmed called when that many of the oldest matching events were
 * dropped
 * @property {() => number} wantedCount the number of rows that fill the page
 * @property {() => number} newest the newest revision known to the page
 * @property {() => void} changed
 */

/**
 * Holds a range of the journal, filters it, and loads what is missing: earlier events, later ones, or
 * another range.
 */
export class Looking {
    /**
     * @param {import("./stream.js").JournalStream} stream
     * @param {import("./words.js").Names} names
     * @param {number} knownRev the newest revision at the page's creation
     * @param {LookingHandlers} handlers
     */
    constructor(stream, names, knownRev, handlers) {
        this.stream = stream;
        this.names = names;
        this.knownRev = knownRev;
        this.handlers = handlers;
        this.journal = new Journal();
        /** @type {Filter | null} */
        this.filter = null;
        this.isBusy = false;
        /** The number of events that arrived while the past was shown. */
        this.missedCount = 0;
        this.shownCount = 0;
        /** The number of events that may be searched without asking again. */
        this.aloneUntil = 0;
        /** Counts the filters, so that work for an earlier one can stop. */
        this.turn = 0;
    }

    /** @returns {Bounds} */
    get bounds() {
        return this.filter?.bounds ?? { first: 1, last: Infinity };
    }

    /** The revision before which nothing can match, or 1. */
    get first() {
        return Math.max(1, this.bounds.first);
    }

    get hasEarlier() {
        return this.journal.firstRev > this.first;
    }

    get hasLater() {
        const last = Math.min(this.bounds.last, this.stream.rev);
        return !this.journal.isAttached && this.journal.lastRev < last;
    }

    /** @param {JournalEvent[]} events that have just arrived */
    came(events) {
        events.forEach((event) => this.names.learn(event));
        const fresh = this.journal.append(events);
        if (!this.journal.isAttached) {
            // Events from before the page was created are not news.
            this.missedCount += events.filter(({ rev }) => !(rev && rev <= this.knownRev)).length;
        }
        this.filter?.passers.goOn(fresh);
        this.appendMatching(fresh);
    }

    /** @param {JournalEvent[]} events */
    appendMatching(events) {
        const passing = events.filter((event) => this.filter?.matches(event));
        this.shownCount += passing.length;
        if (passing.length > 0) {
            this.handlers.appended(passing);
        }
    }

    /**
     * Drops the oldest events when there are too many; while they are being read, no more are added
     * instead.
     * @param {boolean} isFollowing
     */
    trim(isFollowing) {
        const before = this.journal.events;
        if (!isFollowing && this.journal.isFull) {
            this.journal.isAttached = false;
        }
        if (!isFollowing || !this.journal.isAttached) {
            return;
        }
        const count = this.journal.trim();
        const gone = before.slice(0, count).filter((event) => this.filter?.matches(event)).length;
        if (gone > 0) {
            this.shownCount -= gone;
            this.handlers.trimmed(gone);
        }
    }

    /** The journal was replaced: all held events are invalid. */
    forget() {
        this.turn += 1;
        this.journal = new Journal();
        this.knownRev = 0;
        this.filter?.passers.find([]);
        this.missedCount = 0;
        this.shownCount = 0;
        this.handlers.replaced([]);
    }

    /**
     * Applies another filter.
     * @param {Filter} filter
     */
    async sift(filter) {
        this.turn += 1;
        const turn = this.turn;
        this.filter = filter;
        this.aloneUntil = alone;
        const { first, last } = filter.bounds;
        if (last < this.journal.firstRev - 1 && this.stream.rev > 0) {
            this.leave(last);
        } else if (first > this.journal.lastRev + 1 && !this.journal.isAttached) {
            if (last >= this.stream.rev) {
                await this.toNewest();
                return;
            }
            this.leave(last);
        }
        await this.resift();
        if (turn === this.turn) {
            await this.lookFurther();
        }
    }

    /**
     * Holds the events up to a revision instead of the newest ones.
     * @param {number} rev
     */
    leave(rev) {
        this.journal.isAttached = false;
        this.journal.clear(Math.min(rev, this.stream.rev));
    }

    /**
     * Filters the held events again, from the newest on and in slices.
     * @returns {Promise<void>}
     */
    async resift() {
        const { filter, turn } = this;
        const { events } = this.journal;
        if (!filter) {
            return;
        }
        filter.passers.find(events);
        const count = events.length;
        /** @type {JournalEvent[]} */
        let passing = [];
        for (let rest = count; rest > 0; rest -= sliceCount) {
            const slice = events.slice(Math.max(0, rest - sliceCount), rest);
            passing = slice.filter((event) => filter.matches(event)).concat(passing);
            if (rest > sliceCount) {
                await breath();
                if (turn !== this.turn) {
                    return undefined;
                }
                if (events !== this.journal.events) {
                    return this.resift();
                }
            }
        }
        // Events that arrived meanwhile.
        passing = passing.concat(events.slice(count).filter((event) => filter.matches(event)));
        this.shownCount = passing.length;
        this.handlers.replaced(passing);
        this.handlers.changed();
        return undefined;
    }

    /**
     * Searches earlier events until the matches fill the page or the range of time is complete, up to a
     * limit.
     */
    async lookFurther() {
        const { turn } = this;
        while (
            turn === this.turn &&
            this.filter?.isOpen === false &&
            this.hasEarlier &&
            (this.filter.isTimed || this.shownCount < this.handlers.wantedCount()) &&
            this.journal.events.length < this.aloneUntil
        ) {
            if (!(await this.loadEarlier())) {
                return;
            }
        }
    }

    /** Continues a search that stopped at its limit. */
    async lookOn() {
        this.aloneUntil = this.journal.events.length + alone;
        if (await this.loadEarlier()) {
            await this.lookFurther();
        }
    }

    /**
     * Loads the events back to a revision, or only those around it if it is far away.
     * @param {number} rev
     */
    async reach(rev) {
        const { turn } = this;
        if (rev < this.journal.firstRev - alone) {
            this.leave(rev + batchCount / 2);
            await this.resift();
        }
        while (turn === this.turn && rev < this.journal.firstRev) {
            if (!(await this.loadEarlier())) {
                return;
            }
        }
    }

    /** @returns {Promise<boolean>} whether there were any */
    async loadEarlier() {
        const { firstRev } = this.journal;
        if (this.isBusy || !this.hasEarlier) {
            return false;
        }
        const since = Math.max(this.first - 1, firstRev - 1 - batchCount);
        const events = await this.read(since, firstRev - 1);
        if (!events || firstRev !== this.journal.firstRev || !this.filter) {
            return false;
        }
        const { filter } = this;
        this.journal.prepend(events);
        if (this.journal.isFull) {
            this.journal.cutNewest();
            await this.resift();
        } else if (filter.passers.party) {
            // The places are now known from further back.
            await this.resift();
        } else {
            const passing = events.filter((event) => filter.matches(event));
            this.shownCount += passing.length;
            this.handlers.prepended(passing);
        }
        this.handlers.changed();
        return true;
    }

    /**
     * Loads later events, from a range in the past.
     * @returns {Promise<boolean>} whether it succeeded
     */
    async loadLater() {
        const { turn } = this;
        const { lastRev } = this.journal;
        const until = Math.min(lastRev + batchCount, this.bounds.last, this.stream.rev);
        const events = lastRev < until ? await this.read(lastRev, until) : [];
        if (!events || turn !== this.turn || lastRev !== this.journal.lastRev) {
            return false;
        }
        const fresh = this.journal.extend(events);
        this.filter?.passers.goOn(fresh);
        this.appendMatching(fresh);
        if (this.journal.lastRev >= this.stream.rev && !this.journal.isAttached) {
            this.journal.attach();
            this.missedCount = 0;
            await this.resift();
        }
        this.handlers.changed();
        return true;
    }

    /** Leaves the past for the newest events. */
    async toNewest() {
        this.turn += 1;
        this.leave(Math.max(0, this.stream.rev - batchCount / 10));
        this.isBusy = false;
        while (!this.journal.isAttached) {
            if (!(await this.loadLater())) {
                return;
            }
        }
        await this.lookFurther();
    }

    /**
     * @param {number} since
     * @param {number} until
     * @returns {Promise<JournalEvent[] | null>} `null` without a connection: the page says so, and its
     * buttons remain
     */
    async read(since, until) {
        this.isBusy = true;
        this.handlers.changed();
        try {
            const events = await this.stream.range(since, until);
            events.forEach((event) => this.names.learn(event));
            return events.length > 0 ? events : null;
        } catch {
            return null;
        } finally {
            this.isBusy = false;
            this.handlers.changed();
        }
    }

    /**
     * The revision of the last event before an instant.
     * @param {string} instant
     * @returns {Promise<{rev: number, isLast: boolean}>} `isLast` if no later event is known, so that
     * later ones may be from before the instant too
     */
    async revBefore(instant) {
        const newest = this.handlers.newest();
        let [low, high] = [0, newest];
        while (low < high) {
            const middle = Math.ceil((low + high) / 2);
            const [event] = await this.stream.range(middle - 1, middle);
            if (event && event.time < instant) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return { rev: low, isLast: low === newest };
    }
}

/** Lets the browser draw and handle events. */
function breath() {
    return new Promise((resolve) => runAfter(0, () => resolve(undefined)));
}
