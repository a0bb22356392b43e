// @ts-check
"use strict";

/*
 * All pages of places nearby share this file. Old televisions load it as a script, and new browsers
 * import it. So it is written in ECMAScript 2015 and uses one global object.
 */
var tablecastNearby = self.tablecastNearby || {};
self.tablecastNearby = tablecastNearby;

/**
 * @typedef {{lat: number, lon: number}} Position
 * @typedef {"km" | "mi"} Units
 */

tablecastNearby.earthRadiusMetres = 6371008.8;
tablecastNearby.metresOfMile = 1609.344;
tablecastNearby.metresOfFoot = 0.3048;

/**
 * The position of a place, if it has one.
 * @param {{lat?: number, lon?: number} | null | undefined} thing
 * @returns {Position | null}
 */
tablecastNearby.positionOf = function (thing) {
    return thing && typeof thing.lat === "number" && typeof thing.lon === "number"
        ? { lat: thing.lat, lon: thing.lon }
        : null;
};

/**
 * The great-circle distance by the haversine formula, rounded to 0.1 m.
 * @param {Position} one
 * @param {Position} other
 * @returns {number}
 */
tablecastNearby.metresBetween = function (one, other) {
    const radians = (/** @type {number} */ degrees) => (degrees * Math.PI) / 180;
    const ofHalf = (/** @type {number} */ degrees) => Math.pow(Math.sin(radians(degrees) / 2), 2);
    const cosines = Math.cos(radians(one.lat)) * Math.cos(radians(other.lat));
    const part = ofHalf(other.lat - one.lat) + cosines * ofHalf(other.lon - one.lon);
    const angle = 2 * Math.asin(Math.sqrt(Math.min(1, part)));
    return Math.round(angle * tablecastNearby.earthRadiusMetres * 10) / 10;
};

/**
 * Minutes on foot, an estimate: streets are longer than the straight line.
 * @param {number} metres
 * @returns {number}
 */
tablecastNearby.walkMinutes = function (metres) {
    return Math.ceil((metres * 1.3) / 80);
};

/**
 * The units of distances.
 * @param {string | undefined} setting `auto`, `km` or `mi`
 * @param {string} language of the browser
 * @returns {Units}
 */
tablecastNearby.unitsFor = function (setting, language) {
    if (setting === "km" || setting === "mi") {
        return setting;
    }
    const region = /-([A-Z]{2})\b/.exec(language);
    const isMiles = region ? ["US", "GB", "LR", "MM"].indexOf(region[1]) >= 0 : language === "en";
    return isMiles ? "mi" : "km";
};

/**
 * A distance in words: `0.3 mi`, `480 m`. The symbols are the same in all languages.
 * @param {number} metres
 * @param {Units} units
 * @param {string} language of the page
 * @returns {string}
 */
tablecastNearby.distanceText = function (metres, units, language) {
    const far = metres / (units === "mi" ? tablecastNearby.metresOfMile : 1000);
    const near = metres / (units === "mi" ? tablecastNearby.metresOfFoot : 1);
    // Distances below 0.05 mi or 1 km are in the smaller unit.
    const isNear = units === "mi" ? far < 0.05 : far < 0.995;
    const number = isNear ? Math.round(near / 10) * 10 : far;
    const digits = isNear || far >= 9.95 ? 0 : 1;
    const written = number.toLocaleString(language, {
        maximumFractionDigits: digits
    });
    const symbol = isNear ? (units === "mi" ? "ft" : "m") : units;
    return `${written}\u00A0${symbol}`;
};

/**
 * Stars to the nearest half, as text: `4½`.
 * @param {number} rating
 * @returns {string}
 */
tablecastNearby.starsText = function (rating) {
    const halves = Math.round(rating * 2);
    const whole = Math.floor(halves / 2);
    return `${whole > 0 || halves === 0 ? whole : ""}${halves % 2 === 1 ? "½" : ""}`;
};

/** @typedef {import("../types.js").Place} NearbyPlace */

/**
 * The known data of a place: `null` if its source does not know it, `undefined` before an answer.
 * @typedef {{place: NearbyPlace | null | undefined, askMs: number, untilMs: number}} Told
 */

/** The most refs in one request. */
tablecastNearby.refsMax = 50;
/** The time after which the page says that the answer is slow. */
tablecastNearby.slowMs = 1000;
/** The pause before failed refs are requested again. */
tablecastNearby.againMs = 30000;
/** The time after which a page discards a source's data. The hub keeps it for less than a day. */
tablecastNearby.keptMs = 3600000;

/**
 * Loads the source's present data of places that documents have only as refs. The data is kept in the page's
 * memory only.
 */
tablecastNearby.Refs = class Refs {
    /**
     * @param {object} page
     * @param {string} page.address of the route
     * @param {string} page.as
     * @param {() => void} page.changed
     * @param {() => number} [page.now] by the hub's clock
     * @param {typeof fetch} [page.load]
     */
    constructor({ address, as, changed, now = tablecast.wallMs, load = tablecast.request }) {
        this.address = address;
        this.as = as;
        this.changed = changed;
        this.now = now;
        this.load = load;
        /** @type {Map<string, Told>} */
        this.told = new Map();
        /** @type {Set<string>} */
        this.wanted = new Set();
        this.isAsking = false;
        /** Whether the answer to the present request is slow. */
        this.isSlow = false;
        /** The time since when a source has failed; 0 if none does. */
        this.failingSinceMs = 0;
    }

    /**
     * @param {string} ref
     * @returns {NearbyPlace | null | undefined}
     */
    get(ref) {
        const told = this.told.get(ref);
        if (!told || told.askMs < tablecast.wallMs()) {
            this.wanted.add(ref);
            void Promise.resolve().then(() => this.ask());
        }
        return told && told.untilMs > tablecast.wallMs() ? told.place : undefined;
    }

    /**
     * A favourite or an option with its source's data. If it has no name, it has the reason: the place is gone,
     * the source does not answer, or was not asked yet.
     * @template {{ref?: string, name?: string}} Thing
     * @param {Thing} thing
     * @returns {Thing & Partial<NearbyPlace> & {missing?: "gone" | "later" | "place"}}
     */
    resolved(thing) {
        if (thing.name !== undefined || thing.ref === undefined) {
            return thing;
        }
        const place = this.get(thing.ref);
        const told = this.told.get(thing.ref);
        /** @type {"gone" | "later" | "place"} */
        const missing = !told ? "place" : told.place === null ? "gone" : "later";
        return Object.assign({}, place, thing, {
            name: place ? place.name : undefined, missing: place ? undefined : missing
        });
    }

    ask() {
        if (this.isAsking || this.wanted.size === 0) {
            return;
        }
        this.isAsking = true;
        const refs = Array.from(this.wanted).slice(0, tablecastNearby.refsMax);
        refs.forEach((ref) => this.wanted.delete(ref));
        const slow = tablecast.runAfter(tablecastNearby.slowMs, () => {
            this.isSlow = true;
            this.changed();
        });
        const query = `refs=${encodeURIComponent(refs.join(","))}&as=${encodeURIComponent(this.as)}`;
        /** @type {{places: NearbyPlace[], partial?: boolean}} */
        const failed = { places: [], partial: true };
        // Old browsers send cookies only on request.
        this.load(`${this.address}?${query}`, { cache: "no-store", credentials: "same-origin" })
            .then((answer) => (answer.ok ? answer.json() : failed))
            .catch(() => failed)
            .then((said) => {
                tablecast.stopTimer(slow);
                this.isSlow = false;
                this.isAsking = false;
                this.take(refs, said);
                this.changed();
                this.ask();
            });
    }

    /**
     * @param {string[]} refs
     * @param {{places: NearbyPlace[], partial?: boolean}} said
     */
    take(refs, { places, partial }) {
        const { againMs, keptMs } = tablecastNearby;
        const nowMs = tablecast.wallMs();
        const untilMs = nowMs + keptMs;
        this.failingSinceMs = partial ? this.failingSinceMs || this.now() : 0;
        refs.forEach((ref) => {
            const place = places.filter((each) => each.ref === ref)[0];
            const known = this.told.get(ref) || { place: undefined, untilMs: 0 };
            this.told.set(ref, place ? { place, askMs: untilMs - againMs, untilMs }
                : partial ? { place: known.place, askMs: nowMs + againMs, untilMs: known.untilMs }
                : { place: null, askMs: nowMs + againMs, untilMs });
        });
    }
};
