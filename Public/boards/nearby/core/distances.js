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
    // Below a twentieth of a mile, and below a kilometre.
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
