// @ts-check

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
