// @ts-check

/** @typedef {import("./canonical.js").JSONObject} JSONObject */
/** @typedef {{view: string, epoch: string, rev: number, hash: string, doc: JSONObject}} Snapshot */
/**
 * `role` and `device` are those of the sign-in which the page was opened with, `party` the guest's
 * own; `hasPIN` is whether the host's page asks for one; `isInTheOpen` whether the hub speaks plain
 * http to more than its own machine; `origin` is where other devices reach the hub, as
 * `http://192.168.1.20:8080`, if they do.
 * @typedef {object} PageState
 * @property {string} venue
 * @property {string} epoch
 * @property {number} rev
 * @property {string} now
 * @property {Snapshot[]} snapshots
 * @property {string} [role]
 * @property {string} [device]
 * @property {string} [party]
 * @property {boolean} [hasPIN]
 * @property {boolean} [isInTheOpen]
 * @property {string} [origin]
 */

/**
 * What the server wrote into the page, so that it paints at once and goes on from there.
 * @returns {PageState}
 */
export function pageState() {
    const text = document.getElementById("state")?.textContent ?? "";
    return JSON.parse(text);
}

/** The venue's time zone, as the server wrote it into the page. */
export function pageTimeZone() {
    return document.documentElement.dataset.timeZone ?? "UTC";
}

/** The language that the page is written in. */
export function pageLanguage() {
    return document.documentElement.lang;
}
