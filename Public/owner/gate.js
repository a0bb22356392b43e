// @ts-check
import { closeByTap } from "../js/dialog.js";
import { byId } from "../js/dom.js";
import { PINEntry } from "../pin/entry.js";

/** A change that waits for the PIN. */
/** @typedef {{again: () => void, leave: () => void}} Waiting */

/** The dialog that asks for the PIN before a change to devices, links or the PIN itself. */
export class PINGate {
    /**
     * @param {string} venue
     * @param {import("../js/announcer.js").Announcer} announcer
     */
    constructor(venue, announcer) {
        this.dialog = byId("gate", HTMLDialogElement);
        /** @type {Map<string, Waiting>} */
        this.waiting = new Map();
        const done = (/** @type {boolean} */ isLetIn) => this.close(isLetIn);
        const place = `/v1/${venue}/unlock?as=owner`;
        this.entry = new PINEntry(place, announcer, done, this.dialog);
        closeByTap(this.dialog);
        this.dialog.addEventListener("close", () => {
            // It may have been opened again since.
            if (!this.dialog.open) {
                this.close(false);
            }
        });
    }

    /**
     * Asks for the PIN, and then sends what waits for it again.
     * @param {string} id of the change
     * @param {() => void} again
     * @param {() => void} leave nobody entered the PIN
     */
    demand(id, again, leave) {
        this.waiting.set(id, { again, leave });
        if (!this.dialog.open) {
            this.entry.reset();
            this.dialog.showModal();
        }
    }

    /** @param {boolean} isLetIn */
    close(isLetIn) {
        const waiting = [...this.waiting.values()];
        this.waiting.clear();
        this.entry.reset();
        this.dialog.close();
        for (const { again, leave } of waiting) {
            (isLetIn ? again : leave)();
        }
    }
}
