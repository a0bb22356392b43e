// @ts-check
import { byId, setText } from "../dom.js";
import { signInState } from "../signedout.js";

/**
 * Lets the page stand as it is, seen and untouched, while this browser is signed out: what would be
 * done on it could not be sent.
 */
export class Standing {
    /**
     * @param {import("../tablecast.js").Sync} sync
     * @param {object} page
     * @param {string} page.venue
     * @param {string} page.view one that the page shows
     * @param {string} page.role
     * @param {string} page.parts a selector for what changes something, or leads to what does
     * @param {string} page.sentence what is to be done
     */
    constructor(sync, { venue, view, role, parts, sentence }) {
        this.sync = sync;
        this.venue = venue;
        this.view = view;
        this.role = role;
        this.parts = parts;
        this.notice = byId("signed-out", HTMLElement);
        setText(this.notice, sentence);
        /** Whether a reload leads to where the PIN is entered: what waits to be sent is kept. */
        this.isGoingToThePad = false;
    }

    /** @param {boolean} isOut */
    show(isOut) {
        if (isOut && this.notice.hidden) {
            void this.goOn();
        }
        this.notice.hidden = !isOut;
        for (const part of document.querySelectorAll(this.parts)) {
            part.toggleAttribute("inert", isOut);
        }
        if (isOut) {
            document.querySelectorAll("dialog[open]").forEach((dialog) => {
                /** @type {HTMLDialogElement} */ (dialog).close();
            });
        }
    }

    /** Goes on where the sign-in is good again, or good once the PIN has been entered. */
    async goOn() {
        const signIn = await signInState(this.venue, this.view, this.role);
        if (signIn === "good") {
            // The PIN was entered in another window.
            this.sync.start();
        } else if (signIn === "locked") {
            this.isGoingToThePad = true;
            location.reload();
        }
    }
}
