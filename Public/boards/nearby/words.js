// @ts-check
import { familyOf, make, pageLanguage, text, words } from "../../js/ui/page.js";
import { comingOf, distanceText, isFleeting, unitsFor, walkMinutes } from "./refs.js";

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
 * The friends of a round by whether they come, as the terms and details of a list.
 * @param {import("./types.js").Round} round
 * @param {Record<string, string>} titles
 * @param {(keys: string[]) => HTMLElement[]} detail
 */
export function friendsByAnswer(round, titles, detail) {
    return Object.entries(comingOf(round)).filter(([, keys]) => keys.length > 0).flatMap(([coming, keys]) => [
        make("dt", {}, `${titles[coming]} `, make("span", { className: "figures" }, String(keys.length))),
        ...detail(keys),
    ]);
}

/**
 * A link to another site.
 * @param {string} address
 * @param {Node | string} said
 * @param {string} [className]
 */
export function outward(address, said, className = "") {
    return make("a", { className, href: address, target: "_blank", rel: "noopener noreferrer" }, said);
}

/**
 * The name of a place, with a link to its page if it has one.
 * @param {{url?: string, ref?: string}} place
 * @param {string} name
 */
export function linkedName({ url, ref }, name) {
    const address = placeAddress({ url, ref });
    return address ? outward(address, words(name)) : words(name);
}

/**
 * Opens the browser's share sheet; returns whether it has one.
 * @param {ShareData} share
 */
export async function shareByBrowser(share) {
    try {
        await navigator.share?.(share);
        return typeof navigator.share === "function";
    } catch (error) {
        // The reader has closed the share sheet.
        return /** @type {Error} */ (error).name === "AbortError";
    }
}

/**
 * The links by which a round is shared where the browser has no share sheet.
 * @param {{mailto: string, sms: string, whatsapp: string}} share
 * @param {string} [link] the round's address, if it is to be added
 */
export function waysToShare({ mailto, sms, whatsapp }, link = "") {
    const added = (/** @type {string} */ breaks) => (link && encodeURIComponent(breaks + link));
    return [
        outward(mailto + added("\r\n"), text("byMail"), "button"),
        outward(sms + added("\n"), text("byMessage"), "button"),
        outward(whatsapp + added("\n"), text("byWhatsApp"), "button"),
    ];
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
 * The web page of a place, if that is safe to link to, or its source's page; empty if there is none.
 * @param {{url?: string, ref?: string}} place
 */
export function placeAddress({ url = "", ref = "" }) {
    return /^https?:\/\//i.test(url) ? url
        : isFleeting(ref) ? `https://www.yelp.com/biz/${encodeURIComponent(ref.slice("yelp:".length))}`
        : "";
}

/**
 * Makes a drawing, or a part of one.
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...Element} children
 */
export function drawing(tag, attributes, ...children) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) {
        element.setAttribute(name, String(value));
    }
    element.append(...children);
    return element;
}

/** Line drawings of 24 by 24. */
export const shapes = {
    heart: "M12,20.5C6.5,16.6,2.8,13.2,2.8,9.1c0-2.8,2.1-4.9,4.7-4.9,1.8,0,3.5,1,4.5,2.7,1-1.7,2.7-2.7,4.5-2.7,2.6,0,4.7,2.1,4.7,4.9,0,4.1-3.7,7.5-9.2,11.4z",
    check: "M4.5,12.5l5,5,10-11",
};

/**
 * Makes an icon, which always has words beside it.
 * @param {keyof typeof shapes} name
 */
export function icon(name) {
    return drawing("svg", { "viewBox": "0 0 24 24", "class": `icon is-${name}`, "aria-hidden": "true" },
        drawing("path", { d: shapes[name] }));
}
