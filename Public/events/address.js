// @ts-check
import { elapsedMs, runAfter, stopTimer } from "../js/now.js";

/**
 * The place on the page: which events are shown, which one is open, and which past. It stands in
 * the address behind the `#`, which is never sent to the server, since it may have a guest's name.
 * @typedef {object} Place
 * @property {string} [board]
 * @property {string} [kind] what happened: `added`
 * @property {string} [role]
 * @property {string} [device]
 * @property {string} [party] the id of the party or the notice whose story is told
 * @property {string} [verdict] `accepted` or `rejected`
 * @property {string} [text]
 * @property {string} [from] the first revision
 * @property {string} [to] the last revision
 * @property {string} [since] the first minute, as the venue's clocks show it: `2026-11-20T19:40`
 * @property {string} [until] the last one
 * @property {string} [event] the revision that is open
 * @property {string} [past] the revision that is looked at beside now
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
export function hashOf(place) {
    const said = new URLSearchParams();
    for (const name of names) {
        const value = place[name];
        if (value) {
            said.set(name, value);
        }
    }
    return said.toString();
}

/** Browsers limit how often a page may write its address. */
const writeMs = 200;

/** @param {string} hash */
function urlOf(hash) {
    return `${location.pathname}${location.search}${hash ? `#${hash}` : ""}`;
}

/** Keeps the address and the page in step. */
export class Address {
    /** @param {() => void} moved somebody went back or forward, or typed another address */
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
     * Goes somewhere else.
     * @param {Place} changes
     * @param {boolean} [isStep] whether it is one more of many small steps, none of which is worth
     * going back to
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
