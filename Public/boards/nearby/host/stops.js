// @ts-check
import { metresBetween } from "../refs.js";

/** @typedef {import("../types.js").Stop} Stop */

const stopsMax = 20;

/**
 * A text for comparison: without case, accents and punctuation.
 * @param {string} text
 */
export function folded(text) {
    const plain = text.normalize("NFD").replace(/\p{Mn}/gu, "").toLowerCase();
    return plain.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

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
