// @ts-check
import { StoredValue, text } from "../../../js/ui/page.js";
import { folded } from "../../../js/ui/searchfield.js";
import { isFleeting, metresBetween, positionOf, Refs, roundsInOrder, unitsFor } from "../refs.js";

/**
 * The shown place, filters and order. They are in the page's address, so that going back works and a link can be
 * shared.
 * @typedef {object} Shown
 * @property {"places" | "favourites" | "rounds"} part
 * @property {string} at `house`, `stop:<id>` or `lat,lon`; empty before one is chosen
 * @property {string} radius in metres; empty for the house's default
 * @property {string} sort
 * @property {boolean} open only places that are open now
 * @property {string} kind
 * @property {string} cuisine
 * @property {string} priceMax
 * @property {string} ratingMin
 * @property {string} q part of the name or of the cuisine
 * @property {boolean} map whether a narrow page shows the map instead of the list
 */

export const partNames = /** @type {const} */ (["places", "favourites", "rounds"]);
export const sorts = ["distance", "rating", "price", "name"];
export const kinds = ["restaurant", "cafe", "fast_food", "bar", "pub", "food_court", "ice_cream"];

/** @type {Shown} */
export const start = {
    part: "places", at: "", radius: "", sort: "distance", open: false, kind: "", cuisine: "",
    priceMax: "", ratingMin: "", q: "", map: false,
};

/**
 * @param {string} hash of the page's address
 * @returns {Shown}
 */
export function readPlace(hash) {
    const query = new URLSearchParams(hash.replace(/^#/, ""));
    const get = (/** @type {string} */ name) => query.get(name) ?? "";
    const among = (/** @type {string} */ name, /** @type {readonly string[]} */ values) =>
        values.includes(get(name)) ? get(name) : "";
    const number = (/** @type {string} */ name, /** @type {number} */ min, /** @type {number} */ max) =>
        get(name) !== "" && Number(get(name)) >= min && Number(get(name)) <= max ? get(name) : "";
    return {
        part: /** @type {Shown["part"]} */ (among("part", partNames) || start.part),
        at: get("at"),
        radius: number("radius", 100, 40_000),
        sort: among("sort", sorts) || start.sort,
        open: get("open") === "1",
        kind: among("kind", kinds),
        cuisine: get("cuisine"),
        priceMax: number("priceMax", 1, 4),
        ratingMin: number("ratingMin", 0, 5),
        q: get("q"),
        map: get("map") === "1",
    };
}

/**
 * @param {Shown} shown
 * @returns {string}
 */
export function writePlace(shown) {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(shown)) {
        if (value !== start[/** @type {keyof Shown} */ (name)]) {
            query.set(name, value === true ? "1" : String(value));
        }
    }
    // Colons and commas are legal there, and easier to read.
    const written = String(query).replace(/%3A/g, ":").replace(/%2C/g, ",");
    return written === "" ? "#" : `#${written}`;
}

/**
 * The parameters of the request to the hub.
 * @param {Shown} shown
 * @returns {Record<string, string>}
 */
export function questionOf({ radius, sort, open, kind, cuisine, priceMax, ratingMin, q }) {
    const named = { radius, sort, open: open ? "1" : "", kind, cuisine, priceMax, ratingMin, q: q.trim() };
    return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== ""));
}

/**
 * The number of active filters.
 * @param {Shown} shown
 */
export function filterCount({ open, kind, cuisine, priceMax, ratingMin, q }) {
    return [open, kind, cuisine, priceMax, ratingMin, q.trim()].filter(Boolean).length;
}

/** @typedef {import("../types.js").Stop} Stop */

const stopsMax = 20;

/**
 * The position in a typed text: `40.7165, -74.3578`.
 * @param {string} text
 * @returns {{lat: number, lon: number} | null}
 */
export function typedPosition(text) {
    const found = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(text);
    const [lat, lon] = [Number(found?.[1]), Number(found?.[2])];
    return found && Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null;
}

/** The stops that this page has received, which can be searched offline. */
export class KnownStops {
    constructor() {
        /** @type {Map<string, Stop>} */
        this.stops = new Map();
        /** The hub's time of the newest of the stops. */
        this.atMs = 0;
    }

    /**
     * @param {Stop[]} stops
     * @param {number} atMs
     */
    learn(stops, atMs) {
        for (const { metres: _, why: __, ...stop } of stops) {
            this.stops.set(stop.id, stop);
        }
        this.atMs = atMs;
    }

    /** @param {string} id */
    get(id) {
        return this.stops.get(id);
    }

    /**
     * The stops with the text in their name, town or postcode: those whose name begins with it come
     * first, then those with a word that does, then the rest; each group by name. For a position, all stops by distance.
     * @param {string} text
     * @returns {Stop[]}
     */
    search(text) {
        const position = typedPosition(text);
        if (position) {
            return [...this.stops.values()]
                .map((stop) => ({ ...stop, metres: metresBetween(position, stop), why: "near" }))
                .sort((one, other) => one.metres - other.metres)
                .slice(0, stopsMax);
        }
        const sought = folded(text);
        return [...this.stops.values()]
            .map((stop) => ({ stop, rank: rankOf(stop, sought) }))
            .filter(({ rank }) => rank < 3)
            .sort((one, other) => one.rank - other.rank || one.stop.name.localeCompare(other.stop.name))
            .slice(0, stopsMax)
            .map(({ stop }) => stop);
    }
}

/**
 * @param {Stop} stop
 * @param {string} sought
 */
function rankOf({ name, town = "", zip = "" }, sought) {
    const texts = [name, town, zip].map(folded);
    if (texts[0].startsWith(sought)) {
        return 0;
    }
    const starts = texts.some((each) => ` ${each}`.includes(` ${sought}`));
    return starts ? 1 : texts.some((each) => each.includes(sought)) ? 2 : 3;
}

/** @typedef {import("../types.js").HostDocument} HostDocument */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Venue} Venue */

export const hostView = "nearby/host";
export const settingsView = "nearby/settings";
export const displayView = "nearby/display";
export const houseView = "house/settings";
export const sendersView = "house/senders";

/** The name of a stop as the centre of a search. */
export const stopStart = "stop:";

/** The page's data: the documents of the board, and the places behind refs. */
export class NearbyData {
    /** @param {import("../../../js/ui/desk.js").Desk} desk */
    constructor(desk) {
        this.desk = desk;
        this.base = `/v1/${desk.state.venue}/nearby`;
        this.mayEdit = desk.role === "host" || desk.role === "owner";
        this.refs = new Refs({
            address: `${this.base}/places`, as: desk.role, changed: () => desk.render(),
        });
        this.chosenRound = new StoredValue(`tablecast.${desk.state.venue}.nearby.round`);
        /** @type {HostDocument} */
        this.doc = { favourites: {}, rounds: {} };
        /** @type {Map<string, string>} */
        this.favouriteOfRef = new Map();
    }

    /** Reads the documents again, before each drawing. */
    renew() {
        const { sync } = this.desk;
        const doc = /** @type {HostDocument | null} */ (/** @type {unknown} */ (sync.doc(hostView)));
        this.doc = doc ?? { favourites: {}, rounds: {} };
        this.favouriteOfRef = new Map(Object.entries(this.doc.favourites).flatMap(
            ([key, { ref }]) => (ref === undefined ? [] : [[ref, key]]),
        ));
    }

    /** @returns {any} */
    get settings() {
        return /** @type {any} */ (this.desk.sync.doc(settingsView));
    }

    /** @returns {Partial<Venue> & {radius?: number, source?: string}} */
    get venue() {
        const shown = /** @type {any} */ (this.desk.sync.doc(displayView));
        return this.settings?.settings ?? shown?.venue ?? {};
    }

    /** @returns {{name: string, timeZone: string} | undefined} */
    get house() {
        const { sync } = this.desk;
        return /** @type {any} */ (sync.doc(houseView))?.venue ??
            /** @type {any} */ (sync.doc(displayView))?.venue;
    }

    /** The position of the house. */
    get position() {
        return positionOf(this.venue);
    }

    get units() {
        return unitsFor(this.venue.units, navigator.language);
    }

    /** Whether the venue's settings are loaded. */
    get isThere() {
        return Boolean(this.settings ?? this.desk.sync.doc(displayView));
    }

    /** Whether the house can send mail; `undefined` until that is known. */
    get sendsMail() {
        const doc = /** @type {any} */ (this.desk.sync.doc(sendersView));
        return doc && "email" in doc.senders;
    }

    /** The data on which answers depend: the imports, the source, and the house's position. */
    get ingredients() {
        const { feeds, source } = this.settings ?? {};
        const { lat, lon, radius, source: name } = this.venue;
        return JSON.stringify([feeds, source?.state, lat, lon, radius, name]);
    }

    /** The round that gets the check marks: the one chosen here, or the newest. */
    get roundNow() {
        const open = this.openRounds;
        const chosen = this.chosenRound.read();
        return open.includes(chosen) ? chosen : open[0];
    }

    get openRounds() {
        const { rounds } = this.doc;
        return roundsInOrder(rounds).filter((key) => rounds[key].state === "open");
    }

    /**
     * The option of the current round that is this place.
     * @param {{ref?: string, favourite?: string}} place
     * @returns {string | undefined}
     */
    optionOf({ ref, favourite }) {
        const options = this.doc.rounds[this.roundNow ?? ""]?.options ?? {};
        return Object.keys(options).find((key) =>
            (ref !== undefined && options[key].ref === ref) ||
            (favourite !== undefined && options[key].favourite === favourite));
    }

    /**
     * The marks of a place: whether it is a favourite, and an option of the current round.
     * @param {Partial<Place>} place
     * @param {string | undefined} favourite its key, if it is one
     */
    marksOf({ ref }, favourite) {
        const round = this.roundNow ?? "";
        const option = this.optionOf({ ref, favourite });
        const { mayEdit, units } = this;
        return {
            favourite, option, mayEdit, units,
            ownRating: this.doc.favourites[favourite ?? ""]?.rating,
            round: this.doc.rounds[round]?.title,
            isHeartAsked: favourite === undefined
                ? this.isAsked("nearby.add", { ref }) : this.isAsked("nearby.remove", { favourite }),
            isCheckAsked: option === undefined
                ? this.isAsked("nearby.choose", chosen(round, ref, favourite))
                : this.isAsked("nearby.drop", { option }),
        };
    }

    // MARK: Changes

    /**
     * Whether a change waits for the hub.
     * @param {string} action
     * @param {Record<string, unknown>} args some of its arguments
     */
    isAsked(action, args) {
        return this.desk.sync.unseen(hostView).some((entry) => entry.action === action &&
            Object.entries(args).every(([name, value]) => entry.args[name] === value));
    }

    /**
     * Makes a change, unless the same one waits for the hub already.
     * @param {string} action
     * @param {Record<string, string>} args
     * @param {string} name its subject
     */
    change(action, args, name) {
        if (!this.isAsked(action, args)) {
            this.desk.perform(action, args, name);
        }
    }

    /**
     * Adds a place to the favourites, or removes it.
     * @param {Partial<Place>} place
     * @param {string | undefined} favourite its key, if it is one
     * @param {string} at the position where it was found
     */
    toggleFavourite(place, favourite, at) {
        const name = nameToKeep(place);
        if (favourite === undefined) {
            const stop = at.startsWith(stopStart) ? { stop: at.slice(stopStart.length) } : {};
            this.change("nearby.add", { ref: String(place.ref), .../** @type {Record<string, string>} */ (stop) }, name);
        } else {
            this.change("nearby.remove", { favourite }, name);
        }
    }

    /**
     * Makes a place an option of the current round, or removes it.
     * @param {Partial<Place>} place
     * @param {string | undefined} favourite its key, if it is one
     */
    toggleOption(place, favourite) {
        const round = this.roundNow;
        const option = this.optionOf({ ref: place.ref, favourite });
        if (round && option === undefined) {
            this.change("nearby.choose", chosen(round, place.ref, favourite), nameToKeep(place));
        } else if (option !== undefined) {
            this.change("nearby.drop", { option }, nameToKeep(place));
        }
    }
}

/**
 * The arguments by which a place becomes an option.
 * @param {string} round
 * @param {string | undefined} ref
 * @param {string | undefined} favourite
 * @returns {Record<string, string>}
 */
function chosen(round, ref, favourite) {
    return ref === undefined ? { round, favourite: String(favourite) } : { round, ref };
}

/**
 * The name of a place to store. If only the source may show the name, a generic word.
 * @param {{ref?: string, name?: string}} place
 */
export function nameToKeep({ ref, name }) {
    return isFleeting(ref) || name === undefined ? text("place") : name;
}
