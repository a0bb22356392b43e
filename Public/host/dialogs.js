// @ts-check
import { byId } from "../js/dom.js";

/**
 * Opens the page's dialogs by their buttons, and closes them by theirs, by Escape, and by a tap
 * beside them.
 */
export function wireDialogs() {
    wire("open-recent", "recent");
    wire("open-notices", "notice-dialog");
}

/**
 * @param {string} buttonID
 * @param {string} dialogID
 */
function wire(buttonID, dialogID) {
    const dialog = byId(dialogID, HTMLDialogElement);
    byId(buttonID, HTMLButtonElement).addEventListener("click", () => dialog.showModal());
    dialog.addEventListener("click", (event) => {
        const target = /** @type {Element} */ (event.target);
        if (target === dialog || target.closest("[data-close]")) {
            dialog.close();
        }
    });
}
