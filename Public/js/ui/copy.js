// @ts-check
import { make } from "../dom.js";

/**
 * Copies a text, and tells whether that could be done. The newer way is only there on pages that
 * came by TLS.
 * @param {string} text
 * @returns {boolean}
 */
export function copyText(text) {
    const focused = document.activeElement;
    const field = make("textarea", { className: "aside", value: text });
    // Beside an open dialog nothing can be selected.
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    if (focused instanceof HTMLElement) {
        focused.focus({ preventScroll: true });
    }
    return isCopied;
}
