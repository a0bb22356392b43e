// @ts-check

/** The dialog that is open: of several, the one on top, which stands last in the page. */
export function openDialog() {
    return [...document.querySelectorAll("dialog[open]")].at(-1);
}

/** The id of the dialog that is open; empty while none is. */
export function openDialogID() {
    return openDialog()?.id ?? "";
}

/**
 * Moves elements, such as the live region, into a dialog until it is closed. While a dialog is open,
 * nothing outside it can be pressed, and screen readers say nothing of it.
 * @param {Element} dialog
 * @param {HTMLElement[]} guests
 */
export function carry(dialog, guests) {
    dialog.append(...guests);
    const leave = () => (openDialog() ?? document.body).append(...guests);
    dialog.addEventListener("close", leave, { once: true });
}

/**
 * Closes a dialog by its button and by a tap beside it.
 * @param {HTMLDialogElement} dialog
 */
export function closeByTap(dialog) {
    dialog.addEventListener("click", (event) => {
        const target = /** @type {Element} */ (event.target);
        // The second tap of a double one is meant for the button that has opened it.
        const isFirst = event.detail < 2;
        if (isFirst && (target === dialog || target.closest("[data-close]"))) {
            dialog.close();
        }
    });
}
