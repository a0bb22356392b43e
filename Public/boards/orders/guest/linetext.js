// @ts-check
import { texts } from "./texts.js";

/**
 * What stands under a line's name: its wishes, and whom it is for. The words of guests are
 * isolated, so that their direction does not turn the text around them.
 * @param {{notes?: string, person?: string}} line
 */
export function descriptionOfLine({ notes = "", person = "" }) {
    const wish = notes === "" ? "" : isolated(notes);
    const whom = person === "" ? "" : texts.forPerson(isolated(person));
    return [wish, whom].filter(Boolean).join(" · ");
}

/**
 * A text between marks that keep its direction to itself (Unicode Standard Annex 9, FSI and PDI).
 * @param {string} text
 */
export function isolated(text) {
    return `\u2068${text}\u2069`;
}
