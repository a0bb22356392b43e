// @ts-check
import { byId, setText } from "../../../js/dom.js";
import { signInState } from "../../../js/signedout.js";
import { texts } from "./texts.js";

/** The parts that change something, or lead to what does. */
const parts =
    "#add, #pending-part, #lists, #gone-part, #open-recent, #open-tools, #tools, #toast";

/**
 * Lets the page stand as it is, seen and untouched, while this browser is signed out: what would be
 * done on it could not be sent.
 */
export class Standing {
    /**
     * @param {import("../../../js/tablecast.js").Sync} sync
     * @param {string} venue
     * @param {string} view one that the page shows
     * @param {string} role
     */
    constructor(sync, venue, view, role) {
        this.sync = sync;
        this.venue = venue;
        this.view = view;
        this.role = role;
        this.notice = byId("signed-out", HTMLElement);
        setText(this.notice, texts.signedOut);
        /** Whether a reload leads to where the PIN is entered: what waits to be sent is kept. */
        this.isGoingToThePad = false;
    }

    /** @param {boolean} isOut */
    show(isOut) {
        if (isOut && this.notice.hidden) {
            void this.goOn();
        }
        this.notice.hidden = !isOut;
        for (const part of document.querySelectorAll(parts)) {
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
