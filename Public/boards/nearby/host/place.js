// @ts-check
import { folded } from "../../../js/ui/searchfield.js";
import { metresBetween } from "../refs.js";

/**
 * What the page shows. It is part of the page's address, so that going back works and a link can be
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
 * How many filters are on.
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
        /** The hub's time of the newest of them. */
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
