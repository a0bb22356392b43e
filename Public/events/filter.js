// @ts-check
import { byId, instantOf, make, roleTitle, runAfter, setText, stopTimer, text } from "../js/ui/page.js";
import { boards, eventText, isRejected, kindOf } from "./words.js";

/** @typedef {import("./stream.js").JournalEvent} JournalEvent */

/** The fields of the form, in the order of the address. */
const fields = /** @type {const} */ ([
    "board", "kind", "role", "verdict", "text", "from", "to", "since", "until",
]);
const placeNames = /** @type {const} */ ([...fields, "event"]);

/**
 * The place on the page. It is in the address behind the `#`, which is never sent to the server, because it may
 * contain a guest's name.
 * @typedef {object} Place
 * @property {string} [board]
 * @property {string} [kind] the kind of event: `added`
 * @property {string} [role]
 * @property {string} [verdict] `accepted` or `rejected`
 * @property {string} [text]
 * @property {string} [from] the first revision
 * @property {string} [to] the last revision
 * @property {string} [since] the first minute or second in the venue's zone: `2026-11-20T19:40`
 * @property {string} [until] the last one
 * @property {string} [event] the revision of the opened event
 */

/** @param {(name: keyof Place) => string | null | undefined} valueOf */
function placeBy(valueOf) {
    const pairs = placeNames.map((name) => [name, valueOf(name)?.slice(0, 200) ?? ""]);
    return pairs.filter(([, value]) => value !== "");
}

/** @returns {Place} */
function placeInAddress() {
    const given = new URLSearchParams(location.hash.slice(1));
    return Object.fromEntries(placeBy((name) => given.get(name)));
}

/** Keeps the address and the page in step. */
export class Address {
    /** @param {() => void} moved called after going back or forward, or opening another address */
    constructor(moved) {
        this.place = placeInAddress();
        window.addEventListener("popstate", () => {
            this.place = placeInAddress();
            moved();
        });
    }

    /**
     * Goes to another place.
     * @param {Place} changes
     * @param {boolean} [isStep] whether this is one of many small steps, which are not in the browser's history
     */
    go(changes, isStep = false) {
        this.place = { ...this.place, ...changes };
        const hash = String(new URLSearchParams(placeBy((name) => this.place[name])));
        const url = `${location.pathname}${location.search}${hash && `#${hash}`}`;
        if (url !== `${location.pathname}${location.search}${location.hash}`) {
            history[isStep ? "replaceState" : "pushState"](null, "", url);
        }
    }
}

/**
 * The revisions to search.
 * @typedef {{first: number, last: number}} Bounds
 */

/** Decides which events are shown. */
export class Filter {
    /**
     * @param {Place & {sinceInstant?: string, untilInstant?: string}} place
     * @param {Bounds} bounds
     * @param {import("./words.js").Names} names
     */
    constructor(place, bounds, names) {
        this.place = place;
        this.bounds = bounds;
        this.names = names;
        this.text = (place.text ?? "").trim().toLocaleLowerCase();
        /** Whether the filter passes all events. */
        this.isOpen = fields.every((name) => !place[name]?.trim());
    }

    /**
     * @param {JournalEvent} event
     * @returns {boolean}
     */
    matches(event) {
        const { board, kind, role, verdict } = this.place;
        return (
            this.isOpen ||
            (this.isWithin(event) &&
                (!board || event.board === board) &&
                (!kind || kindOf(event) === kind) &&
                (!role || event.actor.split(":")[0] === role) &&
                (!verdict || isRejected(event) === (verdict === "rejected")) &&
                (!this.text || this.isSaid(event)))
        );
    }

    /** @param {JournalEvent} event */
    isWithin({ rev, time }) {
        const { from, to, sinceInstant, untilInstant } = this.place;
        const isInTime = (!sinceInstant || time >= sinceInstant) && (!untilInstant || time < untilInstant);
        return rev === undefined
            ? isInTime && !from && !to
            : isInTime && rev >= this.bounds.first && rev <= this.bounds.last;
    }

    /** @param {JournalEvent} event */
    isSaid(event) {
        const actor = this.names.actor(event.actor, true);
        const said = `${event.rev ?? ""} ${actor} ${eventText(event, this.names)}`;
        return (
            said.toLocaleLowerCase().includes(this.text) ||
            hasValue(event.data, this.text) ||
            [event.subject, event.mutationid].some((id) => id?.toLowerCase() === this.text)
        );
    }
}

/**
 * Whether an event's data contains a text.
 * @param {unknown} value
 * @param {string} text in lower case
 * @returns {boolean}
 */
function hasValue(value, text) {
    return typeof value === "object" && value !== null
        ? Object.values(value).some((each) => hasValue(each, text))
        : String(value ?? "").toLocaleLowerCase().includes(text);
}

/** The pause after the last letter before a text is searched. */
const typedMs = 200;

/** The form of the filter, synchronized with the address. */
export class FilterForm {
    /**
     * @param {Address} address
     * @param {import("./stream.js").JournalStream} stream finds the revisions of a time
     * @param {import("./words.js").Names} names
     * @param {string} timeZone
     * @param {{newest: () => number, changed: (filter: Filter) => void}} handlers
     */
    constructor(address, stream, names, timeZone, handlers) {
        this.address = address;
        this.stream = stream;
        this.names = names;
        this.timeZone = timeZone;
        this.handlers = handlers;
        /** The values of the last filter; empty if its times could not be found. */
        this.said = "";
        this.timer = 0;
        const form = byId("filters", HTMLFormElement);
        this.offer();
        // Text typed before this script ran is applied now.
        const typed = fields.map((name) => [name, this.field(name).value]).filter(([, value]) => value);
        address.go(Object.fromEntries(typed), true);
        form.addEventListener("submit", (event) => event.preventDefault());
        form.addEventListener("change", ({ target }) => this.take(target, false));
        form.addEventListener("input", ({ target }) => {
            // Unfinished numbers and times are different values, so only these fields apply while typing.
            if (target === this.field("text") || target === this.field("kind")) {
                stopTimer(this.timer);
                this.timer = runAfter(typedMs, () => this.take(target, true));
            }
        });
        byId("filter-clear", HTMLElement).addEventListener("click", () => this.only({}));
    }

    /** Offers the boards, the roles that they add, and the kinds of events. */
    offer() {
        const known = [...boards.values()];
        const option = (/** @type {string} */ value, /** @type {string[]} */ ...said) =>
            make("option", { value }, ...said);
        this.field("board").append(...known.map(({ name, title }) => option(name, title)));
        const roles = known.flatMap((board) => board.roles);
        this.field("role").append(...roles.map((role) => option(role, roleTitle(role))));
        const kinds = new Set([...known.flatMap((board) => board.kinds), "configured", "undone"]);
        byId("kinds", HTMLElement).append(...[...kinds].sort().map((kind) => option(kind)));
    }

    /**
     * @param {string} name
     * @returns {HTMLInputElement | HTMLSelectElement}
     */
    field(name) {
        return /** @type {HTMLInputElement} */ (byId(`filter-${name}`, HTMLElement));
    }

    /**
     * @param {EventTarget | null} target a field
     * @param {boolean} isStep
     */
    take(target, isStep) {
        const { name, value } = /** @type {HTMLInputElement} */ (target);
        // A typed text may not be applied yet.
        this.change({ text: this.field("text").value, kind: this.field("kind").value, [name]: value }, isStep);
    }

    /**
     * Replaces the whole filter, whose other parts might hide the result. Going back restores it.
     * @param {Place} place
     */
    only(place) {
        this.change({ ...Object.fromEntries(fields.map((name) => [name, ""])), ...place });
    }

    /**
     * @param {Place} changes
     * @param {boolean} [isStep] whether this is one of many small steps
     */
    change(changes, isStep = false) {
        this.address.go(changes, isStep);
        void this.show();
    }

    /** Tries again after a reconnection. */
    retry() {
        if (this.said === "") {
            void this.show();
        }
    }

    /** Shows the filter in the address, and applies it if it has changed or could not be applied. */
    async show() {
        stopTimer(this.timer);
        const { place } = this.address;
        /** @type {Filter["place"]} */
        const good = {};
        const problems = [];
        for (const name of fields) {
            const field = this.field(name);
            const value = place[name] ?? "";
            if (field.value !== value) {
                field.value = value;
            }
            if (value && field.value && field.validity.valid) {
                good[name] = value;
            } else if (value) {
                problems.push(text("odd", { field: field.labels?.[0].textContent ?? name, value }));
            }
        }
        const said = JSON.stringify(fields.map((name) => place[name]));
        if (said === this.said) {
            return;
        }
        this.said = said;
        const { since, until, from, to } = good;
        good.sinceInstant = since && instantOf(since, this.timeZone);
        good.untilInstant = until && endOf(until, this.timeZone);
        let bounds = { first: Number(from) || 1, last: Number(to) || Infinity };
        if (bounds.first > bounds.last) {
            problems.push(text("badRange"));
        }
        let isFound = true;
        try {
            bounds = await this.narrowed(bounds, good);
        } catch {
            isFound = false;
            problems.push(text("badTime"));
        }
        if (this.said !== said) {
            // Another filter has been requested.
            return;
        }
        this.said = isFound ? said : "";
        setText(byId("filter-problem", HTMLElement), problems.join(" "));
        this.handlers.changed(new Filter(good, bounds, this.names));
    }

    /**
     * The revisions within a range of time. Its end stays open if nothing later is known.
     * @param {Bounds} bounds
     * @param {Filter["place"]} place
     */
    async narrowed({ first, last }, { sinceInstant, untilInstant }) {
        const newest = this.handlers.newest();
        const before = sinceInstant ? await this.revBefore(sinceInstant, newest) : 0;
        const end = untilInstant ? await this.revBefore(untilInstant, newest) : newest;
        return { first: Math.max(first, before + 1), last: end < newest ? Math.min(last, end) : last };
    }

    /**
     * The revision of the last event before an instant.
     * @param {string} instant
     * @param {number} newest
     */
    async revBefore(instant, newest) {
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
        return low;
    }
}

/**
 * The instant after a local time, so that all of its minute or second is included.
 * @param {string} shown
 * @param {string} timeZone
 */
function endOf(shown, timeZone) {
    const instant = instantOf(shown, timeZone);
    const lengthMs = shown.length > 16 ? 1000 : 60_000;
    return instant && new Date(Date.parse(instant) + lengthMs).toISOString();
}
