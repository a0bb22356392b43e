// @ts-check
import { eventText, isRejected, kindOf, thingOf } from "./words.js";

/** @typedef {import("./stream.js").JournalEvent} JournalEvent */
/** @typedef {import("./address.js").Place} Place */

/**
 * The revisions between which events are looked for.
 * @typedef {{first: number, last: number}} Bounds
 */

/** Decides which events are shown. Each filter has its own, which remembers what it needs. */
export class Filter {
    /**
     * @param {Place} place
     * @param {Bounds} bounds
     * @param {import("./words.js").Names} names
     */
    constructor(place, bounds, names) {
        this.place = place;
        this.bounds = bounds;
        this.names = names;
        this.text = (place.text ?? "").trim().toLocaleLowerCase();
        this.device = (place.device ?? "").trim().toLocaleLowerCase();
        this.passers = new Passers(place.party ?? "");
        this.isOpen = bounds.first <= 1 && bounds.last === Infinity && this.isUnset;
    }

    /** Whether everything passes that lies within the bounds. */
    get isUnset() {
        const { board, kind, role, device, party, verdict } = this.place;
        return (
            !this.isTimed && ![board, kind, role, device, party, verdict, this.text].some(Boolean)
        );
    }

    get isTimed() {
        return Boolean(this.place.sinceInstant || this.place.untilInstant);
    }

    /**
     * @param {JournalEvent} event
     * @returns {boolean}
     */
    matches(event) {
        if (this.isOpen) {
            return true;
        }
        const { board, kind, role, device, party, verdict } = this.place;
        const [actorRole, actorDevice = ""] = event.actor.split(":");
        return (
            this.isWithin(event) &&
            (!board || event.board === board) &&
            (!kind || kindOf(event) === kind) &&
            (!role || actorRole === role) &&
            (!device || this.isBy(actorDevice)) &&
            (!verdict || isRejected(event) === (verdict === "rejected")) &&
            (!party || thingOf(event) === party || this.passers.has(event)) &&
            (!this.text || this.isSaid(event))
        );
    }

    /** @param {JournalEvent} event */
    isWithin({ rev, time }) {
        const { from, to, sinceInstant, untilInstant } = this.place;
        const isInTime =
            (!sinceInstant || time >= sinceInstant) && (!untilInstant || time < untilInstant);
        return rev === undefined
            ? isInTime && !from && !to
            : isInTime && rev >= this.bounds.first && rev <= this.bounds.last;
    }

    /** @param {string} device */
    isBy(device) {
        const name = this.names.known(device);
        return (
            device.toLowerCase().includes(this.device) ||
            name.toLocaleLowerCase().includes(this.device)
        );
    }

    /** @param {JournalEvent} event */
    isSaid(event) {
        const actor = this.names.wholeActor(event.actor);
        const said = `${event.rev ?? ""} ${actor} ${eventText(event, this.names)}`;
        return (
            said.toLocaleLowerCase().includes(this.text) ||
            hasValue(event.data, this.text) ||
            event.subject === this.text ||
            event.mutationid?.toLowerCase() === this.text
        );
    }
}

/**
 * Whether a text stands somewhere in an event's data.
 * @param {unknown} value
 * @param {string} text in small letters
 * @returns {boolean}
 */
function hasValue(value, text) {
    return typeof value === "object" && value !== null
        ? Object.values(value).some((each) => hasValue(each, text))
        : String(value ?? "").toLocaleLowerCase().includes(text);
}

/**
 * The events by which others were put before a thing that stood before them: it has lost its place to
 * them, though none of its own events says so. Those of one board have ranks of one order.
 */
export class Passers {
    /** @param {string} party */
    constructor(party) {
        this.party = party;
        /** @type {Set<string>} */
        this.ids = new Set();
    }

    /** @param {JournalEvent} event */
    has(event) {
        return this.ids.has(event.id);
    }

    /**
     * Looks the events through, of which the order and the beginning tell who stood where.
     * @param {JournalEvent[]} events
     */
    find(events) {
        this.ids.clear();
        if (!this.party) {
            return;
        }
        /** @type {Map<string, string>} by board and id */
        this.ranks = new Map();
        this.goOn(events);
    }

    /** @param {JournalEvent[]} events that follow those before */
    goOn(events) {
        if (!this.party || !this.ranks) {
            return;
        }
        for (const event of events) {
            const { board, subject = "", data } = event;
            const rank = data?.rank ?? data?.party?.rank;
            if (isRejected(event) || typeof rank !== "string") {
                continue;
            }
            const own = this.ranks.get(`${board} ${this.party}`);
            const before = this.ranks.get(`${board} ${subject}`);
            const isAhead = own !== undefined && rank < own;
            if (subject !== this.party && isAhead && (before === undefined || before > own)) {
                this.ids.add(event.id);
            }
            this.ranks.set(`${board} ${subject}`, rank);
        }
    }
}
