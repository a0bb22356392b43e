// @ts-check
import { closeByTap } from "../js/dialog.js";
import { byId } from "../js/dom.js";

/**
 * Opens the page's dialogs by their buttons, and closes them by theirs, by Escape, and by a tap
 * beside them. While one is open, nothing of the page around it can be pressed or heard, so what
 * must be, such as the toast, goes into it.
 * @param {HTMLElement[]} guests
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
        dialog.append(...guests);
        dialog.showModal();
    });
    dialog.addEventListener("close", () => document.body.append(...guests));
    closeByTap(dialog);
}
