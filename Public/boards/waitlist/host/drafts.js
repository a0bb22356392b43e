// @ts-check
import { StoredValue } from "../../../js/tablecast.js";

/**
 * What was typed in a party's fields, by their names, and what stood in them before.
 * @typedef {Record<string, {text: string, seen: any}>} Draft
 */

const draftsMax = 30;

/** What was typed about parties and neither saved nor discarded; it outlives a reload of the page. */
export class Drafts {
    /** @param {string} place in the tab's storage */
    constructor(place) {
        this.place = new StoredValue(place);
        /** @type {Map<string, Draft>} */
        this.drafts = new Map(this.place.read() ?? []);
    }

    /** The parties about which something was typed. */
    get parties() {
        return [...this.drafts.keys()];
    }

    /** @param {string} party */
    of(party) {
        return this.drafts.get(party);
    }

    /**
     * @param {string} party
     * @param {Draft} [draft] nothing to forget it
     */
    keep(party, draft) {
        if (!draft && !this.drafts.has(party)) {
            return;
        }
        this.drafts.delete(party);
        if (draft) {
            this.drafts.set(party, draft);
        }
        this.drafts = new Map([...this.drafts].slice(-draftsMax));
        this.place.write([...this.drafts]);
    }
}
