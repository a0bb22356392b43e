// @ts-check

/**
 * Takes elements, such as the toast, into a dialog until it is closed: while it is open, nothing of
 * the page around it can be pressed or heard.
 * @param {Element} dialog
 * @param {HTMLElement[]} guests
 */
export function carry(dialog, guests) {
    dialog.append(...guests);
    dialog.addEventListener("close", () => document.body.append(...guests), { once: true });
}

/**
 * Closes a dialog by its button and by a tap beside it.
 * @param {HTMLDialogElement} dialog
 */
export function closeByTap(dialog) {
    dialog.addEventListener("click", (event) => {
        const target = /** @type {Element} */ (event.target);
        if (target === dialog || target.closest("[data-close]")) {
            dialog.close();
        }
    });
}
