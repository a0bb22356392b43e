// @ts-check
import { familyOf, pageLanguage, text, words } from "../../js/ui/page.js";
import { distanceText, isFleeting, unitsFor, walkMinutes } from "./refs.js";

/** @typedef {import("./refs.js").Units} Units */

const language = pageLanguage();

/** @param {string | undefined} setting */
export function readersUnits(setting) {
    return unitsFor(setting, navigator.language);
}

/**
 * @param {number} metres
 * @param {Units} units
 */
export function writeDistance(metres, units) {
    return distanceText(metres, units, language);
}

/**
 * The distance, and an estimate of the minutes on foot.
 * @param {number} metres
 * @param {Units} units
 */
export function writeWay(metres, units) {
    return text("way", { distance: writeDistance(metres, units), minutes: walkMinutes(metres) });
}

/**
 * The kind of a place, with its source's name if that must be given.
 * @param {{kind?: string, ref?: string}} place
 */
export function writeKind({ kind, ref }) {
    const named = kind === undefined ? "" : (familyOf("kinds")[kind] ?? kind);
    return [named, isFleeting(ref) ? "Yelp" : ""].filter(Boolean).join(" · ");
}

/**
 * Names separated by commas, each in its own direction.
 * @param {string[]} names
 */
export function listed(names) {
    return names.flatMap((name, index) => [index > 0 ? ", " : "", words(name)]);
}

/**
 * The page of a place on OpenStreetMap.
 * @param {{lat: number, lon: number}} position
 */
export function mapAddress({ lat, lon }) {
    const [latitude, longitude] = [lat.toFixed(5), lon.toFixed(5)];
    const query = `mlat=${latitude}&mlon=${longitude}`;
    return `https://www.openstreetmap.org/?${query}#map=18/${latitude}/${longitude}`;
}

/**
 * The page on Yelp of a place whose data is not loaded.
 * @param {string | undefined} ref
 */
export function sourceAddress(ref = "") {
    return ref.startsWith("yelp:")
        ? `https://www.yelp.com/biz/${encodeURIComponent(ref.slice("yelp:".length))}`
        : "";
}

/**
 * A web address that is safe to link to.
 * @param {string | undefined} address
 */
export function isWebAddress(address = "") {
    return /^https?:\/\//i.test(address);
}
