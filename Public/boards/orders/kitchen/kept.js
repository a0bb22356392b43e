// @ts-check
import { StoredValue } from "../../../js/tablecast.js";

/** @typedef {{station?: string, hasSound?: boolean}} Choice */

/** What was chosen on this device: its station, and whether it sounds. It outlives the tab. */
export class KeptChoice {
    /** @param {string} venue */
    constructor(venue) {
        this.place = new StoredValue(`tablecast.${venue}.kitchen`, () => localStorage);
        /** @type {Choice} */
        this.choice = this.place.read() ?? {};
    }

    /** @param {Choice} choice */
    change(choice) {
        this.choice = { ...this.choice, ...choice };
        this.place.write(this.choice);
    }
}
