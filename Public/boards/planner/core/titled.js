// @ts-check
import { text } from "../../../js/texts.js";

/**
 * What an event is called: those of files may have no name.
 * @param {string} title
 */
export function titled(title) {
    return title || text("untitled");
}
