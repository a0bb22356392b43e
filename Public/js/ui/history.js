// @ts-check
import { StoredValue } from "../tablecast.js";

/**
 * Something that was done on this screen.
 * @typedef {object} Deed
 * @property {string} id of the change
 * @property {string} action
 * @property {string} name whom it was about
 * @property {string} at
 * @property {number} [rev] of the event that taking it back (or doing it again) takes back; none
 * before the answer
 * @property {{action: string, rev: number}} [earlier] what was done before it as a part of it: that is
 * taken back after it
 * @property {boolean} isUndone
 * @property {boolean} isUndoWanted taking it back waits for the answer
 */

const deedsMax = 30;

/**
 * What was done on this screen, newest first, so that it can be taken back. It is kept over a
 * reload of the page.
 */
export class History {
    /** @param {string} name of the place in the tab's storage */
    constructor(name) {
        this.place = new StoredValue(name);
        /** @type {Deed[]} */
        this.deeds = this.place.read() ?? [];
    }

    keep() {
        this.deeds = this.deeds.slice(0, deedsMax);
        this.place.write(this.deeds);
    }

    /** @param {Deed} deed */
    add(deed) {
        this.deeds.unshift(deed);
        this.keep();
    }

    /** @param {string} id */
    find(id) {
        return this.deeds.find((deed) => deed.id === id);
    }

    /** @param {string} id */
    remove(id) {
        this.deeds = this.deeds.filter((deed) => deed.id !== id);
        this.keep();
    }
}
