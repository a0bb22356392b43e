// @ts-check
import { counted, familyAbout, familyOf, text } from "../../../js/texts.js";

/** What the editor's page says in several of its scripts. */
export const texts = {
    done: familyAbout("done"),
    allergens: familyOf("allergens"),
    fields: familyOf("fields"),
    dishes: (/** @type {number} */ count) => counted("dishes", count),
    label: (/** @type {string} */ what, /** @type {string} */ name) => text(
        "label",
        { what, name },
    ),
};

/**
 * The name of a language in the language of the page.
 * @param {string} code
 */
export function languageName(code) {
    try {
        const names = new Intl.DisplayNames(document.documentElement.lang, { type: "language" });
        return names.of(code) ?? code;
    } catch {
        return code;
    }
}
