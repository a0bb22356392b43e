// @ts-check
import {
    byId, counted, elapsedMs, instantOf, make, runAfter, setText, stopTimer, text, words,
} from "../js/ui/page.js";
import { boards, eventText, isRejected, kindOf, texts, thingOf } from "./words.js";

/**
 * The place on the page: the shown events, the opened one, and the shown past. It is in the address behind the
 * `#`, which is never sent to the server, because it may contain a guest's name.
 * @typedef {object} Place
 * @property {string} [board]
 * @property {string} [kind] the kind of event: `added`
 * @property {string} [role]
 * @property {string} [device]
 * @property {string} [party] the id of the party or the notice whose story is shown
 * @property {string} [verdict] `accepted` or `rejected`
 * @property {string} [text]
 * @property {string} [from] the first revision
 * @property {string} [to] the last revision
 * @property {string} [since] the first minute in the venue's zone: `2026-11-20T19:40`
 * @property {string} [until] the last one
 * @property {string} [event] the revision of the opened event
 * @property {string} [past] the revision compared with the present
 * @property {string} [beside] `before`: the past is compared with the revision before it
 * @property {string} [sinceInstant] `since` as an instant; not in the address
 * @property {string} [untilInstant]
 */

const names = /** @type {const} */ ([
    "board", "kind", "role", "device", "party", "verdict", "text", "from", "to", "since", "until",
    "event", "past", "beside",
]);

/**
 * @param {string} hash
 * @returns {Place}
 */
function placeIn(hash) {
    const given = new URLSearchParams(hash.replace(/^#/, ""));
    /** @type {Place} */
    const place = {};
    for (const name of names) {
        const value = given.get(name)?.slice(0, 200);
        if (value) {
            place[name] = value;
        }
    }
    return place;
}

/**
 * @param {Place} place
 * @returns {string}
 */
function hashOf(place) {
    const said = new URLSearchParams();
    for (const name of names) {
        const value = place[name];
        if (value) {
            said.set(name, value);
        }
    }
    return said.toString();
}

/** Browsers limit how often a page may change its address. */
const writeMs = 200;

/** @param {string} hash */
function urlOf(hash) {
    return `${location.pathname}${location.search}${hash ? `#${hash}` : ""}`;
}

/** Keeps the address and the page in step. */
export class Address {
    /** @param {() => void} moved called after going back or forward, or opening another address */
    constructor(moved) {
        this.place = placeIn(location.hash);
        this.timer = 0;
        this.writtenAtMs = -Infinity;
        window.addEventListener("popstate", () => {
            stopTimer(this.timer);
            this.timer = 0;
            this.place = placeIn(location.hash);
            moved();
        });
    }

    /**
     * Goes to another place.
     * @param {Place} changes
     * @param {boolean} [isStep] whether it is one of many small steps, which add nothing to the browser's
     * history
     */
    go(changes, isStep = false) {
        const hash = hashOf(this.place);
        this.place = { ...this.place, ...changes };
        const next = hashOf(this.place);
        if (next === hash) {
            return;
        }
        if (isStep) {
            const inMs = this.writtenAtMs + writeMs - elapsedMs();
            this.timer ||= runAfter(Math.max(0, inMs), () => this.write());
        } else {
            if (this.timer) {
                this.write(hash);
            }
            history.pushState(null, "", urlOf(next));
        }
    }

    /** @param {string} [hash] */
    write(hash = hashOf(this.place)) {
        stopTimer(this.timer);
        this.timer = 0;
        this.writtenAtMs = elapsedMs();
        history.replaceState(null, "", urlOf(hash));
    }
}

/** @typedef {import("./stream.js").JournalEvent} JournalEvent */

/**
 * The range of revisions to search.
 * @typedef {{first: number, last: number}} Bounds
 */

/** Decides which events are shown. Each filter is a new object with its own state. */
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

    /** Whether it passes all events within the bounds. */
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

/**
 * The events that moved others past a thing: it lost its place, although none of its own events says so. One
 * board's ranks are comparable.
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
     * Searches events, whose order and beginning determine the places.
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

    /** @param {JournalEvent[]} events following the earlier ones */
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

/** The parts around the rows: their number and range, and the buttons that load more. */
export class Bar {
    /**
     * @param {import("./looking.js").Looking} looking
     * @param {import("./rows.js").Rows} rows
     * @param {Address} address
     * @param {() => void} changed
     */
    constructor(looking, rows, address, changed) {
        this.looking = looking;
        this.rows = rows;
        this.address = address;
        this.count = byId("filter-count", HTMLElement);
        this.earlier = byId("earlier", HTMLButtonElement);
        this.later = byId("later", HTMLButtonElement);
        this.fresh = byId("fresh", HTMLButtonElement);
        this.none = byId("none", HTMLElement);
        this.earlier.addEventListener("click", () => void looking.lookOn());
        this.later.addEventListener("click", () => void looking.loadLater());
        this.fresh.addEventListener("click", () => {
            if (looking.journal.isAttached) {
                rows.show(null);
                rows.toEnd();
            } else {
                void looking.toNewest().then(() => rows.toEnd());
            }
            changed();
        });
    }

    /** @param {boolean} isLive */
    render(isLive) {
        const { looking, rows } = this;
        const { journal, isBusy, hasEarlier } = looking;
        const isOpen = looking.filter?.isOpen ?? true;
        setText(this.count, this.summary(isOpen));
        this.earlier.hidden = !hasEarlier;
        setText(this.earlier, isBusy ? text("looking") : isOpen ? text("earlier") : text("lookOn"));
        this.earlier.ariaDisabled = String(isBusy);
        this.later.hidden = !looking.hasLater;
        this.later.ariaDisabled = String(isBusy);
        const missed = journal.isAttached ? rows.unseenCount : looking.missedCount;
        const isBounded = looking.bounds.last < Infinity;
        this.fresh.hidden = journal.isAttached ? missed === 0 : isBounded;
        setText(this.fresh, journal.isAttached ? text("fresh", { count: missed }) : texts.toNewest(missed));
        const isEmpty = rows.events.length === 0;
        this.none.hidden = !isEmpty || !isLive || isBusy;
        if (isEmpty) {
            setText(this.none, this.emptiness(isOpen, hasEarlier));
        }
    }

    /** @param {boolean} isOpen whether there is no filter */
    summary(isOpen) {
        const { looking, rows } = this;
        const { journal, stream } = looking;
        const count = rows.events.length;
        const newest = Math.max(stream.rev, 0);
        if (isOpen && journal.firstRev <= 1 && journal.isAttached) {
            return counted("all", count);
        }
        const first = Math.max(journal.firstRev, looking.first);
        const last = Math.min(journal.lastRev, looking.bounds.last);
        return (isOpen ? texts.shown : texts.matching)(count, first, last, newest);
    }

    /**
     * @param {boolean} isOpen
     * @param {boolean} hasEarlier
     */
    emptiness(isOpen, hasEarlier) {
        if (isOpen && this.looking.stream.rev === 0) {
            return text("nothingYet");
        }
        if (!hasEarlier && this.looking.filter?.place.verdict === "rejected") {
            return text("noneRejected");
        }
        return hasEarlier ? text("nothingFoundYet") : text("nothingFound");
    }
}

/** The fields that are part of the address; `party` is set by a click on an event. */
const fields = /** @type {const} */ ([
    "text", "verdict", "board", "kind", "role", "device", "from", "to", "since", "until",
]);

/** The form of the filter, synchronized with the address. */
export class FilterForm {
    /**
     * @param {Address} address
     * @param {import("./looking.js").Looking} looking finds the revisions of a time
     * @param {import("./words.js").Names} names
     * @param {string} timeZone
     * @param {() => void} changed called when the filter changes
     */
    constructor(address, looking, names, timeZone, changed) {
        this.address = address;
        this.looking = looking;
        this.names = names;
        this.timeZone = timeZone;
        this.changed = changed;
        this.filter = new Filter({}, { first: 1, last: Infinity }, names);
        this.said = "";
        /** Whether its times could not be resolved. */
        this.isUnfound = false;
        this.form = byId("filters", HTMLFormElement);
        this.offer();
        // Text typed before this script ran is applied now.
        const typed = fields.filter((name) => this.field(name).value !== "");
        address.go(Object.fromEntries(typed.map((name) => [name, this.field(name).value])), true);
        this.form.addEventListener("submit", (event) => event.preventDefault());
        for (const name of fields) {
            const field = this.field(name);
            // An unfinished number or time would be another value.
            const isWords = field.type === "text" || field.type === "search";
            field.addEventListener(isWords ? "input" : "change", () =>
                this.change({ [name]: field.value }, isWords),
            );
        }
        byId("filter-clear", HTMLButtonElement).addEventListener("click", () => this.clear());
        byId("filter-no-party", HTMLButtonElement).addEventListener("click", () => {
            this.change({ party: "" });
            this.field("text").focus();
        });
    }

    /** Offers the boards, the roles, and the kinds of events. */
    offer() {
        const known = [...boards.values()];
        const option = (/** @type {string} */ value, /** @type {string[]} */ ...said) =>
            make("option", { value }, ...said);
        this.field("board").append(...known.map(({ name, title }) => option(name, title)));
        const roles = known.flatMap((board) => board.roles);
        this.field("role").append(...roles.map(([role, title]) => option(role, title)));
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

    clear() {
        const none = Object.fromEntries([...fields, "party"].map((name) => [name, ""]));
        this.change(none);
    }

    /**
     * Shows only the story of a party: other filters would hide its causes, and going back restores them.
     * @param {string} party
     */
    tell(party) {
        this.change({ ...Object.fromEntries(fields.map((name) => [name, ""])), party });
    }

    /**
     * @param {Place} changes
     * @param {boolean} [isStep] whether it is one of many small steps
     */
    change(changes, isStep = false) {
        this.address.go(changes, isStep);
        void this.show();
    }

    /** Shows the filter in the address, and applies it if it has changed. */
    async show() {
        const { place } = this.address;
        for (const name of fields) {
            const field = this.field(name);
            if (field.value !== (place[name] ?? "")) {
                field.value = place[name] ?? "";
            }
        }
        const said = JSON.stringify([...fields, "party"].map((name) => Reflect.get(place, name)));
        if (said === this.said) {
            return;
        }
        this.said = said;
        const odd = fields.filter((name) => place[name] && this.isOdd(name, place[name] ?? ""));
        const good = { ...place, ...Object.fromEntries(odd.map((name) => [name, ""])) };
        const problems = odd.map((name) => text("odd", { field: this.label(name), value: place[name] ?? "" }));
        const { since, until, from, to } = good;
        const sinceInstant = since ? instantOf(since, this.timeZone) : "";
        const untilInstant = until ? endOf(until, this.timeZone) : "";
        let bounds = { first: whole(from) || 1, last: whole(to) || Infinity };
        let isUnfound = false;
        try {
            bounds = await this.narrowed(bounds, sinceInstant, untilInstant);
        } catch {
            isUnfound = true;
            problems.push(text("badTime"));
        }
        if (this.said !== said) {
            // Another filter was requested meanwhile.
            return;
        }
        this.isUnfound = isUnfound;
        if (from && to && whole(from) > whole(to)) {
            problems.push(text("badRange"));
        }
        setText(byId("filter-problem", HTMLElement), problems.join(" "));
        this.filter = new Filter({ ...good, sinceInstant, untilInstant }, bounds, this.names);
        this.changed();
    }

    /**
     * The range of revisions within a range of time. It stays open if nothing later is known; the filter
     * checks the times, too.
     * @param {Bounds} bounds
     * @param {string} sinceInstant
     * @param {string} untilInstant
     */
    async narrowed({ first, last }, sinceInstant, untilInstant) {
        if (sinceInstant) {
            const { rev } = await this.looking.revBefore(sinceInstant);
            first = Math.max(first, rev + 1);
        }
        if (untilInstant) {
            const { rev, isLast } = await this.looking.revBefore(untilInstant);
            last = isLast ? last : Math.min(last, rev);
        }
        return { first, last };
    }

    /** Repeats a search that failed without a connection. */
    retry() {
        if (this.isUnfound) {
            this.said = "";
            void this.show();
        }
    }

    /**
     * Whether an event later than the range of time has arrived: then the end of the range is known.
     * @param {import("./stream.js").JournalEvent[]} events
     */
    came(events) {
        const { bounds, place } = this.filter;
        const { untilInstant } = place;
        const isOver = events.some(
            ({ rev, time }) => rev !== undefined && untilInstant && time >= untilInstant,
        );
        if (isOver && bounds.last === Infinity) {
            this.said = "";
            void this.show();
        }
    }

    /**
     * Whether the address has a filter that the form can't show.
     * @param {typeof fields[number]} name
     * @param {string} value
     */
    isOdd(name, value) {
        const isNumber = name === "from" || name === "to";
        return this.field(name).value === "" || (isNumber && whole(value) === 0);
    }

    /** @param {typeof fields[number]} name */
    label(name) {
        return this.field(name).labels?.[0]?.textContent ?? name;
    }

    render() {
        const { party = "" } = this.address.place;
        byId("filter-story", HTMLElement).hidden = !party;
        const name = this.names.named(party);
        const place = byId("filter-party", HTMLElement);
        if (party && place.textContent !== `${text("storyOf")} ${name}`) {
            place.replaceChildren(text("storyOf"), " ", words(name));
        }
    }
}

/** @param {string | undefined} text */
function whole(text) {
    const number = Number(text);
    return Number.isSafeInteger(number) && number > 0 ? number : 0;
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
