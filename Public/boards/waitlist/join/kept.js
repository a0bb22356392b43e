// @ts-check
import { StoredValue } from "../../../js/tablecast.js";

/** @typedef {import("../../../js/tablecast.js").JSONObject} JSONObject */

/**
 * What stands in the fields.
 * @typedef {object} Typed
 * @property {string} name
 * @property {string} size of the chosen button: `1` to `8`, `more`, or nothing
 * @property {string} exactly how many, with `more`
 * @property {string} phone
 * @property {string} notes
 */

/**
 * What was asked of the hub. Among the arguments is a secret that only this phone knows: without it
 * nobody gets the answer, by which one has the place.
 * @typedef {object} Asked
 * @property {string} id
 * @property {JSONObject} args
 * @property {number} atMs by the phone's clock
 */

/** Begins the names of the places in the storages. */
const prefix = "tablecast.join.";

/** Whoever comes back after that asks anew. */
const askedMsMax = 6 * 3_600_000;

/**
 * What is kept over a reload. The tab has what was typed, also when the page is read in another
 * language. The phone has what was asked, until the guest's own page has been reached: whatever
 * happens on the way, it is asked again under the same id, and nobody joins twice.
 */
export class Kept {
    /** @param {string} secret of the join link */
    constructor(secret) {
        this.ownTab = new StoredValue(prefix + secret);
        this.phone = new StoredValue(prefix + secret, () => localStorage);
        /** @type {Typed | null} */
        this.typed = this.ownTab.read();
        /** @type {Asked | null} */
        this.own = null;
    }

    /** @returns {Asked | null} */
    get asked() {
        const asked = this.own ?? this.phone.read();
        return asked && Date.now() - asked.atMs < askedMsMax ? asked : null;
    }

    /** @param {Typed} typed */
    type(typed) {
        this.typed = typed;
        this.ownTab.write(typed);
    }

    /**
     * @param {{id: string, args: JSONObject}} wanted
     * @returns {Asked}
     */
    ask(wanted) {
        this.own = { ...wanted, atMs: Date.now() };
        this.phone.write(this.own);
        return this.own;
    }

    /** Nothing came of it: what was typed may have to be mended. */
    refused() {
        this.own = null;
        this.phone.write(null);
    }
}

/** The place is there: nothing has to be asked for again. */
export function forgetJoining() {
    for (const storage of [() => sessionStorage, () => localStorage]) {
        try {
            Object.keys(storage())
                .filter((key) => key.startsWith(prefix))
                .forEach((key) => storage().removeItem(key));
        } catch {
            // Storage is forbidden: then nothing was kept.
        }
    }
}
