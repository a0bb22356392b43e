// @ts-check
import { wallMs } from "./now.js";
import { StoredValue } from "./tablecast.js";

/** @typedef {import("./tablecast.js").JSONObject} JSONObject */

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
 * What a form behind the join link keeps over a reload. The tab has what was typed, also when the page is read in another
 * language. The phone has what was asked, until the guest's own page has been reached: whatever
 * happens on the way, it is asked again under the same id, and nobody joins twice.
 * @template Typed what stands in the fields
 */
export class Kept {
    /** @param {string} name of the form, with the secret of the join link */
    constructor(name) {
        this.ownTab = new StoredValue(prefix + name);
        this.phone = new StoredValue(prefix + name, () => localStorage);
        /** @type {Typed | null} */
        this.typed = this.ownTab.read();
        /** @type {Asked | null} */
        this.own = null;
    }

    /** @returns {Asked | null} */
    get asked() {
        const asked = this.own ?? this.phone.read();
        return asked && wallMs() - asked.atMs < askedMsMax ? asked : null;
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
        this.own = { ...wanted, atMs: wallMs() };
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
