// @ts-check
import { carry, closeByTap } from "../../../js/ui/dialog.js";
import { byId } from "../../../js/dom.js";

/**
 * Opens the page's dialogs by their buttons, and closes them by theirs, by Escape, and by a tap
 * beside them.
 * @param {HTMLElement[]} guests what goes into the one that is open
 */
export function wireDialogs(guests) {
    wire("open-recent", "recent", guests);
    wire("open-notices", "notice-dialog", guests);
    wire("open-code", "code", guests);
    wire("open-cancel-all", "cancel-all", guests);
    wire("open-pair", "pair", guests);
}

/**
 * @param {string} buttonID
 * @param {string} dialogID
 * @param {HTMLElement[]} guests
 */
function wire(buttonID, dialogID, guests) {
    const dialog = byId(dialogID, HTMLDialogElement);
    byId(buttonID, HTMLButtonElement).addEventListener("click", () => {
        carry(dialog, guests);
        dialog.showModal();
    });
    closeByTap(dialog);
}
